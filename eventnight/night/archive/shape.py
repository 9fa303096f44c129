"""Which rows belong to a night, found from the models themselves, so that a new model is in the archive by itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.apps import apps
from django.contrib.auth import get_user_model
from django.contrib.contenttypes.fields import GenericForeignKey
from django.db.models import Field, FileField, ForeignKey, Model, QuerySet

from eventnight.bank.models import Entry, Transfer, VarianceApproval
from eventnight.calls.models import FloorCall
from eventnight.core.models import AuditRecord, PressKey
from eventnight.events.models import Event, Invitation, JoinCode, PhoneAddress, Player
from eventnight.raffle.models import Draw
from tables.models import Bet, Hand, HandInPlay, Seat, SeatFee, Shuffle, Spin, Table
from tournaments import models as tournaments
from tournaments.models import BracketTournament, HoldemTournament

ModelClass = type[Model]

COMES_OF_A_PRESS: tuple[ModelClass, ...] = (
    *(Entry, VarianceApproval, Draw, Player),
    *(Bet, Hand, HandInPlay, Seat, SeatFee, Shuffle, Spin, Table),
    *(
        tournaments.BracketTournament,
        tournaments.EuchreDeal,
        tournaments.EuchreHand,
        tournaments.Match,
        tournaments.MatchResult,
    ),
    *(tournaments.PairingDraw, tournaments.ResultClaim, tournaments.Team),
    *(tournaments.HoldemTournament, tournaments.Flight, tournaments.FlightEntry, tournaments.SeatMove),
    *(tournaments.BlindClock, tournaments.ChipRace, tournaments.Deal, tournaments.StackPurchase),
    FloorCall,
)
"""The rows with which a press that comes again is answered."""

MENTIONS: Mapping[tuple[ModelClass, str], Mapping[str, ModelClass]] = {
    (AuditRecord, "subject"): {"bracket": BracketTournament, "holdem": HoldemTournament},
    (PressKey, "came_of"): {model._meta.label_lower: model for model in COMES_OF_A_PRESS},
}
"""Texts that begin with a word and the id of a row: "bracket 12 match 3". A key tells of several, with commas."""

LEFT_OUT: frozenset[ModelClass] = frozenset({Invitation, JoinCode, PhoneAddress})
"""What opens something for a while, and where a computer is in its network, is no part of a night that is kept."""


NAMED_BEFORE: Mapping[ModelClass, str] = {PressKey: "core.press"}
"""Rows that archives know by the name that their model once had."""

KEYS_OF_PRESSES = frozenset({"request_id", "line", "draw_request_id", "bag_request_id", "final_request_id"})
"""Columns of older archives that nothing reads any more: the key of the press that made a row."""


@dataclass(frozen=True, slots=True)
class Shape:
    """A kind of row. path: the lookup from it to its event, empty for the event itself.

    is_shared: other nights may refer to such rows too, as to a person; those that this night refers to are taken.
    """

    model: ModelClass
    path: str
    is_shared: bool = False

    @property
    def label(self) -> str:
        """Its name in the archive: "bank.entry"."""
        return NAMED_BEFORE.get(self.model, self.model._meta.label_lower)

    @property
    def fields(self) -> tuple[Field[Any, Any], ...]:
        """The columns that go into the archive: all but the number that the database gave the row."""
        return tuple(field for field in self.model._meta.concrete_fields if field.is_relation or not field.primary_key)

    def rows(self, event: Event) -> QuerySet[Any]:
        """The rows of one night, in the order in which they came to be."""
        found = self.model._default_manager.filter(**{self.path or "pk": event.pk})
        if self.is_shared:
            found = found.distinct()
        return found.order_by("entry_id", "number") if self.model is Transfer else found.order_by("pk")


@cache
def archive_shapes() -> tuple[Shape, ...]:
    """Every kind of row that a night has, each after those that it refers to.

    Raises ValueError naming the models when they refer to each other in a circle, or hold what an archive cannot take.
    """
    paths = _paths_to_event()
    found = {model: Shape(model, path) for model, path in paths.items()}
    waiting = list(found)
    while waiting:
        model = waiting.pop()
        for field in references(model):
            target = field.related_model
            if target not in found and target is not get_user_model():
                way = _lookup(field.related_query_name(), found[model].path)
                found[target] = Shape(target, way, is_shared=True)
                waiting.append(target)
    for model in found:
        _require_plain(model)
    return tuple(found[model] for model in _in_order(found))


def shape_of(model: ModelClass) -> Shape:
    """The kind of row that a model makes. Raises KeyError for a model of which a night has no rows."""
    return _shapes_by_model()[model]


def references(model: ModelClass) -> tuple[ForeignKey[Any, Any], ...]:
    """Its foreign keys, one-to-one fields among them."""
    return tuple(field for field in model._meta.concrete_fields if isinstance(field, ForeignKey))


@cache
def _shapes_by_model() -> dict[ModelClass, Shape]:
    return {shape.model: shape for shape in archive_shapes()}


def _paths_to_event() -> dict[ModelClass, str]:
    """Each model from which foreign keys lead to the event: by required ones if there are, else by the shortest way."""
    every = (model for model in apps.get_models(include_auto_created=True) if not model._meta.proxy)
    models = [model for model in every if model not in LEFT_OUT]
    paths: dict[ModelClass, str] = {Event: ""}
    for may_be_empty in (False, True):
        is_growing = True
        while is_growing:
            reached = {
                model: _lookup(field.name, paths[field.related_model])
                for model in models
                if model not in paths
                for field in references(model)
                if field.related_model in paths and (may_be_empty or not field.null)
            }
            paths |= reached
            is_growing = bool(reached)
    return paths


def _lookup(first: str, rest: str) -> str:
    return f"{first}__{rest}" if rest else first


def _require_plain(model: ModelClass) -> None:
    for field in model._meta.get_fields():
        if isinstance(field, (FileField, GenericForeignKey)):
            raise ValueError(f"{model._meta.label}.{field.name} holds what a night's archive cannot take")
        if getattr(field, "auto_now", False) or getattr(field, "auto_now_add", False):
            raise ValueError(f"{model._meta.label}.{field.name} would change when a night is restored")


def _in_order(found: dict[ModelClass, Shape]) -> list[ModelClass]:
    waiting = sorted(found, key=lambda model: model._meta.label_lower)
    done: list[ModelClass] = []
    while waiting:
        ready = [model for model in waiting if _needed_by(model) & {*waiting} <= {model}]
        if not ready:
            raise ValueError(f"these refer to each other: {', '.join(model._meta.label for model in waiting)}")
        done += ready
        waiting = [model for model in waiting if model not in ready]
    return done


def _needed_by(model: ModelClass) -> set[ModelClass]:
    """What must be there before its rows. An entry's lines are written with it, so it needs what they need."""
    mentioned = (targets.values() for (each, _), targets in MENTIONS.items() if each is model)
    needed = {field.related_model for field in references(model)}.union(*mentioned)
    return needed | _needed_by(Transfer) - {Entry} if model is Entry else needed
