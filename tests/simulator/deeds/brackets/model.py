"""A bracket on paper: who meets whom after each result, and who finished where. Teams go by the keys of their rows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from tournaments.models import BracketTournament, Match, Team, TeamStatus

OPEN = ("waiting", "ready", "called", "playing")
AT_A_TABLE = ("called", "playing")
Pair = list[int | None]


@dataclass
class Spot:
    """A match. known: whether it is decided who comes into each half. here: whether each team was ticked in."""

    pair: Pair
    state: str
    outcome: str = ""
    winner: int | None = None
    points: tuple[int | None, int | None] = (None, None)
    station: int | None = None
    was_started: bool = False
    here: list[bool] = field(default_factory=lambda: [False, False])
    last_call: list[bool] = field(default_factory=lambda: [False, False])

    @property
    def is_decided(self) -> bool:
        return self.state == "done"

    @property
    def losers(self) -> list[int]:
        return [team for team in self.pair if team is not None and team != self.winner]

    @property
    def told(self) -> tuple[object, ...]:
        """What must stand in the row."""
        table = self.station if self.state in AT_A_TABLE else None
        marks = (tuple(self.here), tuple(self.last_call))
        return (tuple(self.pair), self.state, self.outcome, self.winner, self.points, table, *marks)


class Paper:
    """One bracket. first: how many matches its first round has."""

    def __init__(self, spots: dict[int, Spot], first: int, out: Iterable[int] = ()) -> None:
        self.spots, self.first, self.out = spots, first, set(out)
        self.size = 2 * first
        self.rounds = self.size.bit_length() - 1
        self.third = self.size if self.size in spots else None

    def round_of(self, number: int) -> int:
        """Counted from 1; the match for third place stands beside the final."""
        if number == self.third:
            return self.rounds
        return next(each for each in range(1, self.rounds + 1) if number < begins(self.size, each + 1))

    def feeders(self, number: int) -> tuple[int, int] | None:
        """The two matches from which the teams come; None in the first round."""
        if number == self.third:
            return self.size - 3, self.size - 2
        place = self.round_of(number)
        if place == 1:
            return None
        upper = begins(self.size, place - 1) + 2 * (number - begins(self.size, place))
        return upper, upper + 1

    def fed(self, number: int) -> Iterator[tuple[int, int]]:
        """Where the teams of a match go on: the match, and its half."""
        for each in self.spots:
            feeders = self.feeders(each)
            if feeders and number in feeders:
                yield each, feeders.index(number)

    def below(self, number: int) -> set[int]:
        """All matches that its result can reach."""
        found: set[int] = set()
        for each, _ in self.fed(number):
            found |= {each, *self.below(each)}
        return found

    def is_known(self, number: int) -> tuple[bool, bool]:
        """Whether it is decided who comes into each half, if anybody."""
        feeders = self.feeders(number)
        if feeders is None:
            return True, True
        return self.spots[feeders[0]].is_decided, self.spots[feeders[1]].is_decided

    def comes(self, number: int, half: int) -> int | None:
        """Who comes into a half from the match that feeds it."""
        feeders = self.feeders(number)
        if feeders is None:
            return self.spots[number].pair[half]
        feeder = self.spots[feeders[half]]
        if not feeder.is_decided:
            return None
        if number != self.third:
            return feeder.winner
        return feeder.losers[0] if len(feeder.losers) == 1 else None

    def by_itself(self, number: int) -> tuple[str, int | None] | None:
        """The outcome and the winner of a match that nobody has to play; None where it is played or open who comes."""
        if not all(self.is_known(number)):
            return None
        pair = self.spots[number].pair
        staying = [team for team in pair if team is not None and team not in self.out]
        if len(staying) == 2:
            return None
        if not staying:
            return "double_no_show", None
        is_bye = self.feeders(number) is None and None in pair
        return ("bye" if is_bye else "walkover"), staying[0]

    def decide(
        self, number: int, outcome: str, winner: int | None, points: tuple[int | None, int | None] = (None, None)
    ) -> None:
        """Points are those of the upper and of the lower team."""
        self._set(number, outcome, winner, points)
        self._go_on(number)

    def undo(self, number: int) -> None:
        """The result is taken back, with what followed from it by itself."""
        self._open(number, is_same_pair=True)
        self._go_on(number)

    def fill(self, number: int, half: int, team: int | None) -> None:
        """Somebody takes the place of a bye, or leaves it a bye again."""
        spot = self.spots[number]
        spot.pair[half], spot.here[half], spot.last_call[half] = team, False, False
        if (found := self.by_itself(number)) is not None:
            self.decide(number, *found)
        else:
            self._open(number, is_same_pair=False)
            self._go_on(number)

    def open_byes(self) -> list[int]:
        """Matches of the first round in which a late team may take a place."""
        return [number for number in range(1, self.first + 1) if self._is_open_bye(number)]

    def firsts(self) -> dict[int, int]:
        """By team the number of its first match that is none of a bye, as far as it is known."""
        found: dict[int, int] = {}
        for number in sorted(self.spots):
            for team in self.spots[number].pair:
                if team is not None and self.spots[number].outcome != "bye":
                    found.setdefault(team, number)
        return found

    def beaten(self) -> set[int]:
        """The teams that were beaten in their first match and have not left: a consolation bracket is theirs."""
        return {
            team
            for team, number in self.firsts().items()
            if self.spots[number].outcome in ("played", "retired")
            and self.spots[number].winner != team
            and team not in self.out
        }

    def withdraw(self, team: int) -> None:
        self.out.add(team)
        for number in sorted(self.spots):
            spot = self.spots[number]
            if not spot.is_decided and team in spot.pair and (found := self.by_itself(number)):
                self.decide(number, *found)

    def correct(
        self,
        number: int,
        outcome: str,
        winner: int | None,
        points: tuple[int | None, int | None] = (None, None),
        choices: Mapping[int, str] | None = None,
    ) -> None:
        self._set(number, outcome, winner, points)
        self._go_on(number, choices or {})

    def places(self) -> dict[int, int]:
        """Where each team that is done has finished; beaten semi-finalists share third place, or play for it."""
        places: dict[int, int] = {}
        final = self.size - 1
        for number, spot in self.spots.items():
            if not spot.is_decided:
                continue
            if number == self.third:
                places |= dict.fromkeys(spot.losers, 4 if spot.winner is not None else 3)
                places |= {} if spot.winner is None else {spot.winner: 3}
            elif self.third is None or self.round_of(number) != self.rounds - 1:
                places |= dict.fromkeys(spot.losers, 1 + 2 ** (self.rounds - self.round_of(number)))
            elif spot.winner is None:
                places |= dict.fromkeys(spot.losers, 4)
        if (winner := self.spots[final].winner) is not None:
            places[winner] = 1
        return places

    def _is_open_bye(self, number: int) -> bool:
        spot, following = self.spots[number], [each for each, _ in self.fed(number)]
        begun = [each for each in following if self.spots[each].state in ("called", "playing", "done")]
        return spot.outcome == "bye" and spot.winner not in self.out and bool(following) and not begun

    def _set(self, number: int, outcome: str, winner: int | None, points: tuple[int | None, int | None]) -> None:
        spot = self.spots[number]
        spot.state, spot.outcome, spot.winner, spot.points = "done", outcome, winner, points

    def _open(self, number: int, *, is_same_pair: bool) -> None:
        spot, was_decided = self.spots[number], self.spots[number].is_decided
        spot.outcome, spot.winner, spot.points = "", None, (None, None)
        if None in spot.pair:
            spot.state = "waiting"
        elif was_decided and is_same_pair and spot.was_started and not self._is_taken(spot.station):
            spot.state = "playing"
        elif was_decided or not is_same_pair:
            spot.state = "ready"

    def _is_taken(self, station: int | None) -> bool:
        return any(each.station == station and each.state in AT_A_TABLE for each in self.spots.values())

    def _go_on(self, number: int, choices: Mapping[int, str] | None = None) -> None:
        for each, half in self.fed(number):
            self._settle(each, half, choices or {})

    def _settle(self, number: int, half: int, choices: Mapping[int, str]) -> None:
        """Somebody else may come into a half of the match, or it has become known that nobody does."""
        spot = self.spots[number]
        before, coming = list(spot.pair), self.comes(number, half)
        is_same = before[half] == coming
        if is_same and (coming is not None or (spot.is_decided and all(self.is_known(number)))):
            return
        # A match that nobody had to play lacked a team, or one that had withdrawn.
        was_played = (
            spot.is_decided and len([team for team in before if team is not None and team not in self.out]) == 2
        )
        was_open = not spot.is_decided
        if not is_same:
            spot.pair[half], spot.here[half], spot.last_call[half] = coming, False, False
        if (found := self.by_itself(number)) is not None:
            self._set(number, *found, (None, None))
        else:
            chosen = choices.get(number, "replay") if was_played and None not in spot.pair else "replay"
            if chosen == "replay":
                self._open(number, is_same_pair=is_same)
            else:
                staying = before[1 - half]
                winner = staying if chosen == "walkover" else coming
                self._set(number, "walkover", winner, (None, None))
        if not (was_open and not spot.is_decided):
            self._go_on(number, choices)


def begins(size: int, place: int) -> int:
    """The number of the first match of a round of a bracket with so many places: 1 - 5 - 7 for eight."""
    number, width = 1, size // 2
    for _ in range(1, place):
        number, width = number + width, width // 2
    return number


def seeds_in_order(size: int) -> list[int]:
    """Seeds from top to bottom, so that the best two meet last: 1 8 4 5 2 7 3 6."""
    order = [1]
    while len(order) < size:
        order = [seed for upper in order for seed in (upper, 2 * len(order) + 1 - upper)]
    return order


def drawn(teams: list[int], *, third: bool) -> Paper:
    """The bracket of these teams, the best first, before its first match; byes moved on."""
    size = 1 << (len(teams) - 1).bit_length()
    order = seeds_in_order(size)
    has_third = third and len(teams) >= 4
    spots = {number: Spot([None, None], "waiting") for number in range(1, size + has_third)}
    paper = Paper(spots, size // 2)
    for number in range(1, size // 2 + 1):
        seeds = order[2 * number - 2 : 2 * number]
        spots[number].pair = [teams[seed - 1] if seed <= len(teams) else None for seed in seeds]
        spots[number].state = "waiting" if None in spots[number].pair else "ready"
    for number in range(1, size // 2 + 1):
        if found := paper.by_itself(number):
            paper.decide(number, *found)
    return paper


def paper_of(bracket: BracketTournament) -> Paper:
    """The bracket as its rows have it."""
    rows = list(Match.objects.filter(tournament=bracket))
    first = sum(row.feeder_a is None for row in rows)
    out = Team.objects.filter(tournament=bracket, status=TeamStatus.WITHDRAWN).values_list("pk", flat=True)
    return Paper({row.number: spot_of(row) for row in rows}, first, out)


def spot_of(row: Match) -> Spot:
    """A match as its row has it."""
    return Spot(
        pair=[row.team_a_id, row.team_b_id],
        state=row.state,
        outcome=row.outcome,
        winner=row.winner_id,
        points=(row.points_a, row.points_b),
        station=row.station,
        was_started=row.started_at is not None,
        here=[row.here_a_at is not None, row.here_b_at is not None],
        last_call=[row.last_call_a_at is not None, row.last_call_b_at is not None],
    )
