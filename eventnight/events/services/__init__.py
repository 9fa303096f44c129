"""Every write of events: the night itself, its people of staff, its players and the roster."""

from __future__ import annotations

from eventnight.events.services.again import NightAgain, use_night_again
from eventnight.events.services.check_in import check_in, undo_check_in
from eventnight.events.services.eligibility import (
    look_at_id_again,
    readmit_player,
    require_may_play,
    require_not_withdrawn,
    withdraw_player,
)
from eventnight.events.services.invitations import (
    NewAccount,
    accept_with_account,
    accept_with_new_account,
    choose_new_password,
    invite_staff,
    let_back_in,
    withdraw_invitation,
)
from eventnight.events.services.links import ShownCode, join_device, renew_card, show_join_code
from eventnight.events.services.new_night import NewEvent, checked_code, create_event
from eventnight.events.services.night import (
    NewActivity,
    add_activity,
    change_settings,
    close_event,
    move_event,
    open_event,
    remove_activity,
    reopen_event,
    update_activity,
    update_event,
    update_settings,
)
from eventnight.events.services.phones import choose_phone_address, phone_has_opened
from eventnight.events.services.players import (
    NewPlayer,
    PlayerChanges,
    add_player,
    add_players,
    rename_player,
    sign_off,
    sign_up,
)
from eventnight.events.services.printing import CardsPrinted, note_cards_printed
from eventnight.events.services.roles import allow_events, grant_role, known_role, revoke_role
from eventnight.events.services.roster import check_roster, import_roster, plan_roster
from eventnight.events.services.sponsors import NewSponsor, add_sponsor, place_sponsor, remove_sponsor
from eventnight.events.services.uploads import keep_upload, was_interrupted

__all__ = [
    "CardsPrinted",
    "NewAccount",
    "NewActivity",
    "NewEvent",
    "NewPlayer",
    "NewSponsor",
    "NightAgain",
    "PlayerChanges",
    "ShownCode",
    "accept_with_account",
    "accept_with_new_account",
    "add_activity",
    "add_player",
    "add_players",
    "add_sponsor",
    "allow_events",
    "change_settings",
    "check_in",
    "check_roster",
    "checked_code",
    "choose_new_password",
    "choose_phone_address",
    "close_event",
    "create_event",
    "grant_role",
    "import_roster",
    "invite_staff",
    "join_device",
    "keep_upload",
    "known_role",
    "let_back_in",
    "look_at_id_again",
    "move_event",
    "note_cards_printed",
    "open_event",
    "phone_has_opened",
    "place_sponsor",
    "plan_roster",
    "readmit_player",
    "remove_activity",
    "remove_sponsor",
    "rename_player",
    "renew_card",
    "reopen_event",
    "require_may_play",
    "require_not_withdrawn",
    "revoke_role",
    "show_join_code",
    "sign_off",
    "sign_up",
    "undo_check_in",
    "update_activity",
    "update_event",
    "update_settings",
    "use_night_again",
    "was_interrupted",
    "withdraw_invitation",
    "withdraw_player",
]
