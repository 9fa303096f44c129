"""What the API of a match's hands takes and gives."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from eventnight.core.api.fields import IntegerField
from eventnight.core.values.text import TextInput
from tournaments.models import RevokeBy, TrumpSuit, UpcardWas


class EuchreHandResultInput(serializers.Serializer[Any]):
    """How a hand ended. makers: empty if it was thrown in."""

    makers = IntegerField(allow_null=True, help_text="Number of the team that made trump.")
    tricks = IntegerField(min_value=0, max_value=5, default=0, help_text="Of the makers.")
    makers_alone = serializers.BooleanField(default=False)
    defender_alone = serializers.BooleanField(default=False)
    revoke_by = serializers.ChoiceField(choices=RevokeBy.choices, default=None, allow_null=True)
    trump = serializers.ChoiceField(choices=TrumpSuit.choices, default="", allow_blank=True)
    upcard = serializers.ChoiceField(
        choices=UpcardWas.choices, default="", allow_blank=True, help_text="What became of the card turned up."
    )
    maker = TextInput(max_length=8, default="", allow_blank=True, help_text="Code of a player.")
    dealer = TextInput(max_length=8, default="", allow_blank=True, help_text="Code of a player.")
    lone_maker = TextInput(
        max_length=8, default="", allow_blank=True, help_text="Code of the player of the makers who played alone."
    )


class EuchreHandInput(EuchreHandResultInput):
    """The next hand. teams: the two numbers as they were seen, so that a changed match cannot take it. dealer: left
    out, it is who deals next by what was told before, as the page fills it in; empty, it is not told.
    """

    game = IntegerField(min_value=1, max_value=3, default=1)
    number = IntegerField(min_value=1, max_value=999)
    teams = serializers.ListField(child=IntegerField(), min_length=2, max_length=2)


class EuchreHandOutput(serializers.Serializer[Any]):
    """A hand that stands. points: of the upper and the lower team; score: after it."""

    id = IntegerField()
    game = IntegerField()
    number = IntegerField()
    makers = IntegerField(source="makers.number", default=None, allow_null=True)
    tricks = IntegerField(source="result.tricks")
    makers_alone = serializers.BooleanField(source="result.makers_alone")
    defender_alone = serializers.BooleanField(source="result.defender_alone")
    revoke_by = serializers.CharField(source="result.revoke_by", allow_null=True)
    trump = serializers.CharField()
    upcard = serializers.CharField()
    maker = serializers.CharField(source="maker.code", default="")
    dealer = serializers.CharField(source="dealer.code", default="")
    lone_maker = serializers.CharField(source="lone_maker.code", default="")
    points = serializers.ListField(child=IntegerField())
    score = serializers.ListField(child=IntegerField())
    counts = serializers.BooleanField(help_text="Not after its game was over.")
    word = serializers.CharField(help_text='What the table calls it: "march".')
    rule = serializers.CharField(help_text="The rule that gives its points.")
    by = serializers.CharField(source="by_label")
    at = serializers.DateTimeField(source="entered_at")


class EuchreGameOutput(serializers.Serializer[Any]):
    number = IntegerField()
    points = serializers.ListField(child=IntegerField())
    winner = IntegerField(source="winner.number", default=None, allow_null=True)
    is_entered = serializers.BooleanField(help_text="Whether staff have entered it as a game.")
    hands = EuchreHandOutput(many=True)


class EuchreScoreOutput(serializers.Serializer[Any]):
    """A match hand by hand. Points and games won are those of the upper and the lower team."""

    match = IntegerField(source="match.number")
    teams = serializers.ListField(child=IntegerField(), source="team_numbers")
    game = IntegerField(source="game.number")
    points = serializers.ListField(child=IntegerField(), source="game.points")
    games_won = serializers.ListField(child=IntegerField())
    winner = IntegerField(source="winner.number", default=None, allow_null=True)
    next_hand = IntegerField(source="next_number")
    next_dealer = serializers.CharField(source="next_dealer.code", default="", help_text="Empty until it is known.")
    games = EuchreGameOutput(many=True)
