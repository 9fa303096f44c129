"""Matches at the tables: called, started, a call undone; and what a staff list and a player see of it."""

from __future__ import annotations

import pytest

from eventnight.core.actors import SYSTEM
from eventnight.core.errors import Conflict, UserFacingError
from eventnight.core.press import Press
from tests.factories import NOW, after
from tests.tournaments.nights import decide, drawn_bracket, match_of, ready_matches
from tournaments.models import MatchState
from tournaments.selectors.bracket.brackets import bracket_view, open_matches
from tournaments.services.bracket.matches import call_match, start_match, undo_call

pytestmark = pytest.mark.django_db


def test_a_call_takes_the_lowest_free_table():
    tournament = drawn_bracket(8)
    _call(tournament, 1, station=2)

    assert [_call(tournament, number).station for number in (2, 3)] == [1, 3]


def test_a_second_press_of_a_call_changes_nothing():
    tournament = drawn_bracket(4)
    _call(tournament, 1)

    again = _call(tournament, 1, now=after(5))

    assert (again.station, again.called_at) == (1, NOW)


def test_a_taken_table_is_refused_and_names_its_match():
    tournament = drawn_bracket(4)
    _call(tournament, 1, station=3)

    with pytest.raises(Conflict) as refusal:
        _call(tournament, 2, station=3)

    assert (refusal.value.code, refusal.value.facts) == ("station_busy", {"station": 3, "match": 1})


def test_a_table_that_euchre_does_not_have_is_refused():
    with pytest.raises(UserFacingError) as refusal:
        _call(drawn_bracket(4, stations=2), 1, station=3)

    assert refusal.value.code == "unknown_station"


def test_no_match_is_called_when_all_tables_are_taken():
    tournament = drawn_bracket(4, stations=1)
    _call(tournament, 1)

    with pytest.raises(Conflict) as refusal:
        _call(tournament, 2)

    assert refusal.value.code == "no_station_free"


@pytest.mark.parametrize(
    ("number", "code"), [pytest.param(1, "match_is_bye", id="bye"), pytest.param(7, "match_not_ready", id="waiting")]
)
def test_only_a_ready_match_is_called(number, code):
    with pytest.raises(Conflict) as refusal:
        _call(drawn_bracket(5), number)

    assert refusal.value.code == code


def test_a_called_match_is_not_called_elsewhere():
    tournament = drawn_bracket(4)
    _call(tournament, 1, station=1)

    with pytest.raises(Conflict) as refusal:
        _call(tournament, 1, station=2)

    assert refusal.value.code == "match_already_called"


def test_a_match_starts_once_it_is_called():
    tournament = drawn_bracket(4)

    with pytest.raises(Conflict) as refusal:
        start_match(match=match_of(tournament, 1), press=Press(SYSTEM, NOW))
    _call(tournament, 1)
    started = [start_match(match=match_of(tournament, 1), press=Press(SYSTEM, after(m))) for m in (3, 4)]

    assert refusal.value.code == "match_not_called"
    assert {match.started_at for match in started} == {after(3)}


def test_undoing_a_call_frees_its_table():
    tournament = drawn_bracket(4, stations=1)
    _call(tournament, 1)

    undo_call(match=match_of(tournament, 1), press=Press(SYSTEM, NOW))

    assert match_of(tournament, 1).state == MatchState.READY
    assert _call(tournament, 2).station == 1


def test_a_match_that_was_never_called_has_no_call_to_undo():
    tournament = drawn_bracket(4)

    with pytest.raises(Conflict) as refusal:
        undo_call(match=match_of(tournament, 1), press=Press(SYSTEM, NOW))

    assert str(refusal.value) == (
        "Match 1 has not been called to a table, so no call of it can be undone. Reload the page."
    )


def test_a_decided_match_is_not_called_and_its_call_not_undone():
    tournament = drawn_bracket(4)
    decide(tournament, 1)

    for act in (call_match, undo_call, start_match):
        with pytest.raises(Conflict) as refusal:
            act(match=match_of(tournament, 1), press=Press(SYSTEM, NOW))
        assert refusal.value.code == "match_already_decided"


def test_a_result_frees_the_table():
    tournament = drawn_bracket(4, stations=1)
    _call(tournament, 1)
    decide(tournament, 1)

    assert _call(tournament, 2).station == 1


def test_the_staff_list_knows_ready_called_and_free():
    tournament = drawn_bracket(5, stations=2)
    _call(tournament, 2)

    view = bracket_view(tournament)

    assert [match.number for match in view.at_stations] == [2]
    assert [match.number for match in view.ready] == [6]
    assert view.free_stations == (2,)
    assert [match.number for match in open_matches(tournament)] == [2, 6]
    assert [match.number for match in ready_matches(tournament)] == [6]


def _call(tournament, number, *, station=None, now=NOW):
    return call_match(match=match_of(tournament, number), station=station, press=Press(SYSTEM, now))
