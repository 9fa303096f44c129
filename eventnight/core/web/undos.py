"""What an Undo is for: its address names what the press made, so that nothing entered since is undone in its place."""

from __future__ import annotations

from django.db.models import Model
from django.http import HttpRequest
from django.utils.http import urlencode

from eventnight.core.errors import Conflict
from eventnight.core.presses import has_counted

_OF = "of"


def undo_of(address: str, made: object) -> str:
    """The address of an Undo for what a press made, and for nothing that stands there later. made: a row, or what tells
    it from every later one, as `require_made` is given it.
    """
    return f"{address}{'&' if '?' in address else '?'}{urlencode({_OF: _mark(made)})}"


def require_made(request: HttpRequest, event_id: int, made: object) -> None:
    """Let an Undo pass that names what stands there now, or names nothing. One that comes again under the key of its
    own press is answered by its service.

    made: what would be undone, None for nothing. Raises Conflict("undone_since").
    """
    wanted = request.GET.get(_OF)
    if wanted is None or wanted == _mark(made) or has_counted(event_id, request.POST.get("request_id", "")):
        return
    raise Conflict(
        "undone_since",
        "What this Undo was for has been undone since, or something else was entered in its place. Nothing was changed "
        "now. Look at what stands there, and undo it there if it is wrong.",
    )


def _mark(made: object) -> str:
    return str(made.pk if isinstance(made, Model) else made)
