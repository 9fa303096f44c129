"""Rulings on the page of a hand in play and over the API: choose, look, apply."""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid4

import pytest
from django.test import Client
from django.urls import reverse

from eventnight.core.roles import Role
from tables.models import Table
from tables.selectors import play_of, rulings_taken, the_play
from tests.factories import make_event
from tests.tables.evening import open_table, seat_people
from tests.tables.playing import a_table, do, start
from tests.tables.ruled import at_the_flop, in_house, rule
from tests.tables.test_api import TableClient
from tests.tables.test_pages import address, signed_in

pytestmark = pytest.mark.django_db


def address_of(table: Table, kind: str) -> str:
    return reverse("tables:ruling", args=[table.event.code, table.pk, kind])


def press(client: Client, table: Table, kind: str, *, by: str, key: UUID | None = None, **fields: Any):
    """A press on the page of a ruling. by: see or apply."""
    play = play_of(table)
    version = play.version if play else 1
    sent = {"request_id": key or uuid4(), "version": version, "press": by, **fields}
    return client.post(address_of(table, kind), sent)


def shown_digest(answer: Any) -> str:
    return answer.context["plan"].digest


def started(**facts: Any) -> tuple[Table, Client]:
    table = a_table(**facts)
    start(table)
    return table, signed_in(table.event)


def test_whose_card_left_the_table_is_chosen_and_nobody_is_an_answer_too():
    table, client = started()
    card = {"cards": "Kh"}

    asked = client.get(address_of(table, "off_table")).content.decode()
    unsaid = press(client, table, "off_table", by="see", **card)
    seen = press(client, table, "off_table", by="see", seat=0, **card)
    done = press(client, table, "off_table", by="apply", seat=0, shown=shown_digest(seen), **card)

    assert "Nobody: it came off the pack" in asked
    assert "checked" not in asked
    assert (unsaid.status_code, "seat" in unsaid.context["form"].errors) == (422, True)
    assert "the next card is dealt in its place" in seen.content.decode()
    assert done.status_code == 302


def test_a_ruling_is_chosen_seen_and_applied_and_then_stands_on_the_page_of_the_hand():
    table, client = started()
    facts = {"seat": 3, "how": "mixed"}

    page = client.get(address(table, "play")).content.decode()
    asked = client.get(address_of(table, "fouled")).content.decode()
    seen = press(client, table, "fouled", by="see", **facts)
    done = press(client, table, "fouled", by="apply", shown=shown_digest(seen), **facts)

    assert f'href="{address_of(table, "fouled")}"' in page
    assert "Rulings in this hand" not in page
    assert "3 Pat Seat3" in asked
    assert 'value="apply"' not in asked
    told = seen.content.decode()
    assert "The hand of seat 3 was mixed with other cards: it is dead." in told
    assert f'href="{reverse("events:rulebook", args=[table.event.code])}#ANG-27"' in told
    assert "Seat 3 is out of the hand" in told
    assert (done.status_code, the_play(table).hand.live) == (302, (2, 1))
    after = client.get(address(table, "play")).content.decode()
    assert "Rulings in this hand" in after
    assert "was mixed with other cards: it is dead" in after
    assert '#ANG-27"' in after


def test_looking_changes_nothing():
    table, client = started()

    for _ in "ab":
        assert press(client, table, "fouled", by="see", seat=3, how="mixed").status_code == 200

    assert (the_play(table).version, the_play(table).hand.live) == (1, (2, 3, 1))


def test_what_needs_no_facts_shows_its_ruling_at_once():
    table, client = started()

    page = client.get(address_of(table, "flop_too_early"))
    done = press(client, table, "flop_too_early", by="apply", shown=shown_digest(page))

    assert "After the betting it is dealt without another burn" in page.content.decode()
    assert (done.status_code, rulings_taken(the_play(table).hand)[0].code) == (302, "flop_again")


def test_a_second_press_rules_once_though_its_seat_is_dead_by_then():
    table, client = started()
    key = uuid4()

    for _ in "ab":
        assert press(client, table, "fouled", by="apply", key=key, seat=3, how="mixed").status_code == 302

    assert len(rulings_taken(the_play(table).hand)) == 1


def test_facts_changed_after_looking_are_shown_before_they_are_applied():
    table, client = started()
    seen = press(client, table, "fouled", by="see", seat=3, how="mixed")

    changed = press(client, table, "fouled", by="apply", seat=2, how="mixed", shown=shown_digest(seen))

    page = changed.content.decode()
    assert (changed.status_code, the_play(table).version) == (409, 1)
    assert "Look at the ruling again" in page
    assert "Seat 2 is out of the hand" in page


def test_an_older_page_is_told_that_the_hand_has_gone_on():
    table, client = started()
    do(table, "call")

    answer = press(client, table, "fouled", by="apply", seat=3, how="mixed", version=1)

    assert answer.status_code == 409
    assert "has gone on since this page was shown" in answer.content.decode()


def test_a_refused_ruling_says_why_and_keeps_what_was_entered():
    table, client = started()

    answer = press(client, table, "wrong_count", by="see", held_1=2)

    page = answer.content.decode()
    assert (answer.status_code, 'value="apply"' in page) == (422, False)
    assert "Seat 1 holds 2 cards, as it should. Play on." in page
    assert 'name="held_1" value="2"' in page


def test_what_cannot_happen_now_has_no_page():
    table, client = started()

    assert client.get(address_of(table, "river_too_early")).status_code == 409
    assert client.get(address_of(table, "spilled_drink")).status_code == 404


@pytest.mark.rule("CAN-12")
def test_a_misdeal_clears_the_table_with_one_press():
    table, client = started()
    press(client, table, "wrong_count", by="apply", held_2=3)

    page = client.get(address(table, "play")).content.decode()
    wall = client.get(address(table, "watch")).content.decode()

    assert "Everybody has back what they put in" in page
    assert "Call it off" not in page
    assert "A hand was fouled" not in page
    assert "A misdeal: everybody has their chips back" in wall
    sent = {"request_id": uuid4(), "version": 2, "reason": "Misdeal"}
    assert client.post(address(table, "call_off"), sent).status_code == 302
    assert play_of(table) is None


@pytest.mark.parametrize(
    ("typed", "chips"),
    [("25 25", (25, 25)), ("3x5", (5, 5, 5)), ("2×5 1,000", (5, 5, 1000))],
)
@pytest.mark.rule("CAN-6")
def test_chips_put_out_are_typed_one_by_one_or_counted(typed, chips):
    table, client = started(chips=1000)

    answer = press(client, table, "wager", by="see", chips=typed)

    assert answer.context["form"].facts().chips == chips


@pytest.mark.parametrize("typed", ["five", "0x", "x", "201x5", "-5", "9999999999"])
def test_chips_that_are_none_are_refused(typed):
    table, client = started()

    assert press(client, table, "wager", by="see", chips=typed).status_code == 422


def test_a_flop_is_told_again_on_the_page():
    table = at_the_flop()
    client = signed_in(table.event)

    assert "The flop as it came then" in client.get(address_of(table, "flop_too_many")).content.decode()
    press(client, table, "flop_too_many", by="apply", new="2s 2d 2h")

    assert [str(line[0]) for line in the_play(table).hand.log[-2:]] == ["note", "redeal"]


def test_two_exposed_cards_are_told_by_seat():
    table, client = started()

    answer = press(client, table, "exposed", by="see", exposed_1="Kh", exposed_3="2c")

    assert "Misdeal: 2 cards were exposed on the deal" in answer.content.decode()


@pytest.mark.parametrize("kind", ["fouled", "exposed", "wager", "boxed_in_hand", "cut"])
def test_every_page_of_a_ruling_opens(kind):
    table, client = started()

    assert client.get(address_of(table, kind)).status_code == 200


@pytest.mark.parametrize("role", [Role.DESK, Role.RAFFLE])
def test_only_staff_of_the_tables_rule(role):
    table, _ = started()
    client = signed_in(table.event, role)
    api = TableClient(table.event, role)

    assert client.get(address_of(table, "fouled")).status_code == 403
    assert press(client, table, "fouled", by="apply", seat=3, how="mixed").status_code == 403
    assert api.get(f"{api.base}{table.pk}/play/rulings/").status_code == 403
    assert api.send(f"{table.pk}/play/rulings/", {"version": 1, "kind": "cut"}).status_code == 403
    assert the_play(table).version == 1


def test_a_ruling_over_the_api_is_seen_applied_once_and_undone():
    table, _ = started()
    client, key = TableClient(table.event), uuid4()
    facts = {"kind": "wrong_count", "held": {"2": 3}}
    path = f"{table.pk}/play/rulings/"

    offered = client.read(path)
    preview = client.send(f"{path}preview/", facts)
    sent = {**facts, "version": 1, "shown": preview.json()["digest"]}
    applied, again = client.send(path, sent, key), client.send(path, sent, key)
    stale = client.send(path, sent)

    assert offered["kinds"][0] == {
        "kind": "wrong_count",
        "label": "A hand has too many or too few cards",
        "fields_asked": ["held"],
        "seats": [2, 3, 1],
        "rules": ["CAN-12"],
    }
    assert (preview.status_code, preview.json()["code"], preview.json()["rules"]) == (200, "misdeal", ["CAN-12"])
    assert preview.json()["effects"][0]["text"] == "Chips go back: seat 2 5, seat 3 10."
    assert (applied.status_code, applied.json()["view"]["phase"]) == (200, "void")
    assert (again.json(), applied.json()["rulings"][0]["code"]) == (applied.json(), "misdeal")
    assert (stale.status_code, stale.json()["code"]) == (409, "hand_moved_on")
    undone = client.send(f"{table.pk}/play/moves/", {"version": 2, "verb": "undo"})
    assert (undone.json()["view"]["phase"], undone.json()["rulings"]) == ("betting", [])


@pytest.mark.parametrize(
    ("facts", "status", "code"),
    [
        ({"kind": "spilled_drink"}, 404, "unknown_ruling"),
        ({"kind": "exposed", "exposed": {"1": "Zz"}}, 422, "unknown_card"),
        ({"kind": "exposed", "exposed": {"one": "Kh"}}, 400, "invalid_fields"),
        ({"kind": "wrong_count", "held": {"1": -1}}, 400, None),
        ({"kind": "wager", "chips": [0]}, 400, None),
        ({"kind": "fouled", "seat": 3}, 400, "ruling_incomplete"),
        ({"kind": "fouled", "seat": "third", "how": "mixed"}, 400, None),
        ({"kind": "turn_too_early"}, 409, "ruling_not_now"),
        ({"kind": "wager", "chips": "many"}, 400, None),
        ({"kind": "wager", "chips": [5], "raise_to": None}, 400, None),
    ],
)
def test_the_api_refuses_with_a_code(facts, status, code):
    table, _ = started()
    client = TableClient(table.event)

    for path, more in (("preview/", {}), ("", {"version": 1})):
        answer = client.send(f"{table.pk}/play/rulings/{path}", {**facts, **more})
        assert answer.status_code == status
        assert code is None or answer.json()["code"] == code


@pytest.mark.rule("CAN-7")
def test_half_a_bet_more_is_completed_over_the_api():
    table = in_house("canterbury", structure="fixed_limit")
    client = TableClient(table.event)

    done = client.send(f"{table.pk}/play/rulings/", {"version": 1, "kind": "wager", "chips": [5, 5, 5]})

    assert done.json()["rulings"][0] == {
        "code": "completed_raise",
        "says": "Half a bet or more beyond 10: it must be completed to 20.",
        "rules": ["CAN-7"],
    }
    assert done.json()["view"]["seats"][2]["bet"] == 20


def test_the_page_of_a_ruling_costs_the_same_queries_with_more_players(django_assert_max_num_queries):
    costs = []

    for seats in (2, 5):
        table = open_table(make_event())
        seat_people(table, dict.fromkeys(range(1, seats + 1), 100))
        start(table)
        rule(table, "cut")
        client = signed_in(table.event)
        client.get(reverse("tables:list", args=[table.event.code]))
        with django_assert_max_num_queries(24) as counted:
            assert client.get(address_of(table, "fouled")).status_code == 200
            assert press(client, table, "fouled", by="see", seat=2, how="mixed").status_code == 200
        costs.append(len(counted))

    assert costs[0] == costs[1]
