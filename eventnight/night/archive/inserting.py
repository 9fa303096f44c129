"""Writes the rows of an archive in batches and remembers which id each place has got."""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Callable
from functools import partial
from itertools import islice
from typing import Any

from django.contrib.auth import get_user_model
from django.db import DatabaseError
from django.db.models import ForeignKey, Model

from eventnight.bank.models import SEQUENCES_PER_EVENT, Entry, Transfer
from eventnight.events.models import Event
from eventnight.night.archive import refusals
from eventnight.night.archive.fresh import renew_taken
from eventnight.night.archive.holding import held
from eventnight.night.archive.reading import Archive
from eventnight.night.archive.rows import Row, instance_of
from eventnight.night.archive.shape import ModelClass, Shape, references, shape_of

BATCH = 500


class Inserter:
    """Inserts one night. accounts: ids of the accounts of the archive, in their order."""

    def __init__(self, archive: Archive, accounts: list[int]) -> None:
        self._archive = archive
        self._accounts = accounts
        self._ids: defaultdict[ModelClass, array[int]] = defaultdict(partial(array, "q"))
        self._ahead: list[tuple[int, ForeignKey[Any, Any], int]] = []

    def insert(self, shape: Shape, change: Callable[[Any], None] | None = None) -> int:
        """Insert the rows of one kind and return how many. change: done to each before it is saved.

        Raises BadRequest("archive_damaged", "archive_row_refused").
        """
        ids = self._ids[shape.model]
        batch: list[Model] = []
        for place, row in self._archive.rows(shape.label):
            if len(batch) == BATCH or self._names_one_of(range(len(ids) + 1, place), row, shape):
                ids.extend(_saved(shape, place - len(batch), batch))
                batch = []
            instance = self._instance(shape, place, row)
            if change is not None:
                change(instance)
            batch.append(instance)
        ids.extend(_saved(shape, len(ids) + 1, batch))
        self._set_ahead(shape)
        return len(ids)

    def insert_ledger(self, event: Event) -> tuple[int, int]:
        """Insert entries and their lines as the ledger wants them: the lines first, then the entry that seals them.
        Returns how many entries and lines.

        Raises BadRequest("archive_damaged", "archive_row_refused").
        """
        entry_shape, line_shape = shape_of(Entry), shape_of(Transfer)
        entries, lines = self._archive.rows(entry_shape.label), self._archive.rows(line_shape.label)
        ids, count, line = self._ids[Entry], 0, next(lines, None)
        while some := list(islice(entries, BATCH)):
            sealed: list[Model] = []
            for place, row in some:
                ids.append(event.pk * SEQUENCES_PER_EVENT + place)
                entry = self._instance(entry_shape, place, row)
                entry.pk = ids[-1]
                sealed.append(entry)
            theirs: list[Model] = []
            while line is not None and line[1].get("entry") in range(1, len(ids) + 1):
                theirs.append(self._instance(line_shape, *line))
                line = next(lines, None)
            _saved(line_shape, count + 1, theirs)
            _saved(entry_shape, some[0][0], sealed)
            count += len(theirs)
        if line is not None:
            raise refusals.unfit(line_shape.label, line[0], "it is a line of no entry in the archive")
        return len(ids), count

    def ids_of(self, model: ModelClass) -> array[int]:
        """The ids that rows of that kind have got, by place."""
        return self._ids[model]

    def _instance(self, shape: Shape, place: int, row: Row) -> Any:
        for field in _own_references(shape):
            target = row.get(field.name)
            # A row may name a later one of its kind; that is written when all are there.
            if field.null and type(target) is int and target >= place:
                self._ahead.append((place, field, target))
                row = row | {field.name: None}
        try:
            instance = instance_of(row, shape, self._id_of)
        except ValueError as error:
            raise refusals.unfit(shape.label, place, str(error)) from error
        return held(shape.label, place, instance)

    def _id_of(self, model: ModelClass, place: int) -> int:
        ids = self._accounts if model is get_user_model() else self._ids[model]
        if not 1 <= place <= len(ids):
            raise ValueError(f"it names row {place} of {len(ids)} of {model._meta.label_lower}")
        return ids[place - 1]

    def _names_one_of(self, waiting: range, row: Row, shape: Shape) -> bool:
        return any(row.get(field.name) in waiting for field in _own_references(shape))

    def _set_ahead(self, shape: Shape) -> None:
        ids = self._ids[shape.model]
        for place, field, target in self._ahead:
            try:
                shape.model._default_manager.filter(pk=ids[place - 1]).update(
                    **{field.attname: self._id_of(shape.model, target)}
                )
            except (ValueError, DatabaseError) as error:
                raise refusals.unfit(shape.label, place, str(error)) from error
        self._ahead.clear()


def _own_references(shape: Shape) -> list[ForeignKey[Any, Any]]:
    return [field for field in references(shape.model) if field.related_model is shape.model]


def _saved(shape: Shape, first: int, batch: list[Model]) -> list[int]:
    """Insert these rows, the first of which stands at that place. Returns their ids."""
    renew_taken(shape, batch)
    try:
        return [instance.pk for instance in shape.model._default_manager.bulk_create(batch)]
    except (DatabaseError, ValueError) as error:
        raise refusals.unfit(
            shape.label, first, f"the database refuses it or one of the {len(batch)} from it on, {error}"
        ) from error
