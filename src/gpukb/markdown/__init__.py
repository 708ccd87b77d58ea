"""Bytes of a Markdown note or a canvas in, `Note` out; and the blocks of a note for those who cut or draw it."""

from gpukb.markdown.blocks import BlockRange, blocks_of
from gpukb.markdown.decode import Decoded, decode
from gpukb.markdown.headings import normalize_heading
from gpukb.markdown.parse import Parser, parse_canvas, parse_note

__all__ = ["BlockRange", "Decoded", "Parser", "blocks_of", "decode", "normalize_heading", "parse_canvas", "parse_note"]
