"""The raffle's pages for staff: what they press, and every refusal."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from engine.raffle import CallKind, Calls
from eventnight.core.roles import Role
from eventnight.raffle import services
from eventnight.raffle.models import Ticket
from tests.answers import text_of
from tests.factories import make_event, make_player, make_staff
from tests.raffle.nights import DICE, RaffleNight, placed_night
from tests.raffle.pages import CLOSING, brought, new_key, page_url, staff_client

pytestmark = pytest.mark.django_db


def test_the_raffle_goes_from_opening_to_the_published_seed_by_its_buttons():
    night = RaffleNight.__new__(RaffleNight)
    night.event, night.players = make_event(), []
    player = make_player(night.event)
    night.players = [player]
    staff = staff_client(night)

    def press(name: str, data: dict[str, object] | None = None, **place: object) -> None:
        answer = staff.post(page_url(night, name, **place), data or {})
        assert answer.status_code == 302, answer.content.decode()

    press("open", {"method": "verifiable"})
    press("add_bucket", {"item": "Quilt", "donor": "Quilters", "value": "250", "prizes": "1"})
    press("sell", {"paid": "1000", "till": "T1", **new_key()}, player=player.code)
    press("place", {"to_B1": "10", "was_B1": "0", "planned": "B1:+10", **new_key()}, player=player.code)
    press("freeze", CLOSING)
    press("entropy", brought(night, DICE.removeprefix("dice:"), shown=DICE))
    press("draw", prize="B1")
    press("decide", prize="B1", attempt=0, decision="hand-over")
    press("finish")

    assert night.raffle.is_done
    assert night.raffle.entropy == DICE
    assert len(night.raffle.seed) == 64
    assert night.faults() == []


@pytest.mark.parametrize(
    "stage", ["none", "open", "frozen", "drawing", "called", "absent", "done"], ids=lambda stage: stage
)
def test_the_staff_page_shows_each_stage(stage):
    night = placed_night()
    stages = ["none", "open", "frozen", "drawing", "called", "absent", "done"]
    steps = [
        night.freeze,
        lambda: night.enter(entropy=DICE),
        night.draw,
        lambda: night.do(services.mark_absent, drawn=services.DrawnNumber(prize_code="B1", attempt=0)),
        lambda: _settle(night),
    ]
    for step in steps[: max(stages.index(stage) - 1, 0)]:
        step()
    words = {
        "none": "Open the raffle",
        "open": "Close the sales",
        "frozen": "Let guests call 20 dice",
        "drawing": "Draw from 9 tickets",
        "called": "Hand over to",
        "absent": "Draw again",
        "done": "The seed is published.",
    }

    event = make_event() if stage == "none" else night.event
    client = Client()
    client.force_login(make_staff(event, Role.RAFFLE))
    page = client.get(reverse("raffle:staff", kwargs={"code": event.code}))

    assert page.status_code == 200
    assert words[stage] in text_of(page)


def _settle(night: RaffleNight) -> None:
    night.draw("B1")
    night.do(services.hand_over, drawn=services.DrawnNumber(prize_code="B1", attempt=1))
    night.draw("B2")
    night.do(services.hand_over, drawn=services.DrawnNumber(prize_code="B2", attempt=0))
    night.do(services.finish)


def test_the_live_panel_of_the_draw_is_one_element():
    night = placed_night()
    night.freeze_and_roll()

    panel = staff_client(night).get(page_url(night, "panel"), {"prize": "B2"}).content.decode().strip()

    assert panel.startswith('<div class="columns columns-draw"')
    assert 'data-live="' + page_url(night, "panel") + '?prize=B2"' in panel


def test_the_panel_says_when_somebody_has_opened_the_sales_again():
    night = placed_night()
    night.freeze()
    staff = staff_client(night)

    staff.post(page_url(night, "reopen"), {"reason": "Pressed too early", **new_key()})

    assert "sales are open again" in staff.get(page_url(night, "panel")).content.decode()


@pytest.mark.parametrize(
    ("kind", "typed", "drawn"),
    [("dice", "36" * 10, ["3", "6"] * 10), ("cards", "KD 10h," * 10, ["Kd", "Th"] * 10)],
    ids=["dice", "cards"],
)
def test_each_die_and_card_is_drawn_by_itself_before_it_is_published_and_after(kind, typed, drawn):
    night = placed_night()
    night.freeze(calls=Calls(CallKind(kind), 20))
    staff = staff_client(night)
    spans = "".join(f"<span>{one}</span>" for one in drawn)

    seen = staff.post(page_url(night, "entropy"), brought(night, typed))
    before = night.raffle.entropy
    staff.post(page_url(night, "entropy"), brought(night, typed, shown=f"{kind}:{' '.join(drawn)}"))
    page = staff.get(page_url(night, "staff")).content.decode()

    assert (seen.status_code, before) == (200, "")
    assert spans in seen.content.decode()
    assert spans in page
    assert night.raffle.entropy == f"{kind}:{' '.join(drawn)}"


def test_drawing_by_button_twice_keeps_one_winner():
    night = placed_night()
    night.freeze_and_roll()
    staff = staff_client(night)

    answers = [staff.post(page_url(night, "draw", prize="B1"), follow=True) for _ in range(2)]

    assert [answer.status_code for answer in answers] == [200, 200]
    assert night.raffle.draws.get() == night.draw()


def test_a_barrel_number_is_typed_and_a_wrong_one_refused_on_the_page():
    night = placed_night(method="barrel")
    night.freeze()
    staff = staff_client(night)

    refused = staff.post(page_url(night, "barrel", prize="B1"), {"ticket": "14"})
    kept = staff.post(page_url(night, "barrel", prize="B1"), {"ticket": "11"})

    assert refused.status_code == 422
    assert "it lies in bucket B2" in refused.content.decode()
    assert 'value="14"' in refused.content.decode()
    assert kept.status_code == 302


def test_too_few_dice_come_back_with_what_was_typed():
    night = placed_night()
    night.freeze()

    answer = staff_client(night).post(page_url(night, "entropy"), brought(night, "6 6 6"))

    assert answer.status_code == 422
    assert "17 more" in answer.content.decode()
    assert "6 6 6" in answer.content.decode()


def test_buckets_are_added_changed_and_removed_until_a_ticket_is_in():
    night = RaffleNight(buckets=0)
    staff = staff_client(night)

    staff.post(page_url(night, "add_bucket"), {"item": "Pies", "value": "120", "prizes": "2"})
    staff.post(page_url(night, "edit_bucket", bucket="B1"), {"item": "A pie a month", "donor": "Bea", "value": "99.50"})
    bucket = night.raffle.buckets.get()
    night.sell(0)
    night.place(0, B1=1)
    refused = staff.post(page_url(night, "remove_bucket", bucket="B1"))

    assert (bucket.item, bucket.donor, bucket.value) == ("A pie a month", "Bea", 9950)
    assert [prize.code for prize in bucket.prizes.all()] == ["B1-1", "B1-2"]
    assert refused.status_code == 409
    assert "holds 1 ticket" in refused.content.decode()


def test_a_bucket_page_saves_and_removes():
    night = RaffleNight(buckets=1)
    staff = staff_client(night)

    page = staff.get(page_url(night, "edit_bucket", bucket="B1"))
    removed = staff.post(page_url(night, "remove_bucket", bucket="B1"))

    assert 'value="100.00"' in page.content.decode()
    assert removed.status_code == 302
    assert not night.raffle.buckets.exists()


def test_the_desk_sells_and_comes_back_to_its_page_with_an_undo():
    night = RaffleNight()
    desk = staff_client(night, Role.DESK)
    back = reverse("bank:player", kwargs={"code": night.event.code, "player": "P001"})

    sold = desk.post(page_url(night, "sell", player="P001"), {"paid": "2000", "till": "T2", "next": back, **new_key()})
    undone = desk.post(page_url(night, "undo", sequence=1), new_key())

    assert (sold.status_code, sold["Location"]) == (302, back)
    assert undone.status_code == 302
    assert Ticket.objects.filter(raffle=night.raffle, state="void").count() == 20


def test_one_press_sent_twice_sells_once():
    night = RaffleNight()
    desk, data = staff_client(night, Role.DESK), {"paid": "1000", **new_key()}

    answers = [desk.post(page_url(night, "sell", player="P001"), data) for _ in range(2)]

    assert [answer.status_code for answer in answers] == [302, 302]
    assert Ticket.objects.filter(raffle=night.raffle).count() == 10


def test_chips_are_turned_in_at_the_desk():
    night = RaffleNight()
    night.give_chips(0)

    answer = staff_client(night, Role.DESK).post(
        page_url(night, "redeem", player="P001"), {"chips": "950", **new_key()}
    )

    assert answer.status_code == 302
    assert Ticket.objects.filter(raffle=night.raffle).count() == 9


@pytest.mark.parametrize(
    ("name", "data", "status", "words"),
    [
        ("sell", {"paid": "1550"}, 422, "does not buy a whole number"),
        ("redeem", {"chips": "90"}, 422, "buys no ticket"),
        ("redeem", {"chips": "100"}, 422, "1 ticket"),
        ("void", {"number": "77", "reason": "Torn"}, 404, "No ticket has the number 77"),
        ("void", {"number": "3", "reason": ""}, 422, "required"),
    ],
    ids=["not-a-lot", "too-few-chips", "no-chips", "unknown-ticket", "no-reason"],
)
def test_a_refused_form_keeps_the_page_and_says_why(name, data, status, words):
    night = RaffleNight()
    words = "has 0 chips" if data == {"chips": "100"} else words

    answer = staff_client(night).post(page_url(night, name, player="P001"), {**data, **new_key()})

    assert answer.status_code == status
    assert words in answer.content.decode()


def test_selling_after_the_freeze_is_refused_on_the_page():
    night = placed_night()
    night.freeze()

    answer = staff_client(night).post(page_url(night, "sell", player="P001"), {"paid": "1000", **new_key()})

    assert answer.status_code == 409


def test_undoing_a_sale_with_placed_tickets_names_the_way_out():
    night = placed_night()

    answer = staff_client(night).post(page_url(night, "undo", sequence=1), new_key())

    assert answer.status_code == 409
    assert "Take them back out first" in answer.content.decode()


def test_a_player_is_found_by_name_and_the_only_one_is_chosen():
    night = placed_night()
    name = night.players[0].person.full_name

    one = staff_client(night).get(page_url(night, "players"), {"q": name})
    many = staff_client(night).get(page_url(night, "players"), {"q": "Pat"})

    assert (one.status_code, one["Location"]) == (302, page_url(night, "player", player="P001"))
    assert "P002" in many.content.decode()


@pytest.mark.parametrize("role", [Role.MATCHES, Role.FLOOR, Role.TABLES])
def test_other_roles_are_kept_out(role):
    night = placed_night()

    answers = [
        staff_client(night, role).get(page_url(night, "staff")),
        staff_client(night, role).post(page_url(night, "freeze")),
        staff_client(night, role).post(page_url(night, "sell", player="P001"), {"paid": "1000", **new_key()}),
    ]

    assert [answer.status_code for answer in answers] == [403, 403, 403]
    assert night.raffle.is_open


def test_without_sign_in_staff_pages_lead_to_it(client):
    night = placed_night()

    assert client.get(page_url(night, "staff"))["Location"].startswith(reverse("sign_in"))


@pytest.mark.parametrize("do", ["tickets", "chips-in"])
def test_the_desk_offers_no_tickets_once_sales_are_closed(do):
    night = placed_night()
    desk = Client()
    desk.force_login(make_staff(night.event, Role.DESK))
    address = reverse("bank:action", kwargs={"code": night.event.code, "player": night.players[0].code, "do": do})

    before = desk.get(address).content.decode()
    night.freeze()
    after = desk.get(address).content.decode()

    assert "give the tickets" in before or "buy no ticket" in before
    assert "give the tickets" not in after
    assert "Ticket sales closed at" in after
    assert after.count("sales closed</small>") == 2


def test_the_panel_of_a_raffle_that_is_not_promised_leads_to_the_sales():
    event = make_event()
    client = Client()
    client.force_login(make_staff(event))

    answer = client.get(reverse("raffle:panel", kwargs={"code": event.code}))

    assert answer.status_code == 200
    assert reverse("raffle:staff", kwargs={"code": event.code}) in answer.content.decode()
