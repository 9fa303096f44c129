"""What may happen to a table and to a bet on the mat, and in which of their states.

Each move has the states from which it is made, the state it leads to (None: it stays), and what else it needs. A hand
that is played action by action is not a state of its table: it lies there, or it does not.
"""

from __future__ import annotations

from eventnight.core.errors import Conflict, UserFacingError
from eventnight.core.lifecycle import Lifecycle, Move, Need
from eventnight.core.values.formats import clock_text
from tables.keepers import keeper_of
from tables.models import OPEN_STATES, Bet, BetState, Table, TableStatus
from tables.selectors.lookup import hand_in_play


def _table_closed(table: Table, move: Move) -> Conflict:
    at = f" at {clock_text(table.closed_at, table.event)}" if table.closed_at else ""
    return Conflict("table_closed", f"{table} was closed{at}. Open another table from the list.", table=table.code)


def _is_played(table: Table) -> Conflict:
    hand = hand_in_play(table)
    assert hand is not None
    return Conflict(
        "hand_in_play",
        f"Hand {hand.number} at {table} is being played. Pay it out or call it off first.",
        number=hand.number,
    )


def _bet_settled(bet: Bet, move: Move) -> Conflict:
    assert bet.spin is not None
    return Conflict(
        "bet_settled",
        f"The bet {bet} of {bet.player} was settled by {bet.spin}. Undo that spin first.",
        bet=bet.pk,
        spin=bet.spin.number,
    )


def _takes_no_seat_fee(table: Table) -> Conflict:
    return Conflict(
        "fee_not_by_half_hours",
        f"{table} takes no fee by the half-hour. Open a table that does; the night's set-up has the choice.",
        rules=("ANG-37",),
        table=table.code,
    )


def _charges_already(table: Table) -> Conflict:
    due = clock_text(table.seat_fee_due_at, table.event) if table.seat_fee_due_at else ""
    return Conflict("seat_fees_started", f"The seats of {table} are charged already, at {due} next.", table=table.code)


def _charges_none(table: Table) -> Conflict:
    return Conflict("seat_fees_stopped", f"The seats of {table} are not charged now. Start it first.", table=table.code)


OPEN = {TableStatus.OPEN}
CHARGES_SEATS = Need(lambda table: table.charges_seats, _takes_no_seat_fee, comes_first=True)
CHARGED = Need(lambda table: table.seat_fee_due_at is not None, _charges_none)
NOT_CHARGED = Need(lambda table: table.seat_fee_due_at is None, _charges_already)
BETWEEN_HANDS = Need(lambda table: hand_in_play(table) is None, _is_played)


def _system_deals(table: Table) -> Conflict:
    return Conflict(
        "system_deals_here",
        f"The system deals at {table}: it follows each hand and pays it by itself. The host’s page has what staff do "
        "there.",
        rules=("BIS-16",),
        table=table.code,
    )


def _people_deal(table: Table) -> Conflict:
    return Conflict(
        "people_deal_here",
        f"People deal at {table}. The system deals at tables that were opened so.",
        rules=("BIS-16",),
        table=table.code,
    )


def _paused(table: Table) -> Conflict:
    return Conflict("table_paused", f"{table} is paused. Wait until the host goes on.", table=table.code)


def _not_on_phones(table: Table) -> Conflict:
    return Conflict(
        "not_on_phones", f"Bets at {table} are laid at the table itself. Go there and name the bet.", table=table.code
    )


def _no_more_bets(table: Table) -> Conflict:
    return Conflict(
        "no_more_bets",
        f"No more bets at {table}: the ball rolls. The mat opens again after the spin.",
        table=table.code,
    )


def _bets_open(table: Table) -> Conflict:
    return Conflict(
        "bets_open",
        f"Phones may still lay bets at {table}. Press “No more bets” before the number is told.",
        table=table.code,
    )


ON_PHONES = Need(lambda table: table.on_phones, _not_on_phones, comes_first=True)
MAT_OPEN = Need(lambda table: table.bets_closed_at is None, _no_more_bets)
MAT_CLOSED = Need(lambda table: not table.takes_bets, _bets_open)
BY_PEOPLE = Need(lambda table: not table.is_dealt, _system_deals, comes_first=True)
BY_SYSTEM = Need(lambda table: table.is_dealt, _people_deal, comes_first=True)
NOT_PAUSED = Need(
    lambda table: not table.shuffles.filter(paused_at__isnull=False, state__in=OPEN_STATES).exists(), _paused
)


def _kept(move: str) -> Need:
    """Whoever keeps a card table lets the move pass."""

    def refusal(table: Table) -> UserFacingError:
        refused = keeper_of(table).refusal(table, move)
        assert refused is not None
        return refused

    return Need(lambda table: table.is_roulette or keeper_of(table).refusal(table, move) is None, refusal)


TABLE = Lifecycle(
    "status",
    _table_closed,
    # Cards.
    seat=(OPEN, None, _kept("seat")),
    top_up=(OPEN, None, _kept("top_up")),
    leave=({TableStatus.OPEN, TableStatus.CLOSED}, None, _kept("leave")),
    give_button=(OPEN, None, BETWEEN_HANDS, _kept("give_button")),
    change_turn=(OPEN, None, _kept("change_turn")),
    start_hand=(OPEN, None, BY_PEOPLE, BETWEEN_HANDS, _kept("start_hand")),
    settle_hand=(OPEN, None, BY_PEOPLE, BETWEEN_HANDS, _kept("settle_hand")),
    follow=({TableStatus.OPEN, TableStatus.CLOSED}, None, BY_PEOPLE),
    pay_out=(OPEN, None, BY_PEOPLE, _kept("pay_out")),
    undo_hand=(OPEN, None, BY_PEOPLE, BETWEEN_HANDS, _kept("undo_hand")),
    # Cards that the system deals.
    get_ready=(OPEN, None, BY_SYSTEM, NOT_PAUSED),
    deal=(OPEN, None, BY_SYSTEM, NOT_PAUSED, BETWEEN_HANDS, _kept("start_hand")),
    act=(OPEN, None, BY_SYSTEM, NOT_PAUSED),
    void_hand=(OPEN, None, BY_SYSTEM),
    host=(OPEN, None, BY_SYSTEM),
    start_fees=(OPEN, None, CHARGES_SEATS, NOT_CHARGED),
    stop_fees=(OPEN, None, CHARGES_SEATS, CHARGED),
    undo_fee=(OPEN, None, BETWEEN_HANDS),
    # Roulette.
    bet=(OPEN, None),
    bet_on_phone=(OPEN, None, ON_PHONES, MAT_OPEN),
    close_bets=(OPEN, None, ON_PHONES),
    open_bets=(OPEN, None, ON_PHONES),
    spin=(OPEN, None, MAT_CLOSED),
    undo_spin=(OPEN, None),
    fill_tray=(OPEN, None),
    close=(OPEN, TableStatus.CLOSED, _kept("close")),
)

BET = Lifecycle(
    "state",
    _bet_settled,
    withdraw=({BetState.PLACED}, BetState.WITHDRAWN),
    settle=({BetState.PLACED}, BetState.SETTLED),
)
