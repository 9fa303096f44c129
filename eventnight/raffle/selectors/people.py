"""Who threw the dice and who watched, by the codes under which they are published."""

from __future__ import annotations

from collections.abc import Iterable

from eventnight.core.actors import staff_code
from eventnight.core.errors import NotFound
from eventnight.core.values.codes import called
from eventnight.events.models import Event, Player
from eventnight.events.selectors import staff_of


def witness_codes(event: Event, names: Iterable[str]) -> list[str]:
    """The codes of guests and staff, each once, in the order given.

    names: codes of guests, names that staff sign in with, or codes of staff.

    Raises NotFound("unknown_witness").
    """
    codes: dict[str, None] = {}
    staff: dict[str, str] | None = None
    for name in names:
        guest = Player.objects.filter(called(name), event=event).values_list("code", flat=True).first()
        if guest is None and staff is None:
            staff = _staff_names(event)
        found = guest or (staff or {}).get(name.casefold())
        if found is None:
            raise NotFound(
                "unknown_witness",
                f"“{name[:40]}” is neither the code of a guest nor the sign-in name of this event's staff. Read the "
                "code on the card again.",
                name=name[:40],
            )
        codes[found] = None
    return list(codes)


def _staff_names(event: Event) -> dict[str, str]:
    codes = {member.username.casefold(): staff_code(member.user_id, event) for member in staff_of(event)}
    return codes | {code: code for code in codes.values()}
