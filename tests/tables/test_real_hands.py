"""Real hands of the records, settled at tables of one night through the service and through the API."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from eventnight.bank.selectors import verify_books
from eventnight.core.press import Press
from eventnight.events.house_settings import BankSettings, ChipColour
from eventnight.events.models import Event, Player
from eventnight.events.services import update_settings
from tables import services
from tables.models import Hand, Table
from tables.selectors import plan_hand, table_view
from tables.services.hands import cards_text
from tests.deep import some
from tests.factories import NOW, make_event
from tests.tables.evening import STAFF, by_staff, chips_in_the_room, make_holder, open_table, stacks
from tests.tables.real_hands import RealHand, real_hands
from tests.tables.test_api import TableClient

pytestmark = pytest.mark.django_db

DEEP_POCKETS = 1_000_000_000
SEATS = range(1, 11)


@pytest.mark.rule("STD-1", "STD-2", "STD-7", "STD-8")
def test_real_hands_end_with_the_stacks_of_their_records():
    hands = some(real_hands())
    event = _night_of_deep_pockets()
    client = TableClient(event)
    people = {game: [make_holder(event) for _ in SEATS] for game in ("holdem", "omaha")}
    at = {
        game: open_table(event, game=game, house="standard", small_blind=1, big_blind=2, seats_count=10)
        for game in people
    }
    agreed = []

    for hand in hands:
        table = at[hand.game]
        number = table.hands.filter(undone_at=None).count() + 1
        _lay_down(table, people[hand.game], hand.stacks)
        by_service = services.settle_hand(table=table, number=number, end=hand.end, **by_staff())
        after_service = _stacks(table, hand)
        services.undo_hand(table=table, number=number, reason="again by the API", may_reverse_any=True, **by_staff())
        assert _stacks(table, hand) == hand.stacks
        by_api = client.send(f"{table.pk}/hands/", _body(number, hand))
        assert by_api.status_code == 201, by_api.json()

        assert after_service == _stacks(table, hand) == hand.finishing, hand.id
        assert by_api.json()["hand"]["result"] == by_service.hand.result, hand.id
        _agrees_with_the_site(hand, by_service.hand, after_service)
        agreed.append(hand.id)

    assert len(set(agreed)) == len(hands)
    assert Hand.objects.filter(undone_at=None).count() == len(hands)
    assert chips_in_the_room(event) == DEEP_POCKETS * 20
    assert verify_books(event.pk).is_clean


def test_the_preview_of_a_real_hand_is_what_its_settlement_books():
    hand = next(real_hands())
    event = _night_of_deep_pockets()
    people = [make_holder(event) for _ in SEATS]
    table = open_table(event, game=hand.game, house="standard", small_blind=1, big_blind=2, seats_count=10)
    _lay_down(table, people, hand.stacks)

    plan = plan_hand(table, hand.end)
    services.settle_hand(table=table, number=1, end=hand.end, **by_staff(shown=plan.digest))

    assert [line.stack for line in plan.lines] == _stacks(table, hand)


def _night_of_deep_pockets() -> Event:
    """A night whose first stack covers every table, in chips of 1."""
    event = make_event()
    bank = BankSettings(
        chip_set=(ChipColour(colour="white", value=1),),
        first_stack=DEEP_POCKETS,
        rebuy_chips=1000,
        rebuy_price=1000,
    )
    update_settings(event=event, settings=replace(event.house_settings, bank=bank), press=Press(STAFF, NOW))
    event.refresh_from_db()
    return event


def _lay_down(table: Table, people: list[Player], wanted: list[int]) -> None:
    """Bring the seats to the stacks of a record: sit down, buy in again, or leave and come back."""
    held = stacks(table)
    taken = set(table.seats.filter(player__isnull=False).values_list("number", flat=True))
    for seat, chips in enumerate(wanted, start=1):
        if seat in taken and held[seat] > chips:
            services.leave_seat(table=table, seat=seat, **by_staff())
            taken.discard(seat)
        if seat not in taken:
            services.seat_player(table=table, seat=seat, player=people[seat - 1], chips=chips, **by_staff())
        elif held[seat] < chips:
            services.top_up(table=table, seat=seat, chips=chips - held[seat], **by_staff())
    _post_what_is_owed(table, len(wanted))


def _post_what_is_owed(table: Table, players: int) -> None:
    """Who was away between two records comes in at once."""
    table.refresh_from_db()
    for owed in table_view(table).to_come.owed:
        if owed.seat <= players:
            way = owed.offers[0].entry.name.lower()
            services.choose_entry(table=table, seat=owed.seat, entry=way, **by_staff())
    table.refresh_from_db()


def _stacks(table: Table, hand: RealHand) -> list[int]:
    held = stacks(table)
    return [held[seat] for seat in range(1, len(hand.stacks) + 1)]


def _body(number: int, hand: RealHand) -> dict[str, Any]:
    """The hand as a program sends it."""
    return {
        "number": number,
        "button": hand.end.button,
        "board": cards_text(hand.end.board),
        "seats": [
            {
                "seat": each.seat,
                "contributed": each.contributed,
                "is_live": each.is_live,
                "cards": cards_text(each.cards or ()),
                "dead": each.dead,
            }
            for each in hand.end.seats
        ],
    }


def _agrees_with_the_site(hand: RealHand, settled: Hand, finishing: list[int]) -> None:
    """The site's own figures are ours, or ours less the rake of those who won a pot: this table posts no fee.

    One collection splits its chips into halves, where a table gives the odd chip to one of the tied (STD-8).
    """
    if hand.stated is None:
        return
    taken = {seat: ours - stated for seat, (ours, stated) in enumerate(zip(finishing, hand.stated, strict=True), 1)}
    assert sum(taken.values()) == hand.rake, hand.id
    assert {str(seat) for seat, chips in taken.items() if chips} <= set(settled.result["awards"]), hand.id
    assert min(taken.values()) > -1, hand.id
