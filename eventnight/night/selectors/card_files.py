"""The files in which guests' cards are printed, and which cards must be printed again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q

from eventnight.core.audit import audit_log
from eventnight.core.errors import NotFound
from eventnight.core.models import AuditRecord
from eventnight.core.paper.sizes import MOST_CARDS
from eventnight.core.values.formats import counted_text
from eventnight.events.models import Event, Player
from eventnight.events.phones import PhoneLinks
from eventnight.events.selectors import player_by_code, players_of

_ONE_GUEST = 0
"""Stands for the part of a card that was printed alone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CardFile:
    """is_all: it has every guest of the night. part: which of several files, 0 where it is none of several."""

    players: tuple[Player, ...]
    is_all: bool
    part: int = 0


@dataclass(frozen=True, slots=True)
class Reprint:
    """Cards on paper that lead phones nowhere now. address: what they say; at: when the last of them were printed."""

    cards: int
    address: str
    at: datetime


def card_file(event: Event, *, player: str, part: int) -> CardFile:
    """The cards of that part, counted from 1, or of the one player with that code.

    Raises NotFound: "unknown_player", "no_such_part".
    """
    count = event.players.count()
    if player:
        return CardFile(players=(player_by_code(event, player),), is_all=count == 1)
    parts = _parts(count)
    if not 1 <= part <= parts:
        raise _no_such_part(event, count, parts)
    first = (part - 1) * MOST_CARDS
    players = tuple(players_of(event)[first : first + MOST_CARDS])
    return CardFile(players=players, is_all=parts == 1, part=part if parts > 1 else 0)


def cards_to_reprint(event: Event, links: PhoneLinks) -> Reprint | None:
    """The cards that say another address than the one in force, and that were not printed again since."""
    if links.lead_nowhere:
        return None
    wrong = list(_still_wrong(event, links))
    if not wrong:
        return None
    cards: dict[int, int] = {}
    for line in wrong:
        part = _part_of(line)
        cards[part] = max(line.facts["printed"], cards.get(part, 0))
    alone = cards.pop(_ONE_GUEST, 0)
    return Reprint(max(sum(cards.values()), alone), wrong[0].facts["address"], wrong[0].at)


def _still_wrong(event: Event, links: PhoneLinks) -> Iterator[AuditRecord]:
    """The printings, newest first, of which no later one made up for every card."""
    # One guest's card with the right address makes up for nothing, however many are printed.
    counts = ~Q(facts__address=links.address) | Q(facts__is_all=True) | Q(facts__has_key="part")
    lines = audit_log(event.pk).filter(counts, action="cards.printed").order_by("-id")[:50]
    every_part = set(range(1, _parts(event.players.count()) + 1)) if lines else set()
    printed: set[int] = set()
    for line in lines:
        if line.facts["address"] == links.address:
            printed.add(_part_of(line))
            if line.facts["is_all"] or printed >= every_part:
                return
        elif (links.is_chosen or PhoneLinks(line.facts["address"]).lead_nowhere) and _part_of(line) not in printed:
            yield line


def _part_of(line: AuditRecord) -> int:
    """Which part was printed. A file of everybody has the same guests as a first part."""
    part: int = line.facts.get("part", 1 if line.facts["is_all"] else _ONE_GUEST)
    return part


def _parts(count: int) -> int:
    """How many files the cards of so many guests take: one at least."""
    return max(-(-count // MOST_CARDS), 1)


def _no_such_part(event: Event, count: int, parts: int) -> NotFound:
    said = "one file, without parts" if parts == 1 else f"{parts} parts"
    way_out = "Print the cards without a part." if parts == 1 else f"Print one of 1 to {parts}."
    return NotFound(
        "no_such_part", f"The {counted_text(count, 'card')} of {event.name} are {said}. {way_out}", parts=parts
    )
