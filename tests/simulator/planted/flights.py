"""Faults in hold'em flights: entries, seats, purchases, busts, bags, places and prizes."""

from __future__ import annotations

from tests.simulator.planted.fault import NOT_COUNTED, Planted

SEATS = "tournaments.services.seating.seats"
PLAY = "tournaments.services.flight.bust_outs"
FLIGHTS = "tournaments.services.flight.flight_entries"
PURCHASES = "tournaments.services.flight.purchases"
PAYMENTS = "tournaments.services.prizes.payments"
CONSEQUENCES = "tournaments.services.hands.consequences"
STATE = "        table.state = table_json(state_with(table.between, entries))\n        if now"
KEEPER = "tournaments.services.hands.keeper"

FAULTS = (
    Planted(
        "who lost everything in a hand began it with what is left",
        CONSEQUENCES,
        "Chips(line.stack - line.net) for seat",
        "Chips(-line.net + 1) for seat",
    ),
    Planted(
        "a hand that is undone at a flight's table leaves its chips where it put them",
        CONSEQUENCES,
        "        entry.chips -= each.net\n",
        "",
    ),
    Planted(
        "a hand at a flight's table is settled on counts that differ",
        KEEPER,
        "        require_counts(row.flight, entries, paying=row.number)\n        left = ",
        "        left = ",
    ),
    Planted(
        "a table forgets who came while a hand is played",
        KEEPER,
        STATE,
        f"        if HandInPlay.objects.filter(table=table).exists():\n            return\n{STATE}",
    ),
    Planted(
        "the chips of who was withdrawn stay in play",
        "tournaments.services.flight.removals",
        "        removed=[entry.stack_code for entry in gone],\n",
        "        removed=[entry.stack_code for entry in gone[1:]],\n",
    ),
    Planted(
        "a hand hand for hand does not wait for the other tables",
        KEEPER,
        "row.number in flight.tables_done:",
        "row.number + 1 in flight.tables_done:",
    ),
    Planted(
        "stacks are counted while a hand is played",
        PLAY,
        "    require_not_dealt_in(flight, [entry for entry, chips in counted.items() if chips != entry.chips])\n",
        "",
    ),
    Planted(
        "a hand moves nothing in the books but between those who were dealt in",
        KEEPER,
        "else chips\n        return settle_stacks(event=table.event, counts=after,",
        "else chips\n        after = {code: n for code, n in after.items() if code in "
        "{e.stack_code for e in entries.values() if e.table_number == row.number and not e.is_out}}\n"
        "        return settle_stacks(event=table.event, counts=after,",
    ),
    Planted(
        "a table is followed where nobody plays",
        "tournaments.services.hands.opening",
        "    if not sitting_at(flight, table):\n",
        "    if False:\n",
    ),
    Planted(
        "two players are moved to one seat",
        SEATS,
        "    require_free(flight, entries, entry, table, seat)\n    if SeatHold",
        "    if SeatHold",
    ),
    Planted(
        "a table has a seat too many",
        SEATS,
        "if 1 <= seat <= flight.seats_per_table and",
        "if 1 <= seat <= flight.seats_per_table + 1 and",
    ),
    Planted(
        "a player without a seat is moved and it answers 500",
        SEATS,
        "    if entry.table_number is None or entry.seat_number is None:\n"
        "        return _take_seat(flight, entry, table, seat, press=press)\n",
        "",
    ),
    Planted(
        "seats are drawn again by the same press",
        SEATS,
        "@counted_once\ndef draw_seats(",
        f"{NOT_COUNTED}\ndef draw_seats(",
    ),
    Planted(
        "a late entry is seated on a seat that is kept",
        SEATS,
        "            reserved=frozenset(kept[number] - seated[number].keys()),\n",
        "",
    ),
    Planted(
        "an odd address of moves answers 500",
        "tournaments.views.seating.seats",
        'if not all(re.fullmatch(r"[0-9]{1,8}", part) for part in parts):',
        "if not parts:",
    ),
    Planted(
        "a flight of another night is found",
        "tournaments.selectors.flight.tournaments",
        "Flight.objects.filter(pk=flight_id, tournament__event=event)",
        "Flight.objects.filter(pk=flight_id)",
    ),
    Planted(
        "everybody of the staff sells on the floor",
        "tournaments.views.flight.purchases",
        "on_the_floor = staff_page(Permission.RUN_FLOOR,",
        "on_the_floor = staff_page(Permission.STAFF_HOME,",
    ),
    Planted(
        "a full flight takes one more",
        FLIGHTS,
        "if tables is not None and playing >= tables * seats:",
        "if tables is not None and playing > tables * seats:",
    ),
    Planted(
        "one re-entry more than allowed",
        FLIGHTS,
        "if len(own) > allowed:",
        "if len(own) > allowed + 1:",
    ),
    Planted(
        "an entry is taken after late entry has ended",
        FLIGHTS,
        "if not takes_entries(flight, clock):",
        "if not clock:",
    ),
    Planted(
        "somebody enters a flight twice",
        FLIGHTS,
        "    if None in own:\n",
        "    if None in own[1:]:\n",
    ),
    Planted(
        "places do not count a late entry",
        FLIGHTS,
        "    settle_places(flight, list(entries_by_code(flight).values()))\n",
        "",
    ),
    Planted(
        "whoever withdraws leaves the stack in the bank",
        FLIGHTS,
        "        returned = return_stacks(stack_codes=[entry.stack_code], "
        "subject=entry.stack_code, event=event, press=press)\n"
        "        flight.tournament.final_entries = [*flight.tournament.final_entries, returned.entry.sequence]\n",
        "",
    ),
    Planted(
        "a re-buy is sold in the level after the last",
        PURCHASES,
        "clock.level.number > tournament.rebuy_until_level:",
        "clock.level.number > tournament.rebuy_until_level + 1:",
    ),
    Planted(
        "the add-on is sold twice",
        PURCHASES,
        "if not is_rebuy and entry.purchases.filter(kind=kind, undone_at__isnull=True).exists():",
        "if not is_rebuy and entry.purchases.filter(kind=kind, undone_at__isnull=False).exists():",
    ),
    Planted(
        "a re-buy does not count among the chips in play",
        PURCHASES,
        "    entry.started_with += chips\n",
        "",
    ),
    Planted(
        "a re-buy given back counts still",
        PURCHASES,
        "    entry.started_with -= sold.chips\n",
        "",
    ),
    Planted(
        "the key of a re-buy is not looked for",
        PURCHASES,
        "@counted_once\ndef sell_stack(",
        f"{NOT_COUNTED}\ndef sell_stack(",
    ),
    Planted(
        "everybody goes out on one hand",
        PLAY,
        "    if not stays:\n",
        "    if len(out) > left:\n",
    ),
    Planted(
        "somebody who is out goes out again",
        PLAY,
        "    for entry in out:\n        _require_in(entry)\n",
        "",
    ),
    Planted(
        "a bust-out that is undone leaves the others' places",
        PLAY,
        "    settle_places(flight, rows)\n    settle_decision(flight, rows, press=press)\n",
        "    settle_places(flight, back)\n    settle_decision(flight, rows, press=press)\n",
    ),
    Planted(
        "a bust-out is undone onto a taken seat",
        PLAY,
        "        if entry.table_number is not None and entry.seat_number is not None:\n"
        "            require_free(flight, entries, entry, entry.table_number, entry.seat_number)\n",
        "",
    ),
    Planted(
        "a count of chips is kept without a change of the night",
        "tournaments.services.flight.tournament",
        "    tournament = lock_tournament(flight.tournament)\n    locked = Flight",
        "    tournament = flight.tournament\n    locked = Flight",
    ),
    Planted(
        "a flight is decided one player early",
        "engine.tournament.flights",
        "return players_left <= advancing",
        "return players_left <= advancing + 1",
    ),
    Planted(
        "a share of the entries is rounded down",
        "engine.tournament.flights",
        "-((-entries * share.numerator) // share.denominator)",
        "(entries * share.numerator) // share.denominator",
    ),
    Planted(
        "places begin one too high",
        "engine.tournament.places",
        "best = players_left_before - len(hand.stacks) + 1",
        "best = players_left_before - len(hand.stacks)",
    ),
    Planted(
        "one person signs bags that do not add up",
        "eventnight.bank.services.chips.stacks",
        "            require_second_person(press)\n",
        "",
    ),
    Planted(
        "bags are closed without looking at who is out",
        "tournaments.services.flight.bags",
        "    _require_complete(flight, entries, bags)\n",
        "",
    ),
    Planted(
        "a reopened flight keeps its drift",
        "tournaments.services.flight.bags",
        "    flight.drift = _drift(flight, entries_by_code(flight))\n    flight.bag_entry",
        "    flight.bag_entry",
    ),
    Planted(
        "loose cents of the pool are nobody's",
        "engine.tournament.payouts",
        "return (Cents(first + loose_cents), *others)",
        "return (first, *others)",
    ),
    Planted(
        "tied players share one place too few",
        "engine.tournament.payouts",
        "together = sum(prizes[place.first - 1 : place.last])",
        "together = sum(prizes[place.first - 1 : place.last - 1] or prizes[place.first - 1 : place.first])",
    ),
    Planted(
        "a prize is paid twice",
        PAYMENTS,
        "    if due.payment is not None:\n",
        "    if due.payment is not None and due.left:\n",
    ),
    Planted(
        "a prize is paid that still changes",
        PAYMENTS,
        "    if not prizes.is_fixed:\n",
        "    if not prizes:\n",
    ),
    Planted(
        "a prize that was paid is not noted",
        PAYMENTS,
        "    entry.prize_entry = posting.entry.sequence\n    entry.save(",
        "    entry.save(",
    ),
)
