"""Where a line of the log leads: to the page of what it is about, where there is one."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from django.urls import reverse

from eventnight.night.selectors.audit.sentences.catalogue import sentence_of
from eventnight.night.selectors.audit.told import Told, matched_bracket, matched_holdem, matched_table


def page_of(told: Told) -> str:
    """The address of the page that the record's sentence leads to; empty where there is none, or no longer."""
    find = _PAGES.get(sentence_of(told.record.action, told.record.subject).to)
    return find(told) if find else ""


def _at(told: Told, name: str, **kwargs: object) -> str:
    return reverse(name, kwargs={"code": told.event.code, **kwargs})


def _fixed(name: str, **kwargs: str) -> Callable[[Told], str]:
    return lambda told: _at(told, name, **kwargs)


def _player_code(told: Told) -> str:
    given = told.facts.get("player") or told.record.subject.rpartition("-")[2]
    return given if given in told.names.players else ""


def _player(told: Told) -> str:
    code = _player_code(told)
    return _at(told, "events:player", player=code) if code else ""


def _receipt(told: Told) -> str:
    if told.moved and told.moved.has_receipt and told.moved.money:
        return _at(told, "bank:receipt", sequence=told.facts["sequence"])
    return _player(told)


def _tickets(told: Told) -> str:
    code = _player_code(told)
    return _at(told, "raffle:player", player=code) if code else ""


def _bracket(told: Told) -> str:
    bracket, _ = matched_bracket(told.record.subject)
    return _at(told, "tournaments:bracket", bracket_id=bracket) if bracket in told.names.brackets else ""


def _match(told: Told) -> str:
    bracket, match = matched_bracket(told.record.subject)
    if bracket not in told.names.brackets or not match:
        return _bracket(told)
    return _at(told, "tournaments:match", bracket_id=bracket, number=match)


def _flight(told: Told) -> str:
    flight, _ = told.names.flights.get(matched_holdem(told.record.subject), (0, ""))
    return _at(told, "tournaments:floor_flight", flight_id=flight) if flight else _at(told, "tournaments:floor")


def _holdem(name: str) -> Callable[[Told], str]:
    def find(told: Told) -> str:
        holdem, _ = matched_holdem(told.record.subject)
        return _at(told, name, holdem_id=holdem) if holdem in told.names.holdems else ""

    return find


def _floor_call(told: Told) -> str:
    """The page of the table that called."""
    find = {"bracket": _match, "holdem": _flight}.get(told.record.subject.partition(" ")[0], _table)
    return find(told)


def _table(told: Told) -> str:
    table = told.names.tables.get(matched_table(told.record.subject))
    if table is None:
        return ""
    return _at(told, "tables:roulette" if table.is_roulette else "tables:table", table_id=table.pk)


_PAGES: Mapping[str, Callable[[Told], str]] = {
    "receipt": _receipt,
    "entry": _receipt,
    "player": _player,
    "tickets": _tickets,
    "match": _match,
    "bracket": _bracket,
    "flight": _flight,
    "holdem": _holdem("tournaments:holdem"),
    "prizes": _holdem("tournaments:prizes"),
    "table": _table,
    "floor_call": _floor_call,
    "till": _fixed("bank:till"),
    "chips": _fixed("bank:chips"),
    "books": _fixed("night:books"),
    "closing": _fixed("night:closing"),
    "raffle": _fixed("raffle:staff"),
    "proof": _fixed("raffle:verify"),
    "players": _fixed("events:players"),
    "staff": _fixed("events:setup_step", step="people"),
    "setup": _fixed("night:setup"),
    "programme": _fixed("events:setup_step", step="programme"),
    "sponsors": _fixed("events:setup_step", step="sponsors"),
    "phones": _fixed("events:setup_step", step="phones"),
}
