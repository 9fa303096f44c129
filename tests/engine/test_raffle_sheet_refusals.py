"""What a sheet refuses, and a proof beside its sheet: each in one sentence that names the thing."""

from __future__ import annotations

import copy
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest

from engine.errors import RuleError
from engine.raffle import (
    QUICKNET,
    Beacon,
    DrawTicket,
    SheetPot,
    SheetPrize,
    is_sheet,
    list_hash,
    parse_sheet,
    print_sheet,
    sheet_key,
    verify_draw,
)
from tests.engine.sheets import DICE, SEED, beacon, published, sheet

FILE = print_sheet(sheet())
PROOF = published(sheet())


def refusal_of(action: Any) -> tuple[str, str]:
    with pytest.raises(RuleError) as refused:
        action()
    return refused.value.code, refused.value.message


def signed(chain: object, number: int, signature: bytes) -> bool:
    return number in (1000, 1001) and signature == beacon(number).signature


def problems(file: bytes = FILE, **changes: Any) -> list[str]:
    return verify_draw({**copy.deepcopy(PROOF), **changes}, file, check=signed)


# ---------- The sheet ----------

TWO = (DrawTicket("B", 1, "P01"), DrawTicket("B", 1, "P02"))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"calls": None, "beacon": None}, "A sheet without chance has nothing to draw. Add chance to it."),
        ({"prizes": ()}, "A sheet without prizes has nothing to draw. Add prizes to it."),
        ({"tickets": ()}, "A sheet without tickets has nothing to draw. Add tickets to it."),
        ({"commitment": "0" * 63}, "The commitment is not 64 hex digits."),
        ({"event": ""}, "'' cannot stand on the sheet: a code has no tab, no line end and no control."),
        ({"tickets": (DrawTicket("B", 0, "P01"),)}, "A ticket has a number from 1 up, of at most 15 digits."),
        ({"tickets": (DrawTicket("B", 10**15, "P01"),)}, "A ticket has a number from 1 up, of at most 15 digits."),
        ({"tickets": (DrawTicket("B", 10**16, "P01"),)}, "A ticket has a number from 1 up, of at most 15 digits."),
        ({"prizes": (SheetPrize("A1", "B"),) * 3}, "Prize A1 is on the sheet 3 times. Take the copies out."),
        (
            {"closed": QUICKNET.time_of(1000)},
            "Round 1000 is due at 15:59:24, and sales closed at 15:59:24 (UTC). Name a round that nobody can know when "
            "sales close.",
        ),
    ],
)
def test_a_sheet_that_cannot_be_drawn_from_says_why(changes, message):
    assert refusal_of(lambda: sheet(**changes))[1] == message


@pytest.mark.parametrize(
    "changes",
    [
        {"event": "\x1f"},
        {"prizes": (SheetPrize("A\n", "BASKET-A"),)},
        {"prizes": (SheetPrize("A1", "\r"),)},
        {"pots": (SheetPot("B\x7f", 1, 50),)},
        {"pots": (SheetPot("", 1, 50),)},
        {"tickets": (DrawTicket("B\x80", 1, "P01"),)},
        {"tickets": (DrawTicket("B", 1, "P\ud800"),)},
    ],
)
def test_no_code_anywhere_on_the_sheet_is_empty_or_has_a_control(changes):
    assert refusal_of(lambda: sheet(**changes))[0] == "sheet_code"


@pytest.mark.parametrize(
    "changes",
    [
        {"tickets": (DrawTicket("B", 1, "P01"), DrawTicket("B", 10**15 - 1, "P01"))},
        {"closed": QUICKNET.time_of(1000) - timedelta(seconds=1)},
        {"calls": None},
        {"beacon": None},
        {"pots": ()},
        {"pots": (SheetPot("A", 0, 1), SheetPot("B", 1, 100))},
        {"prizes": (SheetPrize("A1", "B"), SheetPrize("A2", "B"))},
        {"event": "ä 2"},
    ],
)
def test_a_sheet_up_to_its_limits_reads_back_as_it_was_printed(changes):
    fixed = sheet(**changes)

    assert parse_sheet(print_sheet(fixed)) == fixed


@pytest.mark.parametrize(
    "changes",
    [
        {"pots": (SheetPot("B", 1, 50), SheetPot("A", 1, 50))},
        {"pots": (SheetPot("A", 1, 50), SheetPot("C", 1, 50), SheetPot("B", 1, 50))},
        {"tickets": (DrawTicket("B", 1, "P01"), DrawTicket("A", 2, "P01"))},
        {"tickets": (DrawTicket("A", 10, "P01"), DrawTicket("A", 9, "P01"))},
    ],
)
def test_pots_and_tickets_stand_in_the_order_of_buckets_and_numbers(changes):
    assert refusal_of(lambda: sheet(**changes))[0] == "sheet_order"


@pytest.mark.parametrize("zone", [None, timezone(timedelta(0)), timezone(timedelta(hours=1))])
def test_a_sheet_is_closed_in_universal_time_and_says_so(zone):
    closed = datetime(2023, 8, 23, 15, 59, tzinfo=zone)

    if closed.tzinfo is UTC:
        assert sheet(closed=closed).closed == closed
    else:
        with pytest.raises(ValueError, match="in UTC"):
            sheet(closed=closed)


LINES = FILE.decode().splitlines()


@pytest.mark.parametrize(
    ("number", "other"),
    [
        (2, "events\tWLIA-2026"),
        (3, "commitment\t00\t00"),
        (4, "closed\t2023-08-23"),
        (5, "rule\tluck"),
        (6, "chance\tdice\t020"),
        (7, "chance\tdrand\tquicknet\t1000"),
        (8, "prize\tA1"),
        (11, "pot\tBASKET-B\t12345\t-50"),
        (12, "ticket\tBASKET-A\tone\tP01"),
        (20, "ticket\tBASKET-B\t10"),
        (20, "luck"),
    ],
)
def test_a_line_that_is_not_what_stands_there_is_told_by_its_number(number, other):
    lines = [*LINES[: number - 1], other, *LINES[number:]]

    assert refusal_of(lambda: parse_sheet(("\n".join(lines) + "\n").encode())) == (
        "sheet_unreadable",
        f"Line {number} of the sheet is not what stands there.",
    )


@pytest.mark.parametrize(
    ("was", "now"),
    [
        ("chance\tdice\t20\n", "chance\tdice\t20\nchance\tdice\t20\n"),
        ("chance\tdice\t20\n", "chance\tdice\t20\nchance\tcards\t20\n"),
        (f"{LINES[6]}\n", f"{LINES[6]}\n{LINES[6]}\n"),
        ("closed\t2023-08-23T", "closed\t2023-8-23T"),
    ],
)
def test_a_sheet_that_says_the_same_in_another_form_is_refused(was, now):
    assert FILE.decode().count(was) == 1

    assert refusal_of(lambda: parse_sheet(FILE.decode().replace(was, now).encode())) == (
        "sheet_unreadable",
        "The sheet is not in its one form: a line comes twice or differs.",
    )


@pytest.mark.parametrize("file", [FILE[:-1], FILE.replace(b"v2", b"v3"), b"", b"event\tWLIA-2026\n", FILE + b"x"])
def test_a_sheet_begins_with_its_method_and_ends_with_a_line_end(file):
    assert refusal_of(lambda: parse_sheet(file)) == (
        "sheet_unreadable",
        "The sheet does not begin with eventnight-raffle-v2 or has no line end at its end.",
    )


def test_only_a_file_that_begins_with_the_method_is_a_sheet():
    assert is_sheet(FILE)
    assert not is_sheet(FILE[1:])
    assert not is_sheet(b"A\t1\tP01\n")


def test_a_file_that_is_no_text_tells_which_byte():
    with pytest.raises(RuleError) as refused:
        parse_sheet(FILE[:30] + b"\xff" + FILE[30:])

    assert (refused.value.code, refused.value.facts) == ("sheet_unreadable", {"byte": 30})


# ---------- What was published beside it ----------


def test_another_seed_is_refused_with_what_it_hashes_to():
    assert refusal_of(lambda: sheet_key(bytes(32), sheet(), DICE)) == (
        "seed_not_promised",
        f"The seed is not the one promised: it hashes to {list_hash(bytes(32))}.",
    )


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"seed": "00" * 32}, [f"The seed is not the one promised: it hashes to {list_hash(bytes(32))}."]),
        *(
            (
                {"commitment": other * 32},
                [
                    f"The seed is not the one promised: it hashes to {PROOF['commitment']}.",
                    f"The sheet was made under another promise: {PROOF['commitment']}.",
                ],
            )
            for other in ("00", "ff")
        ),
        (
            {"list_sha256": "00" * 32},
            [f"The sheet is not the one published: it hashes to {list_hash(FILE)}."],
        ),
        ({"event": "OTHER"}, ["The sheet is that of another event: WLIA-2026."]),
        ({"prizes": PROOF["prizes"][:2]}, ["2 prizes were published, the sheet fixes 3."]),
        ({"pots": PROOF["pots"] * 2}, ["2 pots were published, the sheet fixes 1."]),
        (
            {"prizes": [PROOF["prizes"][0], {**PROOF["prizes"][1], "bucket": "B"}, PROOF["prizes"][2]]},
            ["Number 2 of the prizes: bucket 'B' was published, the sheet fixes 'BASKET-A'."],
        ),
        (
            {"pots": [{**PROOF["pots"][0], "pot": 6173}]},
            ["Number 1 of the pots: pot 6173 was published, the sheet fixes 6172."],
        ),
    ],
)
def test_each_promise_that_was_broken_is_told_and_nothing_else(changes, told):
    assert problems(**changes) == told


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"status": "open"}, '"status" is "open", not one of frozen, drawing, done'),
        ({"missed": 1}, '"missed" is neither true nor false'),
        ({"thrown_by": "P01"}, '"thrown_by" is missing or is not a list of texts'),
        ({"watched_by": ["P01", 2]}, '"watched_by" is missing or is not a list of texts'),
        ({"seed": "0g"}, '"seed" is not hex digits'),
        ({"seed": SEED.hex().upper()}, '"seed" is not hex digits in lower case without spaces'),
        ({"beacon": [1]}, '"beacon" is not an object'),
        ({"beacon": {**PROOF["beacon"], "round": True}}, '"round" is missing or is not a whole number'),
        (
            {"beacon": {**PROOF["beacon"], "randomness": "00"}},
            f'"randomness" is not the SHA-256 of the signature, {beacon().randomness}',
        ),
        ({"prizes": {}}, '"prizes" is missing or is not a list of objects'),
        ({"prizes": [*PROOF["prizes"][:2], "B1"]}, '"prizes" is missing or is not a list of objects'),
        ({"entropy": "\ud800"}, '"entropy" is missing or is not text'),
        ({"entropy": "x\udfff"}, '"entropy" is missing or is not text'),
        ({"entropy": None}, '"entropy" is missing or is not text'),
        (
            {"method": "hat"},
            'it names the method "hat", and this check knows "eventnight-raffle-v1" and "eventnight-raffle-v2"',
        ),
    ],
)
def test_a_proof_that_cannot_be_read_says_where(changes, message):
    assert refusal_of(lambda: problems(**changes)) == (
        "draw_file_unreadable",
        f"This is not a published draw: {message}.",
    )


@pytest.mark.parametrize("method", ["", "eventnight-raffle-v0", "eventnight-raffle-v1 ", "eventnight-raffle-v3", "zz"])
def test_a_method_that_is_not_known_is_named_beside_those_that_are(method):
    assert refusal_of(lambda: problems(method=method)) == (
        "draw_file_unreadable",
        f'This is not a published draw: it names the method "{method}", and this check knows "eventnight-raffle-v1" '
        'and "eventnight-raffle-v2".',
    )


def test_a_character_next_to_the_halves_that_json_can_spell_is_text():
    told = problems(event="\ud7ff\ue000")

    assert told == ["The sheet is that of another event: WLIA-2026."]


def test_without_a_check_of_signatures_a_draw_by_dice_alone_is_verified():
    by_dice = sheet(beacon=None)

    assert verify_draw(published(by_dice), print_sheet(by_dice)) == []


def test_without_a_check_of_signatures_other_faults_are_told_first():
    other = copy.deepcopy(PROOF)
    other["prizes"][0]["draws"][0]["index"] = 3

    assert verify_draw(other, FILE) == ["Prize A1, attempt 0: index 3 was published, 4 is drawn."]
    assert refusal_of(lambda: verify_draw(PROOF, FILE)) == (
        "beacon_not_checked",
        "Everything else agrees, but the signature of quicknet's round 1000 was not checked, so the draw is not "
        "verified.",
    )


def test_a_signature_that_its_chain_did_not_make_cannot_be_repeated():
    forged = Beacon(QUICKNET.hash, 1000, bytes(48))
    row = {"chain": forged.chain, "round": 1000, "randomness": forged.randomness, "signature": forged.signature.hex()}
    entropy = PROOF["entropy"].replace(beacon().randomness, forged.randomness)

    assert problems(beacon=row, entropy=entropy) == [
        "The draw cannot be repeated. quicknet did not sign this for round 1000. Copy the round's signature again, all "
        "96 characters."
    ]
