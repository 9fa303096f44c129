"""What fits on a card and in a column: the shapes that the desk's form, the roster and the service agree on."""

from __future__ import annotations

from django.core.exceptions import ValidationError
from django.core.validators import validate_email

LONGEST_NAME = 120
LONGEST_CODE_NAME = 40
LONGEST_EMAIL = 254


def is_email(text: str) -> bool:
    """Whether the text is shaped like an email address that fits its column."""
    try:
        validate_email(text)
    except ValidationError:
        return False
    return len(text) <= LONGEST_EMAIL
