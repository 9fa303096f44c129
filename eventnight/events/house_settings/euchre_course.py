"""How a hand of euchre goes whatever a house decides: what the people at a table look up between two cards."""

from __future__ import annotations

from engine.euchre.deck import Suit, each_card
from engine.euchre.house import EuchreHouse
from engine.euchre.scoring import TRICKS_IN_A_DEAL
from engine.euchre.trump import trumps_in_words
from eventnight.events.house_settings.euchre_rules import RuleLine

PLAYERS = 4


def euchre_course_lines(house: EuchreHouse) -> list[RuleLine]:
    """The deal, the bidding, the order of trumps and the tricks in words. Rules: EUC-4, EUC-5, EUC-6, EUC-9, EUC-13."""
    unused = len(each_card(house.pack)) - PLAYERS * TRICKS_IN_A_DEAL - 1
    return [
        _line(
            "Cut and deal",
            "The dealer's left cuts or knocks. Each gets five cards, two and three at a time; one is turned up, "
            f"{unused} are not used.",
            "EUC-5",
        ),
        _line(
            "First round of bidding, from the dealer's left",
            "Order the turned card up or pass; the dealer takes it up or turns it over.",
            "EUC-6",
        ),
        _line("Second round, once all four have passed", "Name one of the other three suits or pass.", "EUC-9"),
        *(
            _line(
                f"{suit.name.capitalize()} are trump",
                ", ".join(trumps_in_words(suit, with_benny=house.with_benny)),
                "EUC-4",
            )
            for suit in Suit
        ),
        _line(
            "A trick",
            "Follow the suit led if you can. The highest trump takes it, else the highest card of that suit; who takes "
            "it leads.",
            "EUC-13",
        ),
    ]


def _line(label: str, words: str, rule: str) -> RuleLine:
    return RuleLine(label, words, (rule,), is_changed=False)
