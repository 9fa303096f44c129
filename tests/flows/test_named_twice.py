"""A code is read in any case, so two spellings of one thing are one thing: named twice is refused, never halved."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from eventnight.bank.selectors import verify_books
from eventnight.core.audit import AuditRecord
from eventnight.core.errors import BadRequest, Conflict
from eventnight.raffle.models import TicketState
from tests.factories import make_staff
from tests.flows.pressing import nothing_changes
from tests.raffle.nights import RaffleNight, placed_night
from tests.tournaments.holdem_nights import codes_of, decided_flight, make_holdem, press, running_flight
from tournaments.services.flight.bags import bag_flight
from tournaments.services.flight.bust_outs import bust_out, enter_chip_counts

pytestmark = pytest.mark.django_db


@pytest.mark.rule("WLIA-16")
@pytest.mark.parametrize("door", ["placings", "withdrawals"])
def test_tickets_go_to_no_bucket_that_is_named_in_two_spellings(client: Client, door: str):
    night = RaffleNight(players=1)
    night.sell()
    night.place(B1=2)
    client.force_login(make_staff(night.event))
    body = {"player": night.codes[0], "counts": {"B1": 1, "b1": 1}}

    with nothing_changes():
        answer = client.post(
            f"/api/v1/events/{night.event.code}/raffle/{door}/",
            body,
            content_type="application/json",
            headers={"Idempotency-Key": str(uuid4())},
        )

    assert (answer.status_code, answer.json()["code"]) == (400, "named_twice")
    assert "“B1” and “b1”" in answer.json()["detail"]
    assert night.faults() == []


def test_a_bucket_in_small_letters_is_that_bucket():
    night = RaffleNight(players=1)
    night.sell()

    night.place(b1=3, B2=1)

    assert night.faults() == []
    assert night.raffle.tickets.filter(bucket__code="B1").count() == 3


@pytest.mark.parametrize(
    ("service", "name", "keyed"),
    [
        pytest.param(enter_chip_counts, "counts", False, id="a count"),
        pytest.param(bust_out, "busted", True, id="a bust-out"),
    ],
)
def test_no_player_of_a_flight_is_named_twice(service, name: str, keyed: bool):
    flight = running_flight(4)
    code = codes_of(flight)[0]
    given = press() if keyed else {key: value for key, value in press().items() if key != "request_id"}

    with nothing_changes(), pytest.raises(BadRequest) as refused:
        service(flight=flight, **{name: {code: 500, code.lower(): 1_500}}, **given)

    assert refused.value.code == "named_twice"


def test_no_bag_of_a_flight_is_named_twice():
    flight = decided_flight(make_holdem(), 1)
    counts = dict.fromkeys(codes_of(flight), 1000)

    with nothing_changes(), pytest.raises(BadRequest) as refused:
        bag_flight(flight=flight, counts={**counts, codes_of(flight)[0].lower(): 1_000}, **press())

    assert refused.value.code == "named_twice"


def test_no_list_is_published_that_the_ledger_contradicts():
    night = placed_night()
    misplace(night)

    with nothing_changes(), pytest.raises(Conflict) as refused:
        night.freeze()

    assert refused.value.code == "tickets_misplaced"
    assert refused.value.message.startswith("P001 has 2 ticket rows in hand; the ledger says 0.")
    assert f"align_tickets {night.event.code}" in refused.value.message


def test_misplaced_tickets_are_put_where_the_ledger_has_them(capsys: pytest.CaptureFixture[str]):
    night = placed_night()
    misplace(night)
    assert night.faults() != []

    call_command("align_tickets", night.event.code)

    assert capsys.readouterr().out.count("Moved.") == 2
    assert verify_books(night.event.pk).faults == []
    assert AuditRecord.objects.filter(action="tickets.aligned").count() == 1
    night.freeze_and_roll()
    assert night.faults() == []
    with pytest.raises(CommandError, match="sales"):
        call_command("align_tickets", night.event.code)


def test_tickets_that_lie_right_stay_where_they_are(capsys: pytest.CaptureFixture[str]):
    night = placed_night()

    with nothing_changes(but=("EventHead",)):
        call_command("align_tickets", night.event.code)

    assert capsys.readouterr().out == "Every ticket lies where the ledger has it.\n"


def misplace(night: RaffleNight) -> None:
    """As an earlier version left them: two tickets of P001 in hand that the ledger has in B1."""
    there = night.raffle.tickets.filter(holder__code="P001", bucket__code="B1").order_by("number")
    there.filter(pk__in=[ticket.pk for ticket in there[:2]]).update(bucket=None, state=TicketState.HELD)
