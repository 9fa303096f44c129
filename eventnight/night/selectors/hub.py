"""The set-up of a night at one look: a line for each part that the night has, what is ready and what is missing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta

from django.urls import reverse
from django.utils.text import get_text_list

from engine.roulette.wheel import WHEELS
from eventnight.core.roles import Role
from eventnight.core.values.formats import chips_text, clock_text, counted_text, money_text, start_text
from eventnight.events.house_settings import HouseSettings
from eventnight.events.house_settings.structure import read_structure
from eventnight.events.models import Activity, ActivityKind, Event
from eventnight.events.phones import PhoneLinks
from eventnight.events.selectors import PLAYED, check_in_counts, programme_of, sponsors_of, staff_of
from eventnight.night.selectors.activities import kinds_tonight
from eventnight.raffle.models import Bucket

HELPERS = {
    ActivityKind.EUCHRE: Role.MATCHES,
    ActivityKind.HOLDEM: Role.FLOOR,
    ActivityKind.TABLES: Role.TABLES,
    ActivityKind.ROULETTE: Role.TABLES,
    ActivityKind.RAFFLE: Role.RAFFLE,
}
"""The role that runs each activity; the organiser may do every one's work."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HubLine:
    """A part of the set-up. text: how it is set. missing: what it lacks, empty where it is ready. so: what does not
    work until then. do: the button for it.
    """

    title: str
    icon: str
    text: str
    url: str
    missing: str = ""
    so: str = ""
    do: str = "Set"


@dataclass(frozen=True, slots=True)
class Hub:
    """lines: in the order of the page. not_on: what the night has not."""

    lines: tuple[HubLine, ...]
    not_on: tuple[ActivityKind, ...]

    @property
    def missing(self) -> list[HubLine]:
        """The parts that lack something."""
        return [line for line in self.lines if line.missing]

    @property
    def ready(self) -> int:
        """How many parts lack nothing."""
        return len(self.lines) - len(self.missing)


def hub_of(event: Event, phones: PhoneLinks) -> Hub:
    """What the set-up of a night says of itself; as many queries for a large one as for a small one."""
    kinds, programme = kinds_tonight(event.pk), list(programme_of(event))
    lines = (
        _night(event),
        _programme(event, programme),
        *_of_play(event, kinds, programme),
        *(_raffle(event) if ActivityKind.RAFFLE in kinds else ()),
        _prices(event),
        _guests(event),
        _staff(event, kinds),
        _sponsors(event),
        _phones(event, phones),
    )
    return Hub(lines, tuple(kind for kind in ActivityKind if kind in PLAYED - kinds))


def _step(event: Event, step: str) -> str:
    return reverse("events:setup_step", kwargs={"code": event.code, "step": step})


def _night(event: Event) -> HubLine:
    fund = f"Fund: {event.fund_name}" if event.fund_name else ""
    if fund and event.fund_goal:
        fund = f"{fund}, goal {money_text(event.fund_goal, event.currency, short=True)}"
    return HubLine(
        title="The night",
        icon="now",
        text=" · ".join(filter(None, (start_text(event), event.place, fund))),
        url=_step(event, "night"),
        missing="" if event.has_known_zone else f"No time zone is called {event.time_zone}",
        so="Times are shown in UTC",
        do="Choose",
    )


def _programme(event: Event, programme: list[Activity]) -> HubLine:
    first = f"{len(programme)} lines, from {clock_text(programme[0].starts_at, event)}" if programme else ""
    return HubLine(
        title="Programme",
        icon="clock",
        text=first,
        url=_step(event, "programme"),
        missing="" if programme else "Nothing is on the programme",
        so="The menus show every activity",
        do="Add",
    )


def _of_play(event: Event, kinds: frozenset[ActivityKind], programme: list[Activity]) -> Iterator[HubLine]:
    settings = event.house_settings
    if ActivityKind.EUCHRE in kinds:
        yield HubLine(title="Euchre", icon="bracket", text=_euchre_text(settings), url=_step(event, "euchre"))
        changed = _changed_text(len(settings.euchre_rules))
        yield HubLine(title="Euchre rules", icon="flag", text=changed, url=_step(event, "euchre_rules"))
    if ActivityKind.HOLDEM in kinds:
        text = _holdem_text(event, settings, programme)
        yield HubLine(title="Hold’em", icon="floor", text=text, url=_step(event, "holdem"))
    if ActivityKind.TABLES in kinds:
        yield HubLine(title="Poker tables", icon="table", text=_tables_text(settings), url=_step(event, "tables"))
    if kinds & {ActivityKind.HOLDEM, ActivityKind.TABLES}:
        changed = _changed_text(len(settings.poker))
        yield HubLine(title="Poker rules", icon="flag", text=changed, url=_step(event, "poker"))
    if ActivityKind.ROULETTE in kinds:
        wheel, roulette = WHEELS[settings.roulette.wheel].name.capitalize(), settings.roulette
        text = f"{wheel}, bets from {chips_text(roulette.minimum_bet)} to {chips_text(roulette.maximum_bet)}"
        yield HubLine(title="Roulette", icon="wheel", text=text, url=_step(event, "roulette"))


def _euchre_text(settings: HouseSettings) -> str:
    euchre = settings.euchre
    match = "best of three" if euchre.best_of > 1 else "one game a match"
    return f"To {euchre.target} points, {match}, {counted_text(euchre.stations, 'table')}"


def _holdem_text(event: Event, settings: HouseSettings, programme: list[Activity]) -> str:
    structure = read_structure(settings.holdem)
    start = next((line.starts_at for line in programme if line.kind == ActivityKind.HOLDEM), None)
    end = f", ends {clock_text(start + timedelta(minutes=structure.minutes), event)}" if start else ""
    return f"{chips_text(settings.holdem.starting_chips)} chips, {structure.levels} levels{end}"


def _tables_text(settings: HouseSettings) -> str:
    tables = settings.tables
    posted = tables.posted
    stakes = posted.name if posted else f"Blinds {chips_text(tables.small_blind)} and {chips_text(tables.big_blind)}"
    return f"{stakes}, {tables.seats} seats"


def _changed_text(changed: int) -> str:
    return f"As the house, {changed} changed" if changed else "As the house"


def _raffle(event: Event) -> Iterator[HubLine]:
    rates, buckets = event.house_settings.raffle, Bucket.objects.filter(raffle__event=event.pk).count()
    lot = f"{rates.lot_tickets} tickets for {money_text(rates.lot_price, event.currency, short=True)}"
    text = f"{lot}, or one for {chips_text(rates.chips_per_ticket)} chips"
    yield HubLine(title="Raffle rates", icon="raffle", text=text, url=_step(event, "raffle"))
    yield HubLine(
        title="Raffle buckets",
        icon="raffle",
        text=f"{buckets} bucket{'s' * (buckets != 1)}",
        url=reverse("raffle:staff", kwargs={"code": event.code}),
        missing="" if buckets else "No bucket yet",
        so="Nobody can place a ticket",
        do="Add",
    )


def _prices(event: Event) -> HubLine:
    bank = event.house_settings.bank
    first = f"First stack {chips_text(bank.first_stack)}"
    if bank.first_stack_price:
        first = f"{first} for {money_text(bank.first_stack_price, event.currency, short=True)}"
    rebuy = f"re-buy {money_text(bank.rebuy_price, event.currency, short=True)} for {chips_text(bank.rebuy_chips)}"
    return HubLine(title="Chips and prices", icon="money", text=f"{first}, {rebuy}", url=_step(event, "bank"))


def _guests(event: Event) -> HubLine:
    counts = check_in_counts(event)
    people = f"{chips_text(counts.players)} {'person' if counts.players == 1 else 'people'} on the list"
    page = "events:players" if counts.players else "events:roster"
    return HubLine(
        title="Guests",
        icon="people",
        text=f"{people}, {chips_text(counts.checked_in)} checked in" if counts.checked_in else people,
        url=reverse(page, kwargs={"code": event.code}),
        missing="" if counts.players else "Nobody is on the list yet",
        so="Everybody is typed in at the door",
        do="Import",
    )


def _staff(event: Event, kinds: frozenset[ActivityKind]) -> HubLine:
    staff = staff_of(event)
    wanted = dict.fromkeys([Role.DESK, *(HELPERS[kind] for kind in ActivityKind if kind in kinds)])
    held = {role for member in staff for role in member.roles}
    free = [role.label.lower() for role in wanted if role not in held]
    return HubLine(
        title="Staff",
        icon="id",
        text=f"{len(staff)} {'person' if len(staff) == 1 else 'people'} with a role",
        url=_step(event, "people"),
        missing=f"Nobody has {get_text_list(free, 'or')} yet" if free else "",
        so="Organisers do that work themselves",
        do="Invite",
    )


def _sponsors(event: Event) -> HubLine:
    names = [sponsor.name for sponsor in sponsors_of(event)]
    text = ", ".join(names) or "None: nothing is shown"
    return HubLine(title="Sponsors", icon="flag", text=text, url=_step(event, "sponsors"))


def _phones(event: Event, phones: PhoneLinks) -> HubLine:
    return HubLine(
        title="Phones and paper",
        icon="qr",
        text=phones.address,
        url=_step(event, "phones"),
        missing="Printed codes point at this computer only" if phones.lead_nowhere else "",
        so="Guests’ phones cannot open them",
        do="Choose",
    )
