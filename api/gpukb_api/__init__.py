"""The service of gpukb: one opened knowledge base in, an ASGI app with the API, the chat and the web reader out.

`create_app(kb)` is for tests and for those who open the knowledge base themselves; `app` is for `uvicorn --factory gpukb_api:app`. Nothing
happens at import: the command line looks in here at every start.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fastapi import FastAPI

    from gpukb.kb import KnowledgeBase
    from gpukb_api.security import Policy

__all__ = ["app", "create_app"]


def create_app(kb: KnowledgeBase, policy: Policy | None = None) -> FastAPI:
    """The whole service around one knowledge base. Without a policy only this machine is served."""
    from gpukb_api.application import build

    return build(kb, policy)


def app() -> FastAPI:
    """The service around the vault that `GPUKB_VAULT` or the working folder names, as `gpukb serve` would open it."""
    from gpukb.cli.call import Call, Flags
    from gpukb_api.command import opened
    from gpukb_api.security import policy_of

    call = Call(Flags())
    policy = policy_of(call.config().user.server)
    return create_app(opened(call), policy)
