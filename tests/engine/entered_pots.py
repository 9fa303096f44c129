"""Pots of contributions as staff enter them: checked, then cut."""

from __future__ import annotations

from collections.abc import Sequence

from engine.poker.settling.pots import Contribution, PotList, pots_in_play, require_possible_chips


def make_pots(contributions: Sequence[Contribution]) -> PotList:
    require_possible_chips(contributions)
    return pots_in_play(contributions)
