"""Tables between hands for tests: seated players with chips, and the next hand prepared at one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.poker.between.button import Positions
from engine.poker.between.kill import KillButton
from engine.poker.between.next_hand import HandSetup, next_hand
from engine.poker.between.table_state import Player, TableState
from engine.poker.forced import Blinds
from engine.poker.games.catalogue import GAMES
from engine.poker.house.catalogue import HOUSES
from engine.poker.house.rules import HouseRules
from engine.poker.settling.settlement import PotResult, Settlement
from engine.poker.stakes import Stakes, Structure
from engine.units import Chips

NO_LIMIT = Stakes(structure=Structure.NO_LIMIT, small_blind=Chips(5), big_blind=Chips(10))
LIMIT = Stakes(structure=Structure.FIXED_LIMIT, small_blind=Chips(5), big_blind=Chips(10), big_bet=Chips(20))


def a_table(
    seats: Iterable[int],
    *,
    last: tuple[int, int, int] | None = None,
    first_button: int | None = None,
    kill: KillButton | None = None,
    **newcomers: Player,
) -> TableState:
    """Players in ``seats`` who owe nothing; others as ``seat_4=Player(...)``."""
    others = {int(name.removeprefix("seat_")): player for name, player in newcomers.items()}
    return TableState(
        players={seat: Player() for seat in seats} | others,
        last=None if last is None else Positions(*last),
        first_button=first_button,
        kill=kill,
    )


def prepare(
    table: TableState,
    house: str | HouseRules,
    *,
    stakes: Stakes = NO_LIMIT,
    stacks: Mapping[int, int] | None = None,
    game: str = "holdem",
    **asked: object,
) -> HandSetup:
    """The next hand; 1,000 chips for everybody where no stacks are given."""
    return next_hand(
        table,
        game=GAMES[game],
        house=HOUSES[house] if isinstance(house, str) else house,
        stakes=stakes,
        stacks=dict.fromkeys(table.players, 1000) if stacks is None else stacks,
        **asked,
    )


def blinds_of(setup: HandSetup) -> tuple[int, Blinds]:
    """The button, and who posts the blinds of a hand without other posts."""
    sizes = {chips: seat for seat, chips in setup.forced.blinds.items()}
    return setup.button, Blinds(small=sizes.get(setup.stakes.small_blind), big=sizes[setup.stakes.big_blind])


def a_result(*winners: int, side_pot_winner: int | None = None, lost: Iterable[int] = ()) -> Settlement:
    """A settled hand: who shared the main pot, and who won a side pot beside it."""
    pots = [_pot(0, winners)]
    if side_pot_winner is not None:
        pots.insert(0, _pot(1, (side_pot_winner,)))
    return Settlement(tuple(pots), {}, {}, {}, Chips(0))


def _pot(number: int, winners: tuple[int, ...]) -> PotResult:
    return PotResult(number, Chips(40), Chips(0), winners, winners, {}, {}, ())
