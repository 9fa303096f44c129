"""The set-up of a night, one part a page; its first page is the night's own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone

from engine.rulebook import rules_for_house
from eventnight.core.errors import NotFound
from eventnight.core.forms import status_of
from eventnight.core.press import Press, press_of
from eventnight.core.press_form import planned_by, press_form
from eventnight.core.roles import Permission, Role
from eventnight.core.values.moments import wall_time
from eventnight.core.values.numbers import whole_number
from eventnight.core.web.access import staff_page
from eventnight.core.web.methods import require_POST
from eventnight.core.web.redirects import back_or
from eventnight.core.web.requests import StaffRequest
from eventnight.events import selectors, services
from eventnight.events.forms.level_plan import LevelPlanForm, PlannedLevels
from eventnight.events.forms.level_sheet import holdem_start, read_sheet
from eventnight.events.forms.night import ActivityForm, EventFactsForm, PhoneAddressForm
from eventnight.events.forms.poker_rules import poker_rules
from eventnight.events.forms.section import SectionForm
from eventnight.events.forms.setup import ROW_BUTTONS, SECTION_FORMS, DoorForm, row_formset
from eventnight.events.forms.sponsors import SponsorForm
from eventnight.events.forms.staff import InvitationForm, RoleForm
from eventnight.events.house_settings import HouseSettings
from eventnight.events.house_settings.house_templates import house_template
from eventnight.events.house_settings.tonight import SECTION_NAMES
from eventnight.events.models import Event
from eventnight.events.selectors import activity_of, open_invitations, programme_of, staff_of
from eventnight.events.views.phones import phones_context

STEPS = {
    "night": "The night",
    "people": "People and roles",
    "programme": "Programme",
    **SECTION_NAMES,
    "sponsors": "Sponsors",
    "phones": "Phones and paper",
}
"""The parts; the keys are the ends of the addresses."""
LISTS = frozenset({"people", "programme", "sponsors", "phones", "poker"})
"""Parts where one entry follows another, so that the page stays."""

SETTING_RULES = {
    "bank": ("WLIA-1", "WLIA-2", "WLIA-3", "WLIA-4"),
    "euchre": ("WLIA-22", "EUC-16"),
    "euchre_rules": ("EUC-3", "EUC-7", "EUC-8", "EUC-10", "EUC-11", "EUC-12", "EUC-14", "EUC-15", "EUC-17"),
    "holdem": ("WAS-2", "WAS-3", "WAS-5", "WAS-6", "BIS-3"),
    "tables": ("ANG-31", "ANG-32", "ANG-36", "ANG-37", "ANG-38", "ANG-39", "BIS-3"),
    "poker": ("STD-3", "WLIA-10", "ANG-31", "CAN-12", "CAN-24"),
    "roulette": ("WLIA-17", "WLIA-20"),
    "raffle": ("WLIA-14", "WLIA-15"),
}
"""The rules that speak of what a step sets."""


@staff_page(Permission.SET_UP, here="setup")
def setup(request: StaffRequest, event: Event, step: str) -> HttpResponse:
    """One part of the set-up."""
    if step in SECTION_FORMS:
        return _section(request, event, step)
    if step not in _PAGES:
        raise NotFound("unknown_step", f"The set-up has no part {step}. Choose one from its list.", step=step)
    return _PAGES[step](request, event)


@staff_page(Permission.SET_UP, here="setup")
def activity(request: StaffRequest, event: Event, activity_id: int) -> HttpResponse:
    """Change one line of the programme."""
    line = activity_of(event, activity_id)
    form = ActivityForm.of(line, event.zone, request.POST or None)
    return press_form(
        request,
        form,
        lambda press: services.update_activity(event=event, activity_id=line.pk, **form.line(), press=press),
        back=lambda _: _saved(request, event, "programme"),
    ) or _page(request, event, "programme", "events/setup_activity.html", form, line=line)


@require_POST
@staff_page(Permission.SET_UP, here="setup")
def remove_activity(request: StaffRequest, event: Event, activity_id: int) -> HttpResponse:
    """Take a line off the programme."""
    services.remove_activity(event=event, activity_id=activity_id, press=press_of(request))
    return _saved(request, event, "programme")


@require_POST
@staff_page(Permission.SET_UP, here="setup")
def move_status(request: StaffRequest, event: Event, move: str) -> HttpResponse:
    """Open, close or reopen the night."""
    reason = request.POST.get("reason", "")
    moved = services.move_event(event=event, move=move, reason=reason, press=press_of(request))
    if not moved.is_open:
        return redirect("night:setup", code=event.code)
    messages.success(request, f"{event.name} is open.")
    return redirect("night:staff_home", code=event.code)


def _night(request: StaffRequest, event: Event) -> HttpResponse:
    form = EventFactsForm.of(event, request.POST or None)
    return press_form(
        request,
        form,
        lambda press: services.update_event(event=event, press=press, **form.facts()),
        back=lambda _: _saved(request, event, "night"),
    ) or _page(request, event, "night", "events/setup_night.html", form)


def _people(request: StaffRequest, event: Event) -> HttpResponse:
    invitation = InvitationForm(request.POST if "name" in request.POST else None)
    form = RoleForm(request.POST if "username" in request.POST else None, auto_id="given_%s")
    door = DoorForm(request.POST if "door" in request.POST else None, initial=event.settings)
    return (
        press_form(
            request,
            invitation,
            lambda press: services.invite_staff(
                event=event,
                press=press,
                name=invitation.cleaned_data["name"],
                role=Role(invitation.cleaned_data["role"]),
            ),
            back=lambda made: redirect("events:invitation", code=event.code, invitation_id=made.pk),
        )
        or press_form(
            request,
            form,
            lambda press: services.grant_role(
                event=event, username=form.cleaned_data["username"], role=Role(form.cleaned_data["role"]), press=press
            ),
            back=lambda _: _saved(request, event, "people"),
        )
        or press_form(
            request,
            door,
            lambda press: services.change_settings(event=event, change=door.merged, press=press),
            back=lambda _: _saved(request, event, "people"),
        )
        or _people_page(request, event, invitation, form, door)
    )


def _people_page(
    request: StaffRequest, event: Event, invitation: InvitationForm, form: RoleForm, door: DoorForm
) -> HttpResponse:
    shown = {"invitation": invitation, "role_form": form, "door": door}
    sent = next((each for each in shown.values() if each.is_bound), invitation)
    context = {**shown, "staff": staff_of(event), "invitations": open_invitations(event), "now": timezone.now()}
    return _page(request, event, "people", "events/setup_people.html", sent, **context)


def _programme(request: StaffRequest, event: Event) -> HttpResponse:
    form = ActivityForm(
        request.POST or None, zone=event.zone, initial={"starts_at": wall_time(event.starts_at, event.zone)}
    )
    return press_form(
        request,
        form,
        lambda press: services.add_activity(event=event, new=services.NewActivity(**form.line()), press=press),
        back=lambda _: _saved(request, event, "programme"),
    ) or _page(request, event, "programme", "events/setup_programme.html", form, programme=programme_of(event))


def _sponsors(request: StaffRequest, event: Event) -> HttpResponse:
    form = SponsorForm(request.POST or None, request.FILES or None)
    return press_form(
        request,
        form,
        lambda press: services.add_sponsor(
            event=event,
            new=services.NewSponsor(
                name=form.cleaned_data["name"],
                logo=form.cleaned_data["logo"].read(),
                link=form.cleaned_data["link"],
            ),
            press=press,
        ),
        back=lambda _: _saved(request, event, "sponsors"),
    ) or _page(request, event, "sponsors", "events/setup_sponsors.html", form, sponsors=selectors.sponsors_of(event))


def _phones(request: StaffRequest, event: Event) -> HttpResponse:
    form = PhoneAddressForm(request.POST or None)
    return press_form(
        request,
        form,
        lambda press: services.choose_phone_address(event=event, address=form.cleaned_data["address"], press=press),
        back=lambda _: _saved(request, event, "phones"),
    ) or _page(request, event, "phones", "events/setup_phones.html", form, **phones_context(request, event))


def _section(request: StaffRequest, event: Event, step: str) -> HttpResponse:
    shape = SECTION_FORMS[step]
    settings = event.house_settings
    is_edit_of_rows = bool({*ROW_BUTTONS, "generate"} & set(request.POST))
    posted = request.POST if request.method == "POST" else None
    plan_form, planned = _level_plan(step, settings, posted)
    rows = row_formset(shape, settings, posted, instead=planned.levels if planned else ())
    if is_edit_of_rows:
        form = shape.of(settings, house=event.house)
        form.type_in(request.POST)
    else:
        form = shape.of(settings, posted, house=event.house)

    lists_rows = rows is not None and rows.is_bound

    def change(press: Press) -> None:
        listed = [row.cleaned_data for row in rows] if lists_rows else None
        services.change_settings(event=event, change=lambda known: form.merged(known, listed), press=press)

    saved = None
    if not lists_rows or rows.is_valid():
        saved = press_form(request, form, change, back=lambda _: _saved(request, event, step))
    return saved or _section_page(request, event, step, form, rows, plan_form=plan_form, planned=planned)


def _level_plan(
    step: str, settings: HouseSettings, posted: QueryDict | None
) -> tuple[LevelPlanForm | None, PlannedLevels | None]:
    """The form that makes levels, on the step that has them, and the levels where they were asked for."""
    if step != "holdem":
        return None, None
    if posted is None or "generate" not in posted:
        return LevelPlanForm(), None
    form = LevelPlanForm(posted)
    return form, planned_by(form, lambda: form.planned(settings)) if form.is_valid() else None


def _section_page(
    request: StaffRequest,
    event: Event,
    step: str,
    form: SectionForm,
    rows: Any,
    **plan: LevelPlanForm | PlannedLevels | None,
) -> HttpResponse:
    more: dict[str, object] = {}
    if step == "holdem":
        stack = whole_number(str(form["starting_chips"].value())) or 0
        more["sheet"] = read_sheet(rows, stack, holdem_start(event), event)
        more["holdem"] = event.house_settings.holdem
    if step == "poker":
        more["poker"] = poker_rules(event.house, event.house_settings, form, request.GET.get("change", ""))
        more["house"] = house_template(event.house).name
    return _page(
        request, event, step, form.page_template, form, rows=rows, rules=_own_rules(event, step), **more, **plan
    )


def _own_rules(event: Event, step: str) -> list[str]:
    """Those rules that the event's own house has."""
    own = {rule.id for document in rules_for_house(event.house) for rule in document.rules}
    return [rule for rule in SETTING_RULES[step] if rule in own]


def _page(request: StaffRequest, event: Event, step: str, template: str, form: Any, **context: Any) -> HttpResponse:
    """context: rows is the formset of the part's list."""
    frame = {"form": form, "step": step, "title": STEPS[step], **context}
    return render(request, template, frame, status=status_of(form, *(context.get("rows") or ())))


def _saved(request: StaffRequest, event: Event, step: str) -> HttpResponse:
    """Back to the list of parts, or to the page of the part where more is to be entered."""
    messages.success(request, f"{STEPS[step]}: saved.")
    if step in LISTS:
        return back_or(request, reverse("events:setup_step", kwargs={"code": event.code, "step": step}))
    return redirect("night:setup", code=event.code)


_PAGES: dict[str, Callable[[StaffRequest, Event], HttpResponse]] = {
    "night": _night,
    "people": _people,
    "programme": _programme,
    "sponsors": _sponsors,
    "phones": _phones,
}
