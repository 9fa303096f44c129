"""What an acknowledged press must have moved, worked out from what was sent and the prices of the house alone."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl

from django.db.models import Q
from django.urls import Resolver404, resolve

from eventnight.bank.models import Entry
from eventnight.events.models import Event
from tables.models import Seat, Table
from tests.simulator.ledger import Held, moved_by_entries
from tests.simulator.presses import Press
from tournaments.models import HoldemTournament

Moved = dict[str, int]
"""By address; one that ends in "/" stands for all that begin so, where a page does not say which."""

DRAWER = {"cash": "till", "card": "card", "cheque": "cheques"}
MONEY = re.compile(r"(\d+)(?:\.(\d\d))?")
POCKETS = "money/source/cash"


@dataclass
class Asked:
    """A press as the model reads it. body: what was sent, with the places of the address. held: what there was before.
    sits: who sat on the seat of the address, and how the seat is called in the books.
    """

    event: Event
    body: Mapping[str, Any]
    held: Held
    sits: tuple[str, str] = ("", "")
    prices: Any = field(init=False)

    def __post_init__(self) -> None:
        self.prices = self.event.house_settings

    @property
    def player(self) -> str:
        return str(self.body["player"]).strip().upper()

    def money(self, cents: int) -> Moved:
        """Taken over the counter."""
        drawer, till = DRAWER[self.body.get("means") or "cash"], self.body.get("till", "T1")
        return {f"money/{drawer}/{till}": cents, POCKETS: -cents}


Model = Callable[[Asked], Moved]


def model_of(press: Press) -> tuple[Model, dict[str, Any]] | None:
    """What tells what a press must move, and what was sent; None for a kind that is not modelled or cannot be read."""
    try:
        found = resolve(press.address.partition("?")[0])
        name = f"{found.view_name} {found.kwargs['do']}" if "do" in found.kwargs else found.view_name
        model = MODELS.get((press.method, name))
        # Moves of a hand in play go by the same name as those of tickets.
        if model is None or (model is _moved and "table_id" in found.kwargs):
            return None
        sent = json.loads(press.body or b"null") if press.is_api else _typed(dict(parse_qsl(press.body.decode())))
    except (Resolver404, ValueError):
        return None
    return model, {**(sent if isinstance(sent, dict) else {}), **found.kwargs}


def seat_of(event: Event, body: Mapping[str, Any]) -> tuple[str, str]:
    """Who sits on the seat of an address, and its name in the books."""
    seat = Seat.objects.filter(table__event=event, table=body["table_id"], number=body["seat"]).first()
    return (seat.player.code if seat and seat.player else "", seat.code if seat else "")


def is_as_expected(expected: Moved, moved: Moved) -> bool:
    """Whether exactly that moved."""
    folded: Counter[str] = Counter()
    wild = [address for address in expected if address.endswith("/")]
    for address, count in moved.items():
        folded[next((each for each in wild if address.startswith(each)), address)] += count
    return {a: n for a, n in folded.items() if n} == {a: n for a, n in expected.items() if n}


def _typed(fields: dict[str, str]) -> dict[str, Any]:
    """A form's fields as a program would send them. Raises ValueError for what only a person could read."""
    read: dict[str, Any] = dict(fields)
    for name in ("quantity", "chips", "number"):
        if fields.get(name):
            read[name] = int(fields[name])
    for name in ("donation", "paid"):
        text = fields.get(name, "")
        if text:
            found = MONEY.fullmatch(text)
            if found is None:
                raise ValueError(f"{text} is not read here")
            read[name] = int(found[1]) * 100 + int(found[2] or 0)
        else:
            read.pop(name, None)
    return read


def _both(*some: Moved) -> Moved:
    added: Counter[str] = Counter()
    for each in some:
        added.update(each)
    return dict(added)


def _chips(player: str, count: int) -> Moved:
    return {f"chips/player/{player}": count, "chips/issuer/chips": -count}


def _tickets(player: str, count: int) -> Moved:
    return {f"tickets/player/{player}": count, "tickets/issuer/tickets": -count}


def _first_stack(asked: Asked) -> Moved:
    bank = asked.prices.bank
    return _both(_chips(asked.player, bank.first_stack), asked.money(bank.first_stack_price))


def _rebuy(asked: Asked) -> Moved:
    bank, paid = asked.prices.bank, asked.body["paid"]
    chips = paid // bank.rebuy_price * bank.rebuy_chips
    return _both(_chips(asked.player, chips), asked.money(paid + asked.body.get("donation", 0)))


def _rebuys_at_the_desk(asked: Asked) -> Moved:
    asked.body = {**asked.body, "till": "", "paid": asked.body["quantity"] * asked.prices.bank.rebuy_price}
    return _rebuy(asked)


def _donation(asked: Asked) -> Moved:
    return asked.money(asked.body["paid"])


def _at_the_desk(model: Model) -> Model:
    """The page knows the till in use; which one it is stands nowhere in the form."""

    def at_the_desk(asked: Asked) -> Moved:
        asked.body = {**asked.body, "till": ""}
        return model(asked)

    return at_the_desk


def _sold_tickets(asked: Asked) -> Moved:
    raffle, paid = asked.prices.raffle, asked.body["paid"]
    tickets = paid // raffle.lot_price * raffle.lot_tickets
    return _both(_tickets(asked.player, tickets), asked.money(paid + asked.body.get("donation", 0)))


def _sold_lots(asked: Asked) -> Moved:
    """The form of the raffle sends cents."""
    asked.body = {**asked.body, "paid": asked.body["paid"] // 100}
    return _sold_tickets(asked)


def _redeemed(asked: Asked) -> Moved:
    raffle, chips = asked.prices.raffle, asked.body["chips"]
    tickets = chips // raffle.chips_per_ticket
    taken = tickets * raffle.chips_per_ticket if raffle.keeps_small_chips else chips
    return _both(_chips(asked.player, -taken), _tickets(asked.player, tickets))


def _placed(asked: Asked) -> Moved:
    counts = asked.body["counts"]
    buckets = {f"tickets/bucket/{code.upper()}": count for code, count in counts.items()}
    return {**buckets, f"tickets/player/{asked.player}": -sum(counts.values())}


def _withdrawn(asked: Asked) -> Moved:
    return {address: -count for address, count in _placed(asked).items()}


def _moved(asked: Asked) -> Moved:
    body = asked.body
    return _both(
        {f"tickets/bucket/{body['giver'].upper()}": -body["count"]},
        {f"tickets/bucket/{body['taker'].upper()}": body["count"]},
    )


def _turned(asked: Asked) -> Moved:
    """The lines of the entry turned round, and of the donation that came with it and was not undone before."""
    number = asked.body["sequence"]
    donations = Entry.objects.filter(event=asked.event, rates__with=number, reverses__isnull=True)
    with_it = donations.values_list("sequence", flat=True)
    before = Entry.objects.filter(
        event=asked.event, reverses__sequence__in=with_it, sequence__lt=_reversal_of(asked.event, number)
    )
    undone = set(before.values_list("reverses__sequence", flat=True))
    numbers = [number, *(each for each in with_it if each not in undone)]
    moved = moved_by_entries(asked.event, Q(entry__sequence__in=numbers))
    return {address: -count for address, count in moved.items()}


def _reversal_of(event: Event, number: int) -> int:
    return Entry.objects.get(event=event, reverses__sequence=number).sequence


def _sat_down(asked: Asked) -> Moved:
    chips = asked.body["chips"]
    return {f"chips/seat/{asked.sits[1]}": chips, f"chips/player/{asked.player}": -chips}


def _sat_down_by_name(asked: Asked) -> Moved:
    """The form takes a name as well as a code."""
    return {f"chips/seat/{asked.sits[1]}": asked.body["chips"], "chips/player/": -asked.body["chips"]}


def _topped_up(asked: Asked) -> Moved:
    chips = asked.body["chips"]
    return {f"chips/seat/{asked.sits[1]}": chips, f"chips/player/{asked.sits[0]}": -chips}


def _left(asked: Asked) -> Moved:
    player, seat = asked.sits
    chips = asked.held.get(f"chips/seat/{seat}", 0)
    return {f"chips/seat/{seat}": -chips, f"chips/player/{player}": chips}


def _tray_filled(asked: Asked) -> Moved:
    tray = Table.objects.get(event=asked.event, pk=asked.body["table_id"]).code
    return {f"chips/tray/{tray}": asked.body["chips"], "chips/issuer/chips": -asked.body["chips"]}


def _entered(asked: Asked) -> Moved:
    tournament = HoldemTournament.objects.get(flights=asked.body["flight_id"])
    return _both(_stack(tournament.starting_chips), asked.money(tournament.entry_price))


def _purchased(asked: Asked) -> Moved:
    tournament = HoldemTournament.objects.get(flights=asked.body["flight_id"])
    if asked.body["kind"] == "rebuy":
        return _both(_stack(tournament.rebuy_chips), asked.money(tournament.rebuy_price))
    return _both(_stack(tournament.add_on_chips), asked.money(tournament.add_on_price))


def _stack(chips: int) -> Moved:
    return {"tournament_chips/stack/": chips, "tournament_chips/issuer/tournament_chips": -chips}


def _till_opened(asked: Asked) -> Moved:
    return asked.money(asked.body["float_paid"])


def _nothing(asked: Asked) -> Moved:
    return {}


MODELS: dict[tuple[str, str], Model] = {
    ("POST", "api_first_stacks"): _first_stack,
    ("POST", "api_rebuys"): _rebuy,
    ("POST", "api_donations"): _donation,
    ("POST", "api_ticket_sales"): _sold_tickets,
    ("POST", "api_redemptions"): _redeemed,
    ("POST", "api_placings"): _placed,
    ("POST", "api_withdrawals"): _withdrawn,
    ("POST", "api_moves"): _moved,
    ("POST", "api_reversal"): _turned,
    ("POST", "api_ticket_reversal"): _turned,
    ("POST", "api_chip_undo"): _turned,
    ("POST", "api_seat"): _sat_down,
    ("POST", "api_top_up"): _topped_up,
    ("POST", "api_leave"): _left,
    ("POST", "api_tray"): _tray_filled,
    ("POST", "api_bets"): _nothing,
    ("POST", "api_flight_entries"): _entered,
    ("POST", "api_flight_purchases"): _purchased,
    ("POST", "api_till_opening"): _till_opened,
    ("POST", "bank:action rebuy"): _rebuys_at_the_desk,
    ("POST", "bank:action first-stack"): _at_the_desk(_first_stack),
    ("POST", "bank:action donation"): _at_the_desk(_donation),
    ("POST", "bank:action tickets"): _sold_lots,
    ("POST", "bank:action chips-in"): _redeemed,
    ("POST", "bank:undo"): _turned,
    ("POST", "raffle:sell"): _sold_lots,
    ("POST", "raffle:redeem"): _redeemed,
    ("POST", "raffle:undo"): _turned,
    ("POST", "tables:sit"): _sat_down_by_name,
    ("POST", "tables:top_up"): _topped_up,
    ("POST", "tables:leave"): _left,
    ("POST", "tables:fill_tray"): _tray_filled,
    ("POST", "tables:place_bets"): _nothing,
}
