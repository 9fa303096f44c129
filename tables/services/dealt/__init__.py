"""Tables at which the system deals: promise, ready, hand, publication. Every table has its next pack promised already.

packs.py keeps the secret, ready.py begins a hand, own_seat.py is what else a phone says between two, turns.py plays it,
ending.py pays it and publishes its pack, host.py is what staff do, and tick.py what nobody presses.
"""

from tables.services.dealt.ending import void_hand
from tables.services.dealt.host import give_time, pause_table, resume_table
from tables.services.dealt.own_seat import come_in_on_phone, sit_out_on_phone
from tables.services.dealt.ready import ReadySign, say_ready
from tables.services.dealt.tick import deal_and_time_out
from tables.services.dealt.turns import OwnMove, act

__all__ = [
    "OwnMove",
    "ReadySign",
    "act",
    "come_in_on_phone",
    "deal_and_time_out",
    "give_time",
    "pause_table",
    "resume_table",
    "say_ready",
    "sit_out_on_phone",
    "void_hand",
]
