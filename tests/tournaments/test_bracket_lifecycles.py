"""Services of a bracket and its matches refuse a move exactly where its lifecycle says that it may not be made."""

from __future__ import annotations

from collections.abc import Callable
from uuid import uuid4

import pytest

from eventnight.core.actors import SYSTEM
from eventnight.core.press import Press
from tests.factories import NOW, make_players
from tests.lifecycles import differences
from tests.tournaments.hand_nights import at_the_table, play
from tests.tournaments.nights import decide, drawn_bracket, enter_teams, make_bracket, match_of
from tournaments.lifecycles import BRACKET, MATCH
from tournaments.models import BracketStatus, BracketTournament, Match, MatchState, Objection
from tournaments.services.bracket.attendance import check_in_team
from tournaments.services.bracket.matches import call_match, start_match, undo_call
from tournaments.services.bracket.opening import draw_bracket
from tournaments.services.bracket.results.claims import take_back_claims
from tournaments.services.bracket.results.euchre_games import undo_game
from tournaments.services.bracket.results.objections import object_to_report
from tournaments.services.bracket.results.outcomes import DoubleNoShow
from tournaments.services.bracket.results.result_undo import undo_result
from tournaments.services.bracket.results.results import enter_outcome
from tournaments.services.bracket.shortening import drop_third_place
from tournaments.services.bracket.teams.pairing import draw_pairs
from tournaments.services.bracket.teams.teams import enter_pair
from tournaments.services.dealt import pause_match
from tournaments.services.score.euchre_hands import NewHand, NextHand, enter_hand, undo_hand

pytestmark = pytest.mark.django_db


def press() -> dict[str, Press]:
    return {"press": Press(SYSTEM, NOW, uuid4())}


MATCH_REFUSALS = {
    "match_not_ready",
    "match_already_called",
    "match_not_called",
    "match_already_decided",
    "match_not_decided",
    "match_is_bye",
    "bye_has_no_result",
}
MATCH_DEEDS: dict[str, Callable[[Match], object]] = {
    "call": lambda match: call_match(match=match, station=2, **press()),
    "start": lambda match: start_match(match=match, **press()),
    "undo_call": lambda match: undo_call(match=match, **press()),
    "note_team": lambda match: check_in_team(match=match, team=match.team_a, **press()),
    "take_back_claim": lambda match: take_back_claims(match=match, **press()),
    "object_to_report": lambda match: object_to_report(
        match=match, team=match.team_a, objection=Objection.UNFINISHED, **press()
    ),
    "score": lambda match: enter_hand(
        match=match,
        which=NextHand(game=1, number=1, teams=(match.team_a, match.team_b)),
        hand=NewHand(makers=None),
        **press(),
    ),
    "deal": lambda match: pause_match(match=match, **press()),
    "change_hand": lambda match: undo_hand(hand=match.hands.get(), **press()),
    "undo_game": lambda match: undo_game(match=match, **press()),
    "decide": lambda match: enter_outcome(match=match, outcome=DoubleNoShow(), **press()),
    "undo_result": lambda match: undo_result(match=match, **press()),
}
ANSWERED_OTHERWISE = {
    "start": {MatchState.PLAYING},  # the first start stands
    "change_hand": {MatchState.WAITING, MatchState.READY},  # asks besides whether hands may be scored
}
BRACKET_DEEDS: dict[str, Callable[[BracketTournament], object]] = {
    "enter": lambda bracket: enter_pair(tournament=bracket, players=make_players(bracket.event, 2), **press()),
    "pair": lambda bracket: draw_pairs(tournament=bracket, **press()),
    "draw": lambda bracket: draw_bracket(tournament=bracket, **press()),
    "play": lambda bracket: drop_third_place(tournament=bracket, **press()),
}
WITH_THE_LAST_RESULT = {"finish", "reopen"}


def test_every_move_of_a_bracket_and_of_a_match_is_tried_below():
    assert BRACKET_DEEDS.keys() | WITH_THE_LAST_RESULT == set(BRACKET.moves)
    assert MATCH_DEEDS.keys() == set(MATCH.moves)


@pytest.mark.parametrize("move", MATCH_DEEDS)
def test_an_open_match_refuses_what_its_lifecycle_does_not_allow(move):
    tournament = at_the_table()
    play(tournament, 0)
    states = [
        {"state": state}
        for state in MatchState
        if state != MatchState.DONE and state not in ANSWERED_OTHERWISE.get(move, ())
    ]

    found = differences(
        MATCH,
        move,
        match_of(tournament, 1),
        MATCH_DEEDS[move],
        situations=states,
        refusals=MATCH_REFUSALS,
    )

    assert found == []


@pytest.mark.parametrize("move", MATCH_DEEDS)
@pytest.mark.parametrize("number", [pytest.param(1, id="bye"), pytest.param(2, id="decided")])
def test_a_match_that_is_done_refuses_what_its_lifecycle_does_not_allow(move, number):
    tournament = drawn_bracket(3)
    decide(tournament, 2)
    row = match_of(tournament, number)

    deed = MATCH_DEEDS[move] if move != "change_hand" else MATCH_DEEDS["score"]
    found = differences(MATCH, move, row, deed, situations=[{"done_at": NOW}], refusals=MATCH_REFUSALS)

    assert found == []


@pytest.mark.parametrize("move", BRACKET_DEEDS)
def test_a_bracket_refuses_what_its_lifecycle_does_not_allow(move):
    tournament = make_bracket()
    enter_teams(tournament, 3)
    drawn = {"entries": 3, "drawn_at": NOW, "drawn_by_label": "Dana", "shuffle_seed": "seed"}
    finished = {"status": BracketStatus.FINISHED, "finished_at": NOW}
    situations = [
        {"status": BracketStatus.DRAFT},
        {"status": BracketStatus.PAIRING},
        {"status": BracketStatus.RUNNING, **drawn},
        {**finished, **drawn},
    ]

    found = differences(
        BRACKET,
        move,
        tournament,
        BRACKET_DEEDS[move],
        situations=situations,
        refusals={"bracket_already_drawn", "bracket_not_drawn"},
    )

    assert found == []
