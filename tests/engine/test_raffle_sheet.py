"""A draw from a sheet: its one form, its one spelling of chance, and that no change of anything published passes."""

from __future__ import annotations

import copy
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import RuleError
from engine.raffle import (
    QUICKNET,
    BeaconRound,
    CallKind,
    Calls,
    DrawTicket,
    SheetPot,
    SheetPrize,
    draw_sheet,
    entropy_text,
    list_hash,
    parse_sheet,
    print_sheet,
    read_calls,
    sheet_key,
    verify_draw,
)
from tests.engine.sheets import BOTH, DICE, SEED, beacon, published, sheet

DICE_OF = Calls(CallKind.DICE, 20)
CARDS_OF = Calls(CallKind.CARDS, 20)
ENTROPY = f"dice:{DICE};drand:{QUICKNET.hash}:1000:fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd"
FILE = print_sheet(sheet())
PROOF = published(sheet())


def signed(chain: object, number: int, signature: bytes) -> bool:
    """The answer of the real check for the rounds used here, which test_drand takes: the laws below need thousands."""
    return number in (1000, 1001) and signature == beacon(number).signature


def problems(proof: dict[str, Any], file: bytes = FILE) -> list[str]:
    try:
        return verify_draw(proof, file, check=signed)
    except RuleError as refused:
        return [refused.code]


def code_of(action: Any) -> str:
    with pytest.raises(RuleError) as refused:
        action()
    return refused.value.code


@pytest.mark.rule("WLIA-16")
def test_the_worked_example_comes_out_to_the_last_digit():
    drawn = [(row["prize"], *draw.values()) for row in PROOF["prizes"] for draw in row["draws"]]

    assert len(FILE) == 545
    assert list_hash(FILE) == "80cb599fe86ba9a49aeb2e1022cb79e940e2275837dacc5c73fa4f8783372360"
    assert PROOF["entropy"] == ENTROPY
    assert sheet_key(SEED, sheet(), ENTROPY).hex() == (
        "55bbb8d9d889fbdbf25095d3828af670a01564e78f303e9a699200b7eb07b4d2"
    )
    assert drawn == [
        ("A1", 0, 5, 4, 5, "P01", False),
        ("A2", 0, 2, 1, 4, "P03", False),
        ("B1", 0, 3, 2, 10, "P04", True),
        ("B1", 1, 1, 0, 1, "P02", False),
    ]
    assert PROOF["pots"] == [{"bucket": "BASKET-B", "money": 12345, "percent": 50, "pot": 6172}]
    assert problems(PROOF) == []


def test_the_sheet_prints_a_line_for_each_fact_and_reads_back():
    assert FILE.decode().splitlines()[:12] == [
        "eventnight-raffle-v2",
        "event\tWLIA-2026",
        "commitment\t630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd",
        "closed\t2023-08-23T15:59:00Z",
        "rule\tone_prize_per_person",
        "chance\tdice\t20",
        f"chance\tdrand\t{QUICKNET.hash}\t1000\t1001",
        "prize\tA1\tBASKET-A",
        "prize\tA2\tBASKET-A",
        "prize\tB1\tBASKET-B",
        "pot\tBASKET-B\t12345\t50",
        "ticket\tBASKET-A\t1\tP01",
    ]
    assert parse_sheet(FILE) == sheet()


# ---------- The sheet ----------


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"calls": None, "beacon": None}, "chance_missing"),
        ({"prizes": ()}, "prizes_missing"),
        ({"tickets": ()}, "tickets_missing"),
        ({"commitment": "00"}, "commitment_form"),
        ({"event": "WLIA\t2026"}, "sheet_code"),
        ({"event": "WLIA\u0085"}, "sheet_code"),
        ({"prizes": (SheetPrize("A1", "BASKET-A"),) * 2}, "prize_listed_twice"),
        ({"pots": (SheetPot("BASKET-B", 1, 50),) * 2}, "pot_listed_twice"),
        ({"pots": (SheetPot("BASKET-B", 1, 101),)}, "pot_share_out_of_range"),
        ({"tickets": (DrawTicket("B", 1, "P01"), DrawTicket("B", 1, "P02"))}, "ticket_listed_twice"),
        ({"tickets": (DrawTicket("B", 2, "P01"), DrawTicket("B", 1, "P02"))}, "sheet_order"),
        ({"tickets": (DrawTicket("B", 0, "P01"),)}, "sheet_code"),
        ({"closed": QUICKNET.time_of(1000)}, "round_not_later"),
    ],
)
def test_a_sheet_that_fixes_nonsense_is_refused(changes, code):
    assert code_of(lambda: sheet(**changes)) == code


@pytest.mark.parametrize("number", [0, 19, 201, 10**40])
def test_fewer_than_20_or_more_than_200_calls_are_not_fixed(number):
    assert code_of(lambda: Calls(CallKind.DICE, number)) == "calls_number"


def test_a_round_needs_a_known_chain_and_a_later_successor():
    assert code_of(lambda: BeaconRound("00" * 32, 1, 2)) == "chain_unknown"
    assert code_of(lambda: BeaconRound(QUICKNET.hash, 5, 5)) == "successor_not_later"
    assert code_of(lambda: BeaconRound(QUICKNET.hash, 0, 5)) == "round_out_of_range"


@given(st.integers(0, 10**8), st.integers(0, 10**6 - 1))
def test_the_first_round_from_a_moment_is_the_first(seconds, microseconds):
    moment = QUICKNET.genesis - timedelta(days=1) + timedelta(seconds=seconds, microseconds=microseconds)

    first = QUICKNET.first_round_from(moment)

    assert QUICKNET.time_of(first) >= moment
    assert first == 1 or QUICKNET.time_of(first - 1) < moment


@given(st.integers(0, len(FILE) - 1), st.integers(0, 255))
def test_whatever_byte_of_the_sheet_is_changed_the_draw_does_not_pass(place, byte):
    changed = FILE[:place] + bytes([byte]) + FILE[place + 1 :]

    assert (problems(PROOF, changed) == []) == (changed == FILE)


LINES = FILE.splitlines(keepends=True)


@given(st.data())
def test_whatever_line_of_the_sheet_goes_comes_twice_or_moves_it_is_not_this_sheet(data):
    taken = data.draw(st.integers(0, len(LINES) - 1))
    put = data.draw(st.integers(0, len(LINES) - 1))
    without = LINES[:taken] + LINES[taken + 1 :]
    moved = [*without[:put], LINES[taken], *without[put:]]

    for lines in (without, [*LINES, LINES[taken]], moved):
        assert (problems(PROOF, b"".join(lines)) == []) == (lines == LINES)


@given(st.data())
def test_a_file_that_reads_as_a_sheet_is_the_file_that_the_sheet_prints(data):
    lines = [line.decode() for line in LINES]
    place = data.draw(st.integers(1, len(lines) - 1))
    cut = data.draw(st.integers(0, len(lines[place])))
    lines[place] = (
        lines[place][:cut] + data.draw(st.sampled_from([" ", "0", "\t", "\n", "\r", "+"])) + lines[place][cut:]
    )
    file = "".join(lines).encode()

    try:
        read = parse_sheet(file)
    except RuleError:
        return
    assert print_sheet(read) == file


# ---------- Dice and cards ----------

DIES = st.lists(st.sampled_from("123456"), min_size=20, max_size=20)
CARDS = st.lists(
    st.tuples(st.sampled_from("23456789TJQKA"), st.sampled_from("cdhs")).map("".join), min_size=20, max_size=20
)
BETWEEN = st.sampled_from(["", " ", ",", ", ", "\n", "\r\n", ";", "\t"])


@given(DIES, st.data())
def test_however_dice_are_typed_they_have_one_spelling(dice, data):
    typed = "".join(die + data.draw(BETWEEN) for die in dice)

    spelled = read_calls(DICE_OF, typed)

    assert spelled == " ".join(dice)
    assert read_calls(DICE_OF, spelled) == spelled


@given(CARDS, st.data())
def test_however_cards_are_typed_they_have_one_spelling(cards, data):
    ways = st.sampled_from([str.upper, str.lower, str, lambda card: card.replace("T", "10")])
    typed = "".join(data.draw(ways)(card) + data.draw(BETWEEN) for card in cards)

    spelled = read_calls(CARDS_OF, typed)

    assert spelled == " ".join(cards)
    assert read_calls(CARDS_OF, spelled) == spelled


@given(DIES, DIES)
def test_other_dice_have_another_spelling(some, others):
    assert (read_calls(DICE_OF, "".join(some)) == read_calls(DICE_OF, "".join(others))) == (some == others)


@pytest.mark.parametrize(
    ("calls", "typed", "code"),
    [
        (DICE_OF, "6" * 19, "calls_too_few"),
        (DICE_OF, "6" * 21, "calls_too_many"),
        (DICE_OF, "6" * 19 + "7", "entropy_unclear"),
        (DICE_OF, "6" * 19 + "Kd", "entropy_unclear"),
        (DICE_OF, "6" * 19 + "\u0666", "entropy_unclear"),
        (DICE_OF, "", "calls_too_few"),
        (CARDS_OF, "Kd " * 19 + "K d", "entropy_unclear"),
        (CARDS_OF, "Kd " * 19 + "4", "entropy_unclear"),
    ],
)
def test_calls_that_are_not_just_so_many_dice_or_cards_are_refused(calls, typed, code):
    assert code_of(lambda: read_calls(calls, typed)) == code


# ---------- What was published ----------


def paths_in(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every single value in the proof, by the keys that lead to it."""
    if isinstance(value, (dict, list)):
        places = value.items() if isinstance(value, dict) else enumerate(value)
        return [found for key, each in places for found in paths_in(each, (*path, key))]
    return [path]


PEOPLE = ("thrown_by", "watched_by")
"""Anybody may have thrown: only those who were there can tell."""
LAST_TICKET = ("prizes", 2, "draws", 1, "absent")
"""Nobody is left to draw after it, so whether its holder came changes no number."""
BOUND = [path for path in paths_in(PROOF) if path[0] not in PEOPLE and path != LAST_TICKET]
ROWS = [("prizes", place) for place in range(3)] + [("pots", 0)]
ROWS += [("prizes", place, "draws", number) for place, count in enumerate((1, 1, 2)) for number in range(count)]


def change(path: tuple[Any, ...], make: Any) -> dict[str, Any]:
    changed = copy.deepcopy(PROOF)
    place: Any = changed
    for key in path[:-1]:
        place = place[key]
    make(place, path[-1])
    return changed


@given(st.sampled_from(BOUND), st.data())
def test_whatever_single_value_of_the_proof_is_changed_it_does_not_pass(path, data):
    other = st.one_of(st.text(max_size=8), st.integers(-1, 10**6), st.booleans(), st.none())

    def replace(place: Any, key: Any) -> None:
        new = data.draw(other.filter(lambda value: type(value) is not type(place[key]) or value != place[key]))
        place[key] = new

    assert problems(change(path, replace)) != []


@pytest.mark.parametrize("path", BOUND, ids=str)
def test_whatever_single_value_of_the_proof_goes_it_does_not_pass(path):
    assert problems(change(path, lambda place, key: place.pop(key))) != []


@pytest.mark.parametrize("path", ROWS, ids=str)
def test_no_row_of_the_proof_goes_or_comes_twice(path):
    assert problems(change(path, lambda place, key: place.pop(key))) != []
    assert problems(change(path, lambda place, key: place.append(place[key]))) != []


@given(st.permutations(range(3)))
def test_prizes_are_drawn_in_the_order_of_the_sheet(order):
    rows = [PROOF["prizes"][place] for place in order]

    assert (problems({**PROOF, "prizes": rows}) == []) == (list(order) == [0, 1, 2])


# Drawn from so many tickets that other dice cannot give the same winners by chance, as they may from a handful.
LARGE = sheet(
    prizes=tuple(SheetPrize(f"C{number}", "C") for number in range(8)),
    pots=(),
    tickets=tuple(DrawTicket("C", number, f"P{number}") for number in range(1, 501)),
)
LARGE_FILE, LARGE_PROOF = print_sheet(LARGE), published(LARGE, absent={})


@given(st.integers(0, 19), st.sampled_from("123456"))
def test_whatever_die_is_changed_the_draw_does_not_pass(place, die):
    dice = DICE.split()
    dice[place] = die
    changed = ENTROPY.replace(DICE, " ".join(dice))

    assert (problems({**LARGE_PROOF, "entropy": changed}, LARGE_FILE) == []) == (changed == ENTROPY)


@pytest.mark.parametrize(
    "spelled",
    [DICE.replace(" ", ""), DICE.replace(" ", ","), f" {DICE}", f"{DICE} ", DICE.replace(" ", "  "), f"{DICE} 1"],
)
def test_another_spelling_of_the_same_dice_does_not_pass(spelled):
    assert problems({**PROOF, "entropy": ENTROPY.replace(DICE, spelled)}) != []


@pytest.mark.parametrize("status", ["frozen", "drawing"])
def test_a_draw_under_way_is_never_verified(status):
    assert problems({**PROOF, "status": status}) == ["draw_not_finished"]


def test_the_announced_successor_passes_only_as_the_successor_of_a_missed_round():
    proof = published(sheet(), number=1001)

    assert problems({**proof, "missed": True}) == []
    assert problems(proof) != []
    assert problems({**PROOF, "missed": True}) != []
    assert problems({**proof, "missed": "yes"}) == ["draw_file_unreadable"]


def test_a_beacon_that_nobody_checks_is_not_verified():
    with pytest.raises(RuleError) as refused:
        verify_draw(PROOF, FILE)

    assert refused.value.code == "beacon_not_checked"
    assert verify_draw({**PROOF, "event": "OTHER"}, FILE) != []


@pytest.mark.parametrize(
    ("calls", "fixed"), [(BOTH[0], None), (None, BOTH[1]), (CARDS_OF, None)], ids=["dice", "beacon", "cards"]
)
def test_a_draw_takes_the_chance_that_its_sheet_fixed_and_no_other(calls, fixed):
    other = sheet(calls=calls, beacon=fixed)
    if calls is CARDS_OF:
        entropy = entropy_text(read_calls(calls, "Kd9s" * 10), calls, None)
    else:
        entropy = entropy_text(DICE if calls else "", calls, beacon() if fixed else None)

    proof = {**PROOF, "list_sha256": list_hash(print_sheet(other)), "entropy": entropy}
    proof["prizes"] = draw_sheet(SEED, other, entropy, absent={"B1": ["P04"]})
    if not fixed:
        del proof["beacon"]

    assert problems(proof, print_sheet(other)) == []
    assert problems({**proof, "entropy": ENTROPY}, print_sheet(other)) != []


def test_a_sheet_closes_at_a_whole_second_of_universal_time():
    with pytest.raises(ValueError, match="whole second"):
        sheet(closed=datetime(2023, 8, 23, 15, 59, 0, 1, tzinfo=UTC))
