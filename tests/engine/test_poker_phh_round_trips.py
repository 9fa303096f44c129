"""Laws of hand histories as text: any input is read or refused, and what is read survives writing and reading."""

from __future__ import annotations

import tomllib
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, date, datetime
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import RuleError
from engine.poker.phh import History, read_phh, read_phhs, write_phh, write_phhs
from engine.poker.phh.amounts import from_chips
from engine.poker.phh.codes import CODES
from engine.poker.phh.opening import places_beyond
from engine.poker.phh.plain import read_plain
from engine.poker.stakes import Structure
from tests.engine.test_poker_phh_text import HAND


@given(st.one_of(st.binary(max_size=400), st.text(max_size=400)))
def test_any_input_is_read_or_refused(data):
    for read in (read_phh, read_phhs):
        with suppress(RuleError):
            read(data)


@given(st.data())
def test_a_hand_damaged_anywhere_is_read_or_refused(data):
    at = data.draw(st.integers(0, len(HAND)))
    cut = data.draw(st.integers(0, 12))
    put = data.draw(st.text(alphabet="\"'[]{}=.,#-_ \n0123456789aepdcbrsm?\\", max_size=8))

    damaged = HAND[:at] + put + HAND[at + cut :]

    with suppress(RuleError):
        history = read_phh(damaged)
        written = write_phh(history)
        assert write_phh(read_phh(written)) == written


# Round trips

numbers = st.one_of(
    st.integers(0, 10**12),
    st.decimals(min_value=0, max_value=10**9, places=2),
    st.sampled_from([Decimal("0.10"), Decimal("5E+2"), Decimal("1E-8"), Decimal("10"), Decimal("-0.0")]),
)
leaves = st.one_of(
    st.text(max_size=12),
    st.booleans(),
    st.integers(-(2**63), 2**63 - 1),
    st.decimals(allow_nan=False).filter(lambda number: len(number.as_tuple().digits) < 40),
    st.datetimes(allow_imaginary=False, timezones=st.sampled_from([None, UTC])).map(lambda at: at.replace(fold=0)),
    st.dates(),
    st.times().map(lambda at: at.replace(fold=0)),
).filter(lambda leaf: not isinstance(leaf, Decimal) or leaf.is_infinite() or abs(leaf.as_tuple().exponent) < 90)
values = st.recursive(
    leaves,
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=6), inner, max_size=3)),
)
own_fields = st.dictionaries(st.from_regex(r"_[a-z0-9_-]{0,8}", fullmatch=True), values, max_size=4)


@st.composite
def histories(draw: st.DrawFn) -> History:
    players = draw(st.integers(2, 10))
    code = draw(st.sampled_from(sorted(CODES)))
    game, structure = CODES[code]
    chips = st.lists(numbers, min_size=players, max_size=players)
    above = numbers.filter(lambda number: number > 0)
    limits = structure in (Structure.FIXED_LIMIT, Structure.SPREAD_LIMIT)
    has_bring_in = game.bring_in is not None and draw(st.booleans())
    return History(
        variant=code,
        ante_trimming_status=draw(st.sampled_from([None, True, False])),
        antes=tuple(draw(chips)),
        blinds_or_straddles=None if has_bring_in else tuple(draw(chips)),
        bring_in=draw(above) if has_bring_in else None,
        small_bet=draw(above) if limits else None,
        big_bet=draw(above) if limits else None,
        min_bet=None if limits else draw(above),
        starting_stacks=tuple(draw(st.lists(above, min_size=players, max_size=players))),
        actions=tuple(draw(st.lists(st.sampled_from(["p1 f", "p2 cc #?", "", "p1 cbr 0.10", "d db Ah"]), max_size=5))),
        others={
            **draw(own_fields),
            **draw(st.fixed_dictionaries({}, optional={"author": st.text(max_size=9), "finishing_stacks": chips})),
        },
    )


@given(histories())
def test_every_hand_survives_writing_and_reading(history):
    written = write_phh(history)

    again = read_phh(written)

    assert again == history
    assert repr(again) == repr(history)
    assert write_phh(again) == written
    assert read_phhs(write_phhs({3: history})) == {3: history}


@given(histories())
def test_the_quick_reader_reads_what_the_toml_reader_reads(history):
    written = write_phh(history)

    assert read_plain(written) in (None, tomllib.loads(written, parse_float=Decimal))


# Lines that the quick reader and TOML take alike, and lines that only one of them would.
LINES = r"""
a = 1|a = 01|b = 'x'|b = "x"|b = ''|c = [1, 2,]|c = [1, 'a']|d = 1.|d = .5|d = 1.50|e = -0|e = +1|f = true|f = True
g = null|h = {}|i = "\n"|j = 1_0|# x = 1|# é|k.l = 1|[1]|m = NaN|n = 2020-01-01|o = '''x'''|p  = 1|p =  1|p = 1
q = "it's"|r = [[1], []]|s = 1e5|s = 1E-2|t = '"'|t = 'a', "x": 'b'|u = [null]|é = 1|w = 'é'|y = Infinity|z = "a" "b"
A = {"b": 1}|B = ['a', "b', 'c"]|C = 'say "x"'|D = [NaN]|E = -Infinity|F = "\\u00e9"|G = 1 2|H = [1] [2]|I = "a" # "b"
"""
SAMPLE_LINES = [*LINES.strip().replace("\n", "|").split("|"), "", " ", "p = 1 ", "p = 1 # one", 'v = "\t"', "# \x01"]
SAMPLE_LINES += ["x = 1\r", 'x = "\x7f"']


def assert_read_alike_or_left(text: str) -> None:
    plain = read_plain(text)
    if plain is not None:
        assert repr(plain) == repr(tomllib.loads(text, parse_float=Decimal))


@pytest.mark.parametrize("line", SAMPLE_LINES)
def test_the_quick_reader_takes_no_line_that_is_not_toml(line):
    assert_read_alike_or_left(line)
    assert_read_alike_or_left(f"{line}\n{line}")


@given(st.lists(st.one_of(st.sampled_from(SAMPLE_LINES), st.text(alphabet="ab_=#'\"[]{},.\\ 01eE-+\ttrufalsn"))))
def test_the_quick_reader_takes_no_text_that_is_not_toml(lines):
    assert_read_alike_or_left("\n".join(lines))


def test_the_quick_reader_takes_the_layout_that_is_written():
    assert read_plain(write_phh(read_phh(HAND.replace("20:15:00", "10:00:00")))) is None
    plain = HAND.replace("time = 20:15:00", "").partition("_mood")[0]
    assert read_plain(write_phh(read_phh(plain.replace(' "Ace" ', " ")))) is not None


def test_dates_are_kept():
    history = replace(read_phh(HAND), others={"_day": date(2009, 7, 1), "_at": datetime(2009, 7, 1, 20, 15)})

    assert read_phh(write_phh(history)).others == history.others


@pytest.mark.parametrize(
    "line", ['"author" = "x"', ' author = "x"', '\tauthor = "x"', '!author = "x"', '# author = "x"', ""]
)
def test_a_line_that_is_not_plain_is_left_to_the_toml_reader(line):
    text = f'event = "y"\n{line}\n'
    try:
        expected = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        expected = None

    assert read_plain(text) in (None, expected)


@given(st.integers(0, 10**15), st.integers(0, 8), st.integers(0, 8))
def test_a_number_is_finer_than_a_hand_that_cannot_count_it_in_whole_chips(count, written, places):
    number = from_chips(count, written)

    assert places_beyond(number, places) == bool(count * 10**places % 10**written)
