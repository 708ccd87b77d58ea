"""Where a note says another one's name without linking it: inflected, and with borders by script."""

from gpukb.mentions.finder import Mention, MentionFinder
from gpukb.mentions.names import heads, names_of

__all__ = ["Mention", "MentionFinder", "heads", "names_of"]
