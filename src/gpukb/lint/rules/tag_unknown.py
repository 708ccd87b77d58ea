"""A tag is not in the vault's vocabulary.

`[lint.options.tag-unknown]` in `gpukb.toml` lists the tags there are, `allowed = ["gpu", "memory"]`; a tag below one of them is allowed
too. Without a list the rule says nothing.

Bad:  #memry
Good: #memory
"""

from __future__ import annotations

from collections.abc import Iterator

from gpukb.lint.context import Context
from gpukb.lint.names import nearest
from gpukb.lint.places import tag_span
from gpukb.lint.rule import Report, Rule
from gpukb.note import fold


def check(context: Context) -> Iterator[Report]:
    """Each tag that is not on the list, nor below one that is."""
    allowed = {fold(str(tag)): str(tag) for tag in context.option("tag-unknown").get("allowed", ())}
    for page in context.pages if allowed else ():
        for tag in page.note.tags:
            parts = fold(tag).split("/")
            if not any("/".join(parts[:count]) in allowed for count in range(1, len(parts) + 1)):
                near = tuple(allowed[name] for name in nearest(fold(tag), allowed))
                yield Report(page.note.path, tag_span(page, tag), f"the tag {tag!r} is not in the vocabulary", near)


RULE = Rule("KB048", "tag-unknown", "warning", check)
