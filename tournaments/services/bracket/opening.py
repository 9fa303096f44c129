"""The life of a bracket: opened, drawn, teams withdrawn, finished."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence

from django.db import transaction
from django.db.models import Max

from engine.tournament.pairing import draw_seeds
from eventnight.core.audit import record
from eventnight.core.changes import lock_event
from eventnight.core.errors import Conflict, UserFacingError
from eventnight.core.press import Press
from eventnight.core.presses import counted_once
from eventnight.core.values.text import clean_text
from eventnight.events.house_settings import EuchreSettings
from eventnight.events.house_settings.euchre_rules import euchre_key
from eventnight.events.models import Event
from eventnight.events.services import require_not_withdrawn
from tournaments.lifecycles import BRACKET
from tournaments.models import (
    BracketTournament,
    Match,
    SeedOrder,
    SingleStatus,
    Team,
    TeamPlayer,
    TeamStatus,
)
from tournaments.refusals import BRACKET_RULES
from tournaments.selectors.bracket.teams import team_names
from tournaments.services.bracket.bracket_board import new_rows, read_board
from tournaments.services.bracket.storing import save_bracket, store_board, subject_of

PAIRING_RULES = ("WLIA-23",)


def lock_bracket(tournament: BracketTournament) -> BracketTournament:
    """The tournament as it is now, locked with its event for the rest of the transaction."""
    lock_event(tournament.event_id)
    rows = BracketTournament.objects.select_related("event").select_for_update(of=("self",), no_key=True)
    return rows.get(pk=tournament.pk)


@transaction.atomic
def create_bracket_tournament(
    *, event: Event, press: Press, name: str = "Euchre", settings: EuchreSettings | None = None
) -> BracketTournament:
    """Open a bracket for entries.

    settings: target, games, third place and stations; None takes the event's own. The euchre rules are those of the
    event as they are now.

    Raises UserFacingError("name_missing"), Conflict("bracket_name_taken").
    Rules: EUC-16.
    """
    event = lock_event(event.pk).event
    name = clean_text(name)
    if not name:
        raise UserFacingError("name_missing", "A bracket needs a name, for instance “Euchre”.")
    if event.brackets.filter(name=name).exists():
        raise Conflict("bracket_name_taken", f"{event.name} has a bracket called {name}. Choose another name.")
    chosen = settings or event.house_settings.euchre
    tournament = BracketTournament.objects.create(
        event=event,
        name=name,
        target=chosen.target,
        best_of=chosen.best_of,
        house=euchre_key(event.house),
        overrides=dict(event.house_settings.euchre_rules),
        third_place=chosen.third_place,
        stations=chosen.stations,
        has_consolation=chosen.consolation,
        confirmation=chosen.confirmation,
        reports_settle=chosen.reports_settle,
        turn_seconds=chosen.turn_seconds or None,
        bank_seconds=chosen.bank_seconds if chosen.turn_seconds else 0,
    )
    record(event.pk, press=press, action="bracket.created", subject=subject_of(tournament))
    return tournament


@counted_once
def draw_bracket(
    *,
    tournament: BracketTournament,
    press: Press,
    order_by: SeedOrder = SeedOrder.SHUFFLE,
    seed: str | None = None,
    order: Sequence[int] | None = None,
) -> BracketTournament:
    """Give every registered team its seed and make all matches; byes go to the best seeds and are decided at once.

    order_by: SHUFFLE draws the seeds by `seed`, fresh randomness when None; SEEDS takes `order`, the team
    numbers from best to last, or the order of entry when None. The same press again changes nothing.

    Raises Conflict("bracket_already_drawn", "player_withdrawn"), UserFacingError("too_few_teams", "order_incomplete").
    Rules: WLIA-22, WAS-13, WAS-14.
    """
    tournament = lock_bracket(tournament)
    BRACKET.require("draw", tournament)
    teams = list(tournament.teams.filter(status=TeamStatus.REGISTERED))
    _require_enough(tournament, teams)
    require_teams_may_play(teams, f"{tournament.name} cannot be drawn with team {{number}} ({{name}})")
    seeded: Sequence[Team]
    if order_by == SeedOrder.SHUFFLE:
        tournament.shuffle_seed = seed or secrets.token_hex(16)
        seeded = draw_seeds(teams, tournament.shuffle_seed)
    else:
        seeded = _in_order(teams, order)
    for number, team in enumerate(seeded, start=1):
        team.seed = number
    Team.objects.bulk_update(seeded, ["seed"])
    tournament.order_by, tournament.entries = order_by, len(seeded)
    tournament.drawn_at, tournament.drawn_by_label = press.at, press.by.label
    BRACKET.make("draw", tournament)
    save_bracket(tournament)
    Match.objects.bulk_create(new_rows(tournament, {team.own_seed: team for team in seeded}, press.at))
    record(
        tournament.event_id,
        press=press,
        action="bracket.drawn",
        subject=subject_of(tournament),
        order=[team.number for team in seeded],
        seed=tournament.shuffle_seed,
    )
    return tournament


@transaction.atomic
def withdraw_team(*, team: Team, press: Press) -> Team:
    """Take a team out. Before the draw both players leave; afterwards every opponent still to come has a walkover.

    Raises Conflict("team_already_withdrawn").
    Rules: WLIA-22.
    """
    tournament = lock_bracket(team.tournament)
    team = tournament.teams.get(pk=team.pk)
    if team.is_withdrawn:
        raise Conflict("team_already_withdrawn", f"Team {team.number} has withdrawn already. Reload the page.")
    board = read_board(tournament) if tournament.is_drawn else None
    team.status = TeamStatus.WITHDRAWN
    team.save(update_fields=["status"])
    if board is not None:
        board.withdraw(team)
        store_board(board, press=press, action="team.withdrawn", team=team.number)
        return team
    places = team.team_players.filter(left_at__isnull=True)
    tournament.singles.filter(player__in=places.values("player")).update(status=SingleStatus.RELEASED)
    places.update(left_at=press.at)
    save_bracket(tournament)
    record(
        tournament.event_id,
        press=press,
        action="team.withdrawn",
        subject=subject_of(tournament),
        team=team.number,
    )
    return team


def require_teams_may_play(teams: Iterable[Team], refused: str) -> None:
    """Nobody who plays in these teams now was withdrawn from the night.

    refused: what cannot be done with a team, without its end; {number} and {name} are those of the first one.

    Raises Conflict("player_withdrawn"). Rules: WAS-13, WAS-14.
    """
    places = TeamPlayer.objects.filter(team__in=teams, left_at__isnull=True, player__withdrawn_at__isnull=False)
    place = places.select_related("team", "player").order_by("team__number", "place").first()
    if place is not None:
        name = team_names([place.team])[place.team_id]
        done = refused.format(number=place.team.number, name=name)
        instead = "name a substitute" if place.team.seed else "take out only that player"
        require_not_withdrawn(
            place.player, way_out=f"{done}: withdraw the team or {instead}, on the page of pairs and draw."
        )


def next_team_number(tournament: BracketTournament) -> int:
    """One more than the highest team number so far."""
    return (tournament.teams.aggregate(highest=Max("number"))["highest"] or 0) + 1


def _require_enough(tournament: BracketTournament, teams: Sequence[Team]) -> None:
    if len(teams) < 2:
        entered = "1 team" if len(teams) == 1 else "no team"
        raise UserFacingError(
            "too_few_teams",
            f"{tournament.name} has {entered}; a bracket needs at least 2. Enter pairs, or draw pairs of singles.",
            rules=BRACKET_RULES,
            teams=len(teams),
        )


def _in_order(teams: Sequence[Team], order: Sequence[int] | None) -> list[Team]:
    if order is None:
        return list(teams)
    by_number = {team.number: team for team in teams}
    if sorted(order) != sorted(by_number):
        raise UserFacingError(
            "order_incomplete",
            f"The order must name each of the {len(teams)} teams once. Give every team a seed of its own.",
            rules=BRACKET_RULES,
            order=list(order),
            teams=sorted(by_number),
        )
    return [by_number[number] for number in order]
