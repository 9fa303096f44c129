"""Matches at whose tables the system deals. One that is called has its next pack promised already.

ready.py begins a hand, turns.py plays it, revokes.py ends it early, ending.py enters it and publishes its pack, host.py
is what staff do, and tick.py what nobody presses.
"""

from tournaments.services.dealt.ending import void_hand
from tournaments.services.dealt.host import give_time, pause_match, resume_match
from tournaments.services.dealt.ready import say_ready
from tournaments.services.dealt.revokes import claim_revoke
from tournaments.services.dealt.tick import deal_and_time_out
from tournaments.services.dealt.turns import EuchreMove, act

__all__ = [
    "EuchreMove",
    "act",
    "claim_revoke",
    "deal_and_time_out",
    "give_time",
    "pause_match",
    "resume_match",
    "say_ready",
    "void_hand",
]
