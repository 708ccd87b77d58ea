"""What is read of notes in other languages."""

from dataclasses import replace

from answer.small import search

from gpukb.answer import prepare


def test_a_note_in_another_language_that_the_question_names_is_read_though_no_word_finds_it():
    vault = {f"Wiki/{n}.md": f"# Note {n}\n\n## Facts\n\n{n} threads run here.\n" for n in range(20, 40)}
    vault["Wiki/Warp.md"] = "# Warp\n\n## Facts\n\nIt has 32 threads.\n"

    def find(text):
        found = search(text, vault)
        meant = frozenset(form for term in found.terms for form in term.forms)
        sources = search("threads", vault).sources
        last = next(replace(source, meant=meant, score=0.5) for source in sources if source.note.title == "Warp")
        return replace(found, sources=(*(source for source in sources if source.note.title != "Warp"), last))

    assert prepare(find, "线程束里有多少线程？").ranked[0].piece.source.note.title == "Warp"
