"""All rules, in order of birth: a new one comes last, with the next code. A retired one leaves its code behind as a comment."""

from __future__ import annotations

from gpukb.lint.rule import Rule
from gpukb.lint.rules import (
    alias_clash,
    fm_deprecated,
    fm_duplicate_key,
    fm_link_unquoted,
    fm_tags_string,
    fm_yaml,
    link_alias_target,
    link_ambiguous,
    link_missing_block,
    link_missing_file,
    link_missing_heading,
    link_missing_note,
    link_table_bar,
    link_unstable,
    name_chars,
    name_clash,
    name_duplicate,
    orphan,
    title_duplicate,
)

RULES: tuple[Rule, ...] = (
    link_missing_note.RULE,
    link_missing_file.RULE,
    link_missing_heading.RULE,
    link_missing_block.RULE,
    link_alias_target.RULE,
    link_ambiguous.RULE,
    link_unstable.RULE,
    link_table_bar.RULE,
    fm_yaml.RULE,
    fm_duplicate_key.RULE,
    fm_link_unquoted.RULE,
    fm_tags_string.RULE,
    fm_deprecated.RULE,
    name_clash.RULE,
    name_chars.RULE,
    name_duplicate.RULE,
    alias_clash.RULE,
    title_duplicate.RULE,
    orphan.RULE,
)
