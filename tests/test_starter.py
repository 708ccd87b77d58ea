import os
from pathlib import Path

import pytest

from gpukb.config import load_config
from gpukb.errors import UsageError
from gpukb.export import export_rows
from gpukb.starter import start_vault

SHIPPED = Path(__file__).parents[1] / "vault"


def rules(root):
    config = load_config(root, environ={}).vault
    return {rule.prefix: (rule.type, rule.lang) for rule in config.folders}, config


def test_a_new_vault_works_and_means_what_the_shipped_one_means(tmp_path):
    started = start_vault(tmp_path / "deep" / "new")
    folders, config = rules(started.root)
    shipped, shipped_config = rules(SHIPPED)
    assert folders == shipped
    assert config.types == shipped_config.types
    assert all((started.root / folder).is_dir() for folder in folders)
    (row,) = export_rows(started.root, config)
    assert (row["path"], row["lang"], row["problems"], row["links"]) == ("Start.md", "en", [], [])


def test_a_fresh_repository_counts_as_empty(tmp_path):
    (tmp_path / ".git").mkdir()
    assert "Start.md" in start_vault(tmp_path).made


def test_a_folder_of_other_things_and_a_finished_vault_are_refused(tmp_path):
    (tmp_path / "thesis.docx").write_bytes(b"")
    with pytest.raises(UsageError, match="not empty"):
        start_vault(tmp_path)
    assert os.listdir(tmp_path) == ["thesis.docx"]
    (tmp_path / "gpukb.toml").write_text("")
    with pytest.raises(UsageError, match="already"):
        start_vault(tmp_path)


def test_an_existing_vault_gets_only_a_configuration_that_fits_it(tmp_path):
    notes = {
        "Термины/a.md": "---\ntype: wiki\nsee: '[[b]]'\n---\nПамять видеокарты хранит веса модели и промежуточные данные.",
        "Термины/b.md": "---\ntype: wiki\nrequires: '[[a]]'\n---\nПропускная способность памяти ограничивает скорость ответа.",
        "Templates/t.md": "---\nother: '[[x]]'\n---\n",
        "Wiki/c.md": "x",
        "top.md": "x",
    }
    for path, text in notes.items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(text, "utf-8")
    started = start_vault(tmp_path)
    folders, config = rules(tmp_path)
    assert started.made == ("gpukb.toml",)
    assert folders == {"Термины": ("wiki", "ru"), "Wiki": ("wiki", "en")}
    assert config.exclude == ("Templates/**",)
    assert config.types["wiki"].sections["ru"][0] == "Определение"
    assert config.relations["requires"].inverse == "required_by"
    assert "see" in config.relations
    assert config.relations["lists"].headings[0] == "Термины"  # a folder of terms can take glossaries in
    assert "other" not in config.relations
    assert sorted(path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*.*")) == sorted([*notes, "gpukb.toml"])
