"""The pictures of all pages on one sheet, each with what was noticed."""

from __future__ import annotations

from dataclasses import dataclass, field
from html import escape
from pathlib import Path

from tests.flows.looks import Finding

STYLE = """
body { margin: 1.5rem; font: 1rem/1.4 system-ui, sans-serif; background: #e9e6df; color: #1f1b15; }
section { margin-block: 2.5rem; }
h2 { margin: 0; }
.shots { display: flex; flex-wrap: wrap; gap: 1rem; align-items: start; }
figure { margin: 0; }
img { height: 22rem; max-width: 100%; object-fit: cover; object-position: top; border: 1px solid #8a8071; }
li { color: #ab231b; }
"""


@dataclass(frozen=True, slots=True)
class Shot:
    """One picture of a page with what was found at that width and scheme."""

    file: str
    width: int
    scheme: str
    overflow: str
    findings: tuple[Finding, ...]


@dataclass(slots=True)
class Sitting:
    """One page: its pictures, and why it could not be taken where that is so."""

    name: str
    address: str = ""
    shots: list[Shot] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)
    missing: str = ""

    @property
    def notes(self) -> list[str]:
        """What is wrong with the page, once each."""
        notes = [f"Not taken: {self.missing}"] if self.missing else []
        notes += [f"Console: {text}" for text in self.complaints]
        for shot in self.shots:
            where = f"{shot.width} {shot.scheme}"
            notes += [f"Wider than the window at {where}: {shot.overflow}"] if shot.overflow else []
            notes += [f"{finding} ({where})" for finding in shot.findings]
        return list(dict.fromkeys(notes))


def write_contact_sheet(folder: Path, sittings: list[Sitting]) -> None:
    """Write index.html beside the pictures."""
    body = "".join(_section(sitting) for sitting in sittings)
    page = f"<!doctype html><html lang=en><meta charset=utf-8><title>Pages</title><style>{STYLE}</style>{body}</html>"
    (folder / "index.html").write_text(page, encoding="utf-8")


def _section(sitting: Sitting) -> str:
    notes = "".join(f"<li>{escape(note)}</li>" for note in sitting.notes)
    shots = "".join(_figure(shot) for shot in sitting.shots)
    head = f"<h2>{escape(sitting.name)}</h2><p>{escape(sitting.address)}</p><ul>{notes}</ul>"
    return f"<section id={sitting.name}>{head}<div class=shots>{shots}</div></section>"


def _figure(shot: Shot) -> str:
    caption = f"{shot.width} {shot.scheme}"
    picture = f"<a href='{shot.file}'><img src='{shot.file}' loading=lazy alt='{caption}'></a>"
    return f"<figure>{picture}<figcaption>{caption}</figcaption></figure>"
