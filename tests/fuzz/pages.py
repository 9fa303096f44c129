"""The site as a browser finds it: every address that pages lead to, and every form with what it would send."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import urljoin, urlsplit

from django.http import HttpResponse
from django.test import Client
from django.urls import Resolver404, resolve

MOST_PAGES = 400
ELSEWHERE = ("/static/", "/admin/", "/accounts/", "/api/", "/live/")


@dataclass
class Form:
    """A form of a page. fields: by name, one of what it may send. choices: everything where there is a choice."""

    action: str
    is_post: bool
    fields: dict[str, str] = field(default_factory=dict)
    choices: dict[str, list[str]] = field(default_factory=dict)


class Page(HTMLParser):
    """Reads links and forms."""

    def __init__(self, address: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.forms: list[Form] = []
        self._address = address
        self._open: list[Form] = []
        self._select = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        for name in ("href", "data-live", "hx-get"):
            if name in given and not given[name].startswith("#"):
                self.links.append(urljoin(self._address, given[name]))
        if tag == "form":
            action = urljoin(self._address, given.get("action", ""))
            self._open = [Form(action, given.get("method", "").lower() == "post")]
            self.forms += self._open
        if tag == "select":
            self._select = given.get("name", "")
        name = given.get("name", self._select if tag == "option" else "")
        if self._open and name and tag in ("input", "button", "textarea", "option"):
            self._open[0].fields[name] = given.get("value", "")
            if tag in ("option", "button") or given.get("type") in ("radio", "checkbox"):
                self._open[0].choices.setdefault(name, []).append(given.get("value", ""))

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._open = []
        if tag == "select":
            self._select = ""


def page_of(answer: HttpResponse, address: str) -> Page:
    """The page that was answered, without links or forms where it is none. address: what was asked for."""
    page = Page(answer.request["PATH_INFO"] if getattr(answer, "redirect_chain", None) else address)
    if answer.get("Content-Type", "").startswith("text/html"):
        page.feed(answer.content.decode())
    return page


def walk(client: Client, start: list[str]) -> tuple[dict[str, str], dict[str, Form]]:
    """Follow every link from these pages. Returns addresses and forms, one of each kind beside those of the start."""
    waiting, pages, forms = list(start), {}, {}
    while waiting and len(pages) < MOST_PAGES:
        address = waiting.pop(0)
        kind = address if address in start else _kind(address)
        if not kind or kind in pages:
            continue
        pages[kind] = address
        page = page_of(client.get(address, follow=True), address)
        waiting += page.links
        for form in page.forms:
            waiting += [] if form.is_post else [form.action]
            if form.is_post:
                forms.setdefault(_kind(form.action) + " " + " ".join(sorted(form.fields)), form)
    return pages, forms


def _kind(address: str) -> str:
    """What tells this address from others of the site: its view, its last words and the names of its query."""
    parts = urlsplit(address)
    if parts.netloc or not parts.path or parts.path.startswith(ELSEWHERE):
        return ""
    try:
        found = resolve(parts.path)
    except Resolver404:
        return ""
    words = [str(value) for name, value in sorted(found.kwargs.items()) if name in ("step", "part", "kind", "move")]
    query = [part for part in parts.query.split("&") if part.startswith(("do=", "paper="))]
    return " ".join([found.view_name, *words, *query])
