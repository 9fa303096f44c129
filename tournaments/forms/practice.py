"""What a page of euchre practice sends."""

from __future__ import annotations

from django import forms

from eventnight.core.values.text import TextField
from tables.forms.dealt import MOST_STATE
from tournaments.forms.dealt import MoveForm


class EuchrePracticeForm(MoveForm):
    """One act of the player in a game that comes with it. verb: "next" deals the next hand."""

    state = TextField(max_length=MOST_STATE, widget=forms.HiddenInput)
