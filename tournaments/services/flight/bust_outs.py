"""A flight under way: chip counts, players going out, and undoing that."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Max

from engine.units import Chips
from eventnight.core.errors import BadRequest, Conflict, NotFound, UserFacingError
from eventnight.core.press import Press
from eventnight.core.presses import counted_once
from eventnight.core.values.formats import clock_text
from tournaments.lifecycles import FLIGHT
from tournaments.models import BustHand, Flight, FlightEntry, PlayedHand
from tournaments.refusals import FLIGHT_RULES, system_counts
from tournaments.selectors.flight.values import CountCheck
from tournaments.services.flight.hand_for_hand import note_hand_done
from tournaments.services.flight.places import settle_decision, settle_places
from tournaments.services.flight.removals import bring_back_into_play, take_out_of_play
from tournaments.services.flight.tournament import (
    chips_in_play,
    entries_by_code,
    entries_named,
    lock_flight,
    log_flight,
)
from tournaments.services.hands.guards import require_no_hand_of, require_not_dealt_in
from tournaments.services.seating.next_hands import forget_next_hands
from tournaments.services.seating.seats import require_free

PLACE_RULES = ("STD-10",)


@transaction.atomic
def enter_chip_counts(*, flight: Flight, counts: Mapping[str, Chips], press: Press) -> CountCheck:
    """Note what was counted, in chips by player code; those not named keep their last count.

    A sum that does not fit is told, not refused: only the bags must hold every chip. While somebody is in a hand, their
    count stays what it is.

    Raises NotFound("not_in_flight"), BadRequest("named_twice"), Conflict("flight_status", "player_is_out",
    "hand_in_play"), UserFacingError("count_of_nothing").
    """
    flight = lock_flight(flight)
    FLIGHT.require("count", flight)
    entries = entries_by_code(flight)
    counted = entries_named(entries, flight, counts)
    require_not_dealt_in(flight, [entry for entry, chips in counted.items() if chips != entry.chips])
    for entry, chips in counted.items():
        _require_in(entry)
        if chips < 1:
            raise UserFacingError(
                "count_of_nothing",
                f"{entry.player} is counted with {chips} chips. Record the player as out, or correct the count.",
                player=entry.player.code,
                chips=chips,
            )
        entry.chips = chips
    FlightEntry.objects.bulk_update(counted, ["chips"])
    flight.counted_at = press.at
    flight.save(update_fields=["counted_at"])
    # The rows of `counted` are those of `entries`: the sum is that of the new counts.
    check = CountCheck(
        counted=sum(entry.chips for entry in entries.values() if not entry.is_out),
        in_play=chips_in_play(flight, entries),
    )
    log_flight(flight, "flight.counted", press, counts=dict(counts), difference=check.difference)
    return check


@dataclass(frozen=True, slots=True)
class BustOut:
    """entries: the players who went out on the hand, best first."""

    hand: BustHand
    entries: tuple[FlightEntry, ...]

    @property
    def came_of(self) -> tuple[FlightEntry, ...]:
        return self.entries

    @classmethod
    def again(cls, *entries: FlightEntry) -> BustOut | None:
        """None where one of them is in play again."""
        hands = [entry.bust_hand for entry in entries if entry.bust_hand is not None]
        return cls(hands[0], entries) if len(hands) == len(entries) else None


@counted_once
def bust_out(*, flight: Flight, busted: Mapping[str, Chips], press: Press) -> BustOut:
    """Record who went out on one hand, with the chips each began it with, by player code.

    Places follow from those chips; equal chips share. Hand for hand, busts at other tables on the same hand tie with
    them, or rank by stacks, as the tournament says; their tables have thereby finished the hand. When no more are left
    than go on, the flight is decided and its clock stops. The same press again changes nothing.

    Where hands are followed, the chips of somebody who was withdrawn from the night leave play with them.

    Raises BadRequest("nobody_named", "named_twice"), NotFound("not_in_flight"),
    Conflict("flight_status", "flight_decided", "player_is_out", "hand_in_play", "system_counts_here"),
    UserFacingError("nobody_left", "bust_without_chips", "held_otherwise", "counts_differ"),
    RuleError("bust_without_chips"). Rules: STD-10, WAS-2, WAS-13, WAS-14.
    """
    flight = lock_flight(flight)
    FLIGHT.require("bust", flight)
    entries = entries_by_code(flight)
    out = entries_named(entries, flight, busted)
    require_no_hand_of(flight, out)
    _require_dealt_out(flight, out)
    _require_somebody_left(entries, out)
    _require_had_chips(out)
    removed = take_out_of_play(flight, entries, out, press=press)
    shared = flight.shared_hand if flight.is_hand_for_hand else None
    gone = go_out(flight, entries, out, press=press, shared_hand=shared)
    if removed is not None:
        gone.hand.removed_entry = removed
        gone.hand.save(update_fields=["removed_entry"])
    return gone


def go_out(
    flight: Flight,
    entries: Mapping[str, FlightEntry],
    out: Mapping[FlightEntry, Chips],
    *,
    press: Press,
    shared_hand: int | None,
) -> BustOut:
    """Write down who goes out of a locked flight on one hand, with the chips each began it with; nothing is asked any
    more. Whoever never had a chip there goes out before them. shared_hand: which of those it is that all tables play at
    once, which their tables have thereby finished.

    Rules: STD-10, WAS-2.
    """
    rows = list(entries.values())
    empty = [entry for entry in rows if entry.never_had_chips and entry not in out] if any(out.values()) else []
    before = dict.fromkeys(empty, Chips(0))
    earlier = _write_down(flight, before, press=press) if before else None
    hand = _write_down(flight, out, press=press, shared_hand=shared_hand)
    settle_places(flight, rows)
    tables = {entry.table_number for entry in out if entry.table_number}
    if shared_hand:
        note_hand_done(flight, rows, tables)
    settle_decision(flight, rows, press=press)
    forget_next_hands(flight, tables | {entry.table_number for entry in before if entry.table_number}, press=press)
    if earlier is not None:
        _log_out(flight, earlier, before, press=press)
    _log_out(flight, hand, out, press=press)
    return BustOut(hand, tuple(sorted(out, key=lambda entry: entry.place_first or 0)))


def _write_down(
    flight: Flight,
    out: Mapping[FlightEntry, Chips],
    *,
    press: Press,
    shared_hand: int | None = None,
) -> BustHand:
    hand = BustHand.objects.create(
        flight=flight,
        number=_next_hand(flight),
        at=press.at,
        by_code=press.by.code,
        by_label=press.by.label,
        shared_hand=shared_hand,
    )
    for entry, chips in out.items():
        entry.bust_hand, entry.began_hand_with, entry.chips = hand, chips, 0
    return hand


def _log_out(flight: Flight, hand: BustHand, out: Mapping[FlightEntry, Chips], *, press: Press) -> None:
    busted = {entry.player.code: chips for entry, chips in out.items()}
    log_flight(flight, "flight.bust_out", press, hand=hand.number, busted=busted, decided=flight.is_decided)


@transaction.atomic
def undo_bust_out(*, flight: Flight, press: Press, hand: int | None = None) -> list[FlightEntry]:
    """Put the players of a hand back in with the chips they began it with; everybody after it moves up a place.

    hand: its number; None is the last that stands. Returns the players.

    Raises NotFound("unknown_hand"), Conflict("flight_status", "seat_taken", "seat_kept", "entered_again",
    "out_on_a_hand", "hand_in_play").
    Rules: STD-10.
    """
    flight = lock_flight(flight)
    FLIGHT.require("undo_bust", flight)
    row = _standing_hand(flight, hand)
    _require_entered(flight, row)
    require_no_hand_of(flight, row.entries.all())
    return put_back(flight, row, press=press)


def put_back(flight: Flight, row: BustHand, *, press: Press) -> list[FlightEntry]:
    """The same for a hand of a locked flight, whether it was entered or played."""
    entries = entries_by_code(flight)
    back = [entry for entry in entries.values() if entry.bust_hand_id == row.pk]
    for entry in back:
        _require_not_back(entries, entry)
        if entry.table_number is not None and entry.seat_number is not None:
            require_free(flight, entries, entry, entry.table_number, entry.seat_number)
        entry.chips, entry.bust_hand, entry.began_hand_with = entry.began_hand_with or 0, None, None
    row.undone_at, row.undone_by_code = press.at, press.by.code
    row.save(update_fields=["undone_at", "undone_by_code"])
    bring_back_into_play(flight, row, press=press)
    rows = list(entries.values())
    settle_places(flight, rows)
    settle_decision(flight, rows, press=press)
    forget_next_hands(flight, [entry.table_number for entry in back if entry.table_number], press=press)
    log_flight(flight, "flight.bust_out_undone", press, hand=row.number)
    return back


def _require_dealt_out(flight: Flight, out: Mapping[FlightEntry, Chips]) -> None:
    """Where the system deals, only who does not play on goes out otherwise. Rules: BIS-16, WAS-13, WAS-14."""
    if flight.is_dealt and any(entry.chips and not entry.player.is_withdrawn for entry in out):
        raise system_counts(flight)


def _require_in(entry: FlightEntry) -> None:
    hand = entry.bust_hand
    if hand is None:
        return
    at = clock_text(hand.at, entry.flight.tournament.event)
    raise Conflict(
        "player_is_out",
        f"{entry.player} went out at {at}, entered by {hand.by_label}. Undo that first if it is wrong.",
        rules=PLACE_RULES,
        player=entry.player.code,
        place=entry.place_first,
        by=hand.by_label,
        at=hand.at.isoformat(),
    )


def _require_entered(flight: Flight, row: BustHand) -> None:
    """Who went out on a hand that was played comes back with that hand."""
    led = PlayedHand.objects.select_related("hand__table").filter(bust_hand=row).first()
    if led is not None and led.hand.table.is_dealt:
        raise Conflict(
            "out_on_a_dealt_hand",
            f"They went out on hand {led.hand.number} of {led.hand.table}, which the system dealt: nothing was entered "
            "there that could be wrong, and it stands. A player who may play on enters again.",
            rules=("BIS-16",),
            hand=led.hand.number,
            table=led.hand.table_id,
        )
    if led is not None:
        raise Conflict(
            "out_on_a_hand",
            f"They went out on hand {led.hand.number} of {led.hand.table}, with all that it moved. Undo that hand on "
            "the table's page.",
            rules=PLACE_RULES,
            hand=led.hand.number,
            table=led.hand.table_id,
        )


def _require_not_back(entries: Mapping[str, FlightEntry], entry: FlightEntry) -> None:
    """Somebody who has entered again since cannot return beside themselves."""
    if entries[entry.player.code].pk != entry.pk:
        raise Conflict(
            "entered_again",
            f"{entry.player} has entered {entry.flight.name} again since, with a stack of its own. "
            "This bust-out cannot be undone.",
            rules=PLACE_RULES,
            player=entry.player.code,
        )


def _require_somebody_left(entries: Mapping[str, FlightEntry], out: Mapping[FlightEntry, Chips]) -> None:
    if not out:
        raise BadRequest("nobody_named", "Name the players who went out on this hand.")
    for entry in out:
        _require_in(entry)
    left = sum(not entry.is_out for entry in entries.values())
    stays = [entry for entry in entries.values() if not entry.is_out and entry not in out]
    if any(out.values()):
        stays = [entry for entry in stays if not entry.never_had_chips]
    if not stays:
        raise UserFacingError(
            "nobody_left",
            f"{len(out)} of {left} players cannot go out together: somebody has their chips. Name the others only.",
            rules=FLIGHT_RULES,
            busted=len(out),
            players_left=left,
        )


def _require_had_chips(out: Mapping[FlightEntry, Chips]) -> None:
    """Only who came to the final with an empty stack, and bought nothing, goes out with nothing."""
    for entry, chips in out.items():
        if chips == 0 and entry.started_with:
            raise UserFacingError(
                "bust_without_chips",
                f"{entry.player} is said to have begun the hand with no chips. Enter the stack before the hand.",
                rules=PLACE_RULES,
                player=entry.player.code,
            )


def _next_hand(flight: Flight) -> int:
    return (flight.bust_hands.aggregate(highest=Max("number"))["highest"] or 0) + 1


def _standing_hand(flight: Flight, number: int | None) -> BustHand:
    standing = flight.bust_hands.filter(undone_at__isnull=True)
    row = standing.last() if number is None else standing.filter(number=number).first()
    if row is None:
        named = f"hand {number}" if number else "no hand"
        raise NotFound("unknown_hand", f"{flight.name} has {named} of bust-outs to undo. Reload the page.", hand=number)
    return row
