"""Euchre of a scripted evening: pairing, the draw, and matches played at the stations to the champion."""

from __future__ import annotations

from typing import Any

from eventnight.night.rehearsal.stage import Script, Stage
from tournaments.models import BracketTournament, Match, MatchState
from tournaments.selectors.bracket.brackets import bracket_view, match_by_number, open_matches
from tournaments.selectors.bracket.call_queue import call_queue
from tournaments.selectors.bracket.teams import present_players
from tournaments.services.bracket.matches import call_match, start_match
from tournaments.services.bracket.opening import create_bracket_tournament, draw_bracket
from tournaments.services.bracket.results.outcomes import PlayedResult, Walkover
from tournaments.services.bracket.results.results import enter_outcome
from tournaments.services.bracket.teams.pairing import draw_pairs
from tournaments.services.bracket.teams.teams import take_sign_ups
from tournaments.services.score.euchre_hands import NewHand, NextHand, enter_hand

WALKOVER_ONE_IN = 25
HANDS_SO_FAR = (
    ((0, 3, False), (1, 4, False), (0, 2, False), (1, 5, False), (0, 5, True), (0, 3, False)),
    ((1, 4, False), (0, 3, False), (1, 1, False)),
)
"""Of two tables: which team made trump, the tricks it took, and whether one of it played alone."""


def draw_euchre(stage: Stage) -> BracketTournament:
    """Take those who signed up and came, pair the singles (WLIA-23) and draw the bracket (WLIA-22)."""
    bracket = create_bracket_tournament(event=stage.event, press=stage.act_now())
    take_sign_ups(tournament=bracket, press=stage.act_now())
    draw_pairs(tournament=bracket, press=stage.press_now(), seed=stage.seed())
    return draw_bracket(tournament=bracket, press=stage.press_now(), seed=stage.seed())


def call_all(stage: Stage, bracket: BracketTournament) -> None:
    """Call ready matches for as long as a station is free, wherever their players are."""
    for queued in call_queue(bracket_view(bracket), {}).proposed:
        match = match_by_number(bracket, queued.match.number)
        call_match(match=match, station=queued.station, press=stage.act_now())


def start_called(stage: Stage, bracket: BracketTournament) -> None:
    """Everybody who was called sits down and plays."""
    for match in open_matches(bracket).filter(state=MatchState.CALLED):
        start_match(match=match, press=stage.act_now())


def finish_one(stage: Stage, match: Match) -> None:
    """A match ends, now and then because the others did not come."""
    winner, loser = stage.chance.sample(match.sides, 2)
    teams: dict[str, Any] = {"winner": winner, "loser": loser}
    common: dict[str, Any] = {"match": match, "press": stage.press_now()}
    if stage.chance.randrange(WALKOVER_ONE_IN) == 0:
        enter_outcome(outcome=Walkover(**teams), **common)
    else:
        target = match.tournament.target
        points: dict[str, Any] = {"winner_points": target, "loser_points": stage.chance.randrange(target)}
        enter_outcome(outcome=PlayedResult(**teams, **points), **common)


def keep_score(stage: Stage, bracket: BracketTournament) -> None:
    """Two tables keep their score on a phone of their own, each as far as it has come."""
    playing = open_matches(bracket).filter(state=MatchState.PLAYING)
    for match, tricks in zip(playing, HANDS_SO_FAR, strict=False):
        teams = match.sides
        # Two of the four who deal are told; the others follow.
        told = {number: present_players(team).first() for number, team in enumerate(teams, start=1)}
        for number, (slot, took, alone) in enumerate(tricks, start=1):
            enter_hand(
                match=match,
                which=NextHand(game=1, number=number, teams=teams),
                hand=NewHand(makers=teams[slot], tricks=took, makers_alone=alone, dealer=told.get(number)),
                press=stage.press_now(),
            )


def play_euchre(stage: Stage, bracket: BracketTournament) -> Script:
    """Play all matches to the champion; those at the stations run side by side."""
    while True:
        call_all(stage, bracket)
        start_called(stage, bracket)
        under_way = list(open_matches(bracket).filter(state=MatchState.PLAYING))
        if not under_way:
            return
        yield stage.event.house_settings.euchre.minutes_per_match / len(under_way)
        finish_one(stage, stage.chance.choice(under_way))
