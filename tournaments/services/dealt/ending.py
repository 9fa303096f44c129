"""After each act: the next turn begins, or the hand is entered on the score sheet, its pack published and the next one
promised.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from uuid import NAMESPACE_URL, uuid5

from engine.euchre.dealt import open_cards, told_of
from engine.euchre.deck import BENNY_TEXT
from engine.euchre.hand.finished import Finished
from engine.euchre.hand.hand import EuchreHand
from engine.euchre.hand.stored import hand_json
from engine.euchre.hand.views import wall_view
from engine.euchre.told import Upcard
from eventnight.core.actors import SYSTEM
from eventnight.core.audit import record
from eventnight.core.errors import BadRequest
from eventnight.core.press import Press
from eventnight.core.presses import counted_once
from tables.services.dealt.packs import keep_hidden, publish_pack
from tournaments.models import EuchreDeal, Match
from tournaments.selectors.dealt.seats import players_at
from tournaments.services.bracket.storing import subject_of
from tournaments.services.dealt.packs import lock_dealt, promise_next, publish_void, require_hand
from tournaments.services.score.euchre_hands import NewHand, NextHand, enter_hand

AWAY = timedelta(seconds=2)
"""How long the turn of somebody who is away lasts, for the others to follow."""
TO_CLAIM = timedelta(seconds=8)
"""After the last card of a hand in which players may revoke, for the others to look at it."""


def go_on(match: Match, deal: EuchreDeal, hand: EuchreHand, now: datetime) -> None:
    """Store the hand of a locked match as it stands, or finish it. Rules: EUC-17."""
    if isinstance(hand, Finished) and not _may_be_claimed(hand):
        finish(match, deal, hand, now)
        return
    keep_hidden(deal, hand_json(hand))
    deal.seen, deal.version = wall_view(hand), deal.version + 1
    begin_turn(match, deal, None if hand.turn is None else hand.turn + 1, now)
    if isinstance(hand, Finished):
        deal.turn_began_at, deal.turn_ends_at = now, now + TO_CLAIM
    deal.save()


def begin_turn(match: Match, deal: EuchreDeal, seat: int | None, now: datetime) -> None:
    """The time of a seat; the caller saves the row."""
    code = None if seat is None else players_at(match)[seat].code
    deal.begin_turn(code, now)
    if code is not None and deal.is_away(code):
        deal.turn_ends_at = now + AWAY


@counted_once
def void_hand(*, match: Match, number: int, reason: str, press: Press) -> EuchreDeal:
    """Call off the hand that the system deals: it counts for nobody, and the same dealer deals the next pack. A second
    press changes nothing.

    number: of the hand on the screen. Raises Conflict: "people_deal_here", "match_not_called", "match_already_decided",
    "hand_moved_on"; NotFound("no_pack"), BadRequest("reason_missing"). Rules: BIS-16.
    """
    tournament, match, deal = lock_dealt(match)
    require_hand(deal, number)
    if not reason.strip():
        raise BadRequest("reason_missing", "Say why the hand is called off; the log records it.")
    publish_void(deal)
    subject = subject_of(tournament, match.number)
    told = {"hand": number, "reason": reason.strip()}
    record(tournament.event_id, press=press, action="euchre.called_off", subject=subject, **told)
    promise_next(match, press.at)
    return deal


def _may_be_claimed(hand: Finished) -> bool:
    """Whether a revoke could still be found in a hand that was played out."""
    return hand.deal.as_played and hand.contract is not None and hand.result.revoke_by is None


def finish(match: Match, deal: EuchreDeal, hand: Finished, now: datetime) -> None:
    """Enter the hand of a locked match, publish its pack and promise the next."""
    assert deal.game is not None
    assert deal.hand_number is not None
    press = Press(SYSTEM, now, uuid5(NAMESPACE_URL, f"hand from the pack {deal.name}, match {match.pk}"))
    deal.seen, deal.version = wall_view(hand), deal.version + 1
    publish_pack(deal, shown=open_cards(hand), played=told_of(hand))
    which = NextHand(game=deal.game, number=deal.hand_number, teams=match.sides)
    enter_hand(match=match, which=which, hand=_as_entered(match, deal, hand), press=press)
    promise_next(match, now)


def _as_entered(match: Match, deal: EuchreDeal, hand: Finished) -> NewHand:
    """A hand that is over as a score sheet takes it."""
    players, contract, result = players_at(match), hand.contract, hand.result
    dealer = players[deal.dealer or 0]
    if contract is None or result.makers is None:
        return NewHand(makers=None, dealer=dealer)
    accepted = Upcard.ACCEPTED if contract.made_in_round == 1 else Upcard.TURNED_DOWN
    return NewHand(
        makers=match.sides[result.makers],
        tricks=result.tricks,
        makers_alone=result.makers_alone,
        defender_alone=result.defender_alone,
        revoke_by=result.revoke_by,
        trump=contract.trump.suit.name.lower(),
        upcard=Upcard.BENNY if told_of(hand)["upcard"] == BENNY_TEXT else accepted,
        maker=players[contract.maker + 1],
        dealer=dealer,
        lone_maker=None if contract.lone_maker is None else players[contract.lone_maker + 1],
    )
