"""A night that is archived and restored on another machine has the same rows and the same books.

Rows are compared as the two databases hold them; nothing of how an archive is written or read is asked.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from django.apps import apps
from django.contrib.auth import get_user_model
from django.db.models import ForeignKey, Model

from eventnight.bank.models import Transfer
from eventnight.bank.selectors import verify_books
from eventnight.core.errors import UserFacingError
from eventnight.core.models import AuditRecord, FormerStaff, PressKey
from eventnight.events.models import Event, Invitation, JoinCode, PhoneAddress
from tests.flows.archives import archive_of, restored
from tests.flows.pressing import OUR_APPS
from tests.simulator.ground import EMPTY, Ground
from tests.simulator.laws import nothing_is_told_too_early
from tournaments.models import BracketTournament, HoldemTournament

Row = dict[str, Any]
Rows = dict[str, list[Row]]
"""By the name of the kind, in the order in which they came to be; a row that another one names is its place there."""

LEFT = "LEFT"
MENTIONED = {"bracket": BracketTournament, "holdem": HoldemTournament}
_MENTION = re.compile(r"(bracket|holdem) (\d+)(.*)", re.DOTALL)
_STAFF = re.compile(r"staff-\d+(-r\d+)?")


def is_archived(seed: int) -> bool:
    """Whether the night of that seed goes into an archive when it is over: every second one, begun early and late."""
    return seed // 2 % 2 == 0


def come_to_the_same(event: Event, ground: Ground) -> Iterator[str]:
    """The archive of the night is restored where nothing is."""
    before, content = rows_of(event), archive_of(Event.objects.get(pk=event.pk))
    yield from nothing_is_told_too_early(content, event)
    ground.put_back(EMPTY)
    try:
        again = restored(content)
    except UserFacingError as refused:
        yield f"the archive is refused: {refused.code}: {refused.message}"
        return
    yield from (f"restored books: {fault}" for fault in verify_books(again.pk).faults)
    yield from differences(before, rows_of(again))
    yield from _staff_is_known(again)


def moved_house(event: Event) -> Event:
    """The night goes on as its own archive, restored where its staff have their accounts; the old one is left behind.

    Raises UserFacingError where the archive is refused.
    """
    content, code = archive_of(Event.objects.get(pk=event.pk)), event.code
    Event.objects.filter(pk=event.pk).update(code=f"{LEFT}-{event.pk}")
    return restored(content, same_accounts=True, code=code)


def rows_of(event: Event) -> Rows:
    """Every row of a night, its numbers in this database left out."""
    every = {model: _every(model) for model in _models()}
    places = _places(event, every)
    return {
        model._meta.label_lower: [
            {field.name: _as_place(field, every[model][pk][field.attname], places) for field in _columns(model)}
            for pk in found
        ]
        for model, found in places.items()
    }


def differences(before: Rows, after: Rows) -> Iterator[str]:
    """before: the night that was archived. after: it was restored once, and its log says so."""
    [night] = before[Event._meta.label_lower]
    night["restored"] += 1
    log = after[AuditRecord._meta.label_lower]
    if not log or log.pop()["action"] != "event.restored":
        yield "the log does not say that the night was restored"
    for name in sorted({*before, *after} - {FormerStaff._meta.label_lower}):
        here, there = before.get(name, []), after.get(name, [])
        if len(here) != len(there):
            yield f"restored {name}: {len(there)} rows of {len(here)}"
        for place, (old, new) in enumerate(zip(here, there, strict=False), start=1):
            columns = [column for column in old if old[column] != new[column]]
            if columns:
                old_value, new_value = old[columns[0]], new[columns[0]]
                yield f"restored {name} {place}: {columns[0]} is {new_value!r:.80}, not {old_value!r:.80}"
                break


def _staff_is_known(event: Event) -> Iterator[str]:
    """Whoever did something at the night has a name there, although the account is nobody's."""
    codes = AuditRecord.objects.filter(event=event).values_list("actor_code", flat=True).distinct()
    known = set(FormerStaff.objects.filter(event=event).values_list("code", flat=True))
    yield from (f"nobody knows who {code} was" for code in codes if _STAFF.fullmatch(code) and code not in known)


def _every(model: type[Model]) -> dict[int, Row]:
    order = ("entry_id", "number") if model is Transfer else ("pk",)
    rows = model._default_manager.order_by(*order).values()
    return {row[model._meta.pk.attname]: row for row in rows}


def _places(event: Event, every: Mapping[type[Model], Mapping[int, Row]]) -> dict[type[Model], dict[int, int]]:
    """Of each kind the rows of the night with their places: those whose owner belongs to it, and people they name."""
    places: dict[type[Model], dict[int, int]] = {Event: {event.pk: 1}}
    for model, owner in _owners():
        theirs = [pk for pk, row in every[model].items() if row[owner.attname] in places[owner.related_model]]
        places[model] = {pk: place for place, pk in enumerate(theirs, start=1)}
    named: dict[type[Model], set[int]] = {}
    for model, found in list(places.items()):
        for field in _references(model):
            if field.related_model not in places and field.related_model is not get_user_model():
                named.setdefault(field.related_model, set()).update(every[model][pk][field.attname] for pk in found)
    for model, keys in named.items():
        places[model] = {pk: place for place, pk in enumerate(sorted(keys - {None}), start=1)}
    return places


def _as_place(field: Any, value: Any, places: Mapping[type[Model], Mapping[int, int]]) -> Any:
    if isinstance(field, ForeignKey) and value is not None:
        if field.related_model is get_user_model():
            return get_user_model().objects.values_list("first_name", "last_name").get(pk=value)
        return places[field.related_model].get(value, f"{value}, of another night")
    if field.model is PressKey and field.name == "came_of" and value:
        named = (mention.rsplit(" ", 1) for mention in value.split(", "))
        return ", ".join(f"{label} {places[apps.get_model(label)].get(int(pk), 0)}" for label, pk in named)
    if field.model is AuditRecord and field.name == "subject" and (found := _MENTION.fullmatch(value)):
        return f"{found[1]} {places[MENTIONED[found[1]]].get(int(found[2]), 0)}{found[3]}"
    return value


@cache
def _models() -> tuple[type[Model], ...]:
    every = (model for label in OUR_APPS for model in apps.get_app_config(label).get_models())
    return tuple(model for model in every if model not in {Invitation, JoinCode, PhoneAddress})


@cache
def _owners() -> tuple[tuple[type[Model], ForeignKey[Any, Any]], ...]:
    """Each kind of row that belongs to a night, with what it belongs to, which comes before it."""
    found: list[tuple[type[Model], ForeignKey[Any, Any]]] = []
    known: set[Any] = {Event}
    while new := [
        (model, next(field for field in _references(model) if field.related_model in known and not field.null))
        for model in _models()
        if model not in known and any(field.related_model in known and not field.null for field in _references(model))
    ]:
        found += new
        known |= {model for model, _ in new}
    return tuple(found)


def _references(model: type[Model]) -> list[ForeignKey[Any, Any]]:
    return [field for field in model._meta.concrete_fields if isinstance(field, ForeignKey)]


def _columns(model: type[Model]) -> list[Any]:
    return [field for field in model._meta.concrete_fields if field.is_relation or not field.primary_key]
