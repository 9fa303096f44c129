"""A revoke claimed on a phone, where the bracket leaves it to the players who follows suit."""

from __future__ import annotations

from engine.errors import RuleError
from engine.euchre.hand.revoke import report_revoke
from eventnight.core.audit import record
from eventnight.core.errors import Conflict
from eventnight.core.press import Press
from eventnight.core.presses import counted_once
from eventnight.events.models import Player
from tournaments.models import EuchreDeal, Match
from tournaments.selectors.dealt.deals import hand_of
from tournaments.selectors.dealt.seats import TEAMS, own_seat, players_at
from tournaments.services.bracket.storing import subject_of
from tournaments.services.dealt.ending import go_on
from tournaments.services.dealt.packs import in_names, lock_dealt, require_hand, require_not_paused


@counted_once
def claim_revoke(*, match: Match, player: Player, number: int, by_seat: int, press: Press) -> EuchreDeal:
    """End a hand because somebody of the other team could have followed suit and did not. The cards decide whether it
    is so: a claim that they do not bear out is refused, and the hand goes on. A second press changes nothing.

    number: of the hand on the screen. by_seat: who did not follow, 1 to 4. Possible after any card, and after the
    last for ``TO_CLAIM`` (ending.py). Returns the pack of the hand, which is over.

    Raises Conflict: "people_deal_here", "match_not_called", "match_already_decided", "table_paused", "not_at_table",
    "hand_moved_on", "suit_is_guarded", "own_team"; NotFound("no_pack"); RuleError: "unknown_seat", "no_trick_yet",
    "never_followed", "no_revoke". Rules: EUC-13, EUC-17.
    """
    tournament, match, deal = lock_dealt(match)
    seat = own_seat(match, player)
    require_not_paused(deal)
    require_hand(deal, number)
    if not tournament.house_rules.players_may_revoke:
        raise Conflict(
            "suit_is_guarded",
            f"In {tournament.name} the system refuses a card that does not follow suit, so nobody can have revoked. "
            "Go on with the hand.",
            rules=("EUC-13", "EUC-17"),
        )
    if by_seat % TEAMS == seat % TEAMS:
        raise Conflict(
            "own_team",
            "A revoke is claimed of the other team. Choose one of its players.",
            rules=("EUC-17",),
            seat=by_seat,
        )
    players = players_at(match)
    try:
        after = report_revoke(hand_of(deal), by_seat - 1)
    except RuleError as refused:
        raise in_names(refused, players) from refused
    record(
        tournament.event_id,
        press=press,
        action="euchre.revoke_found",
        subject=subject_of(tournament, match.number),
        hand=number,
        player=players[by_seat].code,
        claimed_by=player.code,
    )
    go_on(match, deal, after, press.at)
    return deal
