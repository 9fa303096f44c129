"""Singles become teams of two, and teams get their seeds, by a recorded draw; and what becomes of who is left over.

The pool holds those without a partner. One held back by a draw is the reserve: paired with the next to arrive, else
with a volunteer, or put where somebody is missing; or released, and the bank gives back the re-buy.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from engine.chance import SeededDraw, require_distinct
from engine.doors import door, typed
from engine.errors import RuleError

Item = TypeVar("Item")
Single = TypeVar("Single", bound=Hashable)

RULES = ("WLIA-23",)


@dataclass(frozen=True, slots=True)
class Pairing(Generic[Single]):
    """Teams of two in the order drawn, and the single who waits for a partner, if the number was odd."""

    pairs: tuple[tuple[Single, Single], ...]
    reserve: Single | None


@dataclass(frozen=True, slots=True)
@typed
class Pool(Generic[Single]):
    """Who has no partner. waiting: for the next draw, in the order they came. reserve: held back by the last one."""

    waiting: tuple[Single, ...] = ()
    reserve: Single | None = None

    @property
    def singles(self) -> tuple[Single, ...]:
        """Everybody in the pool; the reserve came before those who wait."""
        return self.waiting if self.reserve is None else (self.reserve, *self.waiting)


@dataclass(frozen=True, slots=True)
@typed
class Pair(Generic[Single]):
    """A team as pairing sees it. has_played: its first match is decided; a bye is not a match."""

    players: tuple[Single, Single]
    has_played: bool = False


@dataclass(frozen=True, slots=True)
class ReserveSettled(Generic[Single]):
    """What became of the reserve: in a pair, released, or (neither) still waiting in the pool."""

    pool: Pool[Single]
    pair: Pair[Single] | None = None
    released: Single | None = None


def shuffle(items: Iterable[Item], seed: str) -> tuple[Item, ...]:
    """The items in the order that the stored seed gives them."""
    return SeededDraw(seed).shuffled(items)


def pair_singles(singles: Sequence[Single], seed: str) -> Pairing[Single]:
    """Pair the singles, given in sign-up order. The last to sign up waits as the reserve when the number is odd.

    Raises RuleError: "listed_twice".
    Rules: WLIA-23.
    """
    require_distinct(singles, "WLIA-23")
    drawn_from = len(singles) - len(singles) % 2
    # A label of its own: the same stored seed must not make the seeds of an evening follow from its pairs.
    order = shuffle(singles[:drawn_from], f"{seed}/pairs")
    pairs = tuple(zip(order[::2], order[1::2], strict=True))
    return Pairing(pairs, singles[-1] if drawn_from < len(singles) else None)


@door
def pair_pool(pool: Pool[Single], seed: str) -> tuple[Pairing[Single], Pool[Single]]:
    """Pair the pool by ``pair_singles``. Returns the pairing, and the pool with only the new reserve in it.

    Raises RuleError: "too_few_singles", "listed_twice".
    Rules: WLIA-23.
    """
    count = len(pool.singles)
    if count < 2:
        waiting = "Only 1 single waits" if count else "No single waits"
        raise _refused(
            "too_few_singles",
            f"{waiting} for a partner; a draw needs 2. Enter more singles, or find the one a stand-in.",
            singles=count,
        )
    pairing = pair_singles(pool.singles, seed)
    return pairing, Pool(reserve=pairing.reserve)


@door
def settle_reserve(
    pool: Pool[Single],
    *,
    arrivals: Sequence[Single] = (),
    volunteers: Sequence[Single] = (),
    is_last_call: bool = False,
) -> ReserveSettled[Single]:
    """The reserve plays with the next to arrive, else with a volunteer; at the last call, which comes before the first
    match the new team would play, without either they are released. Until then they wait.

    arrivals, volunteers: in order; only the first is taken.

    Raises RuleError: "no_reserve", "pair_of_one".
    Rules: WLIA-23.
    """
    reserve, rest = _reserve_of(pool), replace(pool, reserve=None)
    for partner in (*arrivals, *volunteers):
        _require_two(reserve, partner)
        waiting = tuple(single for single in rest.waiting if single != partner)
        return ReserveSettled(Pool(waiting), pair=Pair((reserve, partner)))
    return ReserveSettled(rest, released=reserve) if is_last_call else ReserveSettled(pool)


@door
def fill_place(pool: Pool[Single], pair: Pair[Single], missing: Single) -> tuple[Pair[Single], Pool[Single]]:
    """The reserve takes the place of somebody who did not come, before that team's first match is decided.

    Raises RuleError: "no_reserve", "player_not_in_team", "team_has_played".
    Rules: WLIA-23.
    """
    reserve = _reserve_of(pool)
    filled = _exchanged(pair, missing, reserve)
    _require_unplayed(pair)
    return filled, replace(pool, reserve=None)


def leave_pair(pool: Pool[Single], pair: Pair[Single], leaving: Single) -> Pool[Single]:
    """One of a team leaves before round one: the team is no more, and the other goes to the end of the pool.

    Raises RuleError: "player_not_in_team", "team_has_played" (then a substitute may be named).
    Rules: WLIA-23.
    """
    _require_in(pair, leaving)
    _require_unplayed(pair)
    staying = tuple(player for player in pair.players if player != leaving)
    return replace(pool, waiting=(*pool.waiting, *staying))


@door
def name_substitute(
    pair: Pair[Single], leaving: Single, substitute: Single, played: Collection[Single] = ()
) -> Pair[Single]:
    """After round one somebody who has not played takes the place of the one who leaves.

    played: whoever has been in a decided match.

    Raises RuleError: "player_not_in_team", "pair_of_one", "substitute_has_played".
    Rules: WLIA-23.
    """
    named = _exchanged(pair, leaving, substitute)
    if substitute in played:
        raise _refused(
            "substitute_has_played",
            f"{substitute} has played in this bracket already. Choose somebody who has not.",
            player=str(substitute),
        )
    return named


@door
def draw_seeds(teams: Sequence[Single], seed: str) -> tuple[Single, ...]:
    """The teams of an unseeded night in drawn order: the first is seed 1.

    Raises RuleError: "listed_twice".
    Rules: WLIA-22.
    """
    require_distinct(teams, "WLIA-22")
    return shuffle(teams, f"{seed}/seeds")


def _exchanged(pair: Pair[Single], leaving: Single, coming: Single) -> Pair[Single]:
    """The pair with one player in the place of another."""
    _require_in(pair, leaving)
    one, other = pair.players
    _require_two(other if leaving == one else one, coming)
    return replace(pair, players=(coming, other) if leaving == one else (one, coming))


def _reserve_of(pool: Pool[Single]) -> Single:
    if pool.reserve is None:
        raise _refused("no_reserve", "There is no reserve: every single has a partner. Enter two players as a pair.")
    return pool.reserve


def _require_in(pair: Pair[Single], player: Single) -> None:
    if player not in pair.players:
        raise _refused(
            "player_not_in_team",
            f"{player} does not play in the team of {pair.players[0]} and {pair.players[1]}. Choose one of the two.",
            player=str(player),
        )


def _require_two(one: Single, other: Single) -> None:
    if one == other:
        raise _refused("pair_of_one", f"{one} cannot be their own partner. Choose two players.", player=str(one))


def _require_unplayed(pair: Pair[Single]) -> None:
    if pair.has_played:
        raise _refused(
            "team_has_played",
            f"The team of {pair.players[0]} and {pair.players[1]} has played its first match. "
            "Name a substitute who has not played.",
            players=[str(player) for player in pair.players],
        )


def _refused(code: str, message: str, **facts: object) -> RuleError:
    return RuleError(code, message, rules=RULES, **facts)
