"""Faults of tables and matches where the system deals."""

from __future__ import annotations

from tests.simulator.planted.fault import Planted

TABLE_TURNS = "tables.services.dealt.turns"
TABLE_READY = "tables.services.dealt.ready"
PACKS = "tables.services.dealt.packs"
TURNS = "tournaments.services.dealt.turns"
READY = "tournaments.services.dealt.ready"
ENDING = "tournaments.services.dealt.ending"

FAULTS = (
    Planted(
        "a phone acts in a hand that has gone on",
        TABLE_TURNS,
        "    require_current(play, version)\n",
        "",
    ),
    Planted(
        "a phone is ready for a pack that is dealt",
        TABLE_READY,
        "    require_current(shuffle, sign.serial)\n",
        "",
    ),
    Planted(
        "a host gives time, and the turn ends as before",
        PACKS,
        "    pack.turn_ends_at = max(pack.turn_ends_at, pack.paused_at or now) + GIVEN_TIME\n",
        "    pack.turn_ends_at = max(pack.turn_ends_at, pack.paused_at or now)\n",
    ),
    Planted(
        "a turn loses the time of a pause",
        PACKS,
        "    pack.move_times(now - pack.paused_at)\n",
        "",
    ),
    Planted(
        "the next pack forgets that play is paused",
        PACKS,
        "pack.banks, pack.missed, pack.paused_at = after.banks, after.missed, after.paused_at",
        "pack.banks, pack.missed = after.banks, after.missed",
    ),
    Planted(
        "a card is played out of turn",
        TURNS,
        "    if hand.turn is None or hand.turn + 1 != seat:\n",
        "    if hand.turn is None:\n",
    ),
    Planted(
        "a card is played in a match that is paused",
        TURNS,
        "    require_not_paused(deal)\n    if not deal.is_dealt",
        "    if not deal.is_dealt",
    ),
    Planted(
        "an older page plays a card",
        TURNS,
        "if not deal.is_dealt or deal.version != version:",
        "if not deal.is_dealt:",
    ),
    Planted(
        "one team alone is ready, and a hand is dealt",
        READY,
        "    return len({seat % 2 for seat in ready}) == 2\n",
        "    return bool(ready)\n",
    ),
    Planted(
        "the same player deals every hand of a match",
        "tournaments.selectors.dealt.deals",
        "else seat_of(place, match) % SEATS + 1",
        "else seat_of(place, match)",
    ),
    Planted(
        "a dealt hand counts for the other team",
        ENDING,
        "makers=match.sides[result.makers],",
        "makers=match.sides[1 - result.makers],",
    ),
    Planted(
        "a phone is ready at a match that it does not play",
        READY,
        "    seat = own_seat(match, player)\n",
        "    seat = next((n for n, one in players_at(match).items() if one.pk == player.pk), 1)\n",
    ),
    Planted(
        "a match is scored by hand while the system deals it",
        "tournaments.services.score.euchre_hands",
        '    if deal is not None:\n        raise Conflict(\n            "hand_is_dealt",',
        '    if False:\n        raise Conflict(\n            "hand_is_dealt",',
    ),
)
