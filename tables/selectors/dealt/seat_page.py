"""What a player's phone shows at a table where the system deals. Of the hidden cards it holds that player's alone."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from eventnight.core.errors import NotFound
from eventnight.events.models import Player
from tables.keepers import keeper_of, keepers
from tables.models import Shuffle, Table
from tables.selectors.between import Owed
from tables.selectors.dealt.held import held_in_words
from tables.selectors.dealt.hole_cards import own_cards
from tables.selectors.dealt.shuffles import the_shuffle
from tables.selectors.hand_in_play import Play, play_of
from tables.selectors.lookup import card_table_of
from tables.selectors.tables import TableView, table_view


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatPage:
    """seat: its number. cards: what the player holds. ready: the seats whose phones are ready for the next hand. owed:
    how the player may come in, where a blind is owed.
    """

    view: TableView
    seat: int
    shuffle: Shuffle
    play: Play | None
    cards: tuple[str, ...]
    ready: frozenset[int]
    owed: Owed | None

    @property
    def held(self) -> tuple[str, ...]:
        """What the player's cards make with the board, in words."""
        return held_in_words(self.play.hand.game, self.cards, self.play.hand.board) if self.play and self.cards else ()

    @property
    def is_turn(self) -> bool:
        return self.play is not None and self.play.hand.turn == self.seat

    @property
    def is_ready(self) -> bool:
        return self.seat in self.ready

    @property
    def goes_on(self) -> bool:
        """Whether hand follows hand by itself."""
        return keeper_of(self.view.table).dealing.goes_on

    @property
    def is_away(self) -> bool:
        """Whether the player sits out, or is folded by the system as long as they are away."""
        return self.seat in self.view.to_come.away or (self.goes_on and self.shuffle.is_away(self.player_code))

    @property
    def player_code(self) -> str:
        return self.view.seats[self.seat - 1].player_code

    @property
    def is_dealt_in(self) -> bool:
        return self.play is not None and self.seat in self.play.hand.seats

    @property
    def waits_for(self) -> int:
        """How many who would be dealt in are not ready."""
        return len(set(self.view.to_come.dealt_in) - self.ready)


def last_table_of(player: Player) -> Table | None:
    """Where the system dealt the player's last hand; None where it has dealt none."""
    tables = Table.objects.filter(event=player.event_id, turn_seconds__isnull=False, hands__seats__player=player)
    return tables.order_by("-hands__settled_at").first()


def dealt_table_of(player: Player, now: datetime) -> Table:
    """The table at which a player sits and the system deals. Raises NotFound("no_dealt_seat")."""
    found = next((table for keeper in keepers() if (table := keeper.dealt_table(player)) is not None), None)
    if found is None:
        raise NotFound(
            "no_dealt_seat",
            "You sit at no table where the system deals. The page of your night says where you sit.",
            player=player.code,
        )
    return card_table_of(player.event, found, now)


def seat_page(table: Table, player: Player) -> SeatPage:
    """A player's own view of the table. Raises NotFound: "no_dealt_seat", "no_pack"."""
    view, play, shuffle = table_view(table), play_of(table), the_shuffle(table)
    seat = next((line.number for line in view.seats if line.player_code == player.code), None)
    if seat is None:
        raise NotFound("no_dealt_seat", f"You do not sit at {table} any more.", player=player.code)
    players = {line.number: line.player_code for line in view.seats}
    return SeatPage(
        view=view,
        seat=seat,
        shuffle=shuffle,
        play=play,
        cards=own_cards(shuffle, play.row.log, seat) if play is not None and shuffle.is_dealt else (),
        ready=frozenset(number for number, code in players.items() if shuffle.is_ready(number, code)),
        owed=next((each for each in view.to_come.owed if each.seat == seat), None),
    )
