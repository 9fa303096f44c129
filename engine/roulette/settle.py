"""What a spin pays: winners get their stake back with the win, the house takes the rest."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from engine.doors import door
from engine.errors import RuleError, quoted
from engine.roulette.bets import Bet, Catalogue, legal_bets
from engine.roulette.wheel import Colour, Wheel
from engine.units import Chips

ONE_CHIP = Chips(1)
MOST_CHIPS = Chips(10**15)
"""More on one bet is a slip of the keyboard; a limit also keeps every sum short enough to print."""

_LIMITS = {
    "bet_below_limit": "lowest bet",
    "bet_above_limit": "highest bet",
    "spin_above_limit": "most for one spin",
}


@dataclass(frozen=True, slots=True)
class Placed:
    """Chips of one owner on one bet."""

    owner: str
    bet: Bet
    chips: Chips


@dataclass(frozen=True, slots=True)
class TableLimits:
    """Chips on the table, per owner; None for no limit. Chips added to a bet count with those already there.

    Raises RuleError: "roulette_limits" where nothing could be bet.
    Rules: WLIA-20.
    """

    lowest_bet: Chips = ONE_CHIP
    highest_bet: Chips | None = None
    highest_spin: Chips | None = None

    def __post_init__(self) -> None:
        most = [limit for limit in (self.highest_bet, self.highest_spin) if limit is not None]
        is_sound = all(_is_whole(limit) for limit in (self.lowest_bet, *most))
        if not is_sound or not 1 <= self.lowest_bet <= min([MOST_CHIPS, *most]):
            raise RuleError(
                "roulette_limits",
                f"With a lowest bet of {quoted(self.lowest_bet)} and at most "
                f"{' or '.join(str(quoted(limit)) for limit in most) or 'anything'} nothing could be bet. "
                "The lowest bet is 1 or more and no larger than the highest.",
                rules=("WLIA-20",),
                lowest=quoted(self.lowest_bet),
                highest=[quoted(limit) for limit in most],
            )


@dataclass(frozen=True, slots=True)
class SettledBet:
    """``returned`` is what goes back to the owner: stake and win, or nothing."""

    placed: Placed
    returned: Chips

    @property
    def won(self) -> bool:
        return self.returned > 0

    @property
    def net(self) -> int:
        """What the owner is up; below 0, down."""
        return self.returned - self.placed.chips


@dataclass(frozen=True)
class SpinSettlement:
    """A spin, bet by bet in the order placed. What the owners and the house are up sums to zero."""

    pocket: str
    colour: Colour
    bets: tuple[SettledBet, ...]
    net_by_owner: dict[str, int]
    house_net: int


@door(own=("pocket",))
def settle_spin(
    wheel: Wheel,
    placed: Iterable[Placed],
    pocket: str,
    limits: TableLimits | None = None,
    *,
    catalogue: Catalogue = Catalogue.HOUSE,
) -> SpinSettlement:
    """Pay the bets of a spin that ended in ``pocket``: any number of owners, and a bet as often as it was placed.

    Raises RuleError: "unknown_pocket", "bet_without_owner", "bet_not_on_mat", "bet_without_chips", "bet_below_limit",
    "bet_above_limit", "spin_above_limit".
    Rules: WLIA-18, WLIA-19, WLIA-20.
    """
    bets = tuple(placed)
    wheel.require_pocket(pocket)
    require_bets(wheel, bets, limits, catalogue=catalogue)
    settled = tuple(SettledBet(each, _returned(each, pocket)) for each in bets)
    net_by_owner: dict[str, int] = {}
    for each in settled:
        net_by_owner[each.placed.owner] = net_by_owner.get(each.placed.owner, 0) + each.net
    return SpinSettlement(pocket, wheel.colour_of(pocket), settled, net_by_owner, -sum(net_by_owner.values()))


@door
def require_bets(
    wheel: Wheel,
    placed: Iterable[Placed],
    limits: TableLimits | None = None,
    *,
    catalogue: Catalogue = Catalogue.HOUSE,
) -> None:
    """Refuse bets that may not stand, before the ball is rolled.

    Raises RuleError: as ``settle_spin``, but for the pocket.
    Rules: WLIA-20.
    """
    table = limits or TableLimits()
    on_bet: dict[tuple[str, Bet], int] = {}
    on_spin: dict[str, int] = {}
    for each in placed:
        _require_sound(each)
        _require_on_mat(wheel, each, catalogue)
        on_bet[each.owner, each.bet] = on_bet.get((each.owner, each.bet), 0) + each.chips
        on_spin[each.owner] = on_spin.get(each.owner, 0) + each.chips
    for (owner, bet), chips in on_bet.items():
        if chips < table.lowest_bet:
            raise _outside_limits("bet_below_limit", owner, f"{chips} on {bet}", chips, table.lowest_bet)
        if table.highest_bet is not None and chips > table.highest_bet:
            raise _outside_limits("bet_above_limit", owner, f"{chips} on {bet}", chips, table.highest_bet)
    for owner, chips in on_spin.items():
        if table.highest_spin is not None and chips > table.highest_spin:
            raise _outside_limits("spin_above_limit", owner, f"{chips} in all", chips, table.highest_spin)


@door
def expected_value(bet: Bet, wheel: Wheel) -> Fraction:
    """What one chip on the bet is up on average, found by settling it against every pocket once.

    Raises RuleError: "bet_not_on_mat".
    """
    one_chip = (Placed("anyone", bet, ONE_CHIP),)
    spins = [settle_spin(wheel, one_chip, pocket, catalogue=Catalogue.FULL) for pocket in wheel.pockets]
    return Fraction(-sum(spin.house_net for spin in spins), len(spins))


def _returned(placed: Placed, pocket: str) -> Chips:
    return Chips(placed.chips * (placed.bet.pays + 1) if pocket in placed.bet.pockets else 0)


def _require_sound(placed: Placed) -> None:
    if not isinstance(placed.owner, str) or not placed.owner:
        raise RuleError(
            "bet_without_owner",
            f"{quoted(placed.chips)} on {_named(placed.bet)} belong to nobody. Name their owner.",
            rules=("WLIA-20",),
            bet=_named(placed.bet),
        )
    if not _is_whole(placed.chips) or not 1 <= placed.chips <= MOST_CHIPS:
        raise RuleError(
            "bet_without_chips",
            f"{placed.owner} bets {quoted(placed.chips)} chips on {_named(placed.bet)}. "
            f"A bet is a whole number of chips from 1 to {MOST_CHIPS}.",
            rules=("WLIA-20",),
            owner=placed.owner,
            chips=quoted(placed.chips),
        )


def _require_on_mat(wheel: Wheel, placed: Placed, catalogue: Catalogue) -> None:
    if placed.bet not in legal_bets(wheel, catalogue):
        raise RuleError(
            "bet_not_on_mat",
            f"{placed.owner} has chips on {_named(placed.bet)}, which the mat of the {wheel.name} does not offer. "
            "Return them.",
            rules=("WLIA-20",),
            owner=placed.owner,
            bet=_named(placed.bet),
            wheel=wheel.key,
        )


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _outside_limits(code: str, owner: str, what: str, chips: int, limit: Chips) -> RuleError:
    return RuleError(
        code,
        f"{owner} has {what}; the {_LIMITS[code]} at this table is {limit}.",
        rules=("WLIA-20",),
        owner=owner,
        chips=chips,
        limit=limit,
    )


def _named(bet: object) -> int | str:
    return str(bet) if isinstance(bet, Bet) else quoted(bet)
