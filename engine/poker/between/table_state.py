"""A table between two hands, as a value: who sits, who owes blinds, where the button was, who holds the kill button."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from engine.doors import door, typed
from engine.errors import RuleError
from engine.poker.between.button import Positions
from engine.poker.between.kill import WINS_THAT_RAISE, KillButton
from engine.poker.house.options import Entry
from engine.poker.seats import MOST_SEATS

SHORT_HANDED_SEATS = 6


@dataclass(frozen=True, kw_only=True, slots=True)
@typed
class Player:
    """Who sits in a seat. is_new: came after the first hand and has not played since. is_away: asked not to be dealt
    in. missed_small_blind, missed_big_blind: the blind passed while the player was away. entry: how a player who owes
    wants to come in, None while that is not decided.
    """

    is_new: bool = False
    is_away: bool = False
    missed_small_blind: bool = False
    missed_big_blind: bool = False
    entry: Entry | None = None

    @property
    def owes(self) -> bool:
        """Is not dealt in before an entry is chosen. Rules: CAN-19, CAN-20."""
        return self.is_new or self.missed_small_blind or self.missed_big_blind


@dataclass(frozen=True, kw_only=True, slots=True)
@typed
class TableState:
    """A table between hands; each move gives the next value. players: by seat. last: the positions of the last hand,
    None before the first. first_button: the seat for the first hand. kill: None where the table plays without.
    seats: how many it has, 10 at most and 6 at a short-handed table.

    Raises RuleError: "too_many_seats", "unknown_seat". Rules: BIS-3.
    """

    players: Mapping[int, Player] = field(default_factory=dict)
    last: Positions | None = None
    first_button: int | None = None
    kill: KillButton | None = None
    seats: int = MOST_SEATS

    def __post_init__(self) -> None:
        if not 2 <= self.seats <= MOST_SEATS:
            raise RuleError(
                "too_many_seats",
                f"A table has 2 to {MOST_SEATS} seats, and {SHORT_HANDED_SEATS} when short-handed, not {self.seats}.",
                rules=("BIS-3",),
                seats=self.seats,
            )
        holder = self.kill.holder if self.kill else None
        for seat in (*self.players, self.first_button, holder):
            if seat is not None:
                self._require_known(seat)

    def player(self, seat: int) -> Player:
        """Who sits there. Raises RuleError("nobody_there")."""
        if seat not in self.players:
            raise RuleError("nobody_there", f"Nobody sits in seat {seat}. Choose a taken seat.", seat=seat)
        return self.players[seat]

    def with_player(self, seat: int, player: Player) -> TableState:
        return replace(self, players={**self.players, seat: player})

    def _require_known(self, seat: int) -> None:
        if not 1 <= seat <= self.seats:
            raise RuleError(
                "unknown_seat",
                f"This table has no seat {seat}. Its seats are numbered 1 to {self.seats}.",
                rules=("BIS-3",),
                seat=seat,
                seats=self.seats,
            )


def sit_down(state: TableState, seat: int, *, owes_blind: bool = True) -> TableState:
    """A player takes an open seat. owes_blind: false in tournaments, where a player who is moved is dealt in at once.

    Raises RuleError: "unknown_seat", "seat_taken". Rules: BIS-3, CAN-19.
    """
    if seat in state.players:
        raise RuleError("seat_taken", f"Seat {seat} is taken. Choose an open seat.", seat=seat)
    return state.with_player(seat, Player(is_new=owes_blind))


@door
def stand_up(state: TableState, seat: int) -> TableState:
    """A player leaves for good, or is knocked out; the kill button stays at the table.

    Raises RuleError("nobody_there"). Rules: ANG-35.
    """
    state.player(seat)
    kill = state.kill.given_back() if state.kill and state.kill.holder == seat else state.kill
    return replace(state, players={other: who for other, who in state.players.items() if other != seat}, kill=kill)


@door
def come_back_to_kill(state: TableState, seat: int) -> TableState:
    """Whoever left while owing the kill blind sits there again before the next hand, and owes it as before.

    Raises RuleError: "unknown_seat", "seat_taken". Rules: ANG-34.
    """
    kill = state.kill and KillButton(kind=state.kill.kind, holder=seat, wins=WINS_THAT_RAISE)
    return replace(sit_down(state, seat, owes_blind=False), kill=kill)


def sit_out(state: TableState, seat: int) -> TableState:
    """A player is not dealt in until they come back; blinds that pass meanwhile are owed.

    Raises RuleError: "nobody_there", "kill_blind_due". Rules: ANG-34, CAN-20.
    """
    player = state.player(seat)
    if state.kill and state.kill.is_on and state.kill.holder == seat:
        raise RuleError(
            "kill_blind_due",
            f"Seat {seat} won two pots in a row and owes the kill blind. Sit out after the next hand.",
            rules=("ANG-34",),
            seat=seat,
        )
    return state.with_player(seat, replace(player, is_away=True, entry=None))


def come_back(state: TableState, seat: int) -> TableState:
    """A player who sat out wants cards again. Raises RuleError("nobody_there"). Rules: CAN-20."""
    return state.with_player(seat, replace(state.player(seat), is_away=False))


def give_first_button(state: TableState, seat: int) -> TableState:
    """Put the button in front of a seat for the first hand (see first_button.py).

    Raises RuleError: "nobody_there", "button_moves". Rules: WAS-4, WLIA-6.
    """
    state.player(seat)
    if state.last is not None:
        raise RuleError(
            "button_moves",
            "The first hand has been played; the button moves automatically.",
            rules=("WLIA-6", "WAS-4"),
            button=state.last.button,
        )
    return replace(state, first_button=seat)
