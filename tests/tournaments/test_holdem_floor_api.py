"""The floor's API for seats, hands, sales and colour-ups: what a program sees and does there."""

from __future__ import annotations

import pytest

from tests.tournaments.floors import at, floor_of
from tests.tournaments.holdem_nights import codes_of, enter, flight_of, make_holdem
from tests.tournaments.test_holdem_pages import api_address, send

pytestmark = pytest.mark.django_db


def test_programs_see_and_do_the_same(floor):
    flight = floor_of((5, 5, 6))
    client = floor(flight.tournament.event)
    told = client.get(api_address(flight, "moves/")).json()
    shown = told["due"]["digest"]

    made = send(client, api_address(flight, "moves/"), {"shown": shown})
    stale = send(client, api_address(flight, "moves/"), {"shown": shown})
    undone = send(client, api_address(flight, "moves/undo/"), {"numbers": [1, 2, 3, 4, 5, 6]})
    kept = send(client, api_address(flight, "kept-seats/"), {"table": 1, "seat": 8})
    told_button = send(client, api_address(flight, "tables/1/button/"), {"button": 1}, "put")
    refused = send(client, api_address(flight, "moves/refusal/"), {"shown": shown, "reason": "Later"}, "put")
    again = send(client, api_address(flight, "moves/refusal/"), method="delete")
    released = send(client, api_address(flight, "kept-seats/1/8/"), method="delete")

    assert told["break_order"] == [3, 2, 1]
    assert (made.status_code, len(made.json()["moves"])) == (201, 6)
    assert (stale.status_code, stale.json()["code"]) == (409, "proposal_stale")
    assert undone.json()["moves"] == []
    assert kept.json()["kept"] == [{"table": 1, "seat": 8, "player": "", "note": ""}]
    assert told_button.json()["next_hands"][0]["big_blind"] == 3
    assert refused.status_code == 409 or refused.json()["due"]["refusal"]["reason"] == "Later"
    assert (again.status_code, released.json()["kept"]) == (200, [])


def test_programs_play_hand_for_hand_and_sell(floor):
    flight = floor_of((4, 5), make_holdem(advancing_count=2, rebuy_chips=5_000))
    client, code = floor(flight.tournament.event), at(flight, 1, 1)

    on = send(client, api_address(flight, "hand-for-hand/"), method="put")
    done = send(client, api_address(flight, "hand-for-hand/tables/1/"), {"hand": 1}, "put")
    undone = send(client, api_address(flight, "hand-for-hand/tables/1/"), method="delete")
    off = send(client, api_address(flight, "hand-for-hand/"), method="delete")
    sold = send(client, api_address(flight, f"entries/{code}/purchases/"), {"kind": "rebuy"})
    back = send(client, api_address(flight, f"purchases/{sold.json()['id']}/undo/"))

    assert (on.json()["shared_hand"], done.json()["tables_done"], undone.json()["tables_done"]) == (1, [1], [])
    assert off.json()["shared_hand"] is None
    assert (sold.status_code, sold.json()["chips"]) == (201, 5_000)
    assert back.json()["undone_at"]


def test_programs_plan_and_book_a_colour_up(floor):
    tournament = make_holdem(advancing_count=1, flights=1)
    flight = flight_of(tournament)
    enter(flight, 2)
    client = floor(tournament.event)
    send(client, api_address(flight, "draw/"))
    send(client, api_address(flight, "clock/start/"))
    body = {"small": 25, "large": 100, "stacks": dict.fromkeys(codes_of(flight), 5)}

    plan = send(client, api_address(flight, "tables/1/colour-up/plan/"), body)
    cards = {line["player"]: line["cards"] for line in plan.json()["lines"]}
    booked = send(client, api_address(flight, "tables/1/colour-up/"), {**body, "cards": cards})
    back = send(client, api_address(flight, f"colour-ups/{booked.json()['id']}/"), method="delete")

    assert (plan.status_code, booked.status_code) == (200, 201)
    assert booked.json()["drift"] == plan.json()["drift"]
    assert back.json()["undone_at"]


def test_strangers_see_nothing_of_kept_seats(client):
    flight = floor_of((5, 4))

    assert client.get(api_address(flight, "moves/")).status_code in (401, 403)


@pytest.mark.parametrize(
    ("seat", "status", "code"),
    [
        pytest.param({"table": 1, "seat": 1}, 409, "sits_there_already", id="own-seat"),
        pytest.param({"table": 99, "seat": 1}, 422, "unknown_table", id="table-99"),
        pytest.param({"table": 99, "seat": 1, "opens_table": True}, 422, "unknown_table", id="not-even-on-purpose"),
        pytest.param({"table": 3, "seat": 1}, 409, "table_not_open", id="nobody-there"),
        pytest.param({"table": 2, "seat": 9}, 422, "no_such_seat", id="beyond-the-table"),
    ],
)
def test_programs_move_nobody_where_no_table_is(floor, seat, status: int, code: str):
    flight = floor_of((5, 5))
    mover = at(flight, 1, 1)

    answer = send(floor(flight.tournament.event), api_address(flight, f"entries/{mover}/seat/"), seat, "put")

    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert at(flight, 1, 1) == mover


def test_programs_are_told_which_tables_there_are(floor):
    flight = floor_of((5, 5))
    address = api_address(flight, f"entries/{at(flight, 1, 1)}/seat/")

    told = send(floor(flight.tournament.event), address, {"table": 99, "seat": 1}, "put").json()

    assert told["facts"]["tables"] == [1, 2]


def test_programs_open_a_table_by_saying_so(floor):
    flight = floor_of((5, 5))
    mover = at(flight, 1, 1)
    seat = {"table": 3, "seat": 1, "opens_table": True}

    send(floor(flight.tournament.event), api_address(flight, f"entries/{mover}/seat/"), seat, "put")

    assert at(flight, 3, 1) == mover


@pytest.mark.parametrize(
    ("address", "body", "method"),
    [
        pytest.param("kept-seats/", {"table": 99, "seat": 1}, "post", id="kept-seat"),
        pytest.param("kept-seats/", {"table": 3, "seat": 1}, "post", id="kept-where-nobody-sits"),
        pytest.param("kept-seats/", {"table": 1, "seat": 9}, "post", id="kept-beyond-the-table"),
        pytest.param("tables/99/button/", {"button": 1}, "put", id="button"),
        pytest.param("tables/1/button/", {"button": 9}, "put", id="button-beyond-the-table"),
        pytest.param("hand-for-hand/tables/99/", {"hand": 1}, "put", id="shared-hand"),
        pytest.param("tables/99/colour-up/plan/", {"small": 25, "large": 100, "stacks": {}}, "post", id="colour-up"),
    ],
)
def test_programs_are_refused_for_a_table_that_is_not_there(floor, address: str, body, method: str):
    flight = floor_of((4, 5), make_holdem(advancing_count=2))
    client = floor(flight.tournament.event)
    send(client, api_address(flight, "hand-for-hand/"), method="put")

    answer = send(client, api_address(flight, address), body, method)

    assert answer.status_code in (404, 409, 422)
    assert not flight.holds.exists()
