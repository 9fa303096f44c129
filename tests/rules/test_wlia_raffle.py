"""The charity night's raffle, rule by rule: through the services, the published files and the standalone check."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from engine.raffle import list_hash, verify_draw
from eventnight.bank.ledger.refs import fund, player_chips, till
from eventnight.bank.selectors import balance_of, fund_total
from eventnight.core.errors import UserFacingError
from eventnight.events.models import Player
from eventnight.raffle import services
from eventnight.raffle.models import Raffle, Ticket
from eventnight.raffle.selectors import published_proof
from eventnight.raffle.services import NewBucket
from tests.factories import NOW
from tests.raffle.nights import RaffleNight

pytestmark = pytest.mark.django_db

VECTOR_LIST = (
    "BASKET-A\t1\tP01\nBASKET-A\t2\tP01\nBASKET-A\t3\tP02\nBASKET-A\t4\tP03\nBASKET-A\t5\tP01\n"
    "BASKET-B\t1\tP02\nBASKET-B\t2\tP03\nBASKET-B\t3\tP04\nBASKET-B\t10\tP04\n"
)
BEACON = "drand:quicknet:1000000:" + "ab" * 32
ROWS = {2: ("BASKET-B", "P03"), 3: ("BASKET-A", "P02"), 5: ("BASKET-A", "P01"), 10: ("BASKET-B", "P04")}
"""The tickets that win: their rows, since the document's list numbers each bucket for itself."""


@pytest.mark.rule("WLIA-14")
def test_every_100_in_chips_buys_a_ticket_and_the_rest_stays_the_players():
    night = RaffleNight()
    night.give_chips(0)

    issued = night.post(services.redeem_chips, player_code="P001", chips=950)

    assert len(issued.tickets) == 9
    assert balance_of(night.event.pk, player_chips("P001")) == 100


@pytest.mark.rule("WLIA-14")
def test_under_100_buys_nothing():
    night = RaffleNight()
    night.give_chips(0)

    with pytest.raises(UserFacingError) as refusal:
        night.post(services.redeem_chips, player_code="P001", chips=90)

    assert (refusal.value.code, refusal.value.rules) == ("too_few_chips", ("WLIA-14",))
    assert balance_of(night.event.pk, player_chips("P001")) == 1000


@pytest.mark.rule("WLIA-14")
def test_where_the_organiser_says_so_the_rest_is_given_up():
    night = RaffleNight()
    night.set_raffle(keeps_small_chips=False)
    night.give_chips(0)

    night.post(services.redeem_chips, player_code="P001", chips=950)

    assert balance_of(night.event.pk, player_chips("P001")) == 50


@pytest.mark.rule("WLIA-15")
def test_ten_tickets_cost_ten_dollars_and_the_money_is_the_funds():
    night = RaffleNight()

    issued = night.sell(0, lots=2)

    assert len(issued.tickets) == 20
    assert balance_of(night.event.pk, till("T1")) == 2000
    assert (fund_total(night.event.pk), balance_of(night.event.pk, fund())) == (2000, 0)


@pytest.mark.rule("WLIA-15")
def test_half_a_lot_is_not_sold():
    night = RaffleNight()

    with pytest.raises(UserFacingError) as refusal:
        night.post(services.sell_tickets, player_code="P001", paid=500)

    assert (refusal.value.code, refusal.value.rules) == ("ticket_lot", ("WLIA-15",))


@pytest.mark.rule("WLIA-16")
def test_a_holder_splits_tickets_as_wished_and_each_bucket_has_one_winner_from_it():
    night = RaffleNight(buckets=3)
    night.sell(0)
    night.sell(1)
    night.place(0, B1=1, B2=2, B3=7)
    night.place(1, B1=4, B2=5, B3=1)
    night.freeze_and_roll()

    for prize in ("B1", "B2", "B3"):
        drawn = night.draw(prize)
        assert drawn.ticket.bucket.code == prize
        night.do(services.hand_over, drawn=services.DrawnNumber(prize_code=prize, attempt=0))

    assert night.raffle.draws.count() == 3


@pytest.mark.rule("WLIA-16")
def test_nothing_is_placed_once_the_list_is_closed():
    night = RaffleNight()
    night.sell(0)
    night.place(0, B1=4)
    night.freeze()

    with pytest.raises(UserFacingError) as refusal:
        night.place(0, B2=1)

    assert (refusal.value.code, refusal.value.rules) == ("raffle_frozen", ("WLIA-16",))


def _vector_night() -> RaffleNight:
    """The documented example of the first method, closed and with its chance: both are put in place, since sales would
    number the tickets through.
    """
    night = RaffleNight(players=4, buckets=0, code="WLIA-2026")
    night.do(services.add_bucket, new=NewBucket(item="Basket A", code="BASKET-A", prize_codes=["A1", "A2"]))
    night.do(services.add_bucket, new=NewBucket(item="Basket B", code="BASKET-B", prize_codes=["B1"]))
    holders = {}
    for place, player in enumerate(night.players, 1):
        Player.objects.filter(pk=player.pk).update(code=f"P{place:02}")
        holders[f"P{place:02}"] = player
    buckets = {bucket.code: bucket for bucket in night.raffle.buckets.all()}
    for number, (bucket, holder) in ROWS.items():
        row = {"number": number, "holder": holders[holder], "bucket": buckets[bucket], "state": "placed"}
        Ticket.objects.create(raffle=night.raffle, check_code="ABC234", sold_entry=1, **row)
    Raffle.objects.filter(pk=night.raffle.pk).update(
        status="drawing",
        entropy=BEACON,
        entropy_at=NOW,
        frozen_at=NOW,
        frozen_list=VECTOR_LIST,
        list_hash=list_hash(VECTOR_LIST.encode()),
        win_rule="one_prize_per_person",
    )
    return night


def _draw_the_vector(night: RaffleNight) -> list[tuple[str, int, int, int, int, str]]:
    seen = []
    for prize, attempt, decide in (
        ("A1", 0, services.hand_over),
        ("A2", 0, services.hand_over),
        ("B1", 0, services.mark_absent),
        ("B1", 1, services.hand_over),
    ):
        drawn = night.draw(prize)
        ticket = drawn.ticket
        seen.append((prize, drawn.attempt, drawn.eligible, drawn.index, ticket.number, ticket.holder.code))
        night.do(decide, drawn=services.DrawnNumber(prize_code=prize, attempt=attempt))
    return seen


@pytest.mark.rule("WLIA-16")
def test_the_documented_draw_comes_out_to_the_last_digit():
    night = _vector_night()

    seen = _draw_the_vector(night)

    assert len(VECTOR_LIST.encode()) == 136
    assert night.raffle.commitment == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
    assert night.raffle.list_hash == "ed6961a1e3e563f6648cb3ab6615079d09c4d23d70e7cb3d046caaa7f90c8269"
    assert seen == [
        ("A1", 0, 5, 4, 5, "P01"),
        ("A2", 0, 2, 0, 3, "P02"),
        ("B1", 0, 3, 2, 10, "P04"),
        ("B1", 1, 1, 0, 2, "P03"),
    ]


@pytest.mark.rule("WLIA-16")
@pytest.mark.django_db(transaction=True)
def test_the_published_files_of_the_documented_draw_convince_the_standalone_check(client, tmp_path):
    night = _vector_night()
    _draw_the_vector(night)
    night.do(services.finish)
    files = {name: client.get(f"/e/WLIA-2026/raffle/{name}").content for name in ("proof.json", "list.txt")}
    for name, content in files.items():
        (tmp_path / name).write_bytes(content)

    done = _draw_verify(tmp_path)
    forged = json.loads(files["proof.json"])
    forged["prizes"][0]["draws"][0]["holder"] = "P02"
    (tmp_path / "proof.json").write_text(json.dumps(forged))
    refused = _draw_verify(tmp_path)

    assert files["list.txt"].decode() == VECTOR_LIST
    assert verify_draw(published_proof(night.raffle), VECTOR_LIST.encode()) == []
    assert (done.returncode, '"agrees": true' in done.stdout) == (0, True)
    assert refused.returncode != 0
    assert "Prize A1, attempt 0" in refused.stdout


def _draw_verify(folder: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "engine", "draw-verify", str(folder / "proof.json"), str(folder / "list.txt")]
    return subprocess.run(command, capture_output=True, text=True, check=False)
