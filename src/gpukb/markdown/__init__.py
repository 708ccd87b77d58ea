"""Bytes of a Markdown note or a canvas in, `Note` out; and the blocks of a note or the board of a canvas for those who cut or draw it."""

from gpukb.markdown.blocks import BlockRange, blocks_of
from gpukb.markdown.canvas import Arrow, Board, Drawn, board
from gpukb.markdown.decode import Decoded, decode
from gpukb.markdown.headings import normalize_heading
from gpukb.markdown.parse import Parser, parse_canvas, parse_note

__all__ = [
    "Arrow",
    "BlockRange",
    "Board",
    "Decoded",
    "Drawn",
    "Parser",
    "blocks_of",
    "board",
    "decode",
    "normalize_heading",
    "parse_canvas",
    "parse_note",
]
