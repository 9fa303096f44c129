"""A night for presses through pages and API: the services open every part the first time that a test names it."""

from __future__ import annotations

from functools import cached_property
from typing import Any
from uuid import uuid4

from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone

from eventnight.bank.services import give_first_stack
from eventnight.core.actors import SYSTEM
from eventnight.core.press import Press
from eventnight.core.roles import Role
from eventnight.events.models import Player
from eventnight.raffle import services as raffle_services
from eventnight.raffle.services import NewBucket
from tables.models import Bet
from tables.services import NewBet, place_bets
from tests.factories import NOW, after, make_event, make_player, make_staff
from tests.pressing import keyed, pressed
from tests.tables.evening import open_table, open_wheel, seat_people
from tests.tournaments.holdem_nights import make_holdem, seated_flight
from tests.tournaments.nights import drawn_bracket
from tournaments.services.clock.presses import start_clock

SEED = bytes(range(32))


class OpenNight:
    """A charity night. P001 and P002 are checked in and hold their first stack of 1,000 chips each.

    A name in braces stands for a part in an address or a body: "{table}" is the id of a card table.
    """

    def __init__(self) -> None:
        self.event = make_event("wlia")
        self.code = self.event.code
        self.players = [self._holder(name) for name in ("Ada Ames", "Ben Bell")]

    def fill(self, value: Any) -> Any:
        """The same text, list or mapping with every name in braces replaced."""
        if isinstance(value, str):
            return value.format_map(self)
        if isinstance(value, dict):
            return {key: self.fill(one) for key, one in value.items()}
        return [self.fill(one) for one in value] if isinstance(value, (list, tuple)) else value

    def __getitem__(self, name: str) -> str:
        return str(getattr(self, name))

    @cached_property
    def bracket_row(self) -> Any:
        """Four teams, drawn: match 1 is team 1 against team 4, match 2 team 2 against team 3."""
        return drawn_bracket(4, self.event)

    @cached_property
    def table_row(self) -> Any:
        """A card table where two more players sit with 500 each, on seats 1 and 2."""
        table = open_table(self.event)
        seat_people(table, {1: 500, 2: 500})
        return table

    @cached_property
    def wheel_row(self) -> Any:
        """A roulette table with 20,000 in the tray; a bet may be anything from 5 to 2,000."""
        return open_wheel(self.event, highest_bet=2000)

    @cached_property
    def bet(self) -> int:
        """A bet of 10 on red by P001."""
        bets = [NewBet(self.players[0], "red", 10)]
        place_bets(table=self.wheel_row, bets=bets, press=Press(SYSTEM, NOW, uuid4()))
        return Bet.objects.get(table=self.wheel_row).pk

    @cached_property
    def flight_row(self) -> Any:
        """A hold'em flight of eight; its clock has been started once."""
        flight = seated_flight(8, make_holdem(self.event, advancing_count=2, advancing_share=0, final_seats=8))
        start_clock(flight=flight, press=Press(SYSTEM, timezone.now()))
        return flight

    @cached_property
    def raffle(self) -> Any:
        """A raffle with buckets B1 and B2; P001 has ten tickets in hand."""
        common = {"event": self.event, "press": Press(SYSTEM, NOW)}
        opened = raffle_services.open_raffle(seed=SEED, **common)
        for item in ("Quilt", "Grill"):
            raffle_services.add_bucket(new=NewBucket(item=item), **common)
        before = pressed(common, at=after(minutes=-5))
        raffle_services.sell_tickets(player_code="P001", paid=1000, **keyed(before, uuid4()))
        return opened

    @cached_property
    def organiser(self) -> Any:
        """Who may do everything here."""
        return self.staff(Role.ORGANISER, "Ruth")

    @property
    def bracket(self) -> int:
        return self.bracket_row.pk

    @property
    def table(self) -> int:
        return self.table_row.pk

    @property
    def wheel(self) -> int:
        return self.wheel_row.pk

    @property
    def flight(self) -> int:
        return self.flight_row.pk

    @property
    def holdem(self) -> int:
        return self.flight_row.tournament_id

    def staff(self, role: Role, name: str = "") -> Any:
        """An account with that role at this night; named as asked, so that a refusal can name it."""
        user = make_staff(self.event, role)
        user.first_name = name
        user.save()
        return user

    def list_of_people(self, text: str) -> SimpleUploadedFile:
        """A roster as a browser uploads it."""
        return SimpleUploadedFile("people.csv", text.encode(), content_type="text/csv")

    def _holder(self, name: str) -> Player:
        player = make_player(self.event, name, checked_in=True)
        give_first_stack(event=self.event, player_code=player.code, press=Press(SYSTEM, NOW, uuid4()))
        return player
