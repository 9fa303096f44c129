"""Color-up: a small chip leaves the tournament. Full multiples are changed, odd chips are raced for with cards.

The race is held at one table. Counts are chips by piece; values are ``Chips``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.cards import SUIT_LETTERS, Card, card_text, full_deck, rank_of
from engine.chance import SeededDraw
from engine.doors import door
from engine.errors import RuleError
from engine.tournament.amounts import FROM_ONE, Bounds, require_whole
from engine.units import NO_CHIPS, Chips

RULES = ("WAS-6",)
"""Levels rise on a cycle, and with them small chips fall out of use."""
MOST_SEATS = 100
PACK = len(full_deck())


@dataclass(frozen=True, slots=True)
class SeatChips:
    """What a player has before the color-up. small: chips that retire, by piece. rest: the value of all others."""

    small: int
    rest: Chips = NO_CHIPS


@dataclass(frozen=True, slots=True)
class SeatChange:
    """What happens to one stack. direct: large chips for full multiples, by piece. odd: small chips given up in the
    race, by piece. won: whether a card won a large chip. saved: whether one was given so that the player stays in.

    change: how much more the stack is worth afterwards; below 0 it is worth less.
    """

    direct: int
    odd: int
    won: bool
    saved: bool
    change: Chips


@dataclass(frozen=True, slots=True)
class ColorUp:
    """A finished color-up. small, large: values of the chips. race_chips: large chips raced for, by piece. winners:
    their seats, the best card first.

    drift: how much more all chips in play are worth afterwards; an entry of the bank's own, or nothing would add up.
    """

    small: Chips
    large: Chips
    race_chips: int
    winners: tuple[int, ...]
    saved: tuple[int, ...]
    drift: Chips
    changes: Mapping[int, SeatChange]


@door(own=("small",))
def odd_chips(stacks: Mapping[int, SeatChips], small: Chips, large: Chips) -> dict[int, int]:
    """The small chips of each seat that make no full large chip, by piece: as many cards the seat is dealt.

    stacks: by seat. small, large: the value of the chip that retires, and of the one that takes its place.

    Raises RuleError: "color_up_unclear", "values_not_a_multiple".
    """
    ratio = _ratio(small, large)
    for seat, stack in stacks.items():
        require_whole(seat, "seat", Bounds(1, MOST_SEATS), code="color_up_unclear", rules=RULES)
        name = f"count of seat {seat}"
        require_whole(stack.small, name, code="color_up_unclear", rules=RULES)
        require_whole(stack.rest, f"rest of seat {seat}", code="color_up_unclear", rules=RULES)
    return {seat: stacks[seat].small % ratio for seat in sorted(stacks)}


@door
def deal_race(odd: Mapping[int, int], seed: str) -> dict[int, tuple[Card, ...]]:
    """One card for each odd chip from a shuffled pack: all of seat 1's, then those of the next seat, and so on.

    odd: small chips by seat, by piece, as ``odd_chips`` tells them.

    Raises RuleError: "race_beyond_the_pack".
    """
    _require_within_pack(sum(odd.values()))
    pack = iter(SeededDraw(f"{seed}/race").shuffled(full_deck()))
    return {seat: tuple(next(pack) for _ in range(odd[seat])) for seat in sorted(odd)}


@door(own=("small",))
def color_up(
    stacks: Mapping[int, SeatChips], small: Chips, large: Chips, cards: Mapping[int, Sequence[Card]]
) -> ColorUp:
    """Change the small chips of a table into large ones.

    As many large chips are raced for as the odd chips of the table are worth, half a chip rounded up. They go to the
    players with the best single cards: rank, then spades, hearts, diamonds, clubs; one each at most. A player whom
    this would leave with nothing is given one.

    stacks: by seat. small, large: values of the chips. cards: by seat, one for each odd chip.

    Raises RuleError: "color_up_unclear", "values_not_a_multiple", "race_beyond_the_pack", "race_cards_amiss",
    "duplicate_card", "unknown_card", "joker_has_no_rank".
    """
    odd = odd_chips(stacks, small, large)
    ratio = large // small
    total = sum(odd.values())
    _require_within_pack(total)
    best = _best_cards(odd, cards)
    race_chips = (2 * total + ratio) // (2 * ratio)
    winners = tuple(sorted(best, key=lambda seat: best[seat], reverse=True)[:race_chips])
    changes = {seat: _change(stacks[seat], odd[seat], small, large, won=seat in winners) for seat in odd}
    return ColorUp(
        small=small,
        large=large,
        race_chips=race_chips,
        winners=winners,
        saved=tuple(seat for seat, change in changes.items() if change.saved),
        drift=Chips(sum(change.change for change in changes.values())),
        changes=changes,
    )


def _change(stack: SeatChips, odd: int, small: Chips, large: Chips, *, won: bool) -> SeatChange:
    direct = stack.small * small // large
    saved = bool(odd) and not (won or direct or stack.rest)
    return SeatChange(direct, odd, won, saved, Chips((won + saved) * large - odd * small))


def _best_cards(odd: Mapping[int, int], cards: Mapping[int, Sequence[Card]]) -> dict[int, tuple[int, int]]:
    """The best card of each seat that races, as rank and suit."""
    holders: dict[Card, int] = {}
    for seat in sorted(odd.keys() | cards.keys()):
        dealt = cards.get(seat, ())
        if len(dealt) != odd.get(seat, 0):
            raise _refused(
                "race_cards_amiss",
                f"Seat {seat} has {odd.get(seat, 0)} odd chips and {len(dealt)} cards. Deal a card for each odd chip.",
                seat=seat,
                odd_chips=odd.get(seat, 0),
                cards=len(dealt),
            )
        for card in dealt:
            if card in holders:
                name = card_text(card)
                raise _refused(
                    "duplicate_card",
                    f"{name} was dealt to seat {holders[card]} and to seat {seat}. Correct one of the two.",
                    card=name,
                    seat=seat,
                )
            holders[card] = seat
    return {seat: max(map(_strength, cards[seat])) for seat in odd if odd[seat]}


def _strength(card: Card) -> tuple[int, int]:
    return rank_of(card), SUIT_LETTERS.index(card_text(card)[1])


def _ratio(small: Chips, large: Chips) -> int:
    for value, name in ((small, "value of the small chip"), (large, "value of the large chip")):
        require_whole(value, name, FROM_ONE, code="color_up_unclear", rules=RULES)
    if large > small and large % small == 0:
        return large // small
    raise _refused(
        "values_not_a_multiple",
        f"Chips of {small:,} cannot be changed into chips of {large:,}. Choose 2, 3 or more times their value.",
        small=small,
        large=large,
    )


def _require_within_pack(cards: int) -> None:
    if cards > PACK:
        raise _refused(
            "race_beyond_the_pack",
            f"{cards} odd chips need a card each and the pack has {PACK}. "
            "Change into a smaller chip first, or race at one table at a time.",
            cards=cards,
            pack=PACK,
        )


def _refused(code: str, message: str, **facts: object) -> RuleError:
    return RuleError(code, message, rules=RULES, **facts)
