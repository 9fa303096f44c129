"""Presses of a page and of a program, and what they answer."""

from __future__ import annotations

import html
import re
from collections.abc import Mapping
from typing import Any
from uuid import UUID, uuid4

JSON = "application/json"
SETUP_STEPS = (
    "night",
    "people",
    "programme",
    "bank",
    "euchre",
    "euchre_rules",
    "holdem",
    "tables",
    "poker",
    "roulette",
    "raffle",
    "sponsors",
    "phones",
)


def press(client: Any, address: str, *, key: UUID | str | None = None, follow: bool = False, **fields: object) -> Any:
    """A form as a page sends it, under a key of its own unless one is given."""
    return client.post(address, {"request_id": key or uuid4(), **fields}, follow=follow)


def post(client: Any, address: str, body: Mapping[str, object] | None = None, *, key: UUID | str | None = None) -> Any:
    """A request of a program, under a key of its own unless one is given."""
    headers = {"Idempotency-Key": str(uuid4() if key is None else key)}
    return client.post(address, dict(body or {}), content_type=JSON, headers=headers)


def text_of(answer: Any) -> str:
    """The source of a page in one line, with single spaces."""
    return " ".join(answer.content.decode().split())


def shown_text(answer: Any) -> str:
    """What a person reads of a page: no tags, scripts or drawings, single spaces."""
    body = re.sub(r"<(script|style|svg)\b.*?</\1>", " ", answer.content.decode(), flags=re.S)
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", body)).split())


def entered(answer: Any) -> dict[str, str]:
    """What the forms of a set-up step hold, as a browser would send it back."""
    context = answer.context
    forms = [context["form"], *(context["rows"] or [])] if "rows" in context else [context["form"]]
    data: dict[str, Any] = {}
    if context.get("rows") is not None:
        management = context["rows"].management_form
        data = {management.add_prefix(name): management[name].value() for name in management.fields}
    for form in forms:
        for field in form:
            value = field.value()
            if value is True:
                data[field.html_name] = "on"
            elif value is not None and value is not False:
                data[field.html_name] = value
    return data
