"""Faults at tables: seats, hands, fees and roulette."""

from __future__ import annotations

from tests.simulator.planted.fault import NOT_COUNTED, Planted

SEATS = "tables.services.seats"
FLOOR = "tables.services.floor"
HANDS = "tables.services.hands"
ROULETTE = "tables.services.roulette"
PLAY = "tables.services.hand_in_play"

FAULTS = (
    Planted(
        "a table of another night is found",
        "tables.selectors.lookup",
        "Table.objects.filter(event=event, pk=table_id)",
        "Table.objects.filter(pk=table_id)",
    ),
    Planted(
        "a table is locked without its event",
        "tables.services.locks",
        "    event = lock_event(table.event_id).event\n",
        "    event = table.event\n",
    ),
    Planted(
        "a table has a seat too few",
        FLOOR,
        "for number in range(1, new.seats_count + 1))",
        "for number in range(1, new.seats_count))",
    ),
    Planted(
        "a table closes with chips on its seats",
        FLOOR,
        "        _require_no_chips_on_seats(table)\n",
        "",
    ),
    Planted(
        "a roulette table closes with bets on its mat",
        FLOOR,
        "        _require_no_open_bets(table)\n    else:",
        "        pass\n    else:",
    ),
    Planted(
        "a tray stays full when its table closes",
        FLOOR,
        "if table.is_roulette or balance_of(",
        "if not table.is_roulette and balance_of(",
    ),
    Planted(
        "a fee is posted that chips cannot pay",
        FLOOR,
        "        if fee % chip:\n",
        "        if fee < 0:\n",
    ),
    Planted(
        "a second press opens a second table",
        FLOOR,
        "@counted_once\ndef open_poker_table(",
        f"{NOT_COUNTED}\ndef open_poker_table(",
    ),
    Planted(
        "two players sit on one seat",
        SEATS,
        "    _require_free(chair, player)\n",
        "",
    ),
    Planted(
        "a player sits down who is not here",
        SEATS,
        "    _require_free(chair, player)\n    require_may_play(player)\n",
        "    _require_free(chair, player)\n",
    ),
    Planted(
        "a player leaves in the middle of a hand",
        SEATS,
        "    _require_not_in_hand(table, chair)\n",
        "",
    ),
    Planted(
        "who stands up keeps the seat in the table's state",
        SEATS,
        "    _keep(table, table_state.stand_up(table.between, seat))\n",
        "",
    ),
    Planted(
        "an empty seat is topped up and it answers 500",
        SEATS,
        "    _require_taken(chair)\n    require_not_withdrawn(chair",
        "    require_not_withdrawn(chair",
    ),
    Planted(
        "somebody who was withdrawn is dealt in",
        PLAY,
        "    require_nobody_withdrawn(table, setup.stacks)\n",
        "",
    ),
    Planted(
        "who has chips left need not call",
        "tables.selectors.hand_plan",
        "        require_matched(table, end.seats, seats, held)\n",
        "        pass\n",
    ),
    Planted(
        "a hand is settled beside one in play",
        HANDS,
        '    TABLE.require("settle_hand", table)\n',
        '    TABLE.require("top_up", table)\n',
    ),
    Planted(
        "a hand is settled that is settled already",
        HANDS,
        '    require_next(table, last_hand(table), hand.number, noun="hand")\n    plan =',
        "    plan =",
    ),
    Planted(
        "a plan is paid out that was not shown",
        HANDS,
        "if shown and shown != plan.digest:",
        "if shown and not plan.digest:",
    ),
    Planted(
        "an undone hand leaves the button where it went",
        HANDS,
        "    table.state = table_json(_state_before(table, hand))\n",
        "",
    ),
    Planted(
        "the fee is not that of the players dealt in",
        "engine.fees",
        "BANDS = (range(1, 5), range(5, 7), range(7, 11))",
        "BANDS = (range(1, 6), range(6, 7), range(7, 11))",
    ),
    Planted(
        "odd chips of a pot are nobody's",
        "engine.poker.settling.awards",
        "Chips(even * unit + odd.get(seat, 0))",
        "Chips(even * unit)",
    ),
    Planted(
        "a folded seat wins the main pot",
        "engine.poker.settling.pots",
        "live=[each.seat for each in contributions if each.is_live],",
        "live=[each.seat for each in contributions if each.is_live or each.dead],",
    ),
    Planted(
        "a move is made in a hand that has gone on",
        PLAY,
        "if play.version != version:",
        "if play.version < version:",
    ),
    Planted(
        "a repeated move is made twice",
        PLAY,
        "@counted_once\ndef play_move(",
        f"{NOT_COUNTED}\ndef play_move(",
    ),
    Planted(
        "a hand that was paid out is in play still",
        PLAY,
        "    clear_away(table, play.row)\n    posting = book_hand(",
        "    posting = book_hand(",
    ),
    Planted(
        "a winning bet loses its stake",
        "engine.roulette.settle",
        "placed.chips * (placed.bet.pays + 1) if pocket",
        "placed.chips * placed.bet.pays if pocket",
    ),
    Planted(
        "a bet at the limit is refused",
        "engine.roulette.settle",
        "chips > table.highest_bet:",
        "chips >= table.highest_bet:",
    ),
    Planted(
        "the number 36 is not high",
        "engine.roulette.bets",
        "yield _bet(BetKind.HIGH, _NUMBERS[18:])",
        "yield _bet(BetKind.HIGH, _NUMBERS[18:-1])",
    ),
    Planted(
        "chips are bet twice",
        ROULETTE,
        "    require_chips_held(table.event_id, players)\n",
        "",
    ),
    Planted(
        "a repeated press lays its bets again",
        ROULETTE,
        "@counted_once\ndef place_bets(",
        f"{NOT_COUNTED}\ndef place_bets(",
    ),
    Planted(
        "a settled bet is taken off the mat",
        ROULETTE,
        '    BET.make("withdraw", bet)\n    bet.save',
        "    bet.state = BetState.WITHDRAWN\n    bet.save",
    ),
    Planted(
        "a bet of another table is taken off",
        ROULETTE,
        'table.bets.select_related("player__person", "spin").filter(pk=bet_id).first()',
        'Bet.objects.select_related("player__person", "spin").filter(pk=bet_id).first()',
    ),
    Planted(
        "a spin is settled twice",
        ROULETTE,
        '    require_next(table, last_spin(table), number, noun="spin")\n    plan = plan_spin',
        "    plan = plan_spin",
    ),
    Planted(
        "settled bets lie on the mat still",
        ROULETTE,
        'Bet.objects.bulk_update([paid.bet for paid in plan.paid], ["state", "spin", "returned"])',
        'Bet.objects.bulk_update([paid.bet for paid in plan.paid if paid.returned], ["state", "spin", "returned"])',
    ),
    Planted(
        "bets of an undone spin stay settled",
        ROULETTE,
        "    turned.bets.update(state=BetState.PLACED, spin=None, returned=None)\n",
        "",
    ),
    Planted(
        "wins are paid before losses come in",
        "eventnight.bank.services.chips.tables",
        "Draft(lines=(*losses, *wins), subject=tray",
        "Draft(lines=(*wins, *losses), subject=tray",
    ),
    Planted(
        "who leaves a table leaves a chip behind",
        "eventnight.bank.services.chips.tables",
        "chips = balance_of(event.pk, seat_chips(seat))\n",
        "chips = balance_of(event.pk, seat_chips(seat)) - 1\n",
    ),
)
