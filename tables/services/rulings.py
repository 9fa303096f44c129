"""Applying a ruling of the floor to the hand in play."""

from __future__ import annotations

import secrets

from eventnight.core.errors import Conflict
from eventnight.core.press import Press
from eventnight.core.presses import counted_once
from tables.lifecycles import TABLE
from tables.models import Table
from tables.selectors.hand_in_play import Play, the_play
from tables.selectors.ruling_facts import RulingFacts
from tables.selectors.rulings import ruling_on
from tables.services.hand_in_play import keep_play, require_current
from tables.services.locks import lock_table

SEED_BYTES = 16


@counted_once
def apply_ruling(*, table: Table, version: int, facts: RulingFacts, press: Press, shown: str = "") -> Play:
    """Rule on what went wrong and carry it out; "undo" undoes it as one step. A second press changes nothing.

    version: that of the hand on the screen. shown: digest of the ruling that was looked at, empty where none was. A
    shuffle takes a fresh seed, which the log keeps with the ruling.

    Raises NotFound("no_hand_in_play"), Conflict: "system_deals_here", "hand_moved_on", "ruling_changed"; and what
    ``ruling_on`` raises. Rules: CAN-6, CAN-7, CAN-8, CAN-9, CAN-10, CAN-11, CAN-12, CAN-13, CAN-14, CAN-15, CAN-16,
    ANG-19, ANG-21, ANG-22, ANG-23, ANG-24, ANG-26, ANG-27, ANG-28.
    """
    table = lock_table(table)
    TABLE.require("follow", table)
    play = the_play(table)
    require_current(play, version)
    seed = secrets.token_hex(SEED_BYTES)
    plan = ruling_on(play, facts, seed=seed)
    if shown and shown != plan.digest:
        raise Conflict(
            "ruling_changed",
            "What was entered rules otherwise than what was shown. Look at the ruling again, then apply it.",
            rules=plan.ruling.rules,
        )
    plan.ruling.apply(play.hand)
    keep_play(
        play,
        action="hand.ruling",
        press=press,
        kind=facts.kind,
        code=plan.ruling.code,
        says=plan.ruling.says,
        rules=list(plan.ruling.rules),
        **({} if play.hand.is_fed else {"seed": seed}),
    )
    return play
