"""What a tournament pays is set, and the last players share it by a deal to which each of them has agreed."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import QuerySet

from engine.tournament.payouts import NOTHING, WHOLE_UNIT, pool_of
from engine.units import Cents
from eventnight.bank.models import Books
from eventnight.core.errors import Conflict, NotFound, UserFacingError
from eventnight.core.press import Press
from eventnight.core.presses import counted_once
from eventnight.core.values.formats import clock_text
from tournaments.lifecycles import BEFORE_PLAY
from tournaments.models import (
    Deal,
    DealMethod,
    DealShare,
    FlightEntry,
    FlightKind,
    HoldemTournament,
    Prizes,
    PrizeScale,
)
from tournaments.selectors.flight.tournaments import final_of, holdem_view
from tournaments.selectors.prizes.prize_list import DealView, offer_of, open_deal, prizes_now, prizes_of
from tournaments.services.flight.tournament import entries_by_code, lock_tournament, log

FEWEST_FOR_A_DEAL = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizeTerms:
    """How a tournament pays. entry_share, rebuy_share, add_on_share: of what is taken for each, into the pool, in
    percent. added: by the house; guaranteed: the least that the pool is; both in cents. paid: the number of paid
    places, or None for one in every ``one_in`` entries. unit: what prizes are rounded to, in cents.
    """

    entry_share: int = 0
    rebuy_share: int = 0
    add_on_share: int = 0
    added: Cents = NOTHING
    guaranteed: Cents = NOTHING
    paid: int | None = None
    one_in: int = 8
    scale: str = PrizeScale.STANDARD
    unit: Cents = WHOLE_UNIT

    @property
    def shares(self) -> tuple[int, int, int]:
        return self.entry_share, self.rebuy_share, self.add_on_share


@counted_once
def set_prizes(*, tournament: HoldemTournament, terms: PrizeTerms, press: Press) -> None:
    """Say how the tournament pays.

    Raises Conflict("deal_stands", "prizes_fixed"), RuleError("pool_unclear", "paid_places_unclear", "unit_unclear"),
    UserFacingError("key_reused").
    """
    tournament = lock_tournament(tournament)
    _require_open(tournament)
    _require_no_deal(tournament, "Withdraw it before the prizes are changed.")
    prizes = Prizes(tournament=tournament, **asdict(terms))
    # A plan that no number of entries could pay is refused now, not at the final table.
    pool = pool_of(((NOTHING, share) for share in terms.shares), added=terms.added, guaranteed=terms.guaranteed)
    prizes.plan().prizes(pool, entries=1)
    prizes.save(force_insert=not Prizes.objects.filter(tournament=tournament).exists())
    log(tournament, "prizes.set", press, **asdict(terms))


@transaction.atomic
def change_prizes(*, tournament: HoldemTournament, press: Press, **given: Any) -> Prizes:
    """As `set_prizes`; of the terms what is not given stays as it stands under the lock."""
    tournament = lock_tournament(tournament)
    said = [field.name for field in fields(PrizeTerms)]
    before = Prizes.objects.filter(tournament=tournament).values(*said).first() or {}
    set_prizes(tournament=tournament, terms=PrizeTerms(**{**before, **given}), press=press)
    return prizes_of(tournament)


@transaction.atomic
def fix_prizes(*, tournament: HoldemTournament, press: Press) -> Prizes:
    """From now on nothing that is taken, or given back, changes the prizes; they may be paid. Twice changes nothing.

    Raises UserFacingError("no_prizes"), Conflict("prizes_too_early"), and RuleError of the engine's prize plan.
    """
    tournament = lock_tournament(tournament)
    prizes = prizes_of(tournament)
    if prizes.fixed_upto is not None:
        return prizes
    worth = prizes_now(tournament)
    if not worth:
        raise _no_prizes(tournament)
    waiting = tournament.flights.filter(kind=FlightKind.FIRST, status__in=BEFORE_PLAY, entries__isnull=False).first()
    if waiting is not None:
        raise Conflict(
            "prizes_too_early",
            f"{waiting.name} has entries and has not begun: somebody may still be withdrawn. Fix the prizes once its "
            "clock runs.",
            flight=waiting.code,
        )
    books = Books.objects.get(event=tournament.event_id)
    prizes.fixed_upto, prizes.fixed_at, prizes.fixed_by_label = books.last_sequence, press.at, press.by.label
    prizes.save(update_fields=["fixed_upto", "fixed_at", "fixed_by_label"])
    log(tournament, "prizes.fixed", press, upto=prizes.fixed_upto, prizes=list(worth))
    return prizes


@transaction.atomic
def open_prizes(*, tournament: HoldemTournament, press: Press) -> Prizes:
    """Take that back: what is taken counts again. Twice changes nothing.

    Raises Conflict("deal_stands", "prize_paid").
    """
    tournament = lock_tournament(tournament)
    prizes = prizes_of(tournament)
    if prizes.fixed_upto is None:
        return prizes
    _require_no_deal(tournament, "Withdraw it before the prizes are opened again.")
    require_nothing_paid(FlightEntry.objects.filter(flight__tournament=tournament))
    prizes.fixed_upto, prizes.fixed_at, prizes.fixed_by_label = None, None, ""
    prizes.save(update_fields=["fixed_upto", "fixed_at", "fixed_by_label"])
    log(tournament, "prizes.opened", press)
    return prizes


def require_nothing_paid(entries: QuerySet[FlightEntry]) -> None:
    """Raises Conflict("prize_paid") where one of them has had a prize."""
    paid = entries.filter(prize_entry__isnull=False).select_related("player").first()
    if paid is not None:
        raise Conflict(
            "prize_paid",
            f"{paid.player.code} has been paid (entry {paid.prize_entry}). Take the money back first.",
            player=paid.player.code,
            sequence=paid.prize_entry,
        )


@counted_once
def propose_deal(*, tournament: HoldemTournament, method: str, press: Press) -> Deal:
    """Write down what the players left at the final table would get by that method, for each of them to agree to.

    The same press again returns the deal it made.

    Raises Conflict("deal_stands", "no_deal_now"), UserFacingError("no_prizes", "counts_differ"), and RuleError of the
    engine's deals.
    """
    tournament = lock_tournament(tournament)
    _require_no_deal(tournament, "Withdraw it before another is proposed.")
    holdem = holdem_view(tournament, press.at)
    final = holdem.final
    if not final.is_running or final.players_left < FEWEST_FOR_A_DEAL:
        raise Conflict(
            "no_deal_now",
            f"{tournament.name} has no two players left at a final table that is under way. A deal is made there.",
        )
    if final.check.difference:
        raise UserFacingError("counts_differ", f"{final.check.sentence} Count again before a deal.")
    prizes = prizes_now(tournament)
    if not prizes:
        raise _no_prizes(tournament)
    offer = offer_of(DealMethod(method), final, prizes)
    deal = Deal.objects.create(
        tournament=tournament,
        method=DealMethod(method),
        proposed_at=press.at,
        by_code=press.by.code,
        by_label=press.by.label,
    )
    entries = entries_by_code(final_of(tournament))
    DealShare.objects.bulk_create(
        DealShare(deal=deal, entry=entries[seat.player_code], chips=seat.chips, cents=offer.amounts[seat.player_code])
        for seat in final.standings
    )
    log(tournament, "deal.proposed", press, method=method, shares=dict(offer.amounts))
    return deal


@transaction.atomic
def agree_to_deal(*, tournament: HoldemTournament, deal_id: int, player_code: str, press: Press) -> DealView:
    """A player says yes before staff. With the last yes the deal is made. Saying yes twice changes nothing.

    Raises NotFound("unknown_deal", "not_in_deal"), Conflict("deal_stale", "deal_withdrawn").
    """
    tournament = lock_tournament(tournament)
    deal, view = _current(tournament, deal_id, press.at)
    share = deal.shares.filter(entry__player__code=player_code).first()
    if share is None:
        raise NotFound("not_in_deal", f"{player_code} has no part in this deal.", player=player_code)
    if share.agreed_at is not None:
        return view
    if view.is_stale:
        raise Conflict(
            "deal_stale",
            "Players or chips have changed since this deal was worked out. Withdraw it and propose it again.",
        )
    share.agreed_at, share.agreed_by = press.at, press.by.label
    share.save(update_fields=["agreed_at", "agreed_by"])
    log(tournament, "deal.agreed", press, player=player_code)
    if not deal.shares.filter(agreed_at__isnull=True).exists():
        deal.made_at = press.at
        deal.save(update_fields=["made_at"])
        log(tournament, "deal.made", press, method=deal.method)
    return _current(tournament, deal_id, press.at)[1]


@transaction.atomic
def withdraw_deal(*, tournament: HoldemTournament, deal_id: int, press: Press) -> None:
    """Take a deal off the table, also one that was made: the prizes go by places again. Twice changes nothing.

    Raises NotFound("unknown_deal"), Conflict("prize_paid").
    """
    tournament = lock_tournament(tournament)
    deal = _deal(tournament, deal_id)
    if deal.withdrawn_at is None:
        require_nothing_paid(FlightEntry.objects.filter(deal_shares__deal=deal))
        deal.withdrawn_at = press.at
        deal.save(update_fields=["withdrawn_at"])
        log(tournament, "deal.withdrawn", press, method=deal.method, was_made=deal.made_at is not None)


def _require_no_deal(tournament: HoldemTournament, way_out: str) -> None:
    deal = Deal.objects.filter(tournament=tournament, withdrawn_at__isnull=True).first()
    if deal is not None:
        at = clock_text(deal.proposed_at, tournament.event)
        raise Conflict("deal_stands", f"{deal.by_label} wrote down a deal at {at}. {way_out}", deal=deal.pk)


def _require_open(tournament: HoldemTournament) -> None:
    prizes = prizes_of(tournament)
    if prizes.fixed_at is not None:
        at = clock_text(prizes.fixed_at, tournament.event)
        raise Conflict(
            "prizes_fixed",
            f"{prizes.fixed_by_label} fixed the prizes of {tournament.name} at {at}. Open them again first.",
        )


def _no_prizes(tournament: HoldemTournament) -> UserFacingError:
    return UserFacingError(
        "no_prizes",
        f"{tournament.name} has no prize pool. Set its prizes first, and enter those who play.",
    )


def _deal(tournament: HoldemTournament, deal_id: int) -> Deal:
    deal = Deal.objects.filter(tournament=tournament, pk=deal_id).first()
    if deal is None:
        raise NotFound("unknown_deal", f"{tournament.name} has no deal {deal_id}. Reload the page.", deal=deal_id)
    return deal


def _current(tournament: HoldemTournament, deal_id: int, now: datetime) -> tuple[Deal, DealView]:
    deal = _deal(tournament, deal_id)
    view = open_deal(tournament, holdem_view(tournament, now).final)
    if view is None or view.id != deal.pk:
        raise Conflict("deal_withdrawn", "This deal has been withdrawn. Reload the page.", deal=deal_id)
    return deal, view
