"""Rulings of the floor on a hand in play: which can be asked for, what one would say and do, and those taken."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace

from engine.cards import JOKER, card_text
from engine.poker.floor.ruling import Ruling, replaced
from engine.poker.hand import Entry, Hand, Phase
from eventnight.core.errors import Conflict, NotFound, UserFacingError
from eventnight.core.values.formats import chips_text
from tables.models import Table
from tables.selectors.hand_in_play import Play, deal_unseen
from tables.selectors.ruling_facts import RulingFacts
from tables.selectors.ruling_kinds import KINDS, RulingKind

CARD_CHANGES = frozenset(("stub", "out", "redeal", "replace", "replace_late", "forfeit"))
"""Lines of a log that only a ruling writes."""
WAGERS = frozenset(
    ("bring_in", "insufficient_bet", "declared_raise", "call", "one_chip_call", "raise", "completed_raise")
)
"""Rulings on chips put out: the action that follows in the log is theirs."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """One thing that a ruling changes. lost: a hand, or what it could win, is gone."""

    title: str
    text: str = ""
    lost: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingPlan:
    """A ruling before it is applied. ruling: of the engine. effects: what it changes here."""

    kind: RulingKind
    ruling: Ruling
    effects: tuple[Effect, ...]

    @property
    def digest(self) -> str:
        """Changes with what is said and done, but not with a shuffle, so that what was shown is what is applied."""
        told = [self.ruling.code, self.ruling.says, self.ruling.rules, [asdict(each) for each in self.effects]]
        return hashlib.sha256(json.dumps(told).encode()).hexdigest()[:16]


@dataclass(frozen=True, slots=True, kw_only=True)
class TakenRuling:
    """A ruling that stands in the hand's log."""

    code: str
    says: str
    rules: tuple[str, ...]


def kinds_now(hand: Hand) -> tuple[RulingKind, ...]:
    """What can have gone wrong in this game at this moment."""
    return tuple(kind for kind in KINDS.values() if kind.happens(hand))


def kind_of(hand: Hand, key: str) -> RulingKind:
    """One of these. Raises NotFound("unknown_ruling"), Conflict("ruling_not_now")."""
    kind = KINDS.get(key)
    if kind is None:
        raise NotFound("unknown_ruling", f"“{key[:20]}” is nothing that is ruled on: {', '.join(KINDS)}.")
    if not kind.happens(hand):
        now = ", ".join(each.key for each in kinds_now(hand)) or "nothing: the hand is over"
        raise Conflict(
            "ruling_not_now",
            f"“{kind.label}” cannot happen now in {hand.game.name}. What can: {now}.",
            rules=kind.rules(hand),
            kind=key,
        )
    return kind


def plan_ruling(hand: Hand, facts: RulingFacts, *, seed: str) -> RulingPlan:
    """What the floor says to these facts, and what that changes; the hand stays as it is. seed: of a shuffle.

    Raises NotFound("unknown_ruling"), Conflict("ruling_not_now"), BadRequest("ruling_incomplete"),
    UserFacingError: "card_is_up", "not_in_pack"; RuleError: what the engine refuses the ruling, or its changes, for.
    Rules: CAN-6, CAN-7, CAN-8, CAN-9, CAN-10, CAN-11, CAN-12, CAN-13, CAN-14, CAN-15, CAN-16, ANG-19, ANG-21, ANG-22,
    ANG-23, ANG-24, ANG-26, ANG-27, ANG-28.
    """
    kind = kind_of(hand, facts.kind)
    seen = hand.copy()
    told = _tell(seen, facts, kind)
    ruling = kind.rule(seen, facts, seed)
    changes = _with_new_card(ruling.changes, facts) if "new" in kind.asks(hand) else ruling.changes
    ruling = replace(ruling, changes=(*told, *changes))
    after = hand.copy()
    ruling.apply(after)
    deal_unseen(after)
    return RulingPlan(kind=kind, ruling=ruling, effects=_effects(hand, after, changes))


def ruling_on(play: Play, facts: RulingFacts, *, seed: str) -> RulingPlan:
    """The same for a hand at a table, whose chips are known.

    Raises UserFacingError("no_such_chip") and what ``plan_ruling`` raises.
    """
    plan = plan_ruling(play.hand, facts, seed=seed)
    if plan.ruling.code == "one_chip_call":
        _require_chip_of_night(play.row.table, facts.chips[0])
    return plan


def _require_chip_of_night(table: Table, chip: int) -> None:
    """A total that is typed as one chip would be read as one large chip. Tournament chips are not known.

    Rules: CAN-8.
    """
    known = sorted(each.value for each in table.event.house_settings.bank.chip_set)
    if table.is_of_a_flight or chip in known:
        return
    raise UserFacingError(
        "no_such_chip",
        f"No chip of the night is worth {chips_text(chip)}. Enter each chip that was put out, of "
        f"{', '.join(map(chips_text, known))}.",
        rules=("CAN-8",),
        chip=chip,
        chips=known,
    )


def rulings_taken(hand: Hand) -> tuple[TakenRuling, ...]:
    """The rulings of a hand so far, in order."""
    notes = [entry for entry in hand.log if entry[0] == "note"]
    return tuple(
        TakenRuling(code=str(code), says=str(says), rules=tuple(map(str, _listed(rules))))
        for _, code, says, rules in notes
    )


def last_step(log: Sequence[Entry]) -> int | None:
    """Where the last thing that somebody entered begins, None where nobody has entered anything.

    Cards dealt unseen are not entered, and a ruling is one step with all that it changed.
    """
    end = len(log)
    while end and _is_unseen(log[end - 1]):
        end -= 1
    if not end:
        return None
    noted = next((at for at in reversed(range(end)) if log[at][0] == "note"), None)
    if noted is not None and all(_is_of(log[noted], log[at], at - noted) for at in range(noted + 1, end)):
        return noted
    return end - 1


def _is_of(note: Entry, entry: Entry, place: int) -> bool:
    """Whether a line belongs to the ruling noted so many lines before it."""
    if entry[0] in ("kill", "void"):
        return entry[-2:] == note[-2:]
    return entry[0] in CARD_CHANGES or (note[1] in WAGERS and place == 1)


def _is_unseen(entry: Entry) -> bool:
    return entry[0] == "hole" and not str(entry[2]).strip("?")


def _listed(value: object) -> Sequence[object]:
    return value if isinstance(value, list | tuple) else ()


def _tell(hand: Hand, facts: RulingFacts, kind: RulingKind) -> tuple[Entry, ...]:
    """The one card that was seen, told to a hand that is dealt unseen: it is known to be there from now on, and once it
    is gone nobody else can have it. Returns the lines of the log that tell it.
    """
    if not hand.is_fed or len(facts.told) != 1:
        return ()
    seat, card = facts.told[0]
    is_scrap = card == JOKER and kind.takes_jokers and not hand.game.has_bug
    if is_scrap or seat not in hand.live or card in hand.hole(seat) or None not in hand.hole(seat):
        return ()
    hand.floor.replace_card(seat, None, card)
    verb, at, unknown, _, to_top = replaced(seat, None)
    return ((verb, at, unknown, card_text(card), to_top),)


def _with_new_card(changes: Sequence[Entry], facts: RulingFacts) -> tuple[Entry, ...]:
    """The same with the card that came instead, which lies face up."""
    new = "".join(map(card_text, facts.new))
    return tuple((*entry[:3], new, entry[4]) if entry[0] == "replace" else entry for entry in changes)


def _effects(before: Hand, after: Hand, changes: Sequence[Entry]) -> tuple[Effect, ...]:
    if after.phase is Phase.VOID:
        back = [f"seat {seat} {chips_text(chips)}" for seat, chips in sorted(before.contributed.items()) if chips]
        return (Effect(title="The hand is void", text=f"Chips go back: {', '.join(back)}.", lost=True),)
    return (*_cards(after, changes), *_players(before, after), *_goes_on(before, after)) or (
        Effect(title="Nothing changes in the hand as it is recorded", text="The dealer does it at the table."),
    )


def _cards(after: Hand, changes: Sequence[Entry]) -> list[Effect]:
    found = []
    for name, *given in changes:
        if name == "replace":
            _, old, new, _ = map(str, given)
            gone = "" if old == "??" else f"The {old} is out of play. "
            text = f"{gone}{f'The {new} comes' if new else 'Another card comes'} in its place."
            found.append(Effect(title=f"Seat {given[0]} gets another card", text=text))
        elif name == "replace_late":
            text = f"The {given[1]} is out of play; another comes after everybody has drawn."
            found.append(Effect(title=f"Seat {given[0]} is owed a card", text=text))
        elif name == "redeal":
            told = " ".join(map(card_text, after.board)) if after.is_fed else "from the shuffled pack"
            found.append(Effect(title="The board is dealt again", text=f"It is {told}."))
        elif name == "out":
            found.append(Effect(title=f"The {given[0]} is out of play", text="Nobody can have it in this hand."))
        elif name == "stub":
            found.append(Effect(title="The cards still to come lie in another order"))
    return found


def _players(before: Hand, after: Hand) -> list[Effect]:
    found = []
    for seat in before.seats:
        put_in, held = after.contributed[seat], after.stacks[seat]
        more = put_in - before.contributed[seat]
        if seat in before.live and seat not in after.live:
            stays = f"The {chips_text(put_in)} it has put in stay in the pot." if put_in else "It has put nothing in."
            found.append(Effect(title=f"Seat {seat} is out of the hand", text=stays, lost=True))
        elif more:
            text = f"It has {chips_text(held)} behind then."
            found.append(Effect(title=f"Seat {seat} puts in {chips_text(more)}", text=text))
    return found


def _goes_on(before: Hand, after: Hand) -> list[Effect]:
    if after.phase is Phase.OVER:
        return [Effect(title="The hand is over", text="It can be paid out then.")]
    if (after.turn, after.phase) == (before.turn, before.phase):
        return []
    if after.phase is Phase.DEAL:
        return [Effect(title=f"Then the {after.street.name} is dealt")]
    return [Effect(title=f"Then it is the turn of seat {after.turn}")]
