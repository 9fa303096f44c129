"""A PIN opens nothing by itself: a player's page opens by the card's link, or by the PIN and a code of the desk."""

from __future__ import annotations

import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from urllib.parse import urlencode

import pytest
import time_machine
from django.db import connection
from django.test import Client
from rest_framework.test import APIClient

from eventnight.core.actors import SYSTEM
from eventnight.core.errors import UserFacingError
from eventnight.core.models import AuditRecord, Tries
from eventnight.core.press import Press
from eventnight.core.roles import Role
from eventnight.core.sign_in.tries import TooManyTries
from eventnight.events.models import Event, JoinCode, Player
from eventnight.events.services import ShownCode, join_device, renew_card, show_join_code
from eventnight.events.services.links import OF_EVENT, OF_PLAYER, VALID_FOR
from tests.answers import text_of
from tests.factories import NOW, actor_with, after, make_event, make_player, make_players, make_staff
from tests.papers import paper_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _time_stands() -> Iterator[None]:
    """No wait passes by while the test works."""
    with time_machine.travel(NOW, tick=False):
        yield


@pytest.fixture
def player(event: Event) -> Player:
    return make_player(event)


def _shown(player: Player, *, seconds: float = 0) -> ShownCode:
    return show_join_code(player=player, press=Press(SYSTEM, after(seconds=seconds)))


def _join(player: Player, code: str, *, seconds: float = 0, pin: str = "", event: Event | None = None) -> str:
    """The link that opens, or the code of the refusal."""
    try:
        return join_device(
            event=event or player.event, pin=pin or player.pin, code=code, now=after(seconds=seconds)
        ).token
    except UserFacingError as error:
        return error.code


def _other(code: str) -> str:
    return f"{(int(code) + 1) % 10**6:06}"


def test_a_pin_with_the_desk_s_code_opens_the_page_once(player: Player):
    shown = _shown(player)

    assert _join(player, shown.code) == player.token
    assert _join(player, shown.code) == "wrong_join_code"
    assert not JoinCode.objects.exists()


def test_two_phones_join_by_a_code_each_and_a_new_code_voids_the_one_before(player: Player):
    first = _shown(player)
    second = _shown(player)

    assert _join(player, first.code) == "wrong_join_code" or first.code == second.code
    assert _join(player, second.code) == player.token
    assert _join(player, _shown(player).code) == player.token


@pytest.mark.parametrize(("seconds", "opens"), [(119.999, True), (120, False), (120.001, False)])
def test_a_code_is_valid_for_two_minutes_to_the_moment(player: Player, seconds: float, opens: bool):
    shown = _shown(player)

    assert shown.valid_until == after(minutes=2)
    assert (_join(player, shown.code, seconds=seconds) == player.token) is opens


def test_a_code_opens_the_page_of_its_own_player_at_its_own_night_only(player: Player):
    neighbour, elsewhere = make_player(player.event), make_player(make_event())
    shown = _shown(player)
    _shown(neighbour)
    Player.objects.filter(pk=elsewhere.pk).update(pin=player.pin)

    assert _join(neighbour, shown.code) == "wrong_join_code"
    assert _join(player, shown.code, event=elsewhere.event) == "wrong_join_code"
    assert _join(player, shown.code) == player.token


def test_neither_a_pin_nor_a_code_alone_is_told_from_the_other(player: Player):
    shown = _shown(player)
    refusals = set()
    for pin, code in ((player.pin, _other(shown.code)), ("9999" if player.pin != "9999" else "9998", shown.code)):
        with pytest.raises(UserFacingError) as refused:
            join_device(event=player.event, pin=pin, code=code, now=NOW)
        refusals.add((refused.value.status, refused.value.code, refused.value.message, str(refused.value.facts)))

    assert len(refusals) == 1


def test_no_more_than_seven_guesses_fit_into_the_life_of_a_code(player: Player):
    """Whoever knows the PIN and tries at every second."""
    shown = _shown(player)
    wrong, looked_at = _other(shown.code), 0
    for second in range(int(VALID_FOR.total_seconds())):
        before = _wrong_tries(OF_PLAYER.kind)
        _join(player, wrong, seconds=second)
        looked_at += _wrong_tries(OF_PLAYER.kind) - before

    assert looked_at == 7


def _wrong_tries(kind: str) -> int:
    return sum(Tries.objects.filter(kind=kind).values_list("wrong", flat=True))


def test_every_pin_of_a_night_tried_at_the_page_opens_nothing(client: Client, event: Event):
    """48 guests, and a stranger who tries what a card can say, from many browsers."""
    players = make_players(event, 48)
    pins = [player.pin for player in players] + [str(pin) for pin in range(1000, 1200)]

    answers = [Client().post(f"/e/{event.code}/me/", {"pin": pin, "code": "000000"}) for pin in pins]

    assert {answer.status_code for answer in answers} == {404, 429}
    assert not any(player.token in text_of(answer) for player, answer in zip(players, answers, strict=False))
    assert _wrong_tries(OF_EVENT.kind) == OF_EVENT.free


def test_guests_with_a_fresh_code_come_in_however_many_wrong_ones_strangers_try(event: Event):
    players = make_players(event, 48)
    shown = [_shown(player) for player in players]
    for number in range(300):
        _join(players[0], "000000", pin=str(1000 + number))
    assert _join(players[0], "000000", pin="9999") == "too_many_tries"

    assert [_join(player, one.code, seconds=1) for player, one in zip(players, shown, strict=True)] == [
        player.token for player in players
    ]


def test_wrong_codes_for_one_player_slow_down_that_player_until_the_desk_shows_another(player: Player):
    neighbour = make_player(player.event)
    wrong = _other(_shown(player).code)
    for _ in range(3):
        assert _join(player, wrong) == "wrong_join_code"

    with pytest.raises(TooManyTries, match="Wait 4 seconds, or go to the desk") as refused:
        join_device(event=player.event, pin=player.pin, code=wrong, now=NOW)

    assert (refused.value.status, refused.value.facts) == (429, {"wait_seconds": 4})
    assert _join(neighbour, _shown(neighbour).code) == neighbour.token
    assert _join(player, _shown(player).code) == player.token


def test_the_limit_of_an_event_leaves_other_events_alone(event: Event):
    other = make_player(make_event())
    player = make_player(event)
    for number in range(OF_EVENT.free + 1):
        _join(player, "000000", pin=str(1000 + number))

    assert _join(player, "000000", pin="9999") == "too_many_tries"
    assert _join(other, "000000", pin="9999") == "wrong_join_code"


def test_a_new_card_replaces_link_and_pin_at_once(client: Client, player: Player):
    old, old_pin, shown = player.token, player.pin, _shown(player)
    assert client.get(f"/p/{old}/").status_code == client.get(f"/p/{old}/board/").status_code == 200

    renewed = renew_card(player=player, press=Press(SYSTEM, NOW))

    assert renewed.token != old
    assert renewed.pin != old_pin
    gone = client.get(f"/p/{old}/")
    assert gone.status_code == client.get(f"/p/{old}/board/").status_code == 404
    assert "a newer card replaced it" in text_of(gone)
    assert client.post(f"/p/{old}/tickets/").status_code == 404
    assert client.get(f"/p/{renewed.token}/").status_code == 200
    assert _join(renewed, shown.code) == "wrong_join_code"


def test_codes_cards_and_phones_stand_in_the_log_without_their_secrets(player: Player):
    desk = actor_with(player.event, Role.DESK)
    shown = show_join_code(player=player, press=Press(desk, NOW))
    _join(player, shown.code)
    renewed = renew_card(player=player, press=Press(desk, NOW))

    lines = AuditRecord.objects.filter(action__regex=r"^(join_code|device|card)\.").order_by("id")
    assert [(line.action, line.actor_code, line.subject, line.facts) for line in lines] == [
        ("join_code.shown", desk.code, player.code, {}),
        ("device.joined", f"player-{player.code}", player.code, {}),
        ("card.renewed", desk.code, player.code, {}),
    ]
    assert shown.code not in JoinCode.objects.values_list("hashed", flat=True)
    assert renewed.code == player.code


# ---------- Pages and API ----------


def test_the_desk_shows_a_code_and_the_guest_types_it(desk: Client, player: Player):
    asked = desk.post(f"/staff/{player.event.code}/players/{player.code}/phone/")
    code = re.search(r"\b(\d{3} \d{3})\b", text_of(asked))
    assert code is not None

    opened = Client().post(f"/e/{player.event.code}/me/", {"pin": player.pin, "code": code[1]})

    assert opened["Location"] == f"/p/{player.token}/"
    assert "1:02:00 PM" in text_of(asked)
    assert "no-store" in asked["Cache-Control"]


@pytest.mark.parametrize(
    ("pin", "code", "says"),
    [
        ("12a4", "123456", "The code on your card has four figures."),
        ("1234", "12345", "The code from the desk has six figures."),
        ("1234", "١٢٣٤٥٦", "The code from the desk has six figures."),
        ("1234", "", "Fill this in."),
    ],
)
def test_what_is_no_code_is_said_before_it_counts(client: Client, event: Event, pin: str, code: str, says: str):
    answer = client.post(f"/e/{event.code}/me/", {"pin": pin, "code": code})

    assert answer.status_code == 422
    assert says in text_of(answer)
    assert not Tries.objects.exists()


def test_a_guest_who_has_to_wait_is_told_how_long_and_the_way_out(client: Client, event: Event):
    page = f"/e/{event.code}/me/"
    for number in range(OF_EVENT.free):
        client.post(page, {"pin": str(1000 + number), "code": "000000"})

    answer = client.post(page, {"pin": "9999", "code": "000000"})

    assert answer.status_code == 429
    assert "Wait 2 seconds, or go to the desk" in text_of(answer)
    assert "the QR code on your card" in text_of(answer)


def test_a_lost_card_is_replaced_at_the_desk_and_printed(desk: Client, player: Player):
    answer = desk.post(f"/staff/{player.event.code}/players/{player.code}/new-card/", follow=True)

    renewed = Player.objects.get(pk=player.pk)
    card = f"/staff/{player.event.code}/print/cards.pdf?{urlencode({'player': player.code})}"
    assert answer.redirect_chain == [(f"/staff/{player.event.code}/players/{player.code}/", 302)]
    assert "Print the new card." in text_of(answer)
    assert f'href="{card}"' in text_of(answer)
    assert f"PIN {renewed.pin}" in paper_of(desk.get(card)).text
    assert renewed.token != player.token


@pytest.mark.parametrize(("role", "status"), [(Role.DESK, 201), (Role.FLOOR, 201), (Role.TABLES, 403), (None, 401)])
def test_programs_show_codes_and_renew_cards_as_the_desk_does(player: Player, role: Role | None, status: int):
    client = APIClient()
    if role is not None:
        client.force_authenticate(make_staff(player.event, role))
    address = f"/api/v1/events/{player.event.code}/players/{player.code}"

    shown, card = client.post(f"{address}/join-code/"), client.post(f"{address}/card/")

    assert (shown.status_code, card.status_code) == (status, status)
    if status == 201:
        renewed = Player.objects.get(pk=player.pk)
        assert shown.json()["valid_until"] == (NOW + timedelta(minutes=2)).isoformat().replace("+00:00", "Z")
        assert card.json() == {
            "player": player.code,
            "pin": renewed.pin,
            "link": f"http://testserver/p/{renewed.token}/card/",
        }


# ---------- At once ----------


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_of_twenty_phones_with_one_code_at_once_one_joins():
    player = make_player(make_event())
    shown = _shown(player)

    def one(_: int) -> str:
        try:
            return _join(player, shown.code)
        finally:
            connection.close()

    with ThreadPoolExecutor(10) as threads:
        outcomes = list(threads.map(one, range(20)))

    assert outcomes.count(player.token) == 1
    assert set(outcomes) <= {player.token, "wrong_join_code", "too_many_tries"}


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_a_hundred_wrong_codes_at_once_count_a_hundred_and_few_are_looked_at():
    player = make_player(make_event())
    wrong = _other(_shown(player).code)

    def one(_: int) -> str:
        try:
            return _join(player, wrong)
        finally:
            connection.close()

    with ThreadPoolExecutor(16) as threads:
        outcomes = list(threads.map(one, range(100)))

    row = Tries.objects.get(kind=OF_PLAYER.kind)
    assert (row.came, row.wrong) == (100, OF_PLAYER.free)
    assert outcomes.count("wrong_join_code") == OF_PLAYER.free
