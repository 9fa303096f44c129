"""The hands of a euchre game as a table's own phone keeps them, one row for each deal."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q

from engine.euchre.scoring import TRICKS_IN_A_DEAL, TRICKS_TO_MAKE, Side
from engine.euchre.told import Upcard
from eventnight.events.models import Player
from tournaments.models.bracket import Match, MatchResult
from tournaments.models.teams import Team


class TrumpSuit(models.TextChoices):
    """The suits, as the engine names them."""

    CLUBS = "clubs", "Clubs"
    DIAMONDS = "diamonds", "Diamonds"
    HEARTS = "hearts", "Hearts"
    SPADES = "spades", "Spades"


class RevokeBy(models.TextChoices):
    """Which side did not follow suit though it could have (EUC-17)."""

    MAKERS = Side.MAKERS.value, "Makers"
    DEFENDERS = Side.DEFENDERS.value, "Defenders"


class UpcardWas(models.TextChoices):
    """What became of the card that was turned up, as the engine names it."""

    ACCEPTED = Upcard.ACCEPTED.value, "Accepted"
    TURNED_DOWN = Upcard.TURNED_DOWN.value, "Turned down"
    BENNY = Upcard.BENNY.value, "The Benny"


MOST_POINTS_OF_A_HAND = 1_000
"""The most that a scale gives."""

_THROWN_IN = Q(
    makers__isnull=True,
    tricks=0,
    makers_alone=False,
    defender_alone=False,
    revoke_by="",
    trump="",
    upcard="",
    maker__isnull=True,
    lone_maker__isnull=True,
)
_TO_NOBODY = Q(points_makers=0, points_defenders=0)
_TO_MAKERS = Q(points_makers__gte=1, points_makers__lte=MOST_POINTS_OF_A_HAND, points_defenders=0)
_TO_DEFENDERS = Q(points_makers=0, points_defenders__gte=1, points_defenders__lte=MOST_POINTS_OF_A_HAND)
_PLAYED_OUT = Q(makers__isnull=False, revoke_by="")

POINTS_OF_THE_RESULT = (
    _THROWN_IN & _TO_NOBODY
    | _PLAYED_OUT & Q(tricks__lt=TRICKS_TO_MAKE) & _TO_DEFENDERS
    | _PLAYED_OUT & Q(tricks__gte=TRICKS_TO_MAKE) & _TO_MAKERS
    | Q(makers__isnull=False, revoke_by=RevokeBy.DEFENDERS) & _TO_MAKERS
    | Q(makers__isnull=False, revoke_by=RevokeBy.MAKERS) & _TO_DEFENDERS
)
"""Who scores for each result (EUC-10, EUC-14, EUC-15, EUC-17); how much, the scale of the bracket says."""


class EuchreHand(models.Model):
    """A hand of a game, with the two teams it was played by. Undone and corrected ones stay; one of a number counts.

    game: of the match, 1 unless it is the best of three. makers: who made trump, empty if the hand was thrown in; then
    maker is the player who named it, trump the suit, upcard what became of the card turned up and lone_maker which of
    them played alone, where the table told. tricks: of the makers. dealer: who dealt, where that was told; the deals
    after it follow. voided_by: the correction that made it void.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="hands")
    game = models.PositiveSmallIntegerField()
    number = models.PositiveSmallIntegerField()
    team_a = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="hands_as_a")
    team_b = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="hands_as_b")
    makers = models.ForeignKey(Team, null=True, blank=True, on_delete=models.PROTECT, related_name="hands_made")
    tricks = models.PositiveSmallIntegerField(default=0)
    makers_alone = models.BooleanField(default=False)
    defender_alone = models.BooleanField(default=False)
    revoke_by = models.CharField(max_length=10, choices=RevokeBy.choices, blank=True)
    trump = models.CharField(max_length=10, choices=TrumpSuit.choices, blank=True)
    upcard = models.CharField(max_length=12, choices=UpcardWas.choices, blank=True, default="")
    maker = models.ForeignKey(Player, null=True, blank=True, on_delete=models.PROTECT, related_name="hands_made")
    lone_maker = models.ForeignKey(
        Player, null=True, blank=True, on_delete=models.PROTECT, related_name="hands_made_alone"
    )
    dealer = models.ForeignKey(Player, null=True, blank=True, on_delete=models.PROTECT, related_name="hands_dealt")
    points_makers = models.PositiveSmallIntegerField()
    points_defenders = models.PositiveSmallIntegerField()
    entered_at = models.DateTimeField()
    by_code = models.CharField(max_length=40)
    by_label = models.CharField(max_length=150)
    undone_at = models.DateTimeField(null=True, blank=True)
    undone_by_code = models.CharField(max_length=40, blank=True)
    undone_by_label = models.CharField(max_length=150, blank=True)
    voided_by = models.ForeignKey(
        MatchResult, null=True, blank=True, on_delete=models.SET_NULL, related_name="voided_hands"
    )

    class Meta:
        ordering = ["match", "game", "number", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["match", "game", "number"],
                condition=Q(undone_at__isnull=True),
                name="euchrehand_number_once",
            ),
            models.CheckConstraint(condition=Q(game__gte=1, game__lte=3), name="euchrehand_game_of_three"),
            models.CheckConstraint(condition=Q(number__gte=1), name="euchrehand_counted_from_one"),
            models.CheckConstraint(condition=~Q(team_a=F("team_b")), name="euchrehand_teams_differ"),
            models.CheckConstraint(
                condition=Q(makers__isnull=True) | Q(makers=F("team_a")) | Q(makers=F("team_b")),
                name="euchrehand_makers_are_a_team",
            ),
            models.CheckConstraint(condition=Q(tricks__lte=TRICKS_IN_A_DEAL), name="euchrehand_five_tricks"),
            models.CheckConstraint(condition=Q(trump__in=["", *TrumpSuit.values]), name="euchrehand_known_trump"),
            models.CheckConstraint(condition=Q(upcard__in=["", *UpcardWas.values]), name="euchrehand_known_upcard"),
            models.CheckConstraint(
                condition=Q(lone_maker__isnull=True) | Q(makers_alone=True), name="euchrehand_lone_maker_is_alone"
            ),
            models.CheckConstraint(condition=POINTS_OF_THE_RESULT, name="euchrehand_points_of_the_result"),
            models.CheckConstraint(
                condition=Q(undone_at__isnull=True, undone_by_code="")
                | Q(undone_at__isnull=False) & ~Q(undone_by_code=""),
                name="euchrehand_undone_by_somebody",
            ),
            models.CheckConstraint(
                condition=Q(voided_by__isnull=True) | Q(undone_at__isnull=False), name="euchrehand_voided_is_undone"
            ),
        ]

    def __str__(self) -> str:
        return f"Hand {self.number} of game {self.game}, {self.match}"

    @property
    def press_name(self) -> str:
        """What presses call it."""
        return f"{self.match.press_name} game {self.game} hand {self.number}"

    @property
    def makers_slot(self) -> int | None:
        """0 where the upper team made trump, 1 where the lower did, None if the hand was thrown in."""
        return None if self.makers_id is None else int(self.makers_id != self.team_a_id)

    @property
    def points(self) -> tuple[int, int]:
        """Points of the upper and the lower team."""
        points = (self.points_makers, self.points_defenders)
        return points if self.makers_slot != 1 else points[::-1]

    @property
    def scorers_slot(self) -> int | None:
        """0 where the upper team scored, 1 where the lower did, None if nobody did."""
        return next((slot for slot in (0, 1) if self.points[slot]), None)
