"""From a sheet and its values to a PDF."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

import typst
from django.conf import settings

from eventnight.core.paper.letters import printable

Value = str | int | bool | None | Sequence["Value"] | Mapping[str, "Value"]
Values = Mapping[str, Value]

SHEETS: Path = settings.BASE_DIR / "templates" / "paper"
_FONTS = Path(__file__).parent / "fonts"
_NO_LETTER = "could not be displayed"
_NOTHING = "nothing"
_AGE = 11
"""Runs after which the typesetter has forgotten what it kept of a sheet."""


def typeset(sheet: str, values: Values) -> bytes:
    """The sheet of that name in `templates/paper`, filled in, as a tagged PDF (PDF/UA-1).

    values: what the first lines of the sheet name.
    """
    filled = json.dumps(_printable(values), ensure_ascii=False)
    try:
        return _compiled(sheet, filled, "ua-1")
    except typst.TypstError as error:
        if _NO_LETTER not in error.message:
            raise
        # A letter with a mark that no typeface sets on it: a blank is printed there, which the standard forbids.
        return _compiled(sheet, filled)
    finally:
        _forget()


def _compiled(sheet: str, filled: str = "", *standards: typst.PDFStandard) -> bytes:
    source = str(SHEETS / f"{sheet}.typ")
    compiler = typst.Compiler(source, root=SHEETS, font_paths=_fonts(), sys_inputs={"sheet": filled})
    made = compiler.compile(format="pdf", pdf_standards=list(standards))
    assert isinstance(made, bytes)
    return made


def _forget() -> None:
    """The typesetter keeps what it worked out for its next runs: 300 MB after ten sheets of 300 cards. No sheet comes
    twice, so that would help nobody.
    """
    for _ in range(_AGE):
        _compiled(_NOTHING)


@cache
def _fonts() -> typst.Fonts:
    """Ours alone: a sheet looks the same on every computer."""
    return typst.Fonts(include_system_fonts=False, include_embedded_fonts=False, font_paths=[_FONTS])


def _printable(value: Value) -> Value:
    if isinstance(value, str):
        return printable(value)
    if isinstance(value, Mapping):
        return {key: _printable(each) for key, each in value.items()}
    if isinstance(value, Sequence):
        return [_printable(each) for each in value]
    return value
