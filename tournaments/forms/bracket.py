"""Forms of the euchre pages: they check shape, the services check the rules."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import asdict, replace
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from engine.tournament.bracket import Instead
from eventnight.core.forms import RefusableForm, ServiceForm, WholeField
from eventnight.core.values.text import TextField
from eventnight.events.forms.turns import bank_field, turn_field, turns_of
from eventnight.events.house_settings import EuchreSettings
from eventnight.events.house_settings.turns import turn_choices
from eventnight.events.models import Player
from tournaments.models import BracketTournament, Confirmation, Outcome, SeedOrder, Team
from tournaments.selectors.bracket.teams import team_by_number
from tournaments.selectors.bracket.values import BracketView, MatchView
from tournaments.services.bracket.results.outcomes import DoubleNoShow, MatchOutcome, PlayedResult, Retirement, Walkover

MOST_TARGET = 99
MOST_POINTS = 10_999
"""One short of the most that a game is played to, then the best hand of the largest scale."""
MOST_STATIONS = 99
PAIR = re.compile(r"^([0-9]{1,5})-([0-9]{1,5})$")
CHOICE = re.compile(r"choice_[1-9][0-9]{0,5}")
"""The field of a played match that a correction voids."""
NOT_REPLAYED = (Instead.WALKOVER, Instead.FORFEIT)
ENTERED_BY_HAND = (Outcome.PLAYED, Outcome.WALKOVER, Outcome.RETIRED, Outcome.DOUBLE_NO_SHOW)


def pair_value(winner: int, loser: int) -> str:
    """How a form names "team 3 beat team 6": both numbers, so that a changed match cannot take the result."""
    return f"{winner}-{loser}"


class PointsForm(ServiceForm):
    """Who won and with how many points. Each choice of the winner names the beaten team too.

    needed: the points, or games, that win.
    """

    winner = forms.CharField(required=False, label="Who won?", widget=forms.RadioSelect)
    loser_points = WholeField(required=False, min_value=0, max_value=MOST_POINTS, widget=forms.RadioSelect)
    winner_points = WholeField(required=False, min_value=0, max_value=MOST_POINTS)

    def __init__(
        self, view: BracketView, match: MatchView, data: Any = None, *, given: Mapping[str, str] | None = None
    ) -> None:
        """given: what the form begins with instead, as a link carried it."""
        needed = view.target if view.is_one_game else view.games_to_win
        begin = {name: value for name, value in (given or {}).items() if name in self.base_fields}
        super().__init__(data, initial={"winner_points": needed, **begin})
        if len(match.teams) == 2:
            upper, lower = match.teams
            self.fields["winner"].widget.choices = [
                (pair_value(upper.number, lower.number), upper.name),
                (pair_value(lower.number, upper.number), lower.name),
            ]
        self.needed = needed
        unit = "Points" if view.is_one_game else "Games"
        self.fields["loser_points"].label = f"{unit} of the beaten team"
        self.fields["loser_points"].widget.choices = [(points, str(points)) for points in range(needed)]
        self.fields["winner_points"].label = f"{unit} of the winner"

    @property
    def has_usual_end(self) -> bool:
        """Whether the winner has just what wins, so that nobody needs to look at it."""
        field = self["winner_points"]
        return str(field.value()) == str(self.needed) and not field.errors

    def clean_winner(self) -> tuple[int, int] | None:
        """Team numbers of the winner and the loser; None when no team was chosen."""
        text = self.cleaned_data["winner"]
        if not text:
            return None
        found = PAIR.match(text)
        if found is None:
            raise ValidationError("That is not a team of this match. Reload the page and choose again.")
        return int(found[1]), int(found[2])

    def played(self, tournament: BracketTournament) -> PlayedResult:
        """What a valid form says of a match or game that was played. Raises NotFound("unknown_team")."""
        winner, loser = (team_by_number(tournament, number) for number in self.cleaned_data["winner"])
        return PlayedResult(
            winner=winner,
            loser=loser,
            winner_points=self.cleaned_data["winner_points"],
            loser_points=self.cleaned_data["loser_points"],
        )


class ResultForm(PointsForm):
    """How a match came out, also without having been played."""

    outcome = forms.ChoiceField(
        initial=Outcome.PLAYED, choices=[(outcome.value, outcome.label) for outcome in ENTERED_BY_HAND]
    )

    def says(self, view: BracketView) -> str:
        """What a valid form enters, in words: "Ada & Bob beat Cy & Di, 10–7"."""
        entered = self.cleaned_data
        if not entered["winner"]:
            return "Nobody came"
        names = {team.number: team.name for team in view.teams}
        winner, loser = (names.get(number, f"team {number}") for number in entered["winner"])
        was_played = entered["outcome"] == Outcome.PLAYED
        score = f"{entered['winner_points']}–{entered['loser_points']}"
        return f"{winner} beat {loser}, {score if was_played else Outcome(entered['outcome']).label.lower()}"

    def clean(self) -> dict[str, Any]:
        """A winner unless nobody came; points where the match was played."""
        cleaned = super().clean() or self.cleaned_data
        outcome = cleaned.get("outcome")
        if outcome != Outcome.DOUBLE_NO_SHOW and not cleaned.get("winner") and "winner" not in self.errors:
            self.add_error("winner", "Choose the team that goes on.")
        if outcome == Outcome.PLAYED:
            for name in ("winner_points", "loser_points"):
                if cleaned.get(name) is None and name not in self.errors:
                    self.add_error(name, "Enter the points.")
        return cleaned

    def came_out(self, tournament: BracketTournament) -> MatchOutcome:
        """What a valid form says of a match. Raises NotFound("unknown_team")."""
        outcome = self.cleaned_data["outcome"]
        if outcome == Outcome.DOUBLE_NO_SHOW:
            return DoubleNoShow()
        if outcome == Outcome.PLAYED:
            return self.played(tournament)
        winner, loser = (team_by_number(tournament, number) for number in self.cleaned_data["winner"])
        unplayed = Walkover if outcome == Outcome.WALKOVER else Retirement
        return unplayed(winner=winner, loser=loser)


class GameForm(PointsForm):
    """One game of a best of three. game: which it is, as the page showed it."""

    game = WholeField(min_value=1, max_value=3, widget=forms.HiddenInput)

    def __init__(
        self, view: BracketView, match: MatchView, data: Any = None, *, given: Mapping[str, str] | None = None
    ) -> None:
        # The points are those of a game, whatever a match of the bracket takes; a link that fills it in names the game.
        begin = given if given and given.get("game") == str(match.next_game) else None
        super().__init__(replace(view, best_of=1), match, data, given=begin)
        self.prefix = None
        self.auto_id = "game_%s"
        self.initial["game"] = match.next_game

    def clean(self) -> dict[str, Any]:
        """Everything is needed."""
        cleaned = super().clean() or self.cleaned_data
        for name in ("winner", "winner_points", "loser_points"):
            if cleaned.get(name) is None and name not in self.errors:
                self.add_error(name, "Enter it.")
        return cleaned


class CorrectionForm(ResultForm):
    """What a result should have been; begins with the points that stand.

    version: of the bracket whose plan was shown, and planned: what it answered; both empty before there was one.
    """

    version = WholeField(required=False, widget=forms.HiddenInput)
    # Its first or its last answer may be empty: blanks at the ends are a part of the question.
    planned = forms.CharField(required=False, strip=False, widget=forms.HiddenInput)

    def __init__(
        self, view: BracketView, match: MatchView, data: Any = None, *, given: Mapping[str, str] | None = None
    ) -> None:
        beaten = next((slot.points for slot in match.slots if not slot.is_winner), None)
        standing = {} if beaten is None else {"loser_points": str(beaten)}
        super().__init__(view, match, data, given=standing | dict(given or {}))
        self.fields["outcome"].label = "How it ended"

    @property
    def choices(self) -> dict[int, Instead]:
        """What becomes of played matches, by their number, where they are not to be played again."""
        chosen = {int(name[7:]): value for name, value in self.data.items() if CHOICE.fullmatch(name)}
        return {number: Instead(value) for number, value in chosen.items() if value in NOT_REPLAYED}

    def question(self, choices: Mapping[int, Instead]) -> str:
        """What a plan with these choices answers: a plan for anything else is not the one that was looked at."""
        entered = [str(self.data.get(name, "")) for name in ("winner", "outcome", "winner_points", "loser_points")]
        return " ".join([*entered, *(f"{number}={choice}" for number, choice in sorted(choices.items()))])


class CallForm(RefusableForm):
    """The table that a match is called to; the first that is free where none is named."""

    station = WholeField(min_value=1, required=False)


class BracketForm(RefusableForm):
    """A new bracket, offered with the event's own euchre settings."""

    name = TextField(max_length=80, initial="Euchre")
    best_of = forms.TypedChoiceField(
        label="A match is", coerce=int, choices=[(1, "One game"), (3, "Best of three")], widget=forms.RadioSelect
    )
    target = WholeField(label="Points that win a game", min_value=1, max_value=MOST_TARGET)
    stations = WholeField(label="Tables for euchre", min_value=1, max_value=MOST_STATIONS)
    third_place = forms.BooleanField(label="Play for third place", required=False)
    consolation = forms.BooleanField(label="A consolation bracket for teams beaten at once", required=False)
    confirmation = forms.ChoiceField(
        label="A result counts when", choices=Confirmation.choices, widget=forms.RadioSelect
    )
    reports_settle = forms.BooleanField(label="Two teams that report the same need no staff", required=False)
    turn_seconds = turn_field()
    bank_seconds = bank_field()

    def __init__(self, settings: EuchreSettings, data: Any = None) -> None:
        super().__init__(data, initial=asdict(settings))
        self.offer("turn_seconds", turn_choices(settings.turn_seconds))
        self._settings = settings

    def settings(self) -> EuchreSettings:
        """The settings that a valid form chose."""
        data = self.cleaned_data
        given = {name: value for name, value in data.items() if name != "name"}
        return replace(self._settings, **given | turns_of(data))


class PlayerChoiceForm(RefusableForm):
    """One player by code, from those who may be chosen."""

    player = forms.ChoiceField()

    def __init__(self, players: Iterable[Player], data: Any = None, *, label: str = "Player", prefix: str = "") -> None:
        super().__init__(data, prefix=prefix or None)
        self.fields["player"].label = label
        self.offer("player", [("", "Choose"), *player_choices(players)])


class PairForm(RefusableForm):
    """Two players who enter as a team."""

    first = forms.ChoiceField(label="Player")
    second = forms.ChoiceField(label="Partner")
    name = TextField(label="Team name", max_length=60, required=False)

    def __init__(self, players: Iterable[Player], data: Any = None) -> None:
        super().__init__(data, prefix="pair")
        choices = [("", "Choose"), *player_choices(players)]
        for field in ("first", "second"):
            self.offer(field, choices)


class LatePairForm(PairForm):
    """A pair that comes after the draw, and the bye it takes."""

    match = forms.TypedChoiceField(coerce=int, label="Which bye do they take?", widget=forms.RadioSelect)

    def __init__(self, players: Iterable[Player], byes: Iterable[tuple[int, str]], data: Any = None) -> None:
        super().__init__(players, data)
        free = list(byes)
        self.offer("match", free)
        self.initial = {"match": free[0][0] if free else None}


class SubstituteForm(RefusableForm):
    """Who leaves a team and who steps in."""

    leaving = forms.ChoiceField(label="Who leaves?", widget=forms.RadioSelect)
    substitute = forms.ChoiceField(label="Who steps in?")

    def __init__(self, players: Iterable[Player], substitutes: Iterable[Player], data: Any = None) -> None:
        super().__init__(data)
        self.offer("leaving", player_choices(players))
        self.offer("substitute", [("", "Choose"), *player_choices(substitutes)])


class DrawForm(ServiceForm):
    """How the teams get their seeds: by a recorded shuffle, or by the numbers given to each."""

    order_by = forms.ChoiceField(
        label="Who gets which seed?",
        choices=[(SeedOrder.SHUFFLE, "A recorded shuffle decides"), (SeedOrder.SEEDS, "The seeds set by hand below")],
        initial=SeedOrder.SHUFFLE,
        widget=forms.RadioSelect,
    )

    def __init__(self, teams: Iterable[tuple[Team, str]], data: Any = None) -> None:
        super().__init__(data)
        self.team_numbers = []
        for seed, (team, name) in enumerate(teams, start=1):
            self.team_numbers.append(team.number)
            self.fields[f"seed_{team.number}"] = WholeField(
                label=name, min_value=1, max_value=65_536, initial=seed, required=False
            )

    @property
    def seed_fields(self) -> list[forms.BoundField]:
        return [self[f"seed_{number}"] for number in self.team_numbers]

    def clean(self) -> dict[str, Any]:
        """With seeds given by hand, every team needs one of its own."""
        cleaned = super().clean() or self.cleaned_data
        seeds = [cleaned.get(f"seed_{number}") for number in self.team_numbers]
        if cleaned.get("order_by") == SeedOrder.SEEDS and len({*seeds} - {None}) < len(seeds):
            self.add_error("order_by", "Two teams have the same seed, or one has none. Give each team its own.")
        return cleaned

    @property
    def order(self) -> list[int] | None:
        """Team numbers from the best seed to the last; None for a shuffle."""
        if self.cleaned_data["order_by"] == SeedOrder.SHUFFLE:
            return None
        return sorted(self.team_numbers, key=lambda number: self.cleaned_data[f"seed_{number}"])


def player_choices(players: Iterable[Player]) -> list[tuple[str, str]]:
    """Codes and what staff read: "P012 Ada Lovelace"."""
    return [(player.code, f"{player.code} {player.person}") for player in players]
