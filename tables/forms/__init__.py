"""Forms of the tables: they check shape and read cards; the services check the rules."""

from tables.forms.between import EntryForm, FirstButtonForm
from tables.forms.dealt import HostForm, OwnEntryForm, OwnMoveForm, PracticeForm, ReadyForm, SeatForm, VoidForm
from tables.forms.hand import HandForm
from tables.forms.hand_in_play import CallOffForm, MoveForm, PayOutForm, StartForm
from tables.forms.opening import OpenPokerForm
from tables.forms.roulette import BetsForm, NextSpinForm, OpenRouletteForm, SpinForm
from tables.forms.rulings import RulingForm
from tables.forms.seats import ChipsForm, SitForm, UndoForm

__all__ = [
    "BetsForm",
    "CallOffForm",
    "ChipsForm",
    "EntryForm",
    "FirstButtonForm",
    "HandForm",
    "HostForm",
    "MoveForm",
    "NextSpinForm",
    "OpenPokerForm",
    "OpenRouletteForm",
    "OwnEntryForm",
    "OwnMoveForm",
    "PayOutForm",
    "PracticeForm",
    "ReadyForm",
    "RulingForm",
    "SeatForm",
    "SitForm",
    "SpinForm",
    "StartForm",
    "UndoForm",
    "VoidForm",
]
