"""What the page of a match kept hand by hand is, whoever opens it: staff at the matches, or a player by link."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from engine.euchre.scoring import Side
from engine.euchre.told import Upcard
from eventnight.core.actors import Actor
from eventnight.core.errors import Conflict
from eventnight.core.forms import status_of
from eventnight.core.press import Press
from eventnight.core.press_form import press_form
from eventnight.core.problems import Problem
from eventnight.core.web.requests import acting
from eventnight.events.models import Event, Player
from eventnight.events.selectors import player_by_code
from tournaments.forms.bracket import PAIR
from tournaments.forms.score import THROWN_IN, HandForm, outcomes
from tournaments.models import BracketTournament, EuchreHand, Team
from tournaments.refusals import not_ready
from tournaments.selectors.bracket.brackets import bracket_view, match_by_number
from tournaments.selectors.bracket.teams import team_by_number
from tournaments.selectors.score.sheets import hand_by_id, score_sheet
from tournaments.selectors.score.values import ScoreSheet
from tournaments.services.score.euchre_hands import NewHand, NextHand, correct_hand, enter_hand, undo_hand

PARTS = {
    "board": "tournaments/score/_score.html",
    "entry": "tournaments/score/_hand_entry.html",
    "list": "tournaments/score/_score_hands.html",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreTable:
    """A match as somebody keeps its score. base: the address of the page, below which the others lie. report: where its
    result is entered or reported. player: None for staff.
    """

    event: Event
    tournament: BracketTournament
    number: int
    by: Actor
    base: str
    report: str
    player: Player | None = None

    @property
    def template(self) -> str:
        return "tournaments/score/own_score.html" if self.player else "tournaments/score/score.html"

    def sheet(self) -> ScoreSheet:
        """The match as it is now. Raises Conflict("match_not_ready")."""
        view = bracket_view(self.tournament)
        match = view.match(self.number)
        if len(match.teams) < 2:
            raise not_ready(match_by_number(self.tournament, self.number))
        return score_sheet(view, match)

    def hand(self, hand_id: int) -> EuchreHand:
        """Raises NotFound("unknown_hand")."""
        return hand_by_id(self.tournament, self.number, hand_id)

    def context(self, sheet: ScoreSheet, **more: object) -> dict[str, object]:
        common: dict[str, object] = {
            "event": self.event,
            "player": self.player,
            "base": self.base,
            "report": self.report,
        }
        common["by_system"] = self.player is not None and self.tournament.is_dealt
        return {**common, "sheet": sheet, "outcomes": outcomes(sheet.bracket.rules.scale), **more}


def score_page(request: HttpRequest, table: ScoreTable) -> HttpResponse:
    """The score and the form of the next hand; a press enters it."""
    sheet = table.sheet()
    form = HandForm(sheet, request.POST or None)

    def enter(press: Press) -> EuchreHand:
        teams = _teams_of(table.tournament, form)
        return enter_hand(
            match=match_by_number(table.tournament, table.number),
            which=NextHand(game=form.cleaned_data["game"], number=form.cleaned_data["number"], teams=teams),
            hand=_new_hand(table, form, teams),
            press=press,
        )

    if done := press_form(acting(request, table.by), form, enter, back=lambda row: _done(request, table, row)):
        return done
    refusal = form.refusal
    if refusal is not None and refusal.status == Conflict.status:
        # Somebody was first: what was chosen was that hand, and must not become the next one.
        sheet = table.sheet()
        form = HandForm(sheet)
    else:
        refusal = None
    return _page(request, table, sheet, form, refusal)


def score_part(request: HttpRequest, table: ScoreTable, part: str) -> HttpResponse:
    """The score, the form or the hands alone, for the live stream."""
    sheet = table.sheet()
    return render(request, PARTS[part], table.context(sheet, form=HandForm(sheet)))


def correction_page(request: HttpRequest, table: ScoreTable, hand_id: int) -> HttpResponse:
    """A hand to be put right."""
    row, sheet = table.hand(hand_id), table.sheet()
    was = sheet.hand(hand_id)
    if was is None and request.method != "POST":
        raise Conflict(
            "hand_changed",
            f"Hand {row.number} of match {table.number} was corrected or undone meanwhile. Look at the score.",
            match=table.number,
            hand=row.number,
        )
    form = HandForm(sheet, request.POST or None, hand=was)
    return press_form(
        acting(request, table.by),
        form,
        lambda press: correct_hand(hand=row, to=_new_hand(table, form, _teams_of(table.tournament, form)), press=press),
        back=lambda corrected: _done(request, table, corrected),
    ) or _page(request, table, sheet, form)


def undo(request: HttpRequest, table: ScoreTable, hand_id: int) -> HttpResponse:
    """The last hand undone."""
    undone = undo_hand(hand=table.hand(hand_id), press=Press(table.by, timezone.now()))
    messages.success(request, f"Hand {undone.number} is undone.")
    return redirect(table.base)


def _page(
    request: HttpRequest,
    table: ScoreTable,
    sheet: ScoreSheet,
    form: HandForm,
    refusal: Problem | None = None,
) -> HttpResponse:
    status = refusal.status if refusal else status_of(form)
    more = {"version": table.event.head.version, "form": form, "was": form.was, "refusal": refusal}
    return render(request, table.template, table.context(sheet, **more), status=status)


def _done(request: HttpRequest, table: ScoreTable, row: EuchreHand) -> HttpResponse:
    sheet = table.sheet()
    hand = sheet.hand(row.pk)
    said = f"Hand {row.number}: {hand.says}. {sheet.text}." if hand else f"Hand {row.number} was entered before."
    is_last = hand is not None and hand == sheet.last_hand
    messages.success(request, said, extra_tags=f"{table.base}{row.pk}/undo/" if is_last else "")
    return redirect(table.base)


def _teams_of(tournament: BracketTournament, form: HandForm) -> tuple[Team, Team]:
    pair = PAIR.match(form.cleaned_data["teams"])
    assert pair is not None
    upper, lower = pair.groups()
    return team_by_number(tournament, int(upper)), team_by_number(tournament, int(lower))


def _new_hand(table: ScoreTable, form: HandForm, teams: tuple[Team, Team]) -> NewHand:
    """What a valid form says."""
    data = form.cleaned_data
    dealer = _player(table.event, data, "dealer")
    if data["ended"] == THROWN_IN:
        return NewHand(makers=None, dealer=dealer)
    return NewHand(
        makers=next(team for team in teams if team.number == int(data["makers"])),
        tricks=data["tricks"] or 0,
        makers_alone=data["makers_alone"],
        defender_alone=data["defender_alone"],
        revoke_by=Side(data["revoke_by"]) if data["revoke_by"] else None,
        trump=data["trump"],
        upcard=Upcard(data["upcard"]) if data["upcard"] else None,
        maker=_player(table.event, data, "maker"),
        dealer=dealer,
        lone_maker=_player(table.event, data, "lone_maker"),
    )


def _player(event: Event, data: Mapping[str, str], name: str) -> Player | None:
    return player_by_code(event, data[name]) if data[name] else None
