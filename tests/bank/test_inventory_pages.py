"""The chips as pages and over HTTP: who may what, what a press does, and what is refused and kept."""

from __future__ import annotations

from datetime import timedelta
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from eventnight.bank.models import Entry, EntryKind
from eventnight.bank.selectors.chips.inventory import last_counts
from eventnight.bank.services import give_first_stack
from eventnight.bank.services.chips.inventory import count_chips, make_change, stock_tray
from eventnight.core.roles import Role
from eventnight.events.models import Event
from eventnight.night.selectors.alerts import alerts
from eventnight.night.selectors.tonight import tonight
from tests.answers import shown_text, text_of
from tests.bank.chip_nights import card_table, counted_night, out_of_rack
from tests.bank.nights import Night, night_with_stacks
from tests.factories import NOW, make_player, make_staff

pytestmark = pytest.mark.django_db


@pytest.fixture
def night() -> Night:
    """A night with one player and an open table that has 40 small chips."""
    night = counted_night(1)
    night.post(stock_tray, place=card_table(night).code, pieces={5: 40})
    return night


def signed_in(night: Night, role: Role = Role.ORGANISER) -> Client:
    client = Client()
    client.staff = make_staff(night.event, role)
    client.force_login(client.staff)
    return client


def address(night: Night, *parts: object) -> str:
    return "/".join(["/staff", night.event.code, "chips", *map(str, parts), ""])


def press(client: Client, night: Night, *parts: object, **given: object):
    return client.post(address(night, *parts), {"request_id": uuid4(), **given})


def test_the_page_lists_every_holder_and_the_night_by_colour(night: Night):
    night.post(count_chips, holder="rack", pieces={50: 485, 20: 290, 10: 290, 5: 360})

    shown = text_of(signed_in(night).get(address(night)))

    for text in ("Bank rack", "Table 1", "50 too few", "36,000 owned in all", "Not counted yet"):
        assert text in shown


def test_where_chips_are_not_counted_the_page_says_how_to_begin():
    night = night_with_stacks(1)

    assert "Enter the number owned of each colour" in text_of(signed_in(night).get(address(night)))
    assert "The organiser enters" in text_of(signed_in(night, Role.DESK).get(address(night)))


@pytest.mark.rule("WLIA-1")
def test_a_count_tells_the_difference_only_afterwards(night: Night):
    dealer = signed_in(night, Role.TABLES)
    before = dealer.get(address(night, "T1", "count"))
    assert "200" not in shown_text(before)

    answer = dealer.post(address(night, "T1", "count"), {"request_id": uuid4(), "pieces_5": "38"}, follow=True)

    assert "Table 1: 190 counted, the books say 200: 10 too few. Count again" in text_of(answer)
    assert last_counts(night.event.pk)["T1"].by == dealer.staff.username


def test_a_count_that_is_no_number_stays_on_the_form(night: Night):
    answer = press(signed_in(night), night, "T1", "count", pieces_5="many", pieces_50="2")

    assert answer.status_code == 422
    assert 'value="2"' in text_of(answer)
    assert last_counts(night.event.pk) == {}


@pytest.mark.rule("WLIA-4")
def test_a_dealer_changes_a_chip_and_undoes_it(night: Night):
    dealer, before = signed_in(night, Role.TABLES), out_of_rack(night)

    press(dealer, night, "T1", "change", brought_50="1", handed_5="10")
    assert out_of_rack(night)["T1"] == {"5": 30, "50": 1}
    entry = Entry.objects.get(event=night.event, kind=EntryKind.CHANGE_MADE)
    assert f"entries/{entry.sequence}/undo/" in text_of(dealer.get(address(night)))
    press(dealer, night, "entries", entry.sequence, "undo")

    assert out_of_rack(night) == before


def test_an_unequal_change_is_refused_on_the_form_with_what_was_entered(night: Night):
    answer = press(signed_in(night), night, "T1", "change", brought_50="1", handed_5="9")

    shown = text_of(answer)
    assert answer.status_code == 422
    assert "5 too few. Hand out exactly 50." in shown
    assert "WLIA-4" in shown
    assert 'value="9"' in shown


@pytest.mark.rule("WLIA-4")
def test_the_counter_offers_no_yellow_to_change(night: Night):
    shown = text_of(signed_in(night).get(address(night, "rack", "change")))

    assert "brought_50" in shown
    assert 'brought_5"' not in shown


def test_a_tray_is_filled_and_emptied(night: Night):
    floor = signed_in(night, Role.FLOOR)

    press(floor, night, "T1", "stock", pieces_5="20")
    assert out_of_rack(night)["T1"] == {"5": 60}
    press(floor, night, "T1", "empty")

    assert "T1" not in out_of_rack(night)


def test_another_persons_change_is_the_organisers_to_undo(night: Night):
    changed = night.post(
        make_change, place="T1", brought={50: 1}, handed={5: 10}, now=timezone.now() - timedelta(minutes=1)
    ).entry

    refused = press(signed_in(night, Role.TABLES), night, "entries", changed.sequence, "undo", reason="no")
    assert refused.status_code == 403
    press(signed_in(night), night, "entries", changed.sequence, "undo", reason="wrong table")

    assert out_of_rack(night)["T1"] == {"5": 40}


@pytest.mark.parametrize(
    ("role", "parts", "status"),
    [
        pytest.param(Role.TABLES, ("rack", "change"), 403, id="dealer-at-the-rack"),
        pytest.param(Role.DESK, ("T1", "change"), 403, id="desk-at-a-table"),
        pytest.param(Role.DESK, ("T1", "stock"), 403, id="desk-at-a-tray"),
        pytest.param(Role.DESK, ("rack", "change"), 200, id="desk-at-the-rack"),
        pytest.param(Role.TABLES, ("T1", "change"), 200, id="dealer-at-a-table"),
        pytest.param(Role.RAFFLE, ("rack", "count"), 403, id="raffle"),
        pytest.param(Role.MATCHES, (), 403, id="euchre"),
        pytest.param(Role.TABLES, ("rack", "count"), 200, id="dealer-counts"),
        pytest.param(Role.ORGANISER, ("T7", "count"), 404, id="no-such-table"),
    ],
)
def test_desk_and_tables_each_move_their_own_chips(night: Night, role: Role, parts: tuple[str, ...], status: int):
    assert signed_in(night, role).get(address(night, *parts)).status_code == status


def short_night() -> Night:
    night = counted_night(owned={10: 105, 20: 300, 50: 500})
    night.post(give_first_stack, player_code=make_player(night.event).code)
    return night


@pytest.mark.rule("WLIA-1")
def test_a_colour_that_runs_short_is_told_at_the_desk_among_the_chips_and_to_the_organiser():
    night = short_night()
    sentence = "95 white 10 left in the rack; 100 are wanted."

    assert sentence in text_of(signed_in(night, Role.DESK).get(f"/staff/{night.event.code}/desk/"))
    assert sentence in text_of(signed_in(night).get(address(night)))
    told = alerts(tonight(Event.objects.get(pk=night.event.pk), NOW), [], NOW)
    assert [(alert.title, alert.badge_text) for alert in told] == [("White 10 chips run short.", "95 left")]


@pytest.mark.rule("WLIA-14")
def test_the_cashier_counts_chips_turned_in_by_colour(night: Night):
    desk, player = signed_in(night, Role.DESK), night.codes[0]
    page = desk.get(f"/staff/{night.event.code}/desk/{player}/chips-in/")
    assert "Count them by colour" in text_of(page)
    assert 'name="pieces_5"' not in text_of(page)

    signed_in(night).post(f"/staff/{night.event.code}/raffle/open/", {"method": "barrel"})
    answer = desk.post(
        f"/staff/{night.event.code}/players/{player}/chips-in/",
        {"request_id": uuid4(), "chips": "100", "pieces_20": "4", "pieces_10": "2"},
    )

    assert answer.status_code == 302
    assert out_of_rack(night)["floor"] == {"50": 14, "20": 6, "10": 8}


@pytest.mark.parametrize("tables", [1, 3])
def test_the_page_takes_as_many_queries_for_one_table_as_for_three(tables: int, django_assert_num_queries):
    night = counted_night(tables)
    for code in night.codes:
        night.post(stock_tray, place=card_table(night).code, pieces={5: 40})
        night.post(count_chips, holder=code, pieces={50: 20})
    client = signed_in(night)
    client.get(address(night))

    with django_assert_num_queries(17):
        client.get(address(night))


def send(client: Client, night: Night, path: str, body: dict[str, object], key: object = None):
    url = f"/api/v1/events/{night.event.code}/bank/chips/{path}"
    headers = {"Idempotency-Key": str(key or uuid4())}
    return client.post(url, body, content_type="application/json", headers=headers)


def test_programs_read_the_chips(night: Night):
    night.post(count_chips, holder="T1", pieces={5: 38})

    body = signed_in(night).get(f"/api/v1/events/{night.event.code}/bank/chips/").json()

    assert (body["owned"], body["color_up_drift"]) == (36_000, {"chips": 0, "tournament_chips": 0})
    assert {colour["value"]: colour["rack"] for colour in body["colours"]} == {5: 360, 10: 290, 20: 290, 50: 486}
    table = next(holder for holder in body["holders"] if holder["code"] == "T1")
    assert (table["books"], table["last"]["difference"], table["last"]["pieces"]) == (200, -10, {"5": 38})


def test_programs_count_change_fill_and_undo_once_each(night: Night):
    client, key = signed_in(night), uuid4()
    change = {"place": "T1", "brought": {"50": 1}, "handed": {"5": 10}}

    answers = [send(client, night, "changes/", change, key) for _ in range(2)]
    counted = send(client, night, "counts/", {"holder": "T1", "pieces": {"5": 30, "50": 1}})
    filled = send(client, night, "trays/T1/", {"pieces": {"5": 10}})
    sequence = answers[0].json()["sequence"]
    undone = send(client, night, f"entries/{sequence}/reversal/", {"reason": "misread"})

    assert [answer.status_code for answer in (*answers, counted, filled, undone)] == [201, 200, 201, 201, 201]
    assert answers[0].json()["rates"]["handed"] == {"5": 10}
    assert out_of_rack(night)["T1"] == {"5": 50}


@pytest.mark.parametrize(
    ("path", "body", "status", "code"),
    [
        pytest.param("changes/", {"place": "T1", "brought": {"50": 1}, "handed": {"5": 9}}, 422, "change_unequal"),
        pytest.param("changes/", {"place": "rack", "brought": {"50": 1}, "handed": {"5": 10}}, 422, "not_at_bank"),
        pytest.param("changes/", {"place": "T9", "brought": {"50": 1}, "handed": {"5": 10}}, 404, "unknown_place"),
        pytest.param("counts/", {"holder": "rack", "pieces": {"blue": 1}}, 400, "invalid_fields"),
        pytest.param("counts/", {"holder": "rack"}, 400, "invalid_fields"),
        pytest.param("trays/T1/", {"pieces": {}}, 400, "chips_above_zero"),
    ],
)
def test_programs_are_refused_with_a_code(night: Night, path: str, body: dict[str, object], status: int, code: str):
    answer = send(signed_in(night), night, path, body)

    assert (answer.status_code, answer.json()["code"]) == (status, code)


def test_a_program_needs_a_key_and_the_role(night: Night):
    url = f"/api/v1/events/{night.event.code}/bank/chips/changes/"
    change = {"place": "rack", "brought": {"50": 2}, "handed": {"20": 5}}

    assert signed_in(night).post(url, change, content_type="application/json").json()["code"] == (
        "idempotency_key_missing"
    )
    assert send(signed_in(night, Role.TABLES), night, "changes/", change).status_code == 403
