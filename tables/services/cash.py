"""The cash tables: who sits there, and with which chips of the bank, is said by their own seats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

from eventnight.bank import services as bank
from eventnight.bank.selectors.chips.seats import chips_laid_down
from eventnight.bank.selectors.ledger.balances import balances
from eventnight.bank.services.ledger.drafts import Posting
from eventnight.core.errors import UserFacingError
from eventnight.core.press import Press
from eventnight.events.models import Player
from tables.keepers import Beside, Dealing, Home
from tables.models import Hand, Seat, Table
from tables.models.seat import seat_code
from tables.night_rules import follow_the_night
from tables.selectors.hand_plan import HandPlan
from tables.selectors.lookup import last_hand, seats_with_players


class CashTables:
    """A ``Keeper``: people sit down, buy in and leave at the table itself."""

    dealing = Dealing(fewest_ready=2, goes_on=False)
    """Of one phone alone no deck is made: its player would have chosen it."""

    def home(self, table: Table) -> Home | None:
        """A cash table stands for itself."""
        return None

    def refusal(self, table: Table, move: str) -> UserFacingError | None:
        """Nothing beside its own lifecycle."""
        return None

    def stand(self, table: Table, now: datetime | None = None) -> None:
        """Its row is all there is, but for the rules of the night. Rules: CAN-26."""
        follow_the_night(table)

    def seats(self, table: Table) -> Sequence[Seat]:
        """In order, with the people on them: one query."""
        seats = list(seats_with_players(table))
        for seat in seats:
            seat.table = table
        return seats

    def chips(self, seats: Sequence[Seat]) -> Mapping[int, int]:
        """By number of each taken seat, as the bank has them: one query."""
        accounts = {seat.number: seat.account for seat in seats if seat.is_taken}
        if not accounts:
            return {}
        held = balances(seats[0].table.event_id, accounts.values())
        return {number: held[account] for number, account in accounts.items()}

    def bought(self, seats: Sequence[Seat]) -> Mapping[int, Sequence[int]]:
        """As the bank booked it, with what somebody sat down with: two queries."""
        table = seats[0].table
        last, numbers = last_hand(table), {seat.code: seat.number for seat in seats}
        laid = chips_laid_down(table.event_id, numbers, since=last.entry.sequence if last is not None else 0)
        return {numbers[code]: chips for code, chips in laid.items()}

    def beside(self, table: Table, now: datetime) -> Beside | None:
        """Nothing: what is posted does not change."""
        return None

    def dealt_table(self, player: Player) -> int | None:
        """Where the player sits: one query."""
        seats = Seat.objects.filter(player=player, stack_code="", table__turn_seconds__isnull=False)
        return seats.values_list("table", flat=True).first()

    def parting(self, player: Player) -> str:
        """They stood up."""
        return ""

    def wait(self, table: Table, press: Press) -> timedelta | None:
        """Never: who is ready plays."""
        return None

    def begin_hand(self, table: Table, press: Press) -> None:
        """Under the rules that the night has now. Rules: CAN-26."""
        self.lay_down(table, press)

    def lay_down(self, table: Table, press: Press) -> None:
        """People and chips lie there already; the rules of the hand are written. Rules: CAN-26."""
        table.save(update_fields=["night_rules"])

    def book(self, table: Table, plan: HandPlan, press: Press) -> Posting:
        """The net of each seat, and the table fee. Raises UserFacingError("overdraft")."""
        return bank.settle_hand(
            event=table.event,
            table_code=table.code,
            nets={seat_code(table, seat): net for seat, net in plan.settlement.net.items()},
            fee=plan.settlement.fee,
            press=press,
        )

    def left_out(self, seats: Sequence[Seat]) -> UserFacingError | None:
        """Whoever goes for a walk is not dealt in."""
        return None

    def settled(self, hand: Hand, plan: HandPlan, press: Press) -> None:
        """Nothing but chips has moved."""

    def undo(self, hand: Hand, press: Press) -> None:
        """The entry alone is reversed."""

    def undone(self, hand: Hand, press: Press) -> None:
        """The reversed entry is all there was."""

    def leaving(self, seat: Seat) -> str:
        """At the table itself."""
        return f"let them leave {seat}"

    def outcome(self, hand: Hand) -> str:
        """Who has no chips left may buy again."""
        return ""
