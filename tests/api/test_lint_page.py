"""`/lint`: the findings by note and by rule, with filters that are links."""

from __future__ import annotations

import re
from html import unescape

import pytest
from starlette.testclient import TestClient

from gpukb.addresses import note_url
from gpukb.kb import KnowledgeBase
from gpukb.lint import RULES, Rule
from gpukb.note import note_id
from gpukb_api.pages.ui import ui_in


def links(html: str) -> dict[str, str]:
    """Address → text of each link."""
    found = re.findall(r'<a [^>]*?href="([^"]*)"[^>]*>(.*?)</a>', html, flags=re.DOTALL)
    return {unescape(address): " ".join(unescape(re.sub(r"<[^>]+>", "", text)).split()) for address, text in found}


def test_every_finding_is_shown_under_its_note(client: TestClient, kb: KnowledgeBase) -> None:
    page, findings = client.get("/lint").text, kb.lint().findings
    assert len(findings) > 3
    for finding in findings:
        assert finding.message in unescape(page)
    assert f'<span class="n">{len(findings)}</span></h1>' in page
    for path in {finding.path for finding in findings if finding.path.endswith(".md")}:
        assert links(page)[note_url(note_id(path), "")] == path


def test_the_place_is_marked_in_its_line(client: TestClient) -> None:
    page = client.get("/lint?rule=link-alias-target").text
    assert "<mark>[[KV cache]]</mark>" in page


def test_filters_are_links_that_narrow_and_widen(client: TestClient, kb: KnowledgeBase) -> None:
    whole = links(client.get("/lint").text)
    errors = [finding for finding in kb.lint().findings if finding.severity == "error"]
    assert whole["/lint?severity=error"] == f"Error {len(errors)}"
    narrowed = client.get("/lint?severity=error").text
    assert f'<span class="n">{len(errors)}</span></h1>' in narrowed
    assert links(narrowed)["/lint"]
    one = client.get("/lint?severity=error&path=Home.md&by=rule").text
    assert links(one)["/lint?path=Home.md&by=rule"]


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_a_chosen_rule_is_explained(client: TestClient, rule) -> None:  # type: ignore[no-untyped-def]
    page = unescape(re.sub("</?code>", "`", client.get(f"/lint?rule={rule.name}").text))
    text, _, examples = rule.page.partition("\nBad:")
    assert all(part in page for part in text.split("\n\n"))
    assert f"Bad:{examples}".rstrip() in page


def test_by_rule_each_finding_names_its_note(client: TestClient, kb: KnowledgeBase) -> None:
    page = client.get("/lint?by=rule").text
    assert {finding.name for finding in kb.lint().findings} == set(re.findall(r"<h2><a [^>]*>([a-z0-9-]+)</a></h2>", page))


def test_a_folder_without_findings_says_so(client: TestClient) -> None:
    assert "Nothing to find fault with." in client.get("/lint?path=nowhere").text


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_every_rule_is_told_in_every_language(rule: Rule) -> None:
    said = [ui_in(lang).rule(rule.name) for lang in ("ru", "zh", "pl")]
    assert len(set(said)) == 3
    assert all(text.endswith((".", "。")) for text in said)
    assert ui_in("en").rule(rule.name) == ""


def test_findings_are_told_in_the_readers_language(client: TestClient) -> None:
    said = {lang: client.get("/lint?rule=link-missing-note", headers={"accept-language": lang}).text for lang in ("ru", "en")}
    assert "Ссылка называет заметку, которой нет." in said["ru"]
    assert "Ссылка называет" not in said["en"]
