"""Hand histories as text: what is read, and what is refused by which name."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, time
from decimal import Decimal

import pytest

from engine.errors import RuleError
from engine.poker.games.catalogue import GAMES
from engine.poker.phh import History, read_phh, read_phhs, write_phh, write_phhs
from engine.poker.phh.codes import CODES, STANDARD_CODES, code_of
from engine.poker.phh.reading import MOST_BYTES, read_section
from engine.poker.stakes import Structure

HAND = """
# A pot won before the flop.
variant = "NT"
ante_trimming_status = true
antes = [0, 0, 0]
blinds_or_straddles = [0.05, 0.10, 0.00]
min_bet = 0.10
starting_stacks = [10.00, 7.5, 10]
actions = [
  "d dh p1 AcKd", "d dh p2 ????", "d dh p3 7h7s",  # dealt one by one
  "p3 cbr 0.30 # a small raise", "", "# somebody coughs",
  "p1 f", "p2 f",
]
players = ["Ann", "", 'Cy "Ace" D']
time = 20:15:00
_mood = { calm = true, score = [1, 2.50, { deep = 1979-05-27T07:32:00Z }] }
"""


def refusal(text: str | bytes) -> RuleError:
    with pytest.raises(RuleError) as refused:
        read_phh(text)
    return refused.value


def test_a_hand_is_read_with_every_field_it_has():
    history = read_phh(HAND)

    assert (history.game.key, history.structure) == ("holdem", Structure.NO_LIMIT)
    assert history.starting_stacks == (Decimal("10.00"), Decimal("7.5"), 10)
    assert (history.players, history.places, len(history.actions)) == (3, 2, 8)
    assert [move is None for move in history.moves] == [False, False, False, False, True, True, False, False]
    assert history.others["players"] == ["Ann", "", 'Cy "Ace" D']
    assert history.others["time"] == time(20, 15)
    assert history.others["_mood"] == {
        "calm": True,
        "score": [1, Decimal("2.50"), {"deep": datetime(1979, 5, 27, 7, 32, tzinfo=UTC)}],
    }


def test_numbers_keep_their_written_form():
    written = write_phh(read_phh(HAND))

    assert "blinds_or_straddles = [0.05, 0.10, 0.00]\n" in written
    assert "starting_stacks = [10.00, 7.5, 10]\n" in written
    assert "score = [1, 2.50, " in written


def test_a_hand_written_and_read_is_the_same_to_the_byte():
    history = read_phh(HAND)
    written = write_phh(history)

    assert read_phh(written) == history
    assert repr(read_phh(written)) == repr(history)
    assert write_phh(read_phh(written)) == written


def test_a_file_of_many_hands_is_read_by_number():
    history = read_phh(HAND)

    many = read_phhs(write_phhs({1: history, 7: replace(history, actions=())}))

    assert list(many) == [1, 7]
    assert (many[1], many[7].actions) == (history, ())


def test_a_numbered_table_may_have_tables_of_its_own():
    many = read_phhs(f"# two hands\r\n[1]\r\n{HAND}\n[1._extra]\nseen = 3\n[ 2 ] # the second\n{HAND}")

    assert list(many) == [1, 2]
    assert many[1].others["_extra"] == {"seen": 3}


@pytest.mark.parametrize(
    ("text", "code"),
    [
        pytest.param(HAND, "phh_number", id="no-number"),
        pytest.param("", "phh_number", id="no-hand"),
        pytest.param(f"[1]\n{HAND}[1]\n{HAND}", "phh_number", id="number-twice"),
        pytest.param(f"[1]\n{HAND}[elsewhere]\na = 1\n", "phh_number", id="table-without-number"),
        pytest.param(f"[1]\n{HAND}[2]\nvariant = 3\n", "phh_missing_field", id="second-hand-wrong"),
        pytest.param("[1]\nvariant = [\n[2]\n]\n", "phh_toml", id="cut-in-an-array"),
    ],
)
def test_a_file_of_many_hands_is_refused_by_name(text, code):
    with pytest.raises(RuleError) as refused:
        read_phhs(text)

    assert refused.value.code == code


def test_the_number_of_a_wrong_hand_is_named():
    with pytest.raises(RuleError, match=r"^Hand 2: The field antes is missing") as refused:
        read_phhs(f"[1]\n{HAND}[2]\nvariant = 'NT'\n")

    assert refused.value.facts == {"field": "antes", "hand": 2}


def test_every_game_and_structure_has_a_code_of_its_own():
    plays = {(game.key, structure) for game in GAMES.values() for structure in Structure}

    assert {(game.key, structure) for game, structure in CODES.values()} == plays
    assert all(code_of(*play) == code for code, play in CODES.items())
    assert CODES.keys() >= STANDARD_CODES


@pytest.mark.parametrize(
    ("code", "game", "structure"),
    [
        ("FT", "holdem", Structure.FIXED_LIMIT),
        ("PO", "omaha", Structure.POT_LIMIT),
        ("FO/8", "omaha_hilo", Structure.FIXED_LIMIT),
        ("F7S", "seven_stud", Structure.FIXED_LIMIT),
        ("F7S/8", "seven_stud_hilo", Structure.FIXED_LIMIT),
        ("FR", "razz", Structure.FIXED_LIMIT),
        ("NO/8", "omaha_hilo", Structure.NO_LIMIT),
        ("P5D", "five_draw", Structure.POT_LIMIT),
        ("ST", "holdem", Structure.SPREAD_LIMIT),
    ],
)
def test_codes_mean_what_the_format_says(code, game, structure):
    assert CODES[code] == (GAMES[game], structure)


@pytest.mark.parametrize("code", ["NS", "N2L1D", "F2L3D", "FB", "XX", "", "nt"])
def test_a_game_that_is_not_played_is_refused_by_its_code(code):
    refused = refusal(HAND.replace('"NT"', f'"{code}"'))

    assert (refused.code, refused.facts["variant"]) == ("phh_unknown_game", code)


@pytest.mark.parametrize(
    ("old", "new", "code", "field"),
    [
        pytest.param('variant = "NT"', "", "phh_missing_field", "variant", id="no-variant"),
        pytest.param("antes =", "ante =", "phh_missing_field", "antes", id="antes-misspelt"),
        pytest.param("blinds_or_straddles =", "blinds =", "phh_missing_field", "blinds_or_straddles", id="no-blinds"),
        pytest.param("min_bet = 0.10", "", "phh_missing_field", "min_bet", id="no-min-bet"),
        pytest.param(
            "min_bet = 0.10", "small_bet = 1\nmin_bet = 1", "phh_field", "small_bet", id="small-bet-in-no-limit"
        ),
        pytest.param("players =", "player =", "phh_unknown_field", "player", id="players-misspelt"),
        pytest.param('variant = "NT"', "variant = 5", "phh_field", "variant", id="variant-is-a-number"),
        pytest.param("antes = [0, 0, 0]", "antes = [0, 0]", "phh_field", "antes", id="an-ante-short"),
        pytest.param("antes = [0, 0, 0]", "antes = [0, -1, 0]", "phh_field", "antes", id="negative-ante"),
        pytest.param("antes = [0, 0, 0]", 'antes = [0, "1", 0]', "phh_field", "antes", id="ante-is-a-text"),
        pytest.param("antes = [0, 0, 0]", "antes = [0, true, 0]", "phh_field", "antes", id="ante-is-true"),
        pytest.param("[10.00, 7.5, 10]", "[10.00, -7.5, 10]", "phh_field", "starting_stacks", id="negative-stack"),
        pytest.param("[10.00, 7.5, 10]", "[10.00, 0, 10]", "phh_field", "starting_stacks", id="empty-stack"),
        pytest.param("[10.00, 7.5, 10]", "[10.00, inf, 10]", "phh_field", "starting_stacks", id="unknown-stack"),
        pytest.param("[10.00, 7.5, 10]", "[10.00, 7.123456789, 10]", "phh_field", "starting_stacks", id="too-fine"),
        pytest.param("[10.00, 7.5, 10]", "[1e99, 7.5, 10]", "phh_field", "starting_stacks", id="too-large"),
        pytest.param("[10.00, 7.5, 10]", "[10]", "phh_field", "starting_stacks", id="one-player"),
        pytest.param("= true", '= "yes"', "phh_field", "ante_trimming_status", id="trimming-is-a-text"),
        pytest.param('["Ann", "", ', '["Ann", ', "phh_field", "players", id="a-name-short"),
        pytest.param("20:15:00", '"20:15"', "phh_field", "time", id="time-is-a-text"),
        pytest.param(
            "time =", "finishing_stacks = [1, 2]\ntime =", "phh_field", "finishing_stacks", id="a-stack-short"
        ),
        pytest.param("_mood = {", "_mood = { x = nan,", "phh_field", "_mood", id="not-a-number"),
    ],
)
def test_a_wrong_field_is_refused_by_its_name(old, new, code, field):
    assert old in HAND

    refused = refusal(HAND.replace(old, new))

    assert (refused.code, refused.facts["field"]) == (code, field)
    assert field in refused.message


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        ("p1 x", "it is none of"),
        ("p1 f f", "it is none of"),
        ("f", "it is none of"),
        ("p4 f", "there is no p4; the hand has p1 to p3"),
        ("p0 f", "p0 is not a player"),
        ("d dh p1", "it is none of"),
        ("d dh q1 AcAd", "q1 is not a player"),
        ("d dh p1 AcA", "“A” is not a card"),
        ("d dh p1 ACAD", "“AC” is not a card"),
        ("d db AcAd??", "every card of the board is seen"),
        ("p1 cbr", "it is none of"),
        ("p1 cbr ten", "“ten” is not an amount"),
        ("p1 cbr -5", "“-5” is not an amount"),
        ("p1 cbr 1e3", "“1e3” is not an amount"),
        ("p1 cbr 0.123456789", "“0.123456789” is not an amount"),
        ("p1 sm 1h", "“1h” is not a card"),
    ],
)
def test_a_wrong_action_is_refused_by_its_number_with_the_reason(action, reason):
    refused = refusal(HAND.replace('"p1 f", "p2 f"', f'"p1 f", "{action}"'))

    assert (refused.code, refused.facts["action"]) == ("phh_action", 8)
    assert reason in refused.message


def test_a_stud_hand_needs_a_bring_in_or_blinds_but_not_both():
    stud = {"variant": "F7S", "antes": (1, 1), "small_bet": 2, "big_bet": 4, "starting_stacks": (9, 9), "actions": ()}

    assert History(**stud, bring_in=1).bring_in == 1
    assert History(**stud, blinds_or_straddles=(0, 0)).bring_in is None
    for wrong in ({}, {"bring_in": 1, "blinds_or_straddles": (0, 0)}, {"bring_in": 0}):
        with pytest.raises(RuleError) as refused:
            History(**stud, **wrong)
        assert refused.value.facts["field"] == "bring_in"


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(b"\xff\xfe", id="not-utf-8"),
        pytest.param("variant", id="no-value"),
        pytest.param("a = " + "[" * 5000, id="deep-arrays"),
        pytest.param("a = " + "{a=" * 5000, id="deep-tables"),
        pytest.param("_" + "a." * 5000 + "a = 1", id="long-key"),
        pytest.param("a = '''x'''\n" + '"=" . ' * 5000 + "a = 1", id="long-quoted-key"),
        pytest.param("_a = { b = 1, " + "a." * 5000 + "a = 1 }", id="long-key-in-braces"),
        pytest.param("[" + "a." * 5000 + "a]\n" + "b = 1\n" * 100, id="long-table-name"),
        pytest.param("_a = " + "9" * 5000, id="long-number"),
        pytest.param("_a = 1e" + "9" * 30, id="huge-exponent"),
        pytest.param("_a = NaN", id="number-of-json-alone"),
        pytest.param("_a = [null]", id="nothing-of-json-alone"),
        pytest.param('_a = "\\ud800"', id="half-a-letter"),
        pytest.param("\ud800", id="half-a-letter-in-the-text"),
    ],
)
def test_what_is_not_toml_is_refused(text):
    assert refusal(text).code == "phh_toml"


def test_a_text_beyond_the_bound_is_refused_unread():
    refused = refusal("#" * (MOST_BYTES + 1))

    assert (refused.code, refused.facts["most"]) == ("phh_too_large", MOST_BYTES)


def test_more_actions_than_a_hand_can_have_are_refused():
    assert refusal(HAND.replace('"p1 f", ', '"p1 f", ' * 3000)).code == "phh_too_many_actions"


@pytest.mark.parametrize("value", ["9" * 25, "0x" + "f" * 40, "[" * 30 + "]" * 30, "1" * 120 + ".0", "1e500"])
def test_a_field_of_ones_own_is_kept_within_bounds(value):
    refused = refusal(f"_own = {value}\n{HAND}")

    assert (refused.code, refused.facts["field"]) == ("phh_field", "_own")


def test_a_hand_of_exactly_a_million_bytes_is_read_in_a_file_of_its_own_and_among_others():
    section = "[1]\n" + HAND
    filled = section + "#" * (MOST_BYTES - len(section))

    assert read_section(filled) == read_phh(HAND + "#" * (MOST_BYTES - len(HAND))) == read_phh(HAND)
