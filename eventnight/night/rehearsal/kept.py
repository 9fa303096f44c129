"""Presses made without a connection: kept on the device, sent late, out of order and more than once, under their keys.

A page's script keeps the key of the form's press; here the same press is given to the same service, as often.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from eventnight.bank.models import Entry
from eventnight.core.actors import Actor
from eventnight.core.models import AuditRecord
from eventnight.core.press import Press
from eventnight.night.rehearsal.stage import Stage
from tournaments.models import BustHand, MatchResult

SENT_TWICE_ONE_IN = 2.5
OTHER_CONTENT_ONE_IN = 6


def _nothing() -> None:
    """What follows from a press that has no further consequence for the story."""


@dataclass(slots=True, kw_only=True)
class Kept:
    """A press on a device without a connection, as it was made. counted: what the story does once it is written.

    other: facts that make another press of it, for a key that is used a second time by mistake.
    """

    says: str
    service: Callable[..., Any]
    made: Press
    facts: dict[str, Any]
    counted: Callable[[], None] = _nothing
    other: dict[str, Any] | None = None
    is_refused: bool = False


class Outbox:
    """What the devices of an evening keep, in the order of the presses."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.kept: list[Kept] = []

    def keep(
        self,
        says: str,
        service: Callable[..., Any],
        *,
        by: Actor | None = None,
        counted: Callable[[], None] = _nothing,
        other: dict[str, Any] | None = None,
        **facts: Any,
    ) -> None:
        """Press without a connection."""
        made = Press(by or self.stage.by, self.stage.now, self.stage.key())
        self.kept.append(Kept(says=says, service=service, made=made, facts=facts, counted=counted, other=other))
        self.stage.note("offline: kept")

    def send(self) -> None:
        """The connection is back: everything is sent in some order, part of it twice."""
        stage, sent = self.stage, set[int]()
        twice = [one for one in self.kept if stage.happens(SENT_TWICE_ONE_IN)]
        post, self.kept = self.kept + twice, []
        stage.note("offline: sent again", len(twice))
        stage.chance.shuffle(post)
        for one in post:
            if id(one) in sent:
                self._send_again(one)
            else:
                sent.add(id(one))
                self._send(one)

    def _send(self, one: Kept) -> None:
        stage = self.stage
        before = stage.refused.copy()
        if stage.try_to(one.service, **one.facts, press=_sent(stage, one)) is None:
            stage.note(f"offline: {one.says} refused, {' '.join(stage.refused - before)}")
            one.is_refused = True
            return
        stage.note("offline: counted")
        one.counted()
        if one.other and stage.happens(OTHER_CONTENT_ONE_IN):
            other = {**one.facts, **one.other}
            stage.require_refusal(["key_reused"], one.service, **other, press=_sent(stage, one))

    def _send_again(self, one: Kept) -> None:
        """A press that arrives once more writes nothing."""
        stage = self.stage
        if one.is_refused:
            return
        before = self._rows()
        one.service(**one.facts, press=_sent(stage, one))
        stage.note("offline: found to be written")
        if self._rows() != before:
            stage.broken.append(f"{one.says} arrived twice and was written twice.")

    def _rows(self) -> tuple[int, ...]:
        event = self.stage.event
        return (
            Entry.objects.filter(event=event).count(),
            MatchResult.objects.filter(match__tournament__event=event).count(),
            BustHand.objects.filter(flight__tournament__event=event).count(),
            AuditRecord.objects.filter(event=event).count(),
        )


def _sent(stage: Stage, kept: Kept) -> Press:
    """It counts when it arrives."""
    return kept.made.booked_at(stage.act().at)
