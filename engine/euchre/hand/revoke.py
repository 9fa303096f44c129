"""A revoke: a player could have followed suit and did not. Anybody may say so after any card; the hand ends there."""

from __future__ import annotations

from engine.doors import door
from engine.errors import RuleError
from engine.euchre.deck import is_seat, team_of, unknown_seat
from engine.euchre.hand.actions import Action, Verb
from engine.euchre.hand.finished import Finished
from engine.euchre.hand.hand import EuchreHand
from engine.euchre.hand.tricks import PlayedCard, active_seats, tricks_of
from engine.euchre.result import DealResult
from engine.euchre.scoring import Side


@door
def report_revoke(hand: EuchreHand, seat: int) -> Finished:
    """The hand, ended because this seat revoked: the other side scores.

    Possible after any card, and after the last one until the next deal. Where the deal is recorded as played, the
    cards must show the revoke; otherwise the table's word counts, for its cards may not be the ones entered.

    Raises RuleError: "unknown_seat", "no_trick_yet", "revoke_already_found", "never_followed", "no_revoke".
    Rules: EUC-17.
    """
    contract = hand.contract
    if not is_seat(seat):
        raise unknown_seat(seat)
    plays = [played for trick in tricks_of(hand) for played in trick.plays]
    if contract is None or not plays:
        raise _refused("no_trick_yet", "No card has been played, so nobody can have revoked. Go on with the hand.")
    if isinstance(hand, Finished) and hand.result.revoke_by is not None:
        raise _refused("revoke_already_found", "This hand has ended with a revoke already. Take that back first.")
    _require_followed(hand, seat)
    if hand.deal.as_played and not any(played.seat == seat for played in revokes_of(hand)):
        raise _refused(
            "no_revoke", f"Seat {seat} followed suit to every trick where that was possible. Name another seat."
        )
    offenders = Side.MAKERS if team_of(seat) == contract.makers else Side.DEFENDERS
    result = DealResult(
        makers=contract.makers,
        tricks=_tricks_of_makers(hand, contract.makers),
        makers_alone=contract.lone_maker is not None,
        defender_alone=contract.lone_defender is not None,
        revoke_by=offenders,
    )
    return Finished(hand, Action(Verb.REVOKE, seat), hand.deal, contract, result)


def revokes_of(hand: EuchreHand) -> tuple[PlayedCard, ...]:
    """The cards of a hand recorded as played that did not follow suit though their seat could have. Rules: EUC-17."""
    return tuple(played for trick in tricks_of(hand) for played in trick.plays if played.is_revoke)


def _require_followed(hand: EuchreHand, seat: int) -> None:
    """Only a card played to another seat's lead can be a revoke."""
    if not any(played.seat == seat for trick in tricks_of(hand) for played in trick.plays[1:]):
        why = "has not yet played to a lead" if seat in active_seats(hand) else "sits this hand out"
        raise _refused("never_followed", f"Seat {seat} {why}, and so cannot have revoked. Name another seat.")


def _tricks_of_makers(hand: EuchreHand, makers: int) -> int:
    full = len(active_seats(hand))
    return sum(len(trick.plays) == full and team_of(trick.winner) == makers for trick in tricks_of(hand))


def _refused(code: str, sentence: str) -> RuleError:
    return RuleError(code, sentence, rules=("EUC-17",))
