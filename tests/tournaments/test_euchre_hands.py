"""A match kept hand by hand: the engine's points, the score, undo and correction, and who was first."""

from __future__ import annotations

from uuid import uuid4

import pytest

from engine.errors import Refusal
from engine.euchre.scoring import Side
from eventnight.core.actors import Actor
from eventnight.core.errors import Conflict, UserFacingError
from eventnight.core.press import Press
from tests.factories import after
from tests.tournaments.hand_nights import (
    at_the_table,
    new_hand,
    play,
    players_of,
    put_right,
    sheet_of,
    take_back,
    win_game,
)
from tests.tournaments.nights import decide, drawn_bracket, match_of
from tournaments.models import BracketTournament, EuchreHand, MatchState
from tournaments.services.bracket.matches import call_match

pytestmark = pytest.mark.django_db

NORA = Actor(code="staff-1", label="Nora T")
PIET = Actor(code="player-P007", label="Player P007")


@pytest.fixture
def tournament() -> BracketTournament:
    return at_the_table()


def score(tournament) -> str:
    return sheet_of(tournament).text


@pytest.mark.parametrize(
    ("slot", "tricks", "how", "points", "word", "rule"),
    [
        pytest.param(0, 3, {}, "1–0", "made", "EUC-14", marks=pytest.mark.rule("EUC-14")),
        pytest.param(1, 4, {}, "0–1", "made", "EUC-14", marks=pytest.mark.rule("EUC-14")),
        pytest.param(0, 5, {}, "2–0", "march", "EUC-14", marks=pytest.mark.rule("EUC-14")),
        pytest.param(0, 2, {}, "0–2", "euchred", "EUC-14", marks=pytest.mark.rule("EUC-14")),
        pytest.param(0, 4, {"makers_alone": True}, "1–0", "made alone", "EUC-15", marks=pytest.mark.rule("EUC-15")),
        pytest.param(1, 5, {"makers_alone": True}, "0–4", "alone march", "EUC-15", marks=pytest.mark.rule("EUC-15")),
        pytest.param(
            1,
            1,
            {"defender_alone": True},
            "2–0",
            "euchred by a lone player",
            "EUC-15",
            marks=pytest.mark.rule("EUC-15"),
        ),
        pytest.param(None, 0, {}, "0–0", "thrown in", "EUC-10", marks=pytest.mark.rule("EUC-10")),
        pytest.param(
            0,
            2,
            {"revoke_by": Side.DEFENDERS, "makers_alone": True},
            "4–0",
            "revoke by the defenders",
            "EUC-17",
            marks=pytest.mark.rule("EUC-17"),
        ),
        pytest.param(
            0, 5, {"revoke_by": Side.MAKERS}, "0–2", "revoke by the makers", "EUC-17", marks=pytest.mark.rule("EUC-17")
        ),
    ],
)
def test_a_hand_has_the_engines_points_with_word_and_rule(tournament, slot, tricks, how, points, word, rule):
    play(tournament, slot, tricks, **how)

    hand = sheet_of(tournament).last_hand
    assert (score(tournament), hand.word, hand.rule) == (points, word, rule)


@pytest.mark.rule("EUC-16")
def test_the_game_ends_with_the_hand_that_reaches_the_target(tournament):
    win_game(tournament)

    with pytest.raises(Conflict) as refusal:
        play(tournament, 1)

    sheet = sheet_of(tournament)
    assert (sheet.text, sheet.winner.seed, sheet.is_open) == ("10–0", 1, False)
    assert refusal.value.code == "game_over"
    assert "10–0" in refusal.value.message
    assert not match_of(tournament, 1).is_decided, "the result is reported, not made by the phone"


@pytest.mark.rule("EUC-16")
def test_the_house_may_play_to_another_number():
    tournament = at_the_table(target=5)
    play(tournament, 0, 5, makers_alone=True)
    play(tournament, 1, 2)

    assert sheet_of(tournament).winner.seed == 1
    assert score(tournament) == "6–0"


@pytest.mark.rule("EUC-2")
def test_the_deal_goes_round_from_the_first_two_who_dealt(tournament):
    ada, bob = players_of(tournament, 1)
    cy, di = players_of(tournament, 4)

    def next_up() -> list[str]:
        return [player.code for player in sheet_of(tournament).dealers]

    assert set(next_up()) == {player.code for player in (ada, bob, cy, di)}
    play(tournament, 0, dealer=ada)
    assert next_up() == [cy.code, di.code]
    play(tournament, 0, dealer=di)
    dealt = []
    for slot in (None, 0, 1, None, 0):
        dealt.append(sheet_of(tournament).next_dealer.code)
        play(tournament, slot)

    assert dealt == [player.code for player in (bob, cy, ada, di, bob)]


@pytest.mark.rule("EUC-2")
def test_a_dealer_told_later_counts_from_there_on(tournament):
    ada, bob = players_of(tournament, 1)
    cy, _ = players_of(tournament, 4)
    for dealer in (ada, cy, ada):
        play(tournament, 0, dealer=dealer)

    assert sheet_of(tournament).next_dealer.code != cy.code
    play(tournament, 0)
    assert sheet_of(tournament).next_dealer.code == bob.code


def test_the_first_hand_of_a_called_match_starts_it():
    tournament = drawn_bracket(4)
    with pytest.raises(Conflict) as refusal:
        play(tournament, 0)
    call_match(match=match_of(tournament, 1), press=Press(NORA, after(1)))

    play(tournament, 0)

    assert refusal.value.code == "match_not_called"
    assert match_of(tournament, 1).state == MatchState.PLAYING


def test_the_bracket_keeps_its_version_so_that_plans_of_staff_stay_good(tournament):
    before = BracketTournament.objects.get(pk=tournament.pk).version

    play(tournament, 0)

    assert BracketTournament.objects.get(pk=tournament.pk).version == before


def test_the_same_press_is_one_hand_and_with_another_result_it_is_refused(tournament):
    key = uuid4()
    first = play(tournament, 0, facts={"request_id": key})
    again = play(tournament, 0, facts={"request_id": key, "number": 1})

    for changed in ({"tricks": 5}, {"makers_alone": True}, {"slot": 1}):
        given = {"slot": 0, "tricks": 3, **changed}
        slot, tricks = given.pop("slot"), given.pop("tricks")
        with pytest.raises(UserFacingError) as refusal:
            play(tournament, slot, tricks, facts={"request_id": key, "number": 1}, **given)
        assert refusal.value.code == "key_reused"

    assert again.pk == first.pk
    assert EuchreHand.objects.count() == 1


def test_the_second_phone_is_told_who_entered_the_hand_and_when(tournament):
    play(tournament, 0, 5, facts={"by": PIET, "now": after(42)})

    with pytest.raises(Conflict) as refusal:
        play(tournament, 0, 5, facts={"number": 1})

    assert refusal.value.code == "hand_entered"
    assert "entered by Player P007 at 7:42 PM" in refusal.value.message
    assert "+2, march" in refusal.value.message
    assert score(tournament) == "2–0"


def test_hands_come_in_order(tournament):
    for facts in ({"number": 2}, {"game": 2, "number": 1}):
        with pytest.raises(Conflict) as refusal:
            play(tournament, 0, facts=facts)
        assert refusal.value.code == "hand_out_of_order"
        assert "hand 1 of game 1" in refusal.value.message


def test_a_hand_that_cannot_be_is_refused(tournament):
    ada, cy = players_of(tournament, 1)[0], players_of(tournament, 4)[0]
    stranger = players_of(tournament, 2)[0]
    wrong = [
        (0, 6, {}, "tricks_out_of_range"),
        (None, 0, {"makers_alone": True}, "result_unclear"),
        (None, 0, {"trump": "hearts"}, "thrown_in_without_trump"),
        (0, 3, {"maker": cy}, "player_not_in_team"),
        (0, 3, {"maker": cy, "dealer": cy}, "player_not_in_team"),
        (0, 3, {"dealer": stranger}, "player_not_in_team"),
    ]

    for slot, tricks, how, code in wrong:
        with pytest.raises(Refusal) as refusal:
            play(tournament, slot, tricks, **how)
        assert refusal.value.code == code
    play(tournament, 0, trump="spades", maker=ada, dealer=cy)

    hand = sheet_of(tournament).last_hand
    assert (hand.trump, hand.maker.code, hand.dealer.code) == ("spades", ada.code, cy.code)


def test_makers_of_another_match_are_refused(tournament):
    stranger = new_hand(tournament, 0, number=2)

    with pytest.raises(Conflict) as refusal:
        play(tournament, 0, facts={"hand": stranger})
    with pytest.raises(Conflict) as pair:
        play(tournament, 0, facts={"teams": (match_of(tournament, 2).team_a, match_of(tournament, 2).team_b)})

    assert {refusal.value.code, pair.value.code} == {"match_teams_changed"}
    assert EuchreHand.objects.count() == 0


def test_the_last_hand_is_undone_once_however_often_it_is_pressed(tournament):
    first, second = play(tournament, 0, 5), play(tournament, 1, 5)

    with pytest.raises(Conflict) as refusal:
        take_back(first)
    take_back(second)
    take_back(second)

    assert refusal.value.code == "hand_not_last"
    assert score(tournament) == "2–0"
    assert play(tournament, 1, 3).number == 2
    assert score(tournament) == "2–1"


def test_undoing_a_hand_that_was_corrected_says_by_whom(tournament):
    first = play(tournament, 0)
    put_right(tournament, first, 0, 5, by=NORA, now=after(5))

    for attempt in (lambda: take_back(first), lambda: put_right(tournament, first, 1)):
        with pytest.raises(Conflict) as refusal:
            attempt()
        assert refusal.value.code == "hand_changed"
        assert "by Nora T at 7:05 PM" in refusal.value.message


def test_a_hand_is_corrected_and_the_score_after_it_follows(tournament):
    first = play(tournament, 0, 3)
    play(tournament, 1, 5)
    key = uuid4()

    corrected = put_right(tournament, first, 0, 5, makers_alone=True, request_id=key)
    again = put_right(tournament, first, 0, 5, makers_alone=True, request_id=key)
    same = put_right(tournament, corrected, 0, 5, makers_alone=True)

    sheet = sheet_of(tournament)
    assert [hand.score for hand in sheet.game.hands] == [(4, 0), (4, 2)]
    assert again.pk == same.pk == corrected.pk
    assert EuchreHand.objects.count() == 3, "the wrong one is kept"


@pytest.mark.rule("EUC-16")
def test_hands_after_the_end_do_not_count_and_come_back_with_the_correction_put_right(tournament):
    for _ in range(4):
        play(tournament, 0, 5)
    made = play(tournament, 0, 3)
    play(tournament, 1, 5)

    over = put_right(tournament, made, 0, 5)
    early = sheet_of(tournament)
    put_right(tournament, over, 0, 3)

    assert (early.text, early.winner.seed) == ("10–0", 1)
    assert [hand.counts for hand in early.game.hands] == [True] * 5 + [False]
    assert score(tournament) == "9–2"


def test_after_the_result_hands_are_refused_and_undo_brings_them_back(tournament):
    last = play(tournament, 0)
    decide(tournament, 1, by=NORA, now=after(90))

    for attempt in (
        lambda: play(tournament, 0, facts={"number": 2}),
        lambda: take_back(last),
        lambda: put_right(tournament, last, 1),
    ):
        with pytest.raises(Conflict) as refusal:
            attempt()
        assert refusal.value.code == "match_already_decided"
        assert "entered by Nora T at 8:30 PM" in refusal.value.message
    assert score(tournament) == "1–0"
