"""What the raffle's staff pages share."""

from __future__ import annotations

from typing import Any

from django.forms import Form
from django.http import HttpRequest

from eventnight.events.models import Event
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


def status_of(form: Form | None) -> int:
    """The HTTP status of a page that shows the form: that of its refusal, if it was refused."""
    if form is None or not form.errors:
        return 200
    refusal = getattr(form, "refusal", None)
    return refusal.status if refusal else 422


def raffle_frame(request: HttpRequest, event: Event) -> dict[str, Any]:
    """Where the raffle stands, and the prize that is chosen: the one asked for, else the one that is next."""
    raffle = raffle_by_event(event.pk)
    if raffle is None:
        return {"raffle": None, "stage": ""}
    lines = prize_lines(raffle)
    return {
        "raffle": raffle,
        "stage": RaffleStatus(raffle.status).value,
        "summary": raffle_summary(event.pk),
        "buckets": bucket_lines(raffle),
        "prizes": lines,
        "chosen": _chosen(lines, request.GET.get("prize", "")),
        "can_finish": all(line.state in (PrizeState.HANDED_OVER, PrizeState.NO_WINNER) for line in lines),
        "dice": _dice(raffle.entropy),
    }


def _dice(entropy: str) -> list[str]:
    """Dice and cards one by one, as they were called; none for a beacon."""
    if not entropy.startswith("dice:"):
        return []
    calls = entropy.removeprefix("dice:").replace(",", " ").split()
    return [one for call in calls for one in (call if call.isdecimal() else [call])]


def _chosen(lines: list[PrizeLine], code: str) -> PrizeLine | None:
    asked = next((line for line in lines if line.code == code), None)
    waiting = next((line for line in lines if line.state == PrizeState.WAITING), None)
    return asked or open_prize(lines) or waiting or (lines[-1] if lines else None)
