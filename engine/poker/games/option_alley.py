"""Option Alley: five-card stud high-low with a buy at the end."""

from __future__ import annotations

from engine.poker.games.spec import Bet, DoorCard, GameSpec, Low, Opener, Street
from engine.poker.games.stud import upcard_streets

OPTION_ALLEY = GameSpec(
    key="option_alley",
    name="Option Alley",
    streets=(
        Street(name="second street", down=1, up=1, opener=Opener.FORCED_BETS),
        *upcard_streets(["third"], bet=Bet.SMALL),
        *upcard_streets(["fourth", "fifth"], bet=Bet.BIG),
        Street(name="buy", draw_up_to=1, opener=Opener.BEST_UPCARDS, bet=Bet.BIG),
    ),
    low=Low.UNQUALIFIED,
    bring_in=DoorCard.LOWEST,
    rules=("ANG-11", "ANG-29"),
)
