"""What every answer tells browsers and search engines, whoever made it: a page, a file, the API, an error."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from eventnight.core.web.access import open_page

PERSONAL = "/p/"
"""Below it lie the personal links on the cards: whoever has such an address is the player."""

OUTSIDE_SEARCH = (
    PERSONAL,
    "/staff/",
    "/organise/",
    "/accounts/",
    "/admin/",
    "/api/",
    "/live/",
    "/offline/",
    "/worker.js",
)
"""Addresses that robots are asked not to open at all."""

_UNUSED = (
    "accelerometer",
    "camera",
    "display-capture",
    "geolocation",
    "gyroscope",
    "hid",
    "magnetometer",
    "microphone",
    "midi",
    "payment",
    "serial",
    "usb",
)
PERMISSIONS_POLICY = ", ".join(f"{feature}=()" for feature in _UNUSED)
"""No page uses these: cards are scanned with the phone's own camera app, which opens their link."""

NOT_FOUND_BY_SEARCH = "noindex, nofollow"


def headers_of(path: str) -> dict[str, str]:
    """The headers of every answer at that address, besides those of the content itself."""
    headers = {"Permissions-Policy": PERMISSIONS_POLICY}
    # Pages of a night name the people who came. They are for the hall, not for search engines years later.
    if path not in ("/", "/robots.txt") and not path.startswith(settings.STATIC_URL):
        headers["X-Robots-Tag"] = NOT_FOUND_BY_SEARCH
    if path.startswith(PERSONAL):
        headers["Referrer-Policy"] = "no-referrer"
    return headers


class HeadersMiddleware:
    """Stands first, so that files, refusals and faults of the server carry the headers too."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        for name, value in headers_of(request.path).items():
            response[name] = value
        return response


@open_page
def robots(request: HttpRequest) -> HttpResponse:
    """What robots may open: the public pages, none of which a search engine lists but the first."""
    lines = ["User-agent: *", *(f"Disallow: {path}" for path in OUTSIDE_SEARCH)]
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8")
