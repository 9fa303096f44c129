"""What fits on a card and in a column: the shapes that the desk's form, the roster and the service agree on."""

from __future__ import annotations

from django.core.exceptions import ValidationError
from django.core.validators import validate_email

from eventnight.core.errors import UserFacingError
from eventnight.core.values.text import clean_text

LONGEST_NAME = 120
LONGEST_CODE_NAME = 40
LONGEST_EMAIL = 254
LONGEST_REASON = 200
LONGEST_ADDRESS = 200
CODE_FIGURES = 6
"""Of the code that the desk shows for a guest without a camera."""


def is_email(text: str) -> bool:
    """Whether the text is shaped like an email address that fits its column, and all of it can be seen."""
    try:
        validate_email(text)
        return len(text) <= LONGEST_EMAIL and clean_text(text) == text
    except (ValidationError, UserFacingError):
        return False
