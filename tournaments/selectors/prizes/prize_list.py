"""What a tournament pays: the pool, the prizes by place, who has won them, and what a deal would give."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from engine.errors import RuleError
from engine.tournament.deals import Deal as Offer
from engine.tournament.deals import chip_chop, icm_deal
from engine.tournament.payouts import prizes_by_player
from engine.units import Cents, Chips
from tournaments.models import Deal, DealMethod, DealShare, HoldemTournament, Prizes
from tournaments.selectors.flight.values import EntryView, FlightView, HoldemView, ordinal
from tournaments.selectors.prizes.pool import Pool, pool_of_tournament

METHODS = {DealMethod.ICM: icm_deal, DealMethod.CHIP_CHOP: chip_chop}


@dataclass(frozen=True, slots=True)
class PrizeLine:
    """A paid place. winners: those who have it or share it; each gets that much of it, by player code."""

    place_text: str
    cents: Cents
    winners: tuple[tuple[EntryView, Cents], ...]


@dataclass(frozen=True, slots=True)
class ShareLine:
    """What a player would get, or has agreed to."""

    entry: EntryView
    chips: int
    cents: Cents
    has_agreed: bool = False


@dataclass(frozen=True, slots=True)
class DealOffer:
    """What one way of sharing gives now. why_not: the reason where it cannot be offered."""

    method: DealMethod
    shares: tuple[ShareLine, ...]
    notices: tuple[str, ...]
    why_not: str = ""


@dataclass(frozen=True, slots=True)
class DealView:
    """A deal that was proposed. is_stale: the players or their chips are others now."""

    id: int
    method: DealMethod
    proposed_at: datetime
    by_label: str
    made_at: datetime | None
    shares: tuple[ShareLine, ...]
    is_stale: bool

    @property
    def agreed(self) -> int:
        return sum(share.has_agreed for share in self.shares)


@dataclass(frozen=True, slots=True)
class PrizesView:
    """The prizes of a tournament. pool: None where nobody has said how it pays. by_player: cents of everybody whose
    prize is settled, by player code.
    """

    pool: Pool | None
    prizes: tuple[Cents, ...]
    lines: tuple[PrizeLine, ...]
    by_player: Mapping[str, Cents]
    deal: DealView | None
    notice: str = ""

    @property
    def total(self) -> Cents:
        """All prizes together."""
        return Cents(sum(self.prizes))

    @property
    def is_fixed(self) -> bool:
        """Whether what is taken changes the prizes no more."""
        return self.pool is not None and self.pool.fixed_at is not None


def prizes_of(tournament: HoldemTournament) -> Prizes:
    """How the tournament pays; nothing where nobody has said."""
    return Prizes.objects.filter(tournament=tournament).first() or Prizes(tournament=tournament)


def prizes_now(tournament: HoldemTournament) -> tuple[Cents, ...]:
    """The prizes, first place first, from what the books say was taken; none where there is no pool.

    Raises RuleError: those of the engine's prize plan.
    """
    prizes = prizes_of(tournament)
    return _prizes_from(prizes, None if prizes._state.adding else pool_of_tournament(tournament, prizes))


def prizes_view(tournament: HoldemTournament, holdem: HoldemView) -> PrizesView:
    """The prizes with their winners: two queries, three for the pool and two for a deal.

    Rules: STD-10.
    """
    plan = prizes_of(tournament)
    pool = None if plan._state.adding else pool_of_tournament(tournament, plan)
    try:
        prizes, notice = _prizes_from(plan, pool), ""
    except RuleError as error:
        prizes, notice = (), error.message
    deal = open_deal(tournament, holdem.final)
    by_player = _settled(prizes, holdem.final, deal)
    most = len(holdem.final.entries) or sum(flight.advancing for flight in holdem.first_flights if flight.entries)
    if not notice and len(prizes) > most > 0:
        notice = f"{len(prizes)} places are paid, and only {most} players come to the final. Pay fewer places."
    lines = tuple(
        PrizeLine(ordinal(place), cents, _winners(place, holdem.final, by_player))
        for place, cents in enumerate(prizes, start=1)
    )
    return PrizesView(pool, prizes, lines, by_player, deal, notice)


def deal_offers(holdem: HoldemView, prizes: Sequence[Cents]) -> list[DealOffer]:
    """What ICM and a chip chop would give those who are left, as last counted."""
    return [_offer(method, holdem.final, prizes) for method in METHODS]


def offer_of(method: DealMethod, final: FlightView, prizes: Sequence[Cents]) -> Offer[str]:
    """Cents by player code for those who are left. Raises RuleError of the engine's deals."""
    stacks = {entry.player_code: Chips(entry.chips) for entry in final.standings}
    return METHODS[method](stacks, tuple(prizes[: len(stacks)]))


def open_deal(tournament: HoldemTournament, final: FlightView) -> DealView | None:
    """The deal that stands or is talked about."""
    deal = Deal.objects.filter(tournament=tournament, withdrawn_at__isnull=True).first()
    if deal is None:
        return None
    rows = list(DealShare.objects.filter(deal=deal).select_related("entry__player"))
    known = {entry.player_code: entry for entry in final.entries}
    shares = tuple(
        ShareLine(known[row.entry.player.code], row.chips, Cents(row.cents), row.agreed_at is not None) for row in rows
    )
    now = {entry.player_code: entry.chips for entry in final.standings}
    is_stale = deal.made_at is None and {share.entry.player_code: share.chips for share in shares} != now
    return DealView(
        id=deal.pk,
        method=DealMethod(deal.method),
        proposed_at=deal.proposed_at,
        by_label=deal.by_label,
        made_at=deal.made_at,
        shares=shares,
        is_stale=is_stale,
    )


def _prizes_from(prizes: Prizes, pool: Pool | None) -> tuple[Cents, ...]:
    if pool is None or not pool.entries or not pool.total:
        return ()
    return prizes.plan().prizes(pool.total, pool.entries)


def _offer(method: DealMethod, final: FlightView, prizes: Sequence[Cents]) -> DealOffer:
    try:
        offer = offer_of(method, final, prizes)
    except RuleError as error:
        return DealOffer(method, (), (), error.message)
    shares = tuple(ShareLine(entry, entry.chips, offer.amounts[entry.player_code]) for entry in final.standings)
    return DealOffer(method, shares, tuple(notice.message for notice in offer.notices))


def _settled(prizes: Sequence[Cents], final: FlightView, deal: DealView | None) -> dict[str, Cents]:
    """Whose prize is known: by place, or for those of a deal that is made by the deal."""
    if not prizes:
        return {}
    shared = {share.entry.player_code: share.cents for share in deal.shares} if deal and deal.made_at else {}
    places = {
        entry.player_code: entry.place
        for entry in final.placed
        if entry.place is not None and entry.player_code not in shared
    }
    paid = prizes_by_player(prizes, places)
    return {**shared, **{code: cents for code, cents in paid.items() if cents}}


def _winners(place: int, final: FlightView, by_player: Mapping[str, Cents]) -> tuple[tuple[EntryView, Cents], ...]:
    return tuple(
        (entry, by_player[entry.player_code])
        for entry in final.placed
        if entry.place is not None and entry.place.first <= place <= entry.place.last and entry.player_code in by_player
    )
