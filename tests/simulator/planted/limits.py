"""Faults in posted limits, and in what somebody sits down with."""

from __future__ import annotations

from tests.simulator.planted.fault import Planted

SEATS = "tables.services.seats"
POSTED = "engine.poker.posted"
STAKES = "tables.stakes"

FAULTS = (
    Planted(
        "the lowest buy-in is too little",
        SEATS,
        "    if lowest and 0 < chips < lowest:\n",
        "    if lowest and 0 < chips <= lowest:\n",
    ),
    Planted(
        "nobody is asked for the lowest buy-in",
        SEATS,
        "    if lowest and 0 < chips < lowest:\n",
        "    if lowest and 0 < chips < table.smallest_chip:\n",
    ),
    Planted(
        "the highest buy-in is too much",
        SEATS,
        "    if highest and chips > highest:\n",
        "    if highest and chips >= highest:\n",
    ),
    Planted(
        "somebody sits down with a chip more than the highest buy-in",
        SEATS,
        "    if highest and chips > highest:\n",
        "    if highest and chips > highest + table.smallest_chip:\n",
    ),
    Planted(
        "what lies there does not count when somebody tops up",
        SEATS,
        "    if held + chips > highest:\n",
        "    if chips > highest:\n",
    ),
    Planted(
        "a top-up to the highest buy-in is too much",
        SEATS,
        "    if held + chips > highest:\n",
        "    if held + chips >= highest:\n",
    ),
    Planted(
        "the buy-in of a posted limit is not kept",
        STAKES,
        "            lowest_buy_in=posted.lowest_buy_in,\n            highest_buy_in=posted.highest_buy_in,\n",
        "",
    ),
    Planted(
        "a number beside the posted limit is passed over",
        STAKES,
        "        require_same(posted, typed.said)\n",
        "",
    ),
    Planted(
        "a house with one size of bet plays a limit with two",
        STAKES,
        "        require_posted(posted, house)\n",
        "",
    ),
    Planted(
        "a posted limit is played at no limit, whatever is chosen",
        STAKES,
        "        posted = posted_limit(limit, structure=typed.wanted_structure)\n",
        "        posted = posted_limit(limit)\n",
    ),
    Planted(
        "the big blind of a posted limit is a twentieth of the buy-in",
        POSTED,
        "    big_blind = least // BLINDS_IN_LOWEST_BUY_IN\n",
        "    big_blind = least // BLINDS_IN_LOWEST_BUY_IN // 2\n",
    ),
    Planted(
        "a night keeps its own stakes beside a posted limit",
        "eventnight.events.house_settings.table_section",
        "        if self.posted is None:\n            return\n        try:",
        "        if self.posted is None or self.big_blind == 0:\n            return\n        try:",
    ),
)
