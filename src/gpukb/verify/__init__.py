"""A claim and the sentences it cites → supported, or dropped with a reason.

Nothing here asks a model: numbers, units, versions, names and negations are looked up, words are counted, and only across languages does
an encoder say whether two sentences mean the same.
"""

from gpukb.verify.claim import Cited, Verdict, verify

__all__ = ["Cited", "Verdict", "verify"]
