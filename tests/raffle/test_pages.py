"""The raffle's pages: what everybody reads, what staff press, how a holder places tickets, and every refusal."""

from __future__ import annotations

import json
import re
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from engine.raffle import verify_draw
from eventnight.core.roles import Role
from eventnight.raffle import services
from eventnight.raffle.models import Ticket
from eventnight.raffle.selectors import ticket_counts
from tests.factories import make_event, make_player, make_staff
from tests.raffle.nights import DICE, SEED, RaffleNight, placed_night

pytestmark = pytest.mark.django_db


def _staff(night: RaffleNight, role: Role = Role.RAFFLE) -> Client:
    client = Client()
    client.force_login(make_staff(night.event, role))
    return client


def _url(night: RaffleNight, name: str, /, **place: object) -> str:
    return reverse(f"raffle:{name}", kwargs={"code": night.event.code, **place})


def _key() -> dict[str, str]:
    return {"request_id": str(uuid4())}


# ---------- Everybody ----------


def test_the_public_page_shows_odds_promise_and_items(client):
    night = placed_night()

    page = client.get(_url(night, "public")).content.decode()

    assert "1 in 9" in page
    assert "Item 2" in page
    assert night.raffle.commitment in page
    assert "WLIA-16" in page


def test_the_public_page_before_the_raffle_says_so(client):
    event = make_event()

    answer = client.get(reverse("raffle:public", kwargs={"code": event.code}))

    assert "not open yet" in answer.content.decode()


@pytest.mark.parametrize("name", ["buckets", "results", "proof"])
def test_a_live_part_is_one_element_that_names_its_address(client, name):
    night = placed_night()
    address = _url(night, "part", name=name)

    part = client.get(address).content.decode().strip()

    assert part.startswith("<section")
    assert part.endswith("</section>")
    assert f'data-live="{address}"' in part


@pytest.mark.django_db(transaction=True)
def test_the_same_version_is_not_sent_twice(client):
    night = placed_night()
    first = client.get(_url(night, "proof"))

    again = client.get(_url(night, "proof"), headers={"If-None-Match": first["ETag"]})
    night.freeze()
    changed = client.get(_url(night, "proof"), headers={"If-None-Match": first["ETag"]})

    assert (again.status_code, changed.status_code) == (304, 200)


@pytest.mark.django_db(transaction=True)
def test_the_published_files_repeat_the_draw_and_the_seed_comes_last(client):
    night = placed_night()
    early = client.get(_url(night, "list"))
    night.freeze_and_roll()
    for prize in ("B1", "B2"):
        night.draw(prize)
        during = client.get(_url(night, "public")).content.decode() + client.get(_url(night, "proof")).content.decode()
        night.do(services.hand_over, prize_code=prize, attempt=0)
    night.do(services.finish)

    proof, listed = client.get(_url(night, "proof")), client.get(_url(night, "list"))

    assert early.status_code == 404
    assert SEED.hex() not in during
    assert proof["Content-Type"] == "application/json"
    assert listed["Content-Type"] == "text/plain; charset=utf-8"
    assert verify_draw(json.loads(proof.content), listed.content) == []
    assert SEED.hex() in client.get(_url(night, "public")).content.decode()


def test_winners_go_by_the_name_that_public_pages_show(client):
    night = placed_night()
    night.freeze_and_roll()
    draw = night.draw()

    page = client.get(_url(night, "public")).content.decode()

    assert draw.ticket.holder.display_name in page
    assert draw.ticket.holder.person.full_name not in page


# ---------- Staff ----------


def test_the_raffle_goes_from_opening_to_the_published_seed_by_its_buttons():
    night = RaffleNight.__new__(RaffleNight)
    night.event, night.players = make_event(), []
    player = make_player(night.event)
    night.players = [player]
    staff = _staff(night)

    def press(name: str, data: dict[str, object] | None = None, **place: object) -> None:
        answer = staff.post(_url(night, name, **place), data or {})
        assert answer.status_code == 302, answer.content.decode()

    press("open", {"method": "verifiable"})
    press("add_bucket", {"item": "Quilt", "donor": "Quilters", "value": "250", "prizes": "1"})
    press("sell", {"paid": "1000", "till": "T1", **_key()}, player=player.code)
    press("place", {"to_B1": "10", "was_B1": "0", "planned": "B1:+10", **_key()}, player=player.code)
    press("freeze")
    press("entropy", {"entropy": DICE.removeprefix("dice:")})
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
        lambda: night.do(services.enter_entropy, entropy=DICE),
        night.draw,
        lambda: night.do(services.mark_absent, prize_code="B1", attempt=0),
        lambda: _settle(night),
    ]
    for step in steps[: max(stages.index(stage) - 1, 0)]:
        step()
    words = {
        "none": "Open the raffle",
        "open": "Close the sales",
        "frozen": "Publish and begin the draw",
        "drawing": "Draw from 9 tickets",
        "called": "hand it over",
        "absent": "Draw again",
        "done": "The seed is published.",
    }

    event = make_event() if stage == "none" else night.event
    client = Client()
    client.force_login(make_staff(event, Role.RAFFLE))
    page = client.get(reverse("raffle:staff", kwargs={"code": event.code}))

    assert page.status_code == 200
    assert words[stage] in page.content.decode()


def _settle(night: RaffleNight) -> None:
    night.draw("B1")
    night.do(services.hand_over, prize_code="B1", attempt=1)
    night.draw("B2")
    night.do(services.hand_over, prize_code="B2", attempt=0)
    night.do(services.finish)


def test_the_live_panel_of_the_draw_is_one_element():
    night = placed_night()
    night.freeze_and_roll()

    panel = _staff(night).get(_url(night, "panel"), {"prize": "B2"}).content.decode().strip()

    assert panel.startswith('<div class="columns columns-draw"')
    assert 'data-live="' + _url(night, "panel") + '?prize=B2"' in panel


def test_the_panel_says_when_somebody_has_opened_the_sales_again():
    night = placed_night()
    night.freeze()
    staff = _staff(night)

    staff.post(_url(night, "reopen"), {"reason": "Pressed too early", **_key()})

    assert "sales are open again" in staff.get(_url(night, "panel")).content.decode()


@pytest.mark.parametrize(
    ("entropy", "drawn"), [("36" * 10, ["3", "6"] * 10), ("Kd 10h," * 10, ["Kd", "10h"] * 10)], ids=["dice", "cards"]
)
def test_each_die_and_card_is_drawn_by_itself(entropy, drawn):
    night = placed_night()
    night.freeze()
    staff = _staff(night)

    staff.post(_url(night, "entropy"), {"entropy": entropy})
    page = staff.get(_url(night, "staff")).content.decode()

    assert "".join(f"<span>{one}</span>" for one in drawn) in page


def test_drawing_by_button_twice_keeps_one_winner():
    night = placed_night()
    night.freeze_and_roll()
    staff = _staff(night)

    answers = [staff.post(_url(night, "draw", prize="B1"), follow=True) for _ in range(2)]

    winner = night.draw().ticket.number
    numbers = [re.search(r"ticket-number[^>]*>(\d+)<", answer.content.decode()) for answer in answers]
    assert [int(number[1]) for number in numbers if number] == [winner, winner]


def test_a_barrel_number_is_typed_and_a_wrong_one_refused_on_the_page():
    night = placed_night(method="barrel")
    night.freeze()
    staff = _staff(night)

    refused = staff.post(_url(night, "barrel", prize="B1"), {"ticket": "14"})
    kept = staff.post(_url(night, "barrel", prize="B1"), {"ticket": "11"})

    assert refused.status_code == 422
    assert "it lies in bucket B2" in refused.content.decode()
    assert 'value="14"' in refused.content.decode()
    assert kept.status_code == 302


def test_too_few_dice_come_back_with_what_was_typed():
    night = placed_night()
    night.freeze()

    answer = _staff(night).post(_url(night, "entropy"), {"entropy": "6 6 6"})

    assert answer.status_code == 422
    assert "17 more" in answer.content.decode()
    assert "6 6 6" in answer.content.decode()


def test_buckets_are_added_changed_and_removed_until_a_ticket_is_in():
    night = RaffleNight(buckets=0)
    staff = _staff(night)

    staff.post(_url(night, "add_bucket"), {"item": "Pies", "value": "120", "prizes": "2"})
    staff.post(_url(night, "edit_bucket", bucket="B1"), {"item": "A pie a month", "donor": "Bea", "value": "99.50"})
    bucket = night.raffle.buckets.get()
    night.sell(0)
    night.place(0, B1=1)
    refused = staff.post(_url(night, "remove_bucket", bucket="B1"))

    assert (bucket.item, bucket.donor, bucket.value) == ("A pie a month", "Bea", 9950)
    assert [prize.code for prize in bucket.prizes.all()] == ["B1-1", "B1-2"]
    assert refused.status_code == 409
    assert "holds 1 ticket" in refused.content.decode()


def test_a_bucket_page_saves_and_removes():
    night = RaffleNight(buckets=1)
    staff = _staff(night)

    page = staff.get(_url(night, "edit_bucket", bucket="B1"))
    removed = staff.post(_url(night, "remove_bucket", bucket="B1"))

    assert 'value="100.00"' in page.content.decode()
    assert removed.status_code == 302
    assert not night.raffle.buckets.exists()


def test_the_desk_sells_and_comes_back_to_its_page_with_an_undo():
    night = RaffleNight()
    desk = _staff(night, Role.DESK)
    back = reverse("bank:player", kwargs={"code": night.event.code, "player": "P001"})

    sold = desk.post(_url(night, "sell", player="P001"), {"paid": "2000", "till": "T2", "next": back, **_key()})
    undone = desk.post(_url(night, "undo", sequence=1), _key())

    assert (sold.status_code, sold["Location"]) == (302, back)
    assert undone.status_code == 302
    assert Ticket.objects.filter(raffle=night.raffle, state="void").count() == 20


def test_one_press_sent_twice_sells_once():
    night = RaffleNight()
    desk, data = _staff(night, Role.DESK), {"paid": "1000", **_key()}

    answers = [desk.post(_url(night, "sell", player="P001"), data) for _ in range(2)]

    assert [answer.status_code for answer in answers] == [302, 302]
    assert Ticket.objects.filter(raffle=night.raffle).count() == 10


def test_chips_are_turned_in_at_the_desk():
    night = RaffleNight()
    night.give_chips(0)

    answer = _staff(night, Role.DESK).post(_url(night, "redeem", player="P001"), {"chips": "950", **_key()})

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

    answer = _staff(night).post(_url(night, name, player="P001"), {**data, **_key()})

    assert answer.status_code == status
    assert words in answer.content.decode()


def test_selling_after_the_freeze_is_refused_on_the_page():
    night = placed_night()
    night.freeze()

    answer = _staff(night).post(_url(night, "sell", player="P001"), {"paid": "1000", **_key()})

    assert answer.status_code == 409


def test_undoing_a_sale_with_placed_tickets_names_the_way_out():
    night = placed_night()

    answer = _staff(night).post(_url(night, "undo", sequence=1), _key())

    assert answer.status_code == 409
    assert "Take them back out first" in answer.content.decode()


def test_a_player_is_found_by_name_and_the_only_one_is_chosen():
    night = placed_night()
    name = night.players[0].person.full_name

    one = _staff(night).get(_url(night, "players"), {"q": name})
    many = _staff(night).get(_url(night, "players"), {"q": "Pat"})

    assert (one.status_code, one["Location"]) == (302, _url(night, "player", player="P001"))
    assert "P002" in many.content.decode()


@pytest.mark.parametrize("role", [Role.MATCHES, Role.FLOOR, Role.TABLES])
def test_other_roles_are_kept_out(role):
    night = placed_night()

    answers = [
        _staff(night, role).get(_url(night, "staff")),
        _staff(night, role).post(_url(night, "freeze")),
        _staff(night, role).post(_url(night, "sell", player="P001"), {"paid": "1000", **_key()}),
    ]

    assert [answer.status_code for answer in answers] == [403, 403, 403]
    assert night.raffle.is_open


def test_without_sign_in_staff_pages_lead_to_it(client):
    night = placed_night()

    assert client.get(_url(night, "staff"))["Location"].startswith(reverse("sign_in"))


# ---------- The holder ----------


def _mine(night: RaffleNight, player: int = 0) -> str:
    return reverse("raffle:place_mine", kwargs={"token": night.players[player].token})


def test_the_plan_is_shown_before_anything_is_placed(client):
    night = placed_night()
    numbers = {"to_B1": "3", "was_B1": "3", "to_B2": "7", "was_B2": "5", **_key()}

    page = client.post(_mine(night, 1), numbers)
    fragment = client.post(_mine(night, 1), numbers, headers={"HX-Request": "true"})

    assert "+2 in Item 2" in page.content.decode()
    assert "7 yours of 11 then." in page.content.decode()
    assert 'name="planned" value="B2:+2"' in fragment.content.decode()
    assert fragment.content.decode().strip().startswith('<div class="stack stack-tight" id="place-plan"')
    assert ticket_counts(night.raffle, night.players[1])["B2"] == 5


def test_what_was_shown_is_done_once(client):
    night = placed_night()
    numbers = {"to_B1": "1", "was_B1": "3", "to_B2": "8", "was_B2": "5", "planned": "B1:-2 B2:+3", **_key()}

    answers = [client.post(_mine(night, 1), numbers) for _ in range(2)]

    assert answers[0].status_code == 302
    assert ticket_counts(night.raffle, night.players[1]) == {"": 1, "B1": 1, "B2": 8}
    assert night.faults() == []


def test_numbers_changed_after_the_plan_are_planned_again(client):
    night = placed_night()
    numbers = {"to_B1": "3", "was_B1": "3", "to_B2": "6", "was_B2": "5", "planned": "B2:+2", **_key()}

    answer = client.post(_mine(night, 1), numbers)

    assert answer.status_code == 200
    assert 'value="B2:+1"' in answer.content.decode()
    assert ticket_counts(night.raffle, night.players[1])["B2"] == 5


def test_asking_for_the_plan_never_places(client):
    night = placed_night()
    numbers = {"to_B1": "3", "was_B1": "3", "to_B2": "6", "was_B2": "5", "planned": "B2:+1", **_key()}

    client.post(_mine(night, 1), numbers, headers={"HX-Request": "true"})

    assert ticket_counts(night.raffle, night.players[1])["B2"] == 5


@pytest.mark.parametrize(
    ("wanted", "status", "words"),
    [("40", 200, "more than all your tickets by 33"), ("-1", 422, "whole numbers"), ("many", 422, "whole numbers")],
    ids=["too-many", "below-zero", "words"],
)
def test_numbers_that_cannot_be_are_answered_on_the_page(client, wanted, status, words):
    night = placed_night()

    answer = client.post(_mine(night, 1), {"to_B1": "3", "was_B1": "3", "to_B2": wanted, "was_B2": "5", **_key()})

    assert answer.status_code == status
    assert words in answer.content.decode()


def test_after_the_freeze_a_holder_is_refused(client):
    night = placed_night()
    night.freeze()

    answer = client.post(
        _mine(night, 1), {"to_B1": "4", "was_B1": "3", "to_B2": "5", "was_B2": "5", "planned": "B1:+1", **_key()}
    )

    assert answer.status_code == 409
    assert "sales closed" in answer.content.decode().lower()


def test_an_unknown_link_places_nothing(client):
    assert client.post(reverse("raffle:place_mine", kwargs={"token": "nobody"})).status_code == 404


# ---------- Queries ----------


@pytest.mark.parametrize("name", ["public", "staff"])
def test_three_buckets_cost_no_more_queries_than_one(name, django_assert_max_num_queries):
    counts = []
    for buckets in (1, 3):
        night = RaffleNight(players=buckets, buckets=buckets)
        for player in range(buckets):
            night.sell(player)
            night.place(player, **{f"B{player + 1}": 5})
        night.freeze_and_roll()
        for prize in range(buckets):
            night.draw(f"B{prize + 1}")
            night.do(services.hand_over, prize_code=f"B{prize + 1}", attempt=0)
        client = _staff(night)
        with django_assert_max_num_queries(20) as queries:
            assert client.get(_url(night, name)).status_code == 200
        counts.append(len(queries))

    assert counts[0] == counts[1]


def test_three_tickets_cost_no_more_queries_than_one_on_the_players_page(django_assert_max_num_queries):
    counts = []
    for lots in (1, 3):
        night = RaffleNight()
        night.sell(0, lots=lots)
        client = _staff(night)
        with django_assert_max_num_queries(20) as queries:
            assert client.get(_url(night, "player", player="P001")).status_code == 200
        counts.append(len(queries))

    assert counts[0] == counts[1]
