from __future__ import annotations

import re

import pytest

from gpukb.errors import IndexUnusableError
from gpukb.index.lock import LockedError, WriterLock
from gpukb.index.place import index_folder, make_folder


def test_the_index_stands_in_the_cache_under_the_vault_s_name_and_hash(tmp_path):
    vault = tmp_path / "My vault"
    vault.mkdir()
    folder = index_folder(vault, None, tmp_path / "cache")
    assert re.fullmatch(r"My-vault-[0-9a-f]{8}", folder.name)
    assert folder.parent == tmp_path / "cache"


def test_vaults_of_one_name_have_places_of_their_own(tmp_path):
    folders = []
    for where in ("a", "b"):
        (tmp_path / where / "notes").mkdir(parents=True)
        folders.append(index_folder(tmp_path / where / "notes", None, tmp_path / "cache"))
    assert folders[0] != folders[1]


def test_a_vault_reached_by_a_link_has_one_place(tmp_path):
    (tmp_path / "vault").mkdir()
    (tmp_path / "link").symlink_to("vault")
    assert index_folder(tmp_path / "vault", None, tmp_path) == index_folder(tmp_path / "link", None, tmp_path)


def test_a_folder_for_indexes_beside_the_vault_is_taken(tmp_path):
    (tmp_path / "vault").mkdir()
    (tmp_path / "indexes").mkdir()
    assert index_folder(tmp_path / "vault", None, tmp_path / "cache").parent == tmp_path / "indexes"


def test_what_was_chosen_goes_first(tmp_path):
    (tmp_path / "indexes").mkdir()
    assert index_folder(tmp_path / "vault", str(tmp_path / "here"), tmp_path / "cache") == tmp_path / "here"


def test_a_folder_is_made_and_may_be_made_again(tmp_path):
    for _ in range(2):
        make_folder(tmp_path / "a" / "b")
    assert list((tmp_path / "a" / "b").iterdir()) == []


def test_a_folder_with_other_things_is_refused(tmp_path):
    (tmp_path / "thesis.tex").touch()
    with pytest.raises(IndexUnusableError, match=r"thesis\.tex"):
        make_folder(tmp_path)


def test_a_lock_is_held_once_and_given_back(tmp_path):
    first = WriterLock(tmp_path)
    with pytest.raises(LockedError):
        WriterLock(tmp_path)
    first.release()
    first.release()
    with WriterLock(tmp_path):
        pass
