"""What a restore says when it cannot be done."""

from __future__ import annotations

from eventnight.core.errors import BadRequest, Conflict, NotFound, UserFacingError
from eventnight.night.archive.manifest import VERSION, Manifest


def damaged(part: str, why: str) -> BadRequest:
    """A part that is not what was written."""
    return BadRequest(
        "archive_damaged",
        f"The archive is damaged: part {part} is not as it was written ({why}). Take another copy of the file.",
        part=part,
    )


def unfit(part: str, place: int, why: str) -> BadRequest:
    """A row that cannot be a row here."""
    return BadRequest(
        "archive_row_refused",
        f"Row {place} of part {part} cannot be restored: {why}. Nothing was changed. If a later EventNight wrote it, "
        "update first; else take another copy of the file.",
        part=part,
        row=place,
    )


def unknown_part(name: str, manifest: Manifest) -> BadRequest:
    """A kind of row that this version has never heard of."""
    return BadRequest(
        "archive_newer",
        f"The archive holds {name}, which is not known here; EventNight {manifest.project} made it. Update EventNight, "
        "then restore again.",
        part=name,
        known=VERSION,
    )


def code_taken(code: str) -> Conflict:
    """Another night has the code, or this night is here already."""
    return Conflict(
        "event_code_taken",
        f"An event with the code {code} is here already and stays as it is. Restore under another code with "
        f"--as-code, such as --as-code {code[:18]}-2, or into an empty database.",
        event=code,
    )


def drawn_under_its_code(code: str) -> Conflict:
    """The code is part of what the numbers were drawn from."""
    return Conflict(
        "raffle_drawn_under_code",
        f"The list of the raffle of {code} is published, and the code is part of what guests repeat the draw from: "
        "under another code their check would fail. Restore it under its own code into another database.",
        event=code,
    )


def unknown_account(username: str) -> NotFound:
    """Nobody here has that name."""
    return NotFound(
        "unknown_account",
        f"Nobody signs in as {username} here. Check the name, or make the account first with createsuperuser.",
        username=username,
    )


def not_the_same(what: str, here: str, there: str) -> UserFacingError:
    """The restored night does not prove to be the archived one."""
    return UserFacingError(
        "archive_not_proven",
        f"The restored night does not hold: {what} came out as {here}, the archive says {there}. Nothing was changed; "
        "the archive has been altered since it was made. Take another copy of it.",
        what=what,
    )


def books_do_not_hold(fault: str) -> UserFacingError:
    """The first wrong row of the books as restored."""
    return UserFacingError(
        "archive_not_proven",
        f"The books in the archive do not hold. First wrong row: {fault} Nothing was changed. Put the books "
        "right where the archive was made, check them there with manage.py verify_books, and archive the night again.",
        what=fault,
    )
