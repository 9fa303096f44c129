"""What the raffle's staff pages share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode

from eventnight.bank.forms.desk import PayForm
from eventnight.bank.selectors import actor_labels, tills_of
from eventnight.bank.views.frame import till_in_use
from eventnight.core.forms import RefusableForm, status_of
from eventnight.core.web.requests import StaffRequest
from eventnight.events.models import Event
from eventnight.raffle.forms import (
    BarrelForm,
    EntropyForm,
    FreezeForm,
    NewBucketForm,
    OpenForm,
    PotForm,
    PromiseForm,
    ReasonForm,
    TakeBackForm,
)
from eventnight.raffle.lifecycles import RAFFLE
from eventnight.raffle.models import Raffle
from eventnight.raffle.selectors import (
    AbsencePlan,
    Chance,
    PrizeLine,
    absence_plan,
    awaited_by,
    bucket_lines,
    calls_in,
    next_prize,
    next_telling,
    open_prize,
    prize_lines,
    raffle_by_event,
    raffle_summary,
    seed_opens,
    sheet_of,
)


def raffle_frame(request: StaffRequest, event: Event) -> dict[str, Any]:
    """Where the raffle stands, and the prize that is chosen: the one asked for, else the one that is next."""
    raffle = raffle_by_event(event.pk)
    if raffle is None:
        return {"raffle": None}
    now = timezone.now()
    lines = prize_lines(raffle, now)
    chosen, due = _chosen(lines, request.GET.get("prize", "")), next_prize(lines)
    awaits_chance = raffle.is_verifiable and RAFFLE.allows("enter_entropy", raffle)
    return {
        "raffle": raffle,
        "may": RAFFLE.may(raffle),
        "summary": raffle_summary(event.pk),
        "buckets": bucket_lines(raffle),
        "prizes": lines,
        "chosen": chosen,
        "place": lines.index(chosen) + 1 if chosen else 0,
        "steps": draw_steps(chosen),
        "absence": _absence(raffle, chosen),
        "changes_at": next_telling(raffle, now),
        "has_dock": raffle.is_frozen and not awaits_chance,
        "decided_by": _decider(chosen, event),
        "can_finish": all(line.is_settled for line in lines),
        "due": due,
        "is_due": sheet_of(raffle) is None or chosen == due,
        "dice": calls_in(raffle.entropy),
        "awaited": awaited_by(raffle),
        "seed_opens": raffle.is_done or not raffle.is_verifiable or seed_opens(raffle),
        "withdrawn": raffle.withdrawn.all(),
    }


def stage_forms(request: StaffRequest, event: Event) -> dict[str, RefusableForm]:
    """The forms of every stage, empty."""
    raffle = raffle_by_event(event.pk)
    return {
        "open_form": OpenForm(),
        "bucket_form": NewBucketForm(),
        "pot_form": PotForm(initial={"pot_percent": event.house_settings.raffle.pot_percent}),
        "freeze_form": FreezeForm(is_verifiable=raffle is None or raffle.is_verifiable),
        "promise_form": PromiseForm(
            request=request, event=event, initial={"replaces": raffle.commitment if raffle else ""}
        ),
        "reopen_form": ReasonForm(),
        "entropy_form": EntropyForm(awaited=awaited_by(raffle) if raffle else None),
        "barrel_form": BarrelForm(),
        "pay_form": PayForm(tills=tills_of(event.pk), initial={"paid_from": till_in_use(request, event)}),
        "take_back_form": TakeBackForm(),
    }


def raffle_page(request: StaffRequest, event: Event, *, chance: Chance | None = None, **refused: Any) -> HttpResponse:
    """The raffle table at its stage, with the form that was refused, if one was.

    chance: what was typed and pasted, to be looked at before it is published.
    """
    forms = stage_forms(request, event) | refused
    context = raffle_frame(request, event) | forms | {"version": event.head.version, "chance": chance}
    status = status_of(*refused.values())
    return render(request, "raffle/staff.html", context, status=status)


def back_to_raffle(event: Event, prize: str = "") -> HttpResponseRedirect:
    """To the raffle table, at a prize if one is named."""
    address = reverse("raffle:staff", kwargs={"code": event.code})
    return redirect(f"{address}?{urlencode({'prize': prize})}" if prize else address)


@dataclass(frozen=True, slots=True)
class DrawStep:
    """A step from the drum to the handing over, and where it stands."""

    label: str
    is_done: bool
    is_current: bool


STEPS = ("Ready", "Draw", "Name", "Handed over")


def draw_steps(prize: PrizeLine | None) -> list[DrawStep]:
    """The steps of a prize."""
    at = 0
    if prize and prize.is_handed_over:
        at = 3
    elif prize and prize.is_calling:
        at = 2 if prize.is_called_by_name else 1
    return [DrawStep(label, number < at, number == at) for number, label in enumerate(STEPS)]


def _absence(raffle: Raffle, chosen: PrizeLine | None) -> AbsencePlan | None:
    if chosen is None or chosen.last is None or not chosen.is_called_by_name:
        return None
    return absence_plan(raffle, chosen.code, chosen.last.attempt)


def _decider(chosen: PrizeLine | None, event: Event) -> str:
    """Who decided about the number that came up last; empty while it is called."""
    code = chosen.last.decided_by if chosen and chosen.last else ""
    return actor_labels([code], event.pk)[code] if code else ""


def _chosen(lines: list[PrizeLine], code: str) -> PrizeLine | None:
    asked = next((line for line in lines if line.code == code), None)
    waiting = next((line for line in lines if line.is_waiting), None)
    return asked or open_prize(lines) or waiting or (lines[-1] if lines else None)
