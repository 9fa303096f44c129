"""People of staff and an archive: their names come along, their keys do not, and nobody is taken for somebody else."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.auth import get_user_model
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse
from rest_framework.authtoken.models import Token

from eventnight.bank.models import Entry
from eventnight.bank.selectors import actor_labels
from eventnight.bank.services import give_first_stack, reverse_entry
from eventnight.core.actors import SYSTEM, Actor, account_of, staff_code
from eventnight.core.errors import Forbidden
from eventnight.core.models import AuditRecord, FormerStaff, RoleGrant
from eventnight.core.press import Press
from eventnight.core.roles import Role
from eventnight.core.web.access import roles_of
from eventnight.events.models import Event
from eventnight.events.services import grant_role, revoke_role
from tests.bank.nights import Night
from tests.factories import NOW, make_event, make_staff, make_user
from tests.flows.archives import another_machine, archive_of, members_of, parts_of, restored

pytestmark = pytest.mark.django_db


def night_of(name: str) -> tuple[Night, Actor]:
    """A night at whose desk somebody of that name has handed out one first stack."""
    night = Night(make_event(code="DESK-NIGHT"), players=2)
    user = make_staff(night.event, Role.DESK)
    user.username, user.first_name = name.lower(), name
    user.save()
    Token.objects.create(user=user)
    actor = Actor.of(user, night.event)
    night.post(give_first_stack, player_code=night.codes[0], by=actor)
    return night, actor


def archived(name: str = "Dana") -> tuple[bytes, Actor]:
    with another_machine():
        night, actor = night_of(name)
        return archive_of(night.event), actor


def same_number_for(actor: Actor, name: str) -> Actor:
    """An account here with the number that somebody had on the other machine."""
    user = get_user_model()(pk=actor.user_id, username=name.lower(), first_name=name)
    user.set_password("card-night")
    user.save()
    return Actor.of(user)


def test_entries_keep_the_name_of_who_made_them_though_the_number_is_somebody_elses_here():
    content, dana = archived()
    assert same_number_for(dana, "Otto").code == dana.code

    event = restored(content)

    code = Entry.objects.get(event=event).actor_code
    assert code == dana.code
    assert actor_labels([code], event.pk) == {code: "Dana"}
    assert actor_labels([code], make_event().pk) == {code: "Otto"}


def test_nobody_undoes_as_their_own_what_somebody_with_the_same_number_made():
    content, dana = archived()
    same_number_for(dana, "Otto")
    event = restored(content)
    otto = Actor.of(get_user_model().objects.get(username="otto"), event)

    assert otto.code == f"{dana.code}-r1"
    with pytest.raises(Forbidden) as refused:
        Night(event).post(reverse_entry, sequence=1, reason="Undone", by=otto, may_reverse_any=False)
    assert refused.value.code == "not_your_entry"


def test_the_log_names_whoever_gets_or_loses_a_role_at_a_restored_night_as_the_account_here():
    content, dana = archived()
    same_number_for(dana, "Otto")
    event = restored(content)
    otto = Actor.of(get_user_model().objects.get(username="otto"), event)
    assert otto.user_id is not None

    grant_role(event=event, username="otto", role=Role.DESK, press=Press(SYSTEM, NOW))
    revoke_role(event=event, user_id=otto.user_id, role=Role.DESK, press=Press(SYSTEM, NOW))

    lines = AuditRecord.objects.filter(event=event, action__startswith="role.").values_list("action", "subject")
    assert list(lines.order_by("pk"))[-2:] == [("role.granted", otto.code), ("role.revoked", otto.code)]


def test_names_stay_right_over_three_machines():
    content, dana = archived()
    with another_machine():
        same_number_for(dana, "Otto")
        event = restored(content)
        otto = Actor.of(get_user_model().objects.get(username="otto"), event)
        night = Night(event)
        night.post(give_first_stack, player_code=event.players.last().code, by=otto)
        content = archive_of(event)

    same_number_for(dana, "Pia")
    event = restored(content)

    labels = actor_labels(Entry.objects.filter(event=event).values_list("actor_code", flat=True), event.pk)
    assert labels == {dana.code: "Dana", otto.code: "Otto"}
    pia = Actor.of(get_user_model().objects.get(username="pia"), event)
    assert pia.code == f"{dana.code}-r2"
    assert actor_labels([pia.code], event.pk) == {pia.code: "Pia"}


def test_the_code_of_an_account_that_was_deleted_is_nobody_here():
    with another_machine():
        night, dana = night_of("Dana")
        RoleGrant.objects.filter(event=night.event).delete()
        Token.objects.all().delete()
        get_user_model().objects.filter(pk=dana.user_id).delete()
        content = archive_of(night.event)
    same_number_for(dana, "Otto")

    event = restored(content)

    assert actor_labels([dana.code], event.pk) == {dana.code: dana.code}


def test_codes_are_read_as_they_are_written():
    event = Event(restored=2)

    assert (staff_code(7), staff_code(7, Event()), staff_code(7, event)) == ("staff-7", "staff-7", "staff-7-r2")
    assert (account_of("staff-7-r2", event), account_of("staff-7", Event())) == (7, 7)
    for code in ("staff-7", "staff-7-r1", "staff-7-r2x", "player-7", "system", "staff-", "staff-99999999999-r2"):
        assert account_of(code, event) is None


def test_no_password_token_or_address_is_in_the_archive():
    with another_machine():
        night, dana = night_of("Dana")
        user = get_user_model().objects.get(pk=dana.user_id)
        user.email = "dana@example.org"
        user.set_password("card-night")
        user.save()
        secrets = [user.password, Token.objects.get(user=user).key, user.email]
        content = archive_of(night.event)

    everything = b"".join(members_of(content).values()).decode()
    assert [secret for secret in secrets if secret in everything] == []
    assert parts_of(content)["staff.accounts"] == [{"username": "dana", "first_name": "Dana", "last_name": ""}]


def test_restored_accounts_are_closed_until_an_administrator_opens_them(client: Client):
    content, _ = archived()

    event = restored(content)

    user = get_user_model().objects.get(username="dana")
    assert (user.is_active, user.has_usable_password()) == (False, False)
    assert not client.login(username="dana", password="")
    assert roles_of(user, event.pk) == {Role.DESK}


def test_a_sign_in_name_that_is_taken_gets_no_role_from_an_archive():
    content, _ = archived()
    here = make_user("dana")

    event = restored(content)

    assert roles_of(here, event.pk) == set()
    assert RoleGrant.objects.get(event=event).user.username == "dana-2"


def test_the_same_accounts_keep_their_roles_when_asked():
    content, _ = archived()
    here = make_user("dana")

    event = restored(content, same_accounts=True)

    assert roles_of(here, event.pk) == {Role.DESK}
    assert get_user_model().objects.filter(username__startswith="dana").count() == 1


@pytest.mark.parametrize(("same_accounts", "names"), [(False, {"dan", "dan-2"}), (True, {"dan"})])
def test_a_restored_account_has_the_spelling_with_which_people_sign_in(same_accounts, names):
    content, _ = archived("ｄａｎ")
    make_user("dan")

    restored(content, same_accounts=same_accounts)

    assert set(get_user_model().objects.filter(username__contains="dan").values_list("username", flat=True)) == names
    assert not get_user_model().objects.filter(username="ｄａｎ").exists()


def test_somebody_here_may_be_made_the_organiser(client: Client):
    content, _ = archived()
    boss = make_user("boss")

    event = restored(content, organiser="Boss")

    client.force_login(boss)
    assert roles_of(boss, event.pk) == {Role.ORGANISER}
    page = client.get(reverse("night:dashboard", kwargs={"code": event.code}))
    assert page.status_code == 200
    assert "Dana" in client.get(f"/staff/{event.code}/desk/").content.decode()


@pytest.mark.parametrize(
    ("claim", "row"),
    [
        ("formerstaff_named", {"code": "staff-2", "label": ""}),
        ("formerstaff_code_unique", {"code": "staff-1", "label": "B"}),
    ],
)
def test_the_database_refuses_former_staff_that_cannot_be(claim: str, row: dict[str, str]):
    event = make_event()
    FormerStaff.objects.create(event=event, code="staff-1", label="A")

    with pytest.raises(IntegrityError), transaction.atomic():
        FormerStaff.objects.create(event=event, **row)


def test_whoever_acts_at_a_night_is_named_with_the_night():
    without = {
        "eventnight/core/web/access.py": 1,
        "eventnight/events/api/night.py": 1,
        "eventnight/night/rehearsal/company.py": 2,
    }
    found: dict[str, int] = {}
    for folder in ("eventnight", "tables", "tournaments"):
        for file in (settings.BASE_DIR / folder).rglob("*.py"):
            if number := actors_without_a_night(file):
                found[file.relative_to(settings.BASE_DIR).as_posix()] = number

    assert found == without, "Actor.of at an event takes the event, or a restored night mixes people up"


def actors_without_a_night(file: Path) -> int:
    calls = (node for node in ast.walk(ast.parse(file.read_text())) if isinstance(node, ast.Call))
    return sum(ast.unparse(call.func) == "Actor.of" and len(call.args) == 1 for call in calls)
