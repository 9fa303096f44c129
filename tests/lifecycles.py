"""A law over every lifecycle: a service lets a move pass exactly where the lifecycle says that it may be made."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

from django.db import transaction
from django.db.models import Model

from engine.errors import Refusal
from eventnight.core.lifecycle import Lifecycle


def differences(
    lifecycle: Lifecycle,
    move: str,
    row: Model,
    deed: Callable[[Any], object],
    *,
    situations: Collection[dict[str, Any]],
    refusals: Collection[str],
) -> list[str]:
    """Where service and lifecycle differ about a move; every situation is undone again.

    situations: what the row is set to, one after the other. refusals: the codes by which the lifecycle refuses; a
    service that says something else has let the move pass.
    """
    return [
        f"{move} in {situation}: the lifecycle says {said}, the service {code or 'does it'}"
        for situation in situations
        for said, code in [_tried(lifecycle, move, row, deed, situation)]
        if said == (code in refusals)
    ]


def _tried(
    lifecycle: Lifecycle, move: str, row: Model, deed: Callable[[Any], object], situation: dict[str, Any]
) -> tuple[bool, str]:
    """What the lifecycle says, and the code by which the service refuses; empty when it does not."""
    rows = type(row)._default_manager
    with transaction.atomic():
        rows.filter(pk=row.pk).update(**situation)
        said = getattr(lifecycle.may(rows.get(pk=row.pk)), move)
        code = _refusal(lambda: deed(rows.get(pk=row.pk)))
        transaction.set_rollback(True)
    return said, code


def _refusal(deed: Callable[[], object]) -> str:
    try:
        deed()
    except Refusal as refused:
        return refused.code
    return ""
