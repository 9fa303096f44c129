"""A deck that nobody chose: what the house promised, what the phones added, and what anybody can check of it."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.__main__ import main
from engine.cards import JOKER_TEXT, card_text, full_deck
from engine.errors import RuleError
from engine.euchre.deck import PACK_OF_25, card_texts
from engine.poker.deck import Deck
from engine.shuffle import NO_NUMBER, FairDeck, HousePack, moves_of, publish, verify_deck

HAND = "NIGHT-A T1 41"
FULL = tuple(card_text(card) for card in full_deck())
PACKS = (FULL, (*FULL, JOKER_TEXT), tuple(card_texts(PACK_OF_25)))

seeds = st.binary(min_size=32, max_size=32)
numbers = st.one_of(st.just(NO_NUMBER), st.binary(min_size=32, max_size=32).map(bytes.hex))
seats = st.dictionaries(st.integers(1, 10), numbers, min_size=1, max_size=10)


@st.composite
def decks(draw: st.DrawFn) -> FairDeck:
    pack = HousePack(HAND, draw(st.sampled_from(PACKS)), draw(seeds))
    return FairDeck(pack, draw(seats))


def some_of(data: st.DataObject, deck: FairDeck) -> list[str]:
    return data.draw(st.lists(st.sampled_from(deck.cards), min_size=1, max_size=9, unique=True))


def as_read(published: dict[str, object]) -> Any:
    return json.loads(json.dumps(published))


@given(decks())
def test_a_deck_holds_every_card_of_the_pack_once(deck: FairDeck):
    assert sorted(deck.cards) == sorted(deck.pack.cards)
    assert sorted(deck.moves) == list(range(len(deck.cards)))


@given(decks(), st.data(), st.booleans())
def test_what_was_dealt_as_promised_agrees(deck: FairDeck, data: st.DataObject, all_are_seen: bool):
    published = publish(deck, shown=some_of(data, deck), all_are_seen=all_are_seen)

    assert verify_deck(as_read(published)) == []
    assert verify_deck(as_read(published), promised=as_read(published)["promise"]) == []


@given(decks(), st.data())
def test_a_card_that_was_changed_after_the_promise_is_caught(deck: FairDeck, data: st.DataObject):
    published = as_read(publish(deck, shown=some_of(data, deck), all_are_seen=False))
    row = data.draw(st.sampled_from(published["shown"]))
    row["card"] = data.draw(st.sampled_from([card for card in deck.cards if card != row["card"]]))

    assert verify_deck(published)


@given(decks(), st.data())
def test_two_cards_that_change_places_are_caught(deck: FairDeck, data: st.DataObject):
    one, other = data.draw(st.permutations(deck.cards))[:2]
    published = as_read(publish(deck, shown=[one, other], all_are_seen=False))
    first, second = published["shown"]
    first["number"], second["number"] = second["number"], first["number"]

    assert verify_deck(published)


@given(decks(), st.integers(0, 31), st.integers(1, 255), st.data())
def test_another_seed_is_caught(deck: FairDeck, at: int, other: int, data: st.DataObject):
    published = as_read(publish(deck, shown=some_of(data, deck), all_are_seen=True))
    seed = bytearray.fromhex(published["seed"])
    seed[at] ^= other
    published["seed"] = seed.hex()

    assert verify_deck(published) == ["The seed is not the one that was promised."]


@given(decks(), seeds, st.data())
def test_a_promise_that_was_made_after_the_numbers_is_not_the_one_that_was_saved(
    deck: FairDeck, seed: bytes, data: st.DataObject
):
    saved = as_read(publish(deck, shown=deck.cards[:1], all_are_seen=False))["promise"]
    chosen = FairDeck(HousePack(HAND, deck.pack.cards, seed), deck.numbers)
    published = as_read(publish(chosen, shown=some_of(data, chosen), all_are_seen=data.draw(st.booleans())))

    assert bool(verify_deck(published, promised=saved)) is (seed != deck.pack.seed)


@given(decks(), st.data())
def test_numbers_that_the_phones_did_not_send_are_caught(deck: FairDeck, data: st.DataObject):
    published = as_read(publish(deck, shown=deck.cards, all_are_seen=False))
    seat = data.draw(st.sampled_from(sorted(deck.numbers)))
    published["numbers"][str(seat)] = data.draw(numbers.filter(lambda number: number != deck.numbers[seat]))

    assert verify_deck(published)


@given(seeds, seats, st.data())
def test_one_number_that_nobody_foresaw_gives_another_deck(
    seed: bytes, given_numbers: dict[int, str], data: st.DataObject
):
    seat = data.draw(st.sampled_from(sorted(given_numbers)))
    other = data.draw(numbers.filter(lambda number: number != given_numbers[seat]))
    pack = HousePack(HAND, FULL, seed)

    assert FairDeck(pack, given_numbers).cards != FairDeck(pack, {**given_numbers, seat: other}).cards


@given(decks())
def test_the_order_in_which_the_phones_answered_does_not_matter(deck: FairDeck):
    turned = dict(reversed(deck.numbers.items()))

    assert FairDeck(deck.pack, turned).cards == deck.cards


@given(seeds, seats)
def test_no_promise_serves_for_two_hands(seed: bytes, given_numbers: dict[int, str]):
    one, other = (FairDeck(HousePack(hand, FULL, seed), given_numbers) for hand in (HAND, "NIGHT-A T1 42"))

    assert one.pack.promise.root != other.pack.promise.root
    assert one.cards != other.cards


@given(decks(), st.data())
def test_what_is_opened_tells_nothing_of_a_card_that_is_not(deck: FairDeck, data: st.DataObject):
    shown = some_of(data, deck)
    published = json.dumps(publish(deck, shown=shown, all_are_seen=False)["shown"])
    hidden = [place for card, place in zip(deck.cards, deck.moves, strict=True) if card not in shown]

    assert deck.pack.seed.hex() not in published
    assert not [place for place in hidden if deck.pack.salt(place).hex() in published]


def test_every_card_comes_to_every_place_as_often():
    """52 x 52 counts of 2,600 decks: chi-square over 51 x 51 degrees of freedom, six sigma either way."""
    counts: Counter[tuple[int, str]] = Counter()
    decks_dealt = 2600
    for number in range(decks_dealt):
        pack = HousePack(f"NIGHT-A T1 {number}", FULL, bytes(32))
        counts.update(enumerate(FairDeck(pack, {1: NO_NUMBER, 2: f"{number:064x}"}).cards))
    expected = decks_dealt / 52
    chi = sum((counts[at, card] - expected) ** 2 / expected for at in range(52) for card in FULL)

    assert abs(chi - 51 * 51) < 6 * (2 * 51 * 51) ** 0.5


@given(decks())
def test_a_game_that_shuffles_again_has_a_secret_of_its_own_for_it(deck: FairDeck):
    told = json.dumps(publish(deck, shown=deck.cards, all_are_seen=False))

    assert len(deck.again_seed) == 64
    assert deck.again_seed not in told


@given(seeds, seats)
def test_poker_is_dealt_from_it(seed: bytes, given_numbers: dict[int, str]):
    fair = FairDeck(HousePack(HAND, FULL, seed), given_numbers)

    deck = Deck.from_text("".join(fair.cards), seed=fair.again_seed)

    assert [card_text(card) for card in deck.order] == list(fair.cards)


@pytest.mark.parametrize(
    ("cards", "seed", "code"),
    [
        (FULL, bytes(31), "seed_length"),
        ((*FULL, "Ah"), bytes(32), "strange_pack"),
        ((), bytes(32), "strange_pack"),
        (tuple(map(str, range(61))), bytes(32), "strange_pack"),
    ],
)
def test_a_pack_that_is_none_is_refused(cards: tuple[str, ...], seed: bytes, code: str):
    with pytest.raises(RuleError) as refused:
        HousePack(HAND, cards, seed)

    assert refused.value.code == code


@pytest.mark.parametrize("number", ["1", "G" * 64, "A" * 64, "0" * 63, "0" * 65, " " * 64, "0" * 63 + "\n"])
def test_a_number_that_is_none_is_refused_with_its_seat(number: str):
    with pytest.raises(RuleError, match="seat 3") as refused:
        moves_of(HAND, {3: number}, 52)

    assert refused.value.code == "number_unclear"


def test_a_hand_in_which_nobody_sits_has_no_deck():
    with pytest.raises(RuleError) as refused:
        FairDeck(HousePack(HAND, FULL, bytes(32)), {})

    assert refused.value.code == "nobody_ready"


def test_a_card_of_another_pack_is_not_opened():
    with pytest.raises(RuleError) as refused:
        publish(a_deck(), shown=["Jk"], all_are_seen=False)

    assert refused.value.code == "unknown_card"


def a_deck() -> FairDeck:
    return FairDeck(HousePack(HAND, FULL, bytes(32)), {1: "0" * 64, 2: NO_NUMBER})


def test_a_hand_of_which_nothing_is_revealed_says_so():
    published = as_read(publish(a_deck(), shown=[], all_are_seen=False))

    with pytest.raises(RuleError, match=HAND) as refused:
        verify_deck(published)

    assert refused.value.code == "deck_not_revealed"


WHOLE = as_read(publish(a_deck(), shown=a_deck().cards[:2], all_are_seen=True))


@pytest.mark.parametrize(
    "wrong",
    [
        {"format": 2},
        {"format": True},
        {"cards": "Ah"},
        {"cards": [1]},
        {"hand": None},
        {"hand": "\ud800"},
        {"promise": None},
        {"promise": {"root": "xx", "seed_hash": ""}},
        {"numbers": []},
        {"numbers": {"one": ""}},
        {"numbers": {"1": 5}},
        {"numbers": {"0": ""}},
        {"seed": 3},
        {"seed": "AB"},
        {"shown": None},
        {"shown": [3]},
        {"shown": [{**WHOLE["shown"][0], "proof": "ab"}]},
        {"shown": [{**WHOLE["shown"][0], "proof": ["zz"]}]},
        {"shown": [{**WHOLE["shown"][0], "number": True}]},
        {"shown": [{**WHOLE["shown"][0], "salt": None}]},
    ],
)
def test_what_is_no_published_deck_is_refused_as_one(wrong: dict[str, object]):
    with pytest.raises(RuleError) as refused:
        verify_deck({**WHOLE, **wrong})

    assert refused.value.code == "deck_file_unreadable"


@pytest.mark.parametrize("field", ["number", "place"])
@pytest.mark.parametrize("value", [-1, 52, 10**30])
def test_a_place_beyond_the_pack_is_a_problem_and_no_crash(field: str, value: int):
    assert verify_deck({**WHOLE, "shown": [{**WHOLE["shown"][0], field: value}]})


def test_a_seed_of_another_length_is_not_the_one_that_was_promised():
    assert verify_deck({**WHOLE, "seed": "00"}) == ["The seed is not the one that was promised."]


def test_the_command_says_that_all_agrees(capsys, tmp_path):
    file, saved = tmp_path / "deck.json", tmp_path / "promise.json"
    file.write_text(json.dumps(WHOLE))
    saved.write_text(json.dumps(WHOLE["promise"]))

    assert main(["deck", str(file), "--promised", str(saved)]) == 0

    assert json.loads(capsys.readouterr().out) == {"deck": str(file), "agrees": True, "is_whole": True}


def test_the_command_names_what_does_not_agree(capsys, tmp_path):
    file = tmp_path / "deck.json"
    file.write_text(json.dumps({**WHOLE, "numbers": {"1": NO_NUMBER}}))

    assert main(["deck", str(file)]) == 1

    assert "the players' numbers" in capsys.readouterr().out


@pytest.mark.parametrize("content", ["not json", "[]", "{}"])
def test_the_command_refuses_a_file_that_is_no_deck(capsys, tmp_path, content: str):
    file = tmp_path / "deck.json"
    file.write_text(content)

    assert main(["deck", str(file)]) == 1

    assert capsys.readouterr().err.startswith("deck_file_unreadable: ")
