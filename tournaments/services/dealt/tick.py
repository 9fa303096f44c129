"""What nobody presses at the matches where the system deals: a pack is promised, a hand begins, a turn runs out."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime

from django.db import transaction
from django.db.models import Q

from engine.errors import Refusal
from eventnight.core.actors import SYSTEM
from eventnight.core.audit import record
from eventnight.core.press import Press
from eventnight.events.models import EventStatus
from tables.models import OPEN_STATES, PackState
from tables.services.dealt.packs import give_up, put_off, watch
from tournaments.models import AT_A_STATION, EuchreDeal, Match
from tournaments.selectors.dealt.deals import open_deal
from tournaments.services.bracket.matches import lock_match
from tournaments.services.bracket.storing import subject_of
from tournaments.services.dealt.packs import promise_next, publish_void
from tournaments.services.dealt.ready import deal_if_due
from tournaments.services.dealt.turns import time_up_if_due

log = logging.getLogger(__name__)


def deal_and_time_out(*, read_now: Callable[[], datetime]) -> int:
    """Promise a pack where a match was called, put those away whose match has left its table, deal where a hand is due,
    and act for whoever has let the time pass. Returns how many matches were due.

    read_now: asked again under each match's lock. Nothing is locked while nothing is due. A hand that cannot begin is
    tried again. Time in which the computer was down is given back. Rules: BIS-2, BIS-16.
    """
    now = read_now()
    due = {*_without_pack(), *_with_pack_that_is_over(), *_due(now)}
    for match in sorted(due, key=lambda match: match.pk):
        try:
            with transaction.atomic():
                _look_after(match, read_now())
        except Refusal as refusal:
            log.warning("Match %s could not go on: %s", match.number, refusal.message)
            put_off(EuchreDeal.objects.filter(match=match), now)
    return len(due)


def _without_pack() -> set[Match]:
    """Matches at their tables without a pack that is promised or played."""
    at_tables = Match.objects.filter(tournament__turn_seconds__isnull=False, state__in=AT_A_STATION)
    at_tables = at_tables.exclude(tournament__event__status=EventStatus.CLOSED)
    return set(at_tables.exclude(deals__state__in=OPEN_STATES).select_related("tournament"))


def _with_pack_that_is_over() -> set[Match]:
    """Matches that have left their tables with a pack."""
    open_deals = EuchreDeal.objects.filter(state__in=OPEN_STATES).exclude(match__state__in=AT_A_STATION)
    open_deals = open_deals.exclude(match__tournament__event__status=EventStatus.CLOSED)
    return {deal.match for deal in open_deals.select_related("match__tournament").defer("secret")}


def _due(now: datetime) -> set[Match]:
    at_work = EuchreDeal.objects.filter(paused_at__isnull=True, match__state__in=AT_A_STATION)
    at_work = at_work.exclude(match__tournament__event__status=EventStatus.CLOSED)
    watch(at_work.filter(state=PackState.DEALT), now, lock=lambda deal: lock_match(deal.match))
    due = at_work.filter(Q(state=PackState.PROMISED, due_at__lte=now) | Q(state=PackState.DEALT, turn_ends_at__lte=now))
    return {deal.match for deal in due.select_related("match__tournament").defer("secret")}


def _look_after(match: Match, now: datetime) -> None:
    tournament, match = lock_match(match)
    deal = open_deal(match)
    if match.state not in AT_A_STATION:
        if deal is not None:
            _put_away(match, deal, now)
        return
    if deal is None:
        if tournament.is_dealt:
            promise_next(match, now)
        return
    deal_if_due(match, deal, now)
    time_up_if_due(match, deal, now)


def _put_away(match: Match, deal: EuchreDeal, now: datetime) -> None:
    """The match is decided, or its call undone: what is being played with its pack does not count."""
    if not deal.is_dealt:
        give_up(deal)
        return
    publish_void(deal)
    record(
        match.tournament.event_id,
        press=Press(SYSTEM, now),
        action="euchre.called_off",
        subject=subject_of(match.tournament, match.number),
        hand=deal.hand_number,
        reason="The match has left its table.",
    )
