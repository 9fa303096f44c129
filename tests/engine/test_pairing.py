"""The draw, and singles paired by it."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.chance import SeededDraw
from engine.errors import RuleError
from engine.tournament.pairing import (
    Pair,
    Pool,
    ReserveSettled,
    draw_seeds,
    fill_place,
    leave_pair,
    name_substitute,
    pair_pool,
    pair_singles,
    settle_reserve,
    shuffle,
)


def test_a_stored_seed_gives_this_order_for_ever():
    assert shuffle("ABCDEFGH", "spring night") == tuple("HBDGCAFE")


@given(items=st.lists(st.integers(), unique=True, max_size=30), seed=st.text(max_size=10))
def test_a_shuffle_keeps_every_item(items, seed):
    assert sorted(shuffle(items, seed)) == sorted(items)


def test_every_order_of_three_is_about_as_likely():
    orders = Counter(shuffle("ABC", str(seed)) for seed in range(6000))

    assert len(orders) == 6
    assert all(880 < count < 1120 for count in orders.values())


def test_a_draw_below_a_limit_favours_no_number():
    source = SeededDraw("fair")

    counts = Counter(source.below(10) for _ in range(10_000))

    assert set(counts) == set(range(10))
    assert all(880 < count < 1120 for count in counts.values())


def test_an_odd_single_who_signed_up_last_waits_as_reserve():
    pairing = pair_singles(["Ada", "Ben", "Cleo", "Dan", "Eve"], "seed")

    assert pairing.reserve == "Eve"
    assert sorted(name for pair in pairing.pairs for name in pair) == ["Ada", "Ben", "Cleo", "Dan"]


def test_nobody_is_drawn_from_an_empty_list():
    assert pair_singles([], "seed").pairs == ()
    assert pair_singles([], "seed").reserve is None


@given(count=st.integers(0, 40), seed=st.text(max_size=10))
def test_pairs_hold_everyone_once(count, seed):
    singles = [f"player {number}" for number in range(count)]

    pairing = pair_singles(singles, seed)

    placed = [name for pair in pairing.pairs for name in pair]
    assert sorted([*placed, *singles[len(placed) :]]) == sorted(singles)
    assert len(pairing.pairs) == count // 2
    assert (pairing.reserve is None) == (count % 2 == 0)


def test_every_partner_is_about_as_likely():
    partners: Counter[str] = Counter()
    for seed in range(3000):
        pair = next(pair for pair in pair_singles(["Ada", "Ben", "Cleo", "Dan"], str(seed)).pairs if "Ada" in pair)
        partners.update(set(pair) - {"Ada"})

    assert all(880 < partners[name] < 1120 for name in ("Ben", "Cleo", "Dan"))


def test_seeds_and_pairs_of_one_stored_seed_are_drawn_apart():
    names = [str(number) for number in range(20)]

    pairs = pair_singles(names, "same").pairs

    assert sorted(draw_seeds(names, "same")) == sorted(names)
    assert draw_seeds(names, "same") != tuple(name for pair in pairs for name in pair)


@pytest.mark.parametrize("draw", [pair_singles, draw_seeds])
def test_a_name_listed_twice_is_refused(draw):
    with pytest.raises(RuleError, match="Ada is on the list twice") as refused:
        draw(["Ada", "Ben", "Ada"], "seed")

    assert refused.value.code == "listed_twice"


@pytest.mark.rule("WLIA-23")
def test_the_next_to_arrive_plays_with_the_reserve_before_any_volunteer():
    pool = Pool(waiting=("Fay",), reserve="Eve")

    settled = settle_reserve(pool, arrivals=["Fay", "Gus"], volunteers=["Hal"])

    assert settled == ReserveSettled(Pool(), pair=Pair(("Eve", "Fay")))


@pytest.mark.rule("WLIA-23")
def test_without_an_arrival_a_volunteer_plays_with_the_reserve():
    settled = settle_reserve(Pool(reserve="Eve"), volunteers=["Hal", "Ida"], is_last_call=True)

    assert settled == ReserveSettled(Pool(), pair=Pair(("Eve", "Hal")))


@pytest.mark.rule("WLIA-23")
def test_without_anybody_the_reserve_waits_until_the_last_call_and_is_then_released():
    pool = Pool(waiting=("Fay",), reserve="Eve")

    assert settle_reserve(pool) == ReserveSettled(pool)
    assert settle_reserve(pool, is_last_call=True) == ReserveSettled(Pool(("Fay",)), released="Eve")


@pytest.mark.rule("WLIA-23")
def test_a_partner_who_leaves_before_round_one_puts_the_other_back_in_the_pool():
    pool = Pool(waiting=("Fay",), reserve="Eve")

    assert leave_pair(pool, Pair(("Ada", "Ben")), "Ada") == Pool(("Fay", "Ben"), "Eve")


@pytest.mark.rule("WLIA-23")
def test_after_round_one_a_substitute_who_has_not_played_is_named():
    pair = Pair(("Ada", "Ben"), has_played=True)

    with pytest.raises(RuleError, match="Name a substitute") as refused:
        leave_pair(Pool(), pair, "Ada")

    assert refused.value.code == "team_has_played"
    assert name_substitute(pair, "Ada", "Eve", played={"Ada", "Ben"}) == Pair(("Eve", "Ben"), has_played=True)
    assert name_substitute(pair, "Ben", "Eve", played={"Ada", "Ben"}) == Pair(("Ada", "Eve"), has_played=True)


@pytest.mark.rule("WLIA-23")
def test_the_reserve_takes_the_place_of_somebody_missing():
    filled, pool = fill_place(Pool(("Fay",), "Eve"), Pair(("Ada", "Ben")), "Ben")

    assert (filled, pool) == (Pair(("Ada", "Eve")), Pool(("Fay",)))


def test_the_reserve_is_drawn_with_those_who_came_later():
    pairing, pool = pair_pool(Pool(("Fay", "Gus"), "Eve"), "seed")

    assert pairing == pair_singles(["Eve", "Fay", "Gus"], "seed")
    assert pool == Pool(reserve="Gus")


@pytest.mark.parametrize(
    ("move", "code"),
    [
        pytest.param(lambda: pair_pool(Pool(), "s"), "too_few_singles", id="nobody"),
        pytest.param(lambda: pair_pool(Pool(reserve="Eve"), "s"), "too_few_singles", id="one"),
        pytest.param(lambda: pair_pool(Pool(("Eve",), "Eve"), "s"), "listed_twice", id="twice"),
        pytest.param(lambda: settle_reserve(Pool(("Fay",))), "no_reserve", id="settle-nobody"),
        pytest.param(lambda: settle_reserve(Pool(reserve="Eve"), volunteers=["Eve"]), "pair_of_one", id="alone"),
        pytest.param(lambda: fill_place(Pool(), Pair(("Ada", "Ben")), "Ada"), "no_reserve", id="fill-with-nobody"),
        pytest.param(
            lambda: fill_place(Pool(reserve="Eve"), Pair(("Ada", "Ben")), "Cy"),
            "player_not_in_team",
            id="fill-stranger",
        ),
        pytest.param(
            lambda: fill_place(Pool(reserve="Eve"), Pair(("Ada", "Ben"), True), "Ada"), "team_has_played", id="too-late"
        ),
        pytest.param(lambda: leave_pair(Pool(), Pair(("Ada", "Ben")), "Cy"), "player_not_in_team", id="leave-stranger"),
        pytest.param(
            lambda: name_substitute(Pair(("Ada", "Ben"), True), "Ada", "Cy", {"Cy"}),
            "substitute_has_played",
            id="has-played",
        ),
        pytest.param(lambda: name_substitute(Pair(("Ada", "Ben"), True), "Ada", "Ben"), "pair_of_one", id="partner"),
        pytest.param(
            lambda: name_substitute(Pair(("Ada", "Ben"), True), "Dan", "Eve"), "player_not_in_team", id="for-stranger"
        ),
    ],
)
def test_what_the_pool_cannot_do_is_refused(move, code):
    with pytest.raises(RuleError) as refused:
        move()

    assert (refused.value.code, refused.value.rules) == (code, ("WLIA-23",))


STEPS = st.lists(st.tuples(st.sampled_from(["come", "draw", "arrive", "call", "leave", "fill"]), st.integers(0, 9)))


@pytest.mark.rule("WLIA-23")
@given(steps=STEPS)
def test_nobody_is_lost_or_in_two_places_however_the_evening_goes(steps):
    pool, teams, gone, came = Pool(), [], [], 0
    for kind, pick in steps:
        try:
            if kind == "come":
                pool, came = replace(pool, waiting=(*pool.waiting, came)), came + 1
            elif kind == "draw":
                pairing, pool = pair_pool(pool, str(pick))
                teams += [Pair(pair) for pair in pairing.pairs]
            elif kind in {"arrive", "call"}:
                settled = settle_reserve(pool, arrivals=[came] if kind == "arrive" else (), is_last_call=True)
                came += kind == "arrive"
                pool, made = settled.pool, settled.pair
                teams += [made] if made else []
                gone += [] if made else [settled.released]
            elif teams and kind == "leave":
                pair = teams[pick % len(teams)]
                pool = leave_pair(pool, pair, pair.players[0])
                teams.remove(pair)
                gone.append(pair.players[0])
            elif teams:
                pair = teams[pick % len(teams)]
                filled, pool = fill_place(pool, pair, pair.players[1])
                teams[pick % len(teams)] = filled
                gone.append(pair.players[1])
        except RuleError:
            continue

    places = [*pool.singles, *gone, *(player for pair in teams for player in pair.players)]
    assert sorted(places) == list(range(came))
