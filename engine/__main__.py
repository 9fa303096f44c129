"""``python -m engine``: the rules on the command line. JSON lines out, errors on standard error.

Exit code 0: done. 1: refused by a rule, or a check found something wrong. 2: used wrongly, or a file cannot be read or
written.
3: a part of a check needs a library that is missing, so nothing is verified.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence

from engine.commands import (
    CheckFailed,
    bracket,
    catalogue,
    deck,
    euchre,
    icm,
    poker_phh,
    poker_rank,
    poker_settle,
    raffle,
    roulette,
    seat,
    structure,
    tell_refusal,
)
from engine.commands.streams.output import named_output
from engine.errors import RuleError

_AREAS = (bracket, seat, structure, icm, euchre, roulette, raffle, poker_rank, poker_settle, poker_phh, deck, catalogue)
NOT_CHECKED = 3


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command. Returns its exit code."""
    try:
        with named_output():
            parsed = _parser().parse_args(arguments)
            for line in parsed.run(parsed):
                print(json.dumps(line))
    except CheckFailed:
        return 1
    except RuleError as refused:
        tell_refusal(refused)
        return NOT_CHECKED if refused.code == "beacon_not_checked" else 1
    except BrokenPipeError:
        # The reader has seen enough.
        return 0
    except OSError as error:
        print(f"{error.filename}: {error.strerror}", file=sys.stderr)
        return 2
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m engine",
        description="The rules of a card night. Every command prints one JSON object per line.",
        epilog="Exit code 0: done; 1: refused, or a check failed; 2: wrong usage or an unreadable file; "
        "3: not checked, for want of a library.",
    )
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for area in _AREAS:
        area.add_to(commands)
    return parser


if __name__ == "__main__":
    sys.exit(main())
