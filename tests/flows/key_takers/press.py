"""What a service that takes a key is asked for, on a night that is ready for it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from eventnight.core.actors import SYSTEM, Actor
from eventnight.events.models import Event


@dataclass(frozen=True)
class Asked:
    """One press. other: facts in which a second one differs, empty where the service takes nothing that could."""

    event: Event
    service: Callable[..., Any]
    facts: Mapping[str, Any]
    other: Mapping[str, Any] = field(default_factory=dict)
    by: Actor = SYSTEM
