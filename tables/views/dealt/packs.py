"""The packs of a table where the system deals: what was promised, and what anybody checks afterwards."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils import timezone

from eventnight.core.web.access import public_page
from eventnight.events.models import Event
from tables.models import Pack
from tables.selectors import card_table_of
from tables.selectors.dealt import shuffle_of, shuffles_of
from tables.views.answers import address_in

SHOWN_PACKS = 30


@dataclass(frozen=True, slots=True)
class PackLine:
    """A pack on the list. name: what it was for. file: its address."""

    pack: Pack
    name: str
    file: str


@public_page()
def packs(request: HttpRequest, event: Event, table_id: int) -> HttpResponse:
    """The last packs, and how they are checked."""
    table = card_table_of(event, table_id, timezone.now())
    lines = [
        PackLine(
            pack,
            f"Hand {pack.hand_number}" if pack.hand_number else f"Pack {pack.serial}",
            address_in(table, "pack_file", serial=pack.serial),
        )
        for pack in shuffles_of(table)[:SHOWN_PACKS]
    ]
    context = {"event": event, "version": event.head.version, "where": table.name, "packs": lines}
    return render(request, "tables/dealt/packs.html", context)


@public_page()
def pack_file(request: HttpRequest, event: Event, table_id: int, serial: int) -> HttpResponse:
    """A pack as a file: the promise before and during its hand, and afterwards what opens it."""
    pack = shuffle_of(card_table_of(event, table_id, timezone.now()), serial)
    return pack_answer(pack)


def pack_answer(pack: Pack) -> HttpResponse:
    """The file of a pack, to be saved under its name."""
    answer = JsonResponse(pack.published or pack.promise)
    answer["Content-Disposition"] = f'attachment; filename="{pack.file_name}"'
    return answer
