"""What the raffle's staff pages share."""

from __future__ import annotations

from typing import Any

from django.forms import Form
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode

from eventnight.bank.forms import PayForm
from eventnight.bank.selectors import actor_labels, tills_of
from eventnight.bank.views.frame import till_in_use
from eventnight.core.forms import status_of
from eventnight.core.versions import current_version
from eventnight.events.models import Event
from eventnight.raffle.forms import (
    BarrelForm,
    EntropyForm,
    NewBucketForm,
    OpenForm,
    PotForm,
    ReasonForm,
    TakeBackForm,
)
from eventnight.raffle.models import RaffleStatus
from eventnight.raffle.selectors import (
    PrizeLine,
    PrizeState,
    bucket_lines,
    open_prize,
    prize_lines,
    raffle_by_event,
    raffle_summary,
)


def raffle_frame(request: HttpRequest, event: Event) -> dict[str, Any]:
    """Where the raffle stands, and the prize that is chosen: the one asked for, else the one that is next."""
    raffle = raffle_by_event(event.pk)
    if raffle is None:
        return {"raffle": None, "stage": ""}
    lines = prize_lines(raffle)
    chosen = _chosen(lines, request.GET.get("prize", ""))
    return {
        "raffle": raffle,
        "stage": RaffleStatus(raffle.status).value,
        "summary": raffle_summary(event.pk),
        "buckets": bucket_lines(raffle),
        "prizes": lines,
        "chosen": chosen,
        "decided_by": _decider(chosen, event),
        "can_finish": all(line.state in (PrizeState.HANDED_OVER, PrizeState.NO_WINNER) for line in lines),
        "dice": _dice(raffle.entropy),
    }


def stage_forms(request: HttpRequest, event: Event) -> dict[str, Form]:
    """The forms of every stage, empty."""
    return {
        "open_form": OpenForm(),
        "bucket_form": NewBucketForm(),
        "pot_form": PotForm(initial={"pot_percent": event.house_settings.raffle.pot_percent}),
        "reopen_form": ReasonForm(),
        "entropy_form": EntropyForm(),
        "barrel_form": BarrelForm(),
        "pay_form": PayForm(tills=tills_of(event.pk), initial={"paid_from": till_in_use(request, event)}),
        "take_back_form": TakeBackForm(),
    }


def raffle_page(request: HttpRequest, event: Event, **refused: Any) -> HttpResponse:
    """The raffle table at its stage, with the form that was refused, if one was."""
    forms = stage_forms(request, event) | refused
    context = raffle_frame(request, event) | forms | {"version": current_version(event.pk)}
    status = status_of(*refused.values())
    return render(request, "raffle/staff.html", context, status=status)


def back_to_raffle(event: Event, prize: str = "") -> HttpResponseRedirect:
    """To the raffle table, at a prize if one is named."""
    address = reverse("raffle:staff", kwargs={"code": event.code})
    return redirect(f"{address}?{urlencode({'prize': prize})}#raffle-prize" if prize else address)


def _dice(entropy: str) -> list[str]:
    """Dice and cards one by one, as they were called; none for a beacon."""
    if not entropy.startswith("dice:"):
        return []
    calls = entropy.removeprefix("dice:").replace(",", " ").split()
    return [one for call in calls for one in (call if call.isdecimal() else [call])]


def _decider(chosen: PrizeLine | None, event: Event) -> str:
    """Who decided about the number that came up last; empty while it is called."""
    code = chosen.last.decided_by if chosen and chosen.last else ""
    return actor_labels([code], event.pk)[code] if code else ""


def _chosen(lines: list[PrizeLine], code: str) -> PrizeLine | None:
    asked = next((line for line in lines if line.code == code), None)
    waiting = next((line for line in lines if line.state == PrizeState.WAITING), None)
    return asked or open_prize(lines) or waiting or (lines[-1] if lines else None)
