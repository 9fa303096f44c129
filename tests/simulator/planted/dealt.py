"""Faults of tables, matches and flights where the system deals, and of wheels where phones bet."""

from __future__ import annotations

from tests.simulator.planted.fault import Planted

TABLE_TURNS = "tables.services.dealt.turns"
TABLE_READY = "tables.services.dealt.ready"
PACKS = "tables.services.dealt.packs"
TURNS = "tournaments.services.dealt.turns"
READY = "tournaments.services.dealt.ready"
ENDING = "tournaments.services.dealt.ending"
BUST_OUTS = "tournaments.services.flight.bust_outs"
DEALT_FLIGHTS = "tournaments.services.hands.dealt"
WHEEL = "tables.services.roulette"

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
        "    if hand.turn + 1 != seat:\n",
        "    if False:\n",
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
        "tournaments.selectors.dealt.deals",
        '    if deal is not None:\n        raise Conflict(\n            "hand_is_dealt",',
        '    if False:\n        raise Conflict(\n            "hand_is_dealt",',
    ),
    Planted(
        "the floor puts a player out where the system deals",
        BUST_OUTS,
        "    _require_dealt_out(flight, out)\n",
        "",
    ),
    Planted(
        "the floor counts where the system deals",
        "tournaments.lifecycles",
        "BY_PEOPLE = Need(lambda flight: not flight.is_dealt,",
        "BY_PEOPLE = Need(lambda flight: True,",
    ),
    Planted(
        "a flight that its hand has decided does not end",
        DEALT_FLIGHTS,
        "    if not flight.is_decided:\n        return\n    for number",
        "    if True:\n        return\n    for number",
    ),
    Planted(
        "a decided flight keeps a pack to play with",
        DEALT_FLIGHTS,
        "            _put_away(table, pack, flight, press)\n",
        "            pass\n",
    ),
    Planted(
        "hands go on while the clock of a dealt flight stands",
        DEALT_FLIGHTS,
        "    if flight.is_decided or not flight.is_running or not _clock_runs(flight, press.at):\n",
        "    if flight.is_decided or not flight.is_running:\n",
    ),
    Planted(
        "a phone bets after no more bets",
        WHEEL,
        '    TABLE.require("bet_on_phone" if press.by.is_player else "bet", table)\n',
        '    TABLE.require("bet", table)\n',
    ),
    Planted(
        "a phone takes back the bet of somebody else",
        WHEEL,
        "    _require_own(table, [bet.player], press)\n",
        "",
    ),
    Planted(
        "a phone takes a bet back after no more bets",
        WHEEL,
        '    if press.by.is_player:\n        TABLE.require("bet_on_phone", table)\n',
        "",
    ),
    Planted(
        "after a spin phones cannot bet on the next",
        WHEEL,
        "    if table.on_phones:\n        _close_or_open(table, None)\n",
        "",
    ),
    Planted(
        "a spin is settled while phones still bet",
        "tables.lifecycles",
        "MAT_CLOSED = Need(lambda table: not table.takes_bets,",
        "MAT_CLOSED = Need(lambda table: True,",
    ),
    Planted(
        "phones bet again on a number that is known",
        WHEEL,
        "    if table.spins.filter(number=number, undone_at__isnull=False).exists():\n",
        "    if False:\n",
    ),
    Planted(
        "what is laid after an undone spin counts for its number",
        WHEEL,
        "        _clear_for(table, turned, press)\n",
        "",
    ),
)
