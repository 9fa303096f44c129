"""Cards read from text and written back."""

from __future__ import annotations

import pytest

from engine.cards import JOKER, Card, card_text, full_deck, parse_card, parse_cards, rank_of
from engine.errors import RuleError


def test_every_card_of_the_deck_reads_back_from_its_text():
    deck = full_deck()

    assert len(set(deck)) == 52
    assert [parse_card(card_text(card)) for card in deck] == list(deck)


@pytest.mark.parametrize("text", ["AhKdTc", "Ah Kd Tc", " ah, kD,10c ", "AHKD10C"])
def test_cards_read_run_together_or_apart(text):
    assert [card_text(card) for card in parse_cards(text)] == ["Ah", "Kd", "Tc"]


def test_no_text_is_no_cards():
    assert parse_cards("  ") == ()


def test_the_joker_is_a_card_without_a_rank():
    assert parse_cards("Jk As") == (JOKER, parse_card("As"))
    assert card_text(JOKER) == "Jk"

    with pytest.raises(RuleError) as refused:
        rank_of(JOKER)

    assert refused.value.code == "joker_has_no_rank"


def test_ranks_run_from_two_to_ace():
    assert [rank_of(parse_card(text)) for text in ("2c", "9d", "Th", "As")] == [2, 9, 10, 14]


@pytest.mark.parametrize(
    ("text", "named"), [("1h", "1h"), ("Ax", "Ax"), ("AhK", "K"), ("Ah ?? Kd", "??"), ("Ah11c", "11c")]
)
def test_an_unknown_card_is_named(text, named):
    with pytest.raises(RuleError) as refused:
        parse_cards(text)

    assert refused.value.code == "unknown_card"
    assert refused.value.facts == {"card": named}
    assert f"“{named}”" in refused.value.message


def test_an_unknown_single_card_is_refused():
    with pytest.raises(RuleError, match="is not a card"):
        parse_card("AhKd")


def test_a_number_that_is_no_card_is_refused():
    with pytest.raises(RuleError, match="is not a card"):
        card_text(Card(5))


def test_a_card_that_comes_twice_is_named():
    with pytest.raises(RuleError) as refused:
        parse_cards("Ah Kd ah")

    assert (refused.value.code, refused.value.facts) == ("duplicate_card", {"card": "Ah"})
