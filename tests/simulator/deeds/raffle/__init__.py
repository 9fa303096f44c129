"""Deeds in the raffle. Each has one for while tickets are sold, and one for while prizes are drawn."""

from __future__ import annotations

from eventnight.raffle.models import DrawMethod, Raffle, RaffleStatus
from tests.simulator.deeds.deed import Always, Deed, Deeds, Evening, Make
from tests.simulator.deeds.raffle import laws
from tests.simulator.deeds.raffle.aligning import align
from tests.simulator.deeds.raffle.barrel import correct_number, type_number
from tests.simulator.deeds.raffle.chance import bring_chance, bring_the_round_after
from tests.simulator.deeds.raffle.draw import call_again, draw, finish, hand_over, nobody_came
from tests.simulator.deeds.raffle.pictures import show_picture
from tests.simulator.deeds.raffle.placing import arrange, move, place, withdraw
from tests.simulator.deeds.raffle.pots import pay_pot, return_pot
from tests.simulator.deeds.raffle.set_up import add_bucket, change_bucket, freeze, look_at_proof, renew_promise, reopen
from tests.simulator.deeds.raffle.tickets import look_up, redeem, sell, undo_sale, void

OUT_OF_TURN = 0.12
"""How often somebody does what belongs to another stage."""


def _at_its_stage(selling: Make, drawing: Make) -> Make:
    """The one of the two whose stage it is, or what comes between them; now and then the other."""

    def make(night: Evening) -> Deed | None:
        status, method = Raffle.objects.values_list("status", "method").get(event=night.event)
        if night.chance.random() < OUT_OF_TURN:
            return (drawing if status == RaffleStatus.OPEN else selling)(night)
        if status == RaffleStatus.OPEN:
            return selling(night) or sell(night)
        if status == RaffleStatus.FROZEN:
            bring = type_number if method == DrawMethod.BARREL else bring_chance
            return night.chance.choice((bring, bring, bring_chance, reopen))(night)
        return drawing(night) or type_number(night)

    return make


DEEDS: Deeds = {
    "bring the round after one that was missed": bring_the_round_after,
    "sell, or draw": _at_its_stage(sell, draw),
    "redeem, or nobody came": _at_its_stage(redeem, nobody_came),
    "place, or draw": _at_its_stage(place, draw),
    "withdraw, or hand over": _at_its_stage(withdraw, hand_over),
    "move, or call again": _at_its_stage(move, call_again),
    "arrange, or pay the pot": _at_its_stage(arrange, pay_pot),
    "void, or hand over": _at_its_stage(void, hand_over),
    "undo a sale, or return the pot": _at_its_stage(undo_sale, return_pot),
    "add a bucket, or finish": _at_its_stage(add_bucket, finish),
    "change a bucket, or finish": _at_its_stage(change_bucket, finish),
    "close sales, or nobody came": _at_its_stage(freeze, nobody_came),
    "place, or type a number": _at_its_stage(place, type_number),
    "sell, or correct a number": _at_its_stage(sell, correct_number),
    "correct a number": correct_number,
    "align the tickets": align,
    "show a picture": show_picture,
    "renew the promise": renew_promise,
    "look a ticket up": look_up,
    "look at the proof": look_at_proof,
}
ALWAYS: Always = laws.ALWAYS
