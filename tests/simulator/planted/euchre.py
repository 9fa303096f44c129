"""Faults in euchre hands as they are entered at the table."""

from __future__ import annotations

from tests.simulator.planted.fault import Planted

TOLD = "engine.euchre.told"
SCORING = "engine.euchre.scoring"

FAULTS = (
    Planted(
        "the partner may assist everywhere",
        TOLD,
        "        house.partner_must_go_alone\n",
        "        house.partner_must_go_alone is None\n",
    ),
    Planted(
        "somebody is named who played alone though nobody did",
        TOLD,
        "    if not result.makers_alone:\n",
        "    if not result.makers_alone and told.maker is None:\n",
    ),
    Planted(
        "the maker's partner plays alone where only the maker may",
        TOLD,
        "LoneMakers.MAKER_ONLY and told.maker not in (None, told.lone_maker):\n",
        "LoneMakers.MAKER_ONLY and told.maker is None:\n",
    ),
    Planted(
        "a defender plays alone in every house",
        TOLD,
        "    if result.defender_alone and not house.lone_defender:\n",
        "    if result.defender_alone and result.makers_alone and not house.lone_defender:\n",
    ),
    Planted(
        "the Benny is turned up where there is none",
        TOLD,
        "        if not house.with_benny:\n",
        "        if house.dealer_must_choose and not house.with_benny:\n",
    ),
    Planted(
        "all pass where the dealer must choose",
        TOLD,
        "        if house.dealer_must_choose:\n",
        "        if house.dealer_must_choose and told.dealer is not None:\n",
    ),
    Planted(
        "another side than the makers made trump",
        TOLD,
        "    for seat in (told.maker, told.lone_maker):\n",
        "    for seat in (told.lone_maker,):\n",
    ),
    Planted(
        "a lone march is worth a march",
        SCORING,
        "scale.lone_march if makers_alone else scale.march",
        "scale.march",
    ),
    Planted(
        "a revoke against somebody alone is worth any other",
        SCORING,
        "scale.revoke_against_lone if opponents_alone else scale.revoke",
        "scale.revoke",
    ),
)
