"""Every model is in the archive or stays behind for a reason, and none holds what an archive cannot take."""

from __future__ import annotations

import pytest
from django.apps import apps
from django.db import models
from django.test.utils import isolate_apps

from eventnight.bank.models import Account, Entry, Transfer
from eventnight.core.models import AuditRecord
from eventnight.events.models import Event, Person
from eventnight.night.archive import shape as shapes
from eventnight.night.archive.fresh import maker_of, unique_values
from eventnight.night.archive.shape import NAMED_BEFORE, archive_shapes, references
from tournaments.models import BracketTournament

OURS = ("core", "events", "bank", "raffle", "tables", "tournaments", "calls")
STAYS_BEHIND = {
    "core.staffpin": "belongs to an account, and accounts stay where they are",
    "core.tries": "belongs to no event, and forgets within hours",
    "events.joincode": "opens something for two minutes",
    "events.invitation": "lets somebody in for a week, here",
    "events.phoneaddress": "says where one computer is in its network",
}
"""Models that no archive carries, and why."""


def test_every_model_of_ours_is_archived_or_stays_behind_for_a_reason():
    archived = {shape.label for shape in archive_shapes()}
    ours = {
        NAMED_BEFORE.get(model, model._meta.label_lower)
        for app in OURS
        for model in apps.get_app_config(app).get_models()
    }

    assert ours - archived == STAYS_BEHIND.keys()
    assert archived <= ours, "an archive takes rows that other programs own"


def test_each_kind_of_row_comes_after_those_it_refers_to():
    order = [shape.model for shape in archive_shapes()]

    for place, model in enumerate(order):
        for field in references(model):
            if field.related_model in order:
                assert order.index(field.related_model) <= place, f"{model._meta.label}.{field.name}"
    assert order.index(Account) < order.index(Entry) < order.index(Transfer)
    assert order.index(BracketTournament) < order.index(AuditRecord)


def test_a_person_is_taken_by_way_of_the_players_of_the_night():
    shape = next(shape for shape in archive_shapes() if shape.model is Person)

    assert (shape.path, shape.is_shared) == ("players__event", True)


def test_every_value_that_is_there_once_can_be_made_anew():
    for shape in archive_shapes():
        for field in unique_values(shape.model):
            value = maker_of(field)()
            assert value != maker_of(field)()
            assert field.max_length is None or len(str(value).replace("-", "")) <= field.max_length


def test_a_value_that_nothing_makes_anew_is_named():
    with pytest.raises(ValueError, match="code"):
        maker_of(models.CharField(name="code", unique=True))


@pytest.fixture
def found(monkeypatch: pytest.MonkeyPatch):
    """Archive shapes as if the project had these models."""

    def with_models(*more: type[models.Model]):
        known = [shape.model for shape in archive_shapes()]
        monkeypatch.setattr(shapes.apps, "get_models", lambda **options: [*known, *more])
        return shapes.archive_shapes.__wrapped__()

    return with_models


def made(name: str, **columns: models.Field) -> type[models.Model]:
    """A model that the project does not have."""
    meta = type("Meta", (), {"app_label": "events"})
    return type(name, (models.Model,), {"__module__": __name__, "Meta": meta, **columns})


def to(target: type[models.Model] | str, **options: bool) -> models.ForeignKey:
    return models.ForeignKey(target, on_delete=models.CASCADE, related_name="+", **options)


@isolate_apps("eventnight.events")
def test_a_new_model_is_found_by_its_way_to_the_event(found):
    song = made("Song", event=to(Event, null=True), bracket=to(BracketTournament))
    verse = made("Verse", song=to(song, null=True))

    paths = {shape.model: shape.path for shape in found(song, verse)}

    assert paths[song] == "bracket__event", "an optional way would leave rows out"
    assert paths[verse] == "song__bracket__event"


@isolate_apps("eventnight.events")
def test_what_an_archive_cannot_take_is_named(found):
    photo = made("Photo", event=to(Event), file=models.FileField())
    visit = made("Visit", event=to(Event), at=models.DateTimeField(auto_now=True))

    for model, name in ((photo, "Photo.file"), (visit, "Visit.at")):
        with pytest.raises(ValueError, match=name):
            found(model)


@isolate_apps("eventnight.events")
def test_models_that_refer_to_each_other_are_named(found):
    hen = made("Hen", event=to(Event), egg=to("Egg"))
    egg = made("Egg", hen=to(hen))

    with pytest.raises(ValueError, match=r"events\.Egg.*events\.Hen"):
        found(hen, egg)
