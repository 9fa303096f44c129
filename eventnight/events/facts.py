"""What a night's facts may be, whichever way they come: by the set-up, the API or an archive."""

from __future__ import annotations

import re
from ipaddress import ip_address
from urllib.parse import SplitResult, urlsplit

from eventnight.core.errors import UserFacingError
from eventnight.core.values.zones import zone_names
from eventnight.core.web.reach import in_address, is_served, is_this_computer_alone
from eventnight.events.limits import LONGEST_ADDRESS

CURRENCY = re.compile(r"[A-Z]{3}")
USUAL_PORTS = {"http": 80, "https": 443}
"""Those that no address needs to name."""
HOST_NAME = re.compile(r"(?!-)[a-z0-9-]{1,63}(\.(?!-)[a-z0-9-]{1,63})*")


def checked_zone(time_zone: str) -> str:
    """The zone by its name. Raises UserFacingError("unknown_time_zone")."""
    if time_zone not in zone_names():
        raise UserFacingError(
            "unknown_time_zone", f"No time zone is called {time_zone}. Use a name such as America/Chicago."
        )
    return time_zone


def checked_currency(currency: str) -> str:
    """The currency by its code. Raises UserFacingError("currency_form")."""
    if not CURRENCY.fullmatch(currency):
        raise UserFacingError("currency_form", f"“{currency}” is not a currency. Use three capitals such as USD.")
    return currency


def checked_address(typed: str) -> str:
    """The address of this night's computer in the hall's network, in one spelling: scheme, name and port.

    typed: as somebody copies or types it; http:// where no scheme is named. Raises UserFacingError("address_form") for
    what is none, ("address_of_itself") for one that means each phone itself, and ("address_not_served") for a name that
    ALLOWED_HOSTS does not have.
    """
    parts = _split(typed.strip())
    host = (parts.hostname or "").rstrip(".")
    if is_this_computer_alone(host):
        raise UserFacingError(
            "address_of_itself",
            f"{host} means each phone itself, so no phone can open the night there. Choose the address that this "
            "computer has in the hall's network.",
            host=host,
        )
    if not is_served(host):
        raise UserFacingError(
            "address_not_served",
            f"This installation does not answer at {host}. Choose one of its own names, or add this one to "
            "ALLOWED_HOSTS.",
            host=host,
        )
    is_usual = parts.port in (None, USUAL_PORTS[parts.scheme])
    return f"{parts.scheme}://{in_address(host)}" + ("" if is_usual else f":{parts.port}")


def _split(typed: str) -> SplitResult:
    try:
        parts = urlsplit(typed if "://" in typed else f"http://{typed}")
        is_whole = parts.scheme in USUAL_PORTS and _is_host(parts.hostname or "") and parts.port != 0
        has_more = parts.path not in ("", "/") or parts.query or parts.fragment or "@" in parts.netloc
    except ValueError:
        is_whole = has_more = False
    if not is_whole or has_more or len(typed) > LONGEST_ADDRESS:
        raise UserFacingError(
            "address_form",
            f"“{typed[:60]}” is not an address of a computer. Type it as http://192.168.1.20:8000, without a page "
            "behind it.",
        )
    return parts


def _is_host(host: str) -> bool:
    try:
        ip_address(host)
        return "%" not in host
    except ValueError:
        # Four numbers that are no address are no name either.
        return HOST_NAME.fullmatch(host.rstrip(".")) is not None and not host.replace(".", "").isdecimal()
