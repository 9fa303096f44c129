"""Reading the seed before it is due: through every address in every role, and every command that tells rows."""

from __future__ import annotations

import base64
import io
import json
import logging
import re
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from uuid import uuid4
from zipfile import BadZipFile, ZipFile

from django.contrib import admin
from django.core.management import CommandError, call_command
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from eventnight.core.roles import Role
from eventnight.night.exports.lists import LISTS
from eventnight.raffle import services
from eventnight.raffle.views.public import PARTS
from tests.attacks.counting import Ending, Tally
from tests.attacks.targets import night_on_sale, rolled
from tests.factories import make_staff, make_user
from tests.raffle.nights import RaffleNight

STAGES = ("on sale", "sales closed", "drawing")
NOBODY, SUPERUSER = "nobody", "superuser"
"""A guest by link is nobody who knows an address: those of a player are among the doors."""
ROLES = (NOBODY, *Role, SUPERUSER)

_ENDINGS = ("csv", "xlsx", "pdf")
_PLACE = re.compile(r"<(?:\w+:)?(\w+)>")
_STREAM = re.compile(rb"stream\r?\n(.*?)\r?\nendstream", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Door:
    """An address, and how it is knocked at."""

    method: str
    address: str


def signs_of(seed: bytes) -> tuple[bytes, ...]:
    """The spellings in which a seed could lie somewhere."""
    digits = seed.hex()
    codes = (base64.b64encode(seed), base64.urlsafe_b64encode(seed), base64.b32encode(seed), base64.b85encode(seed))
    return (
        seed,
        digits.encode(),
        digits.upper().encode(),
        *(code.rstrip(b"=") for code in codes),
        str(int.from_bytes(seed, "big")).encode(),
        ", ".join(map(str, seed)).encode(),
    )


def holds(content: bytes, seed: bytes) -> bool:
    """Whether the seed stands in it, packed or not."""
    return any(sign in piece for piece in _unpacked(content) for sign in signs_of(seed))


def _unpacked(content: bytes) -> Iterator[bytes]:
    yield content
    if content.startswith(b"PK"):
        try:
            with ZipFile(io.BytesIO(content)) as archive:
                for name in archive.namelist():
                    yield from _unpacked(archive.read(name))
        except BadZipFile:
            return
    if content.startswith(b"%PDF"):
        for stream in _STREAM.findall(content):
            try:
                yield zlib.decompress(stream)
            except zlib.error:
                continue


def night_at(stage: str, chance: Random, seed: bytes) -> RaffleNight:
    """A night whose seed is not due."""
    night = night_on_sale(chance, seed)
    if stage != "on sale":
        night.freeze()
    if stage == "drawing":
        night.enter("dice:" + rolled(chance))
        drawn = night.draw("B1")
        night.do(services.hand_over, drawn=services.DrawnNumber(prize_code="B1", attempt=drawn.attempt))
    return night


def doors(night: RaffleNight) -> list[Door]:
    """Every address of the site and of the admin, with what stands in this night at each place, read and pressed."""
    known = _known(night)
    found = []
    for route in _routes(get_resolver()):
        names = _PLACE.findall(route)
        for values in product(*(known.get(name, ["1"]) for name in names)):
            address = route
            for value in values:
                address = _PLACE.sub(lambda _, value=value: value, address, count=1)
            found += [Door("get", f"/{address}"), Door("post", f"/{address}")]
    found += [Door("get", address) for address in _admin_addresses()]
    return [Door("get", f"/{address}?format=json") for address in ("api/v1/schema",)] + found


def _known(night: RaffleNight) -> dict[str, list[str]]:
    ticket = night.raffle.tickets.order_by("number")[0]
    return {
        "code": [night.event.code],
        "bucket": ["B1"],
        "prize": ["B1", "B2"],
        "player": [night.codes[0]],
        "token": [night.players[0].token],
        "check": [ticket.check_code],
        "number": [str(ticket.number)],
        "attempt": ["0"],
        "name": [*PARTS, *LISTS],
        "ending": list(_ENDINGS),
        "view": ["raffle", "welcome"],
        "decision": ["absent", "hand-over", "call-again"],
    }


def _routes(resolver: URLResolver, before: str = "") -> Iterator[str]:
    """Every route but those of the admin, which are asked for by their objects."""
    for entry in resolver.url_patterns:
        route = before + str(entry.pattern).lstrip("^").rstrip("$").replace("\\Z", "")
        if isinstance(entry, URLPattern):
            yield route
        elif entry.app_name != "admin":
            yield from _routes(entry, route)


def _admin_addresses() -> Iterator[str]:
    yield reverse("admin:index")
    for model in admin.site._registry:
        name = f"admin:{model._meta.app_label}_{model._meta.model_name}"
        yield reverse(f"{name}_changelist")
        yield reverse(f"{name}_changelist") + "?q=00"
        for row in model._default_manager.order_by("-pk")[:2]:
            yield reverse(f"{name}_change", args=[row.pk])
            yield reverse(f"{name}_history", args=[row.pk])


def by_address(
    chance: Random,
    stages: tuple[str, ...] = STAGES,
    roles: tuple[str, ...] = ROLES,
    methods: tuple[str, ...] = ("get", "post"),
) -> Tally:
    """Knock at every door in every role. What a press changes is undone before the next."""
    tally = Tally("read the seed by address", "every address")
    with _everything_logged() as log:
        for stage in stages:
            # Other nights of this database may be over, and their seeds public.
            seed = chance.randbytes(32)
            night = night_at(stage, chance, seed)
            for role in roles:
                _knock(night, seed, role, methods, tally)
            tally.count(_ending(log.getvalue().encode(), seed), f"the log, {stage}")
    return tally


def _knock(night: RaffleNight, seed: bytes, role: str, methods: tuple[str, ...], tally: Tally) -> None:
    client = Client(raise_request_exception=False)
    if role == SUPERUSER:
        client.force_login(make_user(is_superuser=True))
    elif role != NOBODY:
        client.force_login(make_staff(night.event, role))
    for door in (door for door in doors(night) if door.method in methods):
        with transaction.atomic():
            answer = getattr(client, door.method)(
                door.address, {"request_id": uuid4()} if door.method == "post" else {}
            )
            said = b"".join(answer.streaming_content) if answer.streaming else answer.content
            transaction.set_rollback(True)
        said += json.dumps(dict(answer.items())).encode()
        tally.count(_ending(said, seed, answer.status_code), f"{role} at {door.method} {door.address}")


def by_command(chance: Random, stages: tuple[str, ...] = STAGES) -> Tally:
    """Every command that tells rows, and the archive that anybody with the machine can make."""
    tally = Tally("read the seed by command", "every command")
    for stage in stages:
        seed = chance.randbytes(32)
        night = night_at(stage, chance, seed)
        with TemporaryDirectory() as folder, _everything_logged() as log:
            file = Path(folder) / "night.zip"
            for command, arguments in (
                ("dumpdata", ["--all"]),
                ("dumpdata", ["raffle", "--format", "xml"]),
                ("verify_books", [night.event.code]),
                ("archive_event", [night.event.code, "--to", str(file)]),
                ("diffsettings", ["--all"]),
                ("inspectdb", ["raffle_raffle"]),
            ):
                tally.count(_ending(_said(command, arguments), seed), f"{command}, {stage}")
            tally.count(_ending(file.read_bytes(), seed), f"the archive, {stage}")
            tally.count(_ending(log.getvalue().encode(), seed), f"the log of the commands, {stage}")
    return tally


def _said(command: str, arguments: list[str]) -> bytes:
    out, errors = io.StringIO(), io.StringIO()
    try:
        call_command(command, *arguments, stdout=out, stderr=errors)
    except (CommandError, SystemExit) as ended:
        errors.write(str(ended))
    return (out.getvalue() + errors.getvalue()).encode()


def _ending(said: bytes, seed: bytes, status: int = 200) -> Ending:
    if holds(said, seed):
        return Ending.UNDETECTED
    return Ending.REFUSED if status in (401, 403, 404, 405) else Ending.NO_GAIN


@contextmanager
def _everything_logged() -> Iterator[io.StringIO]:
    """All that any logger says meanwhile, the most talkative level included."""
    log = io.StringIO()
    root, handler = logging.getLogger(), logging.StreamHandler(log)
    loggers = [root, *(logging.getLogger(name) for name in ("django", "django.request", "eventnight"))]
    before = [(logger, logger.level, list(logger.handlers)) for logger in loggers]
    for logger in loggers:
        logger.setLevel(logging.DEBUG)
        logger.handlers = [handler]
    try:
        yield log
    finally:
        for logger, level, handlers in before:
            logger.setLevel(level)
            logger.handlers = handlers
