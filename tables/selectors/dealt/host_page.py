"""What the host of a table sees where the system deals: who is ready, away or to act, and no hidden card."""

from __future__ import annotations

from dataclasses import dataclass

from eventnight.core.fresh.phones import PhoneAt, phones_by_seat
from eventnight.events.models import Player
from tables.keepers import keeper_of
from tables.models import Shuffle, Table
from tables.selectors.dealt.shuffles import the_shuffle
from tables.selectors.hand_in_play import Play
from tables.selectors.tables import SeatLine, TableView

TO_ACT = "To act"
AWAY = "Away"


@dataclass(frozen=True, slots=True, kw_only=True)
class Phone:
    """A seat that is taken. state: a word for how it stands. bank: seconds left of the time bank. at: whether the phone
    itself is there.
    """

    line: SeatLine
    state: str
    bank: int
    at: PhoneAt

    @property
    def is_to_act(self) -> bool:
        return self.state == TO_ACT


@dataclass(frozen=True, slots=True, kw_only=True)
class HostPage:
    """shuffle: the pack that is promised or played. goes_on: hand follows hand by itself."""

    shuffle: Shuffle
    phones: tuple[Phone, ...]
    goes_on: bool

    @property
    def is_paused(self) -> bool:
        return self.shuffle.paused_at is not None


def host_page(table: Table, view: TableView, play: Play | None) -> HostPage:
    """Raises NotFound("no_pack")."""
    shuffle = the_shuffle(table)
    codes = {line.player_code: line.number for line in view.taken}
    links = Player.objects.filter(event=table.event_id, code__in=codes).values_list("code", "token")
    there = phones_by_seat({codes[code]: token for code, token in links})
    phones = tuple(
        Phone(
            line=line,
            state=_state(line, view, shuffle, play),
            bank=shuffle.bank_of(line.player_code),
            at=there[line.number],
        )
        for line in view.taken
    )
    return HostPage(shuffle=shuffle, phones=phones, goes_on=keeper_of(table).dealing.goes_on)


def _state(line: SeatLine, view: TableView, shuffle: Shuffle, play: Play | None) -> str:
    seat = line.number
    is_away = shuffle.is_away(line.player_code)
    if play is not None and seat in play.hand.seats:
        if play.hand.turn == seat:
            return TO_ACT
        if seat not in play.hand.live:
            return "Folded"
        return AWAY if is_away else "In the hand"
    if line.is_withdrawn:
        return "Withdrawn"
    if seat in view.to_come.away:
        return "Sits out"
    if is_away:
        return AWAY
    if play is not None:
        return "Waits for the next hand"
    return "Ready" if shuffle.is_ready(seat, line.player_code) else "Not ready yet"
