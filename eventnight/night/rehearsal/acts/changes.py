"""What goes wrong with a bracket under way: results wrong all along, teams that leave, come late or change."""

from __future__ import annotations

from typing import Any

from engine.tournament.bracket import Instead, is_field_complete
from eventnight.events.models import Player
from eventnight.night.rehearsal.acts.matches import score
from eventnight.night.rehearsal.stage import Stage
from tournaments.models import BracketTournament, Match, MatchState, Outcome, Team, TeamStatus
from tournaments.selectors.bracket.brackets import match_by_number
from tournaments.selectors.bracket.teams import possible_substitutes, present_players
from tournaments.services.bracket.bracket_board import read_board
from tournaments.services.bracket.consolation import draw_consolation
from tournaments.services.bracket.opening import withdraw_team
from tournaments.services.bracket.results.corrections import NewResult, correct_result, plan_correction, undo_correction
from tournaments.services.bracket.results.result_undo import readmit_team, undo_result
from tournaments.services.bracket.teams.late import enter_late, open_byes_of, undo_late_entry
from tournaments.services.bracket.teams.substitutes import substitute_player, undo_substitute

ROUNDS_LATER = 2
TAKEN_BACK_ONE_IN = 3


def come_late(stage: Stage, bracket: BracketTournament, most: int) -> None:
    """Pairs that come after the draw take byes; one finds another partner and is taken out again."""
    free = list(possible_substitutes(bracket))
    for pair in list(zip(free[::2], free[1::2], strict=False))[:most]:
        bracket.refresh_from_db()
        if not open_byes_of(bracket):
            stage.require_refusal(["no_bye_open"], enter_late, **_late(bracket, pair), press=stage.act())
            return
        stage.note("late teams")
        team = enter_late(**_late(bracket, pair), press=stage.act())
        if stage.happens(TAKEN_BACK_ONE_IN):
            stage.note("late teams taken out")
            undo_late_entry(team=team, press=stage.act())


def correct_a_played_one(stage: Stage, bracket: BracketTournament) -> None:
    """A result of two rounds ago turns out to be wrong; its plan is applied, each void match by a choice of its own."""
    wrong = _long_decided(bracket)
    if not wrong:
        return
    match = match_by_number(bracket, stage.chance.choice(wrong))
    winner, loser = (match.team_b, match.team_a) if match.winner == match.team_a else (match.team_a, match.team_b)
    right = NewResult(outcome=Outcome.PLAYED, winner=winner, loser=loser, **score(stage, bracket))
    plan, before = plan_correction(match=match, result=right), _standing(bracket)
    choices = {step.match: stage.chance.choice(list(Instead)) for step in plan.to_choose}
    corrected = stage.try_to(
        correct_result, match=match, result=right, version=plan.version, choices=choices, press=stage.press()
    )
    if corrected is None:
        return
    stage.note("corrections after further rounds")
    stage.note("results void by a correction", sum(step.is_void for step in plan.steps))
    for choice in choices.values():
        stage.note(f"void, then {choice}")
    if stage.happens(TAKEN_BACK_ONE_IN):
        undo_correction(match=match, press=stage.act())
        stage.note("corrections undone")
        if _standing(bracket) != before:
            stage.broken.append(f"{bracket.name}, {match}: its correction undone, the bracket is not as it was before.")


def undo_one(stage: Stage, bracket: BracketTournament) -> None:
    """A result is undone; where a later match was decided, that is refused."""
    decided = _decided(bracket)
    if decided:
        match = match_by_number(bracket, stage.chance.choice(decided))
        stage.note("results undone", stage.try_to(undo_result, match=match, press=stage.act()) is not None)


def leave(stage: Stage, bracket: BracketTournament) -> None:
    """A team withdraws in the middle of the bracket; now and then it was a misunderstanding."""
    team = _any_team(stage, bracket)
    if team is None:
        return
    stage.note("teams withdrawn")
    withdraw_team(team=team, press=stage.act())
    if stage.happens(TAKEN_BACK_ONE_IN):
        stage.note("teams back", stage.try_to(readmit_team, team=team, press=stage.act()) is not None)


def step_in(stage: Stage, bracket: BracketTournament) -> None:
    """Somebody plays instead of a player who leaves, now and then only for a moment."""
    team, free = _any_team(stage, bracket), list(possible_substitutes(bracket))
    if team is None or not free:
        return
    leaving = stage.chance.choice(list(present_players(team)))
    coming = stage.chance.choice(free)
    if stage.try_to(substitute_player, team=team, leaving=leaving, substitute=coming, press=stage.act()) is None:
        return
    stage.note("substitutes")
    if stage.happens(TAKEN_BACK_ONE_IN):
        stage.note("substitutes undone", stage.try_to(undo_substitute, team=team, press=stage.act()) is not None)


def consolation_bracket(stage: Stage, bracket: BracketTournament) -> BracketTournament | None:
    """The bracket of those beaten in their first match, drawn as soon as all first matches are decided."""
    bracket.refresh_from_db()
    if not bracket.has_consolation or not is_field_complete(read_board(bracket).state):
        return None
    drawn: BracketTournament | None = stage.try_to(draw_consolation, tournament=bracket, press=stage.press())
    return drawn


CHANGES = {correct_a_played_one: 4, undo_one: 2, leave: 1, step_in: 1}
"""With how often each happens among them."""


def something(stage: Stage, bracket: BracketTournament) -> None:
    """One of these."""
    change = stage.chance.choices(list(CHANGES), list(CHANGES.values()))[0]
    change(stage, bracket)


def _late(bracket: BracketTournament, pair: tuple[Player, Player]) -> dict[str, Any]:
    return {"tournament": bracket, "players": pair}


def _any_team(stage: Stage, bracket: BracketTournament) -> Team | None:
    teams = list(bracket.teams.filter(status=TeamStatus.REGISTERED, seed__isnull=False))
    return stage.chance.choice(teams) if teams else None


def _decided(bracket: BracketTournament) -> list[int]:
    """Numbers of the matches with a result that somebody entered."""
    rows = bracket.matches.filter(state=MatchState.DONE, team_a__isnull=False, team_b__isnull=False)
    return list(rows.exclude(outcome=Outcome.BYE).values_list("number", flat=True))


def _long_decided(bracket: BracketTournament) -> list[int]:
    """Those of which a match two rounds later was decided; as long as there is none, those one round later."""
    rows = {row.number: row for row in bracket.matches.all()}
    decided = {number for number in _decided(bracket) if rows[number].winner_id is not None}
    before = [rows[number] for number in rows if rows[number].is_decided]
    for _ in range(ROUNDS_LATER):
        feeders = {number for row in before for number in (row.feeder_a, row.feeder_b) if number in decided}
        decided_later = sorted(feeders)
        before = [rows[number] for number in decided_later]
    return decided_later or _one_round_later(rows, decided)


def _one_round_later(rows: dict[int, Match], decided: set[int]) -> list[int]:
    feeders = (number for row in rows.values() if row.is_decided for number in (row.feeder_a, row.feeder_b))
    return sorted({number for number in feeders if number in decided})


def _standing(bracket: BracketTournament) -> list[tuple[object, ...]]:
    """Every match with its teams and its result."""
    fields = ("number", "team_a", "team_b", "outcome", "winner", "points_a", "points_b")
    return list(bracket.matches.order_by("number").values_list(*fields))
