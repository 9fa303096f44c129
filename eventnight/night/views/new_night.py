"""A new night in three steps. What was typed is kept until the night is made, so that Back loses nothing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

from django.forms.boundfield import BoundWidget
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone

from eventnight.core.errors import NotFound
from eventnight.core.forms import status_of
from eventnight.core.press_form import press_form
from eventnight.core.web.access import require_event_maker, signed_in_page
from eventnight.core.web.requests import SignedInRequest
from eventnight.events.forms.new_night import OF_THE_HOUSE, STEPS, Answers, NewNightForm, answers_proposed
from eventnight.events.house_settings.house_templates import house_templates
from eventnight.events.models import ActivityKind, Event
from eventnight.events.selectors import events_of
from eventnight.events.services import NewEvent, create_event

TITLES = {"house": "House and date", "on": "What’s on", "people": "People and money"}
BEGUN = "nights_begun"
"""Where the session keeps the nights that were begun, by key."""
NIGHT = "night"
"""The name under which pages and addresses of the steps carry the key."""
FIRST = next(iter(STEPS))
MOST_BEGUN = 8
LONGEST_KEY = 36


@dataclass(frozen=True, slots=True)
class Begun:
    """A night that was begun. typed: its answers so far. made: the code of the night that they became, else empty."""

    key: str
    typed: Answers
    made: str = ""


@dataclass(frozen=True, slots=True)
class Pick:
    """One of the choices of a step. option: its input."""

    option: BoundWidget
    name: str
    text: str
    icon: str = ""


ACTIVITIES = {
    ActivityKind.EUCHRE: ("bracket", "Euchre bracket", "Pairs, one table a match, until one team is left"),
    ActivityKind.HOLDEM: ("floor", "Hold’em tournament", "Timed blinds, one flight or more"),
    ActivityKind.TABLES: ("table", "Poker tables", "Played with the bank’s chips"),
    ActivityKind.ROULETTE: ("wheel", "Roulette", "Played with the bank’s chips"),
    ActivityKind.RAFFLE: ("raffle", "Raffle", "Buckets, tickets, a draw that anyone can check"),
}
"""How each is offered: icon, name, what it is."""


@signed_in_page
def new_night(request: SignedInRequest, step: str = "house") -> HttpResponse:
    """One of the three steps; the last one makes the night and leads on to its set-up."""
    require_event_maker(request)
    if step not in STEPS:
        raise NotFound("unknown_step", f"A new night has no step {step}. Begin with the first one.", step=step)
    if request.method != "POST":
        begun = _to_show(request, step)
        return _page(request, step, NewNightForm(initial=_initial(_answers(request, begun)), step=step), begun)
    begun = _sent(request, step)
    if begun.made:
        return redirect("night:setup", code=begun.made)
    if "back" in request.POST:
        return redirect(_address(_beside(step, -1), _sent_key(request)))
    return _next(request, step, begun)


def _next(request: SignedInRequest, step: str, begun: Begun) -> HttpResponse:
    """On to the next step, or the night made; back to the first step that has something wrong."""
    sent = _as_sent(_answers(request, begun))
    for each in list(STEPS)[: list(STEPS).index(step) + 1]:
        form = NewNightForm(sent, step=each)
        if not form.is_valid():
            return _page(request, each, form, begun)
    if step != list(STEPS)[-1]:
        return redirect(_address(_beside(step, 1), _sent_key(request)))
    whole = NewNightForm(sent)
    return press_form(
        request,
        whole,
        lambda press: create_event(new=NewEvent(**whole.facts()), press=press),
        back=lambda event: _made(request, event, whole, begun),
    ) or _page(request, step, whole, begun)


def _made(request: SignedInRequest, event: Event, form: NewNightForm, begun: Begun) -> HttpResponse:
    _keep(request, replace(begun, made=event.code))
    if form.cleaned_data["comes"] == "list":
        return redirect("events:roster", code=event.code)
    if form.cleaned_data["invites"]:
        return redirect("events:setup_step", code=event.code, step="people")
    return redirect("night:setup", code=event.code)


def _to_show(request: SignedInRequest, step: str) -> Begun:
    """The night whose step is opened: the one that the address names, else the latest. The first step without a name
    begins another night, from what was typed last where no night was made of that.
    """
    nights = _nights(request)
    named = nights.get(request.GET.get(NIGHT, ""))
    latest = _latest(nights)
    if step != FIRST:
        return named or latest
    if named and not named.made:
        return named
    return _another(str(uuid4()), {} if latest.made else latest.typed)


def _sent(request: SignedInRequest, step: str) -> Begun:
    """The night whose step was sent, with the answers of the step in place of earlier ones; another house brings its
    own prices and programme. It is kept. `made` is empty if any answer is new: what is sent a second time means the
    night that was made of it.

    A page says which night it belongs to, so that two that are begun at once stay two. A step that does not say so
    belongs to the latest; the first one then begins another.
    """
    nights, key = _nights(request), _sent_key(request)
    latest = _latest(nights)
    known = nights.get(key) if key else latest
    if known is None:
        # Only the first step begins a night. A later one of a night that is no longer kept must not take another's.
        known = _another(key, latest.typed if step == FIRST and not latest.made else {})
    typed = _with_step(known.typed, step, request.POST)
    if not key and step == FIRST and typed != known.typed:
        known = _another(str(uuid4()), known.typed)
    begun = Begun(known.key, typed, known.made if typed == known.typed else "")
    _keep(request, begun)
    return begun


def _another(key: str, typed: Answers) -> Begun:
    """A night that begins from answers to another one, but for the code, which each has for itself."""
    return Begun(key, {name: values for name, values in typed.items() if name != "code"})


def _with_step(known: Answers, step: str, post: QueryDict) -> dict[str, list[str]]:
    was = known.get("house")
    sent = {name: post.getlist(name) for name in NewNightForm.base_fields if name in post}
    other = set(OF_THE_HOUSE) if was and sent.get("house", was) != was else set()
    kept = {name: value for name, value in known.items() if name not in {*STEPS[step], *other}}
    if step == "on":
        sent.setdefault("activities", [])
    return {**kept, **sent}


def _nights(request: SignedInRequest) -> dict[str, Begun]:
    """Those that the session keeps, the latest last."""
    kept = request.session.get(BEGUN, {})
    return {key: Begun(key, night["typed"], night["made"]) for key, night in kept.items()}


def _latest(nights: Mapping[str, Begun]) -> Begun:
    return list(nights.values())[-1] if nights else Begun(str(uuid4()), {})


def _keep(request: SignedInRequest, begun: Begun) -> None:
    others = [night for night in _nights(request).values() if night.key != begun.key]
    kept = [*others, begun][-MOST_BEGUN:]
    request.session[BEGUN] = {night.key: {"typed": night.typed, "made": night.made} for night in kept}


def _sent_key(request: SignedInRequest) -> str:
    return request.POST.get(NIGHT, "")[:LONGEST_KEY]


def _address(step: str, key: str) -> str:
    address = reverse("night:new_night_step", kwargs={"step": step})
    return f"{address}?{urlencode({NIGHT: key})}" if key else address


def _answers(request: SignedInRequest, begun: Begun) -> dict[str, list[str]]:
    return answers_proposed(begun.typed, events_of(request.user).first(), timezone.now())


def _initial(answers: dict[str, list[str]]) -> dict[str, Any]:
    return {name: values if name == "activities" else values[-1] for name, values in answers.items() if values}


def _as_sent(answers: dict[str, list[str]]) -> QueryDict:
    sent = QueryDict(mutable=True)
    for name, values in answers.items():
        sent.setlist(name, values)
    return sent


def _picks(form: NewNightForm, step: str) -> list[Pick]:
    if step == "house":
        houses = house_templates()
        found = [(option, houses[option.data["value"]]) for option in form["house"]]
        return [Pick(option, house.name, house.blurb) for option, house in found]
    if step == "on":
        offered = [(option, ACTIVITIES[ActivityKind(option.data["value"])]) for option in form["activities"]]
        return [Pick(option, name, text, icon) for option, (icon, name, text) in offered]
    return []


def _beside(step: str, by: int) -> str:
    keys = list(STEPS)
    return keys[max(keys.index(step) + by, 0)]


def _page(request: SignedInRequest, step: str, form: NewNightForm, begun: Begun) -> HttpResponse:
    keys = list(STEPS)
    key = begun.key if begun.key in _nights(request) else ""
    context = {
        "form": form,
        "step": step,
        "night": begun.key,
        "steps": [
            {
                "label": TITLES[each],
                "url": _address(each, key),
                "done": keys.index(each) < keys.index(step),
                "current": each == step,
            }
            for each in keys
        ],
        "after": TITLES[_beside(step, 1)] if step != keys[-1] else "",
        "before": TITLES[_beside(step, -1)] if step != keys[0] else "",
        "picks": _picks(form, step),
        "has_nights": step == keys[0] and events_of(request.user).exists(),
    }
    return render(request, f"night/new/{step}.html", context, status=status_of(form))
