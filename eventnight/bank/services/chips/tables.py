"""Chips at the tables: sitting down, the net of a hand, a round of roulette, the trays."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from engine.units import Chips
from eventnight.bank.ledger.refs import AccountRef, house_chips, issuer, player_chips, seat_chips, tray_chips
from eventnight.bank.models import Commodity, EntryKind
from eventnight.bank.selectors.ledger.balances import balance_of
from eventnight.bank.services.chips.colours import chips_from_tray, chips_to_tray
from eventnight.bank.services.ledger.drafts import Draft, Line, Posting, Request
from eventnight.bank.services.ledger.posting import post_entry
from eventnight.core.errors import BadRequest
from eventnight.core.press import Press, PressContent
from eventnight.core.presses import counted_once
from eventnight.events.models import Event


@dataclass(frozen=True, slots=True, kw_only=True)
class HalfHour(PressContent):
    """The fee of a half-hour. due_at: when it ended. fee: chips that each seat owes. paid: what each pays, not more."""

    due_at: datetime
    fee: Chips
    paid: Mapping[AccountRef, Chips]


@counted_once
def sit_down(*, event: Event, player_code: str, seat: str, chips: Chips, press: Press) -> Posting:
    """Put a player's chips in front of a seat, such as "T1-3"; again to add more.

    Raises UserFacingError: "overdraft"; BadRequest: "chips_above_zero"; NotFound: "unknown_player".
    """

    def draft(event: Event) -> Draft:
        _require_above_zero(chips)
        way_out = "Sit down with what is there, or buy chips at the desk first."
        return Draft(
            lines=(Line(player_chips(player_code), seat_chips(seat), chips),), subject=player_code, way_out=way_out
        )

    content = {"player": player_code, "seat": seat, "chips": chips}
    return post_entry(Request(event, EntryKind.SIT_DOWN, press, content), draft)


@counted_once
def leave_table(*, event: Event, player_code: str, seat: str, press: Press) -> Posting:
    """Give the player every chip of the seat; an empty seat makes an entry without lines.

    Raises NotFound: "unknown_player".
    """

    def draft(event: Event) -> Draft:
        chips = balance_of(event.pk, seat_chips(seat))
        lines = (Line(seat_chips(seat), player_chips(player_code), chips),) if chips else ()
        return Draft(lines=lines, subject=player_code)

    content = {"player": player_code, "seat": seat}
    return post_entry(Request(event, EntryKind.LEAVE_TABLE, press, content), draft)


@counted_once
def settle_hand(*, event: Event, table_code: str, nets: Mapping[str, int], fee: Chips, press: Press) -> Posting:
    """Book the net of a hand: what the losing seats pay goes to the winning seats, and the table fee to the house.

    nets: chips won (above zero) or lost by seat code, fee already taken off; they add up to minus the fee.

    Raises UserFacingError: "overdraft". Raises ValueError if the nets and the fee do not add up.
    """
    if sum(nets.values()) != -fee or fee < 0:
        raise ValueError(f"the nets of a hand add up to {sum(nets.values())}, not to minus the fee of {fee}")
    shares = {seat_chips(seat): net for seat, net in nets.items()}
    lines = matched_lines({**shares, house_chips(): fee})
    content = {"table": table_code, "nets": dict(nets), "fee": fee}
    request = Request(event, EntryKind.HAND, press, content)
    way_out = "A seat cannot lose more than its chips: check the chips put in."
    return post_entry(
        request, lambda event: Draft(lines=lines, subject=table_code, rates={"fee": fee}, way_out=way_out)
    )


@counted_once
def charge_seats(*, event: Event, table_code: str, charged: HalfHour, press: Press) -> Posting:
    """Book the table fee of a half-hour: what each seat, or a player who has left one, pays to the house.

    Raises UserFacingError: "overdraft".
    """
    paid = charged.paid
    lines = tuple(Line(ref, house_chips(), chips) for ref, chips in sorted(paid.items()) if chips)
    rates = {"fee": charged.fee, "seats": len(paid), "chips": sum(paid.values()), "due": charged.due_at.isoformat()}
    content = {"table": table_code, "paid": {str(ref): chips for ref, chips in paid.items()}, **rates}
    request = Request(event, EntryKind.SEAT_FEE, press, content)
    return post_entry(request, lambda event: Draft(lines=lines, subject=table_code, rates=rates))


@counted_once
def settle_roulette(*, event: Event, tray: str, nets: Mapping[str, int], press: Press) -> Posting:
    """Book a round against the table's tray. nets: chips won (above zero) or lost by player code.

    The losses come in before the wins are paid.

    Raises UserFacingError: "overdraft", naming the player, or the tray and how to fill it; NotFound: "unknown_player".
    """
    losses = [Line(player_chips(code), tray_chips(tray), -net) for code, net in sorted(nets.items()) if net < 0]
    wins = [Line(tray_chips(tray), player_chips(code), net) for code, net in sorted(nets.items()) if net > 0]
    request = Request(event, EntryKind.ROULETTE, press, {"tray": tray, "nets": dict(nets)})
    way_out = f"Fill the tray {tray} from the bank if it is short; a player loses no more than the chips held."
    return post_entry(request, lambda event: Draft(lines=(*losses, *wins), subject=tray, way_out=way_out))


@counted_once
def float_tray(*, event: Event, tray: str, chips: Chips, press: Press) -> Posting:
    """Fill a table's tray from the bank.

    Raises BadRequest: "chips_above_zero".
    """

    def draft(event: Event) -> Draft:
        _require_above_zero(chips)
        line = Line(issuer(Commodity.CHIPS), tray_chips(tray), chips)
        return Draft(lines=(line,), subject=tray, rates=chips_to_tray(event, chips))

    content = {"tray": tray, "chips": chips}
    return post_entry(Request(event, EntryKind.TRAY_FLOAT, press, content), draft)


@counted_once
def return_tray(*, event: Event, tray: str, press: Press) -> Posting:
    """Give every chip of the tray back to the bank; an empty one makes an entry without lines."""

    def draft(event: Event) -> Draft:
        chips = Chips(balance_of(event.pk, tray_chips(tray)))
        if not chips:
            return Draft(lines=(), subject=tray)
        line = Line(tray_chips(tray), issuer(Commodity.CHIPS), chips)
        return Draft(lines=(line,), subject=tray, rates=chips_from_tray(event, tray, chips))

    return post_entry(Request(event, EntryKind.TRAY_RETURN, press, {"tray": tray}), draft)


def matched_lines(nets: Mapping[AccountRef, int]) -> tuple[Line, ...]:
    """Lines that take every loss to the gains, in the order of the addresses. The nets must add up to zero."""
    owed = [(ref, -net) for ref, net in sorted(nets.items()) if net < 0]
    lines: list[Line] = []
    for taker, due in sorted(nets.items()):
        while due > 0:
            giver, debt = owed.pop(0)
            payment = min(due, debt)
            lines.append(Line(giver, taker, payment))
            due -= payment
            if debt > payment:
                owed.insert(0, (giver, debt - payment))
    return tuple(lines)


def _require_above_zero(chips: Chips) -> None:
    if chips < 1:
        raise BadRequest("chips_above_zero", f"{chips} chips cannot be moved. Enter a number above zero.", chips=chips)
