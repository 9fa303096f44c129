"""Euchre hands of others, played again: every choice, every trick and every point must agree."""

from __future__ import annotations

import pytest

from engine.euchre.deck import card_text
from engine.euchre.hand.finished import Finished
from engine.euchre.hand.stored import hand_json, read_hand
from engine.euchre.hand.tricks import active_seats, tricks_of
from tests.engine.euchre_hands import own_text, replayed
from tests.reference import reference_json, reference_records

SAMPLE = 400


def test_every_house_example_plays_out_as_written():
    records = reference_json("euchre/house_examples.json")

    assert records
    for record in records:
        hand, legal, _ = replayed(record)
        _agrees(record, hand, legal)
        assert (hand.contract is None) is record["thrown_in"]


def test_north_american_hands_agree_with_open_spiel():
    count = 0
    for record in reference_records("euchre/north_american.jsonl.gz", sample=SAMPLE):
        hand, legal, asked = replayed(record)
        _agrees(record, hand, legal)
        assert asked == [call["seat"] for call in record["alone_calls"]], record["id"]
        mine, theirs = hand.points
        assert record["returns"] == [mine - theirs, theirs - mine] * 2, record["id"]
        count += 1

    assert count


@pytest.mark.parametrize("sample", [40])
def test_every_kind_of_hand_survives_storing(sample):
    records = reference_json("euchre/house_examples.json")
    records += reference_records("euchre/north_american.jsonl.gz", sample=sample)

    for record in records:
        hand, _, _ = replayed(record)
        assert read_hand(hand_json(hand)) == hand, record["id"]


def _agrees(record, hand: Finished, legal) -> None:
    expected = [
        [{own_text(card) for card in one["legal"]} for one in trick["plays"]] for trick in record.get("tricks", ())
    ]
    assert legal == expected, record["id"]
    assert [trick.winner for trick in tricks_of(hand)] == [trick["winner"] for trick in record.get("tricks", ())]
    assert list(active_seats(hand)) == record["active"], record["id"]
    assert list(hand.points) == record["points"], record["id"]
    contract = hand.contract
    if contract is None:
        assert record["maker"] is None
        return
    assert contract.maker == record["maker"]
    assert contract.made_in_round == record["made_in_round"]
    assert contract.trump.suit.letter == record["trump"].lower()
    assert (contract.lone_maker, contract.lone_defender) == (record["lone_maker"], record["lone_defender"])
    assert (contract.discard is not None) == record["dealer_picked_up"]
    if contract.discard is not None:
        assert card_text(contract.discard) == own_text(record["discard"])
    won = record["tricks_won"]
    assert hand.result.tricks == (won["makers"] if isinstance(won, dict) else won[contract.makers])
