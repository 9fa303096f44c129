"""Faults in hands that are played action by action, and in the floor's rulings on them."""

from __future__ import annotations

from tests.simulator.planted.fault import Planted

LEGAL = "engine.poker.legal"
BETTING = "engine.poker.betting"
PLAY = "tables.services.hand_in_play"
RULINGS = "tables.services.rulings"

FAULTS = (
    Planted(
        "a raise may be a chip below the least",
        LEGAL,
        "    if to < lowest:\n",
        "    if to < lowest - betting.unit:\n",
    ),
    Planted(
        "a bet may be a chip above the most",
        LEGAL,
        "    if to > highest:\n",
        "    if to > highest + betting.unit and to > _reach(betting):\n",
    ),
    Planted(
        "the seat after the next one is to act",
        BETTING,
        "        place = self.actor + 1 - len(able)\n",
        "        place = self.actor + 2 - len(able)\n",
    ),
    Planted(
        "who has called must call again",
        BETTING,
        "        self.acted[place] = self.counted + 1\n        self.pending -= 1\n",
        "        self.acted[place] = self.counted + 1\n        self.pending -= not owed\n",
    ),
    Planted(
        "the pot-limit leaves out the call",
        BETTING,
        "highest = price + self.pot + price - own\n",
        "highest = price + self.pot\n",
    ),
    Planted(
        "a second raise adds no more than the first bet",
        BETTING,
        "            self.raise_size = max(self.raise_size, step)\n",
        "            self.raise_size = min(self.raise_size, step)\n",
    ),
    Planted(
        "somebody acts out of turn",
        "engine.poker.hand.hand",
        '            raise course.out_of_turn("fold", seat)\n',
        "            pass\n",
    ),
    Planted(
        "undo takes two things back",
        PLAY,
        "    hand.undo(at)\n",
        "    hand.undo(max(at - 1, 2))\n",
    ),
    Planted(
        "an old look at the hand rules",
        RULINGS,
        "    require_current(play, version)\n",
        "",
    ),
    Planted(
        "a ruling is applied that was not shown",
        RULINGS,
        "    if shown and shown != plan.digest:\n",
        "    if shown and not plan.digest:\n",
    ),
    Planted(
        "nobody says why a hand is called off",
        PLAY,
        "    if not reason.strip():\n",
        "    if not reason and not table.pk:\n",
    ),
    Planted(
        "the hand keeps the version that it had",
        PLAY,
        "    row.log, row.version = play.hand.to_json(), row.version + 1\n",
        "    row.log, row.version = play.hand.to_json(), row.version\n",
    ),
    Planted(
        "a hand is paid out by what was put in, the uncalled bet too",
        "engine.poker.settling.pots",
        "    put_in, returned = _without_uncalled(matched, live)\n",
        "    put_in, returned = dict(matched), {}\n",
    ),
)
