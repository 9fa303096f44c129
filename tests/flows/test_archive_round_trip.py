"""A night that is archived and restored is the same night: its rows, its books, its draw, its pages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.raffle import verify_draw
from eventnight.bank.models import Books
from eventnight.bank.selectors import verify_books
from eventnight.bank.services import reverse_entry
from eventnight.core.actors import SYSTEM
from eventnight.core.fresh.snapshots import SNAPSHOTS
from eventnight.core.press import Press
from eventnight.events.models import Event, Player
from eventnight.events.services import PlayerChanges, rename_player
from eventnight.night.archive.shape import archive_shapes
from eventnight.night.rehearsal.demo import play_demo
from eventnight.night.rehearsal.laws.checks import faults_of
from eventnight.night.rehearsal.run import kinds_of, set_stage
from eventnight.night.rehearsal.whole import play_evening
from eventnight.raffle.models import Raffle, Ticket, TicketState
from eventnight.raffle.selectors import published_proof
from tests.factories import NOW
from tests.flows.archives import Parts, another_machine, archive_of, members_of, parts_of, restored, silent, strangers
from tests.raffle.nights import RaffleNight, placed_night

FAR = 1_000_000_007
"""Beyond every number that a night has of its own, chips and cents included."""


def demo() -> Event:
    return play_demo(now=timezone.now(), time_zone="America/Chicago", chance=Random(7), tell=silent)


def same_but_for_the_restoring(before: Parts, after: Parts) -> None:
    """Every part is the same, line by line, but for what restoring itself adds."""
    (night,), (again,) = before.pop("events.event"), after.pop("events.event")
    assert again == night | {"restored": night["restored"] + 1}

    log = after.pop("core.auditrecord")
    assert log[:-1] == before.pop("core.auditrecord")
    assert (log[-1]["action"], log[-1]["actor_code"]) == ("event.restored", "system")

    former = after.pop("core.formerstaff", [])
    known = before.pop("core.formerstaff", [])
    assert former == known + [{"event": 1, **each} for each in before.pop("staff.codes", [])]
    assert "staff.codes" not in after
    assert after == before


@pytest.mark.deep
@pytest.mark.django_db
def test_a_rehearsed_night_comes_back_whole(client: Client, subtests: pytest.Subtests):
    with another_machine():
        number_from(FAR)
        stage = set_stage(seed=5, house="wlia", like=None, tell=silent)
        play_evening(stage, 20, kinds_of(stage.event, None), length=0.3)
        sealed = Books.objects.values_list("last_sequence", "last_hash").get(event=stage.event)
        pages = list(pages_of(stage.event, client))
        content = archive_of(stage.event)
    SNAPSHOTS.forget()

    strangers()
    night = restored(content)

    with subtests.test("no fault, and the same seal"):
        assert night.pk != stage.event.pk
        assert faults_of(night, taken=stage.taken) == []
        assert Books.objects.values_list("last_sequence", "last_hash").get(event=night) == sealed
    with subtests.test("guests can still repeat the draw"):
        raffle = Raffle.objects.get(event=night)
        assert raffle.is_done
        assert verify_draw(published_proof(raffle), raffle.frozen_list.encode()) == []
    with subtests.test("pages say the same"):
        assert len(pages) > 5
        assert list(pages_of(night, client)) == pages
    with subtests.test("its archive is the same"):
        same_but_for_the_restoring(parts_of(content), parts_of(archive_of(night)))


@pytest.mark.django_db
def test_the_demo_night_comes_back_in_full_swing_and_no_id_of_the_database_goes_along(subtests: pytest.Subtests):
    with another_machine():
        number_from(FAR)
        event = demo()
        assert event.pk > FAR
        content = archive_of(event)

    strangers()
    night = restored(content)

    with subtests.test("its archive is the same"):
        same_but_for_the_restoring(parts_of(content), parts_of(archive_of(night)))
    with subtests.test("its books hold"):
        assert verify_books(night.pk).faults == []
    with subtests.test("no id"):
        rows = ((name, row) for name, part in parts_of(content).items() for row in part)
        assert {f"{name}.{column}" for name, row in rows for column in row if far_in(row[column])} == set()


def pages_of(event: Event, client: Client) -> Iterator[tuple[str, str]]:
    """The public pages of a night and their addresses, older rows first, both with database ids taken out."""
    start = f"/e/{event.code}/"
    first = client.get(start)
    assert first.status_code == 200
    addresses = {start, *re.findall(rf'href="({start}[^"#?]*)"', first.content.decode())}
    addresses.add(f"/api/v1/events/{event.code}/tonight/")
    for address in sorted(addresses, key=_numbers_by_size):
        page = client.get(address)
        assert page.status_code == 200, address
        text = page.content.decode(errors="replace")
        yield without_ids(address), without_ids(text)


def _numbers_by_size(address: str) -> list[tuple[int, str]]:
    """To sort by: bracket 9 comes before bracket 10."""
    return [(int(part) if part.isdigit() else -1, part) for part in re.split(r"(\d+)", address)]


def without_ids(text: str) -> str:
    """Addresses and the API's fields name brackets, flights and tables by their ids; a form has keys of its own."""
    text = re.sub(r'<input type="hidden"[^>]*>|<meta name="csrf-token"[^>]*>', "", text)
    text = re.sub(r"/(bracket|holdem|flights?|clock|tables?|matches)/\d+(?=[/.])", r"/\1/ID", text)
    text = re.sub(r'"(bracket|holdem|flight|table)":\d+', r'"\1":"ID"', text)
    text = re.sub(r"(/wall/[a-z]+-)\d+(?=-\d+/)", r"\1ID", text)
    text = re.sub(r"\b(bracket-|bracket-pan-|round-)\d+(?=-desc\b|-\d|\")", r"\1ID", text)
    return re.sub(r'((?:id|for|href|aria-\w+)="#?[a-z-]+-)\d+(?=[-"])', r"\1ID", text)


def number_from(start: int) -> None:
    """Let every table number its next row so."""
    tables = [
        shape.model._meta.db_table
        for shape in archive_shapes()
        if shape.model._meta.pk.get_internal_type() == "BigAutoField"
    ]
    with connection.cursor() as cursor:
        for table in tables:
            if connection.vendor == "postgresql":
                cursor.execute("SELECT setval(pg_get_serial_sequence(%s, 'id'), %s)", [table, start])
            else:
                cursor.execute("DELETE FROM sqlite_sequence WHERE name = %s", [table])
                cursor.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (%s, %s)", [table, start])


def far_in(value: Any) -> bool:
    """Whether a number in it, or a text that is a number, is as high as the ids were."""
    if isinstance(value, dict):
        return any(far_in(each) for pair in value.items() for each in pair)
    if isinstance(value, list):
        return any(far_in(each) for each in value)
    if isinstance(value, str):
        return any(int(number) >= FAR for number in re.findall(r"(?<![\w-])\d{10,18}(?![\w-])", value))
    return type(value) is int and value >= FAR


@pytest.mark.django_db
def test_a_night_can_stand_beside_the_one_it_is_a_copy_of():
    night = placed_night()
    copy = restored(archive_of(night.event), code="second-night")

    assert copy.code == "SECOND-NIGHT"
    assert [verify_books(event.pk).faults for event in (night.event, copy)] == [[], []]
    tokens = Player.objects.filter(event__in=(night.event, copy)).values_list("token", flat=True)
    assert len(set(tokens)) == 2 * len(night.players)


@pytest.mark.django_db
def test_a_restored_night_goes_on():
    with another_machine():
        content = archive_of(placed_night().event)

    night = RaffleNight.__new__(RaffleNight)
    night.event = restored(content)
    night.players = list(night.event.players.all())
    night.place(1, B1=2)
    night.freeze_and_roll()
    night.draw()

    assert night.faults() == []


@pytest.mark.django_db
def test_a_name_that_was_taken_out_stays_out():
    with another_machine():
        night = placed_night()
        was = night.players[0].person.full_name
        rename_player(player=night.players[0], changes=PlayerChanges(full_name="Gone"), press=Press(SYSTEM, NOW))
        content = archive_of(night.event)

    restored(content)

    assert was.encode() not in b"".join(members_of(content).values())
    assert not Player.objects.filter(person__full_name=was).exists()


STEPS = st.lists(
    st.tuples(st.sampled_from(["chips", "sell", "place", "undo"]), st.integers(0, 2), st.integers(1, 4)), max_size=14
)


@pytest.mark.django_db
@settings(max_examples=10)
@given(steps=STEPS, is_frozen=st.booleans())
def test_any_small_night_comes_back_as_it_was(steps: list[tuple[str, int, int]], is_frozen: bool):
    with another_machine():
        content = archive_of(small_night(steps, is_frozen=is_frozen))
        with_the_night = parts_of(content)

    with another_machine():
        night = restored(content)
        again = parts_of(archive_of(night))
        faults = verify_books(night.pk).faults

    assert faults == []
    same_but_for_the_restoring(with_the_night, again)


def small_night(steps: list[tuple[str, int, int]], *, is_frozen: bool) -> Event:
    """A raffle night of three; a step that the rules refuse is left out."""
    night = RaffleNight(players=3)
    held, sold = [0, 0, 0], []
    for what, who, number in steps:
        if what == "chips" and f"chips{who}" not in sold:
            night.give_chips(who)
            sold.append(f"chips{who}")
        elif what == "sell":
            night.sell(who, lots=number)
            held[who] += number * 10
        elif what == "place" and held[who] >= number:
            night.place(who, **{f"B{1 + number % 2}": number})
            held[who] -= number
        elif what == "undo" and f"chips{who}" in sold:
            last = night.event.entries.filter(kind="first_stack", subject=night.codes[who], reversed_by=None).last()
            if last is not None:
                night.post(reverse_entry, sequence=last.sequence, reason="Undone", may_reverse_any=True)
    placed = Ticket.objects.filter(raffle=night.raffle, state=TicketState.PLACED).order_by("bucket__code", "pk").first()
    if is_frozen and placed is not None:
        night.freeze_and_roll()
        night.draw(placed.bucket.code)
    return night.event
