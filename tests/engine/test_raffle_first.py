"""The first method of drawing, which is only read any more: its spelling of chance, its list, and what it refuses."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import RuleError
from engine.raffle import DrawTicket, PrizeDraw, verify_draw
from engine.raffle.first import canonical_list, draw_key, parse_list, require_enough_entropy, spell_calls
from tests.engine.test_raffle import ENTROPY, LIST_HASH, SEED, TICKETS, published

LIST = canonical_list(TICKETS)


def refusal_of(action: Any) -> tuple[str, str]:
    with pytest.raises(RuleError) as refused:
        action()
    return refused.value.code, refused.value.message


# ---------- Its spelling of chance ----------


@given(
    st.lists(st.sampled_from("123456") | st.sampled_from(["Kd", "Th", "2c", "As"]), min_size=20, max_size=25),
    st.sampled_from([" ", ", ", ";", "\n"]),
)
def test_dice_and_cards_may_be_mixed_and_have_one_spelling(calls, between):
    typed = between.join(call.upper().replace("T", "10") for call in calls)

    assert spell_calls(typed) == f"dice:{' '.join(calls)}"


@pytest.mark.parametrize(
    ("typed", "code", "message"),
    [
        (
            "6" * 19,
            "too_little_entropy",
            "19 dice or cards were called; the draw needs 20. Let the guests call 1 more.",
        ),
        (
            "Kd " * 17,
            "too_little_entropy",
            "17 dice or cards were called; the draw needs 20. Let the guests call 3 more.",
        ),
        (
            "6" * 20 + " x7",
            "entropy_unclear",
            'The chance brought to the draw is not readable. "x7" is neither dice (1 to 6) nor a card such as Kd.',
        ),
    ],
)
def test_calls_that_cannot_decide_the_draw_are_refused_with_what_to_do(typed, code, message):
    assert refusal_of(lambda: spell_calls(typed)) == (code, message)


@pytest.mark.parametrize("text", ["dice:Kd " + "6" * 19, "dice:" + "Kd " * 20, "dice:" + "16,666 " * 4])
def test_a_card_is_one_call_and_dice_without_spaces_are_as_many_as_digits(text):
    require_enough_entropy(text)

    one_fewer = text.removesuffix(" ").removesuffix("6").removesuffix("Kd")
    assert refusal_of(lambda: require_enough_entropy(one_fewer))[0] == "too_little_entropy"


def test_the_key_needs_a_whole_seed_and_enough_chance():
    assert refusal_of(lambda: draw_key(SEED[:-1], "WLIA-2026", LIST_HASH, ENTROPY))[0] == "seed_length"
    assert refusal_of(lambda: draw_key(SEED, "WLIA-2026", LIST_HASH, "dice:6"))[0] == "too_little_entropy"


# ---------- Its list ----------


@given(
    st.sets(st.tuples(st.sampled_from("AB"), st.integers(0, 10**12 - 1)), max_size=8),
    st.sampled_from(["P01", "P 2", "é"]),
)
def test_a_list_is_read_back_in_the_order_it_is_published(places, holder):
    tickets = [DrawTicket(bucket, number, holder) for bucket, number in places]

    assert parse_list(canonical_list(tickets)) == tuple(sorted(tickets))


def test_a_list_may_lack_the_last_line_end_when_it_is_read():
    assert parse_list(LIST.removesuffix(b"\n")) == parse_list(LIST)
    assert parse_list(b"") == ()


def test_three_copies_of_a_ticket_are_counted():
    assert refusal_of(lambda: canonical_list([DrawTicket("A", 1, holder) for holder in ("P1", "P2", "P3")])) == (
        "ticket_listed_twice",
        "Ticket 1 is in bucket A 3 times. Void the copies before the draw.",
    )


@pytest.mark.parametrize(
    "line",
    [b"A\t1", b"A\t1\tP01\tP02", b"A 1 P01", b"A\tone\tP01", b"A\t-1\tP01", b"A\t1000000000000\tP01", b"\t1\tP", b""],
)
def test_a_line_that_is_no_ticket_is_told_by_its_number(line):
    assert refusal_of(lambda: parse_list(b"A\t1\tP01\nA\t2\tP01\n" + line + b"\nA\t4\tP01\n")) == (
        "list_file_unreadable",
        "Line 3 of the list is not bucket, tab, number, tab, holder.",
    )


# ---------- What was published ----------


def test_a_draw_with_another_seed_says_only_that():
    problems = verify_draw({**published(), "seed": "00" * 32}, LIST)

    assert len(problems) == 1
    assert problems[0].startswith("The seed is not the one promised: it hashes to ")


def test_a_published_seed_may_stand_in_capitals():
    assert verify_draw({**published(), "seed": SEED.hex().upper()}, LIST) == []


def test_a_prize_that_was_drawn_twice_is_told_even_where_the_numbers_agree():
    twice = published(prizes=[PrizeDraw("A1", "BASKET-A"), PrizeDraw("A1", "BASKET-A")])

    assert verify_draw(twice, LIST) == ["A prize was drawn twice."]


@pytest.mark.parametrize("at", ["start", "end"])
def test_numbers_that_are_missing_or_too_many_are_told(at):
    draw = published()
    rows = draw["prizes"][2]["draws"]
    draw["prizes"][2]["draws"] = rows[:1] if at == "end" else [*rows, rows[-1]]

    count = 1 if at == "end" else 3
    assert verify_draw(draw, LIST)[0] == f"Prize B1: {count} numbers were published, 2 are drawn."


@pytest.mark.parametrize(
    ("field", "value"), [("holder", "P02"), ("ticket", 4), ("index", 0), ("eligible", 4), ("attempt", False)]
)
def test_a_value_of_another_kind_or_size_is_told_with_both(field, value):
    draw = published()
    drawn = draw["prizes"][0]["draws"][0][field]
    draw["prizes"][0]["draws"][0][field] = value

    assert verify_draw(draw, LIST) == [f"Prize A1, attempt 0: {field} {value} was published, {drawn} is drawn."]
