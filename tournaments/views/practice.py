"""Euchre to practise: a game with a partner who is the computer; what is asked is said with its rule."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import SystemRandom
from types import MappingProxyType
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import cache_control

from engine.euchre.catalogue import USUAL
from engine.euchre.hand.finished import Finished
from eventnight.core.forms import status_of
from eventnight.core.web.access import open_page
from eventnight.core.web.carried import carried
from tournaments.forms.practice import EuchrePracticeForm
from tournaments.practice import NAMES, YOU, Practice, act, begin, deal_next, houses_offered, opened, sealed
from tournaments.selectors.dealt.hand_shown import HandShown, chairs_in_hand, shown_to

CHANCE = SystemRandom()
NEXT = "next"
SIDES = ("You and Ben", "Ada and Cora")
ONE_GAME: Mapping[str, Any] = MappingProxyType({"is_one_game": True})


@dataclass(frozen=True, slots=True, kw_only=True)
class GameShown(HandShown):
    """A game on the page. score: of both sides."""

    score: tuple[int, int]

    @property
    def sides(self) -> tuple[tuple[str, int, int, int, int], ...]:
        """Of each side its name, points, games, tricks of the hand, and its spare cards."""
        return tuple((SIDES[slot], self.score[slot], 0, self.tricks[slot], slot) for slot in (0, 1))


@open_page
@cache_control(private=True, no_store=True)
def euchre(request: HttpRequest) -> HttpResponse:
    """A first hand, or what becomes of the game that the page carries."""
    asked = request.GET
    practice, form = carried(
        request,
        EuchrePracticeForm,
        begin=lambda: begin(asked.get("house", USUAL.key), with_benny=bool(asked.get("benny")), chance=CHANCE),
        read=opened,
        after=_after,
    )
    shown = shown_to(practice.hand, YOU)
    context = {
        "practice": practice,
        "page": GameShown(seat=YOU, chairs=chairs_in_hand(shown["seen"], NAMES, YOU), score=practice.score, **shown),
        "bracket": {**ONE_GAME, "target": practice.house.scale.target},
        "state": sealed(practice),
        "form": form,
        "said": _said(practice),
        "houses": houses_offered(),
    }
    return render(request, "tournaments/practice.html", context, status=status_of(form))


def _after(practice: Practice, form: EuchrePracticeForm) -> Practice:
    """The game after what was pressed. Raises as ``act`` and ``deal_next`` do."""
    if form.cleaned_data["verb"] == NEXT:
        return deal_next(practice, chance=CHANCE)
    return act(practice, form.move(), chance=CHANCE)


def _said(practice: Practice) -> str:
    """What the hand came to, empty while it is played."""
    if not isinstance(practice.hand, Finished):
        return ""
    points = practice.hand.points
    if points == (0, 0):
        return "All passed: the hand is thrown in."
    slot = 0 if points[0] else 1
    if practice.is_won:
        return f"{SIDES[slot]} win the game {max(practice.score)}–{min(practice.score)}"
    return f"{SIDES[slot]} score {points[slot]}"
