"""Poker as it is played anywhere."""

from __future__ import annotations

from dataclasses import replace

from engine.poker.house.standard import STANDARD

HOUSE = replace(STANDARD, key="card_night", name="Standard card night")
