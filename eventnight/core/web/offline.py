"""What a browser shows without a connection: its worker, our page for it, and which pages it may keep as they were."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import cache, wraps

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.template.loader import render_to_string

from eventnight.core.web.access import open_page

OFFLINE = "/offline/"
_FILES = re.compile(rf'(?:href|src)="({re.escape(settings.STATIC_URL)}[^"#]+)"')


@open_page
def offline(request: HttpRequest) -> HttpResponse:
    """The page that the worker keeps. It knows nobody and no night."""
    return HttpResponse(_page())


@open_page
def worker(request: HttpRequest) -> HttpResponse:
    """The worker, from the root of the site so that it may answer for every page. A new file makes it a new worker."""
    response = HttpResponse(_worker(), content_type="text/javascript; charset=utf-8")
    response["Cache-Control"] = "no-cache"
    return response


@cache
def _page() -> str:
    return render_to_string("core/offline.html")


@cache
def _worker() -> str:
    shell = [OFFLINE, *dict.fromkeys(_FILES.findall(_page()))]
    source = settings.BASE_DIR / "eventnight" / "static" / "js" / "worker.js"
    return f"self.shell = {json.dumps(shell)};\n{source.read_text(encoding='utf-8')}"


def kept_offline(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """A public page that shows no money and no chips: shown again without a connection, with the time it is from."""

    @wraps(view)
    def kept(*args: object, **kwargs: object) -> HttpResponse:
        response = view(*args, **kwargs)
        response["Kept-Offline"] = "1"
        return response

    return kept


def forgetting(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """A view that somebody leaves a device by: the browser throws away the pages it kept to show them faster."""

    @wraps(view)
    def left(*args: object, **kwargs: object) -> HttpResponseBase:
        response = view(*args, **kwargs)
        response["Clear-Site-Data"] = '"cache"'
        return response

    return left
