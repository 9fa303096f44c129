"""What settling a hand would do: the same arithmetic for the preview and for the entry."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass

from engine.cards import Card
from engine.errors import RuleError
from engine.poker.between.next_hand import after_hand
from engine.poker.between.table_state import TableState
from engine.poker.games.spec import GameSpec
from engine.poker.hand import Hand as PokerHand
from engine.poker.house.options import Showdown
from engine.poker.seats import seats_text
from engine.poker.settling.settlement import SeatEnd, Settlement, settle
from engine.units import Chips
from eventnight.core.errors import BadRequest, NotFound, UserFacingError
from eventnight.core.values.formats import chips_text, clock_text
from tables.keepers import keeper_of
from tables.models import Seat, Table
from tables.selectors.between import HandToCome, hand_to_come, state_in_hand, with_changes_since
from tables.selectors.fees import NO_FEE, chip_of_fee, fee_since_last_hand, hand_fee
from tables.selectors.matched_bets import require_matched


@dataclass(frozen=True, slots=True, kw_only=True)
class HandEnd:
    """A finished hand as staff enter it. seats: those dealt in. game: what was dealt, needed where the button picks.
    no_fee_because: why the posted fee is not taken. called: the seat whose last bet was called, 0 where nobody bet in
    the last round, None where nobody says. played: the hand itself where it was played here; it is settled as the floor
    ruled on it, though no end that is entered may look so. during: the table's state while it was played here, None
    where that is to be worked out.
    """

    button: int
    seats: tuple[SeatEnd, ...]
    board: tuple[Card, ...] = ()
    game: str = ""
    no_fee_because: str = ""
    called: int | None = None
    played: PokerHand | None = None
    during: TableState | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanLine:
    """One seat in the plan, in chips. received: pots and the uncalled bet. stack: what lies before it afterwards."""

    seat: int
    player_id: int
    player_code: str
    name: str
    contributed: Chips
    received: Chips
    net: int
    stack: int


@dataclass(frozen=True, slots=True, kw_only=True)
class HandPlan:
    """A hand settled on paper. state_after: the table afterwards. next_button: the seat that has the button then, None
    where no further hand can begin.
    """

    game: GameSpec
    settlement: Settlement
    lines: tuple[PlanLine, ...]
    state_after: TableState
    next_button: int | None

    @property
    def fee(self) -> Chips:
        return self.settlement.fee

    @property
    def put_in(self) -> int:
        """Chips put in by all seats."""
        return sum(line.contributed for line in self.lines)

    @property
    def in_pots(self) -> int:
        """Chips in the pots: all that was put in but what nobody called."""
        return self.put_in - sum(self.settlement.returned.values())

    @property
    def paid_out(self) -> int:
        """Chips that go to seats and house: all that was put in."""
        return sum(line.received for line in self.lines) + self.fee

    @property
    def digest(self) -> str:
        """Changes with every chip that would go elsewhere, so that what was shown is what is booked."""
        shown = json.dumps([result_json(self.settlement), [asdict(line) for line in self.lines]], sort_keys=True)
        return hashlib.sha256(shown.encode()).hexdigest()[:16]


def plan_hand(table: Table, end: HandEnd) -> HandPlan:
    """Settle a hand on paper, against the people and chips at the table now.

    Raises what ``settle_on_paper`` raises, NotFound("unknown_seat"), UserFacingError: "seat_empty",
    "contribution_above_stack", "bet_not_matched", "blind_owed", "kill_blind_due", "not_dealt_in".
    """
    settlement = settle_on_paper(table, end)
    keeper = keeper_of(table)
    rows = keeper.seats(table)
    seats = {seat.number: seat for seat in rows}
    _require_same_seats(table, end, seats)
    held = keeper.chips(rows)
    _require_within_stacks(table, end, seats, held)
    taken = {number: held[number] for number, seat in seats.items() if seat.is_taken}
    if end.played is None:
        require_matched(table, end.seats, seats, held)
        _require_all_in(table, end, seats, hand_to_come(table, taken))
    lines = tuple(_line(each, seats[each.seat], settlement, held[each.seat]) for each in end.seats)
    dealt_in = [each.seat for each in end.seats]
    if end.during is not None:
        during = with_changes_since(end.during, table.between, dealt_in)
    else:
        during = state_in_hand(table, taken, button=end.button, dealt_in=dealt_in)
    state = after_hand(during, settlement)
    afterwards = hand_to_come(table, taken | {line.seat: line.stack for line in lines}, state=state)
    return HandPlan(
        game=game_dealt(table, end.game),
        settlement=settlement,
        lines=lines,
        state_after=state,
        next_button=afterwards.button,
    )


def game_dealt(table: Table, key: str) -> GameSpec:
    """The game of a hand: the table's own, or the one that the button picked.

    Raises BadRequest("game_not_chosen"), UserFacingError("game_not_offered"). Rules: ANG-16, ANG-30.
    """
    games = {game.key: game for game in table.games}
    if not key and not table.is_choice:
        return table.games[0]
    names = ", ".join(games)
    if not key:
        raise BadRequest(
            "game_not_chosen",
            f"At {table} the button picks the game of each hand. Say which was dealt: {names}.",
            rules=("ANG-30",),
        )
    if key not in games:
        raise UserFacingError(
            "game_not_offered",
            f"“{key[:40]}” is not dealt at {table}. It plays {names}.",
            rules=("ANG-16", "ANG-30") if table.is_choice else (),
            game=key[:40],
        )
    return games[key]


def may_check_good_low(table: Table, game: GameSpec) -> bool:
    """Whether a seven or better must be bet after the draw; who checks one has a limited claim. Rules: ANG-18."""
    return table.house_rules.good_low_must_bet and game.is_lowball


def require_claims_played(table: Table, game: GameSpec, seats: Sequence[int]) -> None:
    """Raises UserFacingError("no_claim_here"). seats: whose claim would be limited. Rules: ANG-18."""
    if may_check_good_low(table, game):
        return
    raise UserFacingError(
        "no_claim_here",
        f"Only in lowball is a claim limited, by checking a seven or better after the draw. {table} deals "
        f"{game.name} under the rules of {table.house_rules.name}: leave it out for {seats_text(seats)}.",
        rules=("ANG-18",),
        seats=list(seats),
    )


def asks_who_was_called(table: Table, game: GameSpec) -> bool:
    """Whether the hand whose last bet was called is turned up, and so must be named. Rules: ANG-28, ANG-40."""
    house = table.house_rules
    return getattr(house, house.showdown_setting(game)) is Showdown.CALLED_SHOWN


def settle_on_paper(table: Table, end: HandEnd) -> Settlement:
    """The engine's settlement with the fee that was fixed before the deal.

    Raises UserFacingError: "fee_above_pot", "game_not_offered", "no_claim_here"; BadRequest: "no_fee_to_waive",
    "nobody_dealt_in", "game_not_chosen"; RuleError as
    ``engine.poker.settling.settlement.settle`` or the hand that was played here does, and "players_dealt_in".
    Rules: STD-2, STD-7, STD-8, ANG-3, ANG-8, ANG-9, ANG-11, ANG-18, ANG-30, ANG-36, ANG-37.
    """
    if not end.seats:
        raise BadRequest("nobody_dealt_in", "Nobody is marked as dealt in. Enter the seats that had cards.")
    game = game_dealt(table, end.game)
    _require_no_claims(table, game, end)
    try:
        fee = _fee(table, end)
        fee_chip = chip_of_fee(fee, table.smallest_chip)
        if end.played is not None:
            return end.played.settle(fee=fee, fee_chip=fee_chip)
        return settle(
            game=game,
            house=table.house_rules,
            button=end.button,
            seats=end.seats,
            board=end.board,
            fee=fee,
            smallest_chip=Chips(table.smallest_chip),
            fee_chip=fee_chip,
            called=end.called,
        )
    except RuleError as error:
        if error.code != "fee_above_pot":
            raise
        raise _fee_above_pot(error, dealt_in=len(end.seats)) from error


def result_json(settlement: Settlement) -> dict[str, object]:
    """A settlement as it is stored and sent; seats become text keys."""
    return {
        "fee": settlement.fee,
        "returned": _by_seat(settlement.returned),
        "awards": _by_seat(settlement.awards),
        "pots": [
            {
                "number": pot.number,
                "name": pot.name,
                "chips": pot.amount,
                "fee": pot.fee,
                "eligible": list(pot.eligible),
                "winners": list(pot.winners),
                "shares": _by_seat(pot.shares),
                "odd_chips": _by_seat(pot.odd_chips),
                "why": pot.why,
                "hands": {str(seat): words for seat, words in pot.hands.items()},
                "halves": [
                    {
                        "name": half.name,
                        "chips": half.chips,
                        "shares": _by_seat(half.shares),
                        "odd_chips": _by_seat(half.odd_chips),
                        "hands": {str(seat): words for seat, words in half.hands.items()},
                        "why": half.why,
                    }
                    for half in (pot.halves if len(pot.halves) > 1 else ())
                ],
            }
            for pot in settlement.pots
        ],
    }


def _fee(table: Table, end: HandEnd) -> Chips:
    if not end.no_fee_because:
        return hand_fee(table, len(end.seats))
    if table.schedule is None or table.charges_seats:
        raise BadRequest(
            "no_fee_to_waive",
            f"{table} takes no fee from its hands, so there is none to leave out. Clear the reason.",
            table=table.code,
        )
    return NO_FEE


def _require_no_claims(table: Table, game: GameSpec, end: HandEnd) -> None:
    limited = [each.seat for each in end.seats if each.claim is not None]
    if limited:
        require_claims_played(table, game, limited)


def _require_same_seats(table: Table, end: HandEnd, seats: Mapping[int, Seat]) -> None:
    unknown = sorted({end.button, *(each.seat for each in end.seats)} - seats.keys())
    if unknown:
        raise NotFound(
            "unknown_seat",
            f"{table} has no {seats_text(unknown)}. Its seats are numbered 1 to {table.seats_count}.",
            rules=("BIS-3",),
            seats=unknown,
        )
    empty = [each.seat for each in end.seats if not seats[each.seat].is_taken]
    if empty:
        raise UserFacingError(
            "seat_empty",
            f"Nobody sits on {seats_text(empty)}. Leave it out of the hand, or seat the player first.",
            seats=empty,
        )


def _require_within_stacks(table: Table, end: HandEnd, seats: Mapping[int, Seat], held: Mapping[int, int]) -> None:
    above = [each for each in end.seats if each.contributed > held[each.seat]]
    if not above:
        return
    told = "; ".join(
        f"seat {each.seat}, {seats[each.seat].sitter.person}, has {chips_text(held[each.seat])} and "
        f"{chips_text(each.contributed)} are entered"
        for each in above
    )
    fee = fee_since_last_hand(table)
    way_out = "Enter what was put in, all of it for an all-in; chips bought after the deal play in the next hand."
    if fee is not None:
        at = clock_text(fee.due_at, table.event)
        way_out += f" If the hand was on the table at {at}, undo the fee of that half-hour first."
    raise UserFacingError(
        "contribution_above_stack",
        f"{told[0].upper()}{told[1:]}. {way_out}",
        rules=("ANG-37",) if fee is not None else (),
        seats=[each.seat for each in above],
        stacks={str(each.seat): held[each.seat] for each in above},
    )


def _require_all_in(table: Table, end: HandEnd, seats: Mapping[int, Seat], expected: HandToCome) -> None:
    """A hand that is entered from its end has everybody in it who cannot stay out of one. Rules: ANG-34, BIS-2."""
    put_in = {each.seat: each.contributed for each in end.seats}
    holder = expected.kill_holder if expected.is_killed else None
    due = expected.blinds.get(holder, 0) if holder is not None else 0
    if holder is not None and put_in.get(holder, 0) < due:
        raise UserFacingError(
            "kill_blind_due",
            f"Seat {holder}, {seats[holder].sitter.person}, won two pots in a row and owes the kill blind of "
            f"{chips_text(due)} in this hand. Enter what the seat put in, a fold too.",
            rules=("ANG-34",),
            seat=holder,
            due=due,
        )
    left_out = [seats[number] for number in sorted(expected.dealt_in) if number not in put_in]
    refusal = keeper_of(table).left_out(left_out)
    if refusal is not None:
        raise refusal


def _line(each: SeatEnd, seat: Seat, settlement: Settlement, held: int) -> PlanLine:
    net = settlement.net[each.seat]
    return PlanLine(
        seat=each.seat,
        player_id=seat.sitter.pk,
        player_code=seat.sitter.code,
        name=str(seat.sitter.person),
        contributed=each.contributed,
        received=Chips(net + each.contributed),
        net=net,
        stack=held + net,
    )


def _by_seat(chips: Mapping[int, Chips]) -> dict[str, int]:
    return {str(seat): value for seat, value in chips.items()}


def _fee_above_pot(error: RuleError, *, dealt_in: int) -> UserFacingError:
    fee, pot = error.facts["fee"], error.facts["pot"]
    return UserFacingError(
        "fee_above_pot",
        f"The fee of {fee} for {dealt_in} players dealt in is more than the {pot} in the pot. It was fixed before the "
        "deal: check the chips put in, or choose “No fee” and say why.",
        rules=("ANG-37",),
        fee=fee,
        pot=pot,
    )
