"""The packs of a match, the hand that is played with one, and who deals next."""

from __future__ import annotations

from django.db.models import QuerySet

from engine.euchre.hand.hand import EuchreHand
from engine.euchre.hand.stored import read_hand
from eventnight.core.errors import Conflict, NotFound
from tables.models import OPEN_STATES, PackState
from tables.selectors.dealt.secret import open_secret, opened
from tournaments.models import BracketTournament, EuchreDeal, Match, TeamPlayer
from tournaments.selectors.dealt.seats import TEAMS, seat_of

SEATS = 2 * TEAMS


def require_dealt(tournament: BracketTournament) -> None:
    """Raises Conflict("people_deal_here")."""
    if not tournament.is_dealt:
        raise Conflict(
            "people_deal_here",
            f"People deal at the tables of {tournament.name}. The system deals in brackets that were opened so.",
            rules=("BIS-16",),
        )


def require_no_hand_dealt(match: Match) -> None:
    """The sheet of a match is the system's own while a hand is played. Raises Conflict("hand_is_dealt").

    Rules: BIS-16.
    """
    deal = match.deals.filter(state=PackState.DEALT).defer("secret").first()
    if deal is not None:
        raise Conflict(
            "hand_is_dealt",
            f"The system deals hand {deal.hand_number} of match {match.number} now, and enters it by itself. Nothing "
            "was saved: wait for its end, or call it off where the four phones are shown.",
            rules=("BIS-16",),
            match=match.number,
            hand=deal.hand_number,
        )


def open_deal(match: Match) -> EuchreDeal | None:
    """The pack that is promised or being played."""
    deal = match.deals.filter(state__in=OPEN_STATES).first()
    if deal is not None:
        deal.match = match
    return deal


def the_deal(match: Match) -> EuchreDeal:
    """The same. Raises NotFound("no_pack")."""
    deal = open_deal(match)
    if deal is None:
        raise NotFound(
            "no_pack",
            f"No pack is promised for match {match.number} yet. Wait a moment and look again.",
            match=match.number,
        )
    return deal


def deals_of(match: Match) -> QuerySet[EuchreDeal]:
    """All packs of a match, the newest first, without their secrets."""
    return match.deals.defer("secret").order_by("-serial")


def deal_of(match: Match, serial: int) -> EuchreDeal:
    """One pack of a match. Raises NotFound("no_pack")."""
    deal = deals_of(match).filter(serial=serial).first()
    if deal is None:
        raise NotFound(
            "no_pack", f"Match {match.number} has no pack {serial}. Choose one from the list.", serial=serial
        )
    return deal


def hand_of(deal: EuchreDeal) -> EuchreHand:
    """The hand that is played with a pack. Raises Conflict("pack_closed")."""
    return read_hand(open_secret(deal).hidden)


def own_hand_of(deal: EuchreDeal) -> EuchreHand | None:
    """The same for a player's own phone; None where this installation cannot open the pack."""
    secret = opened(deal)
    return None if secret is None else read_hand(secret.hidden)


def next_dealer_of(match: Match) -> int | None:
    """The seat that deals the next hand; None where cards have to be flipped for it first. Rules: EUC-2, EUC-10."""
    last = match.hands.filter(undone_at__isnull=True).order_by("game", "number").last()
    flip = match.deals.filter(is_flip=True, state=PackState.PUBLISHED).defer("secret").order_by("-serial").first()
    if flip is not None and flip.dealt_at is not None and (last is None or flip.dealt_at > last.entered_at):
        return flip.dealer
    if last is None or last.dealer_id is None:
        return None
    place = TeamPlayer.objects.filter(team__in=match.sides, player=last.dealer_id).order_by("-joined_at").first()
    return None if place is None else seat_of(place, match) % SEATS + 1
