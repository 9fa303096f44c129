"""What the brackets' API takes and gives."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rest_framework import serializers

from engine.tournament.bracket import Instead, StepKind
from eventnight.core.api.fields import IntegerField, NumberChoiceField, NumberedField
from eventnight.core.values.text import TextInput
from eventnight.events.api.turns import TurnsInput
from tournaments.forms.bracket import MOST_POINTS
from tournaments.models import (
    BracketTournament,
    Confirmation,
    MatchState,
    Objection,
    Outcome,
    PairingDraw,
    SeedOrder,
    SingleStatus,
)
from tournaments.selectors.bracket.call_queue import QueuedMatch
from tournaments.selectors.bracket.teams import team_by_number
from tournaments.services.bracket.results.outcomes import PlayedResult


class TeamOutput(serializers.Serializer[Any]):
    number = IntegerField()
    seed = IntegerField(allow_null=True)
    name = serializers.CharField()
    is_withdrawn = serializers.BooleanField()


class SlotOutput(serializers.Serializer[Any]):
    text = serializers.CharField(help_text='The team, or what is to come: "Winner of 17", "Bye".')
    feeder = IntegerField(allow_null=True, help_text="The match that fills this half.")
    team = IntegerField(source="team.number", default=None, allow_null=True)
    points = IntegerField(allow_null=True)
    is_winner = serializers.BooleanField()
    here_at = serializers.DateTimeField(allow_null=True, help_text="When the team was ticked in for this match.")
    last_call_at = serializers.DateTimeField(allow_null=True)


class GameOutput(serializers.Serializer[Any]):
    number = IntegerField()
    winner = serializers.CharField()
    score = serializers.CharField(help_text='Points of the winner and the loser: "10–7".')


class MatchOutput(serializers.Serializer[Any]):
    number = IntegerField()
    round = IntegerField()
    round_name = serializers.CharField()
    is_for_third_place = serializers.BooleanField()
    upper = SlotOutput()
    lower = SlotOutput()
    state = serializers.ChoiceField(choices=MatchState.choices)
    outcome = serializers.CharField()
    station = IntegerField(allow_null=True)
    called_at = serializers.DateTimeField(allow_null=True)
    started_at = serializers.DateTimeField(allow_null=True)
    done_at = serializers.DateTimeField(allow_null=True)
    next_match = IntegerField(allow_null=True)
    games = GameOutput(many=True, help_text="Of a best of three.")


class QueuedMatchOutput(serializers.Serializer[Any]):
    match = IntegerField(source="match.number")
    ready_since = serializers.DateTimeField()
    station = IntegerField(allow_null=True, help_text="The free table it is proposed for.")
    busy = serializers.ListField(child=serializers.CharField(), source="reasons", help_text="Why it is held.")
    withdrawn = serializers.SerializerMethodField()

    def get_withdrawn(self, queued: QueuedMatch) -> list[str]:
        """Codes of its players who were withdrawn from the night: substitute them, or withdraw the team."""
        return [player.code for team in queued.match.teams for player in team.gone]


class QueueOutput(serializers.Serializer[Any]):
    """proposed: call these now, each to its table. next: free, but no table is. held: somebody is needed elsewhere."""

    proposed = QueuedMatchOutput(many=True)
    next = QueuedMatchOutput(many=True)
    held = QueuedMatchOutput(many=True)


class ClaimOutput(serializers.Serializer[Any]):
    """What somebody says came of a match. team: whose report it is, empty for an entry of staff."""

    team = IntegerField(source="team.number", default=None, allow_null=True)
    by = serializers.CharField(source="by_label")
    at = serializers.DateTimeField()
    outcome = serializers.CharField()
    winner = IntegerField(source="winner.number", default=None, allow_null=True)
    winner_points = IntegerField(allow_null=True)
    loser_points = IntegerField(allow_null=True)
    objection = serializers.ChoiceField(choices=Objection.choices, allow_blank=True)


class ObjectionInput(serializers.Serializer[Any]):
    objection = serializers.ChoiceField(choices=Objection.choices)


class MatchClaimsOutput(serializers.Serializer[Any]):
    match = IntegerField(source="match.number")
    is_dispute = serializers.BooleanField()
    claims = ClaimOutput(many=True)


class RoundOutput(serializers.Serializer[Any]):
    number = IntegerField()
    name = serializers.CharField()
    matches = MatchOutput(many=True)


class BracketOutput(serializers.ModelSerializer[BracketTournament]):
    class Meta:
        model = BracketTournament
        fields = (
            "id",
            "name",
            "status",
            "target",
            "best_of",
            "house",
            "overrides",
            "third_place",
            "stations",
            "has_consolation",
            "consolation_of",
            "confirmation",
            "reports_settle",
            "turn_seconds",
            "bank_seconds",
            "order_by",
            "shuffle_seed",
            "entries",
            "drawn_at",
            "finished_at",
            "version",
        )


class BracketDetail(serializers.Serializer[Any]):
    id = IntegerField()
    name = serializers.CharField()
    status = serializers.CharField()
    round_name = serializers.CharField()
    decided = IntegerField()
    to_play = IntegerField()
    version = IntegerField()
    teams = TeamOutput(many=True)
    rounds = RoundOutput(many=True)
    third_place = MatchOutput(allow_null=True)
    champion = TeamOutput(allow_null=True)
    third = TeamOutput(many=True)


class NewBracketInput(TurnsInput):
    name = TextInput(max_length=80, default="Euchre")
    target = IntegerField(min_value=1, max_value=99, required=False)
    best_of = NumberChoiceField(choices=[1, 3], required=False)
    third_place = serializers.BooleanField(required=False)
    stations = IntegerField(min_value=1, max_value=99, required=False)
    consolation = serializers.BooleanField(required=False)
    confirmation = serializers.ChoiceField(choices=Confirmation.choices, required=False)
    reports_settle = serializers.BooleanField(required=False)


class WinnerInput(serializers.Serializer[Any]):
    winner = IntegerField(min_value=1, help_text="Number of the team that goes on.")
    loser = IntegerField(min_value=1, help_text="Number of the other team of the match, as you saw it.")


class ResultInput(WinnerInput):
    winner_points = IntegerField(min_value=0, max_value=MOST_POINTS)
    loser_points = IntegerField(min_value=0, max_value=MOST_POINTS)


class GameInput(ResultInput):
    game = IntegerField(min_value=1, max_value=3, help_text="Which game of the match it is.")


class CorrectionInput(serializers.Serializer[Any]):
    """winner and loser: team numbers, left out where nobody came; points only where it was played."""

    outcome = serializers.ChoiceField(Outcome.choices)
    winner = IntegerField(min_value=1, required=False)
    loser = IntegerField(min_value=1, required=False)
    winner_points = IntegerField(min_value=0, max_value=MOST_POINTS, required=False)
    loser_points = IntegerField(min_value=0, max_value=MOST_POINTS, required=False)
    choices = NumberedField(
        keyed="matches",
        child=serializers.ChoiceField([choice.value for choice in Instead]),
        required=False,
        help_text='By match number, for played matches that would be void: {"5": "walkover"}. Others are replayed.',
    )

    def validate(self, given: dict[str, Any]) -> dict[str, Any]:
        """Who won unless nobody came, and points where it was played; a bye is not a result that is entered."""
        if given["outcome"] == Outcome.BYE:
            raise serializers.ValidationError({"outcome": "A bye follows from the draw. Choose another outcome."})
        played = given["outcome"] == Outcome.PLAYED
        needed: tuple[str, ...] = () if given["outcome"] == Outcome.DOUBLE_NO_SHOW else ("winner", "loser")
        needed += ("winner_points", "loser_points") if played else ()
        missing = [name for name in needed if name not in given]
        if missing:
            raise serializers.ValidationError(dict.fromkeys(missing, "This outcome needs it."))
        return given

    def validate_choices(self, given: dict[int, str]) -> dict[int, Instead]:
        """The engine's words."""
        return {number: Instead(value) for number, value in given.items()}


class CorrectInput(CorrectionInput):
    version = IntegerField(min_value=1, help_text="Of the plan that was looked at.")


class CorrectionStepOutput(serializers.Serializer[Any]):
    match = IntegerField()
    kind = serializers.ChoiceField([kind.value for kind in StepKind])
    teams = serializers.ListField(child=serializers.CharField(allow_null=True), help_text="Names, afterwards.")
    is_void = serializers.BooleanField(help_text="It was played and does not count any more.")


class ConsolationSwapOutput(serializers.Serializer[Any]):
    leaves = IntegerField(source="leaves.number")
    comes = IntegerField(source="comes.number")


class TeamNumberOutput(serializers.Serializer[Any]):
    number = IntegerField()


class ConsolationChangeOutput(serializers.Serializer[Any]):
    """What a correction does in the consolation bracket. Teams by their numbers of the main bracket."""

    void = serializers.ListField(child=IntegerField(), help_text="Matches to be played again.")
    swaps = ConsolationSwapOutput(many=True)
    waiting = TeamNumberOutput(many=True)
    left_out = TeamNumberOutput(many=True)


class CorrectionOutput(serializers.Serializer[Any]):
    """What a correction would do, in order."""

    version = IntegerField()
    steps = CorrectionStepOutput(many=True)
    consolation = ConsolationChangeOutput(allow_null=True)


class CallInput(serializers.Serializer[Any]):
    station = IntegerField(
        min_value=1, required=False, allow_null=True, help_text="A table number; absent: the first that is free."
    )


class PairInput(serializers.Serializer[Any]):
    players = serializers.ListField(child=TextInput(max_length=8), min_length=2, max_length=2)
    name = TextInput(max_length=60, required=False, allow_blank=True, default="")


class LatePairInput(PairInput):
    match = IntegerField(min_value=1, required=False, help_text="The bye they take; absent: that of the worst seed.")


class SubstituteInput(serializers.Serializer[Any]):
    leaving = TextInput(max_length=8, help_text="Code of the player who leaves.")
    substitute = TextInput(max_length=8, help_text="Code of who steps in.")


class SingleInput(serializers.Serializer[Any]):
    player = TextInput(max_length=8, help_text="A player's code.")


class ReserveInput(serializers.Serializer[Any]):
    instead_of = TextInput(max_length=8, required=False, help_text="Code of the player who did not come.")
    stand_in = TextInput(max_length=8, required=False, help_text="Code of who plays beside the reserve.")

    def validate(self, data: dict[str, Any]) -> dict[str, Any]:
        """Exactly one of the two."""
        if len(data) != 1:
            raise serializers.ValidationError("Give either instead_of or stand_in.")
        return data


class DrawInput(serializers.Serializer[Any]):
    order_by = serializers.ChoiceField(choices=SeedOrder.choices, default=SeedOrder.SHUFFLE)
    order = serializers.ListField(
        child=IntegerField(min_value=1), required=False, help_text="Team numbers, best seed first."
    )


class SingleOutput(serializers.Serializer[Any]):
    player = serializers.CharField(source="player.code")
    status = serializers.ChoiceField(choices=SingleStatus.choices)
    entered_at = serializers.DateTimeField()


class PairingDrawOutput(serializers.ModelSerializer[PairingDraw]):
    class Meta:
        model = PairingDraw
        fields = ("number", "seed", "drawn_from", "pairs", "reserve", "drawn_at", "by_label")


class EntriesOutput(serializers.Serializer[Any]):
    teams = serializers.SerializerMethodField()
    singles = SingleOutput(many=True)
    draws = PairingDrawOutput(many=True)

    def get_teams(self, entries: dict[str, Any]) -> list[dict[str, Any]]:
        """Every team with the codes of its players, and of those withdrawn from the night."""
        return [
            {**TeamOutput(team).data, "players": list(team.players), "gone": [player.code for player in team.gone]}
            for team in entries["teams"]
        ]


def played(tournament: BracketTournament, body: Mapping[str, Any]) -> PlayedResult:
    """A checked result with its teams. Raises NotFound("unknown_team")."""
    return PlayedResult(
        winner=team_by_number(tournament, body["winner"]),
        loser=team_by_number(tournament, body["loser"]),
        winner_points=body["winner_points"],
        loser_points=body["loser_points"],
    )
