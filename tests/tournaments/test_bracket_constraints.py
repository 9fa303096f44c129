"""What the database refuses, whoever asks: one broken row for each claim."""

from __future__ import annotations

import pytest
from django.db import IntegrityError, transaction
from django.db.models import F

from tests.factories import NOW, make_player
from tests.tournaments.nights import decide, drawn_bracket, enter_teams, make_bracket
from tournaments.models import BracketTournament, Match, MatchResult, PairingDraw, Single, Team, TeamPlayer

pytestmark = pytest.mark.django_db

BRACKETS = [
    ("bracket_known_status", {"status": "lost"}),
    ("bracket_known_order", {"order_by": "alphabet"}),
    ("bracket_target_above_zero", {"target": 0}),
    ("bracket_odd_best_of", {"best_of": 2}),
    ("bracket_has_a_station", {"stations": 0}),
    ("bracket_drawn_unless_draft", {"status": "draft"}),
    ("bracket_drawn_unless_draft", {"entries": None}),
    ("bracket_drawn_unless_draft", {"entries": 1}),
    ("bracket_shuffled_by_a_seed", {"order_by": "shuffle"}),
    ("bracket_finished_with_time", {"status": "finished"}),
    ("bracket_finished_with_time", {"finished_at": NOW}),
]
MATCHES = [
    ("match_known_state", {"state": "lost"}),
    ("match_known_outcome", {"state": "done", "done_at": NOW, "outcome": "coin", "winner": F("team_a")}),
    ("match_done_has_outcome", {"state": "done", "done_at": NOW}),
    ("match_done_has_outcome", {"done_at": NOW}),
    ("match_ready_has_two_teams", {"team_a": None}),
    ("match_winner_is_a_team", {"state": "done", "done_at": NOW, "outcome": "walkover"}),
    ("match_points_when_played", {"points_a": 10, "points_b": 3}),
    ("match_points_when_played", {"points_a": 10}),
    ("match_called_to_a_station", {"state": "called", "called_at": NOW}),
    ("match_called_to_a_station", {"state": "called", "station": 1}),
    ("match_playing_was_started", {"state": "playing", "station": 1, "called_at": NOW}),
    ("match_number_unique", {"number": 2}),
    ("match_place_unique", {"position": 2}),
]
TEAMS = [
    ("team_number_unique", {"number": 2}),
    ("team_seed_unique", {"seed": 2}),
    ("team_counted_from_one", {"number": 0}),
    ("team_seeded_from_one", {"seed": 0}),
    ("team_known_status", {"status": "lost"}),
]
RESULTS = [
    ("matchresult_voided_is_undone", {"voided_by": F("pk")}),
    ("matchresult_follows_by_itself", {"came_of": F("pk")}),
    ("matchresult_known_outcome", {"outcome": "coin"}),
    ("matchresult_winner_is_a_team", {"winner": None}),
    ("matchresult_undone_by_somebody", {"undone_at": NOW}),
    ("matchresult_undone_by_somebody", {"undone_by_code": "staff-1"}),
]


@pytest.mark.parametrize(("claim", "change"), BRACKETS)
def test_a_bracket_that_cannot_be_is_refused(claim, change):
    tournament = drawn_bracket(4)

    with _refused(claim):
        BracketTournament.objects.filter(pk=tournament.pk).update(**change)


def test_a_night_has_one_bracket_of_a_name():
    tournament = make_bracket()

    with _refused("bracket_name_unique"):
        BracketTournament.objects.create(event=tournament.event, name=tournament.name, target=10, best_of=1, stations=4)


@pytest.mark.parametrize(("claim", "change"), MATCHES)
def test_a_match_that_cannot_be_is_refused(claim, change):
    tournament = drawn_bracket(4)

    with _refused(claim):
        Match.objects.filter(tournament=tournament, number=1).update(**change)


def test_a_team_cannot_meet_itself():
    tournament = drawn_bracket(4)
    match = tournament.matches.get(number=1)

    with _refused("match_teams_differ"):
        Match.objects.filter(pk=match.pk).update(team_b=match.team_a)


def test_a_stranger_cannot_win_a_match():
    tournament = drawn_bracket(4)
    decide(tournament, 1)

    with _refused("match_winner_is_a_team"):
        Match.objects.filter(tournament=tournament, number=1).update(winner=tournament.teams.get(number=2))


def test_two_matches_cannot_be_at_one_table():
    tournament = drawn_bracket(4)

    with _refused("match_alone_at_station"):
        tournament.matches.filter(number__in=(1, 2)).update(state="called", station=1, called_at=NOW)


@pytest.mark.parametrize(("claim", "change"), TEAMS)
def test_a_team_that_cannot_be_is_refused(claim, change):
    tournament = drawn_bracket(4)

    with _refused(claim):
        Team.objects.filter(tournament=tournament, number=1).update(**change)


def test_a_player_is_in_one_team_of_a_bracket():
    tournament = make_bracket()
    one, *_ = enter_teams(tournament, 2)
    other = tournament.teams.get(number=2)
    other.team_players.filter(place=1).delete()

    with _refused("teamplayer_in_one_team"):
        TeamPlayer.objects.create(tournament=tournament, team=other, player=one, place=1, joined_at=NOW)


@pytest.mark.parametrize(("claim", "place"), [("teamplayer_place_held_once", 1), ("teamplayer_two_places", 3)])
def test_a_team_has_two_places(claim, place):
    tournament = make_bracket()
    enter_teams(tournament, 1)
    third = make_player(tournament.event)

    with _refused(claim):
        TeamPlayer.objects.create(
            tournament=tournament, team=tournament.teams.get(), player=third, place=place, joined_at=NOW
        )


def test_a_single_is_entered_once_and_one_is_the_reserve():
    tournament = make_bracket()
    player, other = make_player(tournament.event), make_player(tournament.event)
    Single.objects.create(tournament=tournament, player=player, status="reserve", entered_at=NOW)

    with _refused("single_entered_once"):
        Single.objects.create(tournament=tournament, player=player, entered_at=NOW)
    with _refused("single_one_reserve"):
        Single.objects.create(tournament=tournament, player=other, status="reserve", entered_at=NOW)
    with _refused("single_known_status"):
        Single.objects.create(tournament=tournament, player=other, status="lost", entered_at=NOW)


def test_a_draw_of_pairs_has_a_number_and_a_seed_of_its_own():
    tournament = make_bracket()
    _pairing_draw(tournament)

    with _refused("pairingdraw_number_unique"):
        _pairing_draw(tournament)
    with _refused("pairingdraw_has_a_seed"):
        _pairing_draw(tournament, number=2, seed="")


@pytest.mark.parametrize(("claim", "change"), RESULTS)
def test_a_result_that_cannot_be_is_refused(claim, change):
    tournament = drawn_bracket(4)
    result = decide(tournament, 1)

    with _refused(claim):
        MatchResult.objects.filter(pk=result.pk).update(**change)


def test_one_result_of_a_match_stands():
    result = decide(drawn_bracket(4), 1)

    with _refused("matchresult_one_stands"):
        MatchResult.objects.create(
            match=result.match,
            team_a=result.team_a,
            team_b=result.team_b,
            winner=result.team_b,
            outcome="walkover",
            entered_at=NOW,
            by_code="staff-1",
            by_label="Nora T",
        )


def _pairing_draw(tournament, **facts):
    given = {"number": 1, "seed": "oak", "drawn_from": [], "pairs": [], "drawn_at": NOW}
    return PairingDraw.objects.create(tournament=tournament, by_code="system", by_label="", **{**given, **facts})


class _refused:  # noqa: N801  reads as a word of the sentence
    """The block breaks that constraint. SQLite names the columns of a unique one, PostgreSQL its name."""

    def __init__(self, claim: str) -> None:
        self.claim = claim

    def __enter__(self) -> None:
        self.savepoint = transaction.atomic()
        self.savepoint.__enter__()

    def __exit__(self, kind, error, trace) -> bool:
        self.savepoint.__exit__(kind, error, trace)
        assert isinstance(error, IntegrityError), f"{self.claim} was not enforced"
        assert self.claim in str(error) or "UNIQUE" in str(error)
        return True
