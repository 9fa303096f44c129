"""The consolation bracket: teams beaten in their first match play one of their own, at the same tables."""

from __future__ import annotations

from engine.tournament.bracket import build_consolation
from eventnight.core.audit import record
from eventnight.core.errors import Conflict
from eventnight.core.press import Press
from eventnight.core.presses import counted_once
from tournaments.lifecycles import BRACKET
from tournaments.models import BracketStatus, BracketTournament, Match, MatchResult, SeedOrder, Team
from tournaments.refusals import BRACKET_RULES
from tournaments.services.bracket.bracket_board import new_rows, read_board
from tournaments.services.bracket.opening import lock_bracket, require_teams_may_play
from tournaments.services.bracket.reseating import consolation_of, copy_players
from tournaments.services.bracket.storing import save_bracket, subject_of

NAME_LENGTH = BracketTournament._meta.get_field("name").max_length or 0
SUFFIX = ", consolation"


@counted_once
def draw_consolation(*, tournament: BracketTournament, press: Press) -> BracketTournament:
    """Make the consolation bracket of those beaten in their first match, seeded as in the main one. Byes and matches
    as in any bracket. The same press again, or another one, returns the one that was drawn.

    Raises Conflict("bracket_not_drawn", "no_consolation", "player_withdrawn"), RuleError("first_matches_open",
    "too_few_beaten").
    Rules: WLIA-22, WAS-13, WAS-14.
    """
    tournament = lock_bracket(tournament)
    BRACKET.require("play", tournament)
    if not tournament.has_consolation:
        raise Conflict(
            "no_consolation",
            f"{tournament.name} was opened without a consolation bracket. Open another bracket for the beaten teams.",
            rules=BRACKET_RULES,
        )
    if known := consolation_of(tournament):
        return known
    main = read_board(tournament)
    seeds = build_consolation(main.state).seeds
    require_teams_may_play(
        [main.teams[seed] for seed in seeds],
        f"The consolation bracket of {tournament.name} cannot be drawn with team {{number}} ({{name}})",
    )
    drawn = BracketTournament.objects.create(
        event=tournament.event,
        name=f"{tournament.name[: NAME_LENGTH - len(SUFFIX)]}{SUFFIX}",
        status=BracketStatus.RUNNING,
        target=tournament.target,
        best_of=tournament.best_of,
        house=tournament.house,
        overrides=tournament.overrides,
        stations=tournament.stations,
        confirmation=tournament.confirmation,
        reports_settle=tournament.reports_settle,
        turn_seconds=tournament.turn_seconds,
        bank_seconds=tournament.bank_seconds,
        order_by=SeedOrder.SEEDS,
        entries=len(seeds),
        drawn_at=press.at,
        drawn_by_label=press.by.label,
        consolation_of=tournament,
    )
    teams = Team.objects.bulk_create(
        Team(tournament=drawn, number=place, seed=place, name=main.teams[seed].name, main_team=main.teams[seed])
        for place, seed in enumerate(seeds, start=1)
    )
    copy_players([(main.teams[seed], team) for seed, team in zip(seeds, teams, strict=True)], press.at)
    Match.objects.bulk_create(new_rows(drawn, {team.own_seed: team for team in teams}, press.at))
    save_bracket(tournament)
    record(
        tournament.event_id,
        press=press,
        action="consolation.drawn",
        subject=subject_of(drawn),
        order=[main.teams[seed].number for seed in seeds],
    )
    return drawn


@counted_once
def undo_consolation(*, tournament: BracketTournament, press: Press) -> BracketTournament:
    """Take the draw of the consolation bracket back, as long as nothing has been played in it. Returns the main one.

    Raises Conflict("no_consolation", "consolation_begun").
    """
    tournament = lock_bracket(tournament)
    drawn = consolation_of(tournament)
    if drawn is None:
        raise Conflict(
            "no_consolation",
            f"{tournament.name} has no consolation bracket to undo. Reload the page.",
            rules=BRACKET_RULES,
        )
    begun = drawn.matches.filter(called_at__isnull=False).order_by("number").first()
    entered = MatchResult.objects.filter(match__tournament=drawn).select_related("match").first()
    match = begun or (entered.match if entered else None)
    if match is not None:
        raise Conflict(
            "consolation_begun",
            f"Match {match.number} of {drawn.name} has been called or decided, so its draw stays.",
            rules=BRACKET_RULES,
            match=match.number,
        )
    subject = subject_of(drawn)
    drawn.matches.all().delete()
    drawn.delete()
    # Another draw has other places: what corrections did to this one can no longer be undone.
    MatchResult.objects.filter(match__tournament=tournament).exclude(consolation={}).update(consolation={})
    save_bracket(tournament)
    record(tournament.event_id, press=press, action="consolation.undone", subject=subject)
    return tournament
