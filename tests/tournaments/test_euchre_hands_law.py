"""The law of a score kept by hand: whatever is entered, undone and corrected, and in whatever order, the score is the
one that the engine gives the same list of hands from the start. And the database knows the engine's points.
"""

from __future__ import annotations

from itertools import product

import pytest
from django.db import IntegrityError, transaction
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import RuleError
from engine.euchre.catalogue import house_of
from engine.euchre.game import EuchreMatch
from engine.euchre.result import DealResult, points_of
from engine.euchre.scoring import EuchreScale, Side
from eventnight.core.actors import SYSTEM
from eventnight.core.errors import Conflict
from tests.factories import NOW
from tests.tournaments.hand_nights import at_the_table, play, put_right, sheet_of, take_back
from tests.tournaments.nights import decide, match_of
from tournaments.models import EuchreHand, TrumpSuit

HANDS = st.one_of(
    st.just((None, 0, False, False, None)),
    st.tuples(
        st.sampled_from((0, 1)),
        st.integers(0, 5),
        st.booleans(),
        st.booleans(),
        st.sampled_from((None, None, None, *Side)),
    ),
)
PRESSES = st.lists(
    st.tuples(st.sampled_from(("enter",) * 5 + ("undo", "correct")), st.integers(0, 30), HANDS), max_size=25
)


def result_of(hand) -> DealResult:
    makers, tricks, alone, defender_alone, revoke_by = hand
    return DealResult(
        makers=makers, tricks=tricks, makers_alone=alone, defender_alone=defender_alone, revoke_by=revoke_by
    )


def said(hand) -> dict[str, object]:
    makers, tricks, alone, defender_alone, revoke_by = hand
    how = {"makers_alone": alone, "defender_alone": defender_alone, "revoke_by": revoke_by}
    return {"slot": makers, "tricks": tricks, **how}


def from_the_start(hands, best_of: int, target: int) -> EuchreMatch:
    """The engine's match after these deals, as far as they are played before it is over."""
    match = EuchreMatch(house=house_of(overrides={"scale": {"target": target}}), best_of=best_of)
    for hand in hands:
        if match.winner is None:
            match = match.with_result(result_of(hand))
    return match


@pytest.mark.django_db
@pytest.mark.rule("EUC-16")
@settings(max_examples=15)
@given(presses=PRESSES, target=st.sampled_from((4, 10)))
def test_the_score_is_the_engines_score_of_the_same_hands_from_the_start(presses, target):
    with transaction.atomic():
        tournament = at_the_table(2, target=target)
        hands = []
        for press, pick, hand in presses:
            over = from_the_start(hands, 1, target).winner is not None
            rows = list(EuchreHand.objects.filter(undone_at__isnull=True).order_by("number"))
            if press == "enter":
                if over:
                    with pytest.raises(Conflict, match="is over"):
                        play(tournament, **said(hand), facts={"number": len(hands) + 1})
                else:
                    play(tournament, **said(hand))
                    hands.append(hand)
            elif rows and press == "undo":
                take_back(rows[-1])
                hands.pop()
            elif rows:
                at = pick % len(rows)
                put_right(tournament, rows[at], **said(hand))
                hands[at] = hand
            sheet, engine = sheet_of(tournament), from_the_start(hands, 1, target)
            assert sheet.game.points == engine.points
            assert (sheet.winner and sheet.winner.seed) == (None if engine.winner is None else engine.winner + 1)
            assert sum(each.counts for each in sheet.game.hands) == len(engine.deals)
        transaction.set_rollback(True)


@pytest.mark.django_db
@pytest.mark.rule("EUC-16")
@settings(max_examples=6)
@given(hands=st.lists(HANDS, min_size=5, max_size=25))
def test_a_best_of_three_goes_on_as_the_engines_match_does(hands):
    with transaction.atomic():
        tournament = at_the_table(2, best_of=3, target=4)
        for hand in hands:
            if sheet_of(tournament).winner is None:
                play(tournament, **said(hand))
        sheet, engine = sheet_of(tournament), from_the_start(hands, 3, 4)

        assert sheet.games_won == engine.games
        assert (sheet.winner and sheet.winner.seed) == (None if engine.winner is None else engine.winner + 1)
        assert sheet.game.points in (engine.points, (0, 0))
        transaction.set_rollback(True)


@pytest.mark.django_db
@pytest.mark.parametrize("makers_slot", [None, 0, 1])
def test_the_database_takes_points_of_the_side_that_the_engine_gives_them_to_and_no_others(makers_slot):
    tournament = at_the_table(2)
    match = match_of(tournament, 1)
    makers = None if makers_slot is None else (match.team_a, match.team_b)[makers_slot]
    taken = {}

    for tricks, alone, lone_defender, revoke in product((0, 2, 3, 4, 5), (False, True), (False, True), (None, *Side)):
        try:
            result = DealResult(
                makers=makers_slot, tricks=tricks, makers_alone=alone, defender_alone=lone_defender, revoke_by=revoke
            )
        except RuleError:
            right = None
        else:
            points = points_of(result, EuchreScale())
            right = _scores(points if makers_slot != 1 else points[::-1])
        for to_makers, to_defenders in ((0, 0), (1, 0), (4, 0), (1_000, 0), (1_001, 0), (0, 1), (0, 1_001), (2, 2)):
            hand = EuchreHand(
                match=match,
                game=1,
                number=1,
                team_a=match.team_a,
                team_b=match.team_b,
                makers=makers,
                tricks=tricks,
                makers_alone=alone,
                defender_alone=lone_defender,
                revoke_by=revoke or "",
                points_makers=to_makers,
                points_defenders=to_defenders,
                entered_at=NOW,
                by_code=SYSTEM.code,
                by_label=SYSTEM.label,
            )
            taken[tricks, alone, lone_defender, revoke, to_makers, to_defenders] = (
                _is_taken(hand),
                right == _scores((to_makers, to_defenders)) and max(to_makers, to_defenders) <= 1_000,
            )

    assert [case for case, (got, wanted) in taken.items() if got != wanted] == []


def _scores(points: tuple[int, int]) -> tuple[bool, bool]:
    """Whether each side scores; how much, the scale of a bracket says."""
    return points[0] > 0, points[1] > 0


def _is_taken(hand: EuchreHand) -> bool:
    try:
        with transaction.atomic():
            hand.save(force_insert=True)
            hand.delete()
    except IntegrityError:
        return False
    return True


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("constraint", "changes"),
    [
        ("euchrehand_game_of_three", {"game": 4}),
        ("euchrehand_counted_from_one", {"number": 0}),
        ("euchrehand_five_tricks", {"tricks": 6}),
        ("euchrehand_known_trump", {"trump": "stars"}),
        ("euchrehand_known_upcard", {"upcard": "burnt"}),
        ("euchrehand_lone_maker_is_alone", {"lone_maker": 1}),
        ("euchrehand_undone_by_somebody", {"undone_by_code": "staff-1"}),
        ("euchrehand_teams_differ", {"team_b": 1}),
        ("euchrehand_makers_are_a_team", {"makers": 3}),
        ("euchrehand_voided_is_undone", {"voided_by": None}),
    ],
)
def test_a_hand_that_cannot_be_is_refused_by_the_database(constraint, changes):
    tournament = at_the_table()
    play(tournament, 0, 5, trump=TrumpSuit.HEARTS)
    seeds = {team.seed: team for team in tournament.teams.all()}
    values = {name: seeds[value] if name in ("team_b", "makers") else value for name, value in changes.items()}
    if "lone_maker" in values:
        values = {"lone_maker": tournament.team_players.get(team=seeds[1], place=1).player}
    if "voided_by" in values:
        values = {"voided_by": decide(tournament, 2)}

    with pytest.raises(IntegrityError, match=constraint), transaction.atomic():
        EuchreHand.objects.update(**values)


@pytest.mark.django_db
def test_one_hand_of_a_number_counts():
    play(at_the_table(), 0)
    hand = EuchreHand.objects.get()
    hand.pk = None

    with pytest.raises(IntegrityError), transaction.atomic():
        hand.save(force_insert=True)
