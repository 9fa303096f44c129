"""One player's night as a plain value: chips and tickets, where to go next, where to sit, and what has happened.

It holds all that the player's board shows, so two equal nights are one and the same board.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from engine.raffle import TicketsBought
from eventnight.calls.selectors.calls import CallView
from eventnight.calls.selectors.seats import SeatNow
from tables.drawings.seat_map import SeatBox
from tables.selectors import SeatLine
from tournaments.selectors.bracket.claims import ClaimView, MatchClaims
from tournaments.selectors.bracket.night import Standing
from tournaments.selectors.bracket.values import MatchView, TeamView
from tournaments.selectors.clock.clock_view import ClockView
from tournaments.selectors.flight.standing import SeatState
from tournaments.selectors.flight.values import EntryView
from tournaments.selectors.seating.moves_made import MoveShown


@dataclass(frozen=True, slots=True)
class Happening:
    """Something that happened to the player. chips, tickets: gained above 0, given below 0."""

    at: datetime
    text: str
    chips: int = 0
    tickets: int = 0
    score: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnScore:
    """The match as it is kept hand by hand: name, points and games won of both teams, the upper one first.

    target: points that win a game. report_query: what fills in the report once the match is won, else empty.
    """

    sides: tuple[tuple[str, int, int], ...]
    target: int
    is_one_game: bool
    is_won: bool
    report_query: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnEuchre:
    """The player's place in the latest bracket; team, match and the rest are empty without a team.

    score: as soon as somebody keeps it. is_dealt: the system deals at the tables of the bracket.
    """

    standing: Standing
    bracket_id: int | None
    bracket_name: str
    is_drawn: bool
    team: TeamView | None
    match: MatchView | None
    opponents: str
    is_last_call: bool
    claims: MatchClaims | None
    score: OwnScore | None
    is_dealt: bool = False

    @property
    def own_report(self) -> ClaimView | None:
        """What the player's team has reported of its match."""
        return self.claims.report_of(self.team) if self.claims else None

    @property
    def their_report(self) -> ClaimView | None:
        """What the other team has reported."""
        return self.claims.report_against(self.team) if self.claims else None


@dataclass(frozen=True, slots=True)
class OwnTable:
    """The hold'em table the player sits at, as the seat map takes it."""

    name: str
    seats: tuple[SeatBox, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnHoldem:
    """The player's place in the flight that counts. move: the way to the seat to which the player has just been sent.
    is_dealt: the system deals at the tables of the tournament.

    clock_at: the clock's version and level. Its other figures run with the time of day and make no other night.
    """

    holdem_id: int
    flight: str
    state: SeatState
    clock: ClockView = field(repr=False, compare=False)
    clock_at: tuple[int, int]
    entry: EntryView
    table: OwnTable | None
    move: MoveShown | None
    is_dealt: bool = False


@dataclass(frozen=True, slots=True)
class OwnFloor:
    """Where the player sits now, and the open call of that table, whoever there made it."""

    seat: SeatNow
    call: CallView | None


@dataclass(frozen=True, slots=True, kw_only=True)
class MyNight:
    """What a player sees of the night. held: tickets in hand; placed: in buckets; would_buy: what the chips come to at
    the raffle.

    last_entry: the id of the last entry of the books that touched the player; time_zone: in which times are shown.
    wheels: the roulette tables at which phones lay bets, id and name.
    """

    event_id: int
    time_zone: str
    code: str
    token: str
    is_checked_in: bool
    chips: int
    held: int
    placed: int
    has_raffle: bool
    would_buy: TicketsBought
    last_entry: int
    results: tuple[Happening, ...]
    euchre: OwnEuchre | None
    holdem: OwnHoldem | None
    card_seat: SeatLine | None
    floor: OwnFloor | None
    wheels: tuple[tuple[int, str], ...] = ()

    @property
    def is_called(self) -> bool:
        """Whether the player is to walk to a match now."""
        return self.euchre is not None and self.euchre.standing == Standing.CALLED

    @property
    def is_last_call(self) -> bool:
        """Whether the player's team is called for the last time."""
        return self.euchre is not None and self.euchre.is_last_call

    @property
    def chips_that_buy(self) -> int:
        """Chips that whole tickets would cost."""
        return self.chips - self.would_buy.chips_left
