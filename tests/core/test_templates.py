"""The sources of the pages stay readable."""

from __future__ import annotations

from django.conf import settings

LONGEST_LINE = 200


def test_no_line_of_a_template_is_longer_than_a_screen_is_wide():
    templates = sorted((settings.BASE_DIR / "templates").rglob("*.html"))

    long = [
        f"{path.relative_to(settings.BASE_DIR)}:{number} has {len(line)} characters"
        for path in templates
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if len(line) > LONGEST_LINE
    ]

    assert long == []
    assert len(templates) > 250
