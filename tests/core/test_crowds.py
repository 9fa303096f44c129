"""More viewers, idle sockets and slow senders than a server has file descriptors: the desk sells on."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.core.exceptions import ImproperlyConfigured

from eventnight.serving.descriptors import MOST_STREAMS, room_within
from tests.faults.desk import ask
from tests.faults.hall import Hall, rebuy
from tests.server import NightServer, database_url, running_server
from tests.slow_clients import IDLE, SLOW_BODY, SLOW_HEADERS, crowd, stream

FILES = 256
MANY = 200


def sold(server: NightServer, hall: Hall, times: int = 3) -> list[int]:
    """The answers to so many sales, one after the other, each a re-buy of another guest."""
    guests = [hall.codes.pop() for _ in range(times)]
    return [ask(server.url, hall, hall.tokens[0], rebuy(guest), str(uuid4())).status for guest in guests]


@pytest.mark.django_db(transaction=True)
def test_the_desk_sells_on_whoever_crowds_at_the_door():
    hall, room = Hall(players=12), room_within(FILES)

    with running_server(database_url(), files=FILES) as server:
        with crowd(server.url, MANY, stream(hall.event.code)) as viewers:
            answers = viewers.answers()
            assert sold(server, hall) == [201, 201, 201]
        assert answers.count(200) == room.streams
        assert answers.count(503) > 0

        for beginning in (IDLE, SLOW_HEADERS, SLOW_BODY):
            with crowd(server.url, MANY, beginning):
                assert sold(server, hall) == [201, 201, 201], beginning


@pytest.mark.parametrize("limit", [256, 1024, 4096, 65_536])
def test_streams_never_take_all_and_connections_never_the_desks_own(limit: int):
    room = room_within(limit)

    assert room.connections <= limit - 150
    assert 0 < room.streams <= min(room.connections - 32, MOST_STREAMS)


def test_a_limit_too_small_to_serve_is_said():
    with pytest.raises(ImproperlyConfigured, match="may open 64 files at once, and EventNight needs 254"):
        room_within(64)
