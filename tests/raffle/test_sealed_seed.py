"""The seed of a draw before its end: nowhere in the open, and of no use on another installation."""

from __future__ import annotations

import io
import json

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from eventnight.core.errors import UserFacingError
from eventnight.core.models import AuditRecord
from eventnight.core.press import Press
from eventnight.core.roles import Role
from eventnight.night.exports.lists import LISTS
from eventnight.raffle import services
from eventnight.raffle.models import Raffle, RaffleStatus
from eventnight.raffle.sealing import seal, unseal
from eventnight.raffle.selectors import seed_of, seed_opens
from tests.factories import actor_with, after, make_staff, make_user
from tests.flows.archives import Parts, archive_of, forged, members_of, parts_of, restored
from tests.raffle.nights import DICE, SEED, RaffleNight, placed_night
from tests.raffle.pages import new_key

pytestmark = pytest.mark.django_db

OTHER_SEED = bytes(range(1, 33))


def _refusal(action) -> UserFacingError:
    with pytest.raises(UserFacingError) as refusal:
        action()
    return refusal.value


def _elsewhere(night: RaffleNight, settings) -> RaffleNight:
    """The same night, as it stands on an installation with another key."""
    settings.SECRET_KEY = "of another installation"
    return night


def _renew(night: RaffleNight, **given):
    by, second = actor_with(night.event, Role.RAFFLE), actor_with(night.event)
    signed = {"by": by, "second": second, "seed": OTHER_SEED, "reason": "Restored on another machine"}
    signed["replaces"] = night.raffle.commitment
    return night.do(services.renew_promise, **signed | given)


# ---------- Nowhere in the open ----------


@pytest.mark.parametrize("stage", [RaffleStatus.OPEN, RaffleStatus.FROZEN, RaffleStatus.DRAWING])
def test_before_the_end_the_seed_is_in_no_page_api_archive_export_dump_or_log(stage, caplog, subtests):
    night = placed_night()
    if stage != RaffleStatus.OPEN:
        night.freeze()
    if stage == RaffleStatus.DRAWING:
        night.enter()
        night.draw()
    leaving = dict(_all_that_leaves(night))

    assert night.raffle.status == stage
    assert seed_of(night.raffle) == SEED
    for name, content in leaving.items():
        with subtests.test(name):
            assert content
            assert SEED.hex() not in content.lower()
    assert SEED.hex() not in caplog.text.lower()


def _all_that_leaves(night: RaffleNight):
    code = night.event.code
    staff, admin = Client(), Client()
    staff.force_login(make_staff(night.event))
    admin.force_login(make_user(is_superuser=True))
    pages = [
        f"/e/{code}/raffle/",
        f"/e/{code}/raffle/proof.json",
        f"/e/{code}/raffle/verify/",
        f"/staff/{code}/raffle/",
    ]
    pages += [f"/api/v1/events/{code}/raffle/", f"/api/v1/events/{code}/raffle/proof/"]
    for address in pages:
        yield address, staff.get(address).content.decode()
    for place in (reverse("admin:raffle_raffle_changelist"), _admin_url(night)):
        yield place, admin.get(place).content.decode()
    for name, content in members_of(archive_of(night.event)).items():
        yield name, content.decode()
    dumped = io.StringIO()
    call_command("dumpdata", "raffle", "core", stdout=dumped)
    yield "dumpdata", dumped.getvalue()
    for each in LISTS:
        answer = staff.get(f"/organise/{code}/lists/{each}.csv")
        assert answer.status_code == 200
        yield f"list {each}", answer.getvalue().decode()


def _admin_url(night: RaffleNight) -> str:
    return reverse("admin:raffle_raffle_change", args=[night.raffle.pk])


def test_the_same_seed_is_never_sealed_twice_alike_and_opens_only_for_its_event_and_promise():
    place = {"event_code": "NIGHT", "commitment": "ab" * 32}

    first, again = seal(SEED, **place), seal(SEED, **place)

    assert first != again
    assert unseal(first, **place) == unseal(again, **place) == SEED
    assert unseal(first, event_code="OTHER", commitment="ab" * 32) is None
    assert unseal(first, event_code="NIGHT", commitment="cd" * 32) is None
    assert unseal(first[:-4] + "AAAA", **place) is None
    assert unseal("no seal", **place) is None


def test_after_a_change_of_the_key_the_one_before_still_opens_the_seed(settings):
    night = placed_night()
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "a newer one"

    night.freeze_and_roll()

    assert night.draw().index is not None


# ---------- On another installation ----------


def test_with_a_seed_that_was_sealed_elsewhere_sales_do_not_close_until_another_is_promised(settings):
    night = _elsewhere(placed_night(), settings)
    before = night.raffle.commitment

    refusal = _refusal(night.freeze)
    _renew(night)
    night.freeze_and_roll()

    assert refusal.code == "seed_sealed_elsewhere"
    assert "Renew the promise with a second person" in refusal.message
    assert night.raffle.commitment != before
    assert night.draw().index is not None
    assert night.faults() == []


def test_a_closed_list_that_came_from_elsewhere_is_opened_renewed_and_closed_again(settings):
    night = placed_night()
    night.freeze()
    _elsewhere(night, settings)

    refusal = _refusal(night.enter)
    night.do(services.reopen_sales, reason="Restored on another machine")
    _renew(night)
    night.freeze_and_roll()

    assert refusal.code == "seed_sealed_elsewhere"
    assert "Open the sales again and renew" in refusal.message
    assert [old.kind for old in night.raffle.withdrawn.all()] == ["list", "promise"]


def test_once_chance_is_recorded_there_is_no_other_promise_and_the_way_out_is_said(settings):
    night = placed_night()
    night.freeze_and_roll()
    _elsewhere(night, settings)

    drawing = _refusal(night.draw)
    renewing = _refusal(lambda: _renew(night))

    assert (drawing.code, renewing.code) == ("seed_sealed_elsewhere", "raffle_status")
    assert "finish the draw where it was begun" in drawing.message
    assert "SECRET_KEY_FALLBACKS" in drawing.message
    assert not night.raffle.draws.exists()


def test_another_promise_needs_a_reason_and_somebody_else_and_never_comes_after_the_freeze():
    night = placed_night()
    by = actor_with(night.event, Role.RAFFLE)

    codes = [
        _refusal(lambda: _renew(night, by=by, second=by)).code,
        _refusal(lambda: _renew(night, second=None)).code,
        _refusal(lambda: _renew(night, reason=" ")).code,
    ]
    night.freeze()

    assert [*codes, _refusal(lambda: _renew(night)).code] == [
        "second_person",
        "second_person",
        "reason_missing",
        "raffle_status",
    ]


def test_both_promises_are_public_with_the_moment_the_reason_and_the_signatures(client):
    night = placed_night()
    before = night.raffle.commitment
    _renew(night, now=after(30))
    (old,) = night.raffle.withdrawn.all()

    page = client.get(f"/e/{night.event.code}/raffle/").content.decode()
    api = client.get(f"/api/v1/events/{night.event.code}/raffle/").json()

    for words in (before, night.raffle.commitment, "Restored on another machine", old.by_code, old.second_code):
        assert words in page
    assert api["commitment"] == night.raffle.commitment
    assert [(row["value"], row["by"], row["signed_by"]) for row in api["withdrawn"]] == [
        (before, old.by_code, old.second_code)
    ]
    assert (old.published_at, old.at) == (night.raffle.opened_at, after(30))
    assert AuditRecord.objects.get(action="raffle.promise_renewed").facts["replaced"] == before


# ---------- Archives ----------


def test_an_archive_of_an_unfinished_draw_holds_the_commitment_and_a_seal():
    night = placed_night()
    night.freeze_and_roll()

    (row,) = parts_of(archive_of(night.event))["raffle.raffle"]

    assert (row["seed"], row["commitment"]) == ("", night.raffle.commitment)
    assert row["sealed_seed"] == night.raffle.sealed_seed != ""


def test_where_it_was_made_a_restored_draw_goes_on():
    night = placed_night(code="LOST")
    night.freeze_and_roll()
    content = archive_of(night.event)
    night.event.code = "ASIDE"
    night.event.save()

    night.event = restored(content)

    assert night.draw().index is not None
    assert night.faults() == []


def test_a_copy_under_another_code_cannot_rehearse_the_draw():
    night = placed_night()
    copy = restored(archive_of(night.event), code="COPY")

    assert not seed_opens(Raffle.objects.get(event=copy))
    assert _refusal(lambda: services.freeze(event=copy, press=Press(actor_with(copy), after(1)))).code == (
        "seed_sealed_elsewhere"
    )


def _with_an_open_seed(parts: Parts, manifest: dict) -> None:
    (row,) = parts["raffle.raffle"]
    for column in ("sealed_seed", "seed_was_open", "promised_at", "beacon_signature", "missed_because"):
        del row[column]
    del row["thrown_by"], row["watched_by"]
    row["seed"] = SEED.hex()


def test_the_open_seed_of_an_older_archive_is_sealed_and_its_page_says_that_it_lay_open(client):
    night = placed_night()
    event = restored(forged(archive_of(night.event), _with_an_open_seed), code="OLDER")

    raffle = Raffle.objects.get(event=event)
    page = client.get("/e/OLDER/raffle/").content.decode()

    assert (raffle.seed, raffle.seed_was_open, seed_of(raffle)) == ("", True, SEED)
    assert "stored in the open" in page
    assert client.get("/api/v1/events/OLDER/raffle/").json()["seed_was_open"] is True


def test_a_renewed_promise_was_never_open(client):
    night = placed_night()
    night.event = restored(forged(archive_of(night.event), _with_an_open_seed), code="OLDER")

    _renew(night)

    assert night.raffle.seed_was_open is False
    assert "stored in the open" not in client.get("/e/OLDER/raffle/").content.decode()


# ---------- Pages and API ----------


def test_the_promise_is_renewed_on_the_page_and_over_the_api_with_the_second_persons_password():
    night = placed_night()
    second = make_staff(night.event)
    staff = Client()
    staff.force_login(make_staff(night.event, Role.RAFFLE))
    signed = {"reason": "Restored on another machine", "second": second.username, "password": "card-night"}
    seen = [night.raffle.commitment]

    def press(password: str = "card-night") -> int:
        given = signed | new_key() | {"replaces": seen[-1], "password": password}
        return staff.post(f"/staff/{night.event.code}/raffle/promise/", given).status_code

    answers = [press("guess"), press(), press()]
    seen.append(night.raffle.commitment)
    api = staff.post(
        f"/api/v1/events/{night.event.code}/raffle/promise/",
        json.dumps(signed | {"replaces": seen[-1]}),
        content_type="application/json",
    )
    seen.append(night.raffle.commitment)

    assert (answers, api.status_code) == ([422, 302, 302], 200)
    assert len(set(seen)) == 3
    assert [old["value"] for old in api.json()["withdrawn"]] == seen[:2]


def test_staff_are_told_on_the_page_when_the_seed_does_not_open(settings):
    night = placed_night()
    staff = Client()
    staff.force_login(make_staff(night.event, Role.RAFFLE))
    _elsewhere(night, settings)
    staff.force_login(make_staff(night.event, Role.RAFFLE))

    page = staff.get(f"/staff/{night.event.code}/raffle/").content.decode()

    assert "was sealed on another installation" in page


def test_dice_are_kept_only_where_the_seed_opens(settings):
    night = placed_night()
    night.freeze()
    _elsewhere(night, settings)

    assert _refusal(lambda: night.enter(DICE)).code == "seed_sealed_elsewhere"
    assert night.raffle.entropy == ""
