"""What players do on their own phones in a hand of euchre, and what happens where they let the time pass."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from engine.errors import RuleError
from engine.euchre.deck import Card, each_card, parse_suit
from engine.euchre.hand.actions import CARD_VERBS, Action, Verb
from engine.euchre.hand.finished import Finished
from engine.euchre.hand.hand import EuchreHand
from engine.euchre.hand.time_up import time_up
from eventnight.core.actors import SYSTEM
from eventnight.core.audit import record
from eventnight.core.errors import BadRequest, Conflict
from eventnight.core.press import Press, PressContent
from eventnight.core.presses import counted_once
from eventnight.events.models import Player
from tournaments.models import EuchreDeal, Match
from tournaments.selectors.dealt.deals import hand_of
from tournaments.selectors.dealt.seats import own_seat, players_at
from tournaments.services.bracket.storing import subject_of
from tournaments.services.dealt.ending import finish, go_on
from tournaments.services.dealt.packs import in_names, lock_dealt, require_not_paused

OWN_VERBS = tuple(verb for verb in Verb if verb is not Verb.REVOKE)
"""What a player does in their turn. A revoke may be claimed at any time: see revokes.py."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EuchreMove(PressContent):
    """What a player does in a hand. verb: one of ``OWN_VERBS``. place: of the card that is played or laid away among
    those held, the first 0; never the card itself, which no log may hold. suit: that is named.
    """

    verb: str
    place: int | None = None
    suit: str = ""


@counted_once
def act(*, match: Match, player: Player, version: int, move: EuchreMove, press: Press) -> EuchreDeal:
    """Do what a player does on their own phone, in their turn. A second press changes nothing.

    version: that of the hand on the screen. Returns the pack of the hand, which may be over by then.

    Raises Conflict: "people_deal_here", "match_not_called", "match_already_decided", "table_paused", "not_at_table",
    "hand_moved_on", "not_your_turn", "pack_closed"; NotFound("no_pack"); BadRequest: "unknown_move", "no_such_card";
    RuleError: whatever the engine's hand refuses, which then is as before. Rules: BIS-16, EUC-6 to EUC-13.
    """
    _, match, deal = lock_dealt(match)
    seat = own_seat(match, player)
    require_not_paused(deal)
    if not deal.is_dealt or deal.version != version:
        raise Conflict(
            "hand_moved_on", "The hand has gone on since this page was shown. Look again.", match=match.number
        )
    hand, players = hand_of(deal), players_at(match)
    if hand.turn is None:
        raise Conflict(
            "not_your_turn", "The hand is over; it counts in a moment. Wait for the next.", match=match.number
        )
    if hand.turn + 1 != seat:
        turn = players[hand.turn + 1]
        raise Conflict("not_your_turn", f"It is the turn of {turn.display_name}. Wait for yours.", match=match.number)
    action = action_of(hand, hand.turn, move)
    try:
        after = hand.take(action, hand.turn)
    except RuleError as refused:
        raise in_names(refused, players) from refused
    deal.take_from_bank(player.code, press.at)
    deal.forget_missed(player.code)
    _record(match, deal, seat, action, press)
    go_on(match, deal, after, press.at)
    return deal


def time_up_if_due(match: Match, deal: EuchreDeal, now: datetime) -> None:
    """Act for whoever has let the time pass at a locked match; a hand of which nobody claimed a revoke is over.

    Rules: BIS-2, EUC-17.
    """
    if not deal.is_time_up(now):
        return
    hand = hand_of(deal)
    if isinstance(hand, Finished):
        finish(match, deal, hand, now)
        return
    assert hand.turn is not None
    code = players_at(match)[hand.turn + 1].code
    deal.take_from_bank(code, now)
    deal.miss_turn(code)
    action = time_up(hand)
    _record(match, deal, hand.turn + 1, action, Press(SYSTEM, now), why="The time was up.")
    go_on(match, deal, hand.take(action, hand.turn), now)


def action_of(hand: EuchreHand, seat: int, move: EuchreMove) -> Action:
    """What a player asks for, as the engine has it. seat: as the engine counts it.

    Raises BadRequest: "unknown_move", "no_such_card"; RuleError("unknown_suit").
    """
    if move.verb not in OWN_VERBS:
        raise BadRequest(
            "unknown_move", f"“{move.verb[:20]}” is nothing that is done in a hand: {', '.join(OWN_VERBS)}."
        )
    verb = Verb(move.verb)
    if verb is Verb.NAME:
        return Action(verb, parse_suit(move.suit))
    return Action(verb, _card(hand, seat, move)) if verb in CARD_VERBS else Action(verb)


def _card(hand: EuchreHand, seat: int, move: EuchreMove) -> Card:
    held = each_card(hand.hand_of(seat))
    if move.place is None or not 0 <= move.place < len(held):
        raise BadRequest("no_such_card", f"You hold {len(held)} cards. Choose one of them.")
    return held[move.place]


def _record(match: Match, deal: EuchreDeal, seat: int, deed: Action, press: Press, **facts: object) -> None:
    does = "lay a card away" if deed.verb is Verb.DISCARD else str(deed)
    subject = subject_of(match.tournament, match.number)
    told = {"hand": deal.hand_number, "player": players_at(match)[seat].code, "does": does, **facts}
    record(match.tournament.event_id, press=press, action="euchre.acted", subject=subject, **told)
