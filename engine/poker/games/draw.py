"""Five-card draw, high and high-low, and lowball with or without the bug."""

from __future__ import annotations

from dataclasses import replace

from engine.poker.games.spec import HAND_SIZE, Bet, GameSpec, Low, Opener, Street


def _draw_streets(*, may_check_before: bool) -> tuple[Street, ...]:
    """Five down, bet, exchange any number, bet. Rules: ANG-13, ANG-17."""
    return (
        Street(name="before the draw", down=HAND_SIZE, opener=Opener.FORCED_BETS, may_check=may_check_before),
        Street(name="after the draw", draw_up_to=HAND_SIZE, opener=Opener.LEFT_OF_BUTTON, bet=Bet.BIG),
    )


FIVE_DRAW = GameSpec(
    key="five_draw", name="Five-card draw", streets=_draw_streets(may_check_before=True), rules=("ANG-13",)
)
FIVE_DRAW_HILO = GameSpec(
    key="five_draw_hilo",
    name="Five-card draw high-low",
    streets=_draw_streets(may_check_before=True),
    low=Low.EIGHT_OR_BETTER,
    rules=("ANG-11", "ANG-13", "ANG-14"),
)
LOWBALL = GameSpec(
    key="lowball",
    name="Lowball with the bug",
    streets=_draw_streets(may_check_before=False),
    high=False,
    low=Low.UNQUALIFIED,
    has_bug=True,
    rules=("ANG-15", "ANG-16", "ANG-17"),
)
LOWBALL_WITHOUT_BUG = replace(LOWBALL, key="lowball_without_bug", name="Lowball without the bug", has_bug=False)
