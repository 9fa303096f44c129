"""Hands beside results: games of a best of three, corrections of a match, hands that never show for another pair."""

from __future__ import annotations

import pytest

from eventnight.core.actors import SYSTEM
from eventnight.core.errors import Conflict
from eventnight.core.press import Press
from tests.factories import NOW, after
from tests.tournaments.hand_nights import at_the_table, play, put_right, sheet_of, sit_down, take_back, win_game
from tests.tournaments.nights import correct, decide, match_of, other_team_wins
from tests.tournaments.test_bracket_games import play as enter_game
from tournaments.models import BracketTournament, EuchreHand
from tournaments.services.bracket.matches import call_match, undo_call
from tournaments.services.bracket.results.corrections import undo_correction
from tournaments.services.bracket.results.euchre_games import undo_game
from tournaments.services.bracket.results.result_undo import undo_result

pytestmark = pytest.mark.django_db


def standing() -> int:
    return EuchreHand.objects.filter(undone_at__isnull=True).count()


def pairs_of_standing_hands(tournament: BracketTournament) -> bool:
    """Whether each hand that stands was played by the two teams that its match has now."""
    hands = EuchreHand.objects.filter(match__tournament=tournament, undone_at__isnull=True).select_related("match")
    return all((hand.team_a_id, hand.team_b_id) == (hand.match.team_a_id, hand.match.team_b_id) for hand in hands)


@pytest.mark.rule("EUC-16")
def test_in_a_best_of_three_the_next_game_begins_when_one_is_over():
    tournament = at_the_table(best_of=3)
    win_game(tournament)
    between = sheet_of(tournament)
    play(tournament, 1, 5)
    second = sheet_of(tournament)
    for _ in range(4):
        play(tournament, 1, 5)
    win_game(tournament)

    over = sheet_of(tournament)
    assert (between.text, between.game.number, between.next_number) == ("1–0 in games, 0–0", 2, 1)
    assert second.text == "1–0 in games, 0–2"
    assert (over.text, over.winner.seed, over.final_score) == ("2–1 in games", 1, (2, 1))
    assert over.report_query == "winner=1-4&winner_points=2&loser_points=1"


def test_a_game_that_staff_entered_is_closed_and_the_phone_goes_on_with_the_next():
    tournament = at_the_table(best_of=3)
    play(tournament, 0, 5)
    first = play(tournament, 1)
    enter_game(tournament, 1, slot=1, loser_points=8)

    with pytest.raises(Conflict) as entered:
        play(tournament, 0, facts={"game": 1, "number": 3})
    with pytest.raises(Conflict) as corrected:
        put_right(tournament, first, 0)
    with pytest.raises(Conflict) as undone:
        take_back(first)
    hand = play(tournament, 0)

    assert {each.value.code for each in (entered, corrected, undone)} == {"game_entered"}
    assert (hand.game, hand.number) == (2, 1)
    assert sheet_of(tournament).text == "0–1 in games, 1–0"


def test_a_game_over_by_its_hands_is_offered_to_staff_with_its_points():
    tournament = at_the_table(best_of=3)
    win_game(tournament, 1)

    assert sheet_of(tournament).game_query == "game=1&winner=4-1&winner_points=10&loser_points=0"
    enter_game(tournament, 1, slot=1, loser_points=0)
    assert sheet_of(tournament).game_query == ""


def test_hands_of_a_later_game_wait_while_an_earlier_one_is_open_again():
    tournament = at_the_table(best_of=3)
    play(tournament, 0, 5)
    enter_game(tournament, 1)
    play(tournament, 1, 5)
    undo_game(match=match_of(tournament, 1), press=Press(SYSTEM, NOW))

    sheet = sheet_of(tournament)
    assert (sheet.text, sheet.game.number, sheet.next_number) == ("0–0 in games, 2–0", 1, 2)
    assert [hand.counts for game in sheet.games for hand in game.hands] == [True, False]


def test_putting_a_match_back_keeps_its_hands_for_the_next_table():
    tournament = at_the_table()
    hand = play(tournament, 0, 5)
    undo_call(match=match_of(tournament, 1), press=Press(SYSTEM, NOW))

    with pytest.raises(Conflict) as refusal:
        take_back(hand)
    call_match(match=match_of(tournament, 1), press=Press(SYSTEM, NOW))

    assert refusal.value.code == "match_not_called"
    assert sheet_of(tournament).text == "2–0"


def test_undoing_a_result_keeps_the_hands_that_led_to_it():
    tournament = at_the_table()
    win_game(tournament)
    decide(tournament, 1, loser_points=0)
    undo_result(match=match_of(tournament, 1), press=Press(SYSTEM, after(1)))

    assert sheet_of(tournament).text == "10–0"
    take_back(EuchreHand.objects.latest("pk"))
    assert sheet_of(tournament).text == "8–0"


@pytest.mark.rule("WLIA-22")
def test_hands_never_show_for_another_pair_and_a_replay_starts_anew():
    tournament = at_the_table()
    decide(tournament, 1)
    decide(tournament, 2)
    sit_down(tournament, 3)
    win_game(tournament, match=3)
    decide(tournament, 3, loser_points=0)

    correct(tournament, 1, other_team_wins(tournament, 1), now=after(5))
    replaced = sheet_of(tournament, 3).is_begun
    correct(tournament, 1, other_team_wins(tournament, 1), now=after(6))

    assert not replaced
    assert not sheet_of(tournament, 3).is_begun, "the same two teams again, but their game is to be played again"
    assert (standing(), EuchreHand.objects.count()) == (0, 5)
    assert pairs_of_standing_hands(tournament)


@pytest.mark.rule("WLIA-22")
def test_undoing_a_correction_brings_the_hands_back_with_the_result():
    tournament = at_the_table()
    decide(tournament, 1)
    decide(tournament, 2)
    sit_down(tournament, 3)
    undone = play(tournament, 1, match=3)
    take_back(undone, now=after(1))
    win_game(tournament, match=3)
    decide(tournament, 3, loser_points=0)
    correct(tournament, 1, other_team_wins(tournament, 1), now=after(5))

    undo_correction(match=match_of(tournament, 1), press=Press(SYSTEM, after(6)))

    assert (sheet_of(tournament, 3).text, standing()) == ("10–0", 5)
    assert match_of(tournament, 3).is_decided
    assert pairs_of_standing_hands(tournament)


def test_a_corrected_winner_of_the_match_itself_keeps_its_hands_as_they_were_played():
    tournament = at_the_table()
    win_game(tournament)
    decide(tournament, 1, loser_points=0)

    correct(tournament, 1, other_team_wins(tournament, 1), now=after(5))

    assert sheet_of(tournament).text == "10–0"
    assert standing() == 5
