"""Faults in the raffle: tickets, buckets, the draw, and what is told of it before its time."""

from __future__ import annotations

from tests.simulator.planted.fault import Planted

SELLING = "eventnight.raffle.services.selling"
PLACING = "eventnight.raffle.services.placing"
DRAWING = "eventnight.raffle.services.drawing"
ENTERING = "eventnight.raffle.services.entering"
PREPARING = "eventnight.raffle.services.preparing"
DECIDING = "eventnight.raffle.services.deciding"

FAULTS = (
    Planted(
        "the winner is named with the number",
        "eventnight.raffle.selectors.draws",
        "has_number, has_name = told >= Told.NUMBER, told == Told.NAME",
        "has_number, has_name = told >= Told.NUMBER, told >= Told.NUMBER",
    ),
    Planted(
        "the number is told while the drum turns",
        "eventnight.raffle.selectors.reveal",
        "return drawn.at if drawn.index is None else drawn.at + DRUM_TURNS",
        "return drawn.at",
    ),
    Planted(
        "the seed is kept in the open from the start",
        PREPARING,
        "        event=event, method=method, sealed_seed=sealed, commitment=promise, opened_at=press.at\n",
        "        event=event, method=method, seed=seed.hex(), sealed_seed=sealed, "
        "commitment=promise, opened_at=press.at\n",
    ),
    Planted(
        "the seed is opened when chance is brought",
        ENTERING,
        "    seed_of(raffle)\n    _require_chance(",
        "    raffle.seed = seed_of(raffle).hex()\n    _require_chance(",
    ),
    Planted(
        "the proof tells the seed while prizes are drawn",
        "eventnight.raffle.selectors.proof",
        "if raffle.is_done and raffle.is_verifiable:\n        proof",
        "if raffle.is_frozen and raffle.is_verifiable:\n        proof",
    ),
    Planted(
        "a sale makes a ticket row too many",
        SELLING,
        "for number in range(first, first + count)",
        "for number in range(first, first + count + 1)",
    ),
    Planted(
        "a sale begins at the last number",
        SELLING,
        "first = last.number + 1 if last else 1",
        "first = last.number if last else 1",
    ),
    Planted(
        "a void ticket is booked out of its holder's hand",
        SELLING,
        "return bucket_tickets(ticket.bucket.code) if ticket.bucket else player_tickets(ticket.holder.code)",
        "return player_tickets(ticket.holder.code)",
    ),
    Planted(
        "a void ticket stays in its bucket",
        SELLING,
        "state=TicketState.VOID, bucket=None, void_reason=reason[:200]",
        "state=TicketState.VOID, void_reason=reason[:200]",
    ),
    Planted(
        "a sale is undone whose tickets lie in buckets",
        SELLING,
        "        _require_in_hand(sequence, tickets)\n",
        "        pass\n",
    ),
    Planted(
        "tickets of an undone sale stay valid",
        SELLING,
        '    _void(tickets, f"Sale undone: {reason}")\n',
        "",
    ),
    Planted(
        "a ticket is void twice",
        SELLING,
        '    TICKET.require("void", ticket)\n',
        "",
    ),
    Planted(
        "others' tickets are moved",
        PLACING,
        "    _require_in_bucket(raffle, player, source, count)\n",
        "",
    ),
    Planted(
        "tickets are moved in the ledger alone",
        PLACING,
        "    _shift(_own(raffle, player, source).reverse()[:count], target)\n",
        "    _shift(_own(raffle, player, target).reverse()[:count], target)\n",
    ),
    Planted(
        "one ticket fewer than asked is put into a bucket",
        PLACING,
        "        _shift(_own(raffle, player, None)[:count], bucket)\n",
        "        _shift(_own(raffle, player, None)[1:count], bucket)\n",
    ),
    Planted(
        "tickets taken back lie in their bucket still",
        PLACING,
        "Ticket.objects.filter(pk__in=keys).update(bucket=bucket, state=state)",
        "Ticket.objects.filter(pk__in=keys, state=TicketState.HELD).update(bucket=bucket, state=state)",
    ),
    Planted(
        "tickets are placed after sales have closed",
        PLACING,
        '    raffle = locked_raffle(event)\n    RAFFLE.require("change_tickets", raffle)\n    return',
        "    raffle = locked_raffle(event)\n    return",
    ),
    Planted(
        "a refused change of buckets leaves half of it",
        PLACING,
        "@counted_once\ndef arrange_tickets(",
        "def arrange_tickets(",
    ),
    Planted(
        "the raffle is not locked with its event",
        "eventnight.raffle.services.locks",
        "    lock_event(event.pk)\n    raffle_of(event)\n",
        "    raffle_of(event)\n",
    ),
    Planted(
        "a bucket that holds tickets is changed",
        PREPARING,
        "    _require_empty(bucket)\n    for field in",
        "    for field in",
    ),
    Planted(
        "prizes are drawn out of their order",
        DRAWING,
        "    _require_turn(raffle, prize)\n    eligible = _require_eligible(raffle, prize, draws)\n",
        "    eligible = _require_eligible(raffle, prize, draws)\n",
    ),
    Planted(
        "the next attempt repeats the number of the last",
        DRAWING,
        "return sum(draw.prize_id == prize.pk for draw in draws)",
        "return max(0, sum(draw.prize_id == prize.pk for draw in draws) - 1)",
    ),
    Planted(
        "sales open again though the beacon is public",
        "eventnight.raffle.services.freezing",
        "    _require_beacon_ahead(raffle, press.at)\n",
        "",
    ),
    Planted(
        "a raffle is finished with prizes open",
        ENTERING,
        "    if undrawn:\n",
        "    if len(undrawn) > 1:\n",
    ),
    Planted(
        "a copied ticket number needs no check code",
        "eventnight.raffle.selectors.tickets",
        "if ticket is None or not constant_time_compare(ticket.check_code, check_code.upper()):",
        "if ticket is None:",
    ),
    Planted(
        "a pot is paid and its prize does not know",
        DECIDING,
        'draw.paid_entry = posting.entry.sequence if decision == "paid" else None',
        'draw.paid_entry = posting.entry.sequence if decision == "paid_out" else None',
    ),
    Planted(
        "any ticket of the list comes out of a barrel",
        DRAWING,
        "found = next((ticket for ticket in eligible if ticket.number == number), None)",
        "found = next((ticket for ticket in frozen_tickets(raffle) if ticket.number == number), None)",
    ),
    Planted(
        "a holder who did not come is called again for the same prize",
        "eventnight.raffle.selectors.draws",
        "return tuple(ticket for ticket in may_win if ticket.holder not in absent)",
        "return tuple(ticket for ticket in may_win if ticket not in absent)",
    ),
    Planted(
        "a misread number stays after its correction",
        DRAWING,
        'standing.save(update_fields=["ticket", "eligible"])',
        'standing.save(update_fields=["eligible"])',
    ),
    Planted(
        "another number takes the place of the one that is called",
        DRAWING,
        "not (standing.is_calling and standing.ticket.number == instead_of)",
        "not standing.is_calling",
    ),
    Planted(
        "the number of a prize that is handed over is corrected",
        DRAWING,
        "not (standing.is_calling and standing.ticket.number == instead_of)",
        "standing.ticket.number != instead_of",
    ),
    Planted(
        "a misread number counts as won while it is corrected",
        DRAWING,
        "others = [draw for draw in draws if draw != standing]",
        "others = draws",
    ),
    Planted(
        "a number is corrected that is called no more",
        DRAWING,
        "if standing is None and instead_of is not None:",
        "if standing is None and instead_of is not None and not draws:",
    ),
    Planted(
        "a number out of a barrel interrupts another prize",
        DRAWING,
        "    _require_turn(raffle, prize)\n    others",
        "    others",
    ),
    Planted(
        "a number is typed after the raffle is finished",
        DRAWING,
        '    RAFFLE.require("draw", raffle)\n    draws = list',
        "    draws = list",
    ),
    Planted(
        "a barrel publishes a seed at its end",
        ENTERING,
        "    if raffle.is_verifiable:\n        raffle.seed, raffle.sealed_seed =",
        "    if raffle.list_hash:\n        raffle.seed, raffle.sealed_seed =",
    ),
    Planted(
        "a barrel publishes a sheet that waits for dice",
        "eventnight.raffle.services.freezing",
        "    if raffle.is_verifiable:\n        seed_of(raffle)",
        "    if calls or raffle.is_verifiable:\n        seed_of(raffle)",
    ),
    Planted(
        "a barrel renews a promise that it never gave",
        PREPARING,
        "    if not raffle.is_verifiable:\n        raise BadRequest(\n",
        "    if raffle.is_frozen and not raffle.is_verifiable:\n        raise BadRequest(\n",
    ),
    Planted(
        "dice alone decide a draw that waits for a beacon too",
        "engine.raffle.chance",
        "    if beacon is None:\n",
        "    if beacon is None and not is_missed:\n        return\n    if beacon is None:\n",
    ),
    Planted(
        "why a round of the beacon was missed is not kept",
        ENTERING,
        "raffle.beacon_signature, raffle.missed_because = chance.signature, chance.missed_because.strip()",
        'raffle.beacon_signature, raffle.missed_because = chance.signature, ""',
    ),
    Planted(
        "a prize whose pot came back stays handed over",
        "eventnight.raffle.lifecycles",
        "taken_back=({Outcome.HANDED_OVER}, Outcome.DRAWN)",
        "taken_back=({Outcome.HANDED_OVER}, Outcome.HANDED_OVER)",
    ),
)
