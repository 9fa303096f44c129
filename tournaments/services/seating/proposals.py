"""What the tables need is proposed; the floor makes it, or says why not."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from django.db import transaction

from engine.tournament.seating import ProposalKind
from eventnight.core.errors import Conflict, NotFound, UserFacingError
from eventnight.core.press import Press
from eventnight.core.presses import counted_once
from tournaments.lifecycles import FLIGHT
from tournaments.models import Flight, MoveKind, ProposalRefusal, SeatMove
from tournaments.models.seating import NOTE_LENGTH
from tournaments.selectors.seating.tables import Due, MoveLine, due_of
from tournaments.services.flight.tournament import SEAT_RULES, lock_flight, log_flight
from tournaments.services.seating.seat_moves import carry_out, seating_now

KINDS = {
    ProposalKind.BALANCE: MoveKind.BALANCE,
    ProposalKind.BREAK: MoveKind.BREAK,
    ProposalKind.FINAL: MoveKind.FINAL,
}


@counted_once
def make_proposed_moves(
    *,
    flight: Flight,
    shown: str,
    press: Press,
    players: Collection[str] | None = None,
) -> list[SeatMove]:
    """Make the moves that the floor looked at. Returns them. The same press again changes nothing.

    shown: digest of the proposal. players: codes of those who move now; None is everybody. Of a broken table anybody
    may go first, of a balance the first line only, of a redraw nobody alone.

    Raises Conflict("flight_status", "proposal_stale"), UserFacingError("not_alone"), NotFound("not_proposed").
    Rules: WAS-3, WAS-4.
    """
    flight = lock_flight(flight)
    FLIGHT.require("balance", flight)
    due = _looked_at(flight, shown, press.at)
    chosen = _chosen(due, players)
    return carry_out(flight, [line.move for line in chosen], KINDS[due.kind], press=press, batch=press.own_key)


@transaction.atomic
def refuse_proposal(*, flight: Flight, shown: str, reason: str, press: Press) -> ProposalRefusal:
    """Leave the tables as they are. Nothing is proposed again until somebody goes out, comes or moves.

    Raises Conflict("flight_status", "proposal_stale"), UserFacingError("reason_missing").
    """
    flight = lock_flight(flight)
    FLIGHT.require("balance", flight)
    reason = " ".join(reason.split())
    if not reason:
        raise UserFacingError("reason_missing", "Say why the tables stay as they are; others will ask.")
    due = _looked_at(flight, shown, press.at)
    row, _ = ProposalRefusal.objects.update_or_create(
        flight=flight,
        situation=due.situation,
        defaults={"reason": reason[:NOTE_LENGTH], "at": press.at, "by_code": press.by.code, "by_label": press.by.label},
    )
    log_flight(flight, "flight.proposal_refused", press, kind=due.kind, breaks=due.breaks, reason=row.reason)
    return row


@transaction.atomic
def propose_again(*, flight: Flight, press: Press) -> None:
    """Take a refusal back: what the tables need is proposed again. Pressed again, nothing changes."""
    flight = lock_flight(flight)
    deleted, _ = flight.refusals.filter(situation=seating_now(flight, press.at).situation).delete()
    if deleted:
        log_flight(flight, "flight.proposal_wanted_again", press)


def _looked_at(flight: Flight, shown: str, now: datetime) -> Due:
    """What is due, if it is what the floor looked at."""
    due = due_of(seating_now(flight, now))
    if due is not None and due.lines and due.digest == shown:
        return due
    fresh = ", ".join(f"{line.entry.player_code} {line.move.slip}" for line in due.lines) if due else ""
    then = (
        f"Proposed now: {fresh}." if fresh else (due.blocked if due and due.blocked else "Nothing has to be moved now.")
    )
    raise Conflict(
        "proposal_stale",
        f"The tables have changed since this was proposed; nothing was moved. {then}",
        rules=SEAT_RULES,
        digest=due.digest if due and due.lines else "",
        moves=[[line.entry.player_code, list(line.move.start), list(line.move.end)] for line in due.lines]
        if due
        else [],
    )


def _chosen(due: Due, players: Collection[str] | None) -> list[MoveLine]:
    if players is None:
        return list(due.lines)
    codes = [code.upper() for code in players]
    proposed = {line.entry.player_code: line for line in due.lines}
    strangers = [code for code in codes if code not in proposed]
    if strangers or not codes:
        raise NotFound(
            "not_proposed",
            f"{', '.join(strangers) or 'Nobody'} is not among those to move. Choose from the proposal.",
            rules=SEAT_RULES,
            players=strangers,
        )
    chosen = [line for line in due.lines if line.entry.player_code in codes]
    is_prefix = chosen == list(due.lines[: len(chosen)])
    if len(chosen) == len(due.lines) or due.kind == ProposalKind.BREAK:
        return chosen
    if due.kind == ProposalKind.BALANCE and is_prefix:
        return chosen
    raise UserFacingError(
        "not_alone",
        "At the last table everybody draws a new seat together: make all moves at once."
        if due.kind == ProposalKind.FINAL
        else f"{due.lines[0].entry.name} moves first; the later moves follow from it. Make the first one, or all.",
        rules=SEAT_RULES,
        players=codes,
    )
