"""Rulings of the floor as presses: one step to undo, once however often pressed, only what can happen, and logged."""

from __future__ import annotations

import pytest

from engine.cards import parse_cards
from engine.errors import Refusal
from engine.poker.deck import Deck
from engine.poker.floor.board import flop_too_early
from engine.poker.floor.conduct import cut_asked_for
from engine.poker.hand import Hand
from eventnight.core.audit import audit_log
from eventnight.core.errors import BadRequest, Conflict, NotFound
from tables import services
from tables.models import HandInPlay
from tables.selectors import rulings_taken, the_play
from tables.selectors.ruling_kinds import KINDS
from tests.tables.evening import by_staff, stacks
from tests.tables.playing import a_table, board, do, pay, start
from tests.tables.ruled import a_lowball, at_the_flop, log, offered, plan, rule, told

pytestmark = pytest.mark.django_db


STEPS = {
    "wrong_count": ({"held": {2: 3}}, 2),
    "exposed": ({"exposed": {2: "Kh"}}, 3),
    "boxed_in_pack": ({"cards": "Kh"}, 2),
    "boxed_in_hand": ({"seat": 2, "cards": "Kh"}, 3),
    "cut": ({}, 1),
    "flop_too_early": ({}, 1),
    "wager": ({"chips": (50,)}, 2),
    "forfeit": ({"chips": (5,)}, 2),
    "fouled": ({"seat": 3, "how": "mixed"}, 2),
}


@pytest.mark.parametrize("kind", STEPS)
def test_a_ruling_and_all_that_it_changed_are_one_step_back(kind):
    table = a_table()
    start(table)
    before = log(table)
    facts, lines = STEPS[kind]

    rule(table, kind, **facts)

    assert len(log(table)) == len(before) + lines
    do(table, "undo")
    assert log(table) == before
    with pytest.raises(Conflict, match="Nothing has been done"):
        do(table, "undo")


def test_a_ruling_that_kills_two_hands_is_one_step_back():
    table = a_table(seats=4)
    start(table)
    do(table, "call")
    do(table, "call")
    before = log(table)

    play = rule(table, "wrong_count", held={2: 3, 3: 1})

    assert set(play.hand.live) == {4, 1}
    do(table, "undo")
    assert log(table) == before


@pytest.mark.parametrize("kind", ["cut", "wager", "fouled"])
def test_what_is_done_after_a_ruling_is_a_step_of_its_own(kind):
    table = a_table()
    start(table)
    rule(table, kind, **STEPS[kind][0])
    ruled = log(table)

    do(table, "call")
    do(table, "undo")

    assert log(table) == ruled


def test_a_hand_killed_by_hand_after_a_ruling_is_a_step_of_its_own():
    table = a_table()
    start(table)
    rule(table, "cut")
    ruled = log(table)
    do(table, "dead", seat=2, why="The deck is cut, once in this hand.")

    do(table, "undo")

    assert log(table) == ruled


def test_a_flop_told_again_is_taken_back_to_the_flop_that_was_wrong():
    table = at_the_flop()
    before = log(table)
    rule(table, "flop_too_many", new="2s 2d 2h")

    do(table, "undo")

    assert (log(table), the_play(table).hand.board) == (before, parse_cards("Kh 9c 4d"))


def test_a_second_press_rules_once_and_an_older_page_is_told_so():
    table = a_table()
    start(table)
    press = by_staff()
    facts = told("fouled", seat=3, how="mixed")

    first = services.apply_ruling(table=table, version=1, facts=facts, **press)
    again = services.apply_ruling(table=table, version=1, facts=facts, **press)

    assert (first.version, again.version, len(rulings_taken(again.hand))) == (2, 2, 1)
    with pytest.raises(Conflict) as refused:
        services.apply_ruling(table=table, version=1, facts=told("cut"), **by_staff())
    assert refused.value.code == "hand_moved_on"


def test_what_was_not_shown_is_not_applied():
    table = a_table()
    start(table)
    digest = plan(table, "fouled", seat=3, how="mixed").digest

    with pytest.raises(Conflict) as refused:
        services.apply_ruling(
            table=table, version=1, facts=told("fouled", seat=2, how="mixed"), shown=digest, **by_staff()
        )
    services.apply_ruling(table=table, version=1, facts=told("fouled", seat=3, how="mixed"), shown=digest, **by_staff())

    assert refused.value.code == "ruling_changed"
    assert the_play(table).hand.live == (2, 1)


@pytest.mark.parametrize(
    ("kind", "facts", "code"),
    [
        ("spilled_drink", {}, "unknown_ruling"),
        ("turn_too_early", {}, "ruling_not_now"),
        ("dropped", {"seat": 1, "cards": "Kh"}, "ruling_not_now"),
        ("fouled", {"how": "mixed"}, "ruling_incomplete"),
        ("fouled", {"seat": 1, "how": "eaten"}, "ruling_incomplete"),
        ("fouled", {"seat": 9, "how": "mixed"}, "not_in_hand"),
        ("boxed_in_hand", {"seat": 1, "cards": "Kh 2c"}, "ruling_incomplete"),
        ("boxed_in_pack", {}, "ruling_incomplete"),
        ("wrong_count", {}, "nobody_named"),
        ("wrong_count", {"held": {1: 2}}, "right_number"),
        ("exposed", {}, "nobody_named"),
        ("exposed", {"exposed": {1: "Jk"}}, "card_not_in_game"),
        ("wager", {}, "no_chips"),
        ("wager", {"chips": (1000,)}, "more_than_held"),
        ("forfeit", {"chips": (10,)}, "bet_reached"),
    ],
)
def test_a_refused_ruling_changes_nothing(kind, facts, code):
    table = a_table()
    before = start(table).row.log

    with pytest.raises(Refusal) as refused:
        rule(table, kind, **facts)

    assert refused.value.code == code
    row = HandInPlay.objects.get()
    assert (row.log, row.version) == (before, 1)


def test_only_what_can_happen_in_the_game_at_that_moment_is_offered():
    table = a_table()
    start(table)
    anytime = {"wrong_count", "boxed_in_pack", "boxed_in_hand", "off_table", "wager", "fouled"}

    assert offered(table) == anytime | {"exposed", "cut", "flop_too_early", "forfeit"}
    do(table, "call")
    # The five that seat 2 owes is one chip: nothing less can be put out.
    assert offered(table) == anytime | {"flop_too_early"}
    do(table, "call")
    do(table, "check")
    assert offered(table) == anytime - {"wager"} | {"flop_too_many"}
    board(table, "Kh 9c 4d")
    assert offered(table) == anytime | {"turn_too_early", "forfeit", "flop_too_many"}


def test_a_draw_game_offers_what_happens_with_draws_and_no_board():
    table = a_lowball()

    assert "dropped" in offered(table)
    assert "flashed" not in offered(table)
    assert not offered(table) & {"flop_too_early", "flop_too_many", "turn_too_early", "river_too_early"}


def test_no_ruling_is_asked_for_once_the_hand_is_over():
    table = a_table()
    start(table)
    do(table, "fold")
    do(table, "fold")

    assert offered(table) == set()
    with pytest.raises(Conflict, match="the hand is over"):
        rule(table, "fouled", seat=3, how="mixed")


def test_a_ruling_stands_in_the_log_of_the_event_with_its_rules():
    table = a_table()
    start(table)

    rule(table, "fouled", seat=3, how="mixed")

    line = audit_log(table.event_id).filter(action="hand.ruling").get()
    assert (line.subject, line.actor_label) == ("T1 hand 1", "Nora")
    assert line.facts == {
        "kind": "fouled",
        "code": "dead_hand",
        "says": "The hand of seat 3 was mixed with other cards: it is dead. What it put in stays in the pot.",
        "rules": ["ANG-27"],
    }


def test_without_a_hand_there_is_nothing_to_rule_on():
    with pytest.raises(NotFound, match="No hand is being played"):
        services.apply_ruling(table=a_table(), version=1, facts=told("cut"), **by_staff())


def test_a_hand_with_rulings_is_paid_out_as_it_stands():
    table = a_table()
    start(table)
    rule(table, "exposed", exposed={2: "Kh"})
    do(table, "fold")
    rule(table, "fouled", seat=2, how="below_table")

    hand = pay(table).hand

    assert (stacks(table)[3], stacks(table)[2]) == (505, 495)
    assert [entry[1] for entry in hand.played["log"] if entry[0] == "note"] == ["card_exchanged", "dead_hand"]


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_facts_that_are_not_there_are_asked_for(kind):
    for name in {"seat", "cards"}.intersection(kind.fields):
        with pytest.raises(BadRequest, match="For this ruling say"):
            _ = told(kind.key).the_seat if name == "seat" else told(kind.key).the_card
    assert kind.rules


def dealt_from_a_pack():
    """A hand in play whose pack is known, as a program may store one."""
    table = a_table()
    row = start(table).row
    setup = the_play(table).hand.setup._replace(deck=Deck.shuffled("a pack"))
    row.log = Hand(setup).to_json()
    row.save()
    return table


@pytest.mark.rule("ANG-26", "CAN-14")
@pytest.mark.parametrize(("kind", "engine"), [("cut", cut_asked_for), ("flop_too_early", flop_too_early)])
def test_a_shuffle_takes_a_fresh_seed_and_can_be_repeated_from_the_log(kind, engine):
    seeds = set()

    for _ in "ab":
        table = dealt_from_a_pack()
        before = the_play(table).hand
        shown = plan(table, kind)
        play = rule(table, kind)
        seed = audit_log(table.event_id).filter(action="hand.ruling").get().facts["seed"]
        seeds.add(seed)

        assert shown.effects[0].title == "The cards still to come lie in another order"
        assert list(engine(before, seed=seed).changes[0]) == [*play.hand.log[-1]]
        assert sorted(play.hand.stub + play.hand.burns) == sorted(before.stub + before.burns)

    assert len(seeds) == 2
    assert all(len(seed) == 32 for seed in seeds)


def test_a_told_upcard_is_a_step_of_its_own():
    table = a_table(game="seven_stud")
    start(table)
    do(table, "deal", holes={1: parse_cards("2c")})
    before = log(table)
    do(table, "deal", holes={2: parse_cards("9h")})

    do(table, "undo")

    assert log(table) == before


@pytest.mark.rule("CAN-12")
@pytest.mark.parametrize("others", [(), ("fold",)])
def test_a_bet_that_nobody_matched_stays_in_the_pot_when_its_hand_is_ruled_dead(others):
    table = a_table(seats=2 + len(others))
    start(table)
    while the_play(table).phase == "betting":
        do(table, "call" if the_play(table).legal.to_call else "check")
    board(table, "Kh 9c 4d")
    bettor = the_play(table).hand.turn
    do(table, "bet", to=20)
    rule(table, "wrong_count", held={bettor: 3})
    for verb in others:
        do(table, verb)
    (winner,) = the_play(table).hand.live

    pay(table)

    left = {seat: chips for seat, chips in stacks(table).items() if chips}
    assert left == {**dict.fromkeys(left, 490), bettor: 470, winner: 530 + 10 * len(others)}


@pytest.mark.rule("CAN-12")
def test_a_hand_with_a_bet_that_was_ruled_dead_is_undone_and_paid_out_again():
    table = a_table(seats=2)
    start(table)
    for verb in ("call", "check"):
        do(table, verb)
    board(table, "Kh 9c 4d")
    bettor = the_play(table).hand.turn
    do(table, "bet", to=20)
    rule(table, "wrong_count", held={bettor: 3})
    paid = stacks(table)

    hand = pay(table).hand
    services.undo_hand(table=table, number=hand.number, reason="Early", may_reverse_any=True, **by_staff())

    assert stacks(table) == paid
    assert pay(table).hand.result == hand.result
