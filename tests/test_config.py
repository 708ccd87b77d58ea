from __future__ import annotations

import os
from pathlib import Path

import pytest

from gpukb.config import DEFINITION_HEADINGS, FolderRule, load_config, redacted
from gpukb.errors import ConfigError

EXAMPLE = """\
exclude = ["Templates/**"]

[folders."Вики"]
type = "wiki"
lang = "ru"

[folders."Вики/Китай/"]
lang = "zh-Hans"

[types.wiki]
sections.ru = ["Определение", "Числа"]

[relations.requires]
inverse = "required_by"
from = ["practice"]
to = ["wiki"]
acyclic = true
"""


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    (tmp_path / "vault").mkdir()
    return tmp_path / "vault"


@pytest.fixture
def home(tmp_path: Path) -> dict[str, str]:
    (tmp_path / "home" / "gpukb").mkdir(parents=True)
    return {"XDG_CONFIG_HOME": str(tmp_path / "home")}


def write_vault(vault: Path, text: str) -> Path:
    (vault / "gpukb.toml").write_text(text, encoding="utf-8")
    return vault


def write_user(home: dict[str, str], text: str) -> None:
    (Path(home["XDG_CONFIG_HOME"]) / "gpukb" / "config.toml").write_text(text, encoding="utf-8")


def refusal(vault: Path, home: dict[str, str], text: str) -> str:
    write_vault(vault, text)
    with pytest.raises(ConfigError) as error:
        load_config(vault, {}, home)
    return str(error.value)


def test_a_vault_without_a_file_gets_the_built_in_meaning(vault, home):
    config = load_config(vault, {}, home)
    assert config.vault.types["wiki"].definition == DEFINITION_HEADINGS
    assert config.vault.relations["appears_in"].derived
    assert config.vault.relations["replaces"].inverse == "replaced_by"
    assert "translation_of" in config.vault.relations
    assert config.user.server.host == "127.0.0.1"
    assert config.sources == {}


def test_the_form_of_the_plan_is_read(vault, home):
    config = load_config(write_vault(vault, EXAMPLE), {}, home).vault
    assert config.exclude == ("Templates/**",)
    assert config.folders == (FolderRule("Вики/Китай", None, "zh"), FolderRule("Вики", "wiki", "ru"))
    assert config.relations["requires"].source_types == ("practice",)
    assert config.relations["requires"].acyclic
    assert config.types["wiki"].sections == {"ru": ("Определение", "Числа")}


def test_a_type_keeps_the_built_in_definition_that_the_vault_does_not_name(vault, home):
    assert load_config(write_vault(vault, EXAMPLE), {}, home).vault.types["wiki"].definition == DEFINITION_HEADINGS


def test_the_longest_folder_wins_and_borders_count(vault, home):
    config = load_config(write_vault(vault, EXAMPLE), {}, home).vault
    assert config.folder_of("Вики/Китай/GPU.md").lang == "zh"
    assert config.folder_of("Вики/GPU.md").lang == "ru"
    assert config.folder_of("Вики2/GPU.md") is None


def test_folder_names_are_compared_in_nfc(vault, home):
    decomposed = '[folders."Hasła/Ko\u0301d"]\ntype = "wiki"\n'
    assert load_config(write_vault(vault, decomposed), {}, home).vault.folder_of("Hasła/K\u00f3d/GPU.md").type == "wiki"


@pytest.mark.parametrize("section", ["llm", "embeddings", "server", "index"])
def test_a_vault_may_not_say_where_requests_go(vault, home, section):
    message = refusal(vault, home, f'exclude = []\n\n[{section}]\nbase_url = "http://192.0.2.1"\n')
    assert "gpukb.toml:3:" in message
    assert "not read from a vault" in message
    assert "config.toml" in message


def test_a_dotted_key_does_not_slip_past_that_rule(vault, home):
    assert "gpukb.toml:1:" in refusal(vault, home, 'llm.base_url = "http://192.0.2.1"\n')


def test_an_unknown_key_names_its_line_and_the_nearest_key(vault, home):
    message = refusal(vault, home, "# first\n[relation.requires]\nacyclic = true\n")
    assert "gpukb.toml:2: unknown key 'relation'; did you mean 'relations'?" in message


def test_an_unknown_key_deep_inside_names_its_line(vault, home):
    message = refusal(vault, home, '[relations.requires]\nfrom = ["wiki"]\nacylic = true\n')
    assert "gpukb.toml:3: unknown key 'relations.requires.acylic'; did you mean 'acyclic'?" in message


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ('exclude = "Templates"', ":1: exclude must be a list of strings"),
        ("exclude = [1]", ":1: exclude must be a list of strings"),
        ("[relations.a]\nacyclic = 1", ":2: relations.a.acyclic must be true or false"),
        ('folders = ["Вики"]', ":1: folders must be a table"),
        ('[folders.A]\nlang = "русский"', ":2: lang must be a language code"),
        ("exclude = [", ":1: not valid TOML"),
        ("a = 1\na = 2", ":2: not valid TOML"),
        ("x = " + "[" * 5000, "nested too deeply"),
    ],
)
def test_a_value_of_the_wrong_kind_names_its_line(vault, home, text, wanted):
    assert wanted in refusal(vault, home, text)


def test_a_file_that_is_not_utf8_names_its_line(vault, home):
    (vault / "gpukb.toml").write_bytes(b"exclude = []\n# \xff\n")
    with pytest.raises(ConfigError, match=r":2: not UTF-8"):
        load_config(vault, {}, home)


def test_a_byte_order_mark_and_crlf_are_no_trouble(vault, home):
    (vault / "gpukb.toml").write_bytes(b'\xef\xbb\xbfexclude = ["A"]\r\n')
    assert load_config(vault, {}, home).vault.exclude == ("A",)


def test_a_link_out_of_the_vault_is_not_followed(vault, home, tmp_path):
    (tmp_path / "secret.toml").write_text("password = 1\n")
    (vault / "gpukb.toml").symlink_to(tmp_path / "secret.toml")
    with pytest.raises(ConfigError, match="leads out of the vault"):
        load_config(vault, {}, home)


def test_flag_beats_environment_beats_user_file_beats_default(vault, home):
    write_user(home, '[server]\nport = 1\nhost = "::1"\n[llm]\nmodel = "m"\n')
    config = load_config(vault, {"server.port": 3, "server.host": None}, {**home, "GPUKB_SERVER_PORT": "2", "GPUKB_LLM_MODEL": "n"})
    assert (config.user.server.port, config.user.server.host, config.user.llm.model) == (3, "::1", "n")
    assert config.sources["server.port"] == "flag"
    assert config.sources["server.host"].endswith("config.toml:3")
    assert config.sources["llm.model"] == "GPUKB_LLM_MODEL"


def test_the_vault_beats_the_user_file_in_what_it_may_say(vault, home):
    write_user(home, 'exclude = ["Mine/**"]\n[folders.A]\ntype = "wiki"\n')
    config = load_config(write_vault(vault, 'exclude = ["Theirs/**"]\n'), {}, home).vault
    assert config.exclude == ("Theirs/**",)
    assert config.folders == (FolderRule("A", "wiki"),)


def test_an_unknown_environment_variable_is_an_error_with_a_suggestion(vault, home):
    with pytest.raises(ConfigError, match="did you mean 'GPUKB_LLM_BASE_URL'"):
        load_config(vault, {}, {**home, "GPUKB_LLM_BASEURL": "x"})


def test_an_unknown_key_of_the_user_file_is_an_error(vault, home):
    write_user(home, "[server]\nprot = 1\n")
    with pytest.raises(ConfigError, match=r"config\.toml:2: unknown key 'server\.prot'; did you mean 'port'"):
        load_config(vault, {}, home)


@pytest.mark.parametrize(
    ("variable", "value"), [("GPUKB_SERVER_PORT", "http"), ("GPUKB_SERVER_PORT", "70000"), ("GPUKB_INDEX_SYNC", "maybe")]
)
def test_the_environment_is_checked_too(vault, home, variable, value):
    with pytest.raises(ConfigError):
        load_config(vault, {}, {**home, variable: value})


def test_the_environment_spells_lists_and_switches(vault, home):
    user = load_config(vault, {}, {**home, "GPUKB_EMBEDDINGS_ENCODERS": "e5, use", "GPUKB_INDEX_VECTORS": "no", "GPUKB_TOKEN": "t"}).user
    assert user.embeddings.encoders == ("e5", "use")
    assert user.index.vectors is False
    assert user.server.token == "t"


def test_a_secret_is_in_no_representation(vault, home):
    config = load_config(vault, {}, {**home, "GPUKB_LLM_API_KEY": "sk-123", "GPUKB_TOKEN": "t-456"})
    assert "sk-123" not in repr(config)
    assert "t-456" not in repr(config)


def test_secrets_are_masked_at_every_depth():
    deep = {"a": [{"api_key": "x", "headers": {"access_token": "y"}}], "base_url": "http://me:pw@host/v1", "keyboard": "qwerty"}
    assert redacted(deep) == {
        "a": [{"api_key": "***", "headers": {"access_token": "***"}}],
        "base_url": "http://***@host/v1",
        "keyboard": "qwerty",
    }


def test_a_wrong_secret_is_not_shown_by_the_complaint(vault, home):
    write_user(home, "[llm]\napi_key = 12345\n")
    with pytest.raises(ConfigError) as error:
        load_config(vault, {}, home)
    assert "12345" not in str(error.value)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ('\nexclude = ["a", "[z-a]"]', ":2: [z-a] in a pattern"),
        ("\nexclude = [" + '"x", ' * 501 + "]", ":2: exclude holds over 500 patterns"),
        ('exclude = ["' + "x" * 501 + '"]', ":1: exclude holds over 500 patterns, or one of over 500"),
        ("\n\nlint = {a = " + "1" * 5000 + "}", ":3: not valid TOML: Exceeds the limit"),
        ("\n" + "a." * 400 + "a = 1", ":2: more than 300 dots"),
        ("a." * 200 + "a = 1\n" + "a." * 200 + "b = 1", ": unknown key"),
    ],
)
def test_settings_that_the_reader_stumbles_over_are_told_with_their_line(vault, home, text, wanted):
    assert wanted in refusal(vault, home, text)


def test_whatever_the_toml_reader_raises_is_told_as_an_error_of_the_file(vault, home, monkeypatch):
    def trip(text):
        raise KeyError("odd")

    monkeypatch.setattr("gpukb.toml_file.tomllib.loads", trip)
    assert "gpukb.toml: not valid TOML: 'odd'" in refusal(vault, home, "x = 1")


@pytest.mark.skipif(os.name == "nt", reason="needs links and pipes")
def test_settings_are_read_from_a_regular_file_alone(vault, home):
    os.mkfifo(vault / "gpukb.toml")
    with pytest.raises(ConfigError, match="not a regular file"):
        load_config(vault, {}, home)
    (vault / "gpukb.toml").unlink()
    os.mkfifo(Path(home["XDG_CONFIG_HOME"]) / "gpukb" / "config.toml")
    with pytest.raises(ConfigError, match="not a regular file"):
        load_config(vault, {}, home)
