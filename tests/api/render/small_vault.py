"""A vault for the renderer's tests: every name is a note but those that begin with `No such`; a few notes hold text."""

from __future__ import annotations

from gpukb_api.render import Embedded, Target

TEXTS = {
    "Small": "Small text.",
    "Self": "Before.\n\n![[Self]]\n\nAfter.",
    "Ping": "ping\n\n![[Pong]]",
    "Pong": "pong\n\n![[Ping]]",
    "Heads": "# One\n\nText.[^1]\n\n[^1]: Foot.",
    "Large": "word " * 100_000,
    **{f"Deep {n}": f"level {n}\n\n![[Deep {n + 1}]]" for n in range(9)},
}


class SmallVault:
    def find(self, link: str, source: str, *, markdown: bool) -> Target | None:
        if link.startswith("No such"):
            return None
        if link.endswith(".png"):
            return Target("image", f"/assets/{link}", link)
        return Target("note", f"/n/{link}", link, "en")

    def embed(self, link: str, source: str) -> Embedded | None:
        return Embedded(link, TEXTS[link], Target("note", f"/n/{link}", link, "en")) if link in TEXTS else None
