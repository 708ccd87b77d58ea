"""What a link shows as: an address, or a name that leads nowhere and says so. Shared by wikilinks, embeds and Markdown links."""

from __future__ import annotations

from markdown_it.rules_inline import StateInline

from gpukb_api.render.targets import Target

Attrs = dict[str, str | int | float]


def push_link(state: StateInline, target: Target | None, link: str, words: str) -> None:
    """Add a link to the stream."""
    tag, attrs = shape(target, link)
    state.push("link_open", tag, 1).attrs = attrs
    state.push("text", "", 0).content = words
    state.push("link_close", tag, -1)


def shape(target: Target | None, link: str) -> tuple[str, Attrs]:
    """The element and the attributes of a link."""
    if target is None:
        return "span", {"class": "missing", "title": link}
    names = ["link", f"to-{target.kind}"]
    if not target.complete:
        names.append("incomplete")
    if target.alias:
        names.append("by-alias")
    attrs: Attrs = {"href": target.url, "class": " ".join(names)}
    if target.lang != "und":
        attrs["hreflang"] = target.lang
    return "a", attrs
