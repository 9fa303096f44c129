"""Tags, filters and parts: what a template writes is what people read."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from types import SimpleNamespace
from zoneinfo import ZoneInfo

import pytest
from django import forms
from django.template import Context, Template
from django.template.loader import render_to_string

from eventnight.core.errors import UserFacingError
from eventnight.core.forms import ServiceForm, refusing

CHICAGO = SimpleNamespace(
    code="WLIA26",
    name="Scholarship & Night",
    place="Lakeside Hall",
    starts_at=datetime(2026, 11, 22, 0, 0, tzinfo=UTC),
    time_zone="America/Chicago",
    zone=ZoneInfo("America/Chicago"),
    currency="USD",
)


def written(source: str, **values: object) -> str:
    """What a template makes of it, its white space apart."""
    return " ".join(Template("{% load eventnight %}" + source).render(Context(values)).split())


class RebuyForm(ServiceForm):
    paid = forms.IntegerField(help_text="A multiple of $10.00.")
    kind = forms.ChoiceField(choices=[("cash", "Cash"), ("card", "Card")], widget=forms.RadioSelect)
    count = forms.IntegerField(min_value=1, max_value=9, initial=2)


@pytest.mark.parametrize(
    ("cents", "currency", "long", "short"),
    [
        (2000, "USD", "$20.00", "$20"),
        (217550, "USD", "$2,175.50", "$2,175.50"),
        (-2000, "EUR", "−€20.00", "−€20"),
        (5, "GBP", "£0.05", "£0.05"),
        (2000, "XYZ", "20.00 XYZ", "20 XYZ"),
        (None, "USD", "", ""),
    ],
)
def test_money_is_written_in_the_events_currency(cents, currency, long, short):
    assert written("{{ cents|money:currency }}", cents=cents, currency=currency) == long
    assert written("{{ cents|money_short:currency }}", cents=cents, currency=currency) == short


@pytest.mark.parametrize(
    ("chips", "plain", "signed"), [(1250, "1,250", "+1,250"), (-85, "−85", "−85"), (0, "0", "0"), (None, "", "")]
)
def test_chips_carry_a_comma_and_a_true_minus(chips, plain, signed):
    assert written("{{ n|chips }}", n=chips) == plain
    assert written("{{ n|signed }}", n=chips) == signed


def test_times_are_told_where_the_event_is_held():
    values = {"at": datetime(2026, 11, 22, 2, 42, tzinfo=UTC), "event": CHICAGO}

    assert written("{{ at|clock_time:event }}", **values) == "8:42 PM"
    assert written("{{ event|event_when }}", **values) == "Saturday 21 November, 6 PM"
    assert written("{{ none|clock_time:event }}", none=None, event=CHICAGO) == ""


@pytest.mark.parametrize(
    ("seconds", "shown", "said"),
    [
        (754, "12:34", "12 minutes 34 seconds"),
        (61, "1:01", "1 minute 1 second"),
        (3723, "1:02:03", "62 minutes 3 seconds"),
        (9, "0:09", "9 seconds"),
        (-4, "0:00", "0 seconds"),
    ],
)
def test_time_left_is_shown_and_said(seconds, shown, said):
    assert written("{{ s|countdown }}", s=seconds) == shown
    assert written("{{ s|spoken }}", s=seconds) == said


def test_a_rule_links_to_the_rulebook_of_its_event_and_a_full_stop_may_follow():
    assert written('{% rule "WLIA-3" %}.', event=CHICAGO) == (
        '<a class="rule" href="/e/WLIA26/rules/#WLIA-3">WLIA-3</a>.'
    )
    assert written('{% rule "WLIA-3" %}.') == '<span class="rule">WLIA-3</span>.'


def test_a_badge_has_a_word_even_without_one_given():
    assert (
        written('{% badge "playing" text %}', text="Table <2>")
        == '<span class="badge badge-playing">Table &lt;2&gt;</span>'
    )
    assert written('{% badge "bye" %}') == '<span class="badge badge-bye">Bye</span>'


def test_an_icon_is_silent_unless_it_has_a_label():
    assert 'aria-hidden="true"' in written('{% icon "desk" %}')
    assert 'role="img" aria-label="done"' in written('{% icon "check" "done" %}')


def test_a_refusal_is_announced_and_a_remark_is_not():
    refused = written('{% notice text "danger" rules=ids %}', text="<Too late>", ids=["WLIA-3"], event=CHICAGO)

    assert 'role="alert"' in refused
    assert "&lt;Too late&gt;" in refused
    assert "/e/WLIA26/rules/#WLIA-3" in refused
    assert 'role="status"' in written('{% notice "Till 1 is open." %}')


def test_a_field_joins_label_help_and_error():
    form = RebuyForm({"paid": "many"})

    drawn = written("{% field form.paid %}", form=form)

    assert '<label for="id_paid">Paid</label>' in drawn
    described = re.search(r'aria-describedby="([^"]+)"', drawn).group(1).split()
    assert all(f'id="{part}"' in drawn for part in described)
    assert 'aria-invalid="true"' in drawn
    assert 'value="many"' in drawn


def test_choices_are_a_fieldset_and_each_has_its_label():
    drawn = written('{% field form.kind "row" %}', form=RebuyForm())

    assert "<legend>Kind</legend>" in drawn
    assert 'class="choices choices-row"' in drawn
    assert re.findall(r'<label class="choice" for="(\w+)"', drawn) == re.findall(r'id="(id_kind_\d)"', drawn)


def test_a_step_field_knows_its_limits():
    drawn = written('{% field form.count "step" %}', form=RebuyForm())

    assert 'data-least="1" data-most="9"' in drawn
    assert 'name="count" value="2"' in drawn


def test_a_keypad_is_an_input_that_keeps_what_was_entered():
    drawn = written('{% field form.paid "keypad" %}', form=RebuyForm({"paid": "1550x"}))

    assert 'name="paid" value="1550x"' in drawn
    assert len(re.findall(r"data-key=", drawn)) == 12


def test_a_refused_form_shows_the_sentence_its_rules_and_the_fields():
    form = RebuyForm({"paid": "", "kind": "cash", "count": "1", "request_id": "1b4e28ba-2fa1-11d2-883f-0016d3cca427"})
    with refusing(form):
        raise UserFacingError("rebuy_amount", "$15.50 does not buy a re-buy.", rules=["WLIA-3"])

    drawn = written("{% form_errors form %}", form=form, event=CHICAGO)

    assert "$15.50 does not buy a re-buy." in drawn
    assert "#WLIA-3" in drawn
    assert '<a href="#id_paid">Paid</a>' in drawn


def test_an_unrefused_form_shows_no_errors():
    assert written("{% form_errors form %}", form=RebuyForm()) == ""


def test_a_form_starts_with_its_token_and_its_key_once():
    drawn = written("{% form_start form %}", form=RebuyForm(), csrf_token="token")

    assert 'name="csrfmiddlewaretoken" value="token"' in drawn
    assert drawn.count('name="request_id"') == 1


def test_a_form_of_one_button_posts_what_it_is_given_to_its_address():
    drawn = written(
        '{% button_form "events:check_in" code=event.code player="P001" icon="undo" layout="buttons" send_next=back %}'
        "Check in <b>{{ event.name }}</b>{% endbutton_form %}",
        event=CHICAGO,
        back='/?q="A"',
        csrf_token="token",
    )

    assert drawn.startswith('<form method="post" action="/staff/WLIA26/players/P001/check-in/" class="buttons">')
    assert 'name="csrfmiddlewaretoken" value="token"' in drawn
    assert '<input type="hidden" name="next" value="/?q=&quot;A&quot;">' in drawn
    assert '<button class="button button-quiet" type="submit"> <svg' in drawn
    assert "Check in <b>Scholarship &amp; Night</b> </button> </form>" in drawn
    assert "request_id" not in drawn


def test_a_form_of_one_button_may_count_once_look_otherwise_and_be_heard_as_something_else():
    drawn = written(
        "{% words as heard %}Undo {{ event.name }}{% endwords %}"
        '{% button_form "/undo/" look="big icon" said=heard keyed=True %}Undo{% endbutton_form %}'
        '{% button_form "/undo/" look="link" %}Undo{% endbutton_form %}',
        event=CHICAGO,
    )

    assert drawn.count('<form method="post" action="/undo/">') == 2
    assert drawn.count('name="request_id"') == 1
    assert 'class="button button-big button-icon" type="submit" aria-label="Undo Scholarship &amp; Night"' in drawn
    assert '<button class="link" type="submit"> Undo </button>' in drawn


def test_each_one_button_form_has_a_key_of_its_own():
    keys = {written("{% request_id %}") for _ in range(2)}

    assert len(keys) == 2


def test_a_qr_code_is_drawn_without_style_and_with_a_label():
    drawn = written('{% qr "https://example.org/p/abc" label %}', label="My <night>")

    assert drawn.startswith('<svg role="img" aria-label="My &lt;night&gt;"')
    assert "viewBox" in drawn
    assert "style=" not in drawn


def test_a_hand_is_filled_up_with_empty_places():
    drawn = render_to_string("tables/_hand.html", {"cards": "Ah Kd", "places": 5})

    assert drawn.count("card-slot") == 3
    assert "ace of hearts" in drawn


def test_a_plan_says_what_is_lost():
    lines = [{"icon": "swap", "title": "Match 9", "text": "The winner changes."}, {"title": "Match 16", "lost": True}]

    drawn = render_to_string("components/_plan.html", {"lines": lines})

    assert "This will do" in drawn
    assert drawn.count("plan-lost") == 1


def test_a_toast_offers_undo_only_where_there_is_one():
    assert "Undo" not in render_to_string("components/_toast.html", {"text": "Saved."})
    assert 'action="/undo/"' in render_to_string("components/_toast.html", {"text": "Saved.", "undo_url": "/undo/"})


STAFF = {"nav": [{"key": "desk", "label": "Desk", "icon": "desk", "url": "/desk/", "count": 3}], "here": "desk"}


@pytest.mark.parametrize(
    "page", ["core/staff.html", "core/public.html", "core/narrow.html", "core/wall.html", "404.html", "403.html"]
)
def test_every_frame_renders_and_needs_no_inline_style_or_script(page):
    facts = {"event": CHICAGO, "version": 7, "who": {"name": "Nora T", "role": "Desk"}, **STAFF}
    drawn = " ".join(render_to_string(page, facts).split())

    assert "Scholarship &amp; Night" in drawn
    assert 'data-event="WLIA26" data-version="7"' in drawn
    assert not re.search(r"\sstyle=|\son\w+=|<style|<script(?![^>]*\ssrc=)", drawn)


def test_the_staff_frame_says_where_you_are_and_what_waits():
    drawn = render_to_string("core/staff.html", {"event": CHICAGO, **STAFF})

    assert 'href="/desk/" aria-current="page"' in drawn
    assert '3<span class="said"> waiting</span>' in drawn


def test_a_refusal_page_names_the_rule_and_the_way_back():
    error = SimpleNamespace(title="Not allowed", message="Too late.", rules=("WLIA-16",), code="late", status=422)

    drawn = render_to_string("core/refusal.html", {"error": error, "event": CHICAGO})

    assert "Too late." in drawn
    assert "/e/WLIA26/rules/#WLIA-16" in drawn
    assert "data-back" in drawn


def test_the_fault_page_stands_alone():
    assert "Something broke" in render_to_string("500.html")
