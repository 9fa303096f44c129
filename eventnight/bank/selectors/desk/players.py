"""What the desk shows: a player with balances, and what a sale will do before it is done."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from engine.units import Cents, Chips
from eventnight.bank.chips.chip_set import ColourCount
from eventnight.bank.ledger.refs import player_chips, player_tickets
from eventnight.bank.models import Entry, EntryKind
from eventnight.bank.selectors.chips.rack import colours_to_give
from eventnight.bank.selectors.ledger.balances import balances, player_balances
from eventnight.bank.selectors.ledger.entries import EntryLine, first_stack_of, rebuy_count
from eventnight.events.models import Event, Player
from eventnight.events.selectors import find_players

ROWS = 8

DESK_KINDS = frozenset({EntryKind.FIRST_STACK, EntryKind.REBUY, EntryKind.DONATION})
"""Entries that the bank alone keeps. The others have tickets, seats or stacks beside them, which must follow."""

TICKET_KINDS = frozenset({EntryKind.TICKET_SALE, EntryKind.REDEMPTION})
"""Entries made at the desk whose tickets the raffle keeps."""

LOTS_OFFERED = (1, 2, 3, 5, 10)


@dataclass(frozen=True, slots=True)
class DeskPlayer:
    player: Player
    chips: Chips
    tickets: int
    rebuys: int
    first_stack: Entry | None


@dataclass(frozen=True, slots=True)
class FoundPlayer:
    """A line of the search."""

    player: Player
    chips: Chips


@dataclass(frozen=True, slots=True)
class HandOut:
    """What selling chips will do. paid: in cents, the donation given on top among it; chips_after: what the player
    holds then.
    """

    quantity: int
    paid: Cents
    donation: Cents
    chips: Chips
    colours: list[ColourCount]
    chips_after: Chips


@dataclass(frozen=True, slots=True)
class ChipsIn:
    """What chips buy at the raffle. chips: the most that can be turned in; kept: what is left afterwards."""

    chips: Chips
    tickets: int
    kept: Chips


@dataclass(frozen=True, slots=True)
class Lot:
    """So many tickets for that many cents."""

    tickets: int
    paid: Cents


def desk_player(event: Event, player: Player) -> DeskPlayer:
    """The player with what the bank knows: three queries."""
    held = balances(event.pk, [player_chips(player.code), player_tickets(player.code)])
    chips, tickets = held.values()
    return DeskPlayer(
        player=player,
        chips=Chips(chips),
        tickets=tickets,
        rebuys=rebuy_count(event.pk, player.code),
        first_stack=first_stack_of(event.pk, player.code),
    )


def found_players(event: Event, query: str) -> list[FoundPlayer]:
    """The first players that a search finds, with their chips."""
    found = list(find_players(event, query)[:ROWS])
    held = player_balances(event.pk)
    return [FoundPlayer(player, Chips(held[player.code].chips if player.code in held else 0)) for player in found]


def rebuy_plan(event: Event, at_desk: DeskPlayer, quantity: int, donation: Cents) -> HandOut:
    """What that many re-buys will do, with a donation on top in cents. Raises what `colours_to_give` raises.

    Rules: WLIA-3, WLIA-4.
    """
    prices = event.house_settings.bank
    chips = Chips(quantity * prices.rebuy_chips)
    return HandOut(
        quantity=quantity,
        paid=Cents(quantity * prices.rebuy_price + donation),
        donation=donation,
        chips=chips,
        colours=colours_to_give(event, chips),
        chips_after=Chips(at_desk.chips + chips),
    )


def first_stack_plan(event: Event, at_desk: DeskPlayer) -> HandOut:
    """What the first stack will do. Raises what `colours_to_give` raises. Rules: WLIA-2, WLIA-4."""
    prices = event.house_settings.bank
    chips = Chips(prices.first_stack)
    return HandOut(
        quantity=1,
        paid=Cents(prices.first_stack_price),
        donation=Cents(0),
        chips=chips,
        colours=colours_to_give(event, chips),
        chips_after=Chips(at_desk.chips + chips),
    )


def chips_in_plan(event: Event, at_desk: DeskPlayer) -> ChipsIn:
    """The most tickets that the player's chips buy. Rules: WLIA-14."""
    rate = event.house_settings.raffle.chips_per_ticket
    tickets = at_desk.chips // rate
    return ChipsIn(Chips(tickets * rate), tickets, Chips(at_desk.chips - tickets * rate))


def ticket_lots(event: Event) -> list[Lot]:
    """The lots that the desk offers. Rules: WLIA-15."""
    raffle = event.house_settings.raffle
    return [Lot(number * raffle.lot_tickets, Cents(number * raffle.lot_price)) for number in LOTS_OFFERED]


def may_undo(event: Event, line: EntryLine, *, by_code: str, may_reverse_any: bool, now: datetime) -> bool:
    """Whether the desk offers to undo the entry to this person: own ones for the minutes that the event sets."""
    if line.is_reversed or line.kind not in DESK_KINDS | TICKET_KINDS:
        return False
    own_for = timedelta(minutes=event.house_settings.bank.undo_minutes)
    return may_reverse_any or (line.by_code == by_code and now - line.at <= own_for)
