"""Of the card tables and the wheels."""

from __future__ import annotations

from tests.simulator.planted.fault import Planted

FAULTS = (
    Planted(
        "an undone hand leaves blinds paid that were owed",
        "tables.services.hands",
        "return replace(before, players={seat: before.players.get(seat, who) for seat, who in now.players.items()})",
        "return replace(before, players=now.players)",
    ),
    Planted(
        "a closed table keeps its players on their seats",
        "tables.services.floor",
        "        table.seats.update(player=None, sat_down_at=None)\n",
        "",
    ),
    Planted(
        "a table of another house plays the changes of the night",
        "tables.night_rules",
        "return event.house_settings.poker if house == event.house else NO_CHANGES",
        "return event.house_settings.poker",
    ),
    Planted(
        "who asked to sit out during a hand is dealt in again",
        "tables.selectors.between",
        "return replace(made.table, players=back)",
        "return replace(made.table, players=after)",
    ),
    Planted(
        "the table fee follows those who did not fold",
        "tables.selectors.hand_plan",
        "return hand_fee(table, len(end.seats))",
        "return hand_fee(table, sum(each.is_live for each in end.seats))",
    ),
    Planted(
        "odd chips go to the lowest seat",
        "engine.poker.settling.awards",
        "in_order, unit = left_of_button(winners, self.button), self",
        "in_order, unit = sorted(winners), self",
    ),
    Planted(
        "the cap comes one raise early",
        "engine.poker.betting",
        "else house.raises_per_round + 1",
        "else house.raises_per_round",
    ),
    Planted(
        "undone spins stay among the numbers of the night",
        "eventnight.night.selectors.tonight",
        "filter(table__in=[table.id for table in found], undone_at__isnull=True)",
        "filter(table__in=[table.id for table in found])",
    ),
    Planted(
        "chips added to a bet do not count with those there",
        "engine.roulette.settle",
        "on_bet[each.owner, each.bet] = on_bet.get((each.owner, each.bet), 0) + each.chips",
        "on_bet[each.owner, each.bet] = each.chips",
    ),
    Planted(
        "the next spin at a wheel follows one that was undone",
        "tables.selectors.roulette",
        "tuple(table.spins.filter(undone_at__isnull=True).order_by(",
        "tuple(table.spins.order_by(",
    ),
    Planted(
        "the most for a spin is that for a bet",
        "tables.services.floor",
        "= limits.lowest_bet, limits.highest_bet, limits.highest_spin",
        "= limits.lowest_bet, limits.highest_bet, limits.highest_bet",
    ),
)
