"""Roulette: bets on the mat, the spin that settles them, and the tray."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from django.db import transaction

from engine.roulette.bets import Catalogue, parse_bet
from engine.roulette.settle import require_bets
from engine.units import Chips
from eventnight.bank import services as bank
from eventnight.core.actors import Actor
from eventnight.core.audit import record
from eventnight.core.errors import BadRequest, Conflict, Forbidden, NotFound
from eventnight.core.press import Press
from eventnight.core.presses import counted_once
from eventnight.events.models import Player
from eventnight.events.services import require_may_play
from tables.lifecycles import BET, TABLE
from tables.models import Bet, BetState, Spin, Table
from tables.selectors.lookup import last_spin
from tables.selectors.spin_plan import open_bets, placed_of, plan_spin, require_chips_held
from tables.services.locks import lock_table
from tables.services.rounds import require_last, require_next, subject_of, take_back


class NewBet(NamedTuple):
    """Chips of a player for one bet, by its name: "split 8-11"."""

    player: Player
    bet: str
    chips: Chips


class SpinPosting(NamedTuple):
    """A spin in the books, and whether it answers a press that came again."""

    spin: Spin
    is_replay: bool = False

    @property
    def came_of(self) -> tuple[Spin]:
        return (self.spin,)

    @classmethod
    def again(cls, spin: Spin) -> SpinPosting:
        return cls(spin, is_replay=True)


@counted_once
def place_bets(*, table: Table, bets: Sequence[NewBet], press: Press) -> list[Bet]:
    """Lay bets on the mat, all or none. The chips stay the players' until the ball has fallen, but cannot be bet twice.

    A guest's own phone lays bets where the table takes them, until "no more bets".

    Raises BadRequest("no_bets"), Conflict: "table_closed", "player_withdrawn", "not_on_phones", "no_more_bets";
    Forbidden("not_your_bet"), UserFacingError: "not_checked_in", "bets_above_chips", "key_reused"; RuleError as
    ``engine.roulette.settle.require_bets`` does.
    Rules: WAS-13, WLIA-18, WLIA-19, WLIA-20.
    """
    table = lock_table(table)
    if not bets:
        raise BadRequest("no_bets", "No bet was entered. Choose a player and a chip, then tap the mat.")
    catalogue = Catalogue(table.catalogue)
    rows = [
        Bet(
            table=table,
            player=new.player,
            bet=str(parse_bet(new.bet, wheel=table.wheel_spec, catalogue=catalogue)),
            chips=new.chips,
            placed_at=press.at,
        )
        for new in bets
    ]
    TABLE.require("bet_on_phone" if press.by.is_player else "bet", table)
    _require_own(table, [new.player for new in bets], press)
    players = {new.player.pk: new.player for new in bets}.values()
    require_may_play(*players)
    require_bets(table.wheel_spec, placed_of(table, [*open_bets(table), *rows]), table.limits, catalogue=catalogue)
    placed = Bet.objects.bulk_create(rows)
    # Counted with the new ones: a refusal takes the whole press back.
    require_chips_held(table.event_id, players)
    record(
        table.event_id,
        press=press,
        action="bets.placed",
        subject=table.code,
        bets=[[bet.player.code, bet.bet, bet.chips] for bet in placed],
    )
    return placed


@transaction.atomic
def withdraw_bet(*, table: Table, bet_id: int, press: Press) -> Bet:
    """Take a bet off the mat before the ball has fallen, on a guest's phone before "no more bets". A second press
    changes nothing.

    Raises NotFound("unknown_bet"), Conflict: "bet_settled", "no_more_bets"; Forbidden("not_your_bet").
    """
    table = lock_table(table)
    bet = table.bets.select_related("player__person", "spin").filter(pk=bet_id).first()
    if bet is None:
        raise NotFound("unknown_bet", f"{table} has no such bet. Reload the page.", bet=bet_id)
    _require_own(table, [bet.player], press)
    if bet.is_withdrawn:
        return bet
    if press.by.is_player:
        TABLE.require("bet_on_phone", table)
    BET.make("withdraw", bet)
    bet.save(update_fields=["state"])
    record(
        table.event_id,
        press=press,
        action="bet.withdrawn",
        subject=table.code,
        bet=[bet.player.code, bet.bet, bet.chips],
    )
    return bet


@counted_once
def close_bets(*, table: Table, number: int, press: Press) -> Table:
    """No more bets: from now on no phone lays or takes back one for the spin to come. A second press changes nothing.

    number: the spin that was on the screen.

    Raises Conflict: "table_closed", "not_on_phones", "spin_already_settled", "spin_undone".
    """
    table = lock_table(table)
    TABLE.require("close_bets", table)
    require_next(table, last_spin(table), number, noun="spin")
    if table.bets_closed_at is None:
        _close_or_open(table, press.at)
        record(table.event_id, press=press, action="bets.closed", subject=subject_of(table, number, noun="spin"))
    return table


@counted_once
def open_bets_again(*, table: Table, number: int, press: Press) -> Table:
    """Phones may lay bets again: the ball did not roll after all. A second press changes nothing.

    number: of the spin that was on the screen.

    Raises Conflict: "table_closed", "not_on_phones", "spin_already_settled", "spin_undone", "number_known".
    """
    table = lock_table(table)
    TABLE.require("open_bets", table)
    require_next(table, last_spin(table), number, noun="spin")
    if table.spins.filter(number=number, undone_at__isnull=False).exists():
        raise Conflict(
            "number_known",
            f"Spin {number} was undone, so that the ball has fallen. Enter the right number; phones bet on the spin "
            "after it.",
            number=number,
        )
    if table.bets_closed_at is not None:
        _close_or_open(table, None)
        record(table.event_id, press=press, action="bets.opened", subject=table.code)
    return table


def _clear_for(table: Table, undone: Spin, press: Press) -> None:
    """Bets that were laid after a spin do not count for its number."""
    later = list(open_bets(table))
    for bet in later:
        BET.make("withdraw", bet)
    Bet.objects.bulk_update(later, ["state"])
    if later:
        told = [[bet.player.code, bet.bet, bet.chips] for bet in later]
        subject = subject_of(table, undone.number, noun="spin")
        record(table.event_id, press=press, action="bets.cleared", subject=subject, bets=told)


def _close_or_open(table: Table, at: datetime | None) -> None:
    table.bets_closed_at = at
    table.save(update_fields=["bets_closed_at"])


def _require_own(table: Table, players: Sequence[Player], press: Press) -> None:
    """A guest's phone touches no chips of others."""
    if press.by.is_player and any(Actor.player(player.code) != press.by for player in players):
        raise Forbidden("not_your_bet", f"That is not a bet of yours at {table}. Choose among your own.")


@counted_once
def spin(*, table: Table, number: int, pocket: str, press: Press) -> SpinPosting:
    """The ball fell into ``pocket``: settle every bet on the mat in one entry against the tray. A mat may be empty.

    number: the spin that was on the screen, one more than the last one. Where phones lay bets, "no more bets" comes
    before it, and the mat is open again after it.

    Raises Conflict: "table_closed", "spin_already_settled", "spin_undone", "bets_open"; UserFacingError:
    "bets_above_chips", "key_reused", "overdraft", naming the tray and how to fill it; RuleError("unknown_pocket").
    Rules: WLIA-17, WLIA-18, WLIA-19, WLIA-20.
    """
    table = lock_table(table)
    table.wheel_spec.require_pocket(pocket)
    TABLE.require("spin", table)
    require_next(table, last_spin(table), number, noun="spin")
    plan = plan_spin(table, pocket)
    posting = bank.settle_roulette(event=table.event, tray=table.code, nets=plan.nets, press=press)
    turned = Spin.objects.create(
        table=table,
        number=number,
        pocket=pocket,
        nets=plan.nets,
        settled_at=press.at,
        by_code=press.by.code,
        by_label=press.by.label,
        entry=posting.entry,
    )
    for paid in plan.paid:
        BET.make("settle", paid.bet)
        paid.bet.spin, paid.bet.returned = turned, paid.returned
    Bet.objects.bulk_update([paid.bet for paid in plan.paid], ["state", "spin", "returned"])
    if table.on_phones:
        _close_or_open(table, None)
    record(
        table.event_id,
        press=press,
        action="spin.settled",
        subject=subject_of(table, number, noun="spin"),
        pocket=pocket,
        nets=plan.nets,
    )
    return SpinPosting(turned)


@counted_once
def undo_spin(*, table: Table, number: int, reason: str, press: Press, may_reverse_any: bool) -> SpinPosting:
    """Take the last spin back: its chips return, and its bets lie on the mat again for the right number. Where phones
    bet, none adds to them, since a number is known, and what was laid for the spin after it is off the mat.

    Raises NotFound("no_spin"), Conflict: "table_closed", "spin_not_last"; BadRequest("reason_missing"),
    Forbidden: "not_your_entry", "entry_too_old"; UserFacingError("overdraft").
    """
    table = lock_table(table)
    TABLE.require("undo_spin", table)
    turned = _spin_to_undo(table, number)
    take_back(table, turned, reason=reason, press=press, may_reverse_any=may_reverse_any)
    if table.on_phones:
        _clear_for(table, turned, press)
        _close_or_open(table, press.at)
    turned.bets.update(state=BetState.PLACED, spin=None, returned=None)
    return SpinPosting(turned)


@counted_once
def fill_tray(*, table: Table, chips: Chips, press: Press) -> None:
    """Fill the tray from the bank. A second press changes nothing.

    Raises Conflict("table_closed"), BadRequest("chips_above_zero").
    """
    table = lock_table(table)
    TABLE.require("fill_tray", table)
    bank.float_tray(event=table.event, tray=table.code, chips=chips, press=press)


def _spin_to_undo(table: Table, number: int) -> Spin:
    return require_last(table, last_spin(table), number, noun="spin")
