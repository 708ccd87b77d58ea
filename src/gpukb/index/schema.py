"""The tables of the index, and what must agree before one may be used: schema, analyser, encoders.

`file.id` is the one number of a file: it is also its note's, its links' source and their target, and it outlives a rename. A passage's
number is never used twice, so a vector or a search result can not be taken for another passage's.
"""

from __future__ import annotations

SCHEMA = 11  # raise with every change below, and when the parser or the splitter give other facts for the same text
APPLICATION = 0x67707562  # "gpub": tells our database from someone else's

TABLES = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value) WITHOUT ROWID;

CREATE TABLE file (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  path TEXT NOT NULL UNIQUE,     -- vault-relative, NFC
  file TEXT,                     -- as the file system spells it, where that differs
  kind TEXT NOT NULL,            -- note, canvas, other
  size INTEGER, mtime_ns INTEGER, ctime_ns INTEGER, inode INTEGER,
  racy INTEGER NOT NULL DEFAULT 0,  -- touched so near to the scan that an equal stat proves nothing
  revision BLOB,                 -- digest of the bytes; null until read, and for attachments
  made TEXT                      -- what parsed it: configuration and code; another value means "parse again"
);
CREATE INDEX file_revision ON file (revision) WHERE revision IS NOT NULL;

-- Notes that no surface may show: only enough to leave them unread while unchanged. `place` is a digest of the path.
CREATE TABLE secret (
  place TEXT PRIMARY KEY, size INTEGER, mtime_ns INTEGER, ctime_ns INTEGER, inode INTEGER, racy INTEGER, made TEXT
) WITHOUT ROWID;

-- Where the notes of old citations are today: `target` is a file, or null while none with the same bytes is seen.
CREATE TABLE moved (path TEXT PRIMARY KEY, note TEXT NOT NULL, revision BLOB, target INTEGER) WITHOUT ROWID;
CREATE INDEX moved_note ON moved (note);

CREATE TABLE note (
  id INTEGER PRIMARY KEY,        -- file.id
  note TEXT NOT NULL UNIQUE,     -- n_…
  name TEXT NOT NULL, title TEXT NOT NULL, type TEXT NOT NULL, lang TEXT NOT NULL,
  tags TEXT NOT NULL, aliases TEXT NOT NULL,  -- JSON lists
  updated INTEGER NOT NULL,      -- seconds since 1970
  hidden INTEGER NOT NULL, llm INTEGER NOT NULL, generated INTEGER NOT NULL, deprecated INTEGER NOT NULL
);
CREATE INDEX note_type ON note (type);
CREATE INDEX note_lang ON note (lang);
CREATE INDEX note_generated ON note (id) WHERE generated;

-- Apart from `note`, so that lists of notes read no long rows. `data` holds properties, headings and blocks as JSON of `facts` bytes, then
-- the text, deflated together: most of the facts stand in the text once more.
CREATE TABLE body (
  id INTEGER PRIMARY KEY, encoding TEXT NOT NULL, body_start INTEGER NOT NULL, problems TEXT NOT NULL, facts INTEGER NOT NULL,
  data BLOB NOT NULL
);

-- Look-up tables that repeat what `note` and `body` say of a note: its old rows are found by saying it again, so they need no second index.
CREATE TABLE tag (tag TEXT NOT NULL, note INTEGER NOT NULL, shown TEXT, PRIMARY KEY (tag, note)) WITHOUT ROWID;
CREATE TABLE property (key TEXT NOT NULL, value TEXT NOT NULL, note INTEGER NOT NULL, PRIMARY KEY (key, value, note)) WITHOUT ROWID;
CREATE TABLE name (key TEXT NOT NULL, kind TEXT NOT NULL, note INTEGER NOT NULL, shown TEXT NOT NULL,
  PRIMARY KEY (key, kind, note, shown)) WITHOUT ROWID;
-- Aliases as links are compared: a missing target of this spelling is told whose alias it is.
CREATE TABLE alias (folded TEXT NOT NULL, note INTEGER NOT NULL, PRIMARY KEY (folded, note)) WITHOUT ROWID;

CREATE TABLE link (
  id INTEGER PRIMARY KEY,
  source INTEGER NOT NULL, ordinal INTEGER NOT NULL,
  raw TEXT,                      -- where it is not what `spelled` makes of the rest
  target TEXT NOT NULL, heading TEXT, block TEXT, alias TEXT,
  embed INTEGER NOT NULL, markdown INTEGER NOT NULL, verbatim INTEGER NOT NULL,
  relation TEXT NOT NULL, place TEXT NOT NULL, start INTEGER, end INTEGER, line INTEGER, key TEXT, node TEXT,
  basename INTEGER NOT NULL,     -- digest of what a file must be called for this link to care that it comes or goes
  found INTEGER,                 -- file.id of the target
  resolved INTEGER NOT NULL, alias_of INTEGER, ambiguous TEXT, derived INTEGER NOT NULL
);
CREATE INDEX link_source ON link (source);
CREATE INDEX link_found ON link (found) WHERE found IS NOT NULL;
CREATE INDEX link_basename ON link (basename);

-- Its text is the note's, from start to end.
CREATE TABLE passage (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  note INTEGER NOT NULL, ordinal INTEGER NOT NULL, digest TEXT NOT NULL,  -- the passage's id without the note's
  heading_path TEXT NOT NULL, anchor TEXT NOT NULL, kind TEXT NOT NULL, lang TEXT NOT NULL,
  start INTEGER NOT NULL, end INTEGER NOT NULL, line INTEGER NOT NULL, line_end INTEGER NOT NULL, continued INTEGER NOT NULL,
  same BLOB NOT NULL,            -- digest of the text: what makes a passage of a changed note the old one
  words BLOB NOT NULL,           -- digest of all that its tokens come from
  meaning BLOB NOT NULL          -- digest of what encoders are given
);
CREATE INDEX passage_note ON passage (note);

CREATE VIRTUAL TABLE words USING fts5 (
  title, headings, tags, lead, body, code, content='', contentless_delete=1,
  tokenize="unicode61 remove_diacritics 0 categories 'L* M* N* P* S* C*'"
);
-- The same of notes with `generated: true`: apart, so that a saved answer changes no other note's score, and so no later answer.
CREATE VIRTUAL TABLE saved_words USING fts5 (
  title, headings, tags, lead, body, code, content='', contentless_delete=1,
  tokenize="unicode61 remove_diacritics 0 categories 'L* M* N* P* S* C*'"
);

CREATE TABLE encoder (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, dim INTEGER NOT NULL, remote INTEGER NOT NULL,
  centre BLOB NOT NULL,          -- the middle of its vectors as float32: what is stored is the way from there
  forgotten INTEGER NOT NULL DEFAULT 0  -- the last of its entries in vector_change that is not kept
);
-- One number says encoder, kind and passage (see vector_key), so that the vectors of one scan lie together.
CREATE TABLE vector (key INTEGER PRIMARY KEY, data BLOB NOT NULL);
-- What came and went, so that a scan held in memory is topped up and not rebuilt. The newest CHANGES_KEPT of each
-- encoder are kept, so that the vectors of one do not push out those of another.
CREATE TABLE vector_change (seq INTEGER PRIMARY KEY AUTOINCREMENT, key INTEGER NOT NULL);
"""

WORDS, SAVED_WORDS = "words", "saved_words"
FIELDS = ("title", "headings", "tags", "lead", "body", "code")
VECTOR_KINDS = ("passage", "lead", "sentence")
_KIND_AT = 44  # bits below are the passage's: 17 million million of them
_ENCODER_AT = 48


def vector_key(encoder: int, kind: str, passage: int = 0) -> int:
    """The row of `vector` that holds this passage's vector."""
    return encoder << _ENCODER_AT | VECTOR_KINDS.index(kind) << _KIND_AT | passage


def vector_passage(key: int) -> int:
    """The passage in a key of `vector`."""
    return key & ((1 << _KIND_AT) - 1)


def vector_keys(encoder: int, kind: str) -> tuple[int, int]:
    """The half-open range of keys that this encoder's vectors of this kind lie in."""
    first = vector_key(encoder, kind)
    return first, first + (1 << _KIND_AT)
