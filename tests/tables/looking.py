"""What anybody can see or find of a night with hidden cards, to be compared: answers, rows, the archive."""

from __future__ import annotations

import io
import json
import re
from typing import Any
from zipfile import ZipFile

from django.apps import apps
from django.core import serializers
from django.test import Client

from eventnight.events.models import Event
from eventnight.night.archive.writing import write_archive
from tables.models import Pack
from tables.selectors.dealt.secret import Secret

_UUID = r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"
TIMES_OF_DAY = frozenset({"Expires", "Date"})
_CHANGES_EACH_TIME = re.compile(
    rb"%b|(?<=csrfmiddlewaretoken\" value=\")\w+"
    rb"|(?<=csrf-token\" content=\")\w+" % _UUID.encode()
)
"""Keys of presses and tokens against forged forms: every page has others."""
_NUMBER = re.compile(rf"{_UUID}|\b[0-9a-f]{{32,}}\b")


def asked(client: Client, address: str) -> tuple[int, bytes, tuple[tuple[str, str], ...]]:
    """All that an answer tells: status, content and headers."""
    answer = client.get(address)
    content = answer.content if not answer.streaming else b"".join(answer.streaming_content)
    headers = {name: value for name, value in answer.headers.items() if name not in TIMES_OF_DAY}
    return answer.status_code, _CHANGES_EACH_TIME.sub(b"*", content), tuple(sorted(headers.items()))


def swapped(secret: Secret, one: str, other: str) -> Secret:
    """The hand with two cards in each other's place."""
    told = json.dumps(secret.hidden)
    for card, mark in ((one, "<1>"), (other, "<2>")):
        told = told.replace(card, mark)
    return Secret(secret.seed, json.loads(told.replace("<1>", other).replace("<2>", one)))


def everything_stored(*, with_played: bool = True) -> str:
    """Every row of every model, but for sealed secrets. with_played: also the files of packs that have been played, in
    which cards of another pack stand.
    """
    told = []
    for model in apps.get_models():
        rows: Any = list(model._default_manager.all())
        for row in rows:
            if isinstance(row, Pack):
                row.secret = ""
                row.published = row.published if with_played else None
        told.append(serializers.serialize("json", rows))
    return "".join(told)


def without_numbers(stored: str) -> str:
    """The same without keys and hashes, in which 5d2d is no pair of cards."""
    return _NUMBER.sub("", stored)


def archived(event: Event, now: Any) -> str:
    """The archive of a running night, read as text."""
    stream = io.BytesIO()
    write_archive(event, stream, now=now, tell=lambda line: None)
    with ZipFile(stream) as archive:
        return "".join(archive.read(name).decode() for name in archive.namelist())
