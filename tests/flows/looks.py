"""What a machine can say about a page: accessibility by axe, sideways overflow, and errors in the console."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import ConsoleMessage, Locator, Page

AXE = (Path(__file__).parent / "vendor" / "axe.min.js").read_text(encoding="utf-8")
BAD = ("serious", "critical")
HEIGHTS = {390: 844, 1280: 800, 1920: 1080}

# Rules of WCAG 2.2 that axe leaves off unless they are asked for.
RUN_AXE = "() => axe.run(document, {rules: {'target-size': {enabled: true}}, resultTypes: ['violations']})"
OVERFLOW = """() => {
  const wide = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth <= wide) return "";
  const past = [...document.body.querySelectorAll("*")].filter((e) => e.getBoundingClientRect().right > wide + 1);
  const first = past.find((e) => !past.includes(e.parentElement)) ?? document.body;
  return `${document.documentElement.scrollWidth - wide} px: ${first.tagName.toLowerCase()}.${first.className}`;
}"""


@dataclass(frozen=True, slots=True)
class Finding:
    """One rule that a page breaks. impact: minor, moderate, serious or critical; targets: where, as CSS selectors."""

    rule: str
    impact: str
    help: str
    targets: tuple[str, ...]

    @property
    def is_bad(self) -> bool:
        """Whether it keeps people from using the page."""
        return self.impact in BAD

    def __str__(self) -> str:
        return f"{self.impact} {self.rule}: {self.help} At {', '.join(self.targets[:3])}"


def axe_findings(page: Page) -> list[Finding]:
    """What axe-core finds on the page as it stands."""
    page.evaluate(AXE)
    found: dict[str, Any] = page.evaluate(RUN_AXE)
    return [
        Finding(
            rule=violation["id"],
            impact=violation["impact"],
            help=f"{violation['help']}.",
            targets=tuple(" ".join(map(str, node["target"])) for node in violation["nodes"]),
        )
        for violation in found["violations"]
    ]


def overflow(page: Page) -> str:
    """How far the page is wider than its window, and the outermost element that sticks out; empty when it fits."""
    return str(page.evaluate(OVERFLOW))


def show(page: Page, width: int, scheme: str) -> None:
    """Show the open page at that width, in the light or the dark scheme."""
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    page.set_viewport_size({"width": width, "height": HEIGHTS[width]})
    page.evaluate("() => document.fonts.ready.then(() => true)")


def photograph(page: Page, file: Path) -> None:
    """A picture of the whole page, as in a window high enough for all of it: what sticks to its foot stays there."""
    size = page.viewport_size
    assert size is not None
    whole = page.evaluate("() => document.documentElement.scrollHeight")
    page.set_viewport_size({"width": size["width"], "height": max(whole, size["height"])})
    page.screenshot(path=file, animations="disabled")
    page.set_viewport_size(size)


@contextmanager
def complaints(page: Page) -> Iterator[list[str]]:
    """Collect what a page complains about while it is opened: refused content, errors and uncaught exceptions.

    That the page itself answered with 404 or 403 is no complaint: its status says so.
    """
    heard: list[str] = []

    def hear(message: ConsoleMessage) -> None:
        is_own_status = message.text.startswith("Failed to load resource") and message.location["url"] == page.url
        if message.type == "error" and not is_own_status:
            heard.append(message.text)

    def catch(error: Exception) -> None:
        heard.append(str(error))

    page.on("console", hear)
    page.on("pageerror", catch)
    try:
        yield heard
    finally:
        page.remove_listener("console", hear)
        page.remove_listener("pageerror", catch)


def is_free(place: Locator) -> bool:
    """Whether the middle of it is in sight as the page stands, and what is pressed there is it."""
    return bool(
        place.evaluate(
            """(place) => {
              const { left, top, width, height } = place.getBoundingClientRect();
              const there = document.elementFromPoint(left + width / 2, top + height / 2);
              return Boolean(there) && (place === there || place.contains(there));
            }"""
        )
    )
