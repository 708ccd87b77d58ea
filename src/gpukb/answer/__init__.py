"""A question and what search found → an answer whose every sentence is cited, or that the vault does not say."""
