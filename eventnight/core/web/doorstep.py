"""What every request must be before a view reads it: small enough, and without characters that no database keeps."""

from __future__ import annotations

import re

from django.conf import settings
from django.http import HttpRequest

from eventnight.core.errors import BadRequest, TooLarge, UserFacingError

NUL = "\x00"
_LENGTH = re.compile(r"[0-9]{1,18}")
_NO_SUCH_CHARACTER = "The address holds a character that is in no name or code. Type it again, or scan the card."
_NO_SUCH_HEADER = "The header {} holds a character that is in no header. Send it as plain text."
_NO_SUCH_LENGTH = "The header Content-Length is not a number of bytes. Send it as the body has it."
_NO_SUCH_TEXT = "The field {} holds a character that nobody can type. Delete the text, and type it again."


def fault_of(request: HttpRequest) -> UserFacingError | None:
    """Why the request is refused unread; None lets it in.

    Cookies with NUL are dropped rather than refused: no page of ours set them, and the next page would fail again.
    """
    request.COOKIES = {name: value for name, value in request.COOKIES.items() if NUL not in value}
    if NUL in request.path or "%00" in request.META.get("QUERY_STRING", ""):
        # No name, code or link has that character, and PostgreSQL cannot even be asked for it.
        return BadRequest("address_malformed", _NO_SUCH_CHARACTER)
    for name, value in request.headers.items():
        if NUL in value:
            return BadRequest("header_malformed", _NO_SUCH_HEADER.format(name), header=name)
    length = request.META.get("CONTENT_LENGTH") or "0"
    if not _LENGTH.fullmatch(length):
        return BadRequest("header_malformed", _NO_SUCH_LENGTH, header="Content-Length")
    return _too_large(request, int(length))


def fault_of_form(request: HttpRequest) -> UserFacingError | None:
    """Why the fields of a page's form are refused. Reads the body, which the page's own check of its token does too."""
    for name, values in request.POST.lists():
        if NUL in name or any(NUL in value for value in values):
            shown = name.replace(NUL, "")[:40]
            return BadRequest("text_malformed", _NO_SUCH_TEXT.format(shown), field=shown)
    return None


def _too_large(request: HttpRequest, length: int) -> UserFacingError | None:
    is_upload = request.content_type == "multipart/form-data"
    most = settings.MOST_UPLOADED_BYTES if is_upload else settings.DATA_UPLOAD_MAX_MEMORY_SIZE
    return body_too_large(most, length) if length > most else None


def body_too_large(most: int, length: int | None = None) -> TooLarge:
    """The refusal of a body. most, length: bytes."""
    sent = "What was sent is too large" if length is None else f"What was sent has {length:,} bytes"
    return TooLarge(
        "body_too_large", f"{sent}; {most:,} bytes are read. Send less at once, or a smaller file.", most=most
    )
