"""What a guest says of a call."""

from __future__ import annotations

from django import forms

from eventnight.calls.models import About
from eventnight.core.forms import RefusableForm


class AboutForm(RefusableForm):
    """One of the things that a call may be about."""

    about = forms.ChoiceField(choices=About.choices, label="What it is about")

    @property
    def says(self) -> About:
        """What was chosen, of a valid form."""
        return About(self.cleaned_data["about"])
