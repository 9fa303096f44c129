"""A phone says that its player is ready, and adds its number; when enough are, the system flips or deals."""

from __future__ import annotations

from datetime import datetime, timedelta

from engine.euchre.dealt import flip_from, hand_from
from engine.shuffle import require_numbers
from eventnight.core.actors import SYSTEM
from eventnight.core.audit import record
from eventnight.core.press import Press
from eventnight.core.presses import counted_once
from eventnight.events.models import Player
from eventnight.events.services import require_not_withdrawn
from tables.models import PackState
from tables.selectors.dealt.secret import fair_deck
from tables.services import ReadySign
from tables.services.dealt.packs import add_number, publish_pack, replace_unopened, require_current, take_numbers
from tournaments.lifecycles import MATCH
from tournaments.models import EuchreDeal, Match
from tournaments.selectors.dealt.deals import next_dealer_of
from tournaments.selectors.dealt.seats import own_seat, players_at
from tournaments.services.bracket.matches import start_match
from tournaments.services.bracket.opening import require_teams_may_play
from tournaments.services.bracket.storing import subject_of
from tournaments.services.dealt.ending import begin_turn, go_on
from tournaments.services.dealt.packs import lock_dealt, promise_next, require_not_paused
from tournaments.services.score.euchre_hands import hand_to_come

GRACE = timedelta(seconds=3)
"""From the moment at which both teams have a phone that is ready to the deal, for their partners."""
STALE = timedelta(seconds=60)
"""So long after it was due no hand begins by itself."""


@counted_once
def say_ready(*, match: Match, player: Player, sign: ReadySign, press: Press) -> EuchreDeal:
    """Count a player's phone as ready, with its number. The first hand of a match, and the flip before it, wait for all
    four; later ones begin three seconds after both teams have a phone that is ready. Who was away is back, also in the
    middle of a hand. A phone that is ready already stays so, with its first number.

    Raises Conflict: "people_deal_here", "match_not_called", "match_already_decided", "table_paused", "not_at_table",
    "player_withdrawn", "pack_moved_on", "game_over"; NotFound("no_pack"), RuleError("number_unclear").
    Rules: BIS-16, EUC-2, EUC-5, WAS-13, WAS-14.
    """
    _, match, deal = lock_dealt(match)
    seat = own_seat(match, player)
    require_not_withdrawn(player, way_out="Ask staff for a substitute.")
    require_not_paused(deal)
    require_numbers({seat: sign.number})
    require_current(deal, sign.serial)
    if deal.is_dealt:
        return _come_back(deal, player, seat, press.at)
    hand_to_come(match)
    deal = replace_unopened(deal, lambda: promise_next(match, press.at))
    if not deal.is_ready(seat, player.code):
        add_number(deal, seat, sign.number)
        deal.ready = {**deal.ready, str(seat): [player.code, ""]}
        deal.forget_missed(player.code)
    ready = _ready(match, deal)
    if deal.due_at is None and match.is_playing and _both_teams(ready):
        deal.due_at = press.at + GRACE
    deal.save()
    if len(ready) == len(players_at(match)):
        deal_next(match, deal, press.at)
    return deal


def deal_if_due(match: Match, deal: EuchreDeal, now: datetime) -> None:
    """Deal at a locked match, if its time has come. Raises as ``deal_next`` does."""
    if deal.state != PackState.PROMISED or deal.due_at is None or deal.due_at > now or deal.paused_at:
        return
    if replace_unopened(deal, lambda: promise_next(match, now)) != deal:
        return
    if now > deal.due_at + STALE:
        # The computer was down meanwhile: nobody is dealt in who has put the phone away.
        deal.ready, deal.due_at = {}, None
        deal.save()
    elif not _both_teams(_ready(match, deal)):
        deal.due_at = None
        deal.save()
    else:
        deal_next(match, deal, now)


def deal_next(match: Match, deal: EuchreDeal, now: datetime) -> None:
    """Begin the next hand of a locked match from its pack and the numbers that were sent; or, where nobody has dealt
    yet, turn cards over until a jack makes the first dealer.

    Raises Conflict: "player_withdrawn", "game_over", "pack_closed". Rules: EUC-2, EUC-5, EUC-10, BIS-16.
    """
    press, tournament = Press(SYSTEM, now), match.tournament
    require_teams_may_play(match.sides, f"Match {match.number} cannot go on with team {{number}} ({{name}})")
    to_come = hand_to_come(match)
    if MATCH.allows("start", match):
        match = start_match(match=match, press=press)
        deal.match = match
    take_numbers(deal, players_at(match), _ready(match, deal))
    deck, subject = fair_deck(deal).cards, subject_of(tournament, match.number)
    deal.dealt_at, deal.due_at = now, None
    dealer = next_dealer_of(match)
    if dealer is None:
        flip = flip_from(deck)
        deal.is_flip, deal.hand_number, deal.dealer = True, 0, flip.seat + 1
        publish_pack(deal, shown=flip.turned, played=flip.to_json())
        record(
            tournament.event_id,
            press=press,
            action="euchre.flipped",
            subject=subject,
            player=players_at(match)[flip.seat + 1].code,
            card=flip.turned[-1],
        )
        promise_next(match, now)
        return
    deal.state, deal.watched_at, deal.dealer = PackState.DEALT, now, dealer
    deal.game, deal.hand_number = to_come.game.number, to_come.next_number
    hand = hand_from(deck, house=tournament.house_rules, dealer=dealer - 1)
    record(
        tournament.event_id,
        press=press,
        action="euchre.dealt",
        subject=subject,
        hand=deal.hand_number,
        pack=deal.name,
        root=deal.root,
    )
    go_on(match, deal, hand, now)


def _come_back(deal: EuchreDeal, player: Player, seat: int, now: datetime) -> EuchreDeal:
    """Whoever was away has the whole time of a turn again."""
    if deal.turns_missed(player.code):
        deal.forget_missed(player.code)
        if deal.seen and deal.seen["turn"] == seat - 1:
            begin_turn(deal.match, deal, seat, now)
        deal.save()
    return deal


def _ready(match: Match, deal: EuchreDeal) -> set[int]:
    """The seats that are ready, each by the player who sits there now."""
    return {seat for seat, player in players_at(match).items() if deal.is_ready(seat, player.code)}


def _both_teams(ready: set[int]) -> bool:
    return len({seat % 2 for seat in ready}) == 2
