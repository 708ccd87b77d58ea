"""Glossaries: files of terms in, notes of a vault out; and the other way round."""
