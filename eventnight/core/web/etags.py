"""An answer that a browser may already have: a tag for its content, and the version of the event that it reflects."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import blake2b

from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.utils import timezone

VERSION_HEADER = "Event-Version"
"""Sent by live.js with the version it was told of, and in the answer with the version that the answer reflects."""

CHANGES_HEADER = "Changes-In"
"""In how many milliseconds the content is another one though nothing is pressed: live.js asks again then."""


@dataclass(frozen=True, slots=True)
class Tagged:
    """A rendered answer under the tag of its content: the same in every process, and after a restart. changes_at: when
    it is out of date though the event's version stays.
    """

    etag: str
    status: int
    content_type: str
    content: bytes
    changes_at: datetime | None = None

    @classmethod
    def of(cls, response: HttpResponse) -> Tagged:
        """The response as it can be kept."""
        wait = response.headers.get(CHANGES_HEADER)
        changes_at = timezone.now() + timedelta(milliseconds=int(wait)) if wait else None
        return cls(
            etag_of(response.content), response.status_code, response["Content-Type"], response.content, changes_at
        )

    @property
    def is_out_of_date(self) -> bool:
        """Whether it has to be rendered again though nothing was pressed."""
        return self.changes_at is not None and timezone.now() >= self.changes_at

    def answer(self, request: HttpRequest, version: int) -> HttpResponse:
        """The content, or 304 to a browser that has it."""
        response = not_modified(request, self.etag)
        if response is None:
            response = HttpResponse(self.content, status=self.status, content_type=self.content_type)
        return tag(changing_at(response, self.changes_at), self.etag, version)


def etag_of(content: bytes) -> str:
    """The tag of that content."""
    return f'"{blake2b(content, digest_size=12).hexdigest()}"'


def not_modified(request: HttpRequest, etag: str) -> HttpResponse | None:
    """304 to a browser that has that content, else None."""
    return HttpResponseNotModified() if request.headers.get("If-None-Match") == etag else None


def tag(response: HttpResponse, etag: str, version: int) -> HttpResponse:
    """The response with its tag and the version that it reflects."""
    response["ETag"], response[VERSION_HEADER] = etag, str(version)
    return response


def changing_at(response: HttpResponse, moment: datetime | None) -> HttpResponse:
    """The response, which says in how many milliseconds it will be another one; unchanged without a moment."""
    if moment is not None:
        # Rounded up: whoever asks then must not come too early.
        wait = -((timezone.now() - moment) // timedelta(milliseconds=1))
        response[CHANGES_HEADER] = str(max(wait, 0))
    return response


def comes_again(request: HttpRequest) -> bool:
    """Whether the page that asks compares versions, and asks again where the answer is older than what it was told."""
    return VERSION_HEADER in request.headers
