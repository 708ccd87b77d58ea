"""Who may talk to the server, and how: host names, origins, the token, content types. Each check returns a problem or nothing.

A page of another site can make a browser send requests here (CSRF) or give our address its own name (DNS rebinding), so every route
asks for a known Host and, where the browser names one, our own Origin. Nobody but this machine is served without a token.
"""

from __future__ import annotations

import base64
import binascii
import ipaddress
import re
import secrets
from dataclasses import dataclass

from starlette.requests import HTTPConnection

from gpukb.config import ServerConfig
from gpukb.errors import ConfigError
from gpukb_api.problems import Problem

LOOPBACK_NAMES = frozenset({"localhost", "127.0.0.1", "::1"})
ANY_ADDRESS = frozenset({"0.0.0.0", "::", ""})
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
OPEN_PATHS = frozenset({"/healthz", "/readyz"})  # a supervisor asks these without a token; they tell nothing of the vault
JSON = "application/json"
HOST = re.compile(r"(?:\[(?P<address>[0-9a-f:.]+)\]|(?P<name>[a-z0-9._-]+?)\.?)(?::[0-9]{1,5})?")


@dataclass(frozen=True, slots=True)
class Policy:
    """What the server believes. `any_ip` allows every numeric address as Host: bound to all addresses, a name could be anyone's.

    `per_minute`: requests of each client address, 0 for any number.
    """

    hosts: frozenset[str] = LOOPBACK_NAMES
    origins: frozenset[str] = frozenset()
    token: str | None = None
    any_ip: bool = False
    per_minute: int = 0


def policy_of(server: ServerConfig) -> Policy:
    """The policy for where the server listens; an address that others reach needs a token."""
    host = server.host.strip("[]").lower()
    token = (server.token or "").strip()
    if server.token and not token:
        raise ConfigError("the token is only white space: set GPUKB_TOKEN to a long random text, or leave it out")
    if not is_loopback(host) and not token:
        raise ConfigError(
            f"{server.host} can be reached from other machines, so a token is needed: set GPUKB_TOKEN, or serve on 127.0.0.1 (the default)"
        )
    named = {name.lower().rstrip(".") for name in server.allowed_hosts}
    own = set() if host in ANY_ADDRESS else {host}
    origins = frozenset(origin.lower().rstrip("/") for origin in server.allowed_origins)
    return Policy(LOOPBACK_NAMES | named | own, origins, token or None, host in ANY_ADDRESS, max(0, server.rate_per_minute))


def is_loopback(host: str) -> bool:
    """Whether only this machine reaches the address."""
    if host == "localhost":
        return True
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return False
    return (getattr(address, "ipv4_mapped", None) or address).is_loopback


def check(policy: Policy, connection: HTTPConnection) -> Problem | None:
    """The first reason to refuse the request, if there is one."""
    return _host(policy, connection) or _origin(policy, connection) or _token(policy, connection) or _content_type(connection)


def _host(policy: Policy, connection: HTTPConnection) -> Problem | None:
    hosts = connection.headers.getlist("host")
    name = host_name(hosts[0]) if len(hosts) == 1 else ""
    if name in policy.hosts or (policy.any_ip and _is_ip(name)):
        return None
    detail = "This server does not answer to that host name. Use its address, or add the name to server.allowed_hosts."
    return Problem(421, "unknown-host", detail)


def host_name(host: str) -> str:
    """The name in a Host header, without port, brackets and a last dot; empty when it is no host at all."""
    read = HOST.fullmatch(host.strip().lower())
    if read is None:
        return ""
    address = read["address"]
    if address is None:
        return str(read["name"])
    return address if ":" in address and _is_ip(address) else ""


def _is_ip(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def _origin(policy: Policy, connection: HTTPConnection) -> Problem | None:
    origins = connection.headers.getlist("origin")
    site = connection.headers.get("sec-fetch-site")
    if not origins:
        navigating = connection.headers.get("sec-fetch-mode") == "navigate" and _method(connection) in SAFE_METHODS
        allowed = site != "cross-site" or navigating
    else:
        allowed = len(origins) == 1 and (origins[0].lower() in policy.origins or _is_own(origins[0], connection))
    return None if allowed else Problem(403, "foreign-origin", "Requests from pages of other sites are refused.")


def _is_own(origin: str, connection: HTTPConnection) -> bool:
    host = connection.headers.get("host", "").strip().lower()
    return origin.lower() in (f"http://{host}", f"https://{host}")


def _token(policy: Policy, connection: HTTPConnection) -> Problem | None:
    if connection.scope["path"] in OPEN_PATHS:
        return None
    if policy.token is None:
        return None if _arrived_locally(connection) else Problem(403, "token-needed", "Without GPUKB_TOKEN only this machine is served.")
    if secrets.compare_digest(_given_token(connection.headers.get("authorization", "")).encode(), policy.token.encode()):
        return None
    headers = {"WWW-Authenticate": 'Bearer realm="gpukb", Basic realm="gpukb", charset="UTF-8"'}
    return Problem(401, "token-needed", "Send the token as `Authorization: Bearer …`; a browser may give it as the password.", headers)


def _arrived_locally(connection: HTTPConnection) -> bool:
    """Whether the connection came in by a loopback address or a socket file, whatever the server was told to listen on."""
    address = (connection.scope.get("server") or ("", None))[0]
    return is_loopback(address) or not _is_ip(address)


def _given_token(authorization: str) -> str:
    scheme, _, value = authorization.partition(" ")
    if scheme.lower() == "bearer":
        return value.strip()
    if scheme.lower() == "basic":
        try:
            return base64.b64decode(value, validate=True).decode().partition(":")[2]
        except (binascii.Error, UnicodeDecodeError):
            return ""
    return ""


def _content_type(connection: HTTPConnection) -> Problem | None:
    kind = connection.headers.get("content-type", "").partition(";")[0].strip().lower()
    if _method(connection) in SAFE_METHODS or kind == JSON:
        return None
    return Problem(415, "json-only", f"Send the body as {JSON}.", {"Accept-Post": JSON})


def _method(connection: HTTPConnection) -> str:
    return str(connection.scope.get("method", "GET")).upper()
