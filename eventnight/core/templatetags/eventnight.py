"""What every template may use: icons, badges, rule links, figures, form fields and bars."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from datetime import datetime
from functools import lru_cache
from typing import Any
from uuid import uuid4

import segno
from django import forms, template
from django.forms.boundfield import BoundField
from django.template import Context
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe

from eventnight.core.drawings import charts
from eventnight.core.forms import ChangesForm, FigureInput, RefusableForm
from eventnight.core.fresh.phones import phone_name
from eventnight.core.values import formats

register = template.Library()

PARTS_KEPT = 2048


@register.simple_tag
def icon(name: str, label: str = "", **extra: str) -> SafeString:
    """{% icon "desk" %}; a label makes it spoken, class="plan-lost" adds a class."""
    return _inline("components/_icon.html", name=name, label=label, **extra)


@register.simple_tag
def mark() -> SafeString:
    """The EventNight mark, for the brand link."""
    return SafeString('<svg aria-hidden="true"><use href="#mark"/></svg>')


@register.simple_tag
def badge(state: str, text: str = "") -> SafeString:
    """{% badge "playing" "Table 2" %}; without text the state's own word."""
    return _inline("components/_badge.html", state=state, text=text or str(state).capitalize())


@register.simple_tag(takes_context=True)
def rule(context: Context, rule_id: str) -> SafeString:
    """A rule id, linked to the rulebook of the event in the context, plain where there is none."""
    event = context.get("event")
    url = reverse("events:rulebook", kwargs={"code": event.code}) if event else ""
    return _inline("components/_rule.html", id=rule_id, url=url)


@lru_cache(PARTS_KEPT, typed=True)
def _inline(partial: str, **values: str) -> SafeString:
    """A part inside a sentence: without the line ends of its file, so that a full stop may follow.

    A page may have it a thousand times, so what was rendered of the same words is kept; by type
    too, because of two equal texts one may be safe as it is.
    """
    return mark_safe(render_to_string(partial, values).strip())  # noqa: S308  rendered with escaping on


@register.inclusion_tag("components/_notice.html", takes_context=True)
def notice(context: Context, text: str, kind: str = "", **extra: Any) -> dict[str, Any]:
    """{% notice "Till 1 is open." "warn" icon="offline" rules=ids bar=True %}. kind: "", "warn" or "danger"."""
    usual = "alert" if kind else "info"
    return {"event": context.get("event"), "text": text, "kind": kind, "icon": usual, **extra}


register.filter(phone_name)


@register.filter
def money(cents: int | None, currency: str) -> str:
    """{{ cents|money:event.currency }}: "$20.00"."""
    return "" if cents is None else formats.money_text(cents, currency)


@register.filter
def money_short(cents: int | None, currency: str) -> str:
    """The same for large figures: whole amounts lose their zeros, "$20"."""
    return "" if cents is None else formats.money_text(cents, currency, short=True)


@register.filter
def chips(count: int | None) -> str:
    """{{ stack|chips }}: "1,250"."""
    return "" if count is None else formats.chips_text(count)


@register.filter
def signed(count: int | None) -> str:
    """{{ net|signed }}: "+260" or "−85"."""
    return "" if count is None else formats.signed_text(count)


@register.filter
def clock_time(moment: datetime | None, event: formats.Night) -> str:
    """{{ match.called_at|clock_time:event }}: "8:42 PM" where the event is held."""
    return "" if moment is None else formats.clock_text(moment, event)


@register.filter
def day_time(moment: datetime, event: formats.Night) -> str:
    """{{ invitation.valid_until|day_time:event }}: "Saturday 21 November, 6 PM"."""
    return formats.day_text(moment, event)


@register.filter
def clock_seconds(moment: datetime, event: formats.Night) -> str:
    """{{ shown.valid_until|clock_seconds:event }}: "8:42:05 PM"."""
    return formats.clock_seconds_text(moment, event)


@register.filter
def event_when(event: formats.Night) -> str:
    """{{ event|event_when }}: "Saturday 21 November, 6 PM"."""
    return formats.start_text(event)


@register.filter
def event_day(event: formats.Night) -> str:
    """{{ event|event_day }}: the day of the month where it is held, "21"."""
    return str(formats.local_time(event.starts_at, event).day)


@register.filter
def event_month(event: formats.Night) -> str:
    """{{ event|event_month }}: "Nov 26", with the year."""
    return f"{formats.local_time(event.starts_at, event):%b %y}"


@register.filter
def countdown(seconds: int | None) -> str:
    """{{ seconds|countdown }}: "12:34"."""
    return "" if seconds is None else formats.countdown_text(seconds)


@register.filter
def spoken(seconds: int | None) -> str:
    """{{ seconds|spoken }}: "12 minutes 34 seconds", for aria-label."""
    return "" if seconds is None else formats.spoken_time(seconds)


@register.simple_tag
def since(moment: datetime) -> SafeString:
    """{% since call.called_at %}: "20 s ago", which goes on counting on the page."""
    seconds = int((timezone.now() - moment).total_seconds())
    return format_html(
        '<time datetime="{}" data-since="{}">{}</time>',
        moment.isoformat(),
        int(moment.timestamp() * 1000),
        formats.ago_text(seconds),
    )


@register.inclusion_tag("components/_field.html")
def field(bound: BoundField, kind: str = "") -> dict[str, Any]:
    """{% field form.paid %}. kind: "row" or "pair" for choices; "figure", "step" or "keypad" for numbers."""
    widget = bound.field.widget
    shape = kind if kind in ("step", "keypad") else _shape_of(widget)
    figure = " input-figure" if kind == "figure" or isinstance(widget, FigureInput) else ""
    classes = {"input": f"input{figure}", "choice": ""}.get(shape, "")
    return {
        "field": bound,
        "shape": shape,
        "widget": bound.as_widget(attrs={"class": classes} if classes else None),
        "choices_class": f"choices-{kind}" if kind in ("row", "pair") else "",
    }


def _shape_of(widget: forms.Widget) -> str:
    if widget.is_hidden:
        return "hidden"
    if isinstance(widget, (forms.RadioSelect, forms.CheckboxSelectMultiple)):
        return "choices"
    return "choice" if isinstance(widget, forms.CheckboxInput) else "input"


@register.inclusion_tag("components/_form_errors.html", takes_context=True)
def form_errors(context: Context, form: forms.BaseForm) -> dict[str, Any]:
    """Why a form was refused: its own errors with their rules, and a link to each field in error."""
    refusal = form.refusal if isinstance(form, RefusableForm) else None
    return {"event": context.get("event"), "form": form, "rules": refusal.rules if refusal else ()}


@register.simple_block_tag(takes_context=True)
def refusal_said(context: Context, content: str) -> SafeString:
    """What a frame puts around the main part of its page: above it, why a form that the page was given was refused,
    where the page does not say so. A page that was opened earlier, or on another device, may send a form that is not
    drawn any more.
    """
    given: Iterable[Any] = context.flatten().values()
    # By type: isinstance would ask what is lazy, such as who is signed in, on pages that need not know.
    forms_given = dict.fromkeys(form for form in given if issubclass(type(form), RefusableForm))
    unsaid = [form for form in forms_given if not all(escape(said[0]) in content for said in form.errors.values())]
    notices = (
        render_to_string("components/_form_errors.html", form_errors(context, form) | {"is_gone": True})
        for form in unsaid
    )
    return mark_safe("".join([*notices, content]))  # noqa: S308  rendered with escaping on


@register.inclusion_tag("components/_form_start.html", takes_context=True)
def form_start(context: Context, form: forms.BaseForm) -> dict[str, Any]:
    """The first line inside <form method="post">: token, hidden fields (the request id among them) and errors."""
    shown = form.shown_input if isinstance(form, ChangesForm) else ""
    return {"event": context.get("event"), "form": form, "shown": shown}


@register.simple_tag
def request_id() -> SafeString:
    """A hidden key for a form of one button: pressed twice, it counts once."""
    return format_html('<input type="hidden" name="request_id" value="{}">', uuid4())


@dataclass(frozen=True, slots=True, kw_only=True)
class ButtonForm:
    """look: "link", or how the button differs from the usual one: "quiet", "big", "quiet icon". said: heard instead of
    the label. layout: classes of the form. keyed: with a key, so that it counts once however often it is pressed.
    """

    look: str = "quiet"
    icon: str = ""
    said: str = ""
    layout: str = ""
    keyed: bool = False

    @property
    def classes(self) -> str:
        """Those of the button."""
        return self.look if self.look == "link" else " ".join(["button", *(f"button-{w}" for w in self.look.split())])


BUTTON_FORM = frozenset(field.name for field in fields(ButtonForm))


@register.simple_block_tag(takes_context=True)
def button_form(context: Context, content: str, to: str, *args: object, **given: Any) -> SafeString:
    """{% button_form "raffle:draw" code=event.code prize=prize.code icon="raffle" %}Draw{% endbutton_form %}: a form
    with one button, which posts to that address.

    to: an address, or the name of one with what it takes. given: what a `ButtonForm` has; send_…, what is sent besides;
    and what the address takes.
    """
    button = ButtonForm(**{name: value for name, value in given.items() if name in BUTTON_FORM})
    sent = {name: value for name, value in given.items() if name.startswith("send_")}
    place = {name: value for name, value in given.items() if name not in sent and name not in BUTTON_FORM}
    shown = {
        "address": to if "/" in to else reverse(to, args=args, kwargs=place),
        "sent": [(name.removeprefix("send_"), value) for name, value in sent.items()],
        "button": button,
        "label": content,
        "csrf_token": context.get("csrf_token"),
    }
    return mark_safe(render_to_string("components/_button_form.html", shown).strip())  # noqa: S308  rendered with escaping on


@register.simple_block_tag
def words(content: str) -> str:
    """{% words as heard %}Undo {{ entry.title }}{% endwords %}: a text for an argument of another tag."""
    return content


@register.simple_tag
def qr(address: str, label: str = "") -> SafeString:
    """A QR code of an address as inline SVG, dark on white in both schemes."""
    code = segno.make(address, error="m", micro=False)
    drawn = code.svg_inline(scale=4, border=3, light="#fff", svgclass="qr", lineclass=None, omitsize=True)
    spoken_name = format_html('<svg role="img" aria-label="{}"', label or "QR code")
    return mark_safe(drawn.replace("<svg", spoken_name, 1))  # noqa: S308  the address is drawn, not written


@register.simple_tag
def bar(value: int, most: int, label: str, shade: str = "") -> SafeString:
    """{% bar stack largest "Dee W 23,600" %}. shade: "", "second", "third", "fourth"."""
    return SafeString(charts.draw_bar(value, most, label=label, shade=shade))


@register.simple_tag
def stacked_bar(parts: Sequence[charts.Part], label: str) -> SafeString:
    """Parts of one whole side by side, in the shades of `swatch`."""
    return SafeString(charts.draw_bars(parts, label=label))
