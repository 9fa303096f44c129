"""Whose address a request has, with and without a proxy, and what a client writes into the header itself."""

from __future__ import annotations

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.test import RequestFactory

from eventnight.core.web.addresses import LONGEST_CHAIN, client_address, client_network


def _address(peer: str, forwarded: str | None = None) -> str:
    header = {} if forwarded is None else {"HTTP_X_FORWARDED_FOR": forwarded}
    return client_address(RequestFactory().get("/", REMOTE_ADDR=peer, **header))


def test_without_a_named_proxy_the_header_says_nothing(settings):
    settings.TRUSTED_PROXIES = []

    assert _address("127.0.0.1", "203.0.113.9") == "127.0.0.1"
    assert _address("", "203.0.113.9") == ""
    assert _address("192.0.2.7") == "192.0.2.7"


@pytest.mark.parametrize(
    ("peer", "forwarded", "client"),
    [
        pytest.param("127.0.0.1", "203.0.113.9", "203.0.113.9", id="one-proxy"),
        pytest.param("127.0.0.1", "8.8.8.8, 203.0.113.9", "203.0.113.9", id="spoofed-left-part"),
        pytest.param("127.0.0.1", "127.0.0.1, 203.0.113.9", "203.0.113.9", id="spoofed-as-a-proxy"),
        pytest.param("127.0.0.1", "8.8.8.8, 203.0.113.9, 10.1.2.3", "203.0.113.9", id="two-proxies"),
        pytest.param("203.0.113.9", "8.8.8.8", "203.0.113.9", id="past-the-proxy"),
        pytest.param("127.0.0.1", "10.1.2.3", "10.1.2.3", id="from-the-proxy-itself"),
        pytest.param("127.0.0.1", None, "127.0.0.1", id="no-header"),
        pytest.param("127.0.0.1", "", "127.0.0.1", id="empty-header"),
        pytest.param("", "203.0.113.9", "203.0.113.9", id="unix-socket"),
        pytest.param("unix:", "203.0.113.9", "203.0.113.9", id="unix-socket-as-some-servers-call-it"),
        pytest.param("127.0.0.1", "203.0.113.9:4711", "203.0.113.9", id="with-a-port"),
        pytest.param("::1", "2001:DB8:0::0007", "2001:db8::7", id="ipv6"),
        pytest.param("::1", "[2001:db8::7]:4711", "2001:db8::7", id="ipv6-with-a-port"),
        pytest.param("::1", "fe80::7%eth0", "fe80::7", id="ipv6-with-a-zone"),
        pytest.param("::ffff:127.0.0.1", "::ffff:203.0.113.9", "203.0.113.9", id="ipv4-in-ipv6"),
    ],
)
def test_a_named_proxy_tells_the_address_from_the_right(settings, peer, forwarded, client):
    settings.TRUSTED_PROXIES = ["127.0.0.1", "::1", "10.0.0.0/8", "unix"]

    assert _address(peer, forwarded) == client


@pytest.mark.parametrize(
    "nonsense", [",", ",,,", "unknown", "_hidden", "1.2.3", "[::1", "]", ":", "1.2.3.4.5", "☃", "\x00", "9" * 9000]
)
def test_a_malformed_header_is_the_proxy_s_own_address_and_never_another(settings, nonsense):
    settings.TRUSTED_PROXIES = ["127.0.0.1"]

    assert _address("127.0.0.1", nonsense) == "127.0.0.1"
    assert _address("127.0.0.1", f"8.8.8.8, {nonsense}") == "127.0.0.1"
    assert _address("127.0.0.1", f"{nonsense}, 203.0.113.9") == "203.0.113.9"


def test_a_chain_without_end_is_followed_so_far(settings):
    settings.TRUSTED_PROXIES = ["10.0.0.0/8"]

    assert _address("10.0.0.1", "203.0.113.9" + ", 10.0.0.2" * LONGEST_CHAIN) == "10.0.0.2"


def test_limits_count_an_ipv6_household_as_one(settings):
    settings.TRUSTED_PROXIES = []

    def network(peer: str) -> str:
        return client_network(RequestFactory().get("/", REMOTE_ADDR=peer))

    assert network("2001:db8:1:2:aaaa::1") == network("2001:db8:1:2:bbbb::2") == "2001:db8:1:2::/64"
    assert network("203.0.113.9") == "203.0.113.9"
    assert network("") == ""


def test_a_proxy_that_is_no_address_is_refused_by_name(settings):
    settings.TRUSTED_PROXIES = ["proxy.example.org"]

    with pytest.raises(ImproperlyConfigured, match=r"proxy\.example\.org"):
        _address("127.0.0.1")
