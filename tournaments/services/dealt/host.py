"""What staff do at a match where the system deals: they see no card that the room does not see."""

from __future__ import annotations

from eventnight.core.audit import record
from eventnight.core.press import Press
from eventnight.core.presses import counted_once
from tables.services.dealt.packs import give_time_to, pause, resume
from tournaments.models import EuchreDeal, Match
from tournaments.services.bracket.storing import subject_of
from tournaments.services.dealt.packs import lock_dealt


@counted_once
def pause_match(*, match: Match, press: Press) -> EuchreDeal:
    """Stop the time of the turn and every deal; nobody can act. A second press changes nothing.

    Raises Conflict: "people_deal_here", "match_not_called", "match_already_decided"; NotFound("no_pack").
    Rules: BIS-16.
    """
    tournament, match, deal = lock_dealt(match)
    if pause(deal, press.at):
        record(tournament.event_id, press=press, action="match.paused", subject=subject_of(tournament, match.number))
    return deal


@counted_once
def resume_match(*, match: Match, press: Press) -> EuchreDeal:
    """Go on with as much time for the turn as there was. A second press changes nothing.

    Raises Conflict: "people_deal_here", "match_not_called", "match_already_decided"; NotFound("no_pack").
    Rules: BIS-16.
    """
    tournament, match, deal = lock_dealt(match)
    if resume(deal, press.at):
        record(tournament.event_id, press=press, action="match.resumed", subject=subject_of(tournament, match.number))
    return deal


@counted_once
def give_time(*, match: Match, number: int, press: Press) -> EuchreDeal:
    """Half a minute more for whoever is to act in a hand. A second press changes nothing.

    number: of the hand on the screen. Raises Conflict: "people_deal_here", "match_not_called",
    "match_already_decided", "nobody_to_act"; NotFound("no_pack"). Rules: BIS-16.
    """
    tournament, match, deal = lock_dealt(match)
    seconds = give_time_to(deal, number, press.at, where=f"match {match.number}")
    subject = subject_of(tournament, match.number)
    record(tournament.event_id, press=press, action="match.time_given", subject=subject, seconds=seconds)
    return deal
