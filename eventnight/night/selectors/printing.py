"""What can be printed of a night, and what stands on a guest's card."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse

from eventnight.core.paper.codes import code_on_paper
from eventnight.core.paper.sizes import ACROSS, MOST_CARDS, NAMES, SHEETS, SLIPS, usual_first
from eventnight.core.paper.typeset import Values
from eventnight.core.roles import Permission, Role
from eventnight.core.values.formats import counted_text
from eventnight.core.web.access import may
from eventnight.events.models import Event, Player
from eventnight.events.phones import PhoneLinks
from eventnight.raffle.selectors import printable_tickets, raffle_by_event
from tournaments.selectors.bracket.brackets import bracket_view
from tournaments.selectors.bracket.night import EuchreTonight, euchre_tonight
from tournaments.selectors.bracket.teams import brackets_of
from tournaments.selectors.flight.standing import SeatView
from tournaments.selectors.flight.tournaments import holdem_summary, seats_of

CARDS_A_SHEET, SLIPS_A_SHEET, TICKETS_A_SHEET = 10, 4, 24


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """Something to print. kind: its picture; address: of its PDF, or of the page where it is chosen (without sizes);
    sizes: value and name of each paper, the usual one first; chosen: what the address says besides the paper.
    """

    kind: str
    title: str
    told: str
    address: str
    sizes: tuple[tuple[str, str], ...] = ()
    chosen: tuple[tuple[str, int], ...] = ()


def documents(event: Event, roles: frozenset[Role], now: datetime) -> list[Document]:
    """What somebody with these roles may print tonight, in the order of the evening."""
    found: list[Document] = []
    if may(roles, Permission.CHECK_IN):
        found += _cards(event)
    found += _brackets(event, with_slips=may(roles, Permission.RUN_MATCHES))
    if may(roles, Permission.RUN_FLOOR):
        found += _seats(event, now)
    if may(roles, Permission.RUN_RAFFLE):
        found += _tickets(event)
    found.append(_rules(event))
    if may(roles, Permission.SEE_BOOKS):
        found.append(_report(event))
    return found


def cards_sheet(event: Event, players: Sequence[Player], links: PhoneLinks, paper: str, now: datetime) -> Values:
    """What the sheet `cards` takes. The number of queries does not grow with the players."""
    euchre, seats = euchre_tonight(event), seats_of(holdem_summary(event, now))
    partners = _partners(players, euchre)
    return {
        "title": f"Player cards, {event.name}",
        "night": event.name,
        "paper": paper,
        "host": links.to("events:find_me", code=event.code).partition("://")[2],
        "cards": [
            {
                "name": one.person.full_name,
                "code": one.code,
                "pin": one.pin,
                "lines": [*_seat_line(seats.get(one.pk)), *_pair_line(one, euchre, partners)],
                "qr": code_on_paper(links.to("night:card", token=one.token)),
            }
            for one in players
        ],
    }


def _seat_line(seat: SeatView | None) -> Iterator[list[str]]:
    if seat and seat.state.is_at_table:
        yield ["Hold’em", f"{seat.flight}, table {seat.entry.table}, seat {seat.entry.seat}"]


def _pair_line(one: Player, euchre: EuchreTonight, partners: dict[int, str]) -> Iterator[list[str]]:
    if place := euchre.places.get(one.pk):
        others = [partners[each] for each in place.team.player_ids if each != one.pk]
        yield ["Euchre", f"pair {place.team.number}{', with ' if others else ''}{' and '.join(others)}"]


def _partners(players: Sequence[Player], euchre: EuchreTonight) -> dict[int, str]:
    """The names of everybody who plays in a pair with one of them, by player id."""
    pairs = [euchre.places[one.pk].team.player_ids for one in players if one.pk in euchre.places]
    wanted = {each for pair in pairs for each in pair}
    rows = Player.objects.filter(pk__in=wanted).select_related("event", "person")
    return {one.pk: one.display_name for one in rows}


def _cards(event: Event) -> Iterator[Document]:
    """Of more than one file holds, one for each part."""
    count = event.players.count()
    for part, first in enumerate(range(0, max(count, 1), MOST_CARDS), start=1):
        here = min(count - first, MOST_CARDS)
        yield Document(
            kind="cards",
            title="Player cards" if count <= MOST_CARDS else f"Player cards {first + 1:,} to {first + here:,}",
            told=f"{_counted(here, 'card', CARDS_A_SHEET)}. QR code, name, PIN and seat" if count else "No guests yet",
            address=reverse("night:cards", kwargs={"code": event.code}),
            sizes=_sizes(usual_first(SHEETS, event.currency), a4="A4, 85 × 54 mm", letter="Letter, 3.5 × 2 in"),
            chosen=(("part", part),) if count > MOST_CARDS else (),
        )


def _brackets(event: Event, *, with_slips: bool) -> Iterator[Document]:
    sheets, across = usual_first(SHEETS, event.currency), usual_first(ACROSS, event.currency)
    for bracket in map(bracket_view, brackets_of(event)):
        if not bracket.is_drawn:
            continue
        place = {"code": event.code, "bracket_id": bracket.id}
        if with_slips:
            told = _counted(len(bracket.to_be_filled_in), "match", SLIPS_A_SHEET, "matches")
            address = reverse("tournaments:score_slips", kwargs=place)
            title = f"Score slips, {bracket.name}"
            yield Document(kind="slips", title=title, told=told, address=address, sizes=_sizes(sheets))
        told = f"{bracket.entries} teams, filled in as far as played"
        address = reverse("tournaments:bracket_paper", kwargs=place)
        title = f"{bracket.name} bracket"
        yield Document(kind="bracket", title=title, told=told, address=address, sizes=_sizes(across, " across"))


def _seats(event: Event, now: datetime) -> Iterator[Document]:
    for holdem in holdem_summary(event, now):
        for flight in holdem.flights:
            if flight.is_at_tables:
                yield Document(
                    kind="seat",
                    title=f"Seat slips, {flight.name}",
                    told=f"{flight.players_left} seats, a slip each. Slips of moves are on the floor’s page",
                    address=reverse(
                        "tournaments:floor_seat_slips", kwargs={"code": event.code, "flight_id": flight.id}
                    ),
                    sizes=_sizes(SLIPS),
                )


def _tickets(event: Event) -> Iterator[Document]:
    raffle = raffle_by_event(event.pk)
    if raffle:
        count = printable_tickets(raffle, player=None, entry=None, first=None, last=None).count()
        told = _counted(count, "ticket", TICKETS_A_SHEET)
        address = reverse("raffle:print", kwargs={"code": event.code})
        yield Document(kind="tickets", title="Raffle tickets", told=told, address=address)


def _rules(event: Event) -> Document:
    address = reverse("events:rules_paper", kwargs={"code": event.code})
    sizes = _sizes(usual_first(SHEETS, event.currency))
    return Document(kind="text", title="House rules", told="Tonight’s rules, with ids", address=address, sizes=sizes)


def _report(event: Event) -> Document:
    address = reverse("night:report_file", kwargs={"code": event.code, "ending": "pdf"})
    told = "What came in and who holds it, to sign"
    return Document(kind="text", title="Report of the night", told=told, address=address, sizes=_sizes(("a4",)))


def _counted(count: int, thing: str, a_sheet: int, things: str = "") -> str:
    """ "48 cards, 10 a sheet: 5 sheets"."""
    sheets = counted_text(-(-count // a_sheet), "sheet")
    return f"{counted_text(count, thing, things)}, {a_sheet} a sheet: {sheets}"


def _sizes(sizes: tuple[str, ...], more: str = "", **names: str) -> tuple[tuple[str, str], ...]:
    return tuple((size, names.get(size, f"{NAMES[size]}{more}")) for size in sizes)
