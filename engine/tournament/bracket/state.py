"""A bracket being played: results go in, and out come who meets next, who is free and who finished where.

A state never changes; ``record`` gives the next one.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

from engine.doors import door
from engine.errors import RuleError, quoted
from engine.tournament.bracket.results import MatchResult, Outcome, ResultSheet, Teams, other_teams, require_fitting
from engine.tournament.bracket.shape import Bracket, Bye, LoserOf, Match, Seed, Slot


@dataclass(frozen=True, slots=True)
class Arrival:
    """What a slot holds: unknown until its feeder is decided; then a seed, or nobody."""

    is_known: bool
    seed: int | None = None


@dataclass(frozen=True)
class BracketState:
    """A bracket and the results so far, byes included. Start with ``start_bracket``.

    withdrawn: seeds that play no more; whoever meets one goes on by walkover at once.
    """

    bracket: Bracket
    results: ResultSheet
    withdrawn: frozenset[int] = frozenset()

    def teams_of(self, match_number: int) -> Teams:
        """The seeds in the upper and the lower slot; None where nobody stands (yet)."""
        upper, lower = self.arrivals(self.bracket.match(match_number))
        return upper.seed, lower.seed

    def is_ready(self, match_number: int) -> bool:
        """Both teams are known and there is no result: the match may be called to a table."""
        return match_number not in self.results and None not in self.teams_of(match_number)

    @property
    def open_matches(self) -> tuple[Match, ...]:
        """The matches that could be played now, in number order."""
        return tuple(match for match in self.bracket.matches if self.is_ready(match.number))

    def record(self, match_number: int, result: MatchResult) -> BracketState:
        """The state after a result. A team left without an opponent goes on by walkover at once.

        Raises RuleError: "no_such_match", "match_is_bye", "match_already_decided", "match_not_ready",
        "result_for_other_teams", "result_without_winner", "no_show_with_winner", "points_contradict_winner",
        "points_without_play".
        Rules: WLIA-22.
        """
        match = self.bracket.match(match_number)
        self._require_awaiting_result(match)
        seeds = self.teams_of(match_number)
        require_fitting(match_number, seeds, result)
        return self.with_result(match_number, replace(result, seeds=seeds)).followed_from(match)

    def withdraw(self, seed: int) -> BracketState:
        """The state with a team out for good: its open match, and any it would still reach, go to the opponent.

        Raises RuleError: "no_such_seed", "seed_withdrawn_already".
        Rules: WLIA-22.
        """
        first = self._first_match_of(seed)
        if seed in self.withdrawn:
            raise _refused("seed_withdrawn_already", f"Seed {seed} has withdrawn already. Reload the bracket.", seed)
        state = replace(self, withdrawn=self.withdrawn | {seed})
        for number in (first.number, *self.below(first.number)):
            if number not in state.results and seed in state.teams_of(number):
                state = state._decided_by_itself(number)
        return state

    def readmit(self, seed: int) -> BracketState:
        """The state with a withdrawn team back; what followed from its withdrawal stays until it is corrected.

        Raises RuleError: "seed_not_withdrawn".
        """
        if seed not in self.withdrawn:
            raise _refused("seed_not_withdrawn", f"Seed {seed} has not withdrawn. Reload the bracket.", seed)
        return replace(self, withdrawn=self.withdrawn - {seed})

    def below(self, match_number: int) -> tuple[int, ...]:
        """The matches that the result of this one can reach, in number order."""
        reached: set[int] = set()
        edge = [match_number]
        while edge:
            fed = {number for number, _ in self.bracket.fed_by(self.bracket.match(edge.pop()))}
            edge += fed - reached
            reached |= fed
        return tuple(sorted(reached))

    def own_result(self, match_number: int) -> MatchResult | None:
        """The result that a match has by itself: a bye, an empty slot, a withdrawn team. None where it is played, or
        where a team is still to come.
        """
        match = self.bracket.match(match_number)
        arrivals = self.arrivals(match)
        if not all(arrival.is_known for arrival in arrivals):
            return None
        seeds = (arrivals[0].seed, arrivals[1].seed)
        staying = [slot for slot, seed in enumerate(seeds) if seed is not None and seed not in self.withdrawn]
        if len(staying) == 2:
            return None
        if not staying:
            return MatchResult(None, Outcome.DOUBLE_NO_SHOW, seeds)
        return MatchResult(staying[0], Outcome.BYE if match.is_bye else Outcome.WALKOVER, seeds)

    def restored(self, match: Match, result: MatchResult) -> MatchResult:
        """A stored result, if it can be that of the two who stand there. Raises RuleError as ``start_bracket``."""
        arrivals = self.arrivals(match)
        seeds = (arrivals[0].seed, arrivals[1].seed)
        if not all(arrival.is_known for arrival in arrivals):
            raise _not_ready(match, seeds)
        if None not in seeds:
            require_fitting(match.number, seeds, result)
        elif result.seeds not in (None, seeds) or (
            result.winner_slot is not None and seeds[result.winner_slot] is None
        ):
            raise other_teams(match.number, seeds, result)
        return replace(result, seeds=seeds)

    def with_result(self, match_number: int, result: MatchResult) -> BracketState:
        """The state with a result that was checked before, and nothing else changed."""
        return replace(self, results=self.results.with_result(match_number, result))

    def without_result(self, match_number: int) -> BracketState:
        """The state with a result taken off, and nothing else changed."""
        return replace(self, results=self.results.without(match_number))

    def followed_from(self, match: Match) -> BracketState:
        """Decide every later match that this one's result has decided by itself."""
        state = self
        for number, _slot in self.bracket.fed_by(match):
            if number not in state.results:
                state = state._decided_by_itself(number)
        return state

    @property
    def champion(self) -> int | None:
        """The seed that won the final; None before it, or when nobody came to it."""
        final = self.results.get(self.bracket.final)
        return final.winner if final else None

    @property
    def third(self) -> tuple[int, ...]:
        """The seeds in third place: one after a third-place match, else every beaten semi-finalist."""
        return tuple(seed for seed, place in self.finishing_places.items() if place == 3)

    @property
    def free_seeds(self) -> tuple[int, ...]:
        """Beaten seeds with no match left to play, in seed order.

        Rules: WLIA-24.
        """
        return tuple(sorted(seed for seed, place in self.finishing_places.items() if place > 1))

    @property
    def finishing_places(self) -> dict[int, int]:
        """Places of the seeds that are done: 1, 2, then 3 and 4 or a shared 3, a shared 5, a shared 9 ..."""
        places: dict[int, int] = {}
        third_place = self.bracket.third_place_match
        for number in reversed(tuple(self.results)):
            result, match = self.results[number], self.bracket.match(number)
            if number == third_place:
                places |= dict.fromkeys(result.losers, 4 if result.winner_slot is not None else 3)
                places |= {} if result.winner is None else {result.winner: 3}
            elif third_place is None or match.round != self.bracket.rounds - 1:
                below = 2 ** (self.bracket.rounds - match.round)
                places |= dict.fromkeys(result.losers, below + 1)
            elif result.winner is None:
                # Nobody came to this semi-final, so neither team stands in the third-place match.
                places |= dict.fromkeys(result.losers, 4)
        champion = self.champion
        if champion is not None:
            places[champion] = 1
        return dict(sorted(places.items(), key=lambda item: (item[1], item[0])))

    def arrivals(self, match: Match) -> tuple[Arrival, Arrival]:
        """What the two slots of a match hold."""
        upper, lower = match.slots
        return self._arrival(upper), self._arrival(lower)

    def _arrival(self, slot: Slot) -> Arrival:
        if isinstance(slot, Seed):
            return Arrival(True, slot.number)
        if isinstance(slot, Bye):
            return Arrival(True)
        feeder = self.results.get(slot.match)
        if feeder is None:
            return Arrival(False)
        if isinstance(slot, LoserOf):
            return Arrival(True, feeder.losers[0] if len(feeder.losers) == 1 else None)
        return Arrival(True, feeder.winner)

    def _decided_by_itself(self, match_number: int) -> BracketState:
        result = self.own_result(match_number)
        if result is None:
            return self
        return self.with_result(match_number, result).followed_from(self.bracket.match(match_number))

    def _first_match_of(self, seed: int) -> Match:
        for match in self.bracket.round_of(1):
            if isinstance(seed, int) and Seed(seed) in match.slots:
                return match
        entries = self.bracket.entries
        raise _refused("no_such_seed", f"There is no seed {quoted(seed)} among the {entries} entries.", seed)

    def _require_awaiting_result(self, match: Match) -> None:
        facts = {"match": match.number}
        if match.is_bye:
            raise RuleError(
                "match_is_bye",
                f"Match {match.number} is a bye: its team goes on without playing, so there is nothing to enter.",
                rules=("WLIA-22",),
                **facts,
            )
        if match.number in self.results:
            winner = self.results[match.number].winner
            verdict = "without a winner" if winner is None else f"for seed {winner}"
            raise RuleError(
                "match_already_decided",
                f"Match {match.number} is already decided {verdict}. Correct that result instead of entering a second.",
                rules=("WLIA-22",),
                winner=winner,
                **facts,
            )
        if not self.is_ready(match.number):
            raise _not_ready(match, self.teams_of(match.number))


@door
def start_bracket(
    bracket: Bracket, results: Mapping[int, MatchResult] | None = None, withdrawn: Collection[int] = ()
) -> BracketState:
    """The state before the first match, byes moved on; or after stored results, given in any order.

    Stored results that the bracket reached by itself (a bye, an empty slot, a withdrawal) may be among them.
    withdrawn: seeds that are out by now, whatever they won before.

    Raises RuleError: "no_such_match", "match_not_ready", "result_for_other_teams", "result_without_winner",
    "no_show_with_winner", "points_contradict_winner", "points_without_play", and those of
    ``BracketState.withdraw``.
    """
    stored = results or {}
    state = BracketState(bracket, ResultSheet())
    for number in stored:
        bracket.match(number)
    # Feeders carry lower numbers than the matches they feed, so number order is an order of play.
    for match in bracket.matches:
        result = stored.get(match.number)
        decided = state.own_result(match.number) if result is None else state.restored(match, result)
        state = state if decided is None else state.with_result(match.number, decided)
    for seed in withdrawn:
        state = state.withdraw(seed)
    return state


def _refused(code: str, message: str, seed: int) -> RuleError:
    return RuleError(code, message, rules=("WLIA-22",), seed=seed)


def _not_ready(match: Match, seeds: Teams) -> RuleError:
    return RuleError(
        "match_not_ready",
        f"Match {match.number} still waits for a team. Enter the results of the earlier matches first.",
        rules=("WLIA-22",),
        teams=list(seeds),
        match=match.number,
    )
