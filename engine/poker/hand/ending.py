"""How a hand ends: hands shown or thrown away, and the pots settled."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, cast

from engine.cards import Card
from engine.doors import wrong_type
from engine.errors import RuleError
from engine.poker.hand.course import Course
from engine.poker.hand.setup import Phase
from engine.poker.hand.telling import require_cards
from engine.poker.settling.awards import ChipsInPlay
from engine.poker.settling.pots import Contribution, PotList, pots_in_play
from engine.poker.settling.settlement import Played, Settlement, settle_checked
from engine.poker.settling.turned_up import refuse_unseen
from engine.units import Chips

# Looked up once: before Python 3.12 naming a member of an Enum costs as much as ten comparisons.
_DEAL: Final = Phase.DEAL
_SHOWDOWN: Final = Phase.SHOWDOWN
_OVER: Final = Phase.OVER
_VOID: Final = Phase.VOID


def show(course: Course, seat: object, cards: Sequence[Card | None] | None) -> None:
    if cards is not None:
        require_cards(cards)
    place = _place_at_showdown(course, seat)
    number, held = course.seats[place], course.dealing.hole[place]
    told = list(held) if cards is None else cards
    course.dealing.reveal(place, told, f"Seat {number}")
    course.showdown.shown.add(place)
    course.log.lines.append(("show", number, tuple(told)))
    course.close_showdown()


def muck(course: Course, seat: object) -> None:
    place = _place_at_showdown(course, seat)
    refusal = refuse_muck(course, place)
    if refusal is not None:
        raise refusal
    course.showdown.mucked.add(place)
    course.log.lines.append(("muck", course.seats[place]))
    course.close_showdown()


def refuse_muck(course: Course, place: int) -> RuleError | None:
    """Why a hand at the showdown may not be thrown away unseen, None where it may."""
    number, showdown, setup = course.seats[place], course.showdown, course.setup
    if showdown.ran_out:
        return RuleError(
            "must_show",
            f"No more bets could be made, so every live hand is turned up. Show seat {number}.",
            rules=("STD-9", "BIS-14"),
            seat=number,
        )
    is_called = place == course.betting.aggressor
    unseen = refuse_unseen(number, game=setup.game, house=setup.house, is_called=is_called)
    if unseen is not None:
        return unseen
    gone = {course.seats[at] for at in showdown.mucked} | {number}
    for pot in () if showdown.certainly_covers(place, course.betting) else pots_of(course).pots:
        if number in pot.eligible and gone.issuperset(pot.eligible):
            return RuleError(
                "last_claim",
                f"Seat {number} is the last with a claim to the {pot.name} of {pot.chips}. Show the hand.",
                rules=("STD-11", "CAN-17"),
                seat=number,
                chips=pot.chips,
            )
    return None


def show_down(course: Course) -> None:
    if course.phase is not _SHOWDOWN:
        raise course.not_now("show")
    hole = course.dealing.hole
    showdown = course.showdown
    waiting = [place for place in course.betting.live if place not in showdown.mucked]
    for place in waiting:
        if None in hole[place]:
            course.dealing.reveal(place, hole[place], f"Seat {course.seats[place]}")
    showdown.shown.update(waiting)
    course.log.lines.append(("show_down",))
    course.end_showdown()


def _place_at_showdown(course: Course, seat: object) -> int:
    place = course.live_place(seat)
    runs_out = course.phase is _DEAL and course.street_number and course.betting.able_count <= 1
    if course.phase is not _SHOWDOWN and not runs_out:
        raise RuleError("not_showdown", f"Seat {seat} cannot show yet: bets can still be made.", seat=seat)
    if place in course.showdown.shown or place in course.showdown.mucked:
        raise RuleError("already_shown", f"Seat {seat} has already shown or mucked.", seat=seat)
    return place


def pots_of(course: Course) -> PotList:
    """The pots so far, and what would go back uncalled."""
    if course.phase is _VOID:
        return PotList((), {})
    betting = course.betting
    total = betting.total
    return pots_in_play(
        [
            Contribution(
                seat=seat,
                chips=Chips(total[place]),
                is_live=not betting.folded[place],
                dead=Chips(betting.dead[place]),
                claim=course.showdown.claims.get(place),
            )
            for place, seat in enumerate(course.seats)
        ]
    )


def settle(course: Course, fee: object, fee_chip: object) -> Settlement:
    if course.phase is not _OVER:
        raise _not_over(course.phase)
    if type(fee) is not int:
        raise wrong_type("fee", fee, int)
    unit = course.betting.unit
    if fee_chip is not None and type(fee_chip) is not int:
        raise wrong_type("fee_chip", fee_chip, int)
    seats, betting, dealing, showdown = course.seats, course.betting, course.dealing, course.showdown
    folded, hole, live = betting.folded, dealing.hole, betting.live
    claims = showdown.claims
    played = Played(
        course.by_seat(betting.total),
        {seat: chips for seat, chips in course.by_seat(betting.dead).items() if chips} if betting.has_dead else {},
        _claimants(course) if showdown.mucked else [seats[place] for place in live],
        # What was shown is known.
        {seats[place]: cast("list[Card]", hole[place]) for place in sorted(showdown.shown)},
        {seats[place]: chips for place, chips in claims.items() if not folded[place]} if claims else {},
    )
    setup = course.setup
    return settle_checked(
        played,
        game=setup.game,
        house=setup.house,
        button=setup.button,
        board=dealing.board,
        fee=Chips(fee),
        chips=ChipsInPlay(Chips(unit), Chips(unit if fee_chip is None else fee_chip)),
    )


def _not_over(phase: Phase) -> RuleError:
    if phase is _VOID:
        return RuleError("misdeal", "The hand was a misdeal: everyone has their chips back, nothing is won.")
    return RuleError("hand_not_over", f"The hand is not over; it waits for {phase.value}.")


def _claimants(course: Course) -> Sequence[int]:
    """The live seats; where a ruling left a pot to mucked hands alone, only those that have not mucked."""
    live = [course.seats[place] for place in course.betting.live]
    mucked = {course.seats[place] for place in course.showdown.mucked}
    if any(mucked.issuperset(pot.eligible) for pot in pots_of(course).pots):
        return [seat for seat in live if seat not in mucked]
    return live
