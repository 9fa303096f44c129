"""Deeds at flights. What is not there to be done yet is brought nearer: somebody goes out, bags, comes to the final."""

from __future__ import annotations

from tests.simulator.deeds.deed import Always, Deed, Deeds, Evening, Make, unless
from tests.simulator.deeds.flights import hands, laws
from tests.simulator.deeds.flights.bags import bag, bag_with_a_difference, reopen_bags
from tests.simulator.deeds.flights.entries import enter, open_tournament, withdraw
from tests.simulator.deeds.flights.final import (
    advance,
    finish,
    reopen_final,
    start_level,
    take_back_final,
)
from tests.simulator.deeds.flights.floor import (
    break_order,
    button,
    finish_hand,
    hand_for_hand,
    keep,
    release,
    where_nobody_may,
)
from tests.simulator.deeds.flights.play import (
    bust,
    bust_at_the_final,
    color_up,
    count,
    start,
    undo_bust,
    undo_color_up,
)
from tests.simulator.deeds.flights.prizes import (
    agree,
    fix,
    look_at_prizes,
    pay,
    propose_deal,
    set_prizes,
    take_prize_back,
    withdraw_deal,
)
from tests.simulator.deeds.flights.purchases import give_back, sell
from tests.simulator.deeds.flights.seats import draw, make_moves, move, refuse, undo_moves


def first_of(*makes: Make) -> Make:
    """The first of these that the night offers a way to do."""

    def make(night: Evening) -> Deed | None:
        return next(filter(None, (each(night.read_again()) for each in makes)), None)

    return make


to_a_bag = first_of(bag, bust, start, draw, enter)
to_the_final = first_of(advance, to_a_bag)
to_a_winner = first_of(finish, bust_at_the_final, start, to_the_final)
to_a_prize = first_of(pay, fix, to_a_winner)
to_a_deal = first_of(agree, propose_deal, to_a_winner)
to_a_move = first_of(make_moves, button, move)

to_a_hand = first_of(hands.settle, hands.follow, bust)

_DEEDS: Deeds = {
    "open a tournament": first_of(open_tournament, enter),
    "enter": enter,
    "enter again": first_of(enter, bust),
    "withdraw": first_of(withdraw, enter),
    "sell chips": first_of(sell, enter),
    "sell more chips": first_of(sell, bust),
    "take chips back": first_of(give_back, sell, count),
    "draw seats": first_of(draw, enter),
    "start play": first_of(start, draw, enter),
    "move": move,
    "move to another seat": first_of(move, undo_moves),
    "make the moves": to_a_move,
    "refuse the moves": first_of(refuse, to_a_move),
    "undo moves": undo_moves,
    "keep a seat": keep,
    "release a seat": first_of(release, keep),
    "publish the order of breaking": break_order,
    "tell the button": button,
    "play hand for hand": first_of(hand_for_hand, bust),
    "finish a shared hand": first_of(finish_hand, hand_for_hand, bust),
    "go out": bust,
    "go out on a hand": bust,
    "go out at the final": first_of(bust_at_the_final, bust),
    "undo a bust-out": first_of(undo_bust, bust),
    "follow a table": first_of(hands.follow, start),
    "settle a hand": to_a_hand,
    "settle one hand more": to_a_hand,
    "undo a hand": first_of(hands.undo, to_a_hand),
    "begin a hand": first_of(hands.begin, hands.follow, bust),
    "pay a hand": first_of(hands.pay_out, hands.begin),
    "call a hand off": first_of(hands.call_off, hands.begin),
    "count while a hand is played": first_of(hands.count_while_it_is_played, hands.begin, hands.follow, bust),
    "count stacks": count,
    "work where nobody may": where_nobody_may,
    "colour up": color_up,
    "undo a colour-up": first_of(undo_color_up, color_up),
    "bag": to_a_bag,
    "bag with a difference": first_of(bag_with_a_difference, to_a_bag),
    "reopen the bags": first_of(reopen_bags, to_a_bag),
    "advance to the final": to_the_final,
    "take back the final": first_of(take_back_final, to_the_final),
    "choose the level of the final": first_of(start_level, to_the_final),
    "finish a tournament": to_a_winner,
    "reopen a tournament": first_of(reopen_final, to_a_winner),
    "look at the prizes": look_at_prizes,
    "set the prizes": set_prizes,
    "fix the prizes": first_of(fix, set_prizes),
    "pay a prize": to_a_prize,
    "take a prize back": first_of(take_prize_back, to_a_prize),
    "propose a deal": first_of(propose_deal, to_a_winner),
    "agree to a deal": to_a_deal,
    "withdraw a deal": first_of(withdraw_deal, to_a_deal),
}
DEEDS: Deeds = {name: unless(hands.a_hand_is_played, make) for name, make in _DEEDS.items()}
ALWAYS: Always = laws.ALWAYS
