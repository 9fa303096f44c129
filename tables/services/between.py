"""Between two hands: who has the first button, how a player who owes a blind comes in, who sits out."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.cards import Card, card_text
from engine.poker.between import entry as entries
from engine.poker.between import first_button as buttons
from engine.poker.between import table_state
from engine.poker.between.stored import table_json
from engine.poker.between.table_state import TableState
from engine.poker.house.options import Entry
from eventnight.core.audit import record
from eventnight.core.errors import BadRequest, Conflict
from eventnight.core.press import Press
from eventnight.core.presses import counted_once
from tables.keepers import keeper_of
from tables.lifecycles import TABLE
from tables.models import Seat, Table
from tables.selectors.between import able, cards_for_button, is_button_drawn
from tables.selectors.tables import chips_before
from tables.services.locks import lock_table


@counted_once
def give_first_button(
    *,
    table: Table,
    press: Press,
    dealer: int | None = None,
    cards: Mapping[int, Card] | None = None,
    again: bool = False,
) -> Table:
    """Decide the button of the first hand as the house does: left of the person dealing, or by the highest card.

    dealer: the seat dealt from, 0 for between the last seat and seat 1. cards: those the players drew; left out, they
    are drawn here from the key of the press. again: whether it is decided again, where cards have decided it already. A
    second press changes nothing.

    Raises Conflict: "table_closed", "hand_in_play", "button_given"; RuleError: "button_moves", "dealer_needed",
    "cards_needed", "nobody_seated", "duplicate_card". Rules: WLIA-6, WAS-4.
    """
    table = lock_table(table)
    TABLE.require("give_button", table)
    state = table.between
    if is_button_drawn(table) and not again:
        raise Conflict(
            "button_given",
            f"Seat {state.first_button} has the first button. If cards are to be dealt for it again, say so.",
            rules=table.house_rules.cite("first_button"),
            button=state.first_button,
        )
    drawn = cards or cards_for_button(table, str(press.key))
    seat = buttons.first_button(table.house_rules, tuple(state.players), dealer=dealer, cards=drawn or None)
    facts = {"button": seat, "cards": {str(who): card_text(card) for who, card in drawn.items()}}
    # Cards are a person's: whoever takes the seat later has drawn none.
    Seat.objects.bulk_update(keeper_of(table).seats(table), ["player", "sat_down_at", "stack_code"])
    return _change(table, "button.given", press, lambda was: table_state.give_first_button(was, seat), **facts)


@counted_once
def choose_entry(*, table: Table, seat: int, entry: str, press: Press) -> Table:
    """A player who owes a blind says how to come in; it may be changed until the hand begins. A second press changes
    nothing.

    entry: a way of the engine in small letters, "post_big_blind".

    Raises Conflict("table_closed"), BadRequest("unknown_entry"), RuleError: "nobody_there", "nothing_owed",
    "entry_not_offered", "no_button_to_buy". Rules: CAN-19, CAN-20.
    """
    table = lock_table(table)
    TABLE.require("change_turn", table)
    ways = {way.name.lower(): way for way in Entry}
    if entry not in ways:
        raise BadRequest("unknown_entry", f"“{entry[:40]}” is not a way to come in. There are {', '.join(ways)}.")

    def chosen(state: TableState) -> TableState:
        can_play = able(table, state, chips_before(table))
        deal = entries.NextDeal(house=table.house_rules, stakes=table.stakes, able=can_play)
        return entries.choose_entry(state, seat, ways[entry], deal)

    return _change(table, "entry.chosen", press, chosen, seat=seat, entry=entry)


@counted_once
def sit_out(*, table: Table, seat: int, press: Press) -> Table:
    """Deal a player no cards until ``come_back``; blinds that pass meanwhile are owed.

    Raises Conflict("table_closed"), RuleError: "nobody_there", "kill_blind_due". Rules: ANG-34, CAN-20.
    """
    table = lock_table(table)
    TABLE.require("change_turn", table)
    return _change(table, "seat.away", press, lambda state: table_state.sit_out(state, seat), seat=seat)


@counted_once
def come_back(*, table: Table, seat: int, press: Press) -> Table:
    """A player who sat out wants cards again. Raises Conflict("table_closed"), RuleError("nobody_there").

    Rules: CAN-20.
    """
    table = lock_table(table)
    TABLE.require("change_turn", table)
    return _change(table, "seat.back", press, lambda state: table_state.come_back(state, seat), seat=seat)


def _change(
    table: Table, action: str, press: Press, move: Callable[[TableState], TableState], **facts: object
) -> Table:
    """Put the table's state where the move takes it. No chips move."""
    table.state = table_json(move(table.between))
    table.save(update_fields=["state"])
    record(table.event_id, press=press, action=action, subject=table.code, **facts)
    return table
