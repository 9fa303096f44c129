"""What euchre refuses at the table, word for word: the seat, the card, the number, the way out, and the rule."""

from __future__ import annotations

import pytest

from engine.euchre.catalogue import house_of
from engine.euchre.deal import Deal, cut_pack, deal_cards, first_dealer
from engine.euchre.deck import BENNY, PACK_OF_24, card_text, each_card, parse_card, parse_cards, parse_suit
from engine.euchre.hand.actions import ALONE, PASS, Action, Verb
from engine.euchre.hand.revoke import report_revoke
from engine.euchre.hand.views import view_of
from engine.houses.wlia.euchre import HOUSE as WLIA
from tests.engine.euchre_hands import HANDS, after, deal, dealt, made, refused, seats_asked

PACK = each_card(PACK_OF_24)
DEALER_CHOOSES = house_of("wlia", {"dealer_must_choose": True})
KEEPS_THE_UPCARD = house_of("wlia", {"may_discard_upcard": False})
NO_SEAT = "There is no seat 4: euchre has seats 0 to 3."
OVER = "The hand is over. Deal the next one, or take an action back."
CARDS_OF_SEAT_0 = "It holds 9c Tc Jh Kh Ah."


def deal_with(**parts):
    right = deal()
    return Deal(**{"dealer": 0, "hands": right.hands, "upcard": right.upcard, "kitty": right.kitty, **parts})


def assert_refuses(call, code, message, rules, facts):
    wrong = refused(call)

    assert (wrong.code, wrong.message, wrong.rules, wrong.facts) == (code, message, rules, facts)


@pytest.mark.parametrize(
    ("dealer", "words", "code", "message", "rule", "facts"),
    [
        (
            3,
            ("pass", "order_up"),
            "partner_must_go_alone",
            "Seat 1 is the dealer's partner and may accept only to play alone: turn it down, or pass.",
            "EUC-7",
            {"seat": 1, "dealer": 3},
        ),
        (
            0,
            ("pass", "order_up"),
            "partner_must_go_alone",
            "Seat 2 is the dealer's partner and may accept only to play alone: turn it down, or pass.",
            "EUC-7",
            {"seat": 2, "dealer": 0},
        ),
        (
            3,
            (*["pass"] * 5, "name h"),
            "suit_turned_down",
            "Hearts were turned down. Name one of the other three suits, or pass.",
            "EUC-9",
            {"suit": "h"},
        ),
    ],
)
def test_a_bid_that_is_not_open(dealer, words, code, message, rule, facts):
    assert_refuses(lambda: after(dealt(dealer=dealer), *words), code, message, (rule,), facts)


def test_a_dealer_who_must_choose():
    assert_refuses(
        lambda: after(dealt(DEALER_CHOOSES), *["pass"] * 8),
        "dealer_must_choose",
        "Seat 3 deals and all others have passed twice: name one of the three suits.",
        ("EUC-10",),
        {"seat": 3},
    )


def test_the_card_taken_up_where_it_stays():
    assert_refuses(
        lambda: after(dealt(KEEPS_THE_UPCARD), "order_up", "discard 9h"),
        "upcard_stays",
        "Seat 3 may not lay away 9h, the card just taken up. Discard another.",
        ("EUC-8",),
        {"card": "9h"},
    )


@pytest.mark.parametrize(
    ("call", "code", "message", "facts"),
    [
        (
            lambda: dealt().take(ALONE),
            "not_now",
            "Seat 0 cannot do that now. It may pass, order it up.",
            {"seat": 0, "stage": "bidding"},
        ),
        (
            lambda: after(dealt(), *["pass"] * 4, "order_up"),
            "not_now",
            "Seat 0 cannot do that now. It may pass, name clubs, name diamonds, name spades.",
            {"seat": 0, "stage": "bidding"},
        ),
        (
            lambda: after(dealt(), "order_up", "order_up"),
            "not_now",
            "Seat 3 cannot do that now. It may discard 9d, discard 9h, discard Ts, discard Qs, discard Ks, discard As.",
            {"seat": 3, "stage": "discarding"},
        ),
        (
            lambda: after(dealt(), "order_up", "discard 9d", "pass"),
            "not_now",
            "Seat 0 cannot do that now. It may play with the partner, play alone.",
            {"seat": 0, "stage": "going_alone"},
        ),
        (
            lambda: made().take(PASS),
            "not_now",
            "Seat 0 cannot do that now. It may play 9c, play Tc, play Jh, play Kh, play Ah.",
            {"seat": 0, "stage": "playing"},
        ),
        (
            lambda: dealt().take(PASS, 2),
            "not_your_turn",
            "It is the turn of seat 0, not of seat 2.",
            {"seat": 0, "asked": 2},
        ),
        (lambda: after(dealt(), *["pass"] * 9), "hand_over", OVER, {}),
        (lambda: after(dealt(), *["pass"] * 8).take(PASS, 0), "hand_over", OVER, {}),
    ],
)
def test_an_action_of_another_moment_or_seat(call, code, message, facts):
    assert_refuses(call, code, message, (), facts)


@pytest.mark.parametrize("to", [-1, 3])
def test_more_actions_taken_back_than_there_are(to):
    hand = after(dealt(), "pass", "pass")

    assert_refuses(
        lambda: hand.undo(to),
        "nothing_to_undo",
        "The hand has 2 actions: it can be undone to 0 to 2 of them.",
        (),
        {"actions": 2},
    )
    assert hand.undo(2) is hand


@pytest.mark.parametrize(
    ("lead", "card", "message", "facts"),
    [
        (
            "Ah",
            "Ad",
            "Ah was led: seat 1 must follow hearts, which is trump. It has Jd and Qh.",
            {"card": "Ad", "led": "Ah", "follow": ["Jd", "Qh"]},
        ),
        (
            "9c",
            "Jd",
            "9c was led: seat 1 must follow clubs. It has Qc and Kc.",
            {"card": "Jd", "led": "9c", "follow": ["Qc", "Kc"]},
        ),
    ],
)
def test_a_card_that_does_not_follow(lead, card, message, facts):
    assert_refuses(lambda: after(made(), lead, card), "must_follow", message, ("EUC-4", "EUC-13"), facts)


def test_a_card_that_does_not_follow_a_suit_above_trump():
    bidding_over = after(dealt(), *["pass"] * 4, "name c")
    _, hand = seats_asked(bidding_over, {})

    wrong = refused(after, hand, "Ah", "Ad")

    assert wrong.message == "Ah was led: seat 1 must follow hearts. It has Qh."


@pytest.mark.parametrize(("about", "name"), [(parse_card("As"), "As"), (parse_card("9h"), "9h"), (3, "that card")])
def test_a_card_that_is_not_held(about, name):
    assert_refuses(
        lambda: made().take(Action(Verb.PLAY, about)),
        "card_not_held",
        f"Seat 0 does not hold {name}. {CARDS_OF_SEAT_0}",
        ("EUC-13",),
        {"card": name},
    )


@pytest.mark.parametrize(
    ("call", "code", "message", "rules", "facts"),
    [
        (lambda: parse_card(9), "unknown_card", "9 is not a card. Write it as text, such as Ah.", ("EUC-3",), {}),
        (
            lambda: parse_card("8h"),
            "not_a_euchre_card",
            "8h is not in a euchre pack, which runs from nine to ace. Check the card.",
            ("EUC-3",),
            {"card": "8h"},
        ),
        (lambda: parse_suit("x"), "unknown_suit", "“x” is not a suit. Write c, d, h or s.", ("EUC-9",), {}),
        (lambda: parse_suit(""), "unknown_suit", "“” is not a suit. Write c, d, h or s.", ("EUC-9",), {}),
        (lambda: parse_suit(3), "unknown_suit", "“3” is not a suit. Write c, d, h or s.", ("EUC-9",), {}),
        (
            lambda: parse_cards("Ah"),
            "unknown_card",
            "Ah is not a list of cards. Write them as in [“Ah”, “9c”].",
            (),
            {},
        ),
        (
            lambda: parse_cards(["Ah", "9c", "Ah"]),
            "duplicate_card",
            "Ah appears twice. Correct one of the two entries.",
            (),
            {"card": "Ah"},
        ),
        (lambda: view_of(dealt(), 4), "unknown_seat", NO_SEAT, ("EUC-1",), {}),
        (lambda: deal(dealer=4), "unknown_seat", NO_SEAT, ("EUC-1",), {}),
        (lambda: deal_cards(WLIA, dealer=4, order=PACK), "unknown_seat", NO_SEAT, ("EUC-1",), {}),
        (lambda: first_dealer(PACK, first_seat=4), "unknown_seat", NO_SEAT, ("EUC-1",), {}),
        (lambda: report_revoke(made(), 4), "unknown_seat", NO_SEAT, ("EUC-1",), {}),
    ],
)
def test_what_is_no_card_no_suit_or_no_seat(call, code, message, rules, facts):
    assert_refuses(call, code, message, rules, facts)


@pytest.mark.parametrize("at", [0, 24, -1])
def test_a_cut_beyond_the_pack(at):
    assert_refuses(
        lambda: cut_pack(PACK, at),
        "cut_out_of_range",
        f"{at} cards cannot be cut from 24: lift 1 to 23, or bump.",
        ("EUC-5",),
        {"at": at},
    )


@pytest.mark.parametrize(
    ("call", "message", "rules", "facts"),
    [
        (
            lambda: deal(hands=HANDS[:3]),
            "A deal has 4 hands of 5 cards. Enter them by seat, 0 to 3.",
            ("EUC-1", "EUC-5"),
            {},
        ),
        (
            lambda: deal_cards(WLIA, dealer=0, order=PACK[:23]),
            "The order has 23 cards and the pack 24. Name each card once.",
            ("EUC-3",),
            {},
        ),
        (
            lambda: deal_with(upcard=BENNY),
            "These are not 4 hands of 5, an up-card and the rest of a pack of 24 "
            "(missing: 9h; not in this pack: BENNY). Correct the cards.",
            ("EUC-3", "EUC-5"),
            {"pack": 24},
        ),
        (
            lambda: deal_with(hands=(deal().hands[1], *deal().hands[1:])),
            "These are not 4 hands of 5, an up-card and the rest of a pack of 24 "
            "(missing: 9c Tc Jh Kh Ah; twice: Qc Kc Jd Ad Qh). Correct the cards.",
            ("EUC-3", "EUC-5"),
            {"pack": 24},
        ),
    ],
)
def test_cards_that_make_no_deal(call, message, rules, facts):
    assert_refuses(call, "wrong_pack", message, rules, facts)


@pytest.mark.parametrize("seat", range(4))
def test_a_whole_pack_shared_out_wrongly(seat):
    right = deal()
    taken = parse_card("9s")
    hands = [*right.hands]
    hands[seat] |= taken

    assert_refuses(
        lambda: deal_with(hands=tuple(hands), kitty=right.kitty & ~taken),
        "wrong_pack",
        "These are not 4 hands of 5, an up-card and the rest of a pack of 24. Correct the cards.",
        ("EUC-3", "EUC-5"),
        {"pack": 24},
    )


@pytest.mark.parametrize("also", ["9s", "Jh"])
def test_two_cards_turned_up(also):
    right = deal()
    card = parse_card(also)

    assert refused(lambda: deal_with(upcard=right.upcard | card)).code == "wrong_pack"
    assert refused(lambda: deal_with(upcard=right.upcard | card, kitty=right.kitty & ~card)).code == "wrong_pack"


@pytest.mark.parametrize("seat", range(4))
def test_a_card_too_few_or_held_twice(seat):
    right = deal()
    hands = [*right.hands]
    lost = each_card(hands[seat])[0]
    hands[seat] &= ~lost

    assert refused(lambda: deal_with(hands=tuple(hands), kitty=right.kitty | lost)).code == "wrong_pack"
    hands[seat] |= each_card(hands[(seat + 1) % 4])[0]
    doubled = refused(lambda: deal_with(hands=tuple(hands), kitty=right.kitty | lost))
    assert f"twice: {card_text(each_card(hands[(seat + 1) % 4])[0])}" in doubled.message


@pytest.mark.parametrize(("one", "other"), [(0, 1), (1, 10), (10, 11), (11, 12)])
def test_an_order_that_names_a_card_of_one_hand_twice(one, other):
    order = [*PACK]
    order[other] = order[one]

    wrong = refused(lambda: deal_cards(WLIA, dealer=0, order=order))

    assert f"(missing: {card_text(PACK[other])})" in wrong.message


def test_a_card_dealt_twice_and_a_pack_without_a_jack():
    twice = refused(lambda: deal(upcard="Jh"))
    no_jack = refused(lambda: first_dealer(PACK[:2]))

    assert (twice.message, twice.facts) == ("Jh is dealt twice. Correct one of the two.", {"card": "Jh"})
    assert twice.rules == ("EUC-5",)
    assert no_jack.message == "None of the 2 cards is a jack. Shuffle and turn more over."
    assert no_jack.rules == ("EUC-2",)


@pytest.mark.parametrize(
    ("call", "code", "message"),
    [
        (
            lambda: report_revoke(made(), 0),
            "no_trick_yet",
            "No card has been played, so nobody can have revoked. Go on with the hand.",
        ),
        (
            lambda: report_revoke(after(made(), "9c"), 0),
            "never_followed",
            "Seat 0 has not yet played to a lead, and so cannot have revoked. Name another seat.",
        ),
        (
            lambda: report_revoke(after(made(alone=(0,)), "Ad", "9h"), 2),
            "never_followed",
            "Seat 2 sits this hand out, and so cannot have revoked. Name another seat.",
        ),
        (
            lambda: report_revoke(report_revoke(after(made(), "9c", "Kc"), 1), 1),
            "revoke_already_found",
            "This hand has ended with a revoke already. Take that back first.",
        ),
        (
            lambda: report_revoke(after(made(as_played=True), "9c", "Ad", "Ac", "As"), 3),
            "no_revoke",
            "Seat 3 followed suit to every trick where that was possible. Name another seat.",
        ),
    ],
)
def test_a_revoke_that_cannot_be(call, code, message):
    assert_refuses(call, code, message, ("EUC-17",), {})
