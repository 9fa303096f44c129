"""Players get codes, PINs and links; they are found, named, signed up and checked in."""

from __future__ import annotations

import pytest
from django.db import IntegrityError, connection, transaction

from eventnight.core.actors import SYSTEM
from eventnight.core.errors import Conflict, NotFound, UserFacingError
from eventnight.core.models import AuditRecord
from eventnight.core.press import Press
from eventnight.events.models import Activity, NamePolicy, Player, RosterUpload, SignUp
from eventnight.events.selectors import (
    check_in_counts,
    find_players,
    player_by_code,
    player_by_pin,
    player_by_token,
    players_of,
    signed_up,
)
from eventnight.events.services import (
    NewPlayer,
    PlayerChanges,
    add_player,
    add_players,
    check_in,
    rename_player,
    sign_off,
    sign_up,
    undo_check_in,
    update_event,
)
from tests.factories import NOW, actor_with, after, current_version, make_event, make_player, make_players, make_user

pytestmark = pytest.mark.django_db


def test_codes_run_on_without_a_gap_in_each_event():
    first, second = make_event(), make_event()

    codes = [make_player(event).code for event in (first, second, first, first)]

    assert codes == ["P001", "P001", "P002", "P003"]


def test_codes_stay_in_order_past_a_thousand():
    event = make_event()
    add_players(event=event, people=[NewPlayer(full_name=f"Player {n}") for n in range(1001)], press=Press(SYSTEM, NOW))

    assert make_player(event).code == "P1002"
    assert [player.code for player in players_of(event)[998:1002]] == ["P999", "P1000", "P1001", "P1002"]


def test_every_player_has_a_pin_of_four_figures_and_a_link_of_their_own():
    players = make_players(make_event(), 40)

    assert len({player.pin for player in players}) == 40
    assert len({player.token for player in players}) == 40
    assert all(len(player.pin) == 4 and player.pin.isdecimal() and len(player.token) >= 22 for player in players)


def test_a_full_event_is_refused_with_the_number_left():
    people = [NewPlayer(full_name=f"Player {n}") for n in range(9001)]

    with pytest.raises(Conflict, match="codes for 9000 players; 9000 are left"):
        add_players(event=make_event(), people=people, press=Press(SYSTEM, NOW))


@pytest.mark.parametrize(
    ("facts", "code"),
    [
        ({"full_name": "  "}, "name_missing"),
        ({"full_name": "x" * 121}, "name_too_long"),
        ({"full_name": "Ann", "code_name": "x" * 41}, "code_name_too_long"),
        ({"full_name": "Ann", "email": "ann at home"}, "email_form"),
    ],
)
def test_a_player_with_an_impossible_fact_is_refused(facts: dict[str, str], code: str):
    event = make_event()

    with pytest.raises(UserFacingError) as refused:
        add_player(event=event, new=NewPlayer(**facts), press=Press(SYSTEM, NOW))

    assert (refused.value.code, event.players.count()) == (code, 0)


def test_the_log_of_a_player_holds_no_name():
    event = make_event()
    player = make_player(event, "Ann Secret", email="ann@example.org")
    rename_player(player=player, changes=PlayerChanges(full_name="Anna Secret"), press=Press(SYSTEM, NOW))

    written = "".join(f"{line.subject}{line.facts}" for line in AuditRecord.objects.filter(event=event))

    assert "Secret" not in written
    assert "example" not in written


@pytest.mark.parametrize(
    ("policy", "facts", "shown"),
    [
        pytest.param(NamePolicy.FIRST_AND_INITIAL, {}, "Ann B", id="first-name-and-initial"),
        pytest.param(NamePolicy.FULL, {}, "Ann van Bee", id="full-name"),
        pytest.param(NamePolicy.CODE, {}, "P001", id="code"),
        pytest.param(NamePolicy.FULL, {"is_minor": True}, "P001", id="minor"),
        pytest.param(NamePolicy.FULL, {"is_minor": True, "code_name": "Fox"}, "Fox", id="minor-with-code-name"),
        pytest.param(NamePolicy.FULL, {"code_name": "Fox"}, "Fox", id="asked-for-code-name"),
        pytest.param(NamePolicy.CODE, {"code_name": "Fox"}, "Fox", id="code-name-before-code"),
    ],
)
def test_public_pages_show_names_by_the_events_policy(policy: NamePolicy, facts: dict[str, object], shown: str):
    event = make_event()
    update_event(event=event, name_policy=policy, press=Press(SYSTEM, NOW))

    assert make_player(event, "Ann van Bee", **facts).display_name == shown


def test_a_single_name_is_shown_as_it_is():
    assert make_player(make_event(), "Cher").display_name == "Cher"


def test_players_are_found_by_words_code_number_pin_and_scanned_link():
    event = make_event()
    ann, bob = make_player(event, "Ann Bee"), make_player(event, "Bob Bee", code_name="Fox")
    make_player(make_event(), "Ann Bee")

    def found(query: str) -> set[str]:
        return {player.code for player in find_players(event, query)}

    assert found("") == found("bee") == {ann.code, bob.code}
    assert found("bee ANN") == found("p001") == found("1") == found(ann.pin) == {ann.code}
    assert found(f"https://night.example/p/{ann.token}/") == found(ann.token[:8]) == {ann.code}
    assert found(f"https://night.example/p/{ann.token}/card/") == {ann.code}
    assert found("fox") == {bob.code}
    assert found("Zoe") == set()


@pytest.mark.parametrize("query", ["åsa", "ÅSA", "öst", "ÖSTLUND (", "élan"])
def test_a_name_is_found_in_capital_letters_or_small_ones_whatever_its_letters(query: str):
    player = make_player(make_event(), "Åsa Östlund (Malmö)", code_name="Élan")

    assert [one.code for one in find_players(player.event, query)] == [player.code]


@pytest.mark.parametrize(
    "query", ["x" * 60_000, "x " * 30_000, "9" * 60_000, "https://night.example/p/" + "x" * 60_000]
)
def test_a_query_longer_than_anything_finds_nobody(query: str):
    assert not find_players(make_player(make_event()).event, query).exists()


def test_one_player_is_read_by_code_pin_and_token():
    player = make_player(make_event())

    assert player_by_code(player.event, "p001") == player
    assert player_by_pin(player.event, player.pin) == player
    assert player_by_token(player.token) == player


@pytest.mark.parametrize(
    ("read", "code"),
    [
        (lambda event: player_by_code(event, "P999"), "unknown_player"),
        (lambda event: player_by_token("nothing"), "unknown_link"),
    ],
)
def test_unknown_players_are_refused_by_what_was_asked(read, code: str):
    with pytest.raises(NotFound) as refused:
        read(make_event())

    assert refused.value.code == code


def test_signing_up_again_changes_the_partner():
    event = make_event()
    ann, bob, cy = make_players(event, 3)

    sign_up(player=ann, kind="euchre", partner=bob, press=Press(SYSTEM, NOW))
    sign_up(player=ann, kind="euchre", partner=cy, press=Press(SYSTEM, after(1)))

    assert [(line.player, line.partner, line.signed_up_at) for line in signed_up(event, "euchre")] == [(ann, cy, NOW)]


def test_partners_may_name_each_other():
    ann, bob = make_players(make_event(), 2)

    sign_up(player=ann, kind="euchre", partner=bob, press=Press(SYSTEM, NOW))
    sign_up(player=bob, kind="euchre", partner=ann, press=Press(SYSTEM, NOW))

    assert SignUp.objects.get(player=bob).partner == ann


@pytest.mark.parametrize("taken_by", ["naming", "being named"])
def test_a_partner_who_plays_with_somebody_else_is_refused(taken_by: str):
    ann, bob, cy = make_players(make_event(), 3)
    if taken_by == "naming":
        sign_up(player=bob, kind="euchre", partner=cy, press=Press(SYSTEM, NOW))
    else:
        sign_up(player=cy, kind="euchre", partner=bob, press=Press(SYSTEM, NOW))

    with pytest.raises(Conflict, match=f"{bob} already plays with {cy}") as refused:
        sign_up(player=ann, kind="euchre", partner=bob, press=Press(SYSTEM, NOW))

    assert refused.value.code == "partner_taken"


def test_a_partner_is_another_player_of_the_same_euchre_bracket():
    ann, bob = make_players(make_event(), 2)
    stranger = make_player(make_event())

    refusals = []
    for kind, partner in (("holdem", bob), ("euchre", ann), ("euchre", stranger)):
        with pytest.raises(UserFacingError) as refused:
            sign_up(player=ann, kind=kind, partner=partner, press=Press(SYSTEM, NOW))
        refusals.append(refused.value.code)

    assert refusals == ["partner_only_euchre", "partner_is_self", "partner_elsewhere"]


def test_signing_off_frees_the_partner_too():
    ann, bob = make_players(make_event(), 2)
    sign_up(player=ann, kind="euchre", partner=bob, press=Press(SYSTEM, NOW))
    sign_up(player=bob, kind="euchre", partner=ann, press=Press(SYSTEM, NOW))

    sign_off(player=bob, kind="euchre", press=Press(SYSTEM, NOW))

    assert SignUp.objects.get().partner is None
    with pytest.raises(NotFound):
        sign_off(player=bob, kind="euchre", press=Press(SYSTEM, NOW))


def test_a_second_check_in_tells_when_the_first_was():
    event = make_event(time_zone="America/Chicago")
    player = make_player(event)
    check_in(player=player, id_seen=False, press=Press(actor_with(event, "desk"), NOW))

    with pytest.raises(Conflict, match="was checked in at 1:00 PM") as refused:
        check_in(player=player, id_seen=False, press=Press(actor_with(event, "desk"), after(10)))

    assert refused.value.facts["at"] == NOW.isoformat()
    assert Player.objects.get(pk=player.pk).checked_in_at == NOW


def test_an_id_is_seen_by_somebody_with_an_account():
    with pytest.raises(ValueError, match="member of staff"):
        check_in(player=make_player(make_event()), id_seen=True, press=Press(SYSTEM, NOW))


def test_a_check_in_that_never_was_cannot_be_taken_back():
    with pytest.raises(Conflict, match="is not checked in"):
        undo_check_in(player=make_player(make_event()), press=Press(SYSTEM, NOW))


def test_the_door_is_counted():
    event = make_event()
    make_player(event, checked_in=True)
    make_players(event, 2)

    counts = check_in_counts(event)

    assert (counts.players, counts.checked_in, counts.ids_seen, counts.missing) == (3, 1, 1, 2)


def test_adding_a_player_raises_the_version_once():
    event = make_event()
    before = current_version(event.pk)

    make_player(event)

    assert current_version(event.pk) == before + 1


def _player_row(event, **changes: object) -> Player:
    other = make_player(event)
    row = {"event": event, "person": other.person, "code": "P900", "pin": "0001", "token": "t" * 22, **changes}
    Player.objects.filter(pk=other.pk).update(**row)
    return Player.objects.get(pk=other.pk)


@pytest.mark.parametrize(
    ("break_it", "constraint"),
    [
        (lambda one: _player_row(one.event, code=one.code), "player_code_unique"),
        (lambda one: _player_row(one.event, pin=one.pin), "player_pin_unique"),
        (lambda one: _player_row(one.event, token=one.token), "token"),
        (lambda one: _player_row(one.event, person=one.person), "player_once_per_event"),
        (lambda one: _player_row(one.event, id_seen_at=NOW), "player_id_seen_by_somebody"),
        (lambda one: one.sign_ups.create(kind="chess", signed_up_at=NOW), "signup_known_kind"),
        (lambda one: one.sign_ups.create(kind="euchre", partner=one, signed_up_at=NOW), "signup_partner_is_other"),
        (
            lambda one: [one.sign_ups.create(kind="euchre", signed_up_at=NOW) for _ in range(2)],
            "signup_once",
        ),
        (
            lambda one: Activity.objects.create(event=one.event, kind="chess", title="x", starts_at=NOW),
            "activity_known_kind",
        ),
        (
            lambda one: Activity.objects.create(event=one.event, kind="other", title="x", starts_at=NOW, ends_at=NOW),
            "activity_ends_after_start",
        ),
        (
            lambda one: RosterUpload.objects.create(
                event=one.event, sha256="0", content=b"", uploaded_by=make_user(), uploaded_at=NOW, players_added=3
            ),
            "rosterupload_adds_when_applied",
        ),
        (lambda one: type(one.event).objects.update(status="lost"), "event_known_status"),
        (lambda one: type(one.event).objects.update(name_policy="loud"), "event_known_name_policy"),
    ],
)
def test_the_database_refuses_what_must_never_be_true(break_it, constraint: str):
    player = make_player(make_event())

    with pytest.raises(IntegrityError) as refused, transaction.atomic():
        break_it(player)

    # SQLite tells of a broken unique constraint by its columns, not by its name.
    is_nameless = connection.vendor == "sqlite" and "UNIQUE" in str(refused.value)
    assert is_nameless or constraint in str(refused.value)
