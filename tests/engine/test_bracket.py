"""Brackets: their shape for any number of entries, and what results do to them."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.chance import SeededDraw
from engine.errors import RuleError
from engine.tournament.bracket import (
    BracketState,
    Bye,
    LoserOf,
    MatchResult,
    Outcome,
    Seed,
    WinnerOf,
    build_bracket,
    round_name,
    seed_order,
    start_bracket,
)
from tests.deep import examples
from tests.reference import reference_json

UPPER = MatchResult(0)
LOWER = MatchResult(1)
NOBODY = MatchResult(None, Outcome.DOUBLE_NO_SHOW)


def play_out(state: BracketState, winner_slot) -> BracketState:
    """Enter every result, the winner's slot chosen by ``winner_slot(upper seed, lower seed)``."""
    while open_matches := state.open_matches:
        for match in open_matches:
            state = state.record(match.number, MatchResult(winner_slot(*state.teams_of(match.number))))
    return state


def better_seed(upper: int, lower: int) -> int:
    return 0 if upper < lower else 1


def first_round(entries: int) -> list[str]:
    matches = build_bracket(entries).round_of(1)
    return ["-".join(str(slot.number) if isinstance(slot, Seed) else "B" for slot in match.slots) for match in matches]


@pytest.mark.parametrize(
    ("size", "order"),
    [(1, "1"), (2, "1 2"), (8, "1 8 4 5 2 7 3 6"), (16, "1 16 8 9 4 13 5 12 2 15 7 10 3 14 6 11")],
)
def test_seeds_fold_into_bracket_order(size, order):
    assert seed_order(size) == tuple(map(int, order.split()))


@pytest.mark.parametrize(
    ("entries", "pairs"),
    [
        (2, "1-2"),
        (5, "1-B 4-5 2-B 3-B"),
        (6, "1-B 4-5 2-B 3-6"),
        (11, "1-B 8-9 4-B 5-B 2-B 7-10 3-B 6-11"),
        (13, "1-B 8-9 4-13 5-12 2-B 7-10 3-B 6-11"),
    ],
)
def test_the_first_round_gives_byes_to_the_best_seeds(entries, pairs):
    assert first_round(entries) == pairs.split()


def test_matches_are_numbered_round_by_round_with_the_third_place_match_last():
    bracket = build_bracket(8, third_place=True)

    assert [match.number for match in bracket.matches] == list(range(1, 9))
    assert bracket.match(5).slots == (WinnerOf(1), WinnerOf(2))
    assert bracket.match(7).slots == (WinnerOf(5), WinnerOf(6))
    assert bracket.match(8).slots == (LoserOf(5), LoserOf(6))
    assert (bracket.final, bracket.third_place_match) == (7, 8)


def test_three_entries_need_no_third_place_match():
    bracket = build_bracket(3, third_place=True)

    state = play_out(start_bracket(bracket), better_seed)

    assert bracket.third_place_match is None
    assert state.finishing_places == {1: 1, 2: 2, 3: 3}


@pytest.mark.parametrize(
    ("number", "rounds", "name"),
    [
        (4, 4, "Final"),
        (3, 4, "Semi-final"),
        (2, 4, "Quarter-final"),
        (1, 4, "Round of 16"),
        (1, 16, "Round of 65536"),
        (1, 1, "Final"),
    ],
)
def test_rounds_have_the_names_people_use(number, rounds, name):
    assert round_name(number, rounds) == name


@settings(max_examples=examples(60))
@given(entries=st.integers(2, 2048), third_place=st.booleans())
def test_laws_of_the_shape(entries, third_place):
    bracket = build_bracket(entries, third_place=third_place)
    slots = [slot for match in bracket.matches for slot in match.slots]

    assert bracket.matches_to_play == entries - 1 + (third_place and entries >= 4)
    assert sorted(slot.number for slot in slots if isinstance(slot, Seed)) == list(range(1, entries + 1))
    assert not any(match.slots == (Bye(), Bye()) for match in bracket.matches)
    winners = sorted(slot.match for slot in slots if isinstance(slot, WinnerOf))
    assert winners == list(range(1, bracket.final))


@given(entries=st.integers(2, 300), third_place=st.booleans())
def test_each_match_feeds_the_slots_that_name_it_its_winner_s_first(entries, third_place):
    bracket = build_bracket(entries, third_place=third_place)
    named: dict[int, list[tuple[int, int]]] = {match.number: [] for match in bracket.matches}
    for match in bracket.matches:
        for place, slot in enumerate(match.slots):
            if isinstance(slot, WinnerOf | LoserOf):
                named[slot.match].append((match.number, place))

    assert {match.number: list(bracket.fed_by(match)) for match in bracket.matches} == named
    assert [match.number for match in bracket.matches if match.is_for_third_place] == (
        [bracket.third_place_match] if third_place and entries >= 4 else []
    )


@settings(max_examples=25)
@given(entries=st.integers(2, 2048))
def test_seeds_1_and_2_meet_in_the_final_when_the_better_seed_always_wins(entries):
    state = play_out(start_bracket(build_bracket(entries)), better_seed)

    assert state.teams_of(state.bracket.final) == (1, 2)
    assert state.champion == 1


@settings(max_examples=examples(40))
@given(entries=st.integers(2, 200), third_place=st.booleans(), seed=st.text(max_size=5))
def test_every_night_ends_with_one_place_for_each_team_and_n_minus_1_matches_played(entries, third_place, seed):
    source = SeededDraw(seed)
    bracket = build_bracket(entries, third_place=third_place)

    state = play_out(start_bracket(bracket), lambda *_: source.below(2))

    played = [result for result in state.results.values() if result.outcome is Outcome.PLAYED]
    assert len(played) == bracket.matches_to_play
    assert sorted(state.finishing_places) == list(range(1, entries + 1))
    for match in bracket.matches:
        fed = [state.results[slot.match].winner for slot in match.slots if isinstance(slot, WinnerOf)]
        assert not fed or tuple(fed) == state.results[match.number].seeds


@settings(max_examples=examples(60))
@given(entries=st.integers(2, 40), third_place=st.booleans(), picks=st.lists(st.integers(0, 2), min_size=50))
def test_no_shows_never_leave_a_match_waiting_for_ever(entries, third_place, picks):
    state = start_bracket(build_bracket(entries, third_place=third_place))
    chosen = iter(picks)

    while open_matches := state.open_matches:
        state = state.record(open_matches[0].number, (UPPER, LOWER, NOBODY)[next(chosen)])

    assert list(state.results) == [match.number for match in state.bracket.matches]


def test_the_largest_bracket_is_built_and_played_without_rebuilding():
    state = start_bracket(build_bracket(65_536))

    for number in range(1, 65_536):
        state = state.record(number, UPPER)

    assert state.champion == 1


def test_a_bye_is_decided_from_the_start_and_never_open():
    state = start_bracket(build_bracket(5))

    assert [match.number for match in state.open_matches] == [2, 6]
    assert state.results[1] == MatchResult(0, Outcome.BYE, (1, None))
    assert state.teams_of(5) == (1, None)


def test_a_result_keeps_the_seeds_it_was_entered_for_and_the_old_state_stays():
    before = start_bracket(build_bracket(8))

    after = before.record(2, MatchResult(1, Outcome.RETIRED, points=(4, 6)))

    assert after.results[2] == MatchResult(1, Outcome.RETIRED, (4, 5), (4, 6))
    assert after.teams_of(5) == (None, 5)
    assert before.is_ready(2)
    assert not after.is_ready(2)


def test_after_a_double_no_show_the_next_opponent_has_a_walkover():
    state = start_bracket(build_bracket(8)).record(1, NOBODY)

    state = state.record(2, UPPER)

    assert state.results[5] == MatchResult(1, Outcome.WALKOVER, (None, 4))
    assert state.teams_of(7) == (4, None)


def test_a_final_may_end_without_a_winner():
    state = start_bracket(build_bracket(2)).record(1, NOBODY)

    assert state.champion is None
    assert state.finishing_places == {1: 2, 2: 2}


def test_places_with_and_without_a_third_place_match():
    shared = play_out(start_bracket(build_bracket(8)), better_seed)
    played_off = play_out(start_bracket(build_bracket(8, third_place=True)), better_seed)

    assert shared.finishing_places == {1: 1, 2: 2, 3: 3, 4: 3, 5: 5, 6: 5, 7: 5, 8: 5}
    assert shared.third == (3, 4)
    assert played_off.finishing_places == {1: 1, 2: 2, 3: 3, 4: 4, 5: 5, 6: 5, 7: 5, 8: 5}
    assert played_off.third == (3,)


def test_after_a_semi_final_nobody_came_to_the_other_loser_is_third_without_playing():
    state = start_bracket(build_bracket(4, third_place=True)).record(1, NOBODY).record(2, UPPER)

    assert state.teams_of(4) == (None, 3)
    assert state.finishing_places == {2: 1, 3: 3, 1: 4, 4: 4}


def test_two_who_both_stay_away_from_the_match_for_third_place_share_it():
    state = start_bracket(build_bracket(4, third_place=True)).record(1, UPPER).record(2, UPPER)

    state = state.record(4, NOBODY)

    assert state.finishing_places == {3: 3, 4: 3}
    assert state.record(3, UPPER).finishing_places == {1: 1, 2: 2, 3: 3, 4: 3}


@pytest.mark.parametrize(
    "stored", [MatchResult(1, Outcome.BYE), MatchResult(0, Outcome.BYE, (2, None)), MatchResult(0, seeds=(1, 5))]
)
def test_a_stored_bye_of_another_team_is_refused(stored):
    with pytest.raises(RuleError) as refused:
        start_bracket(build_bracket(5), {1: stored})

    assert refused.value.code == "result_for_other_teams"


def test_a_team_that_is_out_stays_out_when_a_stored_night_comes_back():
    state = start_bracket(build_bracket(8)).record(2, LOWER).withdraw(5)

    assert start_bracket(state.bracket, dict(state.results), withdrawn=[5]) == state
    assert state.record(1, UPPER).teams_of(7) == (1, None)


def test_a_stored_night_comes_back_as_it_was():
    state = start_bracket(build_bracket(11)).record(2, NOBODY).record(6, LOWER)

    again = start_bracket(state.bracket, dict(state.results))

    assert dict(again.results) == dict(state.results)


@pytest.mark.parametrize(
    ("match", "result", "code"),
    [
        (9, UPPER, "no_such_match"),
        (1, UPPER, "match_is_bye"),
        (5, UPPER, "match_not_ready"),
        (2, MatchResult(0, seeds=(3, 5)), "result_for_other_teams"),
        (2, MatchResult(None), "result_without_winner"),
        (2, MatchResult(0, Outcome.BYE), "result_without_winner"),
        (2, MatchResult(0, Outcome.DOUBLE_NO_SHOW), "no_show_with_winner"),
    ],
)
def test_a_result_that_cannot_be_is_refused(match, result, code):
    state = start_bracket(build_bracket(5))

    with pytest.raises(RuleError) as refused:
        state.record(match, result)

    assert refused.value.code == code


def test_a_second_result_for_a_match_is_refused_with_the_first_winner():
    state = start_bracket(build_bracket(4)).record(1, LOWER)

    with pytest.raises(RuleError, match="already decided for seed 4") as refused:
        state.record(1, UPPER)

    assert refused.value.code == "match_already_decided"


@pytest.mark.parametrize("entries", [-1, 0, 1, 65_537])
def test_a_bracket_takes_2_to_65536_entries(entries):
    with pytest.raises(RuleError) as refused:
        build_bracket(entries)

    assert refused.value.code == "entries_out_of_range"


def test_pairs_byes_and_places_agree_with_the_reference_brackets():
    records = [record for record in reference_json("brackets/brackets.json.gz") if record["mode"] == "seeded"]

    for record in records:
        _agrees(record)

    assert records


def _agrees(record):
    """Compare round by round as sets of pairs: the reference stands in another vertical order."""
    state = start_bracket(build_bracket(record["n"], third_place=record["third_place_played"]))
    bracket = state.bracket
    assert (bracket.size, bracket.rounds, bracket.byes) == (record["size"], record["rounds_count"], record["byes"])
    for number, matches in enumerate(record["rounds"], start=1):
        ours = {_pair(*state.teams_of(match.number)): match for match in bracket.round_of(number)}
        if bracket.third_place_match is not None and number == bracket.rounds:
            ours |= {_pair(*state.teams_of(bracket.final)): bracket.match(bracket.final)}
        for theirs in matches:
            pair = _pair(*(None if seed == "BYE" else seed for seed in theirs["played"]))
            match = ours[pair]
            assert match.is_bye == theirs["bye"]
            if not match.is_bye:
                state = state.record(match.number, MatchResult(state.teams_of(match.number).index(theirs["winner"])))
            assert state.results[match.number].winner == theirs["winner"]
    third = record["third_place_match"]
    if record["third_place_played"]:
        teams = state.teams_of(bracket.third_place_match)
        assert set(teams) == set(third["played"])
        state = state.record(bracket.third_place_match, MatchResult(teams.index(third["winner"])))
        assert state.third == (third["winner"],)
    _places_agree(state, record["final_standings"])


def _places_agree(state, standings):
    """The reference counts places without gaps (1, 2, 3, 3, 4); it has none for three entries with third place."""
    if isinstance(standings, str):
        return
    places = state.finishing_places
    dense = {place: rank for rank, place in enumerate(sorted(set(places.values())), start=1)}
    assert {seed: dense[place] for seed, place in places.items()} == {row["seed"]: row["rank"] for row in standings}


def _pair(upper, lower):
    return frozenset((upper, lower))
