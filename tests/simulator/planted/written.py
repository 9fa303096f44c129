"""Faults in showdowns, and in the files of hands that were played."""

from __future__ import annotations

from tests.simulator.planted.fault import Planted

HISTORIES = "tables.selectors.histories"
TURNED_UP = "engine.poker.settling.turned_up"

FAULTS = (
    Planted(
        "a hand may be hidden where all are shown",
        TURNED_UP,
        "    if policy is Showdown.MAY_MUCK or (policy is Showdown.CALLED_SHOWN and not is_called):\n",
        "    if policy is not Showdown.CALLED_SHOWN or not is_called:\n",
    ),
    Planted(
        "the hand that was called may be hidden",
        TURNED_UP,
        "(policy is Showdown.CALLED_SHOWN and not is_called)",
        "policy is Showdown.CALLED_SHOWN",
    ),
    Planted(
        "every hand is turned up where one is enough",
        TURNED_UP,
        "(policy is Showdown.CALLED_SHOWN and not is_called)",
        "(policy is Showdown.CALLED_SHOWN and not seat)",
    ),
    Planted(
        "nobody says whose bet was called",
        TURNED_UP,
        "    if called is None and getattr(house, setting) is Showdown.CALLED_SHOWN:\n",
        "    if called == 0 and getattr(house, setting) is Showdown.CALLED_SHOWN:\n",
    ),
    Planted(
        "one hidden hand is looked at, and the next is not",
        TURNED_UP,
        "    for seat in unseen:\n",
        "    for seat in unseen[:1]:\n",
    ),
    Planted(
        "a hand in play is thrown away where all are shown",
        "engine.poker.hand.ending",
        "    if unseen is not None:\n        return unseen\n",
        "",
    ),
    Planted(
        "the last hand with a claim is thrown away",
        "engine.poker.hand.ending",
        "    gone = {course.seats[at] for at in showdown.mucked} | {number}\n",
        "    gone = {course.seats[at] for at in showdown.mucked}\n",
    ),
    Planted(
        "the file of a night has hands of another",
        HISTORIES,
        "Hand.objects.filter(table__event=of)",
        "Hand.objects.filter(table__event__house=of.house)",
    ),
    Planted(
        "the file of a table has the hands of the night",
        HISTORIES,
        "    return Hand.objects.filter(table=of) if",
        "    return Hand.objects.filter(table__event=of.event) if",
    ),
    Planted(
        "hands that were undone are written",
        HISTORIES,
        "    found = _hands(of).filter(undone_at__isnull=True, played__isnull=False)\n",
        "    found = _hands(of).filter(played__isnull=False)\n",
    ),
    Planted(
        "cards that nobody showed are written",
        HISTORIES,
        "    played = as_seen(PokerHand.from_json(hand.played))\n",
        "    played = PokerHand.from_json(hand.played)\n",
    ),
    Planted(
        "the fee is left out of a written hand",
        HISTORIES,
        "        fee=Chips(hand.fee),\n",
        "        fee=Chips(0),\n",
    ),
    Planted(
        "the first hand of a table is not written",
        HISTORIES,
        "    for hand in rows.order_by(",
        "    for hand in rows.exclude(number=1).order_by(",
    ),
)
