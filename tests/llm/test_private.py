"""What `llm: false` means from the vault's file to the model's server."""

from __future__ import annotations

from gpukb.config import Config, LlmConfig, UserConfig
from gpukb.kb import KnowledgeBase

SECRET = "The vault key of the Helios cluster is kept in the blue safe."
OPEN = "The Helios cluster has 128 nodes and a vault of spare parts."


def test_a_note_that_says_no_is_quoted_and_never_sent(tmp_path, script):
    vault = tmp_path / "vault"
    vault.mkdir()
    (vault / "Helios key.md").write_text(f"---\nllm: false\n---\n# Helios key\n\n{SECRET}\n", "utf-8")
    (vault / "Helios cluster.md").write_text(f"# Helios cluster\n\n{OPEN}\n", "utf-8")
    config = Config(user=UserConfig(llm=LlmConfig(base_url=script.address, model="m", timeout_s=60)))
    script.says("NONE")
    with KnowledgeBase.open(vault, index=tmp_path / "index", vectors=False, config=config) as kb:
        quoted = kb.ask("Where is the vault key of the Helios cluster kept?")
        assert "blue safe" in quoted.markdown
        assert quoted.model == "gpukb/extractive"
        assert script.bodies == []
        kb.ask("How many nodes has the Helios cluster?")
        assert "128 nodes" in script.prompt
        assert "Helios key" not in script.prompt
        assert "safe" not in script.prompt
