"""Roulette on guests' own phones: bets until "no more bets", and nobody bets on a number that is known."""

from __future__ import annotations

import json
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from engine.errors import RuleError
from eventnight.bank.selectors import verify_books
from eventnight.core.actors import Actor
from eventnight.core.errors import Conflict, Forbidden, UserFacingError
from eventnight.core.press import Press
from eventnight.core.roles import Role
from eventnight.events.models import Player
from tables import services
from tables.models import Bet, BetState, Table
from tables.services import NewBet
from tests.answers import post, shown_text, text_of
from tests.factories import NOW, make_event
from tests.tables.evening import by_staff, make_holder, open_wheel
from tests.tables.test_pages import signed_in

pytestmark = pytest.mark.django_db


def at_a_wheel(**facts: object) -> tuple[Table, Player]:
    table = open_wheel(make_event(), **{"on_phones": True, **facts})
    return table, make_holder(table.event)


def by_phone(player: Player) -> dict[str, Press]:
    return {"press": Press(Actor.player(player.code), NOW, uuid4())}


def bet_on(table: Table, player: Player, bet: str = "red", chips: int = 50) -> Bet:
    return services.place_bets(table=table, bets=[NewBet(player, bet, chips)], **by_phone(player))[0]


def test_a_guest_bets_on_their_phone_until_no_more_bets_and_the_spin_pays():
    table, player = at_a_wheel()
    bet = bet_on(table, player)
    services.close_bets(table=table, number=1, **by_staff())
    for late in (
        lambda: bet_on(table, player),
        lambda: services.withdraw_bet(table=table, bet_id=bet.pk, **by_phone(player)),
    ):
        with pytest.raises(Conflict) as refused:
            late()
        assert refused.value.code == "no_more_bets"
    turned = services.spin(table=table, number=1, pocket="1", **by_staff()).spin
    assert turned.nets == {player.code: 50}
    assert verify_books(table.event).is_clean
    bet_on(table, player)


@pytest.mark.rule("WLIA-17")
def test_no_number_is_settled_while_phones_may_still_bet_on_it():
    table, player = at_a_wheel()
    bet_on(table, player)
    with pytest.raises(Conflict, match="No more bets") as refused:
        services.spin(table=table, number=1, pocket="1", **by_staff())
    assert refused.value.code == "bets_open"
    assert Bet.objects.get().state == BetState.PLACED


def test_what_was_laid_after_a_spin_does_not_count_for_its_number_once_that_is_put_right():
    table, player = at_a_wheel()
    kept = bet_on(table, player)
    services.close_bets(table=table, number=1, **by_staff())
    services.spin(table=table, number=1, pocket="1", **by_staff())
    after_it = bet_on(table, player, "straight 2", 100)
    services.undo_spin(table=table, number=1, reason="Misread", may_reverse_any=True, **by_staff())
    states = dict(Bet.objects.values_list("pk", "state"))
    assert states == {kept.pk: BetState.PLACED, after_it.pk: BetState.WITHDRAWN}
    with pytest.raises(Conflict) as refused:
        bet_on(table, player)
    assert refused.value.code == "no_more_bets"
    with pytest.raises(Conflict, match="the ball has fallen") as refused:
        services.open_bets_again(table=table, number=1, **by_staff())
    assert refused.value.code == "number_known"
    assert services.spin(table=table, number=1, pocket="2", **by_staff()).spin.nets == {player.code: -50}
    bet_on(table, player)


def test_chips_on_another_mat_are_not_offered_again():
    table, player = at_a_wheel()
    other = open_wheel(table.event, on_phones=True)
    for number in range(1, 10):
        bet_on(table, player, f"straight {number}", 100)
    place = {"token": player.token, "table_id": other.pk}
    assert "100 chips to bet" in shown_text(Client().get(reverse("tables:my_mat", kwargs=place)))


def test_a_phone_touches_no_bets_of_others():
    table, player = at_a_wheel()
    other = make_holder(table.event)
    theirs = bet_on(table, other)
    for press in (
        lambda: services.place_bets(table=table, bets=[NewBet(other, "red", 5)], **by_phone(player)),
        lambda: services.withdraw_bet(table=table, bet_id=theirs.pk, **by_phone(player)),
    ):
        with pytest.raises(Forbidden) as refused:
            press()
        assert refused.value.code == "not_your_bet"
    assert Bet.objects.get().state == BetState.PLACED


def test_a_wheel_that_takes_no_phones_says_so_and_is_not_offered():
    table, player = at_a_wheel(on_phones=False)
    with pytest.raises(Conflict) as refused:
        bet_on(table, player)
    assert refused.value.code == "not_on_phones"
    address = reverse("tables:my_mat", kwargs={"token": player.token, "table_id": table.pk})
    assert Client().get(address).status_code == 409
    night = reverse("night:my_night", kwargs={"token": player.token})
    assert address not in Client().get(night).content.decode()
    services.spin(table=table, number=1, pocket="1", **by_staff())


def test_the_limits_of_the_table_and_the_own_chips_hold_on_phones():
    table, player = at_a_wheel(highest_bet=100)
    with pytest.raises(RuleError):
        bet_on(table, player, chips=105)
    for number in range(1, 11):
        bet_on(table, player, f"straight {number}", chips=100)
    with pytest.raises(UserFacingError) as refused:
        bet_on(table, player, "black", 5)
    assert refused.value.code == "bets_above_chips"


def test_the_page_lays_the_players_own_bets_whoever_the_form_names():
    table, player = at_a_wheel()
    other, client = make_holder(table.event), Client()
    place = {"token": player.token, "table_id": table.pk}
    page = client.get(reverse("tables:my_mat", kwargs=place))
    assert "Bets are open" in text_of(page)
    bets = json.dumps([{"who": other.code, "bet": "straight 17", "chips": 20}])
    answer = client.post(reverse("tables:my_bets", kwargs=place), {"bets": bets, "request_id": uuid4()})
    assert answer.status_code == 302
    bet = Bet.objects.get()
    assert (bet.player, bet.bet, bet.chips) == (player, "straight 17", 20)
    assert client.get(reverse("tables:my_mat_part", kwargs=place)).status_code == 200
    back = reverse("tables:my_bet_back", kwargs={**place, "bet_id": bet.pk})
    assert client.post(back).status_code == 302
    assert Bet.objects.get().state == BetState.WITHDRAWN
    night = client.get(reverse("night:my_night", kwargs={"token": player.token})).content.decode()
    assert reverse("tables:my_mat", kwargs=place) in night


def test_the_croupier_closes_and_opens_bets_by_page_and_api():
    table, _ = at_a_wheel()
    staff, place = signed_in(table.event, Role.TABLES), {"code": table.event.code, "table_id": table.pk}
    page = staff.get(reverse("tables:roulette", kwargs=place)).content.decode()
    assert "No more bets" in page
    assert "Show payout" not in page
    press = {"number": 1, "request_id": uuid4()}
    assert staff.post(reverse("tables:close_bets", kwargs=place), press).status_code == 302
    assert "Show payout" in staff.get(reverse("tables:roulette", kwargs=place)).content.decode()
    api = f"/api/v1/events/{table.event.code}/tables/roulette/{table.pk}/"
    assert post(staff, f"{api}bets-open/", {"number": 1}).json()["bets_closed_at"] is None
    assert post(staff, f"{api}no-more-bets/", {"number": 1}).json()["bets_closed_at"] is not None
    assert post(staff, f"{api}no-more-bets/", {"number": 2}).status_code == 409
    press = {"number": 1, "request_id": uuid4()}
    assert staff.post(reverse("tables:open_bets", kwargs=place), press).status_code == 302
    assert staff.get(reverse("tables:on_mat", kwargs=place)).status_code == 200
    table.refresh_from_db()
    assert table.takes_bets


def test_a_wheel_is_opened_for_phones_by_the_form():
    event = make_event()
    staff = signed_in(event, Role.ORGANISER)
    address = reverse("tables:open_roulette", kwargs={"code": event.code})
    form = staff.get(address).context["form"]
    shown = {form.add_prefix(name): form[name].value() for name in form.fields if form[name].value() not in (None, "")}
    assert staff.post(address, {**shown, "roulette-on_phones": "on", "request_id": uuid4()}).status_code == 302
    assert Table.objects.get(event=event).on_phones
