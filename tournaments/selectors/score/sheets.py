"""Reads of the hands of euchre games: the sheet of one match, and the running scores of those at their tables."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection

from django.db.models import Count, Max, Q

from eventnight.core.errors import NotFound
from tournaments.models import AT_A_STATION, BracketTournament, EuchreHand, Game, TeamPlayer
from tournaments.selectors.bracket.values import BracketView, MatchView
from tournaments.selectors.score.values import ScoreSheet, TablePlayer, sheet_of


def score_sheet(view: BracketView, match: MatchView) -> ScoreSheet:
    """A match hand by hand, with who plays and who did. Two queries, one more for a best of three. Both teams must be
    known.
    """
    slots = {team.id: slot for slot, team in enumerate(match.teams)}
    places = TeamPlayer.objects.filter(team__in=slots).select_related("player__person", "player__event")
    people = [
        TablePlayer(
            place.player_id,
            place.player.code,
            place.player.display_name,
            slots[place.team_id],
            has_left=place.left_at is not None,
        )
        for place in places.order_by("place")
    ]
    hands, games = _rows(view, [match.number])
    in_order = sorted(people, key=lambda player: (player.slot, not player.has_left))
    return sheet_of(view, match, hands[match.number], games[match.number], in_order)


def running_scores(view: BracketView) -> dict[int, ScoreSheet]:
    """The sheets of the matches at their tables that are kept hand by hand, by match number. One query, none where
    nobody plays, one more for a best of three.
    """
    at_tables = {match.number: match for match in view.in_state(*AT_A_STATION)}
    hands, games = _rows(view, at_tables)
    return {number: sheet_of(view, at_tables[number], rows, games[number], ()) for number, rows in hands.items()}


def score_version(tournament: BracketTournament, number: int) -> str:
    """Changes whenever the sheet of a match does. One query."""
    hands = EuchreHand.objects.filter(match__tournament=tournament, match__number=number)
    seen = hands.aggregate(last=Max("pk"), standing=Count("pk", filter=Q(undone_at__isnull=True)))
    return f"{tournament.pk}-{number}-{tournament.version}-{seen['last']}-{seen['standing']}"


def hand_by_id(tournament: BracketTournament, number: int, hand_id: int) -> EuchreHand:
    """A hand of a match, one that was undone too. Raises NotFound("unknown_hand")."""
    hands = EuchreHand.objects.select_related(
        "match__tournament", "team_a", "team_b", "makers", "maker", "dealer", "lone_maker"
    )
    hand = hands.filter(match__tournament=tournament, match__number=number, pk=hand_id).first()
    if hand is None:
        raise NotFound(
            "unknown_hand", f"Match {number} of {tournament.name} has no such hand. Reload the page.", match=number
        )
    return hand


def _rows(
    view: BracketView, numbers: Collection[int]
) -> tuple[dict[int, list[EuchreHand]], dict[int, dict[int, Game]]]:
    hands: dict[int, list[EuchreHand]] = defaultdict(list)
    games: dict[int, dict[int, Game]] = defaultdict(dict)
    if not numbers:
        return hands, games
    wanted = {"match__tournament": view.id, "match__number__in": list(numbers), "undone_at__isnull": True}
    for row in EuchreHand.objects.filter(**wanted).select_related("match").order_by("game", "number"):
        hands[row.match.number].append(row)
    if not view.is_one_game:
        for game in Game.objects.filter(**wanted).select_related("match").order_by("number"):
            games[game.match.number][game.number] = game
    return hands, games
