"""What a change of a bracket does to its consolation bracket: who takes whose place there, and what is void."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from engine.tournament import bracket as engine
from tournaments.models import BracketTournament, Team, TeamPlayer, TeamStatus
from tournaments.services.bracket.bracket_board import Board, read_board

Seating = dict[str, list[object]]
"""By place: the number of the team, its status, whether it is on hold, and when it came late."""


@dataclass(frozen=True, slots=True)
class Swap:
    """A team of the main bracket whose place in the consolation bracket another takes."""

    leaves: Team
    comes: Team


@dataclass(frozen=True, slots=True)
class ConsolationChange:
    """What would happen there. void: matches to be played again. waiting: teams that are not called for now.
    left_out: teams that belong there and find no bye.
    """

    void: tuple[int, ...]
    swaps: tuple[Swap, ...]
    waiting: tuple[Team, ...]
    left_out: tuple[Team, ...]

    @property
    def is_empty(self) -> bool:
        return not (self.void or self.swaps or self.waiting or self.left_out)


def consolation_of(tournament: BracketTournament) -> BracketTournament | None:
    """The consolation bracket that was drawn, None where there is none."""
    if not tournament.has_consolation:
        return None
    return BracketTournament.objects.select_related("event").filter(consolation_of=tournament).first()


def plan_reseating(main: Board, state: engine.BracketState) -> ConsolationChange | None:
    """What the main bracket in that state would do to its consolation bracket; None where there is none or nothing.

    Rules: WLIA-22.
    """
    tournament = consolation_of(main.tournament)
    if tournament is None:
        return None
    board = read_board(tournament)
    before = _consolation(board, main)
    after = engine.reseat_consolation(before, board.state, state)
    pairs = zip(before.seeds, after.consolation.seeds, strict=True)
    change = ConsolationChange(
        void=tuple(step.match for step in after.void if step.void or step.kind is engine.StepKind.TAKE_BACK),
        swaps=tuple(Swap(main.teams[old], main.teams[new]) for old, new in pairs if old != new),
        waiting=tuple(main.teams[after.consolation.seeds[place - 1]] for place in after.waiting),
        left_out=tuple(main.teams[seed] for seed in after.left_out),
    )
    return None if change.is_empty else change


@dataclass(frozen=True, slots=True)
class Reseated:
    """The consolation bracket in line with the main one, for the caller to write. before, after: who sat there, as
    `seating_of` says it.
    """

    board: Board
    before: Seating
    after: Seating


def seating_of(board: Board) -> Seating:
    """Who has which place of a bracket, and how, in words that a log may keep."""
    return {str(place): _chair(team) for place, team in sorted(board.teams.items())}


def _chair(team: Team) -> list[object]:
    late = team.entered_late_at.isoformat() if team.entered_late_at else None
    return [team.number, team.status, team.is_on_hold, late]


def reseat(main: Board, *, now: datetime) -> Reseated | None:
    """Bring the consolation bracket in line with the main one; None where there is none or where nothing changes.

    Rules: WLIA-22.
    """
    tournament = consolation_of(main.tournament)
    if tournament is None:
        return None
    board = read_board(tournament)
    seating = seating_of(board)
    before = _consolation(board, main)
    after = engine.reseat_consolation(before, board.state, main.state)
    was_held = {place for place, team in board.teams.items() if team.is_on_hold}
    if (after.consolation, after.state, set(after.waiting), after.left_out) == (before, board.state, was_held, ()):
        return None
    board.state = after.state
    for place, seed in enumerate(after.consolation.seeds, start=1):
        if main.teams[seed].pk != board.teams[place].main_team_id:
            board.teams[place] = in_place_of(board.teams[place], main.teams[seed], now)
    for seed in after.left_out:
        if byes := engine.open_byes(board.state, board.begun):
            newcomer = _team_for(tournament, main.teams[seed], now)
            board.enter_late(byes[0].number, newcomer)
            newcomer.entered_late_at = now
    tournament.entries = board.state.bracket.entries
    for place, team in board.teams.items():
        team.status = TeamStatus.WITHDRAWN if place in board.state.withdrawn else TeamStatus.REGISTERED
        team.is_on_hold = place in after.waiting
    Team.objects.bulk_update(board.teams.values(), ["seed", "status", "is_on_hold", "entered_late_at"])
    board.touched |= board.rows.keys()
    return Reseated(board, seating, seating_of(board))


def copy_players(pairs: Sequence[tuple[Team, Team]], now: datetime) -> None:
    """Let the players of a team of the main bracket play in its consolation team: (main, consolation)."""
    copies = {main.pk: team for main, team in pairs}
    places = TeamPlayer.objects.filter(team__in=copies, left_at__isnull=True)
    TeamPlayer.objects.bulk_create(
        TeamPlayer(
            tournament=copies[place.team_id].tournament,
            team=copies[place.team_id],
            player_id=place.player_id,
            place=place.place,
            joined_at=now,
        )
        for place in places
    )


def _consolation(board: Board, main: Board) -> engine.Consolation:
    seeds: dict[int | None, int] = {team.pk: seed for seed, team in main.teams.items()}
    return engine.Consolation(
        board.state.bracket, tuple(seeds[board.teams[place].main_team_id] for place in sorted(board.teams))
    )


def in_place_of(leaving: Team, main_team: Team, now: datetime) -> Team:
    """The team of the consolation bracket that takes the seed of another, which leaves."""
    seed = leaving.seed
    stand_up(leaving, now)
    team = _team_for(leaving.tournament, main_team, now)
    team.seed = seed
    return team


def stand_up(leaving: Team, now: datetime) -> None:
    """Take a team out of the bracket, with its players."""
    leaving.seed, leaving.status, leaving.is_on_hold = None, TeamStatus.WITHDRAWN, False
    leaving.entered_late_at = None
    leaving.save(update_fields=["seed", "status", "is_on_hold", "entered_late_at"])
    leaving.team_players.filter(left_at__isnull=True).update(left_at=now)


def _team_for(tournament: BracketTournament, main_team: Team, now: datetime) -> Team:
    """The row that stands for a team of the main bracket, with its players; one that had left is back."""
    highest = tournament.teams.order_by("number").last()
    team, _ = tournament.teams.get_or_create(
        main_team=main_team, defaults={"number": highest.number + 1 if highest else 1, "name": main_team.name}
    )
    copy_players([(main_team, team)], now)
    return team
