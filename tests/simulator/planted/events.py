"""Faults at the door and in the set-up: players, cards, roles, the night's own facts."""

from __future__ import annotations

from tests.simulator.planted.fault import Planted

PLAYERS = "eventnight.events.services.players"
LINKS = "eventnight.events.services.links"
NIGHT = "eventnight.events.services.night"
CHECK_IN = "eventnight.events.services.check_in"
ELIGIBILITY = "eventnight.events.services.eligibility"

FAULTS = (
    Planted(
        "a minor is no minor any more when that is not named",
        PLAYERS,
        "    is_minor: bool | None = None\n",
        "    is_minor: bool | None = False\n",
    ),
    Planted(
        "a new player gets the last one's code",
        PLAYERS,
        "first_number = int(newest.code[1:]) + 1 if newest else 1",
        "first_number = int(newest.code[1:]) if newest else 1",
    ),
    Planted(
        "the log keeps the names of a player",
        PLAYERS,
        '    record(player.event_id, press=press, action="player.renamed", '
        "subject=player.code, changed=names, **protection)\n",
        "    record(\n"
        "        player.event_id,\n"
        "        press=press,\n"
        '        action="player.renamed",\n'
        "        subject=player.code,\n"
        "        changed={name: new[name] for name in names},\n"
        "        **protection,\n"
        "    )\n",
    ),
    Planted(
        "a player of another night is found by code",
        "eventnight.events.selectors",
        'return Player.objects.filter(event=event).select_related("event", "person")',
        'return Player.objects.select_related("event", "person").order_by("-pk")',
    ),
    Planted(
        "the API tells a guest's personal link",
        "eventnight.events.api.players",
        '            "pin",\n            "full_name",',
        '            "pin",\n            "token",\n            "full_name",',
    ),
    Planted(
        "everybody of the staff may correct players",
        "eventnight.events.api.players",
        "class PlayerApi(EventApiView):\n    permission = Permission.CHECK_IN",
        "class PlayerApi(EventApiView):\n    permission = Permission.STAFF_HOME",
    ),
    Planted(
        "a lost card opens the page still",
        LINKS,
        "player.token, player.pin = new_link(), free_pins(player.event, 1)[0]",
        "player.pin = free_pins(player.event, 1)[0]",
    ),
    Planted(
        "the code of the desk never expires",
        LINKS,
        "JoinCode.objects.filter(player=player, valid_until__gt=now).first()",
        "JoinCode.objects.filter(player=player).first()",
    ),
    Planted(
        "the code of the desk works twice",
        LINKS,
        "used, _ = JoinCode.objects.filter(pk=join_code.pk, hashed=join_code.hashed).delete()",
        "used = JoinCode.objects.filter(pk=join_code.pk, hashed=join_code.hashed).count()",
    ),
    Planted(
        "nobody needs to meet the conditions",
        CHECK_IN,
        "    if conditions and not conditions_met:\n",
        "    if conditions is None:\n",
    ),
    Planted(
        "the check-in of somebody who sits at a table is undone",
        CHECK_IN,
        "    _require_no_place(player)\n    player.checked_in_at",
        "    player.checked_in_at",
    ),
    Planted(
        "somebody comes in without an ID",
        CHECK_IN,
        "if player.event.house_settings.id_check and not id_seen:",
        "if player.event.house_settings.id_check and id_seen is None:",
    ),
    Planted(
        "a check-in taken back leaves the note of the ID",
        CHECK_IN,
        "player.checked_in_at = player.id_seen_at = player.id_seen_by = None",
        "player.checked_in_at = None",
    ),
    Planted(
        "somebody is checked in twice",
        CHECK_IN,
        "    if player.checked_in_at is not None:\n",
        "    if player.checked_in_at == press.at:\n",
    ),
    Planted(
        "somebody who was withdrawn takes a seat",
        ELIGIBILITY,
        "        _require_in(player)\n        if not player.is_checked_in:",
        "        if not player.is_checked_in:",
    ),
    Planted(
        "a player is withdrawn without a reason",
        ELIGIBILITY,
        "    if not why:\n",
        "    if why is None:\n",
    ),
    Planted(
        "an ID that is seen again is noted for whoever saw it first",
        ELIGIBILITY,
        "player.id_seen_at, player.id_seen_by_id = press.at, press.by.user_id",
        "player.id_seen_at = press.at",
    ),
    Planted(
        "a line of the programme changes without the lock",
        NIGHT,
        "    lock_event(event.pk)\n    activity = activity_of(event, activity_id)\n    for field",
        "    activity = activity_of(event, activity_id)\n    for field",
    ),
    Planted(
        "a night is closed with money in its tills",
        NIGHT,
        "        facts = import_string(settings.CLOSING_GUARD)(event, press.at)\n",
        "        facts = {}\n",
    ),
    Planted(
        "an open night is opened again",
        "eventnight.events.lifecycles",
        "open=({EventStatus.PLANNED}, EventStatus.OPEN)",
        "open=({EventStatus.PLANNED, EventStatus.OPEN}, EventStatus.OPEN)",
    ),
    Planted(
        "an activity ends when it starts",
        NIGHT,
        "if ends_at is not None and ends_at <= starts_at:",
        "if ends_at is not None and ends_at < starts_at:",
    ),
    Planted(
        "settings are changed as they stood before the lock",
        NIGHT,
        "    return update_settings(event=event, settings=change(locked.house_settings), press=press)\n",
        "    return update_settings(event=event, settings=change(event.house_settings), press=press)\n",
    ),
)
