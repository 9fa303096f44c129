"""Every read of the bank that others need."""

from eventnight.bank.selectors.actors import actor_labels
from eventnight.bank.selectors.balances import (
    PlayerBalances,
    balance_of,
    balances,
    balances_by_code,
    books_totals,
    fund_total,
    money_by_purpose,
    player_balances,
)
from eventnight.bank.selectors.entries import (
    EntryLine,
    entries,
    entries_of,
    entry_lines,
    entry_of,
    first_stack_of,
    lines_of,
    rebuy_count,
    recent_entries,
)
from eventnight.bank.selectors.paper import PaperReceipt, paper_receipt
from eventnight.bank.selectors.receipts import Receipt
from eventnight.bank.selectors.shifts import Shift, shift_ends, shift_of
from eventnight.bank.selectors.tills import TillState, last_till_entry, till_state, tills_of
from eventnight.bank.selectors.verification import BooksReport, verify_books

__all__ = [
    "BooksReport",
    "EntryLine",
    "PaperReceipt",
    "PlayerBalances",
    "Receipt",
    "Shift",
    "TillState",
    "actor_labels",
    "balance_of",
    "balances",
    "balances_by_code",
    "books_totals",
    "entries",
    "entries_of",
    "entry_lines",
    "entry_of",
    "first_stack_of",
    "fund_total",
    "last_till_entry",
    "lines_of",
    "money_by_purpose",
    "paper_receipt",
    "player_balances",
    "rebuy_count",
    "recent_entries",
    "shift_ends",
    "shift_of",
    "till_state",
    "tills_of",
    "verify_books",
]
