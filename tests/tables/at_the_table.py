"""A card table of a fresh night as its house opens it, and a hand played at it by the page, or by a program."""

from __future__ import annotations

import html
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple
from uuid import UUID, uuid4

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from engine.poker.between.first_button import highest_card
from eventnight.events.models import Event
from tables.models import Hand, Table
from tables.selectors import card_table_of, table_view, the_play
from tables.selectors.between import cards_for_button
from tests.answers import post, shown_text
from tests.built import built_once
from tests.factories import NOW, make_event
from tests.flows.pressing import Refusal, refusal_in
from tests.tables.evening import make_holder, seat_people
from tests.tables.test_pages import address, signed_in

DOORS = ("page", "api")
each_door = pytest.mark.parametrize("door", DOORS)
WORDS = {"f": "fold", "k": "check", "c": "call", "m": "muck"}


class Offer(NamedTuple):
    """What the player to act is told. seat: whose turn. verbs: what may be done; to_call: what a call costs, 0 where
    nothing is to be called. totals: the least and the most that a bet or a raise makes of the round, none where none.
    """

    seat: int
    verbs: frozenset[str]
    to_call: int
    totals: tuple[int, ...]


@dataclass(frozen=True)
class Played:
    """A hand at a table, played through a door: "page" or "api"."""

    table: Table
    door: str
    client: Client

    def give_button(self, seat: int) -> None:
        """The first button goes to a seat: told where the dealer sits, else by a card to each."""
        people = sorted(self.table.between.players)
        if not cards_for_button(self.table, "any"):
            before = [0, *people][people.index(seat)]
            answer = self._post("first_button", "button/", {"dealer": before})
        elif self.door == "page":
            keys = (UUID(int=number, version=4) for number in range(1000 * self.table.pk, 1000 * (self.table.pk + 1)))
            key = next(each for each in keys if highest_card(cards_for_button(self.table, str(each))) == seat)
            answer = self._post("first_button", "", {"request_id": key})
        else:
            drawn = {each: "As" if each == seat else f"{rank}c" for rank, each in enumerate(people, start=2)}
            answer = self._post("", "button/", {"cards": drawn})
        assert answer.status_code in (200, 302), shown_text(answer)[:600]
        self.table.refresh_from_db()
        assert table_view(self.table).button == seat

    def cards_for_button(self, cards: Mapping[int, str]) -> None:
        """The cards for the first button are told, by seat."""
        if self.door == "page":
            answer = self._post("first_button", "", {f"card_{seat}": card for seat, card in cards.items()})
        else:
            answer = self._post("", "button/", {"cards": {str(seat): card for seat, card in cards.items()}})
        assert answer.status_code in (200, 302), shown_text(answer)[:600]
        self.table.refresh_from_db()

    def start(self, **facts: object) -> Played:
        """The next hand is begun."""
        self.table.refresh_from_db()
        facts = {"number": table_view(self.table).next_number, **facts}
        answer = self._post("start", "play/", facts)
        assert answer.status_code in (201, 302), shown_text(answer)[:600]
        return self

    def send_to_table(self, name: str, where: str, facts: Mapping[str, object]) -> HttpResponse:
        """A press on the table between two hands. name: of its page; where: below its address for a program."""
        answer = self._post(name, where, facts)
        self.table.refresh_from_db()
        return answer

    def send_to_seat(self, name: str, seat: int, **facts: object) -> HttpResponse:
        """A press on a seat itself: "sit"."""
        answer = self._post(name, f"seats/{seat}/", facts, seat=seat)
        self.table.refresh_from_db()
        return answer

    def sit(self, seat: int, chips: int) -> None:
        """Somebody new sits down."""
        answer = self.send_to_seat("sit", seat, player=make_holder(self.table.event).code, chips=chips)
        assert answer.status_code in (201, 302), shown_text(answer)[:600]

    def leave(self, seat: int) -> None:
        """The player of a seat leaves the table."""
        answer = self._post("leave", f"seats/{seat}/leave/", {}, seat=seat)
        assert answer.status_code in (200, 302), shown_text(answer)[:600]

    def page_of(self, name: str) -> str:
        """What another page of the table says."""
        return shown_text(self.client.get(address(self.table, name)))

    def press_between(self, name: str, seat: int, **facts: object) -> HttpResponse:
        """A press on a seat between two hands: "sit-out", "come-back", "entry"."""
        return self._post(name.replace("-", "_"), f"seats/{seat}/{name}/", facts, seat=seat)

    def between(self, name: str, seat: int, **facts: object) -> None:
        """The same, where it is done."""
        answer = self.press_between(name, seat, **facts)
        assert answer.status_code in (200, 302), shown_text(answer)[:600]

    def straddled(self, seat: int) -> dict[str, object]:
        """What begins the next hand with a straddle of that seat."""
        self.table.refresh_from_db()
        number = table_view(self.table).next_number
        return {"number": number, "straddles": str(seat) if self.door == "page" else [seat]}

    def call_off(self) -> None:
        """The hand is thrown away."""
        answer = self.send("call_off", reason="Begun to look at it")
        assert answer.status_code in (204, 302), shown_text(answer)[:600]

    def end(self, ends: Mapping[int, tuple[int, str]], *, button: int, **more: str) -> HttpResponse:
        """The next hand entered by its end: what each seat put in, and its cards; "folded" where it is not in. more:
        board, game.
        """
        view = table_view(self.table)
        which = {"number": view.next_number, "button": button, **more}
        if self.door == "page":
            told = {f"paid_{seat}": chips for seat, (chips, _) in ends.items()}
            told |= {f"end_{seat}": "folded" if cards == "folded" else "live" for seat, (_, cards) in ends.items()}
            told |= {f"cards_{seat}": cards for seat, (_, cards) in ends.items() if cards != "folded"}
            told |= {f"end_{seat.number}": "out" for seat in view.with_chips if seat.number not in ends}
            plan = getattr(self._post("hand", "", {**which, **told}).context["plan"], "digest", "")
            return self._post("hand", "", {**which, **told, "shown": plan})
        seats = [
            {"seat": seat, "contributed": chips, "is_live": cards != "folded", "cards": cards.removeprefix("folded")}
            for seat, (chips, cards) in ends.items()
        ]
        return self._post("", "hands/", {**which, "seats": seats})

    def send(self, name: str, **fields: Any) -> HttpResponse:
        """A press on the hand that is being played. name: that of the page; a program has an address for the same."""
        where = {"move": "play/moves/", "pay_out": "play/pay-out/", "call_off": "play/call-off/"}[name]
        told = {what: one for what, one in fields.items() if one is not None}
        return self._post(name, where, {"version": the_play(self.table).version, **told})

    def play(self, actions: str) -> Played:
        """Act in turn: f fold, k check, c call, 60 bet or raise to 60, m muck, d3 draw three; [Kh 9c 4d] is dealt to
        the board and (As Ad) shown by who has to.
        """
        for action in re.findall(r"\[.*?\]|\(.*?\)|\S+", actions):
            answer = self.do(action)
            assert answer.status_code in (200, 302), (action, shown_text(answer)[:600])
        return self

    def do(self, action: str, **more: Any) -> HttpResponse:
        """One action of ``play``, and what it was answered. more: what the press says besides."""
        if action[0] in "[(":
            told = {"[": {"verb": "deal", "board": action[1:-1]}, "(": {"verb": "show", "cards": action[1:-1]}}[
                action[0]
            ]
        elif action.isdigit():
            told = {"verb": "bet", "to": int(action)}
        elif action[0] == "d" and action[1:].isdigit():
            told = {"verb": "discard", "count": int(action[1:])}
        else:
            told = {"verb": WORDS[action]}
        if told["verb"] in ("show", "muck"):
            told["seat"] = the_play(self.table).hand.turn
        return self.send("move", **{**told, **more})

    def deal_up(self, cards: Mapping[int, str]) -> None:
        """The cards that lie face up are told, by seat."""
        told = {f"hole_{seat}": card for seat, card in cards.items()}
        if self.door == "api":
            told = {"holes": {str(seat): card for seat, card in cards.items()}}
        answer = self.send("move", verb="deal", **told)
        assert answer.status_code in (200, 302), shown_text(answer)[:600]

    def refused(self, action: str, **more: Any) -> Refusal:
        """Why one action is not done; the hand is as it was."""
        before = the_play(self.table).row
        refusal = refusal_in(self.do(action, **more))
        after = the_play(self.table).row
        assert (after.version, after.log) == (before.version, before.log)
        return refusal

    def rule(self, kind: str, **facts: Any) -> HttpResponse:
        """A ruling of the floor, applied."""
        facts = {"version": the_play(self.table).version, **facts}
        if self.door == "api":
            return self._post("", "play/rulings/", {"kind": kind, **facts})
        told = {}
        for name, one in facts.items():
            told |= {f"{name}_{seat}": each for seat, each in one.items()} if isinstance(one, dict) else {name: one}
        body = {"request_id": uuid4(), "press": "apply", **told}
        return self.client.post(address(self.table, "ruling", kind=kind), body)

    @property
    def page(self) -> str:
        """What the page of the hand says."""
        return shown_text(self.client.get(address(self.table, "play")))

    @property
    def button_to_come(self) -> int:
        """The seat that has the button in the next hand."""
        button = table_view(card_table_of(self.table.event, self.table.pk, NOW)).button
        assert button is not None
        return button

    @property
    def last_result(self) -> dict[str, Any]:
        """Pots, returned chips and awards of the hand settled last."""
        return dict(Hand.objects.filter(table=self.table).latest("number").result)

    @property
    def history(self) -> str:
        """The hands of the table as the door gives them to other programs."""
        if self.door == "page":
            return self.client.get(address(self.table, "histories")).content.decode()
        return str(self.client.get(self._api("hands/phh/")).json()["phhs"])

    @property
    def deck(self) -> list[str]:
        """The cards that the page offers to tap."""
        return re.findall(r'data-card="(\w+)"', self.client.get(address(self.table, "play")).content.decode())

    @property
    def view(self) -> dict[str, Any]:
        """The hand as everybody sees it: what the public page draws, or what a program reads."""
        if self.door == "page":
            return dict(Client().get(address(self.table, "watch")).context["seen"])
        return dict(self.client.get(self._api("play/")).json()["view"])

    @property
    def offer(self) -> Offer:
        """What the keys of the page say, or what a program reads."""
        return self._keys() if self.door == "page" else _offer_of(self.view)

    @property
    def cards(self) -> dict[int, list[str]]:
        """The cards of each seat that is in as everybody sees them, from the left of the button; "??" face down."""
        live = [seat for seat in self.view["seats"] if seat["is_live"]]
        return {seat["seat"]: ["??" if card == "back" else card for card in seat["cards"]] for seat in live}

    def round(self) -> list[int]:
        """Everybody checks or calls until the round ends. Returns the seats in the order in which they acted."""
        acted, street = [], the_play(self.table).hand.street
        while the_play(self.table).hand.street is street and (offer := self.offer).verbs & {"check", "call"}:
            acted.append(offer.seat)
            self.play("k" if "check" in offer.verbs else "c")
        return acted

    def pay_out(self) -> dict[int, int]:
        """The hand is paid out as the door shows it. Returns the stacks of those who were dealt in."""
        shown = {}
        if self.door == "page":
            shown = {"shown": self.client.get(address(self.table, "play")).context["plan"].digest}
        answer = self.send("pay_out", **shown)
        assert answer.status_code in (201, 302), shown_text(answer)[:600]
        dealt = Hand.objects.filter(table=self.table).latest("number").seats.values_list("seat", flat=True)
        return {seat: chips for seat, chips in self.stacks.items() if seat in dealt}

    @property
    def stacks(self) -> dict[int, int]:
        """The chips before each taken seat."""
        seats = table_view(card_table_of(self.table.event, self.table.pk, NOW)).seats
        return {seat.number: seat.chips for seat in seats if seat.is_taken}

    def _keys(self) -> Offer:
        source = html.unescape(self.client.get(address(self.table, "play")).content.decode())
        found = re.search(r'<section class="dock [\w -]+" id="keys".*?</section>', source, re.S)
        keys = found[0] if found else ""
        verbs = set(re.findall(r'name="verb"\s+value="(\w+)"', keys))
        turn, call = re.search(r"[Ss]eat (\d+),", keys), re.search(r"Call ([\d,]+)", keys)
        span = re.search(r'data-least="(\d+)" data-most="(\d+)"', keys)
        totals = span.groups() if span else re.findall(r'name="to" value="(\d+)"', keys)
        return Offer(
            seat=int(turn[1]) if turn else 0,
            verbs=frozenset(verbs),
            to_call=_number(call[1]) if call else 0,
            totals=tuple(map(_number, totals)),
        )

    def _post(self, name: str, where: str, body: Mapping[str, Any], **at: int) -> HttpResponse:
        """As a form of the page of that name, or as a program does below the address of the table."""
        if self.door == "page":
            return self.client.post(address(self.table, name, **at), {"request_id": uuid4(), **body})
        return post(self.client, self._api(where), body)

    def _api(self, where: str) -> str:
        return f"/api/v1/events/{self.table.event.code}/tables/{self.table.pk}/{where}"


def opening(door: str, event: Event, **changes: object) -> HttpResponse:
    """What the door answers to a new table: its form as it comes but for the changes, or a program with them."""
    client = signed_in(event)
    if door == "api":
        return post(client, f"/api/v1/events/{event.code}/tables/poker/", changes)
    to = reverse("tables:open_poker", args=[event.code])
    form = client.get(to).context["form"]
    shown = {field.html_name: field.value() for field in form if field.value() is not None}
    return client.post(to, shown | {form.add_prefix(name): value for name, value in changes.items()})


def opened(door: str, house: str, **changes: object) -> Table:
    """The table that is opened so at a fresh night of the house."""
    event = make_event(house)
    answer = opening(door, event, **changes)
    assert answer.status_code in (201, 302), shown_text(answer)[:600]
    return Table.objects.get(event=event)


@built_once
def seated(door: str, house: str, chips: tuple[int, ...], **changes: object) -> Table:
    """The same where people deal, with so many chips before each seat from seat 1 on; a seat with 0 stays free."""
    table = opened(door, house, **{"turn_seconds": 0, **changes})
    seat_people(table, {seat: before for seat, before in enumerate(chips, start=1) if before})
    return table


def at_table(door: str, house: str, chips: tuple[int, ...], **changes: object) -> Played:
    """Before the button of its first hand is given."""
    table = seated(door, house, chips, **changes)
    return Played(table=table, door=door, client=signed_in(table.event))


def begun(door: str, house: str, chips: tuple[int, ...], **changes: object) -> Played:
    """The first hand, with the button on the last seat, so that seat 1 posts the small blind."""
    table = _begun(door, house, chips, **changes)
    return Played(table=table, door=door, client=signed_in(table.event))


@built_once
def _begun(door: str, house: str, chips: tuple[int, ...], **changes: object) -> Table:
    hand = at_table(door, house, chips, **changes)
    hand.give_button(max(seat for seat, before in enumerate(chips, start=1) if before))
    return hand.start().table


def _offer_of(view: Mapping[str, Any]) -> Offer:
    legal = view["legal"] or {}
    to_call = legal.get("to_call")
    verbs = ({"fold"} if legal.get("may_fold") else set()) | ({"call"} if to_call else set())
    totals = set(legal.get("amounts") or (legal.get("min_to"), legal.get("max_to"))) - {None}
    if view["phase"] == "betting":
        verbs |= ({"bet"} if totals else set()) | ({"check"} if to_call == 0 else set())
    else:
        verbs = {"deal": {"deal"}, "draw": {"discard"}, "showdown": {"show"}}.get(view["phase"], set())
    return Offer(
        seat=view["turn"] or 0,
        verbs=frozenset(verbs | ({"muck"} if view["may_muck"] else set())),
        to_call=to_call or 0,
        totals=tuple(sorted(totals)),
    )


def _number(shown: str) -> int:
    return int(shown.replace(",", ""))
