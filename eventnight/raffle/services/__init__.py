"""Every write of the raffle. What moves tickets goes through the bank in the same transaction."""

from eventnight.raffle.services.aligning import align_tickets
from eventnight.raffle.services.deciding import (
    DrawnNumber,
    PotPayment,
    call_again,
    hand_over,
    mark_absent,
    pay_pot,
    take_pot_back,
)
from eventnight.raffle.services.drawing import draw_prize, record_barrel_draw
from eventnight.raffle.services.entering import BroughtChance, enter_entropy, finish
from eventnight.raffle.services.freezing import freeze, reopen_sales
from eventnight.raffle.services.picturing import remove_picture, set_picture
from eventnight.raffle.services.placing import arrange_tickets, move_tickets, place_tickets, withdraw_tickets
from eventnight.raffle.services.preparing import (
    NewBucket,
    add_bucket,
    edit_bucket,
    open_raffle,
    remove_bucket,
    renew_promise,
)
from eventnight.raffle.services.selling import Issued, redeem_chips, reverse_ticket_entry, sell_tickets, void_ticket

__all__ = [
    "BroughtChance",
    "DrawnNumber",
    "Issued",
    "NewBucket",
    "PotPayment",
    "add_bucket",
    "align_tickets",
    "arrange_tickets",
    "call_again",
    "draw_prize",
    "edit_bucket",
    "enter_entropy",
    "finish",
    "freeze",
    "hand_over",
    "mark_absent",
    "move_tickets",
    "open_raffle",
    "pay_pot",
    "place_tickets",
    "record_barrel_draw",
    "redeem_chips",
    "remove_bucket",
    "remove_picture",
    "renew_promise",
    "reopen_sales",
    "reverse_ticket_entry",
    "sell_tickets",
    "set_picture",
    "take_pot_back",
    "void_ticket",
    "withdraw_tickets",
]
