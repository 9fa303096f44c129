"""Plays a night step by step and holds every law after each; a breach ends it and names law and step."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import islice
from math import inf
from random import Random

from django.http import HttpResponse
from django.utils import timezone

from eventnight.core.errors import UserFacingError
from eventnight.core.roles import Role
from tests.fuzz.night import origin_of
from tests.fuzz.pages import Page, page_of
from tests.simulator import laws
from tests.simulator.archives import come_to_the_same, is_archived, moved_house
from tests.simulator.choosing import (
    AGAIN,
    COMPUTER,
    HAND,
    HANDS,
    HOUSE,
    RESTART,
    SET,
    SOMEBODY_ELSE,
    TIME,
    UNSEEN,
    WORKERS,
)
from tests.simulator.deeds.catalogue import BY_NAME
from tests.simulator.deeds.deed import Deed, Evening
from tests.simulator.deeds.tables.charged import seconds_to_a_fee
from tests.simulator.ground import STARTS, Ground, forget_all
from tests.simulator.judging import Judge
from tests.simulator.kinds import kind_of
from tests.simulator.presses import Press, Presses, line_of, sent
from tests.simulator.reaching import Reach
from tests.simulator.schedules import at_once
from tests.simulator.steps import Offer, Step
from tests.simulator.strikes import STRIKES
from tests.simulator.struck import Struck
from tests.simulator.together import BESIDE_A_TICK, Together, is_together
from tests.simulator.world import ON_THE_WAY, World

_PARTICULAR = re.compile(r"'[^']*'|\b\w*\d\w*\b")
COUNTING = 3
"""So many presses that count are as good as one refusal."""
ROLES = {role.value for role in Role}
LEVEL_ENDS = (ON_THE_WAY, 61, 1201)
"""Seconds after which a level has ended that ran, one in three times."""
Notice = Callable[[Sequence[Step]], object]
"""What is told of the steps that counted when the last one reached something new."""


@dataclass(frozen=True, slots=True)
class Breach:
    """A law that did not hold, and after which steps. likely: those of them that did something, and the last."""

    law: str
    steps: tuple[Step, ...]
    likely: tuple[Step, ...] = ()

    @property
    def kind(self) -> str:
        """What it is called without numbers, codes and what is quoted: the same breach after fewer steps."""
        return _PARTICULAR.sub("", self.law.partition(" by ")[0])


@dataclass
class Tally:
    """What was done and reached. kinds: how often deeds of each kind came."""

    nights: int = 0
    steps: int = 0
    requests: Counter[str] = field(default_factory=Counter)
    presses: Counter[str] = field(default_factory=Counter)
    kinds: Counter[str] = field(default_factory=Counter)
    breaches: list[Breach] = field(default_factory=list)
    _kinds_of: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    _made: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    _tried: Counter[str] = field(default_factory=Counter)

    def note(self, what: str, kind: str) -> None:
        """A deed is done, and of that kind."""
        self.kinds[kind] += 1
        self._kinds_of[what][kind] += 1

    def note_offer(self, what: str, kind: str) -> None:
        """A deed is made, and of that kind; of none where the night offers no way to do it."""
        self._tried[what] += 1
        if kind:
            self._made[what][kind] += 1

    def expected(self, what: str) -> float:
        """How often the kind of such a deed has come with it, before anybody knows which it is."""
        kinds = self._kinds_of[what]
        return kinds.total() / max(len(kinds), 1)

    def novelty(self, what: str) -> float:
        """How likely the next deed of that name is of a kind that never came: as often as kinds were that came once."""
        once = sum(count == 1 for count in self._made[what].values())
        return (once + 1) / (self._tried[what] + 1)


class Player:
    """Plays nights in one world. A breach stops the night."""

    def __init__(self, world: World, ground: Ground, tally: Tally) -> None:
        self._world, self._ground, self._tally = world, ground, tally
        self.reach = Reach()
        self._presses = Presses(world, self._look)
        self._judge = Judge(world)
        self._struck = Struck(world, ground, self._judge, tally.requests)
        self._together = Together(world, ground, self._judge)
        self._told: list[str] = []
        self._stirring: set[str] = set()

    @property
    def operations(self) -> list[str]:
        """Of the API, as steps name them."""
        return self._presses.operations

    def follow(self, tell: Callable[[str], object]) -> None:
        """Have every step and every press told from now on."""
        self._world.say = tell

    def play(self, seed: int, offers: Iterable[Offer], notice: Notice = len) -> Breach | None:
        """The night of that seed, with one step of each offer, from its moment. Returns the first breach."""
        self._ground.put_back(STARTS[seed % len(STARTS)])
        done: list[Step] = []
        counted: list[Step] = []
        with self._world.in_its_time(seed), self._judge.watching():
            self._world.begin()
            self._presses.begin()
            self._states = self.reach.states(laws.tables())
            self._judge.begin()
            self._struck.begin()
            for offer in offers:
                told = self._after(offer)
                done.append(self._step)
                if told:
                    return Breach(told, tuple(done), (*counted, self._step))
                if self._counted:
                    counted.append(self._step)
                if self.reach.new():
                    notice(counted)
            if told := self._when_over(seed):
                return Breach(told, tuple(done), tuple(counted))
        return None

    def _when_over(self, seed: int) -> str:
        """The first law that does not hold once the night is over; empty where all do."""
        self._told = []
        with self._noting("the end of the night"):
            self._told += [*islice(self._judge.over(seed), 1)]
            if not self._told and is_archived(seed):
                self._told += [*islice(come_to_the_same(self._world.event, self._ground), 1)]
        return next(iter(self._told), "")

    def _after(self, offer: Offer) -> str:
        """The first law that does not hold after the step that was taken; empty where all do."""
        self._tally.steps += 1
        self._told, self._counted = [], False
        with self._noting():
            self._struck.pass_step()
            self._begin(offer)
            deed = self._chosen(offer)
            self._take(self._step, self._step.random(), deed)
        return next(iter(self._told), "")

    @contextmanager
    def _noting(self, by: str = "") -> Iterator[None]:
        """Whatever breaks inside is told as a law that does not hold. by: what broke it, where it was no step."""
        try:
            yield
        except Exception as error:
            # What stops the clocks, or a law from reading, is what a simulated night is there to find.
            self._told.append(f"nothing can be said of it: {origin_of(error)} by {by or self._step}")

    def _begin(self, offer: Offer) -> None:
        """Say which step comes, where that is known before it is chosen."""
        if len(offer) == 1:
            self._world.say(f"{timezone.now():%H:%M:%S}  {offer[0].who}: {offer[0].what}")

    def _chosen(self, offer: Offer) -> Deed | None:
        """Takes the first step whose deed is of a kind that never came, or else of the kind that has come least. A deed
        that leaves anything behind in being made is done: what is made once more elsewhere must find everything as it
        was. Such deeds are made last, and while nothing rarer is found.
        """
        least, self._step, deed, chosen = inf, offer[0], None, ""
        if self._step.what not in BY_NAME:
            return None
        for step in sorted(offer, key=lambda each: each.what in self._stirring):
            if step.what in self._stirring and self._tally.expected(step.what) > least:
                continue
            before = self._world.stirred
            made = self._deed(step, step.random())
            kind = _kind(step, made) if made else ""
            if step.who not in SOMEBODY_ELSE:
                self._tally.note_offer(step.what, kind)
            often = self._often(kind, made)
            if has_stirred := self._world.stirred != before:
                self._stirring.add(step.what)
                self._told += self._judge.on_the_way()
            if has_stirred or often < least:
                least, self._step, deed, chosen = often, step, made, kind
            if has_stirred or not often:
                break
        if deed is not None:
            self._tally.note(self._step.what, chosen)
        return deed

    def _often(self, kind: str, deed: Deed | None) -> float:
        """How often its kind has come; a refusal is as good as three presses that count."""
        if deed is None:
            return inf
        return self._tally.kinds[kind] / (1 if deed.refused else COUNTING)

    def _take(self, step: Step, chance: Random, deed: Deed | None) -> None:
        if step.what in STRIKES:
            self._counted = True
            self._struck.arm(step.what, chance)
        elif step.who == COMPUTER:
            self._move(step.what, chance)
        elif is_together(step.what):
            self._send_at_once(step, chance)
        elif deed := deed or self._undirected(step, chance):
            self._send(deed, step.what)

    def _deed(self, step: Step, chance: Random) -> Deed | None:
        """What is sent in the step; nothing is promised of another's work, nor of what is not done on purpose."""
        if step.what not in BY_NAME:
            return self._undirected(step, chance)
        deed = BY_NAME[step.what](Evening(self._world, chance, at_edge=step.chance % 3 == 0))
        by_another = deed is not None and step.who in SOMEBODY_ELSE
        return Deed(replace(deed.press, who=step.who)) if by_another else deed

    def _undirected(self, step: Step, chance: Random) -> Deed | None:
        if step.what in BY_NAME:
            return None
        if step.what == HAND:
            press = self._presses.by_hand(step.who, chance)
        elif step.what == AGAIN:
            press = self._presses.again(step.who, chance)
        else:
            press = self._presses.by_program(step.who, step.what, chance)
        return Deed(press) if press else None

    def _move(self, what: str, chance: Random) -> None:
        self._counted = True
        if what in (TIME, UNSEEN):
            self._world.pass_time(chance.choice((1, 20, 61, 300, 1201, 1800, 3600)))
        elif what == SET:
            self._world.set_time(chance.choice((-3600, -60, 60, 3600)))
        elif what == RESTART:
            forget_all()
        elif what == HOUSE:
            self._move_house()
        elif what == WORKERS and chance.random() < 0.5:
            self._world.pass_time(seconds_to_a_fee(self._world.event))
        is_ticked = what != UNSEEN
        if is_ticked:
            self._tick(what, chance)
        self._told += self._judge.moved(ticked=is_ticked)

    def _tick(self, what: str, chance: Random) -> None:
        if what == WORKERS:
            at_once(self._world.ticks(), chance)
        else:
            self._struck.tick(self._world.ticks())

    def _move_house(self) -> None:
        try:
            self._world.move_to(moved_house(self._world.event))
        except UserFacingError as refused:
            self._told.append(f"the archive is refused: {refused.code}: {refused.message}")
        forget_all()
        self._presses.begin()
        self._struck.begin()
        self._judge.begin_again()

    def _send(self, deed: Deed, what: str) -> None:
        press = deed.press
        # Roles are taken away, also by chance: then nothing has to count.
        may_count = press.who not in ROLES or press.who in self._world.roles_at(press.who, self._world.event.code)
        deed = replace(deed, must_count=deed.must_count and may_count)
        self._world.pass_time(ON_THE_WAY)
        if self._struck.armed:
            answer, told = self._struck.send(press)
        else:
            self._judge.before(press)
            answer = sent(press, self._world)
            self._world.say(f"     {line_of(press, answer)}")
            told = self._judge.after(press, answer) or [*deed.told(answer)]
        self._presses.remember(press)
        self._count(press, what, answer)
        self._told += told

    def _send_at_once(self, step: Step, chance: Random) -> None:
        people = [step.who, *chance.choices(HANDS, k=2)]
        makers = iter(people)
        deeds = self._together.made(step.what, lambda door: self._deed(Step(next(makers), door, 0), chance))
        self._told += self._judge.on_the_way()
        presses = [deed.press for deed in deeds]
        if not presses:
            return
        self._world.pass_time(chance.choice(LEVEL_ENDS) if step.what.startswith(BESIDE_A_TICK) else ON_THE_WAY)
        answers, told = self._together.send(step.what, presses, chance)
        for press, answer in zip(presses, answers, strict=True):
            self._world.say(f"     at once: {line_of(press, answer)}")
            self._presses.remember(press)
            self._tally.requests[f"at once, {answer.status_code // 100}xx"] += 1
            self._counted = self._counted or answer.status_code < 400
        self._told += told

    def _look(self, who: str, address: str) -> Page:
        answer = self._world.client(who).get(address, follow=True)
        self._world.say(f"     on the way: {line_of(Press(who, 'GET', address, is_api=False), answer)}")
        self._tally.requests["pages looked at"] += 1
        self._told += self._judge.of_answer(Press(who, "GET", address, is_api=False), answer)
        return page_of(answer, address)

    def _count(self, press: Press, what: str, answer: HttpResponse) -> None:
        self._tally.requests[f"{answer.status_code // 100}xx"] += 1
        if answer.status_code >= 400:
            return
        address = press.address.partition("?")[0]
        self._tally.presses[what if what not in (HAND, AGAIN) else f"{what}: {address}"] += 1
        if press.method != "GET":
            self._counted = True
            before, self._states = self._states, self.reach.states(laws.tables())
            self.reach.moved(before, self._states)


def _kind(step: Step, deed: Deed) -> str:
    return kind_of(deed, by_another=step.who in SOMEBODY_ELSE)
