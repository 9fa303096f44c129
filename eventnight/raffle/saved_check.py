"""The check page's scripts as one text: a page opened from a file loads no module."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from django.contrib.staticfiles import finders

_IMPORT = re.compile(r'^import \{[^}]*\} from "(\.[\w./-]+)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export ", re.MULTILINE)


@cache
def check_script() -> str:
    """verify.js with the modules that it needs, each once and before whatever uses it."""
    texts: dict[Path, str] = {}
    _collect(_static("js/verify.js"), texts)
    return "\n".join(texts.values())


@cache
def curve_script() -> str:
    """The script that checks a beacon's signature."""
    return _static("vendor/bls12-381.js").read_text()


def _collect(path: Path, texts: dict[Path, str]) -> None:
    source = path.read_text()
    for address in _IMPORT.findall(source):
        needed = (path.parent / address).resolve()
        if needed not in texts:
            _collect(needed, texts)
    texts[path] = _EXPORT.sub("", _IMPORT.sub("", source))


def _static(name: str) -> Path:
    found = finders.find(name)
    assert isinstance(found, str)
    return Path(found).resolve()
