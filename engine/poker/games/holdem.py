"""Texas hold'em, and the four betting rounds it shares with Omaha."""

from __future__ import annotations

from engine.poker.games.spec import Bet, GameSpec, Opener, Street


def flop_streets(*, hole_cards: int) -> tuple[Street, ...]:
    """Preflop with that many cards to each player, then flop, turn and river. Rules: STD-3, WAS-8, WAS-9."""
    return (
        Street(name="preflop", down=hole_cards, opener=Opener.FORCED_BETS),
        Street(name="flop", board=3, opener=Opener.LEFT_OF_BUTTON),
        Street(name="turn", board=1, opener=Opener.LEFT_OF_BUTTON, bet=Bet.BIG),
        Street(name="river", board=1, opener=Opener.LEFT_OF_BUTTON, bet=Bet.BIG),
    )


HOLDEM = GameSpec(
    key="holdem",
    name="Texas hold'em",
    streets=flop_streets(hole_cards=2),
    rules=("STD-2", "ANG-1", "WLIA-7", "WAS-10"),
)
