"""``roulette`` on the command line: the bets, a spin settled, spins by a seed."""

from __future__ import annotations

import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.__main__ import main
from engine.chance import SeededDraw
from engine.roulette.bets import Catalogue, legal_bets
from engine.roulette.spin import spins
from engine.roulette.wheel import AMERICAN, WHEELS

ADA = {"owner": "Ada", "bet": "straight 17", "chips": 10}
BEN = {"owner": "Ben", "bet": "black", "chips": 20}


@pytest.fixture
def run(capsys, monkeypatch):
    def run_lines(*arguments: str, lines: tuple[object, ...] = ()) -> tuple[int, list[dict], str]:
        """The exit code, the lines printed and what stands on standard error."""
        read = [line if isinstance(line, bytes) else json.dumps(line).encode() for line in lines]
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"\n".join(read))))
        code = main(["roulette", *arguments])
        printed = capsys.readouterr()
        return code, [json.loads(line) for line in printed.out.splitlines()], printed.err

    return run_lines


@pytest.mark.parametrize("wheel", sorted(WHEELS))
def test_every_bet_is_listed_by_the_name_that_settles_it(run, wheel):
    mat = ("--wheel", wheel, "--catalogue", "full")
    _, listed, _ = run(*mat, "--list")
    bets = tuple({"owner": "Ada", "bet": line["bet"], "chips": 1} for line in listed)

    code, [*settled, sums], _ = run(*mat, "--pocket", "0", lines=bets)

    assert code == 0
    assert [line["pockets"] for line in listed] == [
        list(bet.pockets) for bet in legal_bets(WHEELS[wheel], Catalogue.FULL)
    ]
    for line, paid in zip(listed, settled, strict=True):
        assert paid["net"] == (line["pays"] if "0" in line["pockets"] else -1)
    assert sums["net_by_owner"] == {"Ada": sum(paid["net"] for paid in settled)}


def test_a_spin_is_settled_bet_by_bet_and_summed(run):
    code, lines, error = run("--wheel", "american", "--pocket", "17", lines=(ADA, b"", BEN, ADA | {"bet": "red"}))

    assert (code, error) == (0, "")
    assert lines == [
        {"owner": "Ada", "bet": "straight 17", "chips": 10, "returned": 360, "net": 350},
        {"owner": "Ben", "bet": "black", "chips": 20, "returned": 40, "net": 20},
        {"owner": "Ada", "bet": "red", "chips": 10, "returned": 0, "net": -10},
        {"pocket": "17", "colour": "black", "net_by_owner": {"Ada": 340, "Ben": 20}, "house_net": -360},
    ]


def test_a_spin_without_bets_moves_nothing(run):
    code, lines, _ = run("--wheel", "european", "--pocket", "0")

    assert (code, lines) == (0, [{"pocket": "0", "colour": "green", "net_by_owner": {}, "house_net": 0}])


def test_every_bad_line_is_named_and_nothing_is_settled(run):
    code, lines, error = run(
        "--wheel", "european", "--pocket", "17", lines=(ADA, BEN | {"bet": "split 3-4"}, b"{", ADA | {"chips": 0})
    )

    assert (code, lines) == (1, [])
    assert [line.split(": ")[:2] for line in error.splitlines()] == [
        ["line 2", "bet_not_on_mat"],
        ["line 3", "bet_unreadable"],
        ["line 4", "bet_without_chips"],
    ]
    assert "(WLIA-20)" in error


def test_zero_bets_need_the_full_catalogue(run):
    with_zero = ADA | {"bet": "split 0-2"}
    spin = ("--wheel", "european", "--pocket", "2")

    assert run(*spin, lines=(with_zero,))[0] == 1
    assert run(*spin, "--catalogue", "full", lines=(with_zero,))[1][0]["net"] == 170


@pytest.mark.parametrize(
    ("limits", "code"),
    [
        (("--lowest-bet", "21"), "bet_below_limit"),
        (("--highest-bet", "19"), "bet_above_limit"),
        (("--highest-spin", "19"), "spin_above_limit"),
        (("--lowest-bet", "5", "--highest-bet", "4"), "roulette_limits"),
    ],
)
def test_limits_of_the_table_are_kept(run, limits, code):
    ended, lines, error = run("--wheel", "european", "--pocket", "17", *limits, lines=(ADA, ADA))

    assert (ended, lines) == (1, [])
    assert error.startswith(f"{code}: ")


@pytest.mark.parametrize("pocket", ["00", "37", "", "x" * 1000])
def test_a_pocket_that_the_wheel_does_not_have_is_refused(run, pocket):
    code, lines, error = run("--wheel", "european", "--pocket", pocket, lines=(ADA,))

    assert (code, lines) == (1, [])
    assert error.startswith("unknown_pocket: ")
    assert len(error) < 200


def test_a_wrong_pocket_is_refused_before_any_bet_is_read(run):
    _, _, error = run("--wheel", "european", "--pocket", "00", lines=(b"{",))

    assert error.startswith("unknown_pocket: ")


def test_a_seed_spins_one_line_a_spin(run):
    code, lines, _ = run("--wheel", "american", "--spin", "friday night", "--spins", "50")

    assert code == 0
    assert [line["spin"] for line in lines] == list(range(1, 51))
    assert [line["pocket"] for line in lines] == list(spins(AMERICAN, SeededDraw("friday night"), 50))
    assert {line["pocket"]: line["colour"] for line in lines}.items() <= {
        pocket: AMERICAN.colour_of(pocket).value for pocket in AMERICAN.pockets
    }.items()


def test_a_seed_alone_spins_once(run):
    _, [only], _ = run("--wheel", "european", "--spin", "")

    assert only["spin"] == 1


def test_no_spins_at_all_is_refused(run):
    code, lines, error = run("--wheel", "european", "--spin", "seed", "--spins", "0")

    assert (code, lines) == (1, [])
    assert error.startswith("spins_out_of_range: ")


@pytest.mark.parametrize(
    "arguments",
    [
        ["--spins", "3"],
        ["--lowest-bet", "5"],
        ["--spin", "seed", "--highest-bet", "5"],
        ["--list", "--pocket", "1"],
        ["--pocket", "1", "--spin", "seed"],
        ["--spin", "seed", "--spins", "many"],
    ],
)
def test_options_that_do_not_go_together_are_wrong_usage(run, capsys, arguments):
    with pytest.raises(SystemExit) as ended:
        run("--wheel", "european", *arguments)

    assert ended.value.code == 2
    assert "usage: python -m engine roulette" in capsys.readouterr().err


def test_the_command_explains_itself(run, capsys):
    with pytest.raises(SystemExit):
        run("--help")

    explained = capsys.readouterr().out
    assert all(word in explained for word in ("--pocket", "--spin SEED", "--highest-spin", "owner", "standard input"))


odd = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text("ab 17-\x00", max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["owner", "bet", "chips"]), inner),
    max_leaves=5,
)


@given(st.fixed_dictionaries({"owner": odd, "bet": odd | st.just("red"), "chips": odd | st.just(10)}) | odd)
def test_any_json_is_a_bet_or_a_clear_refusal(run, value):
    code, lines, error = run("--wheel", "american", "--pocket", "17", lines=(value,))

    assert (code, len(lines), error) == (0, 2, "") or (code, lines, error[:8]) == (1, [], "line 1: ")


@pytest.mark.parametrize(
    "line",
    [
        pytest.param(b"\xff\xfe\x00", id="bytes"),
        pytest.param(b"[" * 100_000, id="deep"),
        pytest.param(b'{"owner": "Ada", "bet": ' + b"[" * 900 + b"]" * 900 + b', "chips": 1}', id="list-in-list"),
        pytest.param(b'{"owner": "Ada", "bet": "red", "chips": 1' + b"0" * 5000 + b"}", id="long-number"),
        pytest.param(b'{"owner": "Ada", "bet": "red", "chips": 1' + b"0" * 4200 + b"}", id="large-number"),
        pytest.param(b'{"owner": "Ada", "bet": "red", "chips": NaN}', id="nan"),
        pytest.param(b'{"owner": "Ada", "bet": "red", "chips": 1e3}', id="float"),
        pytest.param(b'{"owner": "Ada", "bet": "red", "chip": 10}', id="misspelt"),
        pytest.param(b'{"owner": "Ada", "bet": "red", "chips": 10, "pocket": "1"}', id="too-much"),
        pytest.param(b"17", id="number"),
    ],
)
def test_a_line_that_is_no_bet_is_refused(run, line):
    code, lines, error = run("--wheel", "american", "--pocket", "17", lines=(line,))

    assert (code, lines) == (1, [])
    assert error.startswith(tuple(f"line 1: bet_{why}: " for why in ("unreadable", "without_chips", "not_on_mat")))
    assert len(error) < 300
