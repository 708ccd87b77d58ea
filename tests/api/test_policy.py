from __future__ import annotations

import pytest

from gpukb.config import ServerConfig
from gpukb.errors import ConfigError
from gpukb_api.security import LOOPBACK_NAMES, host_name, is_loopback, policy_of


@pytest.mark.parametrize("host", ["127.0.0.1", "127.8.8.8", "localhost", "::1", "[::1]", "::ffff:127.0.0.1"])
def test_loopback_needs_no_token(host: str) -> None:
    assert policy_of(ServerConfig(host=host)).token is None


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "", "192.168.1.7", "10.0.0.1", "notes.example", "::ffff:10.0.0.1", "localhost.example"])
def test_any_other_address_needs_a_token(host: str) -> None:
    with pytest.raises(ConfigError, match="GPUKB_TOKEN"):
        policy_of(ServerConfig(host=host))
    assert policy_of(ServerConfig(host=host, token="t")).token == "t"


def test_an_empty_token_is_none() -> None:
    with pytest.raises(ConfigError):
        policy_of(ServerConfig(host="0.0.0.0", token=""))


def test_a_token_of_white_space_is_refused_even_for_this_machine_alone() -> None:
    for host in ("127.0.0.1", "0.0.0.0"):
        with pytest.raises(ConfigError, match="white space"):
            policy_of(ServerConfig(host=host, token=" \t"))


def test_the_address_served_and_the_names_listed_are_hosts() -> None:
    policy = policy_of(ServerConfig(host="192.168.1.7", token="t", allowed_hosts=("Notes.Example",)))
    assert policy.hosts == LOOPBACK_NAMES | {"192.168.1.7", "notes.example"}
    assert not policy.any_ip
    assert policy_of(ServerConfig(host="0.0.0.0", token="t")).any_ip


@pytest.mark.parametrize(
    ("header", "name"), [("[::1]:80", "::1"), ("a.b:1", "a.b"), ("A.b.", "a.b"), ("", ""), ("[::1", ""), ("[::1]", "::1"), ("a:b", "")]
)
def test_host_name(header: str, name: str) -> None:
    assert host_name(header) == name


def test_a_name_that_only_begins_like_loopback_is_not() -> None:
    assert not is_loopback("127.0.0.1.evil.example")
