"""The packs of a match."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime

from engine.errors import RuleError
from engine.euchre.dealt import open_cards, told_of
from eventnight.core.errors import Conflict
from eventnight.events.models import Player
from tables.selectors.dealt.secret import opened
from tables.services.dealt.packs import promise, publish_pack
from tournaments.lifecycles import MATCH
from tournaments.models import BracketTournament, EuchreDeal, Match
from tournaments.selectors.dealt.deals import hand_of, require_dealt, the_deal
from tournaments.services.bracket.matches import lock_match

_SEAT = re.compile(r"\b([Ss])eat ([0-3])\b")


def lock_dealt(match: Match) -> tuple[BracketTournament, Match, EuchreDeal]:
    """A match at its table with its open pack, locked with the event.

    Raises Conflict: "people_deal_here", "match_not_called", "match_already_decided"; NotFound("no_pack").
    """
    tournament, match = lock_match(match)
    MATCH.require("deal", match)
    require_dealt(tournament)
    return tournament, match, the_deal(match)


def require_not_paused(deal: EuchreDeal) -> None:
    """Raises Conflict("table_paused")."""
    if deal.paused_at is not None:
        number = deal.match.number
        raise Conflict("table_paused", f"Match {number} is paused. Wait until the host goes on.", match=number)


def require_hand(deal: EuchreDeal, number: int) -> None:
    """number: of the hand on the screen. Raises Conflict("hand_moved_on")."""
    if not deal.is_dealt or deal.hand_number != number:
        raise Conflict(
            "hand_moved_on",
            f"Hand {number} of match {deal.match.number} is not being played any more. Look again.",
            number=number,
        )


def in_names(refused: RuleError, players: Mapping[int, Player]) -> RuleError:
    """A refusal of a hand that names players in place of seats."""
    message = _SEAT.sub(lambda found: players[int(found[2]) + 1].display_name, refused.message)
    return RuleError(refused.code, message, rules=refused.rules, **refused.facts)


def promise_next(match: Match, now: datetime) -> EuchreDeal:
    """The next pack of a locked match, promised to everybody. Rules: EUC-3, BIS-16."""
    before = match.deals.order_by("-serial").first()
    serial = before.serial + 1 if before else 1
    deal = EuchreDeal(match=match)
    event = match.tournament.event
    promise(deal, name=f"{event.code} B{match.tournament_id} M{match.number} {serial}", after=before, now=now)
    return deal


def publish_void(deal: EuchreDeal) -> None:
    """The pack of a hand that does not count."""
    if opened(deal) is None:
        publish_pack(deal, shown=(), played=None, is_void=True)
        return
    hand = hand_of(deal)
    publish_pack(deal, shown=open_cards(hand), played=told_of(hand), is_void=True)
