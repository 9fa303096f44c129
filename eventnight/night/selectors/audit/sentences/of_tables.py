"""Card tables and roulette: seats, hands and their moves, bets and spins, table fees."""

from __future__ import annotations

from eventnight.night.selectors.audit.sentences.sentence import Kind, Sentence, sentences

MOVES = {
    "hand.fold": "folded seat {seat}, {hand_at}",
    "hand.check": "checked seat {seat}, {hand_at}",
    "hand.call": "called for seat {seat}, {hand_at}",
    "hand.bet": "bet for seat {seat}[ to {to}], {hand_at}",
    "hand.bring_in": "posted the bring-in of seat {seat}, {hand_at}",
    "hand.discard": "entered discards of seat {seat}, {hand_at}",
    "hand.deal": "dealt cards, {hand_at}",
    "hand.show": "showed the cards of seat {seat}, {hand_at}",
    "hand.muck": "mucked the cards of seat {seat}, {hand_at}",
    "hand.show_down": "went to showdown, {hand_at}",
    "hand.claim": "entered what seat {seat} claims, {hand_at}",
    "hand.away": "noted seat {seat} as away, {hand_at}",
    "hand.back": "noted seat {seat} as back, {hand_at}",
    "hand.dead": "ruled the hand of seat {seat} dead, {hand_at}[: {why}]",
    "hand.undo": "undid a move, {hand_at}",
}
"""The moves of a hand: the list folds them into the line of the hand."""

TABLES: dict[str, Sentence] = {
    **sentences(
        Kind.TABLES,
        "table",
        {
            **MOVES,
            "table.opened": "opened {table}[: {game}]",
            "table.closed": "closed {table}",
            "roulette.opened": "opened {table} with a tray of {tray_chips}",
            "seat.taken": "seated {player} at {table}, seat {chair}: {chips}",
            "seat.left": "noted that {player} left {table}",
            "seat.away": "noted seat {seat} of {table} as sitting out",
            "seat.back": "noted seat {seat} of {table} as back",
            "button.given": "set the button of {table} on seat {button}",
            "entry.chosen": "noted how seat {seat} of {table} comes in: {entry}",
            "hand.started": "began {hand_at}[: {game}]",
            "hand.dealt": "dealt {hand_at} from pack {pack}",
            "table.paused": "paused {table}",
            "table.resumed": "went on at {table}",
            "table.time_given": "gave {seconds} seconds more at {table}",
            "hand.ruling": "ruled in {hand_at}: {says}",
            "hand.settled": "settled {hand_at}: {winners}[, fee {fee_chips}][; no fee: {no_fee_because}]",
            "bets.placed": "took bets at {table}: {bets}",
            "bets.closed": "called no more bets for {spin_at}",
            "bets.cleared": "took bets off the mat that were laid after {spin_at}: {bets}",
            "bets.opened": "let phones bet again at {table}",
            "spin.settled": "entered {spin_at}: {pocket}[. {gains}]",
            "seat_fees.started": "started table fees by the half-hour at {table}",
            "seat_fees.stopped": "stopped table fees by the half-hour at {table}",
            "seat_fee.booked": "booked the table fee at {table}: {chips}",
        },
        with_it={
            "hand.settled": "bank.hand bank.stack_hand",
            "seat.taken": "bank.sit_down",
            "seat.left": "bank.leave_table",
            "roulette.opened": "bank.tray_float",
            "spin.settled": "bank.roulette",
            "seat_fee.booked": "bank.seat_fee",
        },
    ),
    **sentences(
        Kind.TABLES,
        "table",
        {
            "hand.called_off": "called off {hand_at}; all chips go back",
            "hand.undone": "undid {hand_at}",
            "bet.withdrawn": "took a bet back at {table}: {bet}",
            "spin.undone": "undid {spin_at}",
            "seat_fee.undone": "undid a table fee at {table}",
        },
        is_fix=True,
        with_it={
            "hand.undone": "bank.reversal",
            "spin.undone": "bank.reversal",
            "seat_fee.undone": "bank.reversal",
        },
    ),
}
