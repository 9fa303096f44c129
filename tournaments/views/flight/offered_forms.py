"""The forms of the floor: which of them a flight, a player and the address call for, and how each is made."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.forms import Form

from eventnight.bank.selectors import tills_of
from eventnight.bank.views.frame import till_in_use
from eventnight.core.web.requests import StaffRequest
from tournaments.forms.flight import (
    BagForm,
    BustForm,
    CountsForm,
    DrawForm,
    EnterAllForm,
    EnterForm,
    FinalForm,
    FloorSaleForm,
    MoveForm,
    StartLevelForm,
)
from tournaments.forms.races import RaceForm
from tournaments.forms.seating import BreakOrderForm, ButtonForm, HoldForm, RefuseForm
from tournaments.selectors.clock.clock_view import structure_of
from tournaments.selectors.flight.bust_plan import bust_plan
from tournaments.selectors.flight.offers import may_enter, takes_entries
from tournaments.selectors.flight.races import retiring
from tournaments.selectors.flight.sign_ups import waiting_to_enter
from tournaments.selectors.seating.tables import due_of
from tournaments.views.flight.asked_for import AskedFor, offer_at, still_in

Context = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Offered:
    """When a form is offered, and how it is made.

    move: that it makes, of the flight or what of names. do: what the address has to ask for, empty for nothing.
    if_so: what else must be so.
    """

    move: str
    form: Callable[[AskedFor], Form]
    do: str = ""
    if_so: Callable[[AskedFor], object] = lambda see: True
    of: str = "flight"

    def now(self, see: AskedFor) -> bool:
        is_asked_for = not self.do or see.do == self.do
        return is_asked_for and getattr(getattr(see, self.of).may, self.move) and bool(self.if_so(see))


def offered_forms(see: AskedFor) -> Context:
    """Every form that is offered now, under the name the templates use, and the plan of a bust-out."""
    forms: Context = {name: each.form(see) for name, each in OFFERED.items() if each.now(see)}
    if "enter_all_form" in forms:
        waiting = waiting_to_enter(see.row)
        able = sum(not each.why for each in waiting)
        forms |= {"waiting": waiting, "able": able, "able_price": able * see.holdem.entry_price}
    if "bust_form" in forms and see.chosen is not None:
        forms["plan"] = bust_plan(see.flight, see.chosen) if not see.chosen.is_out else []
    return forms


def known_tills(request: StaffRequest) -> dict[str, Any]:
    """The tills that a form of the floor offers, and the one in use."""
    return {"tills": tills_of(request.event.pk), "in_use": till_in_use(request, request.event)}


def _enter_form(see: AskedFor) -> Form:
    return EnterForm(may_enter(see.row), **known_tills(see.request))


def _enter_all_form(see: AskedFor) -> Form:
    return EnterAllForm(**known_tills(see.request))


def _sell_form(see: AskedFor) -> Form:
    return FloorSaleForm(**known_tills(see.request))


def _level_form(see: AskedFor) -> Form:
    return StartLevelForm(structure_of(see.row.clock), position=see.row.clock.start_position)


def _counts_form(see: AskedFor) -> Form:
    return CountsForm(still_in(see.flight, see.table))


def _bust_form(see: AskedFor) -> Form:
    return BustForm(see.flight.standings, see.chosen.player_code if see.chosen else "")


def _race_form(see: AskedFor) -> Form:
    small, large = retiring(see.flight, [chip.value for chip in see.request.event.house_settings.bank.chip_set]) or (
        None,
        None,
    )
    return RaceForm(still_in(see.flight, see.table), small=small, large=large)


def _move_form(see: AskedFor) -> Form:
    return MoveForm(initial={"table": (see.chosen.table if see.chosen else None) or 1})


def _hold_form(see: AskedFor) -> Form:
    table = see.table.number if see.table else 1
    if see.chosen is None:
        return HoldForm(see.flight.still_in, table=table, seat=see.seat or None, player="")
    where = {"table": see.chosen.table or table, "seat": see.chosen.seat}
    return HoldForm(see.flight.still_in, **where, player=see.chosen.player_code)


def _button_form(see: AskedFor) -> Form:
    return ButtonForm(initial={"table": see.table.number if see.table else 1})


def _order_form(see: AskedFor) -> Form:
    return BreakOrderForm(initial={"order": ", ".join(map(str, see.seating.order_left))})


def _refuse_form(see: AskedFor) -> Form:
    due = due_of(see.seating)
    return RefuseForm(initial={"shown": due.digest if due else ""})


def _bag_form(see: AskedFor) -> Form:
    return BagForm(see.flight.standings, request=see.request, event=see.request.event)


def _final_form(see: AskedFor) -> Form:
    return FinalForm(see.holdem.finalists)


def _has_moves_due(see: AskedFor) -> bool:
    due = due_of(see.seating)
    return due is not None and bool(due.lines)


OFFERED = {
    "enter_form": Offered("enter", _enter_form, if_so=lambda see: takes_entries(see.row, see.flight.clock)),
    "enter_all_form": Offered("enter", _enter_all_form, if_so=lambda see: not see.flight.clock.has_started),
    "draw_form": Offered("draw", lambda see: DrawForm(), if_so=lambda see: see.flight.entries),
    "level_form": Offered("choose_level", _level_form, if_so=lambda see: see.flight.is_final and see.flight.is_seated),
    "sell_form": Offered("sell", _sell_form, if_so=offer_at),
    "counts_form": Offered("count", _counts_form, do="count"),
    "bust_form": Offered("bust", _bust_form, do="bust"),
    "race_form": Offered("color_up", _race_form, do="race", if_so=lambda see: see.table),
    "move_form": Offered("seat", _move_form, do="move", if_so=lambda see: see.chosen),
    "hold_form": Offered("keep_seat", _hold_form, do="hold"),
    "button_form": Offered("set_button", _button_form, do="button", if_so=lambda see: see.table),
    "order_form": Offered("order_tables", _order_form, do="order"),
    "refuse_form": Offered("balance", _refuse_form, do="refuse", if_so=_has_moves_due),
    "bag_form": Offered("bag", _bag_form, if_so=lambda see: see.flight.is_decided),
    "final_form": Offered("open_final", _final_form, if_so=lambda see: see.holdem.is_ready_for_final, of="holdem"),
}
