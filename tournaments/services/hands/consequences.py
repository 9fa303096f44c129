"""What a settled hand leads to in its flight: new stacks, bust-outs and places; and taking that back."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from engine.units import Chips
from eventnight.bank.ledger.refs import stack
from eventnight.bank.selectors import balances
from eventnight.bank.selectors.ledger.entries import lines_of
from eventnight.core.errors import Conflict
from eventnight.core.press import Press
from eventnight.core.values.formats import chips_text
from tables.models import Hand
from tables.selectors import HandPlan
from tournaments.models import Flight, FlightEntry, PlayedHand, PlayedTable
from tournaments.selectors.flight.hands import hands_in_play, sitting_at
from tournaments.services.flight.bust_outs import go_out, put_back
from tournaments.services.flight.hand_for_hand import note_hand_done, open_tables_of, resume_hand
from tournaments.services.flight.places import settle_decision
from tournaments.services.flight.tournament import entries_by_code, entries_named, lock_flight, log_flight
from tournaments.services.seating.next_hands import forget_next_hands

RULES = ("STD-10",)


def follow_hand(row: PlayedTable, hand: Hand, plan: HandPlan, *, press: Press) -> PlayedHand:
    """Write what a hand left before each seat; who has nothing left goes out on it, with the chips it was begun with.
    One that was begun before the tables played hand for hand is the table's own.

    Rules: STD-10, WAS-2, WAS-11.
    """
    flight = lock_flight(row.flight)
    is_shared = flight.is_hand_for_hand and (hand.played is None or row.begun_shared == flight.shared_hand)
    shared = flight.shared_hand if is_shared else None
    sitting = sitting_at(flight, row.number)
    stacks = {line.seat: line for line in plan.lines}
    for seat, line in stacks.items():
        sitting[seat].chips = line.stack
    left = [sitting[seat] for seat, line in stacks.items() if line.stack]
    FlightEntry.objects.bulk_update(left, ["chips"])
    busted = {
        sitting[seat].player.code: Chips(line.stack - line.net) for seat, line in stacks.items() if not line.stack
    }
    led = PlayedHand(flight=flight, hand=hand, shared_hand=shared)
    entries = entries_by_code(flight)
    if busted:
        out = entries_named(entries, flight, busted)
        led.bust_hand = go_out(flight, entries, out, press=press, shared_hand=shared).hand
    else:
        rows = list(entries.values())
        if shared:
            note_hand_done(flight, rows, [row.number])
        settle_decision(flight, rows, press=press)
        forget_next_hands(flight, [row.number], press=press)
    led.save()
    nets = {sitting[seat].player.code: line.net for seat, line in stacks.items()}
    log_flight(flight, "flight.hand_settled", press, table=row.number, hand=hand.number, nets=nets)
    return led


def take_back_hand(row: PlayedTable, hand: Hand, *, press: Press) -> None:
    """Put counts, bust-outs, places and the shared hand where they were before a hand. Its entry is not reversed yet.

    Raises Conflict: "other_hands_since", "raced_since", "counted_since", "out_since", "shared_hand_over",
    "entered_again", "seat_taken".
    Rules: STD-10, WAS-6.
    """
    flight = lock_flight(row.flight)
    _require_not_raced(flight, row.number, hand)
    led = PlayedHand.objects.select_related("bust_hand").get(hand=hand)
    _require_chips_there(hand)
    back = put_back(flight, led.bust_hand, press=press) if led.bust_hand is not None else []
    entries = entries_by_code(flight)
    _give_back(hand, entries, {entry.player.code for entry in back})
    _resume_shared_hand(flight, row.number, led, entries, hand)
    row.begun_shared = led.shared_hand
    row.save(update_fields=["begun_shared"])
    settle_decision(flight, list(entries.values()), press=press)
    log_flight(flight, "flight.hand_undone", press, table=row.number, hand=hand.number)


def _give_back(hand: Hand, entries: Mapping[str, FlightEntry], back: Collection[str]) -> None:
    """Everybody's count without what the hand moved. back: who went out on it, and has the count before it again."""
    changed = []
    for each in hand.seats.select_related("player"):
        if each.player.code in back:
            continue
        entry = entries[each.player.code]
        if each.net and (entry.is_out or entry.entered_at > hand.settled_at):
            raise Conflict(
                "out_since",
                f"{entry.player} has gone out since hand {hand.number}, so that its chips cannot be given back. Undo "
                "that bust-out first; after a new entry, count the stacks instead.",
                rules=RULES,
                player=entry.player.code,
                hand=hand.number,
            )
        if each.net and entry.chips - each.net < 1:
            raise Conflict(
                "counted_since",
                f"{entry.player} was counted with {entry.chips} chips since and won {each.net} in hand {hand.number}, "
                "so that it cannot be undone. Count the stacks instead.",
                rules=RULES,
                player=entry.player.code,
                chips=entry.chips,
                net=each.net,
            )
        entry.chips -= each.net
        changed.append(entry)
    FlightEntry.objects.bulk_update(changed, ["chips"])


def _require_not_raced(flight: Flight, number: int, hand: Hand) -> None:
    """The small chips that the hand moved are still at the table."""
    later = flight.races.filter(table_number=number, undone_at=None, bank_entry__gt=hand.entry.sequence).last()
    if later is not None:
        raise Conflict(
            "raced_since",
            f"Table {number} was coloured up from {chips_text(later.small)} to {chips_text(later.large)} after hand "
            f"{hand.number}. Undo the colour-up on the floor's page first, then the hand.",
            rules=("WAS-6",),
            hand=hand.number,
            small=later.small,
        )


def _require_chips_there(hand: Hand) -> None:
    """The entry also brought other stacks to their counts; a later hand may have moved those chips on."""
    owed: dict[str, int] = {}
    for line in lines_of(hand.entry):
        owed[line.to_account.code] = owed.get(line.to_account.code, 0) + line.amount
        owed[line.from_account.code] = owed.get(line.from_account.code, 0) - line.amount
    held = balances(hand.table.event_id, [stack(code) for code in owed])
    short = sorted(code for code, chips in owed.items() if held[stack(code)] < chips)
    if short:
        raise Conflict(
            "other_hands_since",
            f"Chips that came into {', '.join(short)} with hand {hand.number} have been lost at another table since. "
            "Undo the later hands there first.",
            stacks=short,
        )


def _resume_shared_hand(
    flight: Flight, number: int, led: PlayedHand, entries: Mapping[str, FlightEntry], hand: Hand
) -> None:
    """Hand for hand, the table has not finished the shared hand after all.

    Rules: STD-10.
    """
    if led.shared_hand is None or not flight.is_hand_for_hand:
        return
    if led.shared_hand == flight.shared_hand:
        resume_hand(flight, number)
        return
    is_next = flight.shared_hand == led.shared_hand + 1 and not flight.tables_done
    if not is_next or hands_in_play(flight.pk):
        raise Conflict(
            "shared_hand_over",
            f"{flight.name} plays hand for hand, and its other tables have gone on to hand {flight.shared_hand}. Undo "
            f"what they played of it first, then hand {hand.number}.",
            rules=RULES,
            hand=flight.shared_hand,
        )
    flight.shared_hand = led.shared_hand
    flight.tables_done = sorted(open_tables_of(entries.values()) - {number})
