"""What a player's phone shows of a match that the system deals. Of the hidden cards it holds that player's alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.euchre.hand.hand import Stage
from tournaments.models import EuchreDeal, Match
from tournaments.selectors.dealt.deals import open_deal, own_hand_of
from tournaments.selectors.dealt.hand_shown import (
    PLACES,
    SEATS,
    Chair,
    HandShown,
    chairs_in_hand,
    in_order,
    on_table,
    shown_to,
)
from tournaments.selectors.dealt.seats import TEAMS, players_at
from tournaments.selectors.score.values import ScoreSheet


@dataclass(frozen=True, slots=True, kw_only=True)
class EuchrePage(HandShown):
    """A match on a phone, or on the felt. deal: the pack that is promised or played, None before there is one. flip:
    the pack that made the first dealer, until the first hand.
    """

    sheet: ScoreSheet
    deal: EuchreDeal | None
    flip: EuchreDeal | None = None

    @property
    def is_ready(self) -> bool:
        return self.own is not None and self.own.is_ready

    @property
    def waits_for(self) -> int:
        """How many phones are not ready."""
        return sum(not chair.is_ready for chair in self.chairs)

    @property
    def is_away(self) -> bool:
        """Whether nobody waits for the player, who has let turns pass."""
        return self.own is not None and self.own.is_away

    @property
    def may_be_claimed(self) -> tuple[Chair, ...]:
        """Whom of the other team the player may claim a revoke of: where players may revoke, once a card was played."""
        if (
            self.own is None
            or not self.sheet.bracket.rules.players_may_revoke
            or not self.seen
            or not self.seen["tricks"]
        ):
            return ()
        return tuple(chair for chair in self.others if (chair.seat - self.own.seat) % TEAMS and not chair.sits_out)

    @property
    def is_played_out(self) -> bool:
        """Whether the hand is over, and is looked at before it counts."""
        return self.seen is not None and self.seen["stage"] == Stage.FINISHED.value

    @property
    def sides(self) -> tuple[tuple[str, int, int, int, int], ...]:
        """Of each team, the player's first: its name, points, games, tricks of the hand, and its spare cards."""
        tricks = self.tricks
        told = [
            (team.name, points, games, tricks[slot], slot)
            for slot, (team, points, games) in enumerate(self.sheet.sides)
        ]
        own = 0 if self.seat is None else (self.seat - 1) % TEAMS
        return (told[own], told[1 - own])


def seat_page(sheet: ScoreSheet, match: Match, seat: int) -> EuchrePage:
    """A player's own view of the match, from their seat."""
    deal = open_deal(match)
    hand = own_hand_of(deal) if deal is not None and deal.is_dealt else None
    if hand is None:
        return _page(sheet, match, deal, seat=seat, seen=_seen_by_all(deal))
    return _page(sheet, match, deal, seat=seat, **shown_to(hand, seat))


def felt_page(sheet: ScoreSheet, match: Match) -> EuchrePage:
    """The match as everybody sees it. No secret is opened for it."""
    deal = open_deal(match)
    return _page(sheet, match, deal, seat=None, seen=_seen_by_all(deal))


def _page(
    sheet: ScoreSheet, match: Match, deal: EuchreDeal | None, *, seat: int | None, seen: Any, **more: Any
) -> EuchrePage:
    flip = None
    if seen is None and not sheet.is_begun:
        flip = match.deals.filter(is_flip=True).defer("secret").order_by("-serial").first()
    front = seat or 1
    return EuchrePage(
        sheet=sheet,
        seat=seat,
        deal=deal,
        chairs=_chairs(match, deal, front, seen, is_over=sheet.winner is not None),
        seen=seen,
        flip=flip,
        **{"trick": on_table(seen, front) if seen else (), **more},
    )


def _chairs(match: Match, deal: EuchreDeal | None, front: int, seen: Any, *, is_over: bool) -> tuple[Chair, ...]:
    """The four seats, the one in front first. is_over: no hand is to come."""
    people = players_at(match)
    if deal is not None and seen is not None:
        names = {seat: player.display_name for seat, player in people.items()}
        away = [seat for seat, player in people.items() if deal.is_away(player.code)]
        return chairs_in_hand(seen, names, front, away=away)
    waiting = [
        Chair(
            seat=seat,
            name=player.display_name,
            place=PLACES[(seat - front) % SEATS],
            is_ready=deal is not None and deal.is_ready(seat, player.code),
            waits=not is_over,
        )
        for seat, player in people.items()
    ]
    return in_order(waiting)


def _seen_by_all(deal: EuchreDeal | None) -> Any:
    """The hand that is being played, as it is stored in the open; None between hands."""
    return deal.seen if deal is not None and deal.is_dealt else None
