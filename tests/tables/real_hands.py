"""Reads recorded real hands and replays their actions into what each seat put in, as a dealer would enter it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

from engine.cards import parse_cards
from engine.poker.games.catalogue import GAMES
from engine.poker.settling.settlement import SeatEnd
from tables.selectors import HandEnd
from tests.reference import reference_records

SHARES = {"wsop": 20, "notable": 1, "fpdb": 50, "pluribus": 200}
"""So many hands from each collection, as far as it has them; the last makes up the number."""

WANTED = 200


@dataclass(frozen=True, kw_only=True)
class RealHand:
    """A recorded hand. Seat n is player n, the last one has the button.

    finishing: stacks worked out by the reference program, before rake. stated: those of the site's own file, less
    the rake; None where the file has none or, by the record's note, leaves the uncalled bet out.
    """

    id: str
    game: str
    stacks: list[int]
    finishing: list[int]
    stated: list[float] | None
    rake: int
    end: HandEnd


def real_hands() -> Iterator[RealHand]:
    """As many hands as are wanted, or a visible skip where the reference data is absent."""
    found = 0
    for name, share in SHARES.items():
        most = share if name != "pluribus" else WANTED - found
        for record in islice(filter(_is_usable, reference_records(f"poker/hands/{name}.jsonl.gz")), most):
            found += 1
            yield _real_hand(record)


def _is_usable(record: dict[str, Any]) -> bool:
    """No-limit and pot-limit hands of our games in which every live player's cards are known, or one is left."""
    if record["game"] not in GAMES or record["structure"] not in ("no-limit", "pot-limit"):
        return False
    live = _replay(record)[1]
    return len(live) == 1 or all("?" not in record["hole"][f"p{player + 1}"] for player in live)


def _real_hand(record: dict[str, Any]) -> RealHand:
    contributed, live, dead = _replay(record)
    is_contested = len(live) > 1
    seats = tuple(
        SeatEnd(
            seat=player + 1,
            contributed=contributed[player],
            is_live=player in live,
            cards=parse_cards(record["hole"][f"p{player + 1}"]) if player in live and is_contested else None,
            dead=dead[player],
        )
        for player in range(record["players"])
    )
    return RealHand(
        id=record["id"],
        game=record["game"],
        stacks=record["starting_stacks"],
        finishing=record["finishing_stacks"],
        stated=None if "uncalled" in (record.get("note") or "") else record["file_finishing_stacks"],
        rake=record.get("rake") or 0,
        end=HandEnd(button=record["players"], seats=seats, board=parse_cards(record["board"])),
    )


def _replay(record: dict[str, Any]) -> tuple[list[int], set[int], list[int]]:
    """Chips put in by player, who is live at the end, and the dead part of the chips."""
    players = range(record["players"])
    stacks = list(record["starting_stacks"])
    contributed, bets = [0 for _ in players], [0 for _ in players]
    live = set(players)

    def put_in(player: int, chips: int) -> int:
        paid = min(chips, stacks[player])
        stacks[player] -= paid
        contributed[player] += paid
        return paid

    antes = [put_in(player, record["antes_by_player"][player]) for player in players]
    for player in players:
        # A negative blind is a live one posted out of turn.
        bets[player] += put_in(player, abs(record["blinds_by_player"][player]))
    for action in record["actions"]:
        who, what, *rest = action.split()
        if what == "db":
            bets = [0 for _ in players]
        elif what == "f":
            live.discard(int(who[1:]) - 1)
        elif what in ("cc", "cbr"):
            player = int(who[1:]) - 1
            target = int(rest[0]) if what == "cbr" else max(bets)
            bets[player] += put_in(player, target - bets[player])
    return contributed, live, [0 for _ in players] if record["ante_trimming_status"] else antes
