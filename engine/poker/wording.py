"""Says a hand rank in plain words, as a dealer would read it out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from engine.cards import RANK_LETTERS
from engine.doors import door
from engine.poker.high import ACE, Category, card_ranks_of, category_of
from engine.poker.low import low_values

_SINGULAR = {
    2: "two",
    3: "three",
    4: "four",
    5: "five",
    6: "six",
    7: "seven",
    8: "eight",
    9: "nine",
    10: "ten",
    11: "jack",
    12: "queen",
    13: "king",
    14: "ace",
}


@door
def high_in_words(rank: int) -> str:
    """A high hand's rank as text: "two pair, kings and nines, ace kicker"."""
    category, ranks = category_of(rank), card_ranks_of(rank)
    first, rest = ranks[0], ranks[1:]
    match category:
        case Category.ROYAL_FLUSH:
            return "royal flush"
        case Category.STRAIGHT_FLUSH | Category.STRAIGHT:
            return f"{_category_name(category)}, {_SINGULAR[first]} high"
        case Category.FULL_HOUSE:
            (pair,) = rest
            return f"full house, {_plural(first)} full of {_plural(pair)}"
        case Category.FOUR_OF_A_KIND | Category.THREE_OF_A_KIND:
            return f"{_category_name(category)}, {_plural(first)}, {_kickers(rest)}"
        case Category.TWO_PAIR:
            return f"two pair, {_plural(first)} and {_plural(rest[0])}, {_kickers(rest[1:])}"
        case Category.ONE_PAIR:
            return f"pair of {_plural(first)}, {_kickers(rest)}"
        case Category.FLUSH | Category.HIGH_CARD:
            return f"{_category_name(category)}, {_joined(ranks)}"


@door
def low_in_words(rank: int, *, bug: int | None = None) -> str:
    """A low hand's rank as text: "8-6-4-2-A low", "pair of twos, K-7-4 low".

    bug: what the joker stands for, as ``bug_value`` says: "8-6-4-2-A low, the bug as two".
    """
    counts = Counter(low_values(rank))
    kinds = [(count, _plural(_high_card_rank(value))) for value, count in counts.items() if count > 1]
    odd_cards = _values_text(value for value, count in counts.items() if count == 1)
    match kinds:
        case []:
            words = odd_cards
        case [(2, pair)]:
            words = f"pair of {pair}, {odd_cards}"
        case [(3, trips), (2, pair)]:
            words = f"full house, {trips} full of {pair}"
        case [(_, first), (_, second)]:
            words = f"two pair, {first} and {second}, {odd_cards}"
        case [(count, of_a_kind), *_]:
            words = f"{'three' if count == 3 else 'four'} of a kind, {of_a_kind}, {odd_cards}"
    return f"{words} low" + (f", the bug as {_SINGULAR[_high_card_rank(bug)]}" if bug else "")


def _values_text(values: Iterable[int]) -> str:
    # An ace counts 1 here, one below the two: the last letter.
    return "-".join(RANK_LETTERS[value - 2] for value in values)


def _high_card_rank(low_value: int) -> int:
    return ACE if low_value == 1 else low_value


def _category_name(category: Category) -> str:
    return category.name.lower().replace("_", " ")


def _plural(rank: int) -> str:
    return _SINGULAR[rank] + ("es" if rank == 6 else "s")


def _joined(ranks: tuple[int, ...]) -> str:
    return " ".join(_SINGULAR[rank] for rank in ranks)


def _kickers(ranks: tuple[int, ...]) -> str:
    return f"{_joined(ranks)} {'kicker' if len(ranks) == 1 else 'kickers'}"
