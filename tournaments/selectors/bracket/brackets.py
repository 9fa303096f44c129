"""Reads of a bracket: the whole of it as plain values in three queries, and the matches to act on."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import TYPE_CHECKING, TypedDict

from django.db.models import Exists, OuterRef, Q, QuerySet

from engine.tournament.bracket import round_name
from eventnight.core.errors import NotFound
from eventnight.events.models import NamePolicy, public_name
from tournaments.models import AT_A_STATION, BracketTournament, Game, Match, MatchResult, MatchState, Team, TeamPlayer
from tournaments.selectors.bracket.teams import sharing_tables, team_name
from tournaments.selectors.bracket.values import (
    BracketView,
    GameView,
    GonePlayer,
    MatchView,
    RoundView,
    SlotView,
    TeamView,
)

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations


class Standing(TypedDict):
    """What the result that counts says of itself."""

    is_correction: bool


def bracket_view(tournament: BracketTournament) -> BracketView:
    """The bracket as it stands, in three queries for any number of teams (the event must be loaded); one more where it
    shares its tables with a consolation bracket, and one for the games of a best of three.
    """
    teams = _team_views(tournament)
    rows = list(tournament.matches.all())
    rounds = max((row.round for row in rows), default=0)
    winners_go_to = _winners_go_to(rows)
    games = {} if tournament.is_one_game else _games(tournament, teams)
    views = [
        _match_view(row, rounds, teams, winners_go_to.get(row.number), tuple(games.get(row.pk, ()))) for row in rows
    ]
    main = [view for view in views if not view.is_for_third_place]
    return BracketView(
        id=tournament.pk,
        name=tournament.name,
        status=tournament.status,
        is_drawn=tournament.is_drawn,
        stations=tournament.stations,
        best_of=tournament.best_of,
        target=tournament.target,
        version=tournament.version,
        drawn_at=tournament.drawn_at,
        teams=tuple(teams.values()),
        rounds=tuple(
            RoundView(number, round_name(number, rounds), tuple(view for view in main if view.round == number))
            for number in range(1, rounds + 1)
        ),
        third_place=next((view for view in views if view.is_for_third_place), None),
        rules=tournament.house_rules,
        has_consolation=tournament.has_consolation,
        consolation_of=tournament.consolation_of_id,
        taken_elsewhere=_taken_elsewhere(tournament),
        is_dealt=tournament.is_dealt,
    )


def match_by_number(tournament: BracketTournament, number: int) -> Match:
    """The row of a match with its teams. Raises NotFound("unknown_match")."""
    match = _with_teams(tournament.matches.filter(number=number)).first()
    if match is None:
        raise NotFound("unknown_match", f"{tournament.name} has no match {number}. Check the address.", match=number)
    return match


def standing_result(match: Match) -> WithAnnotations[MatchResult, Standing] | None:
    """The result that counts; ``is_correction`` says whether somebody put it in another's place. One that came of the
    correction of another match is none: nobody sent it.
    """
    replaced = MatchResult.objects.filter(match=match, voided_by=OuterRef("pk"))
    standing = match.results.filter(undone_at__isnull=True)
    return standing.annotate(is_correction=Exists(replaced)).first()


def open_matches(tournament: BracketTournament) -> QuerySet[Match]:
    """Matches that are ready, called or playing, in the order to call them."""
    return _with_teams(tournament.matches.exclude(state__in=(MatchState.WAITING, MatchState.DONE)))


def matches_of(team: Team) -> QuerySet[Match]:
    """Every match of a team, first to last."""
    return Match.objects.filter(Q(team_a=team) | Q(team_b=team))


def _with_teams(matches: QuerySet[Match]) -> QuerySet[Match]:
    return matches.select_related("tournament__event", "team_a", "team_b", "winner").order_by("round", "number")


def consolation_view(tournament: BracketTournament) -> BracketView | None:
    """The consolation bracket of a bracket as it stands; None before it is drawn, or where there is none."""
    if not tournament.has_consolation:
        return None
    drawn = BracketTournament.objects.select_related("event").filter(consolation_of=tournament).first()
    return bracket_view(drawn) if drawn else None


def _taken_elsewhere(tournament: BracketTournament) -> tuple[int, ...]:
    if not (tournament.has_consolation or tournament.consolation_of_id):
        return ()
    others = sharing_tables(tournament).exclude(pk=tournament.pk)
    rows = Match.objects.filter(tournament__in=others, state__in=AT_A_STATION)
    return tuple(station for station in rows.values_list("station", flat=True) if station is not None)


def _team_views(tournament: BracketTournament) -> dict[int, TeamView]:
    policy = NamePolicy(tournament.event.name_policy)
    # Columns rather than models: of a thousand players these would cost a third of the page.
    rows = TeamPlayer.objects.filter(tournament=tournament, left_at__isnull=True).values_list(
        "team_id",
        "player_id",
        "player__code",
        "player__person__full_name",
        "player__person__code_name",
        "player__person__is_minor",
        "player__withdrawn_at",
    )
    players: dict[int, list[tuple[int, str, str]]] = defaultdict(list)
    gone: dict[int, list[GonePlayer]] = defaultdict(list)
    for team_id, player_id, code, full_name, code_name, is_minor, withdrawn_at in rows:
        name = public_name(policy, code, full_name, code_name, is_minor=is_minor)
        players[team_id].append((player_id, code, name))
        if withdrawn_at is not None:
            gone[team_id].append(GonePlayer(code, full_name))
    teams = list(tournament.teams.all())
    names = {team.pk: team_name(team, [name for _, _, name in players[team.pk]]) for team in teams}
    times = Counter(names.values())
    return {
        team.pk: TeamView(
            id=team.pk,
            number=team.number,
            seed=team.seed,
            name=names[team.pk] if times[names[team.pk]] == 1 else _told_apart(names[team.pk], players[team.pk]),
            players=tuple(code for _, code, _ in players[team.pk]),
            player_ids=tuple(player for player, _, _ in players[team.pk]),
            is_withdrawn=team.is_withdrawn,
            is_on_hold=team.is_on_hold,
            gone=tuple(gone[team.pk]),
        )
        for team in teams
    }


def _told_apart(name: str, players: Sequence[tuple[int, str, str]]) -> str:
    """The name of a team that another one has as well, with the codes on its players' cards."""
    return f"{name} ({', '.join(code for _, code, _ in players)})"


def _winners_go_to(rows: list[Match]) -> dict[int, int]:
    following = [row for row in rows if not row.is_for_third_place]
    return {feeder: row.number for row in following for feeder in (row.feeder_a, row.feeder_b) if feeder}


def _games(tournament: BracketTournament, teams: dict[int, TeamView]) -> dict[int, list[GameView]]:
    """The games that stand, by the id of their match."""
    found: dict[int, list[GameView]] = defaultdict(list)
    for game in Game.objects.filter(match__tournament=tournament, undone_at__isnull=True).order_by("number"):
        winner = teams[(game.team_a_id, game.team_b_id)[game.winner_slot]].name
        high, low = max(game.points_a, game.points_b), min(game.points_a, game.points_b)
        found[game.match_id].append(GameView(game.number, winner, f"{high}–{low}"))
    return found


def _match_view(
    row: Match,
    rounds: int,
    teams: dict[int, TeamView],
    next_match: int | None,
    games: tuple[GameView, ...],
) -> MatchView:
    return MatchView(
        number=row.number,
        round=row.round,
        round_name="Third place" if row.is_for_third_place else round_name(row.round, rounds),
        position=row.position,
        is_for_third_place=row.is_for_third_place,
        upper=_slot_view(row, "a", teams),
        lower=_slot_view(row, "b", teams),
        state=row.state,
        outcome=row.outcome,
        station=row.station,
        called_at=row.called_at,
        started_at=row.started_at,
        done_at=row.done_at,
        next_match=next_match,
        games=games,
    )


def _slot_view(row: Match, half: str, teams: dict[int, TeamView]) -> SlotView:
    team_id: int | None = getattr(row, f"team_{half}_id")
    feeder: int | None = getattr(row, f"feeder_{half}")
    if team_id is not None:
        return SlotView(
            teams[team_id].name,
            feeder,
            teams[team_id],
            getattr(row, f"points_{half}"),
            is_winner=row.winner_id == team_id,
            here_at=getattr(row, f"here_{half}_at"),
            last_call_at=getattr(row, f"last_call_{half}_at"),
        )
    if feeder is None:
        return SlotView("Bye")
    if row.is_decided:
        return SlotView("Nobody", feeder)
    return SlotView(f"{'Loser' if row.is_for_third_place else 'Winner'} of {feeder}", feeder)
