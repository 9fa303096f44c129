"""Ticket arithmetic, and a draw that anyone can repeat."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import RuleError
from engine.raffle import (
    Attempt,
    DrawTicket,
    PrizeDraw,
    WinRule,
    commitment,
    draw_index,
    draw_prize,
    eligible_tickets,
    list_hash,
    tickets_for_chips,
    tickets_for_money,
    verify_draw,
)
from engine.raffle.first import canonical_list, draw_key, parse_list, publish_draw, require_enough_entropy

SEED = bytes(range(32))
TICKETS = [
    DrawTicket("BASKET-B", 10, "P04"),
    *(DrawTicket("BASKET-A", number, f"P0{holder}") for number, holder in enumerate([1, 1, 2, 3, 1], start=1)),
    *(DrawTicket("BASKET-B", number, f"P0{holder}") for number, holder in enumerate([2, 3, 4], start=1)),
]
ENTROPY = "drand:quicknet:1000000:" + "ab" * 32
LIST_HASH = "ed6961a1e3e563f6648cb3ab6615079d09c4d23d70e7cb3d046caaa7f90c8269"
KEY = bytes.fromhex("6c3e04d61816ee563c1ccaece62eca936842b6f08efb2cb0731af3e0d34200ef")
PRIZES = [PrizeDraw("A1", "BASKET-A"), PrizeDraw("A2", "BASKET-A"), PrizeDraw("B1", "BASKET-B", absent=["P04"])]


def published(**changes) -> dict:
    draw = {"seed": SEED, "event_code": "WLIA-2026", "entropy": ENTROPY, "tickets": TICKETS, "prizes": PRIZES}
    return publish_draw(**{**draw, **changes})


@pytest.mark.rule("WLIA-14")
@pytest.mark.parametrize(("chips", "bought"), [(1050, (10, 50)), (100, (1, 0)), (99, (0, 99)), (0, (0, 0))])
def test_every_hundred_in_chips_buys_a_ticket_and_the_rest_is_the_players(chips, bought):
    assert tickets_for_chips(chips) == bought


@given(chips=st.integers(0, 10**9), rate=st.integers(1, 10**4))
def test_tickets_and_the_rest_are_worth_the_chips(chips, rate):
    tickets, chips_left = tickets_for_chips(chips, rate)

    assert tickets * rate + chips_left == chips
    assert 0 <= chips_left < rate


@pytest.mark.parametrize(("chips", "rate"), [(-1, 100), (100, 0), (100, -1)])
def test_chips_that_cannot_be_turned_in_are_refused(chips, rate):
    with pytest.raises(RuleError) as refused:
        tickets_for_chips(chips, rate)

    assert refused.value.code == "chips_out_of_range"


@pytest.mark.rule("WLIA-15")
def test_ten_dollars_buy_ten_tickets():
    assert tickets_for_money(10_00) == 10
    assert tickets_for_money(30_00) == 30
    assert tickets_for_money(5_00, lot_price=2_50, lot_tickets=1) == 2


@pytest.mark.rule("WLIA-15")
@pytest.mark.parametrize(
    ("paid", "written"),
    [(0, "$0.00"), (5_00, "$5.00"), (9_99, "$9.99"), (1_015_50, "$1,015.50"), (-10_00, "-$10.00"), (-1, "-$0.01")],
)
def test_tickets_are_sold_in_whole_lots(paid, written):
    with pytest.raises(RuleError) as refused:
        tickets_for_money(paid)

    assert refused.value.code == "ticket_amount"
    assert refused.value.message == (f"{written} does not buy whole lots of 10 tickets. Take a multiple of $10.00.")


@pytest.mark.rule("WLIA-15")
def test_a_lot_is_at_least_one_ticket_for_one_cent():
    assert tickets_for_money(3, lot_price=1, lot_tickets=1) == 3
    for price, tickets in ((0, 1), (-1, 1), (1, 0), (1, -1)):
        with pytest.raises(RuleError) as refused:
            tickets_for_money(3, lot_price=price, lot_tickets=tickets)

        assert refused.value.message == (
            f"A lot of {tickets} tickets for {price} cents cannot be sold: both must be at least 1."
        )


def test_the_worked_example_commits_to_its_seed_and_its_list():
    canonical = canonical_list(TICKETS)

    assert commitment(SEED) == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
    assert len(canonical) == 136
    assert canonical.startswith(b"BASKET-A\t1\tP01\n")
    assert canonical.endswith(b"BASKET-B\t10\tP04\n")
    assert list_hash(canonical) == LIST_HASH
    assert draw_key(SEED, "WLIA-2026", LIST_HASH, ENTROPY) == KEY


@pytest.mark.rule("WLIA-16")
def test_the_worked_example_draws_its_winners():
    won: list[DrawTicket] = []
    drawn = []
    for prize in PRIZES:
        eligible = eligible_tickets(TICKETS, prize.bucket, won=won)
        attempts = draw_prize(KEY, prize.prize_id, eligible, absent=prize.absent)
        won.append(attempts[-1].ticket)
        drawn += [(prize.prize_id, a.attempt, a.eligible, a.index, a.ticket.number, a.ticket.holder) for a in attempts]

    assert drawn == [
        ("A1", 0, 5, 4, 5, "P01"),
        ("A2", 0, 2, 0, 3, "P02"),
        ("B1", 0, 3, 2, 10, "P04"),
        ("B1", 1, 1, 0, 2, "P03"),
    ]


def test_under_the_other_rule_only_the_winning_ticket_leaves():
    won = [DrawTicket("BASKET-A", 5, "P01")]

    left = eligible_tickets(TICKETS, "BASKET-A", won=won, rule=WinRule.TICKET_LEAVES)

    assert [ticket.number for ticket in left] == [1, 2, 3, 4]


def test_who_won_in_another_bucket_is_out_of_this_one_too_and_the_list_stays_in_its_order():
    won = [DrawTicket("BASKET-A", 5, "P02")]

    left = eligible_tickets(reversed(TICKETS), "BASKET-B", won=won)

    assert left == (
        DrawTicket("BASKET-B", 2, "P03"),
        DrawTicket("BASKET-B", 3, "P04"),
        DrawTicket("BASKET-B", 10, "P04"),
    )


@pytest.mark.parametrize("tickets", [0, -1])
def test_an_index_is_drawn_of_one_ticket_or_more(tickets):
    assert draw_index(KEY, "A1", 0, 1) == 0
    with pytest.raises(RuleError) as refused:
        draw_index(KEY, "A1", 0, tickets)

    assert refused.value.code == "bucket_is_empty"


@given(st.sets(st.sampled_from(["P02", "P03", "P04"])))
def test_who_is_absent_leaves_with_all_tickets_and_the_next_number_is_drawn_of_those_left(absent):
    left = eligible_tickets(TICKETS, "BASKET-B")
    attempts = draw_prize(KEY, "B1", left, absent=absent)

    for number, attempt in enumerate(attempts):
        index = draw_index(KEY, "B1", number, len(left))
        is_last = number == len(attempts) - 1
        assert attempt == Attempt(number, len(left), index, left[index], left[index].holder in absent)
        assert is_last or attempt.is_absent
        left = tuple(ticket for ticket in left if ticket.holder != attempt.ticket.holder)
    assert not (attempts[-1].is_absent and left)


@pytest.mark.rule("WLIA-16")
def test_an_empty_bucket_has_no_winner_and_says_so():
    with pytest.raises(RuleError, match="No ticket can win C1") as refused:
        draw_prize(KEY, "C1", [])

    assert refused.value.code == "bucket_is_empty"


def test_a_bucket_whose_holders_are_all_absent_has_no_winner():
    attempts = draw_prize(KEY, "B1", eligible_tickets(TICKETS, "BASKET-B"), absent=["P02", "P03", "P04"])

    assert len(attempts) == 3
    assert all(attempt.is_absent for attempt in attempts)


def test_a_prize_without_a_winner_does_not_stop_the_others_and_can_be_repeated():
    prizes = [PrizeDraw("C1", "BASKET-C"), PrizeDraw("B1", "BASKET-B", absent=["P02", "P03", "P04"]), PRIZES[0]]

    draw = published(prizes=prizes)

    assert [len(prize["draws"]) for prize in draw["prizes"]] == [0, 3, 1]
    assert verify_draw(draw, canonical_list(TICKETS)) == []


@pytest.mark.rule("WLIA-16")
def test_every_ticket_is_about_as_likely():
    counts = Counter(draw_index(KEY, f"prize {number}", 0, 7) for number in range(7000))

    assert set(counts) == set(range(7))
    assert all(880 < count < 1120 for count in counts.values())


@pytest.mark.parametrize(
    "text",
    [ENTROPY, "dice:" + "3 " * 20, "dice:36145 23615 42361, 54236", "dice:Kd 10h Ts " + "6" * 17],
)
def test_enough_chance_of_a_known_shape_is_taken(text):
    require_enough_entropy(text)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("dice:" + "3" * 19, "too_little_entropy"),
        ("dice:", "too_little_entropy"),
        ("dice:" + "3 " * 19 + "7", "entropy_unclear"),
        ("dice:" + "3 " * 19 + "10", "entropy_unclear"),
        ("drand:quicknet:1000000:" + "ab" * 31, "entropy_unclear"),
        ("drand:quicknet::" + "ab" * 32, "entropy_unclear"),
        ("my lucky number", "entropy_unclear"),
        ("", "entropy_unclear"),
    ],
)
def test_chance_that_is_too_little_or_unclear_is_refused(text, code):
    with pytest.raises(RuleError) as refused:
        require_enough_entropy(text)

    assert refused.value.code == code


def test_a_seed_has_32_bytes():
    for length in (0, 31, 33):
        with pytest.raises(RuleError) as refused:
            commitment(bytes(length))

        assert refused.value.message == f"The seed has {length} bytes; it needs 32."


def test_a_ticket_stands_in_a_bucket_once():
    with pytest.raises(RuleError) as refused:
        canonical_list([DrawTicket("A", 1, "P01"), DrawTicket("A", 1, "P02")])

    assert refused.value.code == "ticket_listed_twice"


@pytest.mark.parametrize("code", ["", "A\tB", "A\nB", "\r", "\x1f"])
def test_a_code_that_would_break_the_list_is_refused_of_bucket_and_holder(code):
    for bucket, holder in ((code, "P01"), ("A", code)):
        with pytest.raises(RuleError) as refused:
            DrawTicket(bucket, 1, holder)

        assert refused.value.code == "ticket_code_unusable"


def test_what_was_published_can_be_repeated():
    assert verify_draw(published(), canonical_list(TICKETS)) == []


@given(
    counts=st.dictionaries(st.sampled_from(["P1", "P2", "P3", "P4"]), st.integers(1, 5), min_size=3),
    rule=st.sampled_from(WinRule),
    entropy=st.text("123456", min_size=20, max_size=30),
)
def test_any_published_draw_can_be_repeated(counts, rule, entropy):
    holders = [holder for holder, count in counts.items() for _ in range(count)]
    tickets = [DrawTicket("A", number, holder) for number, holder in enumerate(holders)]
    prizes = [PrizeDraw("first", "A", rule, [holders[0]]), PrizeDraw("second", "A", rule)]

    draw = published(tickets=tickets, prizes=prizes, entropy=f"dice:{entropy}")

    assert verify_draw(draw, canonical_list(tickets)) == []


def _with_first_draw(draw: dict, **changes) -> dict:
    first, *others = draw["prizes"]
    return {**draw, "prizes": [{**first, "draws": [{**first["draws"][0], **changes}]}, *others]}


@pytest.mark.parametrize(
    ("changed", "problem"),
    [
        (lambda draw: {**draw, "seed": "00" * 32}, "The seed is not the one promised"),
        (lambda draw: {**draw, "seed": "00"}, "The draw cannot be repeated"),
        (lambda draw: {**draw, "list_sha256": "00"}, "The list is not the one published"),
        (lambda draw: {**draw, "entropy": "lucky"}, "The draw cannot be repeated"),
        (lambda draw: _with_first_draw(draw, ticket=4), "Prize A1, attempt 0: ticket 4 was published, 5 is drawn"),
        (lambda draw: _with_first_draw(draw, holder="P03"), "Prize A1, attempt 0: holder P03"),
        (lambda draw: _with_first_draw(draw, absent=True), "Prize A1"),
        (lambda draw: {**draw, "prizes": draw["prizes"] + draw["prizes"][:1]}, "A prize was drawn twice"),
    ],
)
def test_a_draw_that_was_tampered_with_is_found_out(changed, problem):
    problems = verify_draw(changed(published()), canonical_list(TICKETS))

    assert any(found.startswith(problem) for found in problems), problems


def test_a_list_that_was_tampered_with_is_found_out():
    other = canonical_list(TICKETS).replace(b"P03", b"P04")

    assert any("hashes to" in problem for problem in verify_draw(published(), other))


def test_a_list_in_another_order_is_found_out():
    lines = canonical_list(TICKETS).splitlines(keepends=True)

    assert any("sorted" in problem for problem in verify_draw(published(), b"".join(reversed(lines))))


@pytest.mark.parametrize(
    "changed",
    [
        lambda draw: {},
        lambda draw: {**draw, "method": "hat"},
        lambda draw: {**draw, "seed": "no hex"},
        lambda draw: {**draw, "entropy": 5},
        lambda draw: {**draw, "event": "\ud800"},
        lambda draw: {**draw, "prizes": ["A1"]},
        lambda draw: {**draw, "prizes": [{"prize": "A1", "bucket": "A", "rule": "luck", "draws": []}]},
    ],
)
def test_a_file_that_is_no_draw_is_refused(changed):
    with pytest.raises(RuleError) as refused:
        verify_draw(changed(published()), canonical_list(TICKETS))

    assert refused.value.code == "draw_file_unreadable"


@pytest.mark.parametrize("text", [b"\xff\xfe", b"BASKET-A 1 P01\n", b"A\tone\tP01\n", b"A\t1\t\n", b"\n"])
def test_a_file_that_is_no_list_is_refused(text):
    with pytest.raises(RuleError) as refused:
        parse_list(text)

    assert refused.value.code == "list_file_unreadable"
