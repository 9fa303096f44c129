"""Entries of the ledger, tills, and what two people signed for."""

from __future__ import annotations

from eventnight.night.selectors.audit.sentences.sentence import Kind, Sentence, sentences

BANK: dict[str, Sentence] = {
    **sentences(
        Kind.MONEY,
        "receipt",
        {
            "bank.first_stack": "gave {player} the first stack: [{money}, ]{chips}",
            "bank.rebuy": "sold {player} a re-buy: {money}, {chips}",
            "bank.donation": "took a donation from {player}: {money}",
            "bank.ticket_sale": "sold {player} {tickets} for the raffle: {money}",
            "bank.pot_paid": "paid the 50/50 to {player}[: {money}]",
            "bank.prize_paid": "paid {player} a prize[: {money}]",
            "bank.stack_issued": "issued a tournament stack to {player}: [{money}, ]{stack}",
        },
    ),
    **sentences(
        Kind.MONEY,
        "till",
        {
            "bank.till_opened": "opened till {subject}[ with {moved_money}]",
            "bank.till_handed_over": "handed over till {subject}[: {moved_money}]",
            "bank.till_closed": "closed till {subject}[: {moved_money}]",
            "bank.fund_donated": "brought money to the fund[: {moved_money}]",
            "till.counted": "counted till {subject}: {counted_money}, {expected_money} expected",
        },
    ),
    **sentences(
        Kind.MONEY,
        "entry",
        {
            "bank.reversal": "reversed entry {reverses}[, {reversed_what}][ of {player}]"
            "[: {money} back][, {chips} back]",
            "bank.adjustment": "adjusted the books[: {moved_money}][: {chips}]",
        },
        is_fix=True,
    ),
    **sentences(
        Kind.CHIPS,
        "player",
        {
            "bank.redemption": "took {chips} from {player} for {tickets}",
            "bank.sit_down": "moved chips of {player} to the table: {chips}",
            "bank.leave_table": "moved chips of {player} back from the table[: {chips}]",
        },
    ),
    **sentences(
        Kind.CHIPS,
        "chips",
        {
            "bank.hand": "booked a hand at {table}[: {chips} moved]",
            "bank.seat_fee": "booked the table fee at {table}[: {chips}]",
            "bank.roulette": "booked a spin at {table}[: {chips} moved]",
            "bank.tray_float": "filled the tray of {table}[: {chips}]",
            "bank.tray_return": "emptied the tray of {table}[: {chips}]",
            "bank.change_made": "changed chips at {place}",
            "bank.chips_counted": "counted the chips of {place}",
            "bank.color_up": "booked a colour-up[: {stack}]",
            "bank.stack_hand": "booked a hand at {table}[: {stack} moved]",
            "bank.stacks_bagged": "booked the bags of {stack_flight}[: {stack} first]",
            "bank.stacks_carried": "carried stacks over to {stack_flight}",
            "bank.stacks_returned": "took a stack back[ from {player}][: {stack}]",
        },
    ),
    **sentences(
        Kind.RAFFLE,
        "tickets",
        {
            "bank.tickets_placed": "placed {tickets} of {player}",
            "bank.tickets_moved": "moved {tickets} of {player}",
            "bank.tickets_voided": "voided {tickets} of {player}",
        },
    ),
    **sentences(Kind.RAFFLE, "tickets", {"bank.tickets_withdrawn": "took back {tickets} of {player}"}, is_fix=True),
    **sentences(Kind.MONEY, "books", {"bank.books_opened": "opened the books"}),
    **sentences(Kind.MONEY, "closing", {"variance.approved": "signed for what is left as it is: {subject}"}),
    **sentences(Kind.MONEY, "closing", {"variance.withdrawn": "withdrew the signature for {subject}"}, is_fix=True),
}
