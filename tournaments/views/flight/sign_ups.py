"""The floor enters everybody who signed up at once, and takes them out again."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from django.http import HttpResponse
from django.urls import reverse
from django.utils.http import urlencode

from eventnight.bank.views.frame import use_till
from eventnight.core.press import Press
from eventnight.core.press_form import Said, press_form
from eventnight.core.roles import Permission
from eventnight.core.values.formats import chips_text
from eventnight.core.web.access import staff_page
from eventnight.core.web.methods import require_POST
from eventnight.core.web.requests import StaffRequest
from eventnight.core.web.undos import require_made, undo_of
from eventnight.events.models import Event
from tournaments.forms.flight import EnterAllForm
from tournaments.models import Flight, FlightEntry
from tournaments.selectors.flight.sign_ups import waiting_to_enter
from tournaments.selectors.flight.tournaments import flight_by_id
from tournaments.services.flight.sign_ups import enter_signed_up, withdraw_entries
from tournaments.views.flight.addresses import floor_redirect
from tournaments.views.flight.floor_frame import floor_page
from tournaments.views.flight.giving_back import GivingBack, take_back
from tournaments.views.flight.offered_forms import known_tills

on_the_floor = staff_page(Permission.RUN_FLOOR, here="floor")


@require_POST
@on_the_floor
def enter_all(request: StaffRequest, event: Event, flight_id: int) -> HttpResponse:
    """Enter everybody who signed up and is here; say who was left out, and why."""
    row = flight_by_id(event, flight_id)
    form = EnterAllForm(request.POST, **known_tills(request))

    def enter(press: Press) -> list[FlightEntry]:
        till = form.cleaned_data["till"]
        entered = enter_signed_up(flight=row, payment=form.payment_at(till), press=press)
        use_till(request, event, till)
        return entered

    return press_form(
        request,
        form,
        enter,
        said=lambda entered: _said(event, row, entered),
        back=floor_redirect(event, flight_id),
    ) or floor_page(request, event, flight_id, enter_all_form=form)


@on_the_floor
def withdraw_all(request: StaffRequest, event: Event, flight_id: int) -> HttpResponse:
    """Take out those whom one press has entered; their codes stand in the address."""
    codes = [code for code in request.GET.get("players", "").split(",") if code]
    flight = flight_by_id(event, flight_id)
    require_made(request, event.pk, _numbers(flight.entries.filter(player__code__in=codes)))
    entries = GivingBack(
        undo=partial(withdraw_entries, flight=flight, player_codes=codes),
        what=f"the entries of {', '.join(codes)}",
        said=f"{len(codes)} withdrawn; their stacks went back.",
    )
    return take_back(request, event, flight_id, entries)


def _said(event: Event, flight: Flight, entered: list[FlightEntry]) -> Said:
    left = [str(each) for each in waiting_to_enter(flight)]
    text = f"{chips_text(len(entered))} entered {flight.name}."
    query = urlencode({"players": ",".join(entry.player.code for entry in entered)})
    undo = reverse("tournaments:floor_withdraw_all", kwargs={"code": event.code, "flight_id": flight.pk})
    said = f"{text} Left out: {'; '.join(left)}." if left else text
    return Said(said, undo=undo_of(f"{undo}?{query}", _numbers(entered)))


def _numbers(entries: Iterable[FlightEntry]) -> str:
    return ",".join(sorted(str(entry.pk) for entry in entries))
