"""Hand histories read from their bytes, replayed and settled, beside PokerKit on the same bytes.

The files are of hands played and exported here, shown hands included, about as many actions a hand as in real play.
Both sides must end each hand with the stacks that the file states.
"""

from __future__ import annotations

import io
import random
from collections import deque
from collections.abc import Iterator
from functools import partial
from itertools import count, islice
from typing import Any

from pokerkit import HandHistory

from engine.poker.deck import Deck
from engine.poker.games.catalogue import GAMES
from engine.poker.hand import Hand, Phase
from engine.poker.house.standard import STANDARD
from engine.poker.phh import export_hand, read_phh, replay_history, write_phh
from engine.units import Chips
from tests.bench.bench_poker_hands import CONTESTS, PLAYERS, STACK, Contest
from tests.bench.timing import Row, compare

FILES = 100


def rows() -> Iterator[Row]:
    by_contest = {contest.name: list(islice(_agreed(contest), FILES)) for contest in CONTESTS}
    for name, files in by_contest.items():
        yield _row(name, files)
    yield _row("all of these", [file for files in by_contest.values() for file in files])


def _row(name: str, files: list[bytes]) -> Row:
    return compare(
        f"PHH files, {name}",
        "hands/s",
        len(files),
        partial(_replay_each, files),
        "PokerKit",
        partial(_replay_each_peer, files),
    )


def _replay_each(files: list[bytes]) -> None:
    for file in files:
        _replay(file)


def _replay(file: bytes) -> list[Any]:
    return list(replay_history(read_phh(file)).stacks)


def _replay_each_peer(files: list[bytes]) -> None:
    for file in files:
        _replay_peer(file)


def _replay_peer(file: bytes) -> list[Any]:
    last = deque(HandHistory.load(io.BytesIO(file)), maxlen=1)
    return list(last[0].stacks)


def _agreed(contest: Contest) -> Iterator[bytes]:
    """Files that both replay to the stacks they state."""
    for seed in count(1):
        history = export_hand(_played(contest, seed))
        file = write_phh(history).encode()
        stated = history.others["finishing_stacks"]
        try:
            theirs = _replay_peer(file)
        except (ValueError, KeyError):
            continue
        if theirs == stated == _replay(file):
            yield file


def _played(contest: Contest, seed: int) -> Hand:
    hand = Hand.start(
        game=GAMES[contest.game],
        house=STANDARD,
        stakes=contest.stakes,
        stacks=dict.fromkeys(range(1, PLAYERS + 1), Chips(STACK)),
        button=PLAYERS,
        deck=Deck.shuffled(str(seed)),
    )
    chance = random.Random(seed)
    while hand.phase is Phase.BETTING:
        _act(hand, chance.random(), chance)
    if hand.phase is Phase.SHOWDOWN:
        hand.show_down()
    return hand


def _act(hand: Hand, roll: float, chance: random.Random) -> None:
    legal = hand.legal
    if legal.bring_in:
        hand.post_bring_in()
    elif legal.to_call and roll < 0.45:
        hand.fold()
    elif legal.min_to is None or legal.max_to is None or roll < 0.8:
        if legal.to_call:
            hand.call()
        else:
            hand.check()
    else:
        hand.bet_to(chance.randint(legal.min_to, min(legal.max_to, 3 * legal.min_to)))
