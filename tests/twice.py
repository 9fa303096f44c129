"""A law over every form that a test presses: the same press sent again is answered as the first time."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.db import connection, transaction
from django.http import HttpResponse
from django.test import Client

from eventnight.core.models import PressKey
from eventnight.core.presses import noting_replays


class PhoneThatLosesAnswers(Client):
    """A browser that sends each press of a form that was counted once more, and expects the same answer.

    What the second press leaves, such as a message, is forgotten: the test goes on as if it had been sent once. A test
    with transactions of its own sends everything once.
    """

    def post(self, path: str, data: Any = None, *args: Any, **options: Any) -> HttpResponse:
        answer = super().post(path, data, *args, **options)
        key = data.get("request_id") if isinstance(data, dict) else None
        if key and connection.in_atomic_block and _went_to(answer) and PressKey.objects.filter(key=key).exists():
            with transaction.atomic():
                self._expect_again(answer, UUID(str(key)), path, data, *args, **{**options, "follow": False})
                transaction.set_rollback(True)
        return answer

    def _expect_again(self, first: HttpResponse, key: UUID, path: str, *args: Any, **options: Any) -> None:
        phone = Client()
        phone.cookies.update(self.cookies)
        with noting_replays() as replays:
            again = phone.post(path, *args, **options)
        assert _went_to(again) == _went_to(first), f"{path} sent again under the same key answers {again.status_code}"
        assert key in replays, f"{path} sent again under the same key is no replay"


def _went_to(answer: HttpResponse) -> str:
    """The address that a form leads to when its press was counted; empty for any other answer."""
    chain = getattr(answer, "redirect_chain", None)
    return chain[0][0] if chain else answer.get("Location", "")
