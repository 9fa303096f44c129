"""The charity night's euchre bracket, rule by rule."""

from __future__ import annotations

import pytest

from engine.tournament.bracket import MatchResult, build_bracket, start_bracket
from engine.tournament.pairing import pair_singles


@pytest.mark.rule("WLIA-22")
@pytest.mark.parametrize(("entries", "size", "byes"), [(2, 2, 0), (5, 8, 3), (8, 8, 0), (11, 16, 5), (33, 64, 31)])
def test_the_bracket_is_sized_by_the_entries_and_byes_fill_it(entries, size, byes):
    bracket = build_bracket(entries)

    assert (bracket.size, bracket.byes) == (size, byes)
    assert sum(match.is_bye for match in bracket.matches) == byes
    assert bracket.matches_to_play == entries - 1


@pytest.mark.rule("WLIA-22")
def test_one_defeat_is_the_end():
    state = start_bracket(build_bracket(4)).record(1, MatchResult(0)).record(2, MatchResult(1))

    assert state.teams_of(state.bracket.final) == (1, 3)
    assert [match.number for match in state.open_matches] == [3]


@pytest.mark.rule("WLIA-23")
def test_singles_are_paired_by_a_draw_that_can_be_repeated_and_an_odd_one_waits():
    singles = [f"P{number:02}" for number in range(1, 12)]

    pairing = pair_singles(singles, "stored seed")

    assert pairing == pair_singles(singles, "stored seed")
    assert pairing != pair_singles(singles, "another seed")
    assert len(pairing.pairs) == 5
    assert pairing.reserve == "P11"


@pytest.mark.rule("WLIA-24")
def test_a_beaten_team_is_free_at_once():
    state = start_bracket(build_bracket(5))

    state = state.record(2, MatchResult(0))

    assert state.free_seeds == (5,)


@pytest.mark.rule("WLIA-24")
def test_a_beaten_semi_finalist_is_free_unless_third_place_is_played_for():
    without = start_bracket(build_bracket(4)).record(1, MatchResult(0))
    played_for = start_bracket(build_bracket(4, third_place=True)).record(1, MatchResult(0))

    assert without.free_seeds == (4,)
    assert played_for.free_seeds == ()
    assert played_for.record(2, MatchResult(0)).record(4, MatchResult(0)).free_seeds == (3, 4)
