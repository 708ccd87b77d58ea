"""What was found for a question, and a language model → an answer whose every sentence was checked. The model is asked, never believed."""

from gpukb.llm.client import MAX_TOKENS, LanguageModel, language_model
from gpukb.llm.follow_up import standalone
from gpukb.llm.stop import Stop
from gpukb.llm.write import write

__all__ = ["MAX_TOKENS", "LanguageModel", "Stop", "language_model", "standalone", "write"]
