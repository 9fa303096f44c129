"""The form of a hand: who made it, the tricks, alone or not, and what else the table tells."""

from __future__ import annotations

from itertools import product
from typing import Any

from django import forms

from engine.euchre.house import LoneMakers
from engine.euchre.result import DealResult, called, points_of
from engine.euchre.scoring import TRICKS_IN_A_DEAL, EuchreScale, Side
from eventnight.core.forms import ServiceForm, WholeField, shows_any
from eventnight.core.values.text import TextField
from tournaments.forms.bracket import PAIR, pair_value
from tournaments.models import RevokeBy, TrumpSuit, UpcardWas
from tournaments.selectors.score.values import HandView, ScoreSheet

THROWN_IN = "thrown_in"
FOLDED_AWAY = ("defender_alone", "revoke_by", "upcard", "trump", "maker", "lone_maker")


class HandForm(ServiceForm):
    """A hand as the table's phone takes it. game, number, teams: which it is, as the page showed it.

    ended: "thrown_in" where nobody made trump; the button of that name sends it.
    """

    game = WholeField(min_value=1, max_value=3, widget=forms.HiddenInput)
    number = WholeField(min_value=1, max_value=999, widget=forms.HiddenInput)
    teams = forms.RegexField(PAIR, widget=forms.HiddenInput)
    ended = TextField(required=False)
    makers = forms.CharField(required=False, label="Who made trump?", widget=forms.RadioSelect)
    tricks = forms.TypedChoiceField(
        required=False,
        label="Tricks they took",
        coerce=int,
        empty_value=None,
        choices=[(tricks, str(tricks)) for tricks in range(TRICKS_IN_A_DEAL + 1)],
        widget=forms.RadioSelect,
    )
    makers_alone = forms.BooleanField(required=False, label="Played alone")
    defender_alone = forms.BooleanField(required=False, label="A defender played alone")
    revoke_by = forms.ChoiceField(
        required=False,
        label="Who did not follow suit?",
        choices=[("", "Nobody"), *RevokeBy.choices],
        widget=forms.RadioSelect,
    )
    upcard = forms.ChoiceField(
        required=False, label="Turned card", choices=[("", "Not told"), *UpcardWas.choices], widget=forms.Select
    )
    trump = forms.ChoiceField(required=False, label="Trump", choices=[("", "Not told"), *TrumpSuit.choices])
    maker = forms.CharField(required=False, label="Who made it trump?", widget=forms.Select)
    lone_maker = forms.CharField(required=False, label="Who played alone?", widget=forms.Select)
    dealer = forms.CharField(required=False, label="Who dealt this hand?", widget=forms.RadioSelect)

    def __init__(self, sheet: ScoreSheet, data: Any = None, *, hand: HandView | None = None) -> None:
        """hand: the one that is corrected; without it the form is that of the next hand."""
        self.was = hand
        super().__init__(data, initial=_initial(sheet) if hand is None else _initial_of(sheet, hand))
        # Choices are shown, not checked here: the service says what is wrong where the match has other teams by now.
        self.fields["makers"].widget.choices = [(str(team.number), team.name) for team in sheet.match.teams]
        # Whoever was substituted since has played the hand all the same.
        there = dict.fromkeys((*sheet.players, *(hand.people if hand else ())))
        players = [(player.code, player.name) for player in there]
        for name in ("maker", "lone_maker"):
            self.fields[name].widget.choices = [("", "Not told"), *players]
        self.fields["dealer"].widget.choices = [*players, ("", "Not told")]
        rules = sheet.bracket.rules
        if not rules.with_benny:
            cards = [choice for choice in UpcardWas.choices if choice[0] != UpcardWas.BENNY]
            self.fields["upcard"].widget.choices = [("", "Not told"), *cards]
        if rules.lone_makers is LoneMakers.MAKER_ONLY:
            self.fields["makers_alone"].label = "The maker played alone"
        for name in ("upcard", "trump", "maker", "lone_maker"):
            self.fields[name].widget.attrs["class"] = "input"

    @property
    def has_more(self) -> bool:
        """Whether something of what is folded away was told, so that it must be seen."""
        return shows_any(self, FOLDED_AWAY)

    def clean(self) -> dict[str, Any]:
        """The makers and their tricks, unless the hand was thrown in; no tricks are needed where somebody revoked. Who
        names the player that was alone has said that somebody was.
        """
        cleaned = super().clean() or self.cleaned_data
        cleaned["makers_alone"] = bool(cleaned.get("makers_alone") or cleaned.get("lone_maker"))
        if cleaned.get("ended") == THROWN_IN:
            return cleaned
        if cleaned.get("makers", "") not in cleaned.get("teams", "").split("-") and "makers" not in self.errors:
            self.add_error("makers", "Choose the team that made trump, or press “Thrown in”.")
        if cleaned.get("tricks") is None and not cleaned.get("revoke_by") and "tricks" not in self.errors:
            self.add_error("tricks", "Choose how many tricks they took.")
        return cleaned


def _initial(sheet: ScoreSheet) -> dict[str, Any]:
    dealer = sheet.next_dealer
    return {
        "game": sheet.game.number,
        "number": sheet.next_number,
        "teams": _teams(sheet),
        "dealer": dealer.code if dealer else "",
    }


def _initial_of(sheet: ScoreSheet, hand: HandView) -> dict[str, Any]:
    return {
        "game": hand.game,
        "number": hand.number,
        "teams": _teams(sheet),
        "makers": str(hand.makers.number) if hand.makers else "",
        "tricks": hand.result.tricks if hand.makers else None,
        "makers_alone": hand.result.makers_alone,
        "defender_alone": hand.result.defender_alone,
        "revoke_by": hand.result.revoke_by or "",
        "upcard": hand.upcard,
        "trump": hand.trump,
        "maker": hand.maker.code if hand.maker else "",
        "dealer": hand.dealer.code if hand.dealer else "",
        "lone_maker": hand.lone_maker.code if hand.lone_maker else "",
    }


def _teams(sheet: ScoreSheet) -> str:
    upper, lower = sheet.match.teams
    return pair_value(upper.number, lower.number)


def outcomes(scale: EuchreScale) -> dict[str, dict[str, object]]:
    """What each choice of the form is worth, for the page to say before it is sent: by tricks, who played alone and
    who revoked, as "5/alone//" or "0//alone/makers".
    """
    every = product(range(TRICKS_IN_A_DEAL + 1), (False, True), (False, True), (None, *Side))
    return {
        f"{tricks}/{'alone' if lone else ''}/{'alone' if lone_defender else ''}/{revoke or ''}": _worth(
            DealResult(makers=0, tricks=tricks, makers_alone=lone, defender_alone=lone_defender, revoke_by=revoke),
            scale,
        )
        for tricks, lone, lone_defender, revoke in every
    }


def _worth(result: DealResult, scale: EuchreScale) -> dict[str, object]:
    makers, defenders = points_of(result, scale)
    return {"makers": makers, "defenders": defenders, "word": called(result).word, "rule": called(result).rule}
