"""What was found for a question, and a language model → an answer whose every sentence was checked. The model is asked, never believed."""

from gpukb.llm.client import LanguageModel, language_model
from gpukb.llm.stop import Stop
from gpukb.llm.write import write

__all__ = ["LanguageModel", "Stop", "language_model", "write"]
