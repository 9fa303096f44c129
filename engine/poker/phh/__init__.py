"""Poker hand histories in the PHH format, one hand a file (.phh) or many as numbered tables (.phhs).

history.py is one hand as written, its actions in actions.py and its game codes in codes.py; reading.py and writing.py
are its text; importing.py plays a written hand, exporting.py writes a played one, seen.py hides what
only the holders of cards saw. Reading is strict: nothing is
repaired. Values survive a round trip exactly, numbers to their written form; comments and layout are not kept.
"""

from engine.poker.phh.exporting import export_hand
from engine.poker.phh.history import History
from engine.poker.phh.importing import Replayed, import_hand, replay_history
from engine.poker.phh.reading import read_phh, read_phhs
from engine.poker.phh.seen import as_seen
from engine.poker.phh.writing import write_phh, write_phhs

__all__ = [
    "History",
    "Replayed",
    "as_seen",
    "export_hand",
    "import_hand",
    "read_phh",
    "read_phhs",
    "replay_history",
    "write_phh",
    "write_phhs",
]
