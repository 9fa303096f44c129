"""Entries: pairs, singles, sign-ups, the recorded draw of partners and the reserve."""

from __future__ import annotations

from uuid import uuid4

import pytest

from engine.tournament.pairing import pair_singles
from eventnight.core.actors import SYSTEM
from eventnight.core.errors import Conflict, NotFound, UserFacingError
from eventnight.core.press import Press
from eventnight.events.models import ActivityKind
from eventnight.events.services import check_in, import_roster, keep_upload, sign_up
from tests.factories import NOW, actor_with, make_event, make_player, make_players
from tests.pressing import together
from tests.tournaments.nights import decide, draw, drawn_bracket, enter_teams, make_bracket
from tournaments.models import BracketStatus, SingleStatus
from tournaments.selectors.bracket.teams import not_entered, singles_in_pool
from tournaments.services.bracket.opening import withdraw_team
from tournaments.services.bracket.teams.pairing import draw_pairs, pair_reserve, place_reserve
from tournaments.services.bracket.teams.teams import (
    enter_pair,
    enter_single,
    split_team,
    take_sign_ups,
    withdraw_single,
)

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(("singles", "teams", "reserve"), [(2, 1, False), (5, 2, True), (8, 4, False)])
def test_a_draw_pairs_all_singles_but_an_odd_last_one(singles, teams, reserve):
    tournament, players = _bracket_with_singles(singles)

    drawn = _draw_pairs(tournament)

    assert tournament.teams.count() == teams
    assert drawn.reserve == (players[-1].code if reserve else "")
    assert singles_in_pool(tournament).count() == int(reserve)


def test_a_draw_is_recorded_so_that_anybody_can_repeat_it():
    tournament, _ = _bracket_with_singles(7)

    drawn = _draw_pairs(tournament, seed="oak")

    again = pair_singles(drawn.drawn_from, drawn.seed)
    assert ([list(pair) for pair in again.pairs], again.reserve) == (drawn.pairs, drawn.reserve)


def test_without_a_seed_every_draw_has_its_own():
    first, second = (_draw_pairs(_bracket_with_singles(2)[0]) for _ in range(2))

    assert first.seed != second.seed


def test_the_same_press_draws_pairs_once():
    tournament, _ = _bracket_with_singles(4)
    press = uuid4()

    first, second = _draw_pairs(tournament, request_id=press), _draw_pairs(tournament, request_id=press)

    assert first == second
    assert tournament.teams.count() == 2


def test_a_late_single_is_drawn_with_the_reserve():
    tournament, players = _bracket_with_singles(3)
    _draw_pairs(tournament)
    late = make_player(tournament.event)
    enter_single(tournament=tournament, player=late, press=Press(SYSTEM, NOW))

    drawn = _draw_pairs(tournament)

    assert (drawn.number, sorted(drawn.pairs[0])) == (2, sorted([players[-1].code, late.code]))
    assert singles_in_pool(tournament).count() == 0


@pytest.mark.parametrize("singles", [0, 1])
def test_a_draw_needs_two_singles(singles):
    tournament, _ = _bracket_with_singles(singles)

    with pytest.raises(UserFacingError) as refusal:
        _draw_pairs(tournament)

    assert (refusal.value.code, refusal.value.rules) == ("too_few_singles", ("WLIA-23",))


def test_a_player_is_in_one_team_only():
    tournament = make_bracket()
    one, *_ = enter_teams(tournament, 1)

    with pytest.raises(Conflict) as refusal:
        enter_pair(tournament=tournament, players=(one, make_player(tournament.event)), press=Press(SYSTEM, NOW))

    assert refusal.value.facts == {"player": one.code, "team": 1}


def test_nobody_is_their_own_partner():
    tournament = make_bracket()
    player = make_player(tournament.event)

    with pytest.raises(UserFacingError) as refusal:
        enter_pair(tournament=tournament, players=(player, player), press=Press(SYSTEM, NOW))

    assert refusal.value.code == "pair_of_one"


def test_a_player_of_another_night_cannot_enter():
    tournament, stranger = make_bracket(), make_player(make_event())

    with pytest.raises(UserFacingError) as refusal:
        enter_single(tournament=tournament, player=stranger, press=Press(SYSTEM, NOW))

    assert refusal.value.code == "player_elsewhere"


def test_a_single_who_finds_a_partner_leaves_the_pool():
    tournament, (single,) = _bracket_with_singles(1)

    enter_pair(tournament=tournament, players=(single, make_player(tournament.event)), press=Press(SYSTEM, NOW))

    assert tournament.singles.get().status == SingleStatus.PAIRED


def test_entering_a_single_twice_changes_nothing():
    tournament, (player,) = _bracket_with_singles(1)

    enter_single(tournament=tournament, player=player, press=Press(SYSTEM, NOW))

    assert tournament.singles.count() == 1


def test_sign_ups_become_pairs_where_one_named_the_other_and_that_one_nobody_else():
    event = make_event()
    ann, bob, cleo, dan, eve, finn, gus = make_players(event, 7, checked_in=True)
    for player, partner in ((ann, bob), (bob, ann), (cleo, dan), (dan, None), (eve, finn), (finn, gus), (gus, None)):
        _sign_up(player, partner)
    tournament = make_bracket(event)

    entered = take_sign_ups(tournament=tournament, press=Press(SYSTEM, NOW))

    assert entered == 7
    assert [_players_of_team(tournament, number) for number in (1, 2, 3)] == [[ann, bob], [cleo, dan], [finn, gus]]
    assert [single.player for single in singles_in_pool(tournament)] == [eve]


@pytest.mark.rule("WLIA-23")
def test_a_partner_named_on_one_line_of_a_list_alone_makes_the_team_that_was_shown():
    event = make_event()
    nora = actor_with(event, "desk")
    content = b"name,activities,partner\nAnn,euchre,\nBob,euchre,Ann\nCy,euchre,\n"
    upload = keep_upload(event=event, file_name="people.csv", content=content, press=Press(nora, NOW))
    import_roster(event=event, upload=upload, press=Press(nora, NOW))
    for player in event.players.all():
        check_in(player=player, id_seen=True, press=Press(nora, NOW))
    tournament = make_bracket(event)

    take_sign_ups(tournament=tournament, press=Press(SYSTEM, NOW))

    assert [str(player.person) for player in _players_of_team(tournament, 1)] == ["Ann", "Bob"]
    assert [str(single.player.person) for single in singles_in_pool(tournament)] == ["Cy"]


def test_a_pair_waits_for_the_partner_who_is_not_here():
    event = make_event()
    ann, bob = make_player(event, checked_in=True), make_player(event)
    _sign_up(ann, bob)
    _sign_up(bob, ann)
    tournament = make_bracket(event)

    before = take_sign_ups(tournament=tournament, press=Press(SYSTEM, NOW))
    check_in(player=bob, id_seen=True, press=Press(actor_with(event, "desk"), NOW))
    after = take_sign_ups(tournament=tournament, press=Press(SYSTEM, NOW))

    assert (before, after) == (0, 2)


def test_sign_ups_are_taken_once():
    event = make_event()
    (player,) = make_players(event, 1, checked_in=True)
    _sign_up(player)
    tournament = make_bracket(event)
    take_sign_ups(tournament=tournament, press=Press(SYSTEM, NOW))
    withdraw_single(single=tournament.singles.get(), press=Press(SYSTEM, NOW))

    assert take_sign_ups(tournament=tournament, press=Press(SYSTEM, NOW)) == 0


def test_the_other_of_a_split_team_goes_back_to_the_pool():
    tournament = make_bracket()
    one, two = enter_teams(tournament, 1)

    split_team(team=tournament.teams.get(), leaving=one, press=Press(SYSTEM, NOW))

    assert [single.player for single in singles_in_pool(tournament)] == [two]
    assert one in not_entered(tournament)


def test_a_player_who_is_not_in_the_team_cannot_leave_it():
    tournament = make_bracket()
    enter_teams(tournament, 1)

    with pytest.raises(NotFound) as refusal:
        split_team(team=tournament.teams.get(), leaving=make_player(tournament.event), press=Press(SYSTEM, NOW))

    assert refusal.value.code == "player_not_in_team"


def test_withdrawing_before_the_draw_frees_both_players():
    tournament = make_bracket()
    one, two = enter_teams(tournament, 1)

    withdraw_team(team=tournament.teams.get(), press=Press(SYSTEM, NOW))

    enter_pair(tournament=tournament, players=(one, two), press=Press(SYSTEM, NOW))
    assert _players_of_team(tournament, 2) == [one, two]


def test_a_stand_in_plays_beside_the_reserve():
    tournament, players = _bracket_with_singles(3)
    _draw_pairs(tournament)
    stand_in = make_player(tournament.event)

    team = pair_reserve(tournament=tournament, stand_in=stand_in, press=Press(SYSTEM, NOW))

    assert _players_of_team(tournament, team.number) == [players[-1], stand_in]


def test_the_reserve_takes_the_place_of_a_no_show_in_a_drawn_bracket():
    tournament, players = _bracket_with_singles(5)
    _draw_pairs(tournament)
    tournament = draw(tournament)
    absent = _players_of_team(tournament, 1)[0]

    team = place_reserve(tournament=tournament, instead_of=absent, press=Press(SYSTEM, NOW))

    assert team.number == 1
    assert players[-1] in _players_of_team(tournament, 1)
    assert absent not in _players_of_team(tournament, 1)


def test_the_reserve_cannot_join_a_team_that_has_played():
    tournament, _ = _bracket_with_singles(5)
    _draw_pairs(tournament)
    tournament = draw(tournament)
    decide(tournament, 1)

    with pytest.raises(Conflict) as refusal:
        place_reserve(tournament=tournament, instead_of=_players_of_team(tournament, 1)[0], press=Press(SYSTEM, NOW))

    assert (refusal.value.code, refusal.value.facts["match"]) == ("team_has_played", 1)


def test_without_a_reserve_nobody_can_be_replaced():
    tournament, _ = _bracket_with_singles(2)
    _draw_pairs(tournament)

    with pytest.raises(UserFacingError) as refusal:
        pair_reserve(tournament=tournament, stand_in=make_player(tournament.event), press=Press(SYSTEM, NOW))

    assert refusal.value.code == "no_reserve"


def test_entries_close_with_the_draw():
    tournament = drawn_bracket(2)

    with pytest.raises(Conflict) as refusal:
        enter_single(tournament=tournament, player=make_player(tournament.event), press=Press(SYSTEM, NOW))

    assert refusal.value.code == "bracket_already_drawn"


def test_a_single_in_a_team_cannot_be_released():
    tournament, _ = _bracket_with_singles(2)
    _draw_pairs(tournament)

    with pytest.raises(Conflict) as refusal:
        withdraw_single(single=tournament.singles.first(), press=Press(SYSTEM, NOW))

    assert refusal.value.code == "single_not_in_pool"


def test_drawing_pairs_shows_in_the_status():
    tournament, _ = _bracket_with_singles(2)
    _draw_pairs(tournament)

    tournament.refresh_from_db()
    assert tournament.status == BracketStatus.PAIRING


def _bracket_with_singles(number: int):
    tournament = make_bracket()
    players = make_players(tournament.event, number)
    for player in players:
        enter_single(tournament=tournament, player=player, press=Press(SYSTEM, NOW))
    return tournament, players


def _draw_pairs(tournament, **facts):
    given = {"press": Press(SYSTEM, NOW, uuid4())}
    return draw_pairs(tournament=tournament, **together({**given, **facts}))


def _players_of_team(tournament, number: int) -> list:
    places = tournament.team_players.filter(team__number=number, left_at__isnull=True).order_by("place")
    return [place.player for place in places.select_related("player")]


def _sign_up(player, partner=None):
    return sign_up(player=player, kind=ActivityKind.EUCHRE, partner=partner, press=Press(SYSTEM, NOW))
