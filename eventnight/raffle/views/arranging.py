"""Placing tickets in several buckets at once: the plan is shown first, and only what was shown is done."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode

from eventnight.core.actors import Actor
from eventnight.core.errors import BadRequest
from eventnight.core.forms import status_of
from eventnight.core.press import Press
from eventnight.core.press_form import Said, press_form
from eventnight.core.roles import Permission
from eventnight.core.web.access import personal_page, staff_page
from eventnight.core.web.methods import require_POST
from eventnight.core.web.requests import StaffRequest, acting
from eventnight.events.models import Event, Player
from eventnight.events.selectors import player_by_code, player_by_token
from eventnight.raffle import services
from eventnight.raffle.forms import ArrangeForm, UnplaceForm
from eventnight.raffle.selectors import PlacePlan, Placing, place_plan, placing_of, raffle_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """Where tickets are placed: the staff's page, or the holder's own. done: where it leads once they are."""

    template: str
    done: HttpResponse
    undo_url: str


@require_POST
@personal_page
def place_mine(request: HttpRequest, token: str) -> HttpResponse:
    """The holder of the personal link places their own tickets."""
    player = player_by_token(token)
    page = Page(
        template="raffle/place_mine.html",
        done=redirect("night:my_night", token=token),
        undo_url=reverse("raffle:unplace_mine", kwargs={"token": token}),
    )
    return _arrange(request, player, Actor.player(player.code), page)


@require_POST
@personal_page
def unplace_mine(request: HttpRequest, token: str) -> HttpResponse:
    """The holder takes the last placing back."""
    player = player_by_token(token)
    return _take_back(request, player, Actor.player(player.code), redirect("night:my_night", token=token))


@require_POST
@staff_page(Permission.RUN_RAFFLE, here="raffle")
def place(request: StaffRequest, event: Event, player: str) -> HttpResponse:
    """Staff place a player's tickets."""
    found = player_by_code(event, player)
    page = Page(
        template="raffle/place.html",
        done=redirect("raffle:player", code=event.code, player=found.code),
        undo_url=reverse("raffle:unplace", kwargs={"code": event.code, "player": found.code}),
    )
    return _arrange(request, found, request.actor, page)


@require_POST
@staff_page(Permission.RUN_RAFFLE, here="raffle")
def unplace(request: StaffRequest, event: Event, player: str) -> HttpResponse:
    """Staff take a player's placing back."""
    found = player_by_code(event, player)
    done = redirect("raffle:player", code=event.code, player=found.code)
    return _take_back(request, found, request.actor, done)


def _arrange(request: HttpRequest, player: Player, by: Actor, page: Page) -> HttpResponse:
    placing = _placing(player)
    form = ArrangeForm(request.POST, placing=placing)
    plan, is_asking = None, bool(request.headers.get("HX-Request"))
    if form.is_valid():
        placing = _placing(player, form.changes)
        plan = place_plan(placing)
        if request.POST.get("planned") == plan.signature and not is_asking:
            done = press_form(
                acting(request, by),
                form,
                lambda press: services.arrange_tickets(
                    event=player.event, player_code=player.code, changes=form.changes, press=press
                ),
                said=Said(
                    _done_text(plan),
                    undo=f"{page.undo_url}?{urlencode({code: -change for code, change in plan.counts.items()})}",
                ),
                back=page.done,
            )
            if done:
                return done
    context = {"event": player.event, "player": player, "placing": placing, "plan": plan, "form": form}
    return render(request, "raffle/_place_plan.html" if is_asking else page.template, context, status=status_of(form))


def _take_back(request: HttpRequest, player: Player, by: Actor, done: HttpResponse) -> HttpResponse:
    """Carry out the changes that the address of the undo names."""
    form = UnplaceForm(request.POST, asked=request.GET, placing=_placing(player))
    if not form.is_valid():
        raise BadRequest("undo_unclear", "This undo is not complete. Set the numbers yourself.")
    services.arrange_tickets(
        event=player.event,
        player_code=player.code,
        changes=form.changes,
        press=Press(by, timezone.now(), form.key),
    )
    messages.success(request, "The tickets are back where they were.")
    return done


def _placing(player: Player, changes: dict[str, int] | None = None) -> Placing:
    raffle_of(player.event)
    placing = placing_of(player, changes)
    assert placing is not None
    return placing


def _done_text(plan: PlacePlan) -> str:
    parts = [f"{plan.taken_back} taken back"] if plan.taken_back else []
    parts += [f"{plan.moved} placed"] if plan.moved else []
    return f"Tickets: {', '.join(parts)}."
