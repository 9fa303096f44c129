"""What a page of euchre practice sends."""

from __future__ import annotations

from eventnight.core.web.carried import CarriedForm
from tournaments.forms.dealt import MoveForm


class EuchrePracticeForm(MoveForm, CarriedForm):
    """One act of the player. verb: "next" deals the next hand."""
