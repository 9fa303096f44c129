"""What a colour-up of a table would do: who changes how many chips, who wins the race, and the drift."""

from __future__ import annotations

import itertools
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.cards import Card, card_text
from engine.tournament.color_up import RULES, ColorUp, SeatChange, SeatChips, color_up, deal_race, odd_chips
from engine.units import Chips
from eventnight.core.errors import UserFacingError
from eventnight.core.press import PressContent
from eventnight.core.values.formats import chips_text, signed_text
from tournaments.models import ChipRace, Flight
from tournaments.selectors.flight.values import EntryView, FlightView, TableView


@dataclass(frozen=True, slots=True)
class RaceLine:
    """One player in a colour-up. small: chips that retire, by piece."""

    entry: EntryView
    small: int
    cards: tuple[Card, ...]
    change: SeatChange

    @property
    def cards_text(self) -> str:
        """The cards as they are written: "Kd 9c"."""
        return " ".join(card_text(card) for card in self.cards)

    @property
    def sentence(self) -> str:
        """What the player gets: "Gets 4 by change, 1 by the race; the stack is worth +75."."""
        parts = [f"{self.change.direct} by change"]
        if self.change.won:
            parts.append("1 by the race")
        if self.change.saved:
            parts.append("1 so as to stay in")
        worth = (
            f"the stack is worth {signed_text(self.change.change)}"
            if self.change.change
            else "the stack is worth the same"
        )
        return f"Gets {', '.join(parts)}; {worth}."


@dataclass(frozen=True, slots=True)
class Race:
    """A colour-up as it will be booked. lines: by seat."""

    small: Chips
    large: Chips
    result: ColorUp
    lines: tuple[RaceLine, ...]

    @property
    def drift_text(self) -> str:
        return signed_text(self.result.drift)


@dataclass(frozen=True, slots=True, kw_only=True)
class RaceCount(PressContent):
    """What is counted at a table for a colour-up. small, large: values of the chip that retires, and of the one that
    takes its place. stacks: small chips by piece, by player code; none where not named.
    """

    table: int
    small: Chips
    large: Chips
    stacks: Mapping[str, int]


def seats_racing(view: FlightView, counted: RaceCount) -> dict[int, SeatChips]:
    """What everybody at a table holds, by seat.

    Raises UserFacingError("not_at_the_table", "more_than_the_count").
    Rules: WAS-6.
    """
    table, small = counted.table, counted.small
    sitting = {entry.player_code: entry for entry in _sitting(view, table)}
    strangers = sorted(set(counted.stacks) - sitting.keys())
    if strangers or not sitting:
        raise UserFacingError(
            "not_at_the_table",
            f"{', '.join(strangers) or 'Nobody'} sits at table {table}. Reload the page and count again.",
            rules=RULES,
            table=table,
            players=strangers,
        )
    seats = {}
    for code, entry in sitting.items():
        pieces = counted.stacks.get(code, 0)
        rest = entry.chips - pieces * small
        if rest < 0:
            raise UserFacingError(
                "more_than_the_count",
                f"{pieces} chips of {chips_text(small)} are {chips_text(pieces * small)}, and {entry.name} was last "
                f"counted with {chips_text(entry.chips)}. Count the stack first, then race.",
                rules=RULES,
                player=code,
                pieces=pieces,
                chips=entry.chips,
            )
        seats[entry.seat or 0] = SeatChips(pieces, Chips(rest))
    return seats


def race_of(view: FlightView, counted: RaceCount, cards: Mapping[str, Sequence[Card]]) -> Race:
    """What a colour-up does, card by card. cards: one for each odd chip, by player code.

    Raises what `seats_racing` raises, and RuleError of `color_up`.
    Rules: WAS-6.
    """
    seats = seats_racing(view, counted)
    sitting = _sitting(view, counted.table)
    dealt = {entry.seat or 0: tuple(cards.get(entry.player_code, ())) for entry in sitting}
    result = color_up(seats, counted.small, counted.large, dealt)
    lines = tuple(
        RaceLine(
            entry, counted.stacks.get(entry.player_code, 0), dealt[entry.seat or 0], result.changes[entry.seat or 0]
        )
        for entry in sitting
    )
    return Race(counted.small, counted.large, result, lines)


def dealt_cards(view: FlightView, counted: RaceCount, seed: str = "") -> dict[str, str]:
    """Cards for the race from a shuffled pack, as text by player code. seed: fresh randomness unless given.

    Raises what `seats_racing` raises, and RuleError of `deal_race`.
    """
    odd = odd_chips(seats_racing(view, counted), counted.small, counted.large)
    dealt = deal_race(odd, seed or secrets.token_hex(16))
    return {
        entry.player_code: " ".join(card_text(card) for card in dealt[entry.seat or 0])
        for entry in _sitting(view, counted.table)
    }


def retiring(view: FlightView, values: Sequence[int]) -> tuple[int, int] | None:
    """The smallest chip that no blind or ante to come needs, and the next larger one that is a multiple of it.

    values: of the chip set. None where every chip is still needed.
    """
    to_come = view.clock.levels[view.clock.level.position - (not view.clock.is_break) :]
    stakes = [stake for level in to_come for stake in (level.small_blind, level.big_blind, level.ante) if stake]
    chips = sorted(set(values))
    for small, large in itertools.pairwise(chips):
        if stakes and large % small == 0 and all(stake % large == 0 for stake in stakes):
            return small, large
    return None


def races_of(flight: Flight) -> list[ChipRace]:
    """The colour-ups of a flight that stand, the latest first."""
    return list(flight.races.filter(undone_at__isnull=True).order_by("-id"))


def _sitting(view: FlightView, table: int) -> list[EntryView]:
    found: TableView | None = next((one for one in view.tables if one.number == table), None)
    return [entry for entry in found.seats if entry is not None and not entry.is_out] if found else []
