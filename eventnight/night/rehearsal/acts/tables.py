"""The card tables and the wheel of a scripted evening."""

from __future__ import annotations

from typing import Any

from django.db.models import Sum

from engine.cards import JOKER, full_deck
from engine.poker.settling.settlement import SeatEnd
from engine.roulette.bets import Catalogue, legal_bets
from engine.roulette.settle import TableLimits
from engine.units import Chips
from eventnight.bank.ledger.refs import player_chips
from eventnight.bank.models import Commodity, OwnerKind
from eventnight.bank.selectors import balance_of, balances_by_code
from eventnight.events.models import Player
from eventnight.night.rehearsal.acts.hands import decide_button
from eventnight.night.rehearsal.stage import Script, Stage
from tables.models import Bet, BetState, Table
from tables.models.seat import seat_code
from tables.selectors.hand_plan import HandEnd
from tables.selectors.lookup import seats_with_players
from tables.selectors.tables import TableView, table_view
from tables.services import NewPokerTable, NewRoulette
from tables.services.floor import close_table, open_poker_table, open_roulette
from tables.services.hands import settle_hand
from tables.services.roulette import NewBet, place_bets, spin
from tables.services.seats import leave_seat, seat_player, top_up
from tables.stakes import TypedStakes

BUY_IN = 500
MINUTES_A_HAND = 2.5
MINUTES_A_SPIN = 4
PLAYERS_AT_THE_WHEEL = 6
STAYS_IN = 0.45
MOST_BLINDS = 6


def open_card_table(stage: Stage, players: list[Player], game: str = "holdem") -> Table:
    """A table under the event's stakes; each of the players sits down with part of the chips held."""
    stakes = stage.event.house_settings.tables
    table = open_poker_table(
        event=stage.event,
        new=NewPokerTable(
            stakes=TypedStakes() if stakes.limit else TypedStakes.of(stakes),
            game=game,
            seats_count=stakes.seats,
            limit=stakes.limit,
            kill=stakes.kill,
            fee_schedule=stakes.fee_schedule,
        ),
        press=stage.press_now(),
    )
    for seat, player in enumerate(players[: stakes.seats], start=1):
        held = balance_of(stage.event.pk, player_chips(player.code))
        chips = min(held, table.highest_buy_in or held, max(BUY_IN, 20 * table.big_blind))
        if chips >= (table.lowest_buy_in or table.big_blind):
            _sit_down(stage, table, seat, player, chips)
    table.refresh_from_db()
    if table.between.players and table.between.first_button is None:
        decide_button(stage, table)
        table.refresh_from_db()
    return table


def play_hands(stage: Stage, table: Table, hands: int) -> Script:
    """Play that many hands, or fewer when only one seat has chips left."""
    for _ in range(hands):
        _keep_seats_in_chips(stage, table)
        table.refresh_from_db()
        view = table_view(table)
        if view.button is None:
            return
        yield MINUTES_A_HAND
        settle_hand(
            table=table,
            number=view.next_number,
            end=_play_one(stage, view),
            press=stage.press_now(),
        )


def close_card_table(stage: Stage, table: Table) -> None:
    """Everybody leaves with what they hold, and the table closes."""
    for seat in seats_with_players(table).filter(player__isnull=False):
        leave_seat(table=table, seat=seat.number, press=stage.press_now())
    close_table(table=table, press=stage.press_now())


def open_wheel(stage: Stage) -> Table:
    """The roulette table of the event's settings, its tray filled."""
    chosen = stage.event.house_settings.roulette
    return open_roulette(
        event=stage.event,
        new=NewRoulette(
            wheel=chosen.wheel,
            catalogue=chosen.catalogue,
            limits=TableLimits(lowest_bet=Chips(chosen.minimum_bet), highest_bet=Chips(chosen.maximum_bet)),
            tray=Chips(chosen.tray),
        ),
        press=stage.press_now(),
    )


def lay_bets(stage: Stage, table: Table, players: list[Player]) -> None:
    """Each player lays one to three bets, as far as the chips reach."""
    catalogue = legal_bets(table.wheel_spec, Catalogue(table.catalogue))
    for player in players:
        held = balance_of(stage.event.pk, player_chips(player.code)) // 4
        bets = []
        for bet in stage.chance.sample(catalogue, stage.chance.randint(1, 3)):
            chips = min(stage.chance.choice((10, 20, 50)), held - held % table.smallest_chip)
            if chips >= (table.lowest_bet or 1):
                bets.append(NewBet(player, str(bet), Chips(chips)))
                held -= chips
        if bets:
            place_bets(table=table, bets=bets, press=stage.press_now())


def play_wheel(stage: Stage, table: Table, players: list[Player], spins: int) -> Script:
    """That many rounds: some of the players bet, the ball falls, every bet on the mat is settled."""
    for number in range(1, spins + 1):
        lay_bets(stage, table, stage.pick(players, PLAYERS_AT_THE_WHEEL))
        yield MINUTES_A_SPIN
        pocket = stage.chance.choice(table.wheel_spec.pockets)
        spin(table=table, number=number, pocket=pocket, press=stage.press_now())


def close_wheel(stage: Stage, table: Table) -> None:
    """The tray goes back to the bank."""
    close_table(table=table, press=stage.press_now())


def _sit_down(stage: Stage, table: Table, seat: int, player: Player, chips: int) -> None:
    seat_player(
        table=table,
        seat=seat,
        player=player,
        chips=Chips(chips),
        press=stage.press_now(),
    )


def _keep_seats_in_chips(stage: Stage, table: Table) -> None:
    """Who cannot post the big blind brings more chips, or leaves the seat."""
    stacks = _stacks(table)
    for seat in seats_with_players(table).filter(player__isnull=False).exclude(number__in=stacks):
        held = _off_the_mat(stage, seat.sitter)
        chips = min(held - held % table.smallest_chip, BUY_IN, table.highest_buy_in or held)
        common: dict[str, Any] = {"table": table, "seat": seat.number, "press": stage.press_now()}
        if chips >= table.big_blind:
            top_up(chips=Chips(chips), **common)
        else:
            leave_seat(**common)


def _off_the_mat(stage: Stage, player: Player) -> int:
    """The chips in a player's hand that do not lie on a bet."""
    bets = Bet.objects.filter(player=player, state=BetState.PLACED).aggregate(chips=Sum("chips"))["chips"] or 0
    return balance_of(stage.event.pk, player_chips(player.code)) - bets


def _stacks(table: Table) -> dict[int, int]:
    """Chips by occupied seat, of the seats that have any."""
    held = balances_by_code(table.event_id, Commodity.CHIPS, OwnerKind.SEAT)
    occupied = seats_with_players(table).filter(player__isnull=False)
    chips = {seat.number: held.get(seat_code(table, seat.number), 0) for seat in occupied}
    return {number: stack for number, stack in chips.items() if stack >= table.big_blind}


def _play_one(stage: Stage, view: TableView) -> HandEnd:
    """A hand to the showdown: some fold, the others call one price as far as their chips go."""
    table, stacks = view.table, view.stacks
    chance, unit = stage.chance, table.smallest_chip
    seats = sorted(view.to_come.dealt_in)
    game = chance.choice(table.games)
    pack = (*full_deck(), JOKER) if game.has_bug else full_deck()
    deck = chance.sample(pack, len(pack))
    board, rest = tuple(deck[: game.board_cards]), deck[game.board_cards :]
    live = [seat for seat in seats if chance.random() < STAYS_IN]
    live = (live if len(live) > 1 else chance.sample(seats, 2))[: len(rest) // game.hole_cards]
    hands = {seat: tuple(rest[at * game.hole_cards : (at + 1) * game.hole_cards]) for at, seat in enumerate(live)}
    price = unit * chance.randint(table.big_blind // unit, MOST_BLINDS * table.big_blind // unit)
    ends = []
    for seat in seats:
        paid = min(price, stacks[seat] - stacks[seat] % unit)
        if seat not in live:
            paid = min(paid, chance.choice((0, 0, table.small_blind, table.big_blind)))
        ends.append(SeatEnd(seat=seat, contributed=Chips(paid), is_live=seat in live, cards=hands.get(seat)))
    assert view.button is not None
    return HandEnd(button=view.button, seats=tuple(ends), board=board, game=game.key)
