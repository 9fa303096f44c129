"""Opening and closing tables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime

from django.db.models import Max

from engine.fees import BANDS, SCHEDULES
from engine.poker.between.kill import Kill, KillButton
from engine.poker.between.next_hand import play_with_kill
from engine.poker.between.stored import table_json
from engine.poker.between.table_state import TableState
from engine.poker.games.catalogue import CHOICES, GAMES
from engine.poker.house.bounds import require_bets_of, require_blinds_of, require_seats_of
from engine.poker.house.catalogue import HOUSES
from engine.poker.house.options import FirstButton
from engine.poker.house.rules import SMALLEST_POSSIBLE
from engine.poker.posted import POSTED
from engine.poker.stakes import chip_of_blinds
from engine.roulette.bets import Catalogue
from engine.roulette.settle import TableLimits
from engine.roulette.wheel import WHEELS
from engine.units import Chips
from eventnight.bank import services as bank
from eventnight.bank.ledger.refs import tray_chips
from eventnight.bank.models import Commodity, OwnerKind
from eventnight.bank.selectors.ledger.balances import balance_of, balances_by_code
from eventnight.core.audit import record
from eventnight.core.changes import lock_event
from eventnight.core.errors import BadRequest, UserFacingError
from eventnight.core.press import CAME_LATER, Press, PressContent
from eventnight.core.presses import counted_once
from eventnight.core.values.formats import chips_text
from eventnight.core.values.text import clean_text
from eventnight.events.house_settings import FEWEST_SEATS, MOST_SEATS
from eventnight.events.house_settings.turns import LONGEST_TURN, MOST_IN_BANK, SHORTEST_TURN
from eventnight.events.models import Event
from tables.lifecycles import TABLE
from tables.models import BetState, FeeBy, Seat, Table, TableKind
from tables.night_rules import changes_of_night
from tables.selectors.dealt.shuffles import the_shuffle
from tables.selectors.fees import fee_chips
from tables.selectors.lookup import seats_with_players
from tables.services.dealt.packs import give_up
from tables.services.dealt.shuffles import promise_next
from tables.services.locks import lock_table
from tables.services.seat_fees import HALF_HOUR, settle_half_hours
from tables.stakes import Terms, TypedStakes, stakes_columns, terms_of

HOLDEM = "holdem"

NOT_TYPED = TypedStakes()

LEFT_OF_DEALER = 1
"""Seat 1 is the one directly to the left of the person dealing, where the house gives it the button (WLIA-6)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NewPokerTable(PressContent):
    """A card table to be opened.

    house: a key of the engine, the event's own when empty; overrides: settings that differ from it, as ``house_of``
    takes them, on top of those in which the event differs from its own house. game: a game, or a choice that the button
    makes for each hand. kill: "half", "full" or empty. limit: a posted limit, which says the stakes by itself; empty
    for stakes of its own. fee_schedule: a key of the collection schedules, empty for none. fee_by: a name of ``FeeBy``;
    by the half-hour, the first one begins now. smallest_chip: the smallest at the table; when None that of the
    overrides or of the house, else the smallest that its blinds and antes are paid with, while fees are paid in any
    chip of the event. name: empty for the next number.
    """

    stakes: TypedStakes = NOT_TYPED
    seats_count: int
    house: str = ""
    overrides: Mapping[str, object] = field(default_factory=dict)
    game: str = HOLDEM
    kill: str = ""
    limit: str = ""
    fee_schedule: str = ""
    fee_by: str = FeeBy.HAND
    smallest_chip: Chips | None = None
    name: str = ""
    turn_seconds: int = field(default=0, metadata=CAME_LATER)
    bank_seconds: int = field(default=0, metadata=CAME_LATER)


@dataclass(frozen=True, slots=True, kw_only=True)
class NewRoulette(PressContent):
    """A roulette table to be opened. tray: chips that fill it from the bank. name: empty for the next number.
    on_phones: guests lay bets on their own phones, too.
    """

    wheel: str
    catalogue: str
    limits: TableLimits
    tray: Chips
    name: str = ""
    on_phones: bool = field(default=False, metadata=CAME_LATER)


@counted_once
def open_poker_table(*, event: Event, new: NewPokerTable, press: Press) -> Table:
    """Open a card table with its seats. A second press returns the table of the first.

    Raises BadRequest: "unknown_house", "unknown_game", "unknown_limit", "unknown_schedule", "unknown_kill",
    "blinds_missing"; UserFacingError: "table_seats", "table_stakes", "buy_in_range", "fee_not_payable",
    "chip_not_owned", "turn_seconds"; RuleError: "unknown_setting", "bad_setting", "limit_contradicted",
    "limit_changes_late", "stakes", "kill_not_offered", "kill_needs_limits", "fee_not_in_chips", "too_many_seats",
    "small_blind_not_half". Rules: BIS-3, BIS-5, WAS-5, WLIA-5, WLIA-6, WLIA-12, CAN-24, ANG-30, ANG-31, ANG-32, ANG-36,
    ANG-37, ANG-38, ANG-39, BIS-16.
    """
    event = lock_event(event.pk).event
    table = new_table(event, TableKind.POKER, new.name, press.at)
    table.house, table.game = new.house or event.house, new.game
    table.fee_schedule, table.seats_count = new.fee_schedule, new.seats_count
    table.fee_by = new.fee_by or FeeBy.HAND
    table.night_rules, table.overrides = dict(changes_of_night(event, table.house)), dict(new.overrides)
    _require_known_keys(table, new.limit)
    _require_possible_seats(table)
    _set_terms(table, terms_of(new.stakes, table.house_rules, limit=new.limit))
    require_blinds_of(table.house_rules, table.stakes.small_blind, table.stakes.big_blind)
    require_bets_of(table.house_rules, *table.stakes.largest_bets)
    named = new.smallest_chip or _named_chip(table)
    table.smallest_chip = named or _chip_of_blinds(table)
    _require_owned_chip(table)
    _require_payable_stakes(table)
    _price_fee(table, chip=named or Chips(event.house_settings.bank.smallest_chip))
    if table.charges_seats:
        table.seat_fee_due_at = press.at + HALF_HOUR
    table.state = table_json(first_state(table, new.kill))
    if new.turn_seconds:
        _require_turns(new)
        table.turn_seconds, table.bank_seconds = new.turn_seconds, new.bank_seconds
    table.save()
    Seat.objects.bulk_create(Seat(table=table, number=number) for number in range(1, new.seats_count + 1))
    if table.is_dealt:
        promise_next(table, press)
    record(
        event.pk,
        press=press,
        action="table.opened",
        subject=table.code,
        house=table.house,
        overrides=table.changes,
        game=table.game,
    )
    return table


@counted_once
def open_roulette(*, event: Event, new: NewRoulette, press: Press) -> Table:
    """Open a roulette table and fill its tray from the bank. A second press returns the table of the first.

    Raises BadRequest: "unknown_wheel", "unknown_catalogue", "chips_above_zero".
    Rules: WLIA-17, WLIA-20.
    """
    event = lock_event(event.pk).event
    _require_known("wheel", new.wheel, tuple(WHEELS), "WLIA-17")
    _require_known("catalogue", new.catalogue, tuple(Catalogue), "WLIA-20")
    table, limits = new_table(event, TableKind.ROULETTE, new.name, press.at), new.limits
    table.wheel, table.catalogue = new.wheel, new.catalogue
    table.on_phones = new.on_phones
    table.smallest_chip = event.house_settings.bank.smallest_chip
    table.lowest_bet, table.highest_bet, table.highest_spin = limits.lowest_bet, limits.highest_bet, limits.highest_spin
    table.save()
    bank.float_tray(event=event, tray=table.code, chips=new.tray, press=press)
    record(event.pk, press=press, action="roulette.opened", subject=table.code, wheel=new.wheel, tray=new.tray)
    return table


@counted_once
def close_table(*, table: Table, press: Press) -> Table:
    """Close a table on whose seats no chips lie; its tray goes back to the bank. Players of empty seats leave.

    Closing a closed table changes nothing.

    Raises UserFacingError: "seats_hold_chips", "bets_on_mat".
    """
    table = lock_table(table)
    if not table.is_open:
        return table
    settle_half_hours(table, press.at)
    TABLE.make("close", table)
    if table.is_roulette:
        _require_no_open_bets(table)
    else:
        _require_no_chips_on_seats(table)
        table.seats.update(player=None, sat_down_at=None)
        table.state = table_json(replace(table.between, players={}))
    if table.is_roulette or balance_of(table.event_id, tray_chips(table.code)):
        bank.return_tray(event=table.event, tray=table.code, press=press)
    if table.is_dealt:
        give_up(the_shuffle(table))
    table.closed_at, table.seat_fee_due_at, table.bets_closed_at = press.at, None, None
    table.save(update_fields=["status", "closed_at", "state", "seat_fee_due_at", "bets_closed_at"])
    record(table.event_id, press=press, action="table.closed", subject=table.code)
    return table


def new_table(event: Event, kind: TableKind, name: str, now: datetime) -> Table:
    highest = Table.objects.filter(event=event, kind=kind).aggregate(number=Max("number"))["number"] or 0
    usual = f"{'Roulette' if kind == TableKind.ROULETTE else 'Table'} {highest + 1}"
    return Table(event=event, kind=kind, number=highest + 1, name=clean_text(name) or usual, opened_at=now)


def _named_chip(table: Table) -> Chips | None:
    """The smallest chip that this table, its night or its house names. Rules: WLIA-1, WLIA-4."""
    named = table.house_rules.smallest_chip
    if "smallest_chip" in table.changes:
        return named
    return Chips(max(named, table.event.house_settings.bank.smallest_chip)) if named > SMALLEST_POSSIBLE else None


def smallest_chip_of(table: Table) -> Chips:
    """The smallest chip that is named for the table, else that of the night's set. Rules: CAN-24."""
    return _named_chip(table) or Chips(table.event.house_settings.bank.smallest_chip)


def _chip_of_blinds(table: Table) -> Chips:
    """Rules: CAN-24."""
    bank = table.event.house_settings.bank
    return chip_of_blinds(table.stakes, [chip.value for chip in bank.chip_set]) or Chips(bank.smallest_chip)


def _set_terms(table: Table, terms: Terms) -> None:
    for column, value in stakes_columns(terms.stakes).items():
        setattr(table, column, value)
    table.limit, table.lowest_buy_in, table.highest_buy_in = terms.limit, terms.lowest_buy_in, terms.highest_buy_in


def _require_known_keys(table: Table, limit: str) -> None:
    _require_known("house", table.house, tuple(HOUSES))
    _require_known("game", table.game, (*GAMES, *CHOICES), "ANG-30")
    if limit:
        _require_known("limit", limit, tuple(POSTED), "ANG-36")
    _require_known("fee_by", table.fee_by, tuple(FeeBy), "ANG-37")
    if table.fee_schedule:
        _require_known("schedule", table.fee_schedule, tuple(SCHEDULES), "ANG-36")


def _require_known(what: str, key: str, known: tuple[str, ...], *rules: str) -> None:
    if key not in known:
        raise BadRequest(
            f"unknown_{what}",
            f"“{key}” is no {what} here. Choose one of: {', '.join(known)}.",
            rules=rules,
            **{what: key},
        )


def _require_possible_seats(table: Table) -> None:
    if not FEWEST_SEATS <= table.seats_count <= MOST_SEATS:
        raise UserFacingError(
            "table_seats",
            f"A table of {table.seats_count} seats cannot be opened. It has {FEWEST_SEATS} to {MOST_SEATS}.",
            rules=("BIS-3",),
            seats=table.seats_count,
        )
    require_seats_of(table.house_rules, table.seats_count)


def _require_turns(new: NewPokerTable) -> None:
    """Rules: BIS-16."""
    for what, seconds, least, most in (
        ("A turn", new.turn_seconds, SHORTEST_TURN, LONGEST_TURN),
        ("The time bank", new.bank_seconds, 0, MOST_IN_BANK),
    ):
        if not least <= seconds <= most:
            raise UserFacingError(
                "turn_seconds",
                f"{what} has {seconds} seconds. It has {least} to {most}.",
                rules=("BIS-16",),
                seconds=seconds,
            )


def _require_owned_chip(table: Table) -> None:
    """No pot is split in chips that nobody has. Rules: WLIA-1, CAN-24."""
    unit = table.event.house_settings.bank.smallest_chip
    if table.smallest_chip % unit:
        raise UserFacingError(
            "chip_not_owned",
            f"The smallest chip in play cannot be {table.smallest_chip}: the smallest of this night is {unit}. Take "
            f"{unit}, or a multiple of it.",
            rules=("WLIA-1", "CAN-24"),
            smallest_chip=table.smallest_chip,
            smallest_owned=unit,
        )


def _require_payable_stakes(table: Table) -> None:
    """Chips of the table must be able to pay what is posted."""
    unit, stakes = table.smallest_chip, table.stakes
    posted = {
        "small blind": stakes.small_blind,
        "big blind": stakes.big_blind,
        "smallest bet": stakes.small_bet,
        "big bet": stakes.big_bet,
        "ante": stakes.ante,
        "most for a bet in the early rounds": stakes.early_most,
        "most for a bet in the late rounds": stakes.late_most,
        "most for one bet": stakes.ceiling or 0,
    }
    unpayable = [name for name, chips in posted.items() if chips % unit]
    if unpayable or stakes.small_blind < 1:
        told = ", ".join(f"{_article(name)} {name} of {posted[name]}" for name in unpayable or ["small blind"])
        raise UserFacingError(
            "table_stakes",
            f"Chips of {unit} and more cannot pay {told}. Use multiples of {unit}, {unit} at least.",
            rules=("CAN-24", "WLIA-1"),
            smallest_chip=unit,
            **{name.replace(" ", "_"): posted[name] for name in unpayable},
        )


def _article(name: str) -> str:
    if name.startswith(("most", "smallest")):
        return "the"
    return "an" if name == "ante" else "a"


def first_state(table: Table, kill: str) -> TableState:
    """Nobody sits yet; where the house deals for the button, nobody has it. Rules: WLIA-6, WAS-4, ANG-32."""
    house = table.house_rules
    if kill:
        _require_known("kill", kill, tuple(kind.name.lower() for kind in Kill), "ANG-32")
    button = LEFT_OF_DEALER if house.first_button is FirstButton.LEFT_OF_DEALER else None
    state = TableState(seats=table.seats_count, first_button=button)
    disc = KillButton(kind=Kill[kill.upper()]) if kill else None
    return play_with_kill(state, disc, house=house, stakes=table.stakes)


def _price_fee(table: Table, *, chip: Chips) -> None:
    """What a chip stands for follows from the price of a re-buy; every posted fee must be payable in such chips.

    chip: the smallest that pays a fee.
    """
    if not table.fee_schedule:
        return
    prices = table.event.house_settings.bank
    if prices.rebuy_price % prices.rebuy_chips:
        raise UserFacingError(
            "fee_not_payable",
            f"A re-buy gives {chips_text(prices.rebuy_chips)} chips for {prices.rebuy_price} cents, so a chip stands "
            "for no whole number of cents and a fee cannot be taken in chips. Change the re-buy, or post no schedule.",
            rules=("ANG-37",),
        )
    table.chip_value = prices.rebuy_price // prices.rebuy_chips
    if table.posted is not None:
        own = table.event.house_settings.tables.own_fees_of(table.posted.fee_line, table.fee_schedule)
        table.own_fees = None if own is None else list(own)
    for band in BANDS:
        fee = fee_chips(table, band[0])
        if fee % chip:
            raise UserFacingError(
                "fee_not_payable",
                f"The fee of {fee} chips for {band[0]} to {band[-1]} players cannot be paid with chips of "
                f"{chip} and more. Play with a smaller chip, or post another schedule.",
                rules=("ANG-37",),
                fee=fee,
                smallest_chip=chip,
            )


def _require_no_open_bets(table: Table) -> None:
    count = table.bets.filter(state=BetState.PLACED).count()
    if count:
        raise UserFacingError(
            "bets_on_mat",
            f"{count} bets still lie on the mat of {table}. Spin, or remove them, then close it.",
            bets=count,
        )


def _require_no_chips_on_seats(table: Table) -> None:
    held = balances_by_code(table.event_id, Commodity.CHIPS, OwnerKind.SEAT)
    left = [seat for seat in seats_with_players(table) if held.get(f"{table.code}-{seat.number}")]
    if left:
        told = ", ".join(
            f"seat {seat.number} ({seat.sitter.person}) {chips_text(held[f'{table.code}-{seat.number}'])}"
            for seat in left
        )
        raise UserFacingError(
            "seats_hold_chips",
            f"Chips still lie at {table}: {told}. Let these players leave their seats first.",
            seats=[seat.number for seat in left],
        )
