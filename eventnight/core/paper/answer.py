"""The answer that carries paper."""

from __future__ import annotations

from django.http import HttpResponse
from django.utils.cache import patch_cache_control

from eventnight.core.paper.typeset import Values, typeset


def public_paper(sheet: str, values: Values) -> HttpResponse:
    """The sheet as a PDF that the browser shows, of what everybody may read."""
    return HttpResponse(typeset(sheet, values), content_type="application/pdf")


def paper_answer(sheet: str, values: Values, name: str) -> HttpResponse:
    """As `public_paper`, for staff alone: no cache keeps it. name: of the file, without its ending."""
    answer = public_paper(sheet, values)
    answer["Content-Disposition"] = f'inline; filename="{name.lower()}.pdf"'
    patch_cache_control(answer, no_store=True)
    return answer
