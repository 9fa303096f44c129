"""The chance of a draw: fixed when sales close, seen in its one spelling, entered once, with those who saw it."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.test import Client

from engine.commands.drand import is_signed
from engine.errors import Refusal
from engine.raffle import QUICKNET, CallKind, Calls, verify_draw
from eventnight.core.errors import Conflict
from eventnight.core.roles import Role
from eventnight.raffle import services
from eventnight.raffle.models import Prize
from eventnight.raffle.selectors import published_proof, read_chance, sheet_of
from eventnight.raffle.services import NewBucket
from tests.answers import text_of
from tests.engine.sheets import SIGNATURES, beacon
from tests.factories import actor_with, after
from tests.raffle.nights import DICE, RaffleNight, placed_night
from tests.raffle.pages import brought, page_url, staff_client

pytestmark = pytest.mark.django_db

CLOSED = datetime(2023, 8, 23, 15, 58, 24, tzinfo=UTC)
"""A minute before quicknet's round 1000: what the network published then decides draws that close here."""
MINUTE = timedelta(minutes=1)
RELAY = json.dumps({"round": 1000, "randomness": beacon().randomness, "signature": SIGNATURES[1000]})
ENTROPY = f"drand:{QUICKNET.hash}:1000:{beacon().randomness}"


def code_of(action) -> str:
    with pytest.raises(Refusal) as refused:
        action()
    return refused.value.code


def night_of_round_1000(calls: Calls | None = None) -> RaffleNight:
    """Sales closed for round 1000, and for dice or cards beside it if told."""
    night = placed_night()
    night.freeze(calls=calls, beacon_wait=MINUTE, now=CLOSED)
    return night


def finished(night: RaffleNight) -> list[str]:
    """Draw and hand over every prize, end the raffle, and repeat it from what is published."""
    for prize in Prize.objects.filter(raffle=night.raffle):
        night.draw(prize.code)
        night.do(services.hand_over, drawn=services.DrawnNumber(prize_code=prize.code, attempt=0))
        assert night.faults() == []
    raffle = night.do(services.finish)
    assert night.faults() == []
    return verify_draw(published_proof(raffle), raffle.frozen_list.encode(), check=is_signed)


# ---------- Fixed when sales close ----------


def test_the_round_is_the_first_so_long_after_the_closing_and_its_successor_so_long_after_it():
    sheet = sheet_of(night_of_round_1000().raffle)

    assert (sheet.beacon.round, sheet.beacon.successor) == (1000, 1020)
    assert sheet.beacon.time == CLOSED + MINUTE
    assert sheet.beacon.successor_time == CLOSED + 2 * MINUTE


@pytest.mark.parametrize(
    ("chance", "code"),
    [
        ({"calls": None}, "chance_missing"),
        ({"beacon_wait": timedelta(seconds=59)}, "beacon_wait"),
        ({"beacon_wait": timedelta(days=2)}, "beacon_wait"),
    ],
)
def test_sales_do_not_close_for_a_chance_that_cannot_decide(chance, code):
    night = placed_night()

    assert code_of(lambda: night.freeze(**chance)) == code
    assert night.raffle.is_open


def test_sales_do_not_open_again_once_the_round_is_public():
    night = night_of_round_1000()

    late = code_of(lambda: night.do(services.reopen_sales, reason="Too early", now=CLOSED + MINUTE))
    night.do(services.reopen_sales, reason="Too early", now=CLOSED + MINUTE - timedelta(seconds=1))
    night.freeze(beacon_wait=MINUTE, now=CLOSED + MINUTE)

    assert late == "beacon_is_public"
    assert sheet_of(night.raffle).beacon.round == 1020


def test_a_withdrawn_list_stays_public_with_its_reason(client):
    night = placed_night()
    first = night.freeze().list_hash
    night.do(services.reopen_sales, reason="Two tickets were forgotten", now=after(5))

    page = client.get(f"/e/{night.event.code}/raffle/").content.decode()
    (row,) = client.get(f"/api/v1/events/{night.event.code}/raffle/").json()["withdrawn"]

    assert first in page
    assert "Two tickets were forgotten" in page
    assert (row["kind"], row["value"], row["reason"]) == ("list", first, "Two tickets were forgotten")


def test_prizes_are_drawn_in_the_order_of_the_sheet_whatever_becomes_of_the_rows():
    night = placed_night()
    night.freeze_and_roll()
    last = Prize.objects.get(raffle=night.raffle, code="B2")

    early = code_of(lambda: night.draw("B2"))
    Prize.objects.filter(pk=last.pk).update(code="B9")
    renamed = code_of(lambda: night.draw("B9"))

    assert (early, renamed) == ("prize_not_next", "prize_not_on_sheet")
    assert night.faults() == [
        "Prize B2 of bucket B2 is only on the published sheet.",
        "Prize B9 of bucket B2 is not on the published sheet.",
    ]


@pytest.mark.parametrize(
    ("service", "given"),
    [
        (services.add_bucket, {"new": NewBucket(item="A car")}),
        (services.edit_bucket, {"code": "B3", "item": "A car"}),
        (services.remove_bucket, {"code": "B3"}),
    ],
)
def test_no_bucket_comes_goes_or_changes_after_the_freeze(service, given):
    night = RaffleNight(buckets=3)
    night.sell(0)
    night.place(0, B1=10)
    night.freeze()

    assert code_of(lambda: night.do(service, **given)) == "raffle_frozen"


def test_a_number_that_was_changed_in_the_database_is_found_while_the_draw_is_under_way():
    night = placed_night()
    night.freeze_and_roll()
    drawn = night.draw()
    other = night.raffle.tickets.filter(bucket__code="B1").exclude(pk=drawn.ticket_id).first()
    type(drawn).objects.filter(pk=drawn.pk).update(ticket=other)

    (fault, *_) = night.faults()

    assert fault == (f"Prize B1, attempt 0: ticket {other.number} was published, {drawn.ticket.number} is drawn.")


# ---------- Dice, cards, and who saw them ----------


def test_the_page_shows_the_one_spelling_and_keeps_only_what_it_showed():
    night = placed_night()
    night.freeze()
    staff, url = staff_client(night), page_url(night, "entropy")

    seen = staff.post(url, brought(night, "4163352614552361244" + "5")).content.decode()
    corrected = staff.post(url, brought(night, "41633526145523612446", shown=DICE[:-1] + "5")).content.decode()
    nothing_yet = night.raffle.entropy
    done = staff.post(url, brought(night, "41633526145523612446", shown=DICE))

    assert DICE[:-1] + "5" in seen
    assert DICE in corrected
    assert nothing_yet == ""
    assert (done.status_code, night.raffle.entropy) == (302, DICE)


@pytest.mark.parametrize(
    "spelled", [DICE.replace(" ", ""), DICE.replace(" ", ","), f"{DICE} ", DICE.upper(), f"{DICE} 1"]
)
def test_the_api_keeps_no_other_spelling_than_the_one_it_shows(spelled):
    night = placed_night()
    night.freeze()

    assert code_of(lambda: night.enter(spelled)) in ("entropy_spelling", "entropy_unclear", "calls_too_many")
    assert night.raffle.entropy == ""


def test_a_program_sees_the_spelling_first_and_publishes_it():
    night = placed_night()
    night.freeze()
    staff, path = staff_client(night), f"/api/v1/events/{night.event.code}/raffle/entropy/"

    def post(path: str, body: dict[str, object]) -> dict[str, object]:
        answer = staff.post(path, json.dumps(body), content_type="application/json")
        return answer.json() | {"answer": answer.status_code}

    seen = post(f"{path}preview/", {"calls": "41633 52614, 55236\n12446"})
    typed = post(path, {"entropy": "dice:41633 52614, 55236\n12446"})
    people = {"thrown_by": night.codes[:1], "watched_by": night.codes[-1:]}
    done = post(path, {"entropy": seen["entropy"], **people})

    assert (seen["entropy"], seen["called"]) == (DICE, DICE.removeprefix("dice:").split())
    assert (typed["code"], typed["answer"]) == ("entropy_spelling", 422)
    assert (done["answer"], done["entropy"], done["watched_by"]) == (200, DICE, night.codes[-1:])


def test_cards_have_one_spelling_too():
    night = placed_night()
    night.freeze(calls=Calls(CallKind.CARDS, 21))

    spelled = read_chance(night.raffle, calls="KD 10h, as" * 7, beacon="", is_missed=False).entropy
    night.enter(spelled)

    assert spelled == "cards:" + " ".join(["Kd", "Th", "As"] * 7)
    assert finished(night) == []


def test_somebody_else_watched_and_somebody_threw():
    night = placed_night()
    night.freeze()
    by = actor_with(night.event, Role.RAFFLE)

    assert code_of(lambda: night.enter(by=by, watched_by=[by.code])) == "watcher_missing"
    assert code_of(lambda: night.enter(watched_by=[])) == "watcher_missing"
    assert code_of(lambda: night.enter(thrown_by=[])) == "thrower_missing"
    assert code_of(lambda: night.enter(watched_by=["P999"])) == "unknown_witness"


def test_those_who_threw_and_watched_are_public_by_code_never_by_name(client):
    night = placed_night()
    night.freeze()
    dan = actor_with(night.event, Role.DESK)

    night.enter(watched_by=[dan.label.upper(), night.codes[1].lower(), dan.code])
    page = client.get(f"/e/{night.event.code}/raffle/").content.decode()
    proof = published_proof(night.raffle)

    assert (proof["thrown_by"], proof["watched_by"]) == (night.codes[:1], [dan.code, night.codes[1]])
    assert f"watched by {dan.code}, {night.codes[1]}" in page
    assert dan.label not in page


# ---------- A beacon ----------


def test_a_beacon_that_was_fixed_and_is_signed_decides_the_draw():
    night = night_of_round_1000()

    night.enter(ENTROPY, signature=SIGNATURES[1000], thrown_by=[], watched_by=[])

    assert published_proof(night.raffle)["beacon"] == {
        "chain": QUICKNET.hash,
        "round": 1000,
        "randomness": beacon().randomness,
        "signature": SIGNATURES[1000],
    }
    assert finished(night) == []


def test_dice_and_a_beacon_decide_together():
    night = night_of_round_1000(Calls(CallKind.DICE, 20))

    alone = code_of(lambda: night.enter(DICE))
    night.enter(f"{DICE};{ENTROPY}", signature=SIGNATURES[1000])

    assert alone == "beacon_missing"
    assert finished(night) == []


@pytest.mark.parametrize(
    ("pasted", "is_missed", "code"),
    [
        ("", False, "beacon_missing"),
        (SIGNATURES[1001], False, "beacon_not_signed"),
        (SIGNATURES[1000][:-2] + "00", False, "beacon_not_signed"),
        (json.dumps({"round": 1001, "signature": SIGNATURES[1001]}), False, "wrong_round"),
        (RELAY, True, "wrong_round"),
        (
            json.dumps({"round": 1000, "signature": SIGNATURES[1000], "randomness": "ab" * 32}),
            False,
            "beacon_unreadable",
        ),
        (json.dumps({"round": "1000", "signature": SIGNATURES[1000]}), False, "beacon_unreadable"),
        ('{"round": 1000}', False, "beacon_unreadable"),
        ("{" * 50_000, False, "beacon_unreadable"),
        ("lucky", False, "beacon_unreadable"),
    ],
)
def test_a_beacon_that_is_invented_or_of_another_round_decides_nothing(pasted, is_missed, code):
    night = night_of_round_1000()

    assert code_of(lambda: read_chance(night.raffle, calls="", beacon=pasted, is_missed=is_missed)) == code


def test_the_same_chance_from_other_witnesses_is_told_who_is_entered():
    night = placed_night()
    night.freeze_and_roll()

    night.enter()
    with pytest.raises(Conflict) as refused:
        night.enter(thrown_by=night.codes[1:])

    assert refused.value.code == "witnesses_entered"
    assert f"{night.codes[0]} threw" in refused.value.message
    assert night.raffle.thrown_by == night.codes[:1]


def test_a_missed_round_has_its_one_announced_successor_and_the_reason_is_public(client):
    night = placed_night()
    night.freeze(calls=None, beacon_wait=MINUTE, now=QUICKNET.time_of(657413) - 2 * MINUTE)
    entropy = f"drand:{QUICKNET.hash}:657413:{beacon(657413).randomness}"

    without = code_of(lambda: night.enter(entropy, signature=SIGNATURES[657413]))
    night.enter(entropy, signature=SIGNATURES[657413], missed_because="The network stood still")

    assert without == "entropy_spelling"
    assert published_proof(night.raffle)["missed"] is True
    assert "The network stood still" in client.get(f"/e/{night.event.code}/raffle/").content.decode()
    assert finished(night) == []


@pytest.mark.parametrize("pasted", [RELAY, SIGNATURES[1000].upper()], ids=["relay", "signature"])
def test_staff_paste_what_a_relay_shows(pasted):
    night = placed_night()
    staff, url = staff_client(night), page_url(night, "entropy")
    closing = {"kind": "", "number": "20", "beacon": "on", "minutes": "1"}
    with time_machine.travel(CLOSED, tick=False):
        staff = staff_client(night)
        closed = staff.post(page_url(night, "freeze"), closing)
        page = staff.get(page_url(night, "staff")).content.decode()
        seen = staff.post(url, {"beacon": pasted}).content.decode()
        done = staff.post(url, {"beacon": pasted, "shown": ENTROPY})

    assert (closed.status_code, done.status_code) == (302, 302)
    assert f"{QUICKNET.hash}/public/1000" in page
    assert ENTROPY in seen
    assert night.raffle.entropy == ENTROPY


def test_the_public_page_and_the_api_announce_the_round(client: Client):
    night = night_of_round_1000()

    page = text_of(client.get(f"/e/{night.event.code}/raffle/"))
    awaited = client.get(f"/api/v1/events/{night.event.code}/raffle/").json()["awaited"]

    assert "round 1000" in page
    assert (awaited["chain"], awaited["round"]["number"], awaited["successor"]["number"]) == ("quicknet", 1000, 1020)
