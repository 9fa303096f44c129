"""A night with a raffle, and short ways to sell, place and draw."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

from eventnight.bank import services as bank
from eventnight.bank.selectors import verify_books
from eventnight.core.actors import SYSTEM, Actor
from eventnight.core.press import Press
from eventnight.events.models import Event, Player
from eventnight.events.services import update_settings
from eventnight.raffle import services
from eventnight.raffle.models import DrawMethod, Raffle
from eventnight.raffle.selectors import raffle_of
from eventnight.raffle.services import NewBucket
from tests.factories import NOW, employ, make_event, make_player
from tests.meaning import meaning_it

A_MINUTE = timedelta(minutes=1)
SEED = bytes(range(32))
DICE = "dice:4 1 6 3 3 5 2 6 1 4 5 5 2 3 6 1 2 4 4 6"


class RaffleNight:
    """An event whose raffle is open, with buckets B1, B2, ... and players; usual arguments are filled in."""

    def __init__(
        self,
        *,
        players: int = 2,
        buckets: int = 2,
        method: str = DrawMethod.VERIFIABLE,
        seed: bytes = SEED,
        **facts: Any,
    ) -> None:
        self.event: Event = make_event(**facts)
        self.players: list[Player] = [make_player(self.event) for _ in range(players)]
        self.do(services.open_raffle, seed=seed, method=method)
        for number in range(1, buckets + 1):
            self.do(services.add_bucket, new=NewBucket(item=f"Item {number}", donor="A friend", value=10_000))

    @property
    def raffle(self) -> Raffle:
        """The raffle as it is now."""
        return raffle_of(self.event)

    @property
    def codes(self) -> list[str]:
        return [player.code for player in self.players]

    def do(
        self,
        service: Callable[..., Any],
        *,
        by: Actor = SYSTEM,
        now: datetime = NOW,
        request_id: UUID | None = None,
        second: Actor | None = None,
        again: int = 0,
        **given: Any,
    ) -> Any:
        """Call a service."""
        return service(event=self.event, press=Press(by, now, request_id, second, again), **given)

    def post(self, service: Callable[..., Any], *, request_id: UUID | None = None, **given: Any) -> Any:
        """Call a service that takes a key, with a new one unless it is given; who signs is of the staff."""
        if given.get("second"):
            employ(self.event, given["second"])
        return meaning_it(self.do, service=service, request_id=request_id or uuid4(), **given)

    def sell(self, player: int = 0, lots: int = 1, **given: Any) -> services.Issued:
        """Sell the player lots of ten tickets."""
        return self.post(services.sell_tickets, player_code=self.codes[player], paid=lots * 1000, **given)

    def give_chips(self, player: int = 0) -> None:
        """The player's first stack of 1,000."""
        self.post(bank.give_first_stack, player_code=self.codes[player])

    def place(self, player: int = 0, **given: Any) -> Any:
        """place(0, B1=3, B2=1)"""
        request_id = given.pop("request_id", None)
        return self.post(services.place_tickets, player_code=self.codes[player], counts=given, request_id=request_id)

    def freeze(self, **given: Any) -> Raffle:
        """Close the sales; the draw waits for 20 dice unless something else is given."""
        return self.do(services.freeze, **given)

    def enter(self, entropy: str = DICE, **given: Any) -> Raffle:
        """The first guest threw and the last one watched."""
        people = {"thrown_by": self.codes[:1], "watched_by": self.codes[-1:]}
        brought = {name: given.pop(name) for name in ("signature", "missed_because", *people) if name in given}
        chance = services.BroughtChance(entropy=entropy, **{**people, **brought})
        return self.do(services.enter_entropy, chance=chance, **given)

    def freeze_and_roll(self) -> Raffle:
        """Close the sales and enter 20 dice."""
        self.freeze()
        return self.enter()

    def draw(self, prize: str = "B1", *, now: datetime = NOW - A_MINUTE) -> Any:
        """Draw a prize, long enough ago that everybody knows who has won."""
        return self.do(services.draw_prize, prize_code=prize, now=now)

    def set_raffle(self, **values: object) -> None:
        """Change the event's raffle settings."""
        settings = self.event.house_settings.as_json()
        settings["raffle"] |= values
        from_json = type(self.event.house_settings).from_json
        self.event = self.do(update_settings, settings=from_json(settings))

    def faults(self) -> list[str]:
        """What verify_books finds."""
        return verify_books(self.event.pk).faults


def placed_night(**given: Any) -> RaffleNight:
    """Two players with ten tickets each: P001 has 6 in B1 and 4 in B2, P002 has 3 in B1 and 5 in B2, 2 in hand."""
    night = RaffleNight(**given)
    night.sell(0)
    night.sell(1)
    night.place(0, B1=6, B2=4)
    night.place(1, B1=3, B2=5)
    return night
