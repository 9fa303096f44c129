"""Presses at the same moment: what they come to is what they come to one after another, in one order or the other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import permutations
from random import Random

from django.http import HttpResponse

from tests.simulator import laws
from tests.simulator.deeds.deed import Deed
from tests.simulator.ground import BEFORE, BETWEEN, Ground
from tests.simulator.judging import Judge, changed_though_refused
from tests.simulator.presses import Press, is_kept, sent
from tests.simulator.schedules import at_once
from tests.simulator.world import Memory, World

TOGETHER, TWICE, BESIDE_ITS_UNDO, BESIDE_A_TICK = "at once", "twice at once", "beside its undo", "beside a tick"
WAYS = (TOGETHER, TWICE, BESIDE_ITS_UNDO, BESIDE_A_TICK)
AND = " & "
THE_SAME = 0.4
"""How often all do the same kind of thing."""
UNDOES = ("undo", "reversal", "back", "withdraw", "reopen", "revoke", "void")
Outcomes = Counter[tuple[Press, bool]]
Act = Callable[[], tuple[Press, HttpResponse] | None]
"""A press that is sent, or a tick."""


def is_together(what: str) -> bool:
    return what.partition(AND)[0] in WAYS


def by_chance(chance: Random, doors: Sequence[str]) -> str:
    """What a step of several presses is called. doors: what each of them may be."""
    way = chance.choice(WAYS)
    number = 1 if way == TWICE else chance.choice((1, 2)) if way == BESIDE_A_TICK else chance.choice((2, 2, 3))
    asked = [chance.choice(doors) for _ in range(number)]
    if way == TOGETHER and chance.random() < THE_SAME:
        asked[1:] = asked[:1] * (number - 1)
    if way == BESIDE_ITS_UNDO:
        asked[1:] = [chance.choice([door for door in doors if any(word in door for word in UNDOES)] or doors)]
    return AND.join((way, *asked))


class Together:
    """Sends several presses at once and holds the laws of all of them."""

    def __init__(self, world: World, ground: Ground, judge: Judge) -> None:
        self._world, self._ground, self._judge = world, ground, judge

    def made(self, what: str, make: Callable[[str], Deed | None]) -> list[Deed]:
        """What is sent in the step. make: one through that door."""
        way, *doors = what.split(AND)
        made = [deed for door in doors if (deed := make(door))]
        return made * 2 if way == TWICE else made

    def send(self, what: str, presses: Sequence[Press], chance: Random) -> tuple[list[HttpResponse], list[str]]:
        """what: the step. Returns the answers and what does not hold."""
        self._judge.before(presses[0])
        before, memory = laws.digest(), self._world.memory()
        were_kept = any(map(is_kept, presses))
        self._ground.keep(BEFORE)
        is_ticked = what.startswith(BESIDE_A_TICK)
        acts: list[Act] = [*(partial(self._sent, press) for press in presses), *[self._ticked] * is_ticked]
        found, in_circle = at_once(acts, chance)
        answered = [*filter(None, found)]
        answers = [answer for _, answer in answered]
        told = ["they wait for each other"] if in_circle else []
        for press, answer in answered:
            told += self._judge.of_answer(press, answer)
        if is_ticked:
            # Whom the tick did not tell, because a press was writing, the next one tells.
            self._world.tick()
        elif all(answer.status_code >= 400 for answer in answers) and changed_though_refused(before, laws.digest()):
            told.append("all are refused, and something has changed")
        told += self._judge.changes_hold(*presses, ticked=is_ticked)
        told += [] if were_kept else _answered_alike(presses, answers)
        if not told:
            told += self._in_some_order(acts, _outcomes(answered), memory)
        about = " and ".join(map(str, presses))
        return answers, [each if " by " in each else f"{each} by {about}" for each in told]

    def _sent(self, press: Press) -> tuple[Press, HttpResponse]:
        return press, sent(press, self._world)

    def _ticked(self) -> None:
        self._world.tick()

    def _in_some_order(self, acts: Sequence[Act], outcomes: Outcomes, memory: Memory) -> Iterator[str]:
        """Do them one after another at the same moment, in every order."""
        after, came_to = self._world.memory(), (outcomes, laws.sizes())
        self._ground.keep(BETWEEN)
        found = []
        for order in permutations(acts):
            self._ground.put_back(BEFORE)
            self._world.recall(memory)
            answered = [*filter(None, (act() for act in order))]
            if len(answered) < len(acts):
                self._world.tick()
            found.append((_outcomes(answered), laws.sizes()))
            if found[-1] == came_to:
                break
        self._ground.put_back(BETWEEN)
        self._world.recall(after)
        if came_to not in found:
            yield f"no order of them comes to {_words(outcomes)}"


def _outcomes(answered: Iterable[tuple[Press, HttpResponse]]) -> Outcomes:
    return Counter((press, answer.status_code < 400) for press, answer in answered)


def _words(outcomes: Outcomes) -> str:
    taken = sum(number for (_, counted), number in outcomes.items() if counted)
    return f"{taken} counted, {sum(outcomes.values()) - taken} refused"


def _answered_alike(presses: Sequence[Press], answers: Sequence[HttpResponse]) -> Iterator[str]:
    """One press under a key that is kept, sent twice, has one outcome."""
    if len(presses) != 2 or presses[0] != presses[1] or not is_kept(presses[0]):
        return
    statuses = [answer.status_code for answer in answers]
    if min(statuses) < 400 <= max(statuses):
        yield f"one key is answered {statuses[0]} and {statuses[1]}"
