"""The API of the tables: the same services, with keys, refusals as problem details and replays."""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid4

import pytest
from rest_framework.test import APIClient

from eventnight.core.roles import Role
from tables.models import Bet, Hand, Spin, Table
from tests.factories import make_event, make_staff
from tests.tables.evening import BOARD, chips_of, make_holder, open_table, open_wheel, seat_people, stacks

pytestmark = pytest.mark.django_db

HAND = {
    "number": 1,
    "button": 1,
    "board": BOARD,
    "seats": [
        {"seat": 1, "contributed": 205, "is_live": True, "cards": "Ks9d"},
        {"seat": 2, "contributed": 205, "is_live": True, "cards": "As Ad"},
    ],
}


class TableClient(APIClient):
    """A member of staff of one event; every post carries a key of its own unless one is given."""

    def __init__(self, event: Any, role: Role = Role.TABLES) -> None:
        super().__init__()
        self.base = f"/api/v1/events/{event.code}/tables/"
        self.force_login(make_staff(event, role))

    def send(self, path: str, data: Any = None, key: UUID | None = None) -> Any:
        return self.post(self.base + path, data, format="json", headers={"Idempotency-Key": str(key or uuid4())})

    def read(self, path: str = "") -> Any:
        return self.get(self.base + path).json()


def two_at_a_table() -> Table:
    table = open_table(make_event())
    seat_people(table, {1: 500, 2: 500})
    return table


def with_seat(position: int, **changes: object) -> dict[str, object]:
    """The hand with one seat changed."""
    seats = [{**seat, **changes} if at == position else seat for at, seat in enumerate(HAND["seats"])]
    return {**HAND, "seats": seats}


def test_a_card_table_from_opening_to_closing():
    event = make_event()
    client, player, other = TableClient(event), make_holder(event, "Owen Dee"), make_holder(event)
    stakes = {"small_blind": 5, "big_blind": 10, "seats_count": 6}

    opened = client.send("poker/", stakes)
    table = f"{opened.json()['id']}/"
    seated = client.send(f"{table}seats/1/", {"player": player.code, "chips": 400})
    client.send(f"{table}seats/2/", {"player": other.code, "chips": 500})
    topped = client.send(f"{table}seats/1/top-up/", {"chips": 100})
    preview = client.send(f"{table}hands/preview/", HAND).json()
    settled = client.send(f"{table}hands/", {**HAND, "shown": preview["digest"]})

    assert (opened.status_code, seated.status_code, topped.status_code, settled.status_code) == (201, 201, 200, 201)
    assert (opened.json()["code"], seated.json()["name"], topped.json()["chips"]) == ("T1", "Owen Dee", 500)
    assert [(line["seat"], line["net"], line["stack"]) for line in preview["lines"]] == [(1, 205, 705), (2, -205, 295)]
    hand = settled.json()["hand"]
    assert (hand["number"], hand["result"], hand["board"]) == (1, preview["result"], BOARD)
    seen = client.read(table)
    assert (seen["next_number"], seen["button"], [seat["chips"] for seat in seen["seats"]][:2]) == (2, 2, [705, 295])

    undone = client.send(f"{table}hands/1/undo/", {"reason": "misread"})
    assert undone.json()["hand"]["undone_at"] is not None
    assert [row["number"] for row in client.read(f"{table}hands/")] == [1]
    for seat in (1, 2):
        assert client.send(f"{table}seats/{seat}/leave/").json()["player_code"] == ""
    assert client.send(f"{table}close/").json()["status"] == "closed"
    assert [row["is_open"] for row in client.read()] == [False]
    assert chips_of(player) == 1000


def test_the_same_key_answers_the_first_hand_again():
    table, key = two_at_a_table(), uuid4()
    client = TableClient(table.event)

    first = client.send(f"{table.pk}/hands/", HAND, key)
    again = client.send(f"{table.pk}/hands/", HAND, key)
    other = client.send(f"{table.pk}/hands/", with_seat(1, contributed=105, is_live=False), key)

    assert (first.status_code, again.status_code, other.status_code) == (201, 200, 422)
    assert again.json() == {**first.json(), "is_replay": True}
    assert other.json()["code"] == "key_reused"
    assert (stacks(table)[1], Hand.objects.count()) == (705, 1)


@pytest.mark.parametrize(
    ("hand", "status", "code"),
    [
        (with_seat(0, contributed=505), 422, "contribution_above_stack"),
        (with_seat(0, cards="Zz"), 422, "unknown_card"),
        (with_seat(0, cards="AsKd"), 422, "duplicate_card"),
        (with_seat(0, cards="KhKd"), 422, "duplicate_card"),
        (with_seat(0, cards="AhAh"), 422, "duplicate_card"),
        (with_seat(0, seat=5), 422, "seat_empty"),
        (with_seat(0, seat=2), 422, "duplicate_seat"),
        (with_seat(0, seat=11), 400, "invalid_fields"),
        (with_seat(0, contributed="all"), 400, "invalid_fields"),
        ({**HAND, "number": 2}, 409, "hand_undone"),
        ({**HAND, "shown": "0000"}, 409, "plan_changed"),
        ({**HAND, "seats": []}, 400, "nobody_dealt_in"),
        ({}, 400, "invalid_fields"),
    ],
)
def test_a_refused_hand_is_a_problem_with_its_code(hand, status, code):
    table = two_at_a_table()

    answer = TableClient(table.event).send(f"{table.pk}/hands/", hand)

    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert answer["Content-Type"] == "application/problem+json"
    assert (stacks(table)[1], Hand.objects.count()) == (500, 0)


def test_a_stale_hand_names_who_settled_it():
    table = two_at_a_table()
    client = TableClient(table.event)
    client.send(f"{table.pk}/hands/", HAND)

    answer = client.send(f"{table.pk}/hands/", HAND)

    assert (answer.status_code, answer.json()["code"]) == (409, "hand_already_settled")
    assert answer.json()["facts"]["next"] == 2


@pytest.mark.parametrize(
    "path", ["poker/", "roulette/", "{id}/hands/", "{id}/seats/3/", "{id}/seats/1/top-up/", "{id}/seats/1/leave/"]
)
def test_whatever_moves_chips_needs_a_key(path):
    table = two_at_a_table()
    client = TableClient(table.event)
    body = {
        "poker/": {"small_blind": 5, "big_blind": 10, "seats_count": 6},
        "roulette/": {"wheel": "american", "lowest_bet": 5, "tray": 100},
        "{id}/hands/": HAND,
        "{id}/seats/3/": {"player": make_holder(table.event).code, "chips": 100},
        "{id}/seats/1/top-up/": {"chips": 100},
    }

    answer = client.post(client.base + path.format(id=table.pk), body.get(path), format="json")

    assert (answer.status_code, answer.json()["code"]) == (400, "idempotency_key_missing")


def test_only_the_roles_of_the_tables_may_settle():
    table = two_at_a_table()
    path = f"/api/v1/events/{table.event.code}/tables/{table.pk}/hands/"

    assert APIClient().post(path, HAND, format="json").status_code in (401, 403)
    refused = TableClient(table.event, Role.RAFFLE).send(f"{table.pk}/hands/", HAND)
    assert (refused.status_code, refused.json()["code"]) == (403, "role_missing")
    assert not Hand.objects.exists()


def test_a_roulette_table_with_limits_that_leave_no_bet_is_refused():
    refused = TableClient(make_event()).send(
        "roulette/", {"wheel": "american", "lowest_bet": 50, "highest_bet": 20, "tray": 100}
    )

    assert (refused.status_code, refused.json()["code"], refused.json()["rules"]) == (
        422,
        "roulette_limits",
        ["WLIA-20"],
    )
    assert not Table.objects.exists()


def test_a_roulette_table_from_opening_to_closing():
    event = make_event()
    client, player = TableClient(event), make_holder(event)

    opened = client.send("roulette/", {"wheel": "american", "lowest_bet": 5, "highest_bet": 500, "tray": 100})
    mat = f"roulette/{opened.json()['id']}/"
    placed = client.send(
        f"{mat}bets/",
        {
            "bets": [
                {"player": player.code, "bet": "straight 17", "chips": 10},
                {"player": player.code, "bet": "red", "chips": 5},
            ]
        },
    )
    client.send(f"{mat}bets/{placed.json()[1]['id']}/withdraw/")
    preview = client.send(f"{mat}spins/preview/", {"number": 1, "pocket": "17"}).json()
    short = client.send(f"{mat}spins/", {"number": 1, "pocket": "17"})
    filled = client.send(f"{mat}tray/", {"chips": 250})
    paid = client.send(f"{mat}spins/", {"number": 1, "pocket": "17"})

    assert preview == {
        "pocket": "17",
        "tray_before": 100,
        "tray_after": -250,
        "players": [{"code": player.code, "net": 350}],
    }
    assert (short.status_code, short.json()["code"], filled.json()["tray"]) == (422, "overdraft", 350)
    assert (paid.status_code, paid.json()["spin"]["nets"]) == (201, {player.code: 350})
    assert client.read(mat)["spins"] == ["17"]

    assert client.send(f"{mat}spins/1/undo/", {"reason": "18"}).status_code == 200
    assert Bet.objects.filter(state="placed").count() == 1
    client.send(f"{mat}bets/{placed.json()[0]['id']}/withdraw/")
    assert client.send(f"{opened.json()['id']}/close/").json()["status"] == "closed"
    assert chips_of(player) == 1000


def test_the_same_key_spins_once():
    table, key = open_wheel(make_event()), uuid4()
    client = TableClient(table.event)

    codes = [client.send(f"roulette/{table.pk}/spins/", {"number": 1, "pocket": "0"}, key).status_code for _ in "ab"]

    assert (codes, Spin.objects.count()) == ([201, 200], 1)


@pytest.mark.parametrize(
    ("bets", "status", "code"),
    [
        ([{"player": "P001", "bet": "split 3-4", "chips": 10}], 422, "bet_not_on_mat"),
        ([{"player": "P001", "bet": "red", "chips": 1005}], 422, "bet_above_limit"),
        ([{"player": "P999", "bet": "red", "chips": 10}], 404, "unknown_player"),
        ([{"player": "P001", "bet": "red", "chips": 0}], 400, "invalid_fields"),
        ([], 400, "invalid_fields"),
    ],
)
def test_refused_bets_are_problems_with_their_code(bets, status, code):
    table = open_wheel(make_event())
    make_holder(table.event)

    answer = TableClient(table.event).send(f"roulette/{table.pk}/bets/", {"bets": bets})

    assert (answer.status_code, answer.json()["code"], Bet.objects.count()) == (status, code, 0)


def test_a_table_of_any_game_with_its_settings_is_opened_and_read():
    event = make_event(house="angies")
    client = TableClient(event)
    asked = {
        "small_blind": 1,
        "big_blind": 2,
        "seats_count": 6,
        "game": "dealers_choice",
        "limit": "limit-2-4",
        "kill": "half",
        "overrides": {"raises_per_round": 4},
    }

    opened = client.send("poker/", asked)
    refused = client.send("poker/", {**asked, "overrides": {"raises_per_round": "many"}})
    unknown = client.send("poker/", {**asked, "game": "old_maid"})

    row = opened.json()
    assert (row["game"], row["structure"], row["big_bet"], row["overrides"]) == (
        "dealers_choice",
        "fixed_limit",
        4,
        {"raises_per_round": 4},
    )
    assert (refused.status_code, refused.json()["code"], unknown.status_code) == (422, "bad_setting", 400)


@pytest.mark.parametrize("odd", [1.5, 1e16, [[1e16]], {"a": [1.5]}, [None], {}, True])
def test_a_setting_of_any_shape_is_refused_with_its_name(odd: Any):
    asked = {"small_blind": 1, "big_blind": 2, "seats_count": 6, "overrides": {"raises_per_round": odd}}

    refused = TableClient(make_event(house="angies")).send("poker/", asked)

    assert (refused.status_code, refused.json()["code"]) == (422, "bad_setting")
    assert "raises_per_round" in refused.json()["detail"]


def test_a_hand_of_a_chosen_game_is_previewed_and_settled_with_its_halves():
    table = open_table(make_event(), game="dealers_choice")
    seat_people(table, {1: 500, 2: 500})
    client = TableClient(table.event)
    hand = {
        **HAND,
        "game": "omaha_hilo",
        "board": "Ks Kd 4c 6h 8s",
        "seats": [
            {"seat": 1, "contributed": 205, "is_live": True, "cards": "KcQdJhTc"},
            {"seat": 2, "contributed": 205, "is_live": True, "cards": "As2d9h9c"},
        ],
    }

    preview = client.send(f"{table.pk}/hands/preview/", hand).json()
    settled = client.send(f"{table.pk}/hands/", {**hand, "shown": preview["digest"]})
    without_game = client.send(f"{table.pk}/hands/", {**HAND, "number": 2})

    halves = preview["result"]["pots"][0]["halves"]
    assert [(half["name"], half["chips"], half["shares"]) for half in halves] == [
        ("high", 205, {"1": 205}),
        ("low", 205, {"2": 205}),
    ]
    assert (settled.status_code, settled.json()["hand"]["game"]) == (201, "omaha_hilo")
    assert (without_game.status_code, without_game.json()["code"]) == (400, "game_not_chosen")


def test_a_checked_seven_limits_the_claim_by_the_api_too():
    table = open_table(make_event(house="angies"), game="lowball", small_blind=1, big_blind=2)
    seat_people(table, {1: 40, 2: 40})
    seats = [
        {"seat": 1, "contributed": 10, "is_live": True, "cards": "7c5d4c2sJk", "claim": 4},
        {"seat": 2, "contributed": 10, "is_live": True, "cards": "8c6d4h3s2c"},
    ]

    hand = TableClient(table.event).send(f"{table.pk}/hands/", {"number": 1, "button": 1, "seats": seats}).json()

    assert [(seat["claim"], seat["net"]) for seat in hand["hand"]["seats"]] == [(4, -2), (None, 2)]


def test_who_owes_a_blind_chooses_by_the_api():
    table = open_table(make_event(), house="canterbury")
    seat_people(table, {1: 100, 3: 100, 5: 100})
    client = TableClient(table.event)
    drawn = client.send(f"{table.pk}/button/", {"cards": {"1": "As", "3": "Kd", "5": "2c"}})
    folded = [{"seat": seat, "contributed": 0, "is_live": False} for seat in (3, 5)]
    winner = {"seat": 1, "contributed": 10, "is_live": True}
    client.send(f"{table.pk}/hands/", {"number": 1, "button": 1, "seats": [winner, *folded]})
    client.send(f"{table.pk}/seats/6/", {"player": make_holder(table.event).code, "chips": 100})

    owed = client.read(f"{table.pk}/")["owed"]
    chosen = client.send(f"{table.pk}/seats/6/entry/", {"entry": "post_big_blind"})
    away = client.send(f"{table.pk}/seats/3/sit-out/")
    back = client.send(f"{table.pk}/seats/3/come-back/")
    refused = client.send(f"{table.pk}/seats/1/entry/", {"entry": "post_big_blind"})

    assert drawn.json()["discs"] == {"D": 1, "SB": 3, "BB": 5}
    assert [(one["seat"], one["missed"], one["offers"][0]["live"]) for one in owed] == [(6, "new at the table", 10)]
    assert (chosen.json()["owed"][0]["chosen"], 6 in chosen.json()["dealt_in"]) == ("post_big_blind", True)
    assert (away.json()["away"], back.json()["away"]) == ([3], [])
    assert (refused.status_code, refused.json()["code"]) == (422, "nothing_owed")


def test_a_hand_is_played_by_the_api_from_the_blinds_into_the_books():
    table = two_at_a_table()
    client = TableClient(table.event)
    key = uuid4()

    started = client.send(f"{table.pk}/play/", {"number": 1})
    bet = {"version": 1, "verb": "bet", "to": 30}
    raised = client.send(f"{table.pk}/play/moves/", bet, key)
    again = client.send(f"{table.pk}/play/moves/", bet, key)
    stale = client.send(f"{table.pk}/play/moves/", {"version": 1, "verb": "fold"})
    unknown = client.send(f"{table.pk}/play/moves/", {"version": 2, "verb": "wink"})
    called = client.send(f"{table.pk}/play/moves/", {"version": 2, "verb": "call"})
    flop = client.send(f"{table.pk}/play/moves/", {"version": 3, "verb": "deal", "board": "Kh 9c 4d"})
    early = client.send(f"{table.pk}/play/pay-out/", {"version": 4})
    client.send(f"{table.pk}/play/moves/", {"version": 4, "verb": "bet", "to": 10})
    client.send(f"{table.pk}/play/moves/", {"version": 5, "verb": "fold"})
    paid = client.send(f"{table.pk}/play/pay-out/", {"version": 6})

    view = started.json()["view"]
    assert (started.status_code, view["turn"], view["legal"]["to_call"], view["legal"]["max_to"]) == (201, 1, 5, 30)
    assert (raised.json(), raised.json()["version"]) == (again.json(), 2)
    assert (stale.status_code, stale.json()["code"]) == (409, "hand_moved_on")
    assert unknown.status_code == 400
    assert (called.json()["view"]["phase"], flop.json()["view"]["board"]) == ("deal", ["Kh", "9c", "4d"])
    assert (early.status_code, early.json()["code"]) == (422, "hand_not_over")
    assert (paid.status_code, stacks(table)[1], stacks(table)[2]) == (201, 470, 530)
    assert client.get(f"{client.base}{table.pk}/play/").status_code == 404


def test_a_seat_sees_its_own_cards_and_everybody_the_others():
    table = open_table(make_event(), game="seven_stud")
    seat_people(table, {1: 500, 2: 500})
    client = TableClient(table.event)
    client.send(f"{table.pk}/play/", {"number": 1})
    client.send(f"{table.pk}/play/moves/", {"version": 1, "verb": "deal", "holes": {"1": "As Ad Kc", "2": "9h"}})

    own, wall = (client.read(f"{table.pk}/play/{query}")["view"]["seats"][1]["cards"] for query in ("?seat=1", ""))

    assert (own, wall) == (["As", "Ad", "Kc"], ["??", "??", "Kc"])


def test_a_hand_is_called_off_by_the_api():
    table = two_at_a_table()
    client = TableClient(table.event)
    client.send(f"{table.pk}/play/", {"number": 1})

    called_off = client.send(f"{table.pk}/play/call-off/", {"version": 1, "reason": "misdeal"})

    assert (called_off.status_code, stacks(table)[1]) == (204, 500)
