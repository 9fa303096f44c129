"""Hands to practise on: anybody plays the games of the houses with play chips, and reads why a button is dead."""

from __future__ import annotations

from random import SystemRandom
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import cache_control

from engine.cards import card_text
from engine.poker.hand import Phase
from eventnight.core.forms import status_of
from eventnight.core.web.access import open_page
from eventnight.core.web.carried import carried
from tables.forms import PracticeForm
from tables.models import HandInPlay
from tables.practice import (
    NAMES,
    YOU,
    Practice,
    act,
    begin,
    deal_next,
    games_offered,
    houses_offered,
    opened,
    sealed,
    why_not,
)
from tables.selectors import Play, bet_sizes
from tables.selectors.dealt.held import held_in_words
from tables.stakes import stakes_text
from tables.views.plans import Place, last_deed, shown_to_all, stands

CHANCE = SystemRandom()
NEXT = "next"
WHAT = {"check": "Check", "call": "Call", "bet": "Bet or raise"}


@open_page
def choose(request: HttpRequest) -> HttpResponse:
    """Whose rules, and which game; a link may name the house."""
    context = {"houses": houses_offered(), "games": games_offered(), "house": request.GET.get("house", "")}
    return render(request, "tables/practice/choose.html", context)


@open_page
@cache_control(private=True, no_store=True)
def hand(request: HttpRequest) -> HttpResponse:
    """A first hand, or what becomes of the one that the page carries."""
    asked = request.GET
    practice, form = carried(
        request,
        PracticeForm,
        begin=lambda: begin(asked.get("house", "card_night"), asked.get("game", "holdem"), chance=CHANCE),
        read=opened,
        after=_after,
    )
    return render(request, "tables/practice/hand.html", _context(practice, form), status=status_of(form))


def _after(practice: Practice, form: PracticeForm) -> Practice:
    """The hand after what was pressed. Raises as ``act`` and ``deal_next`` do."""
    if form.cleaned_data["verb"] == NEXT:
        return deal_next(practice, chance=CHANCE)
    return act(practice, form.move(), chance=CHANCE)


def _context(practice: Practice, form: PracticeForm) -> dict[str, Any]:
    seen, names = practice.hand.seen, NAMES
    playing = Play(row=HandInPlay(number=practice.number), hand=seen)
    cards = tuple(card_text(card) for card in practice.hand.cards_of(YOU))
    shown = shown_to_all(playing, Place("Practice", names), names)
    own = next(each for each in shown["seen"]["seats"] if each["seat"] == YOU)
    return {
        "practice": practice,
        "title": f"{practice.game.name}, {practice.house.name}",
        "stakes": stakes_text(seen.stakes),
        "state": sealed(practice),
        "form": form,
        "move_form": PracticeForm(),
        "play": playing,
        "cards": cards,
        "own_seat": YOU,
        "stands": stands(own, held_in_words(practice.game, cards, seen.board)),
        "behind": own["stack"],
        "sizes": bet_sizes(seen) if practice.is_your_turn else None,
        "last_deed": last_deed(seen, names),
        "why_not": [{"what": WHAT[verb], "error": error} for verb, error in why_not(practice).items()],
        "won": _won(practice),
        **shown,
    }


def _won(practice: Practice) -> list[dict[str, Any]]:
    """Who took how many chips, once the hand is over."""
    seen = practice.hand.seen
    if seen.phase is not Phase.OVER:
        return []
    return [{"name": NAMES[seat], "chips": chips} for seat, chips in seen.settle().awards.items() if chips]
