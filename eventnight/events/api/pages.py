"""How lists of the API are cut into pages."""

from __future__ import annotations

from rest_framework.pagination import CursorPagination


class OldestFirst(CursorPagination):
    """Pages that stay put while rows are added."""

    ordering = "pk"
    page_size = 50
    max_page_size = 200
    page_size_query_param = "page_size"
