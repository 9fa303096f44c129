"""Every write of the bank. Each takes a press; under the same key it counts once."""

from eventnight.bank.services.chips.stacks import (
    StackSale,
    bag_stacks,
    carry_stacks,
    issue_stack,
    remove_stacks,
    return_stacks,
    settle_stacks,
)
from eventnight.bank.services.chips.tables import (
    HalfHour,
    charge_seats,
    float_tray,
    leave_table,
    return_tray,
    settle_hand,
    settle_roulette,
    sit_down,
)
from eventnight.bank.services.desk.donations import record_donation
from eventnight.bank.services.desk.fund import donate_to_fund, take_back_donation
from eventnight.bank.services.desk.payouts import Payout, pay_pot, pay_prize
from eventnight.bank.services.desk.sales import (
    give_first_stack,
    redeem_chips,
    sell_rebuy,
    sell_tickets,
)
from eventnight.bank.services.desk.tickets import TicketMove, move_tickets, place_tickets, void_ticket, withdraw_tickets
from eventnight.bank.services.ledger.adjustments import adjust_entry
from eventnight.bank.services.ledger.approvals import approve_variances, withdraw_approval
from eventnight.bank.services.ledger.drafts import Posting
from eventnight.bank.services.ledger.posting import open_books
from eventnight.bank.services.ledger.reversal import require_second_from_limit, reverse_desk_entry, reverse_entry
from eventnight.bank.services.tills.closings import undo_closing
from eventnight.bank.services.tills.tills import close_till, count_till, hand_over_till, open_till

__all__ = [
    "HalfHour",
    "Payout",
    "Posting",
    "StackSale",
    "TicketMove",
    "adjust_entry",
    "approve_variances",
    "bag_stacks",
    "carry_stacks",
    "charge_seats",
    "close_till",
    "count_till",
    "donate_to_fund",
    "float_tray",
    "give_first_stack",
    "hand_over_till",
    "issue_stack",
    "leave_table",
    "move_tickets",
    "open_books",
    "open_till",
    "pay_pot",
    "pay_prize",
    "place_tickets",
    "record_donation",
    "redeem_chips",
    "remove_stacks",
    "require_second_from_limit",
    "return_stacks",
    "return_tray",
    "reverse_desk_entry",
    "reverse_entry",
    "sell_rebuy",
    "sell_tickets",
    "settle_hand",
    "settle_roulette",
    "settle_stacks",
    "sit_down",
    "take_back_donation",
    "undo_closing",
    "void_ticket",
    "withdraw_approval",
    "withdraw_tickets",
]
