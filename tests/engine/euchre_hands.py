"""Euchre hands for tests: from records, from letters, and played by a choice of numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from engine.chance import SeededDraw
from engine.errors import RuleError
from engine.euchre.catalogue import house_of
from engine.euchre.deal import Deal, deal_by_hand, shuffled_deal
from engine.euchre.deck import card_text, card_texts, parse_card, parse_cards, parse_suit
from engine.euchre.hand.actions import ALONE, WITH_PARTNER, Action, Verb, discard, name, play
from engine.euchre.hand.bidding import start_hand
from engine.euchre.hand.finished import Finished
from engine.euchre.hand.hand import EuchreHand, Stage
from engine.euchre.hand.stored import read_action
from engine.euchre.house import NORTH_AMERICAN, EuchreHouse
from engine.houses.wlia.euchre import HOUSE as WLIA

HANDS = ("Jh Ah Kh 9c Tc", "Jd Ad Qh Qc Kc", "Th Ac Td Qd Kd", "9d As Ks Qs Ts")
"""By seat: hearts are strong at seat 0, its left-hand neighbour has the left bower. Nine of hearts to be turned."""


def dealt(house: EuchreHouse = WLIA, **given: Any) -> EuchreHand:
    """The start of a hand; ``given`` as for ``deal``."""
    return start_hand(deal(house, **given))


def deal(
    house: EuchreHouse = WLIA,
    *,
    dealer: int = 3,
    hands: Sequence[str] = HANDS,
    upcard: str = "9h",
    as_played: bool = False,
) -> Deal:
    """The deal of these cards, hands by seat."""
    return deal_by_hand(
        house,
        dealer=dealer,
        hands=[parse_cards(cards.split()) for cards in hands],
        upcard=parse_card(upcard),
        as_played=as_played,
    )


def made(house: EuchreHouse = WLIA, *, alone: Sequence[int] = (), as_played: bool = False) -> EuchreHand:
    """Hearts ordered up by seat 0 against seat 3, which lays the nine of diamonds away; ready for the lead."""
    hand = after(dealt(house, as_played=as_played), "order_up", "discard 9d")
    return seats_asked(hand, dict.fromkeys(alone, True))[1]


def refused(call: Callable[..., object], *given: object, **named: object) -> RuleError:
    """The error that a call raises."""
    with pytest.raises(RuleError) as error:
        call(*given, **named)
    return error.value


def after(hand: EuchreHand, *words: str) -> EuchreHand:
    """The hand after these: "pass", "order_up", "name h", "discard 9c", "alone", or cards played ("Ah")."""
    for word in words:
        hand = hand.take(said(word))
    return hand


def said(word: str) -> Action:
    verb, _, about = word.partition(" ")
    if verb == "name":
        return name(parse_suit(about))
    if verb == "discard":
        return discard(parse_card(about))
    return read_action({"action": verb}) if verb in set(Verb) else play(parse_card(verb))


def texts(hand: EuchreHand) -> set[str]:
    """The legal actions as short text."""
    return {str(action) for action in hand.legal}


def seats_asked(hand: EuchreHand, answers: dict[int, bool]) -> tuple[list[int], EuchreHand]:
    """Who is asked about playing alone, when each answers so ("no" where left out), and the hand after it."""
    asked = []
    while hand.stage is Stage.GOING_ALONE:
        assert hand.turn is not None
        asked.append(hand.turn)
        hand = hand.take(ALONE if answers.get(hand.turn) else WITH_PARTNER)
    return asked, hand


def random_hand(house: EuchreHouse, seed: str, choices: Sequence[int], dealer: int = 0) -> EuchreHand:
    """A hand dealt by a seed and played to its end by these numbers, each choosing one of the legal actions."""
    hand = start_hand(shuffled_deal(house, dealer=dealer, chance=SeededDraw(seed)))
    step = 0
    while hand.legal:
        hand = hand.take(hand.legal[choices[step % len(choices)] % len(hand.legal)])
        step += 1
    return hand


def all_houses() -> list[EuchreHouse]:
    """Both houses, and each with every setting turned over once."""
    switches = [
        {"with_benny": True},
        {"partner_must_go_alone": False},
        {"partner_must_go_alone": True},
        {"may_discard_upcard": False},
        {"may_discard_upcard": True},
        {"dealer_must_choose": True},
        {"with_benny": True, "dealer_must_choose": True},
        {"lone_makers": "maker_only"},
        {"lone_makers": "either_partner"},
        {"lone_defender": False},
        {"lone_defender": True},
        {"asked_first": "maker"},
        {"lone_lead": "dealers_left"},
        {"lone_lead": "left_of_lone"},
        {"players_may_revoke": True},
        {"scale": {"lone_defender_euchre": 3, "march": 3}},
    ]
    return [house_of(key, change) for key in (WLIA.key, NORTH_AMERICAN.key) for change in ({}, *switches)]


def replayed(record: dict[str, Any]) -> tuple[Finished, list[list[set[str]]], list[int]]:
    """A reference hand played again: its end, the legal cards at every play by trick, and who was asked about playing
    alone. A house example lists only who said yes.
    """
    hand = record_start(record)
    for bid in record["bids"]:
        assert hand.turn == bid["seat"], (record["id"], bid)
        hand = hand.take(_bid(bid), bid["seat"])
    assert (hand.stage is Stage.DISCARDING) == record["dealer_picked_up"]
    if record["dealer_picked_up"]:
        if record.get("discard_legal") is not None:
            assert {str(action) for action in hand.legal} == {
                f"discard {own_text(card)}" for card in record["discard_legal"]
            }
        hand = hand.take(discard(parse_card(record["discard"])))
    answers = {call["seat"]: call["alone"] for call in record.get("alone_calls", ())}
    asked, hand = seats_asked(hand, answers)
    legal: list[list[set[str]]] = []
    for trick in record.get("tricks", ()):
        legal.append([])
        assert hand.turn == trick["leader"]
        for one in trick["plays"]:
            assert hand.turn == one["seat"]
            legal[-1].append({card for action in hand.legal for card in card_texts(action.about)})
            hand = hand.take(play(parse_card(one["card"])), one["seat"])
    assert isinstance(hand, Finished)
    return hand, legal, asked


def record_start(record: dict[str, Any]) -> EuchreHand:
    return start_hand(
        deal_by_hand(
            record_house(record["rules"]),
            dealer=record["dealer"],
            hands=[parse_cards(cards) for cards in record["hands"]],
            upcard=parse_card(record["upcard"]),
        )
    )


def record_house(rules: dict[str, Any]) -> EuchreHouse:
    """The house that a record's rules describe."""
    if "allow_lone_defender" in rules:
        return house_of(
            "north_american",
            {"lone_defender": rules["allow_lone_defender"], "dealer_must_choose": rules["stick_the_dealer"]},
        )
    assert (rules["who_alone"], rules["lone_lead"]) == ("any", "left_of_lone")
    return house_of(
        "wlia",
        {
            "with_benny": rules["benny"],
            "partner_must_go_alone": rules["partner_must_alone"],
            "dealer_must_choose": rules["stick"],
            "may_discard_upcard": not rules["keep_upcard"],
            "scale": {"lone_defender_euchre": rules["lone_def_euchre"], "euchre": rules["lone_euchred"]},
        },
    )


def own_text(card: str) -> str:
    """A card of a record as we write it: "TD" is "Td"."""
    return card_text(parse_card(card))


def _bid(bid: dict[str, Any]) -> Action:
    if bid["action"] in ("name", "name_benny"):
        return name(parse_suit(bid["suit"]))
    return read_action({"action": bid["action"]})
