"""How a match of a real night comes to its result: who is there, who says so, and who else says otherwise."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from eventnight.night.rehearsal.kept import Outbox
from eventnight.night.rehearsal.stage import Stage
from tournaments.models import BracketTournament, Match, MatchState, Outcome, ResultClaim, Team
from tournaments.selectors.bracket.brackets import match_by_number, open_matches
from tournaments.services.bracket.attendance import check_in_team, give_last_call, undo_team_check_in
from tournaments.services.bracket.matches import start_match, undo_call
from tournaments.services.bracket.results.claims import take_back_claims
from tournaments.services.bracket.results.corrections import NewResult, correct_result, plan_correction
from tournaments.services.bracket.results.euchre_games import enter_game, undo_game
from tournaments.services.bracket.results.outcomes import DoubleNoShow, MatchOutcome, PlayedResult, Retirement, Walkover
from tournaments.services.bracket.results.reports import report_result
from tournaments.services.bracket.results.result_undo import undo_result
from tournaments.services.bracket.results.results import enter_outcome

MISSING_ONE_IN = 9
COMES_AFTER_THE_LAST_CALL = 0.5
RETIRES_ONE_IN = 20
SLIP_ONE_IN = 30
SECOND_ENTRY = ("match_already_decided", "claim_differs")


def roll_call(stage: Stage, bracket: BracketTournament) -> None:
    """Tick in who comes to the matches called. Who does not come at the last call either loses; both may."""
    for match in open_matches(bracket).filter(state=MatchState.CALLED):
        teams = match.sides
        missing = [team for team in teams if not _comes(stage, match, team)]
        if not missing:
            start_match(match=match, press=stage.act())
            if stage.happens(SLIP_ONE_IN):
                stage.note("calls undone")
                undo_call(match=match, press=stage.act())
        elif len(missing) == 1:
            stage.note("walkovers")
            there = next(team for team in teams if team not in missing)
            _enter(stage, match, Walkover(winner=there, loser=missing[0]))
        else:
            stage.note("double no-shows")
            _enter(stage, match, DoubleNoShow())


def finish(stage: Stage, match: Match, outbox: Outbox) -> None:
    """A match that is being played comes to its result in one of the ways of a night."""
    winner, loser = stage.chance.sample(match.sides, 2)
    if stage.happens(RETIRES_ONE_IN):
        stage.note("retired")
        _enter(stage, match, Retirement(winner=winner, loser=loser))
        return
    ways: dict[Callable[[Stage, Match, PlayedResult, Outbox], None], int] = {
        _by_staff: 8,
        _by_both_teams: 5,
        _teams_differ: 2,
        _by_two_at_once: 3,
        _wrongly_and_undone: 2,
        _wrongly_and_corrected: 2,
        _without_connection: 3,
    }
    way = stage.chance.choices(list(ways), list(ways.values()))[0]
    way(stage, match, PlayedResult(winner=winner, loser=loser, **score(stage, match.tournament)), outbox)


def score(stage: Stage, bracket: BracketTournament) -> dict[str, int]:
    """A score that ends a match: points of a game, or games of a best of three."""
    if bracket.is_one_game:
        return {"winner_points": bracket.target, "loser_points": stage.chance.randrange(bracket.target)}
    needed = bracket.best_of // 2 + 1
    return {"winner_points": needed, "loser_points": stage.chance.randrange(needed)}


def turned(result: PlayedResult) -> PlayedResult:
    """The same score, for the other team."""
    return replace(result, winner=result.loser, loser=result.winner)


def _comes(stage: Stage, match: Match, team: Team) -> bool:
    if (match.here_a_at if team == match.team_a else match.here_b_at) is not None:
        return True
    if stage.happens(MISSING_ONE_IN):
        give_last_call(match=match, team=team, press=stage.act())
        if stage.chance.random() > COMES_AFTER_THE_LAST_CALL:
            return False
        stage.note("came at the last call")
    check_in_team(match=match, team=team, press=stage.act())
    if stage.happens(SLIP_ONE_IN):
        stage.note("ticks undone")
        undo_team_check_in(match=match, team=team, press=stage.act())
        check_in_team(match=match, team=team, press=stage.act())
    return True


def _enter(stage: Stage, match: Match, outcome: MatchOutcome) -> None:
    """One of staff enters, and a second where the bracket asks for one."""
    if isinstance(enter_outcome(match=match, outcome=outcome, press=stage.press()), ResultClaim):
        stage.note("confirmed by a second person")
        enter_outcome(match=match, outcome=outcome, press=stage.press(stage.second))


def _by_staff(stage: Stage, match: Match, result: PlayedResult, outbox: Outbox) -> None:
    if match.tournament.is_one_game:
        _enter(stage, match, result)
    else:
        _by_games(stage, match, result)


def _by_games(stage: Stage, match: Match, result: PlayedResult) -> None:
    """Game by game; the last one enters the result. Now and then one is undone and entered again."""
    for _ in match.games.filter(undone_at__isnull=True):
        # Its result was undone: the games are played again, too.
        undo_game(match=match, press=stage.act())
    sides = [result, turned(result)]
    order = [1] * result.loser_points + [0] * (result.winner_points - 1)
    stage.chance.shuffle(order)
    target = match.tournament.target
    for number, side in enumerate([*order, 0], start=1):
        game = replace(sides[side], winner_points=target, loser_points=stage.chance.randrange(target))
        enter_game(match=match, number=number, result=game, press=stage.press())
        if number <= len(order) and stage.happens(SLIP_ONE_IN):
            stage.note("games undone")
            undo_game(match=match, press=stage.act())
            enter_game(match=match, number=number, result=game, press=stage.press())
    if not _now(match).is_decided:
        _enter(stage, match, result)


def _by_both_teams(stage: Stage, match: Match, result: PlayedResult, outbox: Outbox) -> None:
    stage.note("reported by both teams")
    for team in stage.chance.sample(match.sides, 2):
        report_result(match=match, team=team, played=result, press=stage.press())
    if not _now(match).is_decided:
        _enter(stage, match, result)


def _teams_differ(stage: Stage, match: Match, result: PlayedResult, outbox: Outbox) -> None:
    """Each of the two teams says that it has won: nothing counts until staff decide."""
    stage.note("disputes")
    report_result(match=match, team=result.winner, played=result, press=stage.press())
    report_result(match=match, team=result.loser, played=turned(result), press=stage.press())
    if _now(match).is_decided:
        stage.broken.append(f"{match} was decided by two reports that differ.")
    else:
        _enter(stage, match, result)


def _by_two_at_once(stage: Stage, match: Match, result: PlayedResult, outbox: Outbox) -> None:
    """Two of staff have the match open; the second has it the other way round and is told who was first."""
    stage.note("two staff at one match")
    first = enter_outcome(match=match, outcome=result, press=stage.press())
    stage.require_refusal(
        SECOND_ENTRY, enter_outcome, match=match, outcome=turned(result), press=stage.press(stage.second)
    )
    if isinstance(first, ResultClaim):
        take_back_claims(match=match, press=stage.act())
        _enter(stage, match, result)


def _wrongly_and_undone(stage: Stage, match: Match, result: PlayedResult, outbox: Outbox) -> None:
    stage.note("results undone")
    _enter(stage, match, turned(result))
    undo_result(match=match, press=stage.act())
    _enter(stage, match, result)


def _wrongly_and_corrected(stage: Stage, match: Match, result: PlayedResult, outbox: Outbox) -> None:
    """Corrected at once, by two people who each look at the plan: the second one's is stale."""
    stage.note("results corrected at once")
    _enter(stage, match, turned(result))
    right = NewResult(outcome=Outcome.PLAYED, **result.as_arguments)
    version = plan_correction(match=_now(match), result=right).version
    correct_result(match=match, result=right, version=version, press=stage.press())
    stage.require_refusal(
        ["plan_is_stale"], correct_result, match=match, result=right, version=version, press=stage.press(stage.second)
    )


def _without_connection(stage: Stage, match: Match, result: PlayedResult, outbox: Outbox) -> None:
    """The table's tablet has no connection. Now and then somebody else enters the match, the other way round."""
    outbox.keep("result", enter_outcome, match=match, other={"outcome": turned(result)}, outcome=result)
    if stage.happens(3):
        _enter(stage, match, turned(result))


def _now(match: Match) -> Match:
    return match_by_number(match.tournament, match.number)
