"""Who entered a bracket, who waits for a partner, and who signed up and has not been entered."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet

from eventnight.core.errors import NotFound
from eventnight.events.models import ActivityKind, Event, Player, SignUp
from eventnight.events.selectors import signed_up
from tournaments.models import BracketTournament, Match, Outcome, Single, SingleStatus, Team, TeamPlayer

IN_THE_POOL = (SingleStatus.WAITING, SingleStatus.RESERVE)


@dataclass(frozen=True, slots=True)
class WaitingSignUps:
    """Sign-ups for euchre that no bracket entry came of yet. Both of a pair are checked in."""

    pairs_here: list[tuple[Player, Player]]
    singles_here: list[Player]
    not_here: list[Player]

    @property
    def players_here(self) -> int:
        return 2 * len(self.pairs_here) + len(self.singles_here)


def brackets_of(event: Event) -> QuerySet[BracketTournament]:
    """The brackets of a night, oldest first."""
    return BracketTournament.objects.filter(event=event).select_related("event")


def sharing_tables(tournament: BracketTournament) -> QuerySet[BracketTournament]:
    """The bracket with its consolation bracket, or that with its main one: they play at the same tables."""
    main = tournament.consolation_of_id or tournament.pk
    return BracketTournament.objects.filter(Q(pk=main) | Q(consolation_of=main))


def bracket_by_id(event: Event, bracket_id: int) -> BracketTournament:
    """A bracket of the night. Raises NotFound("unknown_bracket")."""
    tournament = brackets_of(event).filter(pk=bracket_id).first()
    if tournament is None:
        raise NotFound("unknown_bracket", f"{event.name} has no bracket {bracket_id}. Check the address.")
    return tournament


def team_by_number(tournament: BracketTournament, number: int) -> Team:
    """The team with that number. Raises NotFound("unknown_team")."""
    team = tournament.teams.filter(number=number).first()
    if team is None:
        raise NotFound(
            "unknown_team", f"{tournament.name} has no team {number}. Reload the page and choose again.", team=number
        )
    return team


def single_by_player(tournament: BracketTournament, player: Player) -> Single:
    """The player's entry as a single. Raises NotFound("unknown_single")."""
    single = tournament.singles.filter(player=player).first()
    if single is None:
        raise NotFound("unknown_single", f"{player.code} did not enter {tournament.name} as a single.")
    return single


def teams_with_players(tournament: BracketTournament) -> QuerySet[Team]:
    """Every team by number, with its present players."""
    return _with_players(tournament.teams.all())


def present_players(team: Team) -> QuerySet[Player]:
    """Who plays in a team now, by place."""
    here = Player.objects.filter(team_places__team=team, team_places__left_at__isnull=True)
    return here.select_related("person", "event").order_by("team_places__place")


def singles_in_pool(tournament: BracketTournament) -> QuerySet[Single]:
    """Singles without a partner in the order they signed up, the reserve among them."""
    pool = tournament.singles.filter(status__in=IN_THE_POOL)
    return pool.select_related("player__person", "player__event").order_by("entered_at", "id")


def not_entered(tournament: BracketTournament) -> QuerySet[Player]:
    """Players of the night who are in no team of this bracket, by code: whoever may be entered."""
    placed = TeamPlayer.objects.filter(tournament=tournament, left_at__isnull=True)
    players = Player.objects.filter(event_id=tournament.event_id).select_related("person", "event")
    return players.exclude(pk__in=placed.values("player"))


def players_who_played(tournament: BracketTournament) -> QuerySet[Player]:
    """Players who were in a team when it played a match to its end, or gave one up."""
    decided = Match.objects.filter(
        Q(team_a=OuterRef("team")) | Q(team_b=OuterRef("team")),
        outcome__in=(Outcome.PLAYED, Outcome.RETIRED),
        done_at__gte=OuterRef("joined_at"),
    )
    stayed = Q(Exists(decided), left_at__isnull=True)
    left_later = Q(Exists(decided.filter(done_at__lt=OuterRef("left_at"))), left_at__isnull=False)
    places = TeamPlayer.objects.filter(stayed | left_later, tournament=tournament)
    return Player.objects.filter(pk__in=places.values("player"))


def possible_substitutes(tournament: BracketTournament) -> QuerySet[Player]:
    """Players who may step into a team: in none now, and not played in this bracket yet.

    Rules: WLIA-23.
    """
    return not_entered(tournament).exclude(pk__in=players_who_played(tournament).values("pk"))


def waiting_sign_ups(tournament: BracketTournament) -> WaitingSignUps:
    """Sign-ups of players who were never entered, first come first.

    Two play together who name each other, or of whom one names the other and that one nobody. Rules: WLIA-23.
    """
    known = {
        *TeamPlayer.objects.filter(tournament=tournament).values_list("player_id", flat=True),
        *tournament.singles.values_list("player_id", flat=True),
    }
    sign_ups = [row for row in signed_up(tournament.event, ActivityKind.EUCHRE) if row.player_id not in known]
    partners = _partners(sign_ups)
    waiting = WaitingSignUps([], [], [])
    for row in sign_ups:
        partner = partners.get(row.player_id)
        missing = not row.player.may_play or (partner is not None and not partner.player.may_play)
        if missing:
            waiting.not_here.append(row.player)
        elif partner is None:
            waiting.singles_here.append(row.player)
        elif sign_ups.index(row) < sign_ups.index(partner):
            waiting.pairs_here.append((row.player, partner.player))
    return waiting


def team_name(team: Team, players: Iterable[str]) -> str:
    """What a team is called in public: its name, else what its players are called."""
    return team.name or " & ".join(players) or f"Team {team.number}"


def team_names(teams: Iterable[Team]) -> dict[int, str]:
    """What each of the teams is called in public, by its id."""
    found = _with_players(Team.objects.filter(pk__in=[team.pk for team in teams]))
    return {
        team.pk: team_name(team, [place.player.display_name for place in team.team_players.all()]) for team in found
    }


def _with_players(teams: QuerySet[Team]) -> QuerySet[Team]:
    places = TeamPlayer.objects.filter(left_at__isnull=True).select_related("player__person", "player__event")
    return teams.prefetch_related(Prefetch("team_players", places))


def _partners(sign_ups: Sequence[SignUp]) -> dict[int, SignUp]:
    """The sign-up of each player's partner, by player."""
    by_player = {row.player_id: row for row in sign_ups}
    found: dict[int, SignUp] = {}
    for row in sign_ups:
        named = by_player.get(row.partner_id or 0)
        if named is None or named.partner_id not in (None, row.player_id):
            continue
        if found.keys().isdisjoint((row.player_id, named.player_id)):
            found |= {row.player_id: named, named.player_id: row}
    return found
