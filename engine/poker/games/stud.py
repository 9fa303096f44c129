"""Seven-card and five-card stud, high, high-low and low."""

from __future__ import annotations

from collections.abc import Iterable

from engine.poker.games.spec import Bet, DoorCard, GameSpec, Low, Opener, Street


def upcard_streets(names: Iterable[str], *, opener: Opener = Opener.BEST_UPCARDS, bet: Bet) -> tuple[Street, ...]:
    """One upcard to each player on each named street."""
    return tuple(Street(name=f"{name} street", up=1, opener=opener, bet=bet) for name in names)


def seven_card_streets(opener: Opener) -> tuple[Street, ...]:
    """Third to seventh street. Rules: ANG-4, ANG-5."""
    return (
        Street(name="third street", down=2, up=1, opener=Opener.FORCED_BETS),
        *upcard_streets(["fourth"], opener=opener, bet=Bet.SMALL),
        *upcard_streets(["fifth", "sixth"], opener=opener, bet=Bet.BIG),
        Street(name="seventh street", down=1, opener=opener, bet=Bet.BIG),
    )


SEVEN_STUD = GameSpec(
    key="seven_stud",
    name="Seven-card stud",
    streets=seven_card_streets(Opener.BEST_UPCARDS),
    bring_in=DoorCard.LOWEST,
    rules=("ANG-4", "ANG-5"),
)
SEVEN_STUD_HILO = GameSpec(
    key="seven_stud_hilo",
    name="Seven-card stud high-low",
    streets=seven_card_streets(Opener.BEST_UPCARDS),
    low=Low.EIGHT_OR_BETTER,
    bring_in=DoorCard.LOWEST,
    rules=("ANG-5", "ANG-8", "ANG-11"),
)
RAZZ = GameSpec(
    key="razz",
    name="Razz",
    streets=seven_card_streets(Opener.LOWEST_UPCARDS),
    high=False,
    low=Low.UNQUALIFIED,
    bring_in=DoorCard.HIGHEST,
    rules=("ANG-9",),
)
FIVE_STUD = GameSpec(
    key="five_stud",
    name="Five-card stud",
    streets=(
        Street(name="second street", down=1, up=1, opener=Opener.FORCED_BETS),
        *upcard_streets(["third"], bet=Bet.SMALL),
        *upcard_streets(["fourth", "fifth"], bet=Bet.BIG),
    ),
    bring_in=DoorCard.LOWEST,
    rules=("ANG-12",),
)
