"""Pages of tables with any game: opening one, settling its hands, coming in, and playing action by action."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from engine.cards import parse_cards
from tables import services
from tables.models import Hand, Table
from tables.selectors import play_of, table_view, the_play
from tables.services import Move
from tests.answers import shown_text, text_of
from tests.factories import make_event
from tests.flows.pressing import refusal_in
from tests.tables.at_the_table import Played, at_table
from tests.tables.evening import by_staff, hand_of, make_holder, open_table, put_in, seat_people, stacks
from tests.tables.test_pages import address, hand_fields, shown_on, signed_in

pytestmark = pytest.mark.django_db


def table_of_two(game: str = "holdem", **facts: Any) -> Table:
    table = open_table(make_event(**facts.pop("event", {})), game=game, **facts)
    seat_people(table, {1: 500, 2: 500})
    return table


def press(client: Client, table: Table, name: str, **fields: Any):
    """A press on the page of the table; a seat goes into the address where it has one."""
    at = {"seat": fields.pop("at")} if "at" in fields else {}
    return client.post(address(table, name, **at), {"request_id": uuid4(), **fields})


def act(client: Client, table: Table, **fields: Any):
    """A press on a hand in play, as the page that shows it sends it."""
    return press(client, table, "move", version=the_play(table).version, **fields)


OPENING = {
    "game": "stud_choice",
    "house": "angies",
    "small_blind": 10,
    "big_blind": 20,
    "seats_count": 8,
    "structure": "fixed_limit",
    "kill": "full",
    "house_raises_per_round": "none",
    "house_odd_chips": "all_to_first",
    "house_may_fold_unbet": "false",
}


def open_by_form(**changes: object):
    event = make_event()
    fields = {"request_id": uuid4(), **OPENING, **changes}
    answer = signed_in(event).post(
        reverse("tables:open_poker", args=[event.code]), {f"poker-{name}": value for name, value in fields.items()}
    )
    return answer, Table.objects.filter(event=event).first()


def test_a_table_is_opened_with_a_choice_of_games_a_kill_and_settings_of_its_own():
    answer, table = open_by_form()

    assert answer.status_code == 302
    assert table.overrides == {"raises_per_round": None, "odd_chips": "all_to_first", "may_fold_unbet": False}
    assert (table.house_rules.may_fold_unbet, table.stakes.big_bet, table.between.kill.kind.name) == (False, 40, "FULL")
    page = signed_in(table.event).get(address(table, "table")).content.decode()
    assert "Stud choice, 20-40 limit, blinds 10/20, full kill" in page


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"structure": "no_limit"}, "A kill goes with fixed or spread limit"),
        ({"house": "wlia"}, "WLIA charity night offers no kill"),
        ({"big_bet": "10"}, "The big bet of 10 is below the small bet of 20"),
        ({"house_button": "backwards"}, "is not on the list"),
        ({"kill": "", "structure": "spread_limit", "early_most": "33"}, "A spread limit needs"),
    ],
)
def test_a_table_that_cannot_be_is_refused_on_its_form_which_stays_open(changes, words):
    answer, table = open_by_form(**changes)

    assert (answer.status_code, table) == (422, None)
    page = answer.content.decode()
    assert words in page
    assert "<details open><summary>Where this table differs from its house" in page


def test_the_next_table_starts_with_what_the_last_one_changed():
    table = open_table(make_event(), overrides={"raises_per_round": None, "straddles": True})

    page = signed_in(table.event).get(reverse("tables:open_poker", args=[table.event.code])).content.decode()

    assert '<option value="none" selected>No cap</option>' in page
    assert "<details open><summary>Where this table differs from its house" in page


def test_at_dealers_choice_the_page_offers_every_game_and_its_number_of_cards():
    table = table_of_two("dealers_choice")
    client = signed_in(table.event)

    omaha = client.get(address(table, "hand") + "?game=omaha_hilo").content.decode()
    draw = client.get(address(table, "hand") + "?game=five_draw").content.decode()

    assert 'aria-current="page">Omaha high-low' in omaha
    assert 'data-cards="4"' in omaha
    assert 'name="board"' not in draw
    assert 'data-cards="5"' in draw
    assert "?game=lowball_without_bug" in draw
    assert 'data-card="Jk"' not in draw


def test_the_bug_has_its_key_in_lowball_and_a_checked_seven_its_field():
    table = table_of_two("lowball", house="angies")

    page = signed_in(table.event).get(address(table, "hand")).content.decode()

    assert 'data-card="Jk"' in page
    assert "Checked a seven or better; put in before the draw: Pat Seat1" in page


def test_high_and_low_halves_are_looked_at_and_paid_out():
    table = table_of_two("dealers_choice")
    client = signed_in(table.event)
    fields = hand_fields(game="omaha_hilo", board="Ks Kd 4c 6h 8s", cards_1="Kc Qd Jh Tc", cards_2="As 2d 9h 9c")

    preview = client.post(address(table, "hand"), fields)
    page = preview.content.decode()
    client.post(address(table, "hand"), {**fields, "shown": shown_on(preview)})

    assert "High half" in page
    assert "Low half" in page
    assert "8-6-4-2-A" in page or "eight" in page
    assert Hand.objects.get().game == "omaha_hilo"
    assert "Omaha high-low." in client.get(address(table, "table")).content.decode()


def test_the_button_of_the_first_hand_is_given_on_the_page():
    by_card = table_of_two(house="standard")
    by_dealer = table_of_two()

    press(signed_in(by_card.event), by_card, "first_button")
    press(signed_in(by_dealer.event), by_dealer, "first_button", dealer=1)

    for table in (by_card, by_dealer):
        table.refresh_from_db()
    assert table_view(by_card).button in (1, 2)
    assert table_view(by_dealer).button == 2


@pytest.mark.rule("WAS-4")
def test_the_button_that_cards_gave_is_dealt_for_again_only_when_it_is_said():
    table = table_of_two(house="washburn")
    client = signed_in(table.event)

    def with_cards(**fields: Any):
        answer = press(client, table, "first_button", card_1="Kh", card_2="As", **fields)
        table.refresh_from_db()
        return answer

    with_one = press(client, table, "first_button", card_1="Kh")
    with_two = press(client, table, "first_button", card_1="Kh Ks", card_2="As")
    given = with_cards(play="on")
    first = table.between.first_button
    refused = press(client, table, "first_button", card_1="Ah", card_2="Ks")
    page = client.get(address(table, "table")).content.decode()
    press(client, table, "first_button", card_1="Ah", card_2="Ks", again="on")
    table.refresh_from_db()

    assert (refusal_in(with_one).code, with_two.status_code) == ("cards_needed", 422)
    assert 'value="Kh"' in with_one.content.decode()
    assert "Enter one card, such as Kh." in with_two.content.decode()
    assert (given.url, first) == (address(table, "play"), 2)
    assert refusal_in(refused).code == "button_given"
    assert "Seat 2 has the button. Deal again for it" in page
    assert table.between.first_button == 1


@pytest.mark.rule("WAS-4")
def test_cards_are_dealt_again_for_the_button_once_whoever_it_went_to_has_left():
    table = table_of_two(house="washburn")
    seat_people(table, {3: 500})
    client = signed_in(table.event)
    press(client, table, "first_button", card_1="Kh", card_2="As", card_3="2c")
    services.leave_seat(table=table, seat=2, **by_staff())

    press(client, table, "first_button", card_1="Ah", card_3="Kd")

    table.refresh_from_db()
    assert table.between.first_button == 1


@pytest.mark.rule("WAS-4")
def test_no_page_offers_the_first_button_while_a_hand_is_played():
    table = table_of_two(house="washburn")
    client = signed_in(table.event)
    press(client, table, "first_button", card_1="Kh", card_2="As")
    before = text_of(client.get(address(table, "table")))
    press(client, table, "start", number=1)

    assert address(table, "first_button") in before
    assert address(table, "first_button") not in text_of(client.get(address(table, "table")))


@pytest.mark.rule("WLIA-6", "WAS-5", "BIS-4")
def test_what_goes_in_before_the_cards_is_entered_already():
    blinds = at_table("page", "wlia", (500, 500, 5))
    antes = at_table("page", "washburn", (10_000,) * 3, ante=100)
    antes.give_button(1)

    def entered(hand: Played) -> list[tuple[object, object]]:
        form = hand.client.get(address(hand.table, "hand")).context["form"]
        return [(one.paid.value(), one.dead.value()) for one in form.seats]

    assert entered(blinds) == [(None, None), (5, None), (5, None)]
    assert entered(antes) == [(100, None), (350, None), (600, None)]


@pytest.mark.rule("STD-7")
@pytest.mark.parametrize(("chips", "entered"), [(30, (20, 10)), (15, (15, 5)), (10, (10, None))])
def test_a_short_big_blind_pays_the_blind_before_the_ante_of_the_table(chips: int, entered: tuple[int, int | None]):
    hand = at_table("page", "wlia", (500, 500, chips), ante=10, ante_by="big_blind")

    form = hand.client.get(address(hand.table, "hand")).context["form"]

    assert (form["paid_3"].value(), form["dead_3"].value()) == entered


def test_a_newcomer_chooses_and_others_sit_out_on_the_page():
    table = table_of_two(house="canterbury", event={})
    client = signed_in(table.event)
    press(client, table, "first_button")
    table.refresh_from_db()
    end = hand_of(put_in(1, 10), put_in(2, 5, folded=True), button=table_view(table).button)
    services.settle_hand(table=table, number=1, end=end, **by_staff())
    services.seat_player(table=table, seat=4, player=make_holder(table.event, "Nel New"), chips=100, **by_staff())

    page = client.get(address(table, "table")).content.decode()
    refused = press(client, table, "entry", at=4, entry="buy_button")
    press(client, table, "entry", at=4, entry="post_big_blind")
    chosen = client.get(address(table, "table")).content.decode()
    press(client, table, "sit_out", at=1)
    away = client.get(address(table, "table")).content.decode()
    press(client, table, "come_back", at=1)

    assert "Seat 4, Nel New: new at the table" in page
    assert "Post the big blind at once: 10" in page
    assert refused.status_code == 422
    assert 'value="post_big_blind" aria-pressed="true"' in chosen
    assert "Seat 1, Pat Seat1, sits out" in away
    table.refresh_from_db()
    assert table_view(table).to_come.away == ()


def test_a_hand_is_played_on_the_page_and_paid_out():
    table = table_of_two()
    client = signed_in(table.event)

    begin = client.get(address(table, "play")).content.decode()
    press(client, table, "start", number=1)
    first = shown_text(client.get(address(table, "play")))
    act(client, table, verb="bet", to="30")
    act(client, table, verb="call")
    flop = client.get(address(table, "play")).content.decode()
    act(client, table, verb="deal", board="Kh 9c 4d")
    act(client, table, verb="check")
    act(client, table, verb="bet", to="10")
    act(client, table, verb="fold")
    over = client.get(address(table, "play"))
    paid = press(client, table, "pay_out", version=the_play(table).version, shown=over.context["plan"].digest)

    assert "Seat 1 has the button" in begin
    assert "Seat 1, Pat Seat1" in first
    assert "Call 5" in first
    assert "Pot Raise to 30" in first
    assert "Deal: flop" in flop
    assert "Pay out 70" in over.content.decode()
    assert (paid.status_code, stacks(table)[1], stacks(table)[2]) == (302, 530, 470)


def test_what_is_refused_in_play_stands_on_the_page_with_its_rule():
    table = table_of_two()
    client = signed_in(table.event)
    press(client, table, "start", number=1)

    small = act(client, table, verb="bet", to="12")
    stale = press(client, table, "move", version=9, verb="call")
    early = press(client, table, "pay_out", version=1)
    unreadable = act(client, table, verb="deal", board="Zz")
    nameless = press(client, table, "call_off", version=1, reason="")

    assert [answer.status_code for answer in (small, stale, early, unreadable, nameless)] == [422, 409, 422, 422, 400]
    assert "the least is 20" in small.content.decode()
    assert "has gone on since this page was shown" in stale.content.decode()
    assert "is not a card" in unreadable.content.decode()
    assert the_play(table).version == 1


def test_the_last_action_is_undone_and_the_hand_called_off_on_the_page():
    table = table_of_two()
    client = signed_in(table.event)
    press(client, table, "start", number=1)
    act(client, table, verb="call")

    act(client, table, verb="undo")
    assert the_play(table).hand.turn == 1
    press(client, table, "call_off", version=the_play(table).version, reason="misdeal")

    assert play_of(table) is None
    assert "Play it" in client.get(address(table, "table")).content.decode()


def test_a_hand_that_cannot_begin_says_what_it_waits_for():
    table = open_table(make_event())

    page = signed_in(table.event).get(address(table, "play")).content.decode()

    assert "A hand needs 2 players" in page


def test_everybody_sees_the_board_and_no_hidden_card_without_signing_in():
    table = open_table(make_event(), game="dealers_choice")
    seat_people(table, {1: 500, 2: 500})
    services.start_hand(table=table, **by_staff(number=1, game="seven_stud"))
    told = Move(verb="deal", holes={1: parse_cards("As Ad Kc"), 2: parse_cards("9h")})
    services.play_move(table=table, version=1, move=told, **by_staff())

    page = Client().get(address(table, "watch")).content.decode()
    part = Client().get(address(table, "watched")).content.decode()

    assert "Hand 1, Seven-card stud" in page
    assert "Pat S" in part
    assert "Pat Seat1" not in part
    assert part.count('aria-label="face down"') == 4
    assert "king of clubs" in part
    assert "ace of" not in part


@pytest.mark.parametrize("name", ["play", "watch"])
def test_a_hand_in_play_costs_the_same_queries_with_more_players(name, django_assert_max_num_queries):
    costs = []

    for seats in (2, 5):
        table = open_table(make_event())
        seat_people(table, dict.fromkeys(range(1, seats + 1), 100))
        services.start_hand(table=table, **by_staff(number=1))
        client = signed_in(table.event)
        client.get(reverse("tables:list", args=[table.event.code]))
        with django_assert_max_num_queries(16) as counted:
            assert client.get(address(table, name)).status_code == 200
        costs.append(len(counted))

    assert costs[0] == costs[1]


def test_between_two_hands_everybody_is_told_so():
    table = table_of_two()

    assert "Between two hands" in Client().get(address(table, "watch")).content.decode()


def test_a_seat_that_owes_nothing_is_asked_nothing():
    table = table_of_two()
    services.sit_out(table=table, seat=1, **by_staff())

    page = signed_in(table.event).get(address(table, "table")).content.decode()

    assert 'id="owed-' not in page


def test_where_no_posted_limit_can_be_played_none_is_asked_for():
    with_limits, without = make_event("canterbury"), make_event("washburn")

    asked = signed_in(with_limits).get(reverse("tables:open_poker", args=[with_limits.code])).content.decode()
    silent = signed_in(without).get(reverse("tables:open_poker", args=[without.code])).content.decode()

    assert "Posted limit" in asked
    assert "Posted limit" not in silent
    assert 'type="hidden" name="poker-limit"' in silent
