"""Every read of the bank that others need."""

from eventnight.bank.selectors.desk.own import LastEntries, Movement, last_entries, movements_of
from eventnight.bank.selectors.desk.receipt import SaleReceipt, means_of, sale_receipt
from eventnight.bank.selectors.ledger.actors import actor_labels
from eventnight.bank.selectors.ledger.balances import (
    PlayerBalances,
    balance_of,
    balances,
    balances_by_code,
    books_totals,
    fund_total,
    fund_totals,
    money_by_means,
    money_by_purpose,
    player_balances,
)
from eventnight.bank.selectors.ledger.entries import (
    EntryLine,
    donation_key,
    donation_with,
    entries,
    entry_lines,
    entry_of,
    first_stack_of,
    lines_of,
    moved_by,
    rebuy_count,
    recent_entries,
)
from eventnight.bank.selectors.ledger.receipts import Receipt
from eventnight.bank.selectors.ledger.verification import BooksReport, verify_books
from eventnight.bank.selectors.tills.shifts import Shift, shift_ends, shift_of
from eventnight.bank.selectors.tills.tills import (
    MeansLine,
    TillState,
    last_till_entry,
    till_holds,
    till_state,
    tills_of,
)

__all__ = [
    "BooksReport",
    "EntryLine",
    "LastEntries",
    "MeansLine",
    "Movement",
    "PlayerBalances",
    "Receipt",
    "SaleReceipt",
    "Shift",
    "TillState",
    "actor_labels",
    "balance_of",
    "balances",
    "balances_by_code",
    "books_totals",
    "donation_key",
    "donation_with",
    "entries",
    "entry_lines",
    "entry_of",
    "first_stack_of",
    "fund_total",
    "fund_totals",
    "last_entries",
    "last_till_entry",
    "lines_of",
    "means_of",
    "money_by_means",
    "money_by_purpose",
    "moved_by",
    "movements_of",
    "player_balances",
    "rebuy_count",
    "recent_entries",
    "sale_receipt",
    "shift_ends",
    "shift_of",
    "till_holds",
    "till_state",
    "tills_of",
    "verify_books",
]
