"""The forms of a page, as a browser would send them."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser


@dataclass(slots=True)
class Button:
    """What pressing it adds to its form."""

    name: str
    value: str


@dataclass(slots=True)
class Form:
    """fields: as they come with the page. buttons: in order. marks: the form's own attributes. steps: the least and the
    most that a bet may be, where one is chosen between them.
    """

    action: str
    marks: dict[str, str]
    fields: dict[str, str] = field(default_factory=dict)
    steps: dict[str, str] = field(default_factory=dict)
    buttons: list[Button] = field(default_factory=list)

    def sent(self, button: Button | None = None, **more: str) -> dict[str, str]:
        """What is sent when the button is pressed."""
        pressed = {button.name: button.value} if button and button.name else {}
        return {**self.fields, **pressed, **more}


def forms_of(page: str) -> list[Form]:
    """All forms of a page that are posted, in order."""
    reader = _Reader()
    reader.feed(page)
    return reader.forms


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self._form: Form | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form" and given.get("method") == "post":
            self._form = Form(given["action"], given)
            self.forms.append(self._form)
        elif self._form is None:
            return
        elif tag == "input" and "name" in given and given.get("type") != "checkbox":
            self._form.fields[given["name"]] = given.get("value", "")
        elif tag == "button" and given.get("type") == "submit":
            self._form.buttons.append(Button(given.get("name", ""), given.get("value", "")))
        elif "data-least" in given:
            self._form.steps = {name: given[f"data-{name}"] for name in ("least", "most")}

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._form = None
