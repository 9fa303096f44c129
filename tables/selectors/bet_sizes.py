"""The sizes that a bet or a raise is often made, and by how much it is changed."""

from __future__ import annotations

from dataclasses import dataclass

from engine.poker.hand import Hand, Phase
from engine.units import Chips


@dataclass(frozen=True, slots=True, kw_only=True)
class Size:
    """A total of this round that is often bet or raised to. name: what people call it."""

    name: str
    to: Chips


@dataclass(frozen=True, slots=True, kw_only=True)
class BetSizes:
    """What the player to act may bet or raise to: from least to most, and in steps. only: the totals where a rule
    allows no others. usual: those with a name, all of them allowed. first: the one that is set beforehand.
    """

    least: Chips
    most: Chips
    step: Chips
    only: tuple[Chips, ...]
    usual: tuple[Size, ...]
    first: Chips


def bet_sizes(hand: Hand) -> BetSizes | None:
    """None where the player to act may not bet or raise.

    Half the pot and the pot are reckoned after the call. Rules: STD-4, STD-5, STD-6, CAN-24.
    """
    if hand.phase is not Phase.BETTING or (legal := hand.legal).min_to is None or legal.max_to is None:
        return None
    least, most, seat = legal.min_to, legal.max_to, legal.seat
    if legal.amounts or least == most:
        only = tuple(Chips(total) for total in sorted(set(legal.amounts or (least,))))
        return BetSizes(least=least, most=most, step=least, only=only, usual=(), first=only[0])
    price, chip = max(hand.bets.values()), hand.smallest_chip
    pot = hand.pot + price - hand.bets[seat]
    everything = hand.bets[seat] + hand.stacks[seat] - hand.stacks[seat] % chip
    half, whole = price + pot // 2 // chip * chip, price + pot // chip * chip
    wanted = (("Least", least), ("½ pot", half), ("Pot", whole), ("All-in", everything))
    usual = [Size(name=name, to=Chips(to)) for name, to in wanted if least <= to <= most]
    if most not in {size.to for size in usual}:
        usual.append(Size(name="Most", to=most))
    return BetSizes(
        least=least,
        most=most,
        step=_step(hand),
        only=(),
        usual=_each_once(usual),
        first=Chips(half) if least <= half <= most else least,
    )


def _step(hand: Hand) -> Chips:
    """What players count bets in: the small blind, where the smallest chip pays it."""
    blind = hand.stakes.small_blind
    return blind if blind and blind % hand.smallest_chip == 0 else hand.smallest_chip


def _each_once(sizes: list[Size]) -> tuple[Size, ...]:
    """Of two that are as much, the later name says more: all-in rather than the pot."""
    last = {size.to: size for size in sizes}
    return tuple(last.values())
