"""A new night in three steps. What was typed is kept until the night is made, so that Back loses nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

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
from eventnight.events.forms.new_night import OF_THE_HOUSE, STEPS, NewNightForm, answers_proposed
from eventnight.events.house_settings.house_templates import house_templates
from eventnight.events.models import ActivityKind, Event
from eventnight.events.selectors import events_of
from eventnight.events.services import NewEvent, create_event

TITLES = {"house": "House and date", "on": "What’s on", "people": "People and money"}
TYPED, MADE = "new_night", "new_night_made"
"""Where the session keeps the answers, and the code of the night that they became."""


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
        if step == "house" and request.session.pop(MADE, None):
            request.session.pop(TYPED, None)
        return _page(request, step, NewNightForm(initial=_initial(_answers(request)), step=step))
    if _keep(request, step):
        request.session.pop(MADE, None)
    elif made := request.session.get(MADE):
        return redirect("night:setup", code=made)
    if "back" in request.POST:
        return redirect("night:new_night_step", step=_beside(step, -1))
    return _next(request, step)


def _next(request: SignedInRequest, step: str) -> HttpResponse:
    """On to the next step, or the night made; back to the first step that has something wrong."""
    sent = _as_sent(_answers(request))
    for each in list(STEPS)[: list(STEPS).index(step) + 1]:
        form = NewNightForm(sent, step=each)
        if not form.is_valid():
            return _page(request, each, form)
    if step != list(STEPS)[-1]:
        return redirect("night:new_night_step", step=_beside(step, 1))
    whole = NewNightForm(sent)
    return press_form(
        request,
        whole,
        lambda press: create_event(new=NewEvent(**whole.facts()), press=press),
        back=lambda event: _made(request, event, whole),
    ) or _page(request, step, whole)


def _made(request: SignedInRequest, event: Event, form: NewNightForm) -> HttpResponse:
    request.session[MADE] = event.code
    if form.cleaned_data["comes"] == "list":
        return redirect("events:roster", code=event.code)
    if form.cleaned_data["invites"]:
        return redirect("events:setup_step", code=event.code, step="people")
    return redirect("night:setup", code=event.code)


def _keep(request: SignedInRequest, step: str) -> bool:
    """The answers of the step take the place of earlier ones; another house brings its own prices and programme.

    Returns whether any is new: what is sent a second time means the night that was made of it.
    """
    known: dict[str, list[str]] = dict(request.session.get(TYPED, {}))
    was = known.get("house")
    sent = {name: request.POST.getlist(name) for name in NewNightForm.base_fields if name in request.POST}
    other = set(OF_THE_HOUSE) if was and sent.get("house", was) != was else set()
    kept = {name: value for name, value in known.items() if name not in {*STEPS[step], *other}}
    if step == "on":
        sent.setdefault("activities", [])
    request.session[TYPED] = {**kept, **sent}
    return bool(request.session[TYPED] != known)


def _answers(request: SignedInRequest) -> dict[str, list[str]]:
    return answers_proposed(request.session.get(TYPED, {}), events_of(request.user).first(), timezone.now())


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


def _page(request: SignedInRequest, step: str, form: NewNightForm) -> HttpResponse:
    keys = list(STEPS)
    context = {
        "form": form,
        "step": step,
        "steps": [
            {
                "label": TITLES[key],
                "url": reverse("night:new_night_step", kwargs={"step": key}),
                "done": keys.index(key) < keys.index(step),
                "current": key == step,
            }
            for key in keys
        ],
        "after": TITLES[_beside(step, 1)] if step != keys[-1] else "",
        "before": TITLES[_beside(step, -1)] if step != keys[0] else "",
        "picks": _picks(form, step),
        "has_nights": step == keys[0] and events_of(request.user).exists(),
    }
    return render(request, f"night/new/{step}.html", context, status=status_of(form))
