"""Hands at the tables of flights: people play them by simple means, staff follow them or enter how they ended."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from random import Random

from engine.cards import Card, full_deck, parse_cards
from engine.poker.hand import Hand as PokerHand
from engine.poker.hand import Phase
from engine.poker.legal import Legal
from eventnight.core.errors import Conflict
from eventnight.night.rehearsal.stage import Stage
from tables.models import Hand, Table
from tables.selectors.between import cards_for_button, set_up
from tables.selectors.hand_in_play import Play, deal_unseen, hand_end_of, the_play
from tables.selectors.hand_plan import HandEnd
from tables.selectors.lookup import card_table_of
from tables.selectors.tables import TableView, table_view
from tables.services.between import give_first_button
from tables.services.hand_in_play import VERBS, Move, call_off, pay_out, play_move, start_hand
from tables.services.hands import settle_hand, undo_hand
from tournaments.models import Flight, PlayedHand, PlayedTable
from tournaments.services.hands.opening import follow_hands

STAYS_IN = 0.4
BETS_ONE_IN = 5
A_SMALL_PART = 6
"""Nobody calls more than this part of a stack without meaning to go all in."""
TOLD_WRONGLY_ONE_IN = 25
BEST_CARDS = parse_cards("As Ad")
OTHER_CARDS = [parse_cards(pair) for pair in ("Ks Kd", "Kh Kc", "Qs Qd", "Qh Qc", "Ts Td", "Th Tc", "8s 8d", "8h 8c")]
DRY_BOARD = parse_cards("2c 3d 4h 9s Jc")
"""No pair beats the aces on it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mood:
    """How the people at a table play a hand. all_in: seats that put in whatever they have. winner: the one of them that
    holds the best cards; None leaves that to the pack. absent: seats of players who never came, who fold. stays_in: how
    likely anybody else calls a small bet.
    """

    all_in: frozenset[int] = frozenset()
    winner: int | None = None
    absent: frozenset[int] = frozenset()
    stays_in: float = STAYS_IN


CALM = Mood()


class People:
    """The players of one hand, and the pack that it is dealt from."""

    def __init__(self, chance: Random, mood: Mood) -> None:
        self.chance, self.mood = chance, mood
        self.holes: dict[int, Sequence[Card]] = {}
        self.board: list[Card] = []
        if mood.winner is not None:
            others = sorted(mood.all_in - {mood.winner})
            self.holes = {mood.winner: BEST_CARDS, **dict(zip(others, OTHER_CARDS, strict=False))}
            self.board = list(DRY_BOARD)
        gone = {*self.board, *(card for cards in self.holes.values() for card in cards)}
        self.pack = [card for card in full_deck() if card not in gone]
        chance.shuffle(self.pack)

    def next_move(self, hand: PokerHand) -> Move:
        """What happens next: board cards, somebody's turn to act, or a hand shown."""
        if hand.phase is Phase.DEAL:
            return Move(verb="deal", board=tuple(self._board_card() for _ in range(hand.owed_board)))
        assert hand.turn is not None
        if hand.phase is Phase.SHOWDOWN:
            return Move(verb="show", seat=hand.turn, cards=self._hole_cards(hand.turn))
        return self._action(hand.turn, hand.legal, hand.stacks[hand.turn])

    def _action(self, seat: int, legal: Legal, behind: int) -> Move:
        mood = self.mood
        if seat in mood.all_in:
            is_last = legal.max_to is None
            return Move(verb="call" if legal.may_call else "check") if is_last else Move(verb="bet", to=legal.max_to)
        is_idle = bool(mood.all_in) or seat in mood.absent
        if legal.may_check:
            to = None if is_idle or self.chance.random() * BETS_ONE_IN >= 1 else legal.min_to
            return Move(verb="bet", to=to) if to and to * A_SMALL_PART <= behind else Move(verb="check")
        if is_idle or (legal.to_call or 0) * A_SMALL_PART > behind:
            return Move(verb="fold")
        return Move(verb="call" if self.chance.random() < mood.stays_in else "fold")

    def _board_card(self) -> Card:
        return self.board.pop() if self.board else self.pack.pop()

    def _hole_cards(self, seat: int) -> tuple[Card, ...]:
        return tuple(self.holes.get(seat, ())) or (self.pack.pop(), self.pack.pop())


def felt_of(stage: Stage, flight: Flight, number: int) -> Table:
    """The card table of a flight's table as it stands now, opened where nobody has followed its hands so far; its first
    button decided as the house does.
    """
    known = PlayedTable.objects.filter(flight=flight, number=number).values_list("table", flat=True).first()
    table_id = known or follow_hands(flight=flight, table=number, press=stage.press()).pk
    table = card_table_of(stage.event, table_id, stage.now)
    waits = table_view(table).to_come.waits
    if waits is not None and waits.code == "no_button":
        decide_button(stage, table)
        table = card_table_of(stage.event, table_id, stage.now)
    return table


def decide_button(stage: Stage, table: Table) -> None:
    """Give the first button of a card table as its house does, by cards drawn from the evening's seed: those that the
    page draws follow from the key of the press, which is another one at every event.
    """
    drawn = cards_for_button(table, stage.seed())
    give_first_button(table=table, cards=drawn or None, press=stage.press())


def played_end(stage: Stage, view: TableView, mood: Mood = CALM) -> HandEnd:
    """A hand that people play without a word to the system: its end, as the dealer enters it afterwards."""
    table, people = view.table, People(stage.chance, mood)
    hand = set_up(table, view.stacks, state=table.between, game=table.games[0]).begin()
    deal_unseen(hand)
    while hand.phase is not Phase.OVER:
        move = people.next_move(hand)
        VERBS[move.verb](hand, move)
        deal_unseen(hand)
    return replace(hand_end_of(hand), played=None)


def settle_from_end(stage: Stage, table: Table, mood: Mood = CALM) -> Hand:
    """Play a hand and enter its end."""
    view = table_view(table)
    end = played_end(stage, view, mood)
    return settle_hand(table=table, number=view.next_number, end=end, press=stage.press()).hand


def follow(stage: Stage, table: Table, mood: Mood = CALM) -> Hand | None:
    """Play a hand that staff follow action by action and pay out; now and then an action is entered wrongly. None where
    a break came first.
    """
    play = follow_until(stage, table, lambda play: play.hand.phase is Phase.OVER, mood)
    return None if play is None else pay_out(table=table, version=play.version, press=stage.press()).hand


def follow_until(stage: Stage, table: Table, is_there: Callable[[Play], bool], mood: Mood = CALM) -> Play | None:
    """Begin a hand and follow it as far as that, or to its end. None where a break came first."""
    people = People(stage.chance, mood)
    play = _begun(stage, table)
    if play is None:
        return None
    while play.hand.phase is not Phase.OVER and not is_there(play):
        if play.hand.phase is Phase.BETTING and stage.happens(TOLD_WRONGLY_ONE_IN):
            play = _act(stage, table, play, Move(verb="fold"))
            play = _act(stage, table, play, Move(verb="undo"))
            stage.note("actions undone")
        play = _act(stage, table, play, people.next_move(play.hand))
    return play


def take_back(stage: Stage, hand: Hand, reason: str) -> bool:
    """Undo a settled hand; one that was followed, and so lies on the table again, goes back to its first action and is
    called off. Returns whether it was undone.
    """
    table, facts = hand.table, {"reason": reason, "may_reverse_any": True}
    table.event = stage.event
    if stage.try_to(undo_hand, table=table, number=hand.number, **facts, press=stage.press()) is None:
        return False
    if hand.played is not None:
        _clear(stage, table)
    return True


def last_bust(flight: Flight) -> Hand | None:
    """The hand that counts on which somebody went out last."""
    led = PlayedHand.objects.filter(flight=flight, hand__undone_at__isnull=True, bust_hand__undone_at__isnull=True)
    row = led.filter(bust_hand__isnull=False).select_related("hand__table").order_by("bust_hand__number").last()
    return row.hand if row else None


def number_out(hand: Hand) -> int:
    """How many went out on it."""
    led = PlayedHand.objects.select_related("bust_hand").get(hand=hand)
    return led.bust_hand.entries.count() if led.bust_hand else 0


def _begun(stage: Stage, table: Table) -> Play | None:
    """A hand at its beginning; none where the clock came to a break while the floor walked to the table (WAS-6)."""
    try:
        return start_hand(table=table, number=table_view(table).next_number, press=stage.press())
    except Conflict as refused:
        if refused.code != "clock_at_break":
            raise
        stage.note("hands held up by a break")
        return None


def _act(stage: Stage, table: Table, play: Play, move: Move) -> Play:
    return play_move(table=table, version=play.version, move=move, press=stage.press())


def _clear(stage: Stage, table: Table) -> None:
    play = the_play(table)
    while play.why_no_call_off is not None:
        play = _act(stage, table, play, Move(verb="undo"))
    call_off(table=table, version=play.version, reason="Dealt again", press=stage.press())
