"""What the brackets' API takes and gives."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from tournaments.models import BracketTournament, MatchState, PairingDraw, SeedOrder, SingleStatus


class TeamOutput(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    seed = serializers.IntegerField(allow_null=True)
    name = serializers.CharField()
    is_withdrawn = serializers.BooleanField()


class SlotOutput(serializers.Serializer[Any]):
    text = serializers.CharField(help_text='The team, or what is to come: "Winner of 17", "Bye".')
    feeder = serializers.IntegerField(allow_null=True, help_text="The match that fills this half.")
    team = serializers.IntegerField(source="team.number", default=None, allow_null=True)
    points = serializers.IntegerField(allow_null=True)
    is_winner = serializers.BooleanField()


class MatchOutput(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    round = serializers.IntegerField()
    round_name = serializers.CharField()
    is_for_third_place = serializers.BooleanField()
    upper = SlotOutput()
    lower = SlotOutput()
    state = serializers.ChoiceField(choices=MatchState.choices)
    outcome = serializers.CharField()
    station = serializers.IntegerField(allow_null=True)
    called_at = serializers.DateTimeField(allow_null=True)
    started_at = serializers.DateTimeField(allow_null=True)
    done_at = serializers.DateTimeField(allow_null=True)
    next_match = serializers.IntegerField(allow_null=True)


class RoundOutput(serializers.Serializer[Any]):
    number = serializers.IntegerField()
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
            "third_place",
            "stations",
            "order_by",
            "shuffle_seed",
            "entries",
            "drawn_at",
            "finished_at",
            "version",
        )


class BracketDetail(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField()
    status = serializers.CharField()
    round_name = serializers.CharField()
    decided = serializers.IntegerField()
    to_play = serializers.IntegerField()
    version = serializers.IntegerField()
    teams = TeamOutput(many=True)
    rounds = RoundOutput(many=True)
    third_place = MatchOutput(allow_null=True)
    champion = TeamOutput(allow_null=True)
    third = TeamOutput(many=True)


class NewBracketInput(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=80, default="Euchre")
    target = serializers.IntegerField(min_value=1, max_value=99, required=False)
    best_of = serializers.ChoiceField(choices=[1, 3], required=False)
    third_place = serializers.BooleanField(required=False)
    stations = serializers.IntegerField(min_value=1, max_value=99, required=False)


class WinnerInput(serializers.Serializer[Any]):
    winner = serializers.IntegerField(min_value=1, help_text="Number of the team that goes on.")
    loser = serializers.IntegerField(min_value=1, help_text="Number of the other team of the match, as you saw it.")


class ResultInput(WinnerInput):
    winner_points = serializers.IntegerField(min_value=0, max_value=99)
    loser_points = serializers.IntegerField(min_value=0, max_value=99)


class CallInput(serializers.Serializer[Any]):
    station = serializers.IntegerField(
        min_value=1, required=False, allow_null=True, help_text="A table number; absent: the first that is free."
    )


class PairInput(serializers.Serializer[Any]):
    players = serializers.ListField(child=serializers.CharField(max_length=8), min_length=2, max_length=2)
    name = serializers.CharField(max_length=60, required=False, allow_blank=True, default="")


class SingleInput(serializers.Serializer[Any]):
    player = serializers.CharField(max_length=8, help_text="A player's code.")


class ReserveInput(serializers.Serializer[Any]):
    instead_of = serializers.CharField(max_length=8, required=False, help_text="Code of the player who did not come.")
    stand_in = serializers.CharField(max_length=8, required=False, help_text="Code of who plays beside the reserve.")

    def validate(self, data: dict[str, Any]) -> dict[str, Any]:
        """Exactly one of the two."""
        if len(data) != 1:
            raise serializers.ValidationError("Give either instead_of or stand_in.")
        return data


class DrawInput(serializers.Serializer[Any]):
    order_by = serializers.ChoiceField(choices=SeedOrder.choices, default=SeedOrder.SHUFFLE)
    order = serializers.ListField(
        child=serializers.IntegerField(min_value=1), required=False, help_text="Team numbers, best seed first."
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
        """Every team with the codes of its players."""
        return [{**TeamOutput(team).data, "players": list(team.players)} for team in entries["teams"]]
