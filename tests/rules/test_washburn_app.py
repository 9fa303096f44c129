"""Washburn at the door: WAS-1 through the services, the page and the API."""

from __future__ import annotations

import pytest
from django.test import Client

from eventnight.core.actors import Actor
from eventnight.core.errors import UserFacingError
from eventnight.core.models import AuditRecord
from eventnight.core.press import Press
from eventnight.core.roles import Role
from eventnight.events.models import Player
from eventnight.events.services import check_in, require_may_play, undo_check_in
from tests.factories import NOW, after, make_event, make_player, make_staff

pytestmark = [pytest.mark.django_db, pytest.mark.rule("WAS-1")]


def test_nobody_is_checked_in_without_a_picture_id_being_seen():
    event = make_event("washburn")
    player = make_player(event)

    with pytest.raises(UserFacingError) as refused:
        check_in(player=player, id_seen=False, press=Press(Actor.of(make_staff(event, Role.DESK)), NOW))

    player.refresh_from_db()
    assert (refused.value.code, refused.value.rules) == ("id_not_seen", ("WAS-1",))
    assert player.checked_in_at is None


def test_check_in_records_that_the_id_was_seen_and_who_saw_it():
    event = make_event("washburn")
    player, nora = make_player(event), make_staff(event, Role.DESK)

    check_in(player=player, id_seen=True, press=Press(Actor.of(nora), after(minutes=5)))

    player.refresh_from_db()
    assert (player.checked_in_at, player.id_seen_at, player.id_seen_by) == (after(5), after(5), nora)
    line = AuditRecord.objects.get(event=event, action="player.checked_in")
    assert (line.actor_code, line.subject, line.facts["id_seen"]) == (f"staff-{nora.pk}", player.code, True)


def test_without_a_check_there_is_no_seat():
    player = make_player(make_event("washburn"))

    with pytest.raises(UserFacingError) as refused:
        require_may_play(player)

    assert (refused.value.code, refused.value.rules) == ("not_checked_in", ("WAS-1",))
    assert player.code in refused.value.message
    assert "picture ID" in refused.value.message


def test_a_checked_in_player_may_take_a_seat_and_may_not_once_it_is_taken_back():
    event = make_event("washburn")
    player = make_player(event, checked_in=True)
    require_may_play(player)

    player = undo_check_in(player=player, press=Press(Actor.of(make_staff(event)), after(1)))

    assert (player.id_seen_at, player.id_seen_by) == (None, None)
    with pytest.raises(UserFacingError, match="cannot take a seat"):
        require_may_play(player)


def test_a_house_that_asks_for_no_id_cites_no_rule():
    player = make_player(make_event("wlia"))

    with pytest.raises(UserFacingError) as refused:
        require_may_play(player)

    assert refused.value.rules == ()
    assert check_in(player=player, id_seen=False, press=Press(Actor.of(make_staff(player.event)), NOW)).is_checked_in


def test_the_desk_page_refuses_the_press_without_the_tick_and_names_the_rule(client: Client):
    event = make_event("washburn")
    player = make_player(event)
    client.force_login(make_staff(event, Role.DESK))
    address = f"/staff/{event.code}/players/{player.code}/check-in/"

    refused = client.post(address)
    done = client.post(address, {"id_seen": "1", "next": f"/staff/{event.code}/players/?q=P001"})

    assert refused.status_code == 422
    assert f"/e/{event.code}/rules/#WAS-1" in refused.content.decode()
    assert (done.status_code, done["Location"]) == (302, f"/staff/{event.code}/players/?q=P001")
    assert Player.objects.get(pk=player.pk).is_checked_in


def test_the_api_refuses_with_problem_details(client: Client):
    event = make_event("washburn")
    player = make_player(event)
    client.force_login(make_staff(event, Role.DESK))
    address = f"/api/v1/events/{event.code}/players/{player.code}/check-in/"

    refused = client.post(address, {"id_seen": False}, content_type="application/json")
    done = client.post(address, {"id_seen": True}, content_type="application/json")

    assert (refused.status_code, refused["Content-Type"]) == (422, "application/problem+json")
    assert (refused.json()["code"], refused.json()["rules"]) == ("id_not_seen", ["WAS-1"])
    assert (done.status_code, done.json()["id_seen_by"] != "") == (200, True)
