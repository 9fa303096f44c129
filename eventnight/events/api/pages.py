"""How lists of the API are cut into pages."""

from __future__ import annotations

from eventnight.core.api.queries import CursorPages


class OldestFirst(CursorPages):
    """In the order in which rows were added."""

    ordering = "pk"
    page_size = 50
    max_page_size = 200
    page_size_query_param = "page_size"
