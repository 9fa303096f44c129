"""When something can go wrong at all: questions to a hand as it stands."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.poker.floor.board import FLOP
from engine.poker.floor.conduct import CUT
from engine.poker.floor.ruling import seats_that_acted
from engine.poker.hand import Hand, Phase


def is_on(hand: Hand) -> bool:
    return hand.phase not in (Phase.OVER, Phase.VOID)


def holds_cards(hand: Hand) -> bool:
    return is_on(hand) and not hand.owed_cards


def is_dealt_or_bet(hand: Hand) -> bool:
    return hand.phase in (Phase.DEAL, Phase.BETTING, Phase.DRAW)


def is_first_deal(hand: Hand) -> bool:
    return hand.phase is Phase.BETTING and hand.street_number == 0 and not seats_that_acted(hand)


def may_be_cut(hand: Hand) -> bool:
    is_cut = any(entry[:2] == ("note", CUT) for entry in hand.log)
    return is_on(hand) and hand.street_number == 0 and not seats_that_acted(hand) and not is_cut


def is_flop(hand: Hand) -> bool:
    if hand.street_number != FLOP or not hand.street.board:
        return False
    return hand.phase is Phase.DEAL or (hand.phase is Phase.BETTING and not _acted_since_board(hand))


def _acted_since_board(hand: Hand) -> bool:
    names = [str(entry[0]) for entry in hand.log]
    dealt = max((at for at, name in enumerate(names) if name in ("board", "redeal")), default=0)
    return not {"fold", "check", "call", "bet", "forfeit"}.isdisjoint(names[dealt:])


def before(street: int) -> Callable[[Hand], bool]:
    def is_betting_before(hand: Hand) -> bool:
        streets = hand.game.streets
        is_board = street < len(streets) and bool(streets[street].board)
        return is_board and hand.street_number == street - 1 and hand.phase is Phase.BETTING

    return is_betting_before


def cards_come(hand: Hand) -> bool:
    is_last = hand.street_number + 1 == len(hand.game.streets)
    return is_on(hand) and (not is_last or hand.phase in (Phase.DEAL, Phase.DRAW))


def seats_that_drew(hand: Hand) -> Sequence[int]:
    """Those that hold cards of this draw."""
    return [seat for seat in hand.live if hand.discards[seat] and seat not in hand.owed_cards]


def may_flash(hand: Hand) -> bool:
    return hand.phase in (Phase.DRAW, Phase.BETTING) and bool(hand.street.draw_up_to and seats_that_drew(hand))


def may_bet(hand: Hand) -> bool:
    return hand.phase is Phase.BETTING


def may_fall_short(hand: Hand) -> bool:
    if hand.phase is not Phase.BETTING:
        return False
    legal = hand.legal
    return (legal.to_call or (legal.min_to or 0) - hand.bets[legal.seat]) > hand.smallest_chip
