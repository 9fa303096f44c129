"""Looking for words in columns."""

from __future__ import annotations

import re

from django.db.models import Q


def has_word(field: str, word: str) -> Q:
    """The field has the word, in capital letters or small ones: on SQLite, `icontains` knows them only in ASCII."""
    return Q(**{f"{field}__iregex": re.escape(word)})
