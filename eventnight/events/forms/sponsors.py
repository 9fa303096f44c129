"""Forms of a night's sponsors."""

from __future__ import annotations

from django import forms

from eventnight.core.forms import RefusableForm
from eventnight.core.uploads.photos import MOST_PICTURE_BYTES
from eventnight.core.values.text import TextField
from eventnight.events.limits import LONGEST_ADDRESS, LONGEST_NAME


class SponsorForm(RefusableForm):
    """One more sponsor with a logo."""

    name = TextField(max_length=LONGEST_NAME, label="Name", help_text="Read out where the logo cannot be seen.")
    logo = forms.FileField(
        max_length=200,
        label="Logo",
        help_text=f"JPEG, PNG or WebP of up to {MOST_PICTURE_BYTES // 1_000_000} MB. It is shown on white.",
        widget=forms.FileInput(attrs={"accept": "image/jpeg,image/png,image/webp"}),
    )
    link = TextField(
        max_length=LONGEST_ADDRESS,
        required=False,
        label="Their page",
        help_text="Whole, as in https://example.org. Guests who press the logo go there.",
    )
