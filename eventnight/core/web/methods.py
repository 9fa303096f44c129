"""Addresses that only take what a form sends, and where somebody goes who only has such an address."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar
from urllib.parse import urlsplit

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.urls import NoReverseMatch, Resolver404, ResolverMatch, resolve, reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators import http

View = TypeVar("View", bound=Callable[..., HttpResponseBase])


def require_POST(view: View) -> View:  # noqa: N802
    """Django's decorator of that name, and the address says so: nobody is sent there by a link."""
    posts = http.require_POST(view)
    vars(posts)["only_posts"] = True
    return posts


def takes_only_posts(address: str) -> bool:
    """Whether an address of ours answers a link with 405."""
    match = _match_of(address)
    if match is None:
        return False
    view = getattr(match.func, "view_class", None)
    if view is not None:
        return "get" not in view.http_method_names or not hasattr(view, "get")
    return getattr(match.func, "only_posts", False)


def start_of(address: str) -> str:
    """Where whoever has this address begins: the staff's start of that night, the guest's own page, or the night's."""
    match = _match_of(address)
    for name, key, beginnings in (
        ("night:staff_home", "code", ("/staff/", "/organise/")),
        ("night:my_night", "token", ("/p/",)),
        ("night:event", "code", ("/e/",)),
    ):
        if match is not None and key in match.kwargs and address.startswith(beginnings):
            try:
                return reverse(name, kwargs={key: match.kwargs[key]})
            except NoReverseMatch:
                break
    return reverse("night:home")


def page_of_form(request: HttpRequest) -> str:
    """The page that a form was sent from, to come back to after signing in; for a link, the address itself."""
    if request.method in ("GET", "HEAD"):
        return request.get_full_path()
    came_from = request.headers.get("Referer", "")
    is_ours = url_has_allowed_host_and_scheme(came_from, {request.get_host()}, require_https=request.is_secure())
    parts = urlsplit(came_from)
    if not is_ours or not parts.path or takes_only_posts(parts.path):
        return start_of(request.path)
    return f"{parts.path}?{parts.query}" if parts.query else parts.path


def _match_of(address: str) -> ResolverMatch | None:
    try:
        return resolve(urlsplit(address).path)
    except (Resolver404, ValueError):
        return None
