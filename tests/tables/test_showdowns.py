"""The showdown as the house has it: on the page of a hand, settled from the end, and over the API."""

from __future__ import annotations

import pytest

from engine.cards import parse_cards
from engine.errors import RuleError
from eventnight.events.house_settings import HouseSettings
from tables import services
from tables.models import Table
from tables.selectors import plan_hand, the_play
from tests.factories import make_event
from tests.tables.evening import BOARD, by_staff, hand_of, open_table, put_in, seat_people, stacks
from tests.tables.playing import a_table, do, pay, to_the_river
from tests.tables.ruled import in_house, to_the_draw
from tests.tables.test_api import TableClient
from tests.tables.test_pages import address, hand_fields, shown_on, signed_in

pytestmark = pytest.mark.django_db

SEVEN, EIGHT, NINE = "7c 5d 4c 2s Ah", "8c 6d 4h 3s 2c", "9c 6h 4s 3d 2h"


def called_in_lowball() -> tuple[Table, int, int]:
    """Lowball after the draw: one has bet and another has called. Returns the table and their seats."""
    table = in_house("angies", game="lowball", small_blind=5, big_blind=10)
    to_the_draw(table)
    while the_play(table).phase == "draw":
        do(table, "discard", count=0)
    bettor = the_play(table).hand.turn
    do(table, "bet", to=20)
    caller = the_play(table).hand.turn
    do(table, "call")
    do(table, "fold")
    return table, bettor, caller


def muck_button(table: Table) -> bool:
    page = signed_in(table.event).get(address(table, "play")).content.decode()
    return 'value="muck"' in page


@pytest.mark.rule("ANG-28", "ANG-40")
def test_in_lowball_a_called_hand_is_shown_and_who_called_it_may_muck():
    table, bettor, caller = called_in_lowball()

    assert not muck_button(table)
    with pytest.raises(RuleError) as refused:
        do(table, "muck", seat=bettor)
    do(table, "show", seat=bettor, cards=parse_cards(SEVEN))
    assert muck_button(table)
    do(table, "muck", seat=caller)
    pay(table)

    assert (refused.value.code, refused.value.rules) == ("must_show", ("ANG-28", "ANG-40"))
    assert stacks(table)[bettor] == 540


@pytest.mark.rule("WLIA-13", "ANG-40")
@pytest.mark.parametrize("house", ["wlia", "canterbury", "washburn", "angies"])
def test_at_a_charity_night_everybody_still_in_shows_and_elsewhere_a_loser_mucks(house):
    table = in_house(house, small_blind=5, big_blind=10)
    hand = the_play(table)
    while hand.phase != "showdown":
        if hand.hand.owed_board:
            hand = do(table, "deal", board=parse_cards({1: "Kh 9c 4d", 2: "8s", 3: "2h"}[hand.hand.street_number]))
        else:
            hand = do(table, "call" if hand.legal.to_call else "check")

    assert muck_button(table) == (house != "wlia")


@pytest.mark.rule("WLIA-13")
def test_a_night_may_let_losers_muck_and_a_table_may_still_have_all_shown():
    event = make_event()
    event.settings = HouseSettings.from_json({**event.settings, "poker": {"showdown": "may_muck"}}).as_json()
    event.save()
    as_the_night, own = open_table(event), open_table(event, overrides={"showdown": "all_shown"})

    for table, may in ((as_the_night, True), (own, False)):
        seat_people(table, {1: 500, 2: 500, 3: 500})
        to_the_river(table)
        assert muck_button(table) is may


@pytest.mark.rule("WLIA-13")
def test_from_the_end_a_hand_still_in_is_not_claimed_unseen():
    table = a_table()
    unseen = hand_of(put_in(1, 10, "As Ad"), put_in(2, 10), put_in(3, 10, "Qs Qd"), board=BOARD)
    folded = hand_of(put_in(1, 10, "As Ad"), put_in(2, 10, folded=True), put_in(3, 10, "Qs Qd"), board=BOARD)

    with pytest.raises(RuleError) as refused:
        services.settle_hand(table=table, number=1, end=unseen, **by_staff())
    assert services.settle_hand(table=table, number=1, end=folded, **by_staff()).hand.number == 1

    assert (refused.value.code, refused.value.rules) == ("must_show", ("WLIA-13",))


@pytest.mark.rule("ANG-28", "ANG-40")
def test_from_the_end_the_page_of_lowball_asks_whose_bet_was_called():
    table = in_house_to_settle("lowball")
    client = signed_in(table.event)

    def settled(**more: object):
        shown = {"paid_1": "10", "cards_1": SEVEN, "paid_2": "10", "cards_2": "", "end_3": "out"}
        return client.post(address(table, "hand"), hand_fields(**shown, **more))

    not_said, not_shown = settled(), settled(called="2")
    assert "Whose last bet was called" in client.get(address(table, "hand")).content.decode()
    assert (not_said.status_code, not_shown.status_code) == (422, 422)
    assert "Say whose last bet was called" in not_said.content.decode()
    assert "Show the hand of seat 2." in not_shown.content.decode()
    assert settled(called="1", shown=shown_on(settled(called="1"))).status_code == 302
    assert stacks(table)[1] == 510


@pytest.mark.rule("ANG-28")
def test_hold_em_asks_nobody_whose_bet_was_called():
    table = in_house_to_settle("holdem")

    assert "Whose last bet was called" not in signed_in(table.event).get(address(table, "hand")).content.decode()


@pytest.mark.rule("ANG-28", "ANG-40")
def test_over_the_api_a_called_hand_is_named_shown_and_not_mucked():
    table = in_house_to_settle("lowball")
    client = TableClient(table.event)
    seats = [
        {"seat": 1, "contributed": 10, "is_live": True, "cards": SEVEN},
        {"seat": 2, "contributed": 10, "is_live": True, "cards": ""},
    ]
    hand = {"number": 1, "button": 1, "seats": seats, "board": ""}
    path = f"{table.pk}/hands/"

    refused = [client.send(path, {**hand, **called}) for called in ({}, {"called": 2}, {"called": 3})]
    codes = [(answer.status_code, answer.json()["code"]) for answer in refused]

    assert codes == [(422, "called_not_named"), (422, "must_show"), (422, "not_in_hand")]
    assert refused[1].json()["rules"] == ["ANG-28", "ANG-40"]
    assert client.send(path, {**hand, "called": 0}).status_code == 201


@pytest.mark.rule("WLIA-13")
def test_over_the_api_a_hand_says_whether_the_next_to_show_may_muck():
    table = a_table()
    to_the_river(table)
    client = TableClient(table.event)

    told = client.read(f"{table.pk}/play/")
    refused = client.send(
        f"{table.pk}/play/moves/", {"version": told["version"], "verb": "muck", "seat": told["view"]["turn"]}
    )

    assert told["view"]["may_muck"] is False
    assert (refused.status_code, refused.json()["code"], refused.json()["rules"]) == (422, "must_show", ["WLIA-13"])


@pytest.mark.rule("ANG-18", "ANG-40")
def test_a_plan_of_lowball_with_every_hand_shown_needs_no_caller():
    table = in_house_to_settle("lowball")

    plan = plan_hand(table, hand_of(put_in(1, 10, SEVEN), put_in(2, 10, EIGHT), put_in(3, 10, NINE)))

    assert plan.settlement.awards == {1: 30}


def in_house_to_settle(game: str) -> Table:
    """Three players at Angie's before a hand."""
    table = open_table(
        make_event(),
        house="angies",
        game=game,
        overrides={"first_button": "left_of_dealer"},
        small_blind=5,
        big_blind=10,
    )
    seat_people(table, {1: 500, 2: 500, 3: 500})
    return table
