"""A vault in a dict, searched by counting words: enough to answer from, with the real analyser and no index."""

import re
from dataclasses import replace

from gpukb.analyzer import Analyzer
from gpukb.answer.rank import Context, coverage, rarity
from gpukb.answer.sources import Found, Source, Term
from gpukb.citations import CitedNote
from gpukb.lang import detect
from gpukb.names import asked_name, name_key
from gpukb.note import note_id, revision_of

ANALYZER = Analyzer()

NVLINK = """# NVLink

## Определение

NVLink — высокоскоростная шина, которая соединяет GPU напрямую. Она обходит PCIe.

## Числа

- NVLink 4 на H100 даёт 900 ГБ/с на одну карту.
- NVLink 3 на A100 даёт 600 ГБ/с.

## Как включить

1. Проверьте топологию: `nvidia-smi topo -m`.
2. Поставьте Fabric Manager.
3. Перезагрузите узел.
"""
CACHE = """# KV-кэш

## Определение

KV-кэш хранит ключи и значения внимания для уже прочитанных токенов, чтобы не считать их заново.

## Почему важно

Кэш растёт линейно с длиной контекста, потому что каждый токен добавляет свои ключи и значения.
"""
CACHE_EN = """# KV cache

## Definition

The KV cache keeps attention keys and values of tokens already read, so that they are not computed again.
"""
VAULT = {"Вики/NVLink.md": NVLINK, "Вики/KV-кэш.md": CACHE, "Wiki/KV cache.md": CACHE_EN}


def tokens(text, lang):
    return frozenset(token.text for token in ANALYZER.tokens(text, lang))


def terms_of(question, texts):
    groups = {}
    for term in ANALYZER.query_terms(question):
        groups.setdefault(term.group, (term.surface, {}))[1][term.token] = term.weight
    held = [tokens(text, detect(text)) for text in texts]
    return tuple(
        Term(surface, forms, rarity(sum(any(form in have for form in forms) for have in held), len(texts)))
        for surface, forms in groups.values()
    )


def search(question, vault=None, **changes):
    """What a search of the vault finds: every passage that shares a word with the question, best first."""
    vault = VAULT if vault is None else vault
    sources = [source for path, text in vault.items() for source in _sources(path, text, changes.get(path, {}))]
    terms = terms_of(question, [source.text for source in sources])
    asked = asked_name(question)
    texts = {note_id(path): text for path, text in vault.items()}
    scored = []
    for source in sources:
        score = coverage(terms, tokens(source.text, source.lang), Context(near=tokens(source.note.title, source.lang)))
        pinned = asked == name_key(source.note.title)
        if score or pinned:
            scored.append(replace(source, score=min(1.0, score + pinned), words=score, pinned=pinned))
    scored.sort(key=lambda s: (-s.score, s.note.path, s.kind != "lead", s.start))
    return Found(tuple(scored), terms, tokens, texts.__getitem__, generation=7, vectors=False)


def _sources(path, text, changes):
    lang = detect(text)
    title = re.search(r"^# (.*)", text, re.MULTILINE)[1]
    note = CitedNote(note_id(path), path, title, changes.get("type", "wiki"), lang, revision_of(text.encode()))
    extra = {key: value for key, value in changes.items() if key != "type"}
    for section in re.finditer(r"^## (.+)\n+((?:(?!^## )[\s\S])*)", text, re.MULTILINE):
        body = section[2].rstrip()
        heading = (title, section[1])
        at = section.start(2)
        if section[1] in ("Определение", "Definition"):
            lead = re.match(r".+?\.(?=\s|$)", body)[0]
            yield Source(f"{note.id}_lead", note, "lead", lang, heading, "", at, lead, 0.0, **extra)
        yield Source(f"{note.id}_{at}", note, "section", lang, heading, "", at, body, 0.0, **extra)
