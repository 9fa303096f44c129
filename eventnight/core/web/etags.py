"""An answer that a browser may already have: a tag for its content, and the version of the event that it reflects."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import blake2b

from django.http import HttpRequest, HttpResponse, HttpResponseNotModified

VERSION_HEADER = "Event-Version"
"""Sent by live.js with the version it was told of, and in the answer with the version that the answer reflects."""


@dataclass(frozen=True, slots=True)
class Tagged:
    """A rendered answer under the tag of its content: the same in every process, and after a restart."""

    etag: str
    status: int
    content_type: str
    content: bytes

    @classmethod
    def of(cls, response: HttpResponse) -> Tagged:
        """The response as it can be kept."""
        return cls(etag_of(response.content), response.status_code, response["Content-Type"], response.content)

    def answer(self, request: HttpRequest, version: int) -> HttpResponse:
        """The content, or 304 to a browser that has it."""
        response = not_modified(request, self.etag)
        if response is None:
            response = HttpResponse(self.content, status=self.status, content_type=self.content_type)
        return tag(response, self.etag, version)


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


def comes_again(request: HttpRequest) -> bool:
    """Whether the page that asks compares versions, and asks again where the answer is older than what it was told."""
    return VERSION_HEADER in request.headers
