"""Says a hand rank in plain words, as a dealer would read it out."""

from __future__ import annotations

from engine.poker.high import Category, card_ranks_of, category_of

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
            return f"full house, {_plural(first)} full of {_plural(rest[0])}"
        case Category.FOUR_OF_A_KIND | Category.THREE_OF_A_KIND:
            return f"{_category_name(category)}, {_plural(first)}, {_kickers(rest)}"
        case Category.TWO_PAIR:
            return f"two pair, {_plural(first)} and {_plural(rest[0])}, {_kickers(rest[1:])}"
        case Category.ONE_PAIR:
            return f"pair of {_plural(first)}, {_kickers(rest)}"
        case Category.FLUSH | Category.HIGH_CARD:
            return f"{_category_name(category)}, {_joined(ranks)}"


def _category_name(category: Category) -> str:
    return category.name.lower().replace("_", " ")


def _plural(rank: int) -> str:
    return _SINGULAR[rank] + ("es" if rank == 6 else "s")


def _joined(ranks: tuple[int, ...]) -> str:
    return " ".join(_SINGULAR[rank] for rank in ranks)


def _kickers(ranks: tuple[int, ...]) -> str:
    return f"{_joined(ranks)} {'kicker' if len(ranks) == 1 else 'kickers'}"
