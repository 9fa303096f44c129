"""The charity night's euchre as it runs: bracket, pairing of singles and free players, through the services."""

from __future__ import annotations

from uuid import uuid4

import pytest

from eventnight.bank.ledger.refs import player_chips
from eventnight.bank.selectors import balance_of
from eventnight.bank.services import give_first_stack, open_books
from eventnight.core.actors import SYSTEM
from eventnight.core.errors import UserFacingError
from eventnight.core.press import Press
from tests.factories import NOW, make_event, make_player, make_players
from tests.tournaments.nights import decide, draw, drawn_bracket, enter_teams, make_bracket, match_of
from tournaments.models import Outcome
from tournaments.selectors.bracket.brackets import bracket_view
from tournaments.selectors.bracket.night import Standing, free_players, player_state
from tournaments.services.bracket.results.result_undo import undo_result
from tournaments.services.bracket.teams.pairing import draw_pairs, pair_reserve, place_reserve
from tournaments.services.bracket.teams.teams import enter_single

pytestmark = pytest.mark.django_db


@pytest.mark.rule("WLIA-22")
@pytest.mark.parametrize(("teams", "byes"), [(2, 0), (5, 3), (8, 0), (11, 5), (22, 10)])
def test_the_bracket_is_as_large_as_the_entries_and_byes_fill_it(teams, byes):
    tournament = drawn_bracket(teams)

    assert tournament.matches.filter(outcome=Outcome.BYE).count() == byes
    assert bracket_view(tournament).to_play == teams - 1


@pytest.mark.rule("WLIA-22")
def test_one_defeat_ends_a_teams_bracket():
    tournament = drawn_bracket(4)

    decide(tournament, 1)

    assert bracket_view(tournament).match_of(4) is None


@pytest.mark.rule("WLIA-22")
def test_a_bracket_of_one_team_is_refused():
    tournament = make_bracket()
    enter_teams(tournament, 1)

    with pytest.raises(UserFacingError) as refusal:
        draw(tournament)

    assert refusal.value.rules == ("WLIA-22",)


@pytest.mark.rule("WLIA-23")
def test_two_singles_are_drawn_into_a_team_and_the_draw_is_kept():
    tournament, players = _singles(4)

    drawn = _draw_pairs(tournament, seed="maple")

    teams = [[place.player.code for place in team.team_players.order_by("place")] for team in tournament.teams.all()]
    assert teams == drawn.pairs
    assert sorted(code for pair in drawn.pairs for code in pair) == [player.code for player in players]
    assert (drawn.seed, drawn.drawn_from) == ("maple", [player.code for player in players])


@pytest.mark.rule("WLIA-23")
def test_an_odd_single_waits_as_reserve_and_fills_the_first_no_show():
    tournament, players = _singles(5)
    _draw_pairs(tournament)
    tournament = draw(tournament)
    absent = tournament.team_players.get(team__number=2, place=2).player

    assert player_state(tournament.event, players[-1]).standing == Standing.RESERVE
    place_reserve(tournament=tournament, instead_of=absent, press=Press(SYSTEM, NOW))

    assert player_state(players[-1].event, players[-1]).match.number == 1


@pytest.mark.rule("WLIA-23")
def test_a_stand_in_may_play_beside_the_reserve():
    tournament, players = _singles(3)
    _draw_pairs(tournament)

    pair_reserve(tournament=tournament, stand_in=make_player(tournament.event), press=Press(SYSTEM, NOW))

    assert player_state(tournament.event, players[-1]).standing == Standing.ENTERED


@pytest.mark.rule("WLIA-24")
def test_a_beaten_team_is_free_and_the_winners_are_not():
    event = make_event()
    tournament = make_bracket(event)
    players = enter_teams(tournament, 4)
    draw(tournament)

    decide(tournament, 1)

    assert list(free_players(event)) == players[6:8]
    assert player_state(event, players[6]).standing == Standing.FREE
    assert player_state(event, players[0]).standing == Standing.WAITING


@pytest.mark.rule("WLIA-24")
def test_a_beaten_team_keeps_its_chips():
    event = make_event()
    tournament = make_bracket(event)
    beaten = enter_teams(tournament, 2)[2]
    open_books(event=event, press=Press(SYSTEM, NOW))
    give_first_stack(event=event, player_code=beaten.code, press=Press(SYSTEM, NOW, uuid4()))
    draw(tournament)

    decide(tournament, 1)

    assert balance_of(event.pk, player_chips(beaten.code)) == 1000
    assert beaten in free_players(event)


@pytest.mark.rule("WLIA-24")
def test_a_beaten_semi_finalist_still_plays_for_third_place():
    tournament = drawn_bracket(4, third_place=True)

    decide(tournament, 1)

    assert not free_players(tournament.event).exists()


@pytest.mark.rule("WLIA-24")
def test_everybody_is_free_after_the_final_and_the_winners_are_champions():
    event = make_event()
    tournament = make_bracket(event)
    players = enter_teams(tournament, 2)
    draw(tournament)

    decide(tournament, 1)

    assert list(free_players(event)) == players
    assert [player_state(event, player).standing for player in players[1:3]] == [Standing.CHAMPION, Standing.FREE]


@pytest.mark.rule("WLIA-24")
def test_an_undone_result_takes_the_freedom_back():
    tournament = drawn_bracket(4)
    decide(tournament, 1)

    undo_result(match=match_of(tournament, 1), press=Press(SYSTEM, NOW))

    assert not free_players(tournament.event).exists()


def _singles(number: int):
    tournament = make_bracket()
    players = make_players(tournament.event, number)
    for player in players:
        enter_single(tournament=tournament, player=player, press=Press(SYSTEM, NOW))
    return tournament, players


def _draw_pairs(tournament, **facts):
    return draw_pairs(tournament=tournament, press=Press(SYSTEM, NOW, uuid4()), **facts)
