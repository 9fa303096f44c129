"""What a row must be for the code that reads it: asked of rows that came by no door, as those of an archive."""

from __future__ import annotations

from collections.abc import Callable

from django.core.exceptions import ValidationError

from engine.errors import Refusal

_UNREADABLE = (ValueError, KeyError, TypeError, AttributeError, IndexError, ArithmeticError)


def require_readable(**columns: Callable[[], object]) -> None:
    """Read each column as its readers do. Raises ValidationError by the first column that cannot be read."""
    for column, read in columns.items():
        try:
            read()
        except Refusal as error:
            raise ValidationError({column: error.message}) from error
        except _UNREADABLE as error:
            raise ValidationError({column: "it cannot be read"}) from error
