"""How a match of a player's team came out, as the page of the two teams shows it: asked, disputed, or agreed."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from tournaments.models import Objection
from tournaments.selectors.bracket.claims import ClaimView, MatchClaims
from tournaments.selectors.bracket.values import MatchView, TeamView

_AGAINST = {
    Objection.WE_WON: "{} won",
    Objection.WE_LOST: "{} lost",
    Objection.MORE_POINTS: "the losers had more",
    Objection.FEWER_POINTS: "the losers had fewer",
    Objection.UNFINISHED: "it is not over",
}


class Stage(StrEnum):
    """NOTHING: no team has reported. ASKED: the other has, and this one answers. WAITING: this one has, and the other
    answers. AGREED: both say the same, and staff confirm it. CALLED: they do not, and staff come. DECIDED: it counts.
    """

    NOTHING = "nothing"
    ASKED = "asked"
    WAITING = "waiting"
    AGREED = "agreed"
    CALLED = "called"
    DECIDED = "decided"


@dataclass(frozen=True, slots=True)
class ScoreCard:
    """A team's half of a score. says: what stands under the points."""

    team: str
    points: int | None
    has_won: bool
    says: str


@dataclass(frozen=True, slots=True)
class OwnClaim:
    """What is said of the match, from the side of one team. claim: the report in question, None before there is one."""

    match: MatchView
    team: TeamView
    stage: Stage
    claim: ClaimView | None = None
    own: ClaimView | None = None
    theirs: ClaimView | None = None

    @property
    def is_asked(self) -> bool:
        return self.stage == Stage.ASKED

    @property
    def is_waiting(self) -> bool:
        return self.stage == Stage.WAITING

    @property
    def is_agreed(self) -> bool:
        return self.stage == Stage.AGREED

    @property
    def is_called(self) -> bool:
        return self.stage == Stage.CALLED

    @property
    def score(self) -> str:
        """Of the report in question, or of the result: "10–7"."""
        if self.stage == Stage.DECIDED:
            return self.match.score
        return f"{self.claim.winner_points}–{self.claim.loser_points}" if self.claim else ""

    @property
    def is_own_win(self) -> bool:
        winner = self.match.winner if self.stage == Stage.DECIDED else self.claim and self.claim.winner
        return winner == self.team

    @property
    def cards(self) -> list[ScoreCard]:
        """Both halves, the winner's first."""
        if self.stage == Stage.DECIDED:
            return self._result_cards()
        claim = self.claim
        if claim is None or claim.winner is None or claim.loser is None:
            return []
        return [
            ScoreCard(claim.winner.name, claim.winner_points, True, self._says(claim.winner)),
            ScoreCard(claim.loser.name, claim.loser_points, False, self._says(claim.loser)),
        ]

    def _says(self, team: TeamView) -> str:
        is_own = team == self.team
        if self.claim and self.claim.team == team:
            return "you say so" if is_own else "say so"
        if self.claim and self.claim.objection:
            who = "you" if is_own else "they"
            return f"{who} say {_AGAINST[Objection(self.claim.objection)].format(who)}"
        other = self.own if is_own else self.theirs
        if other and self.stage == Stage.CALLED:
            return f"{'you say' if is_own else 'say'}: {other.says}"
        return "you" if is_own else "asked"

    def _result_cards(self) -> list[ScoreCard]:
        slots = sorted(self.match.slots, key=lambda slot: not slot.is_winner)
        return [
            ScoreCard(slot.text, slot.points, slot.is_winner, "won" if slot.is_winner else "well played")
            for slot in slots
        ]


def own_claim(match: MatchView, team: TeamView, claims: MatchClaims | None) -> OwnClaim:
    """What the team's page shows of its match. No query."""
    if match.is_decided:
        return OwnClaim(match, team, Stage.DECIDED)
    own = claims.report_of(team) if claims else None
    theirs = claims.report_against(team) if claims else None
    claim = theirs or own
    if claim is None:
        return OwnClaim(match, team, Stage.NOTHING)
    if own and theirs:
        stage = Stage.CALLED if own.content != theirs.content else Stage.AGREED
    elif claim.objection:
        stage = Stage.CALLED
    else:
        stage = Stage.WAITING if own else Stage.ASKED
    return OwnClaim(match, team, stage, claim=claim, own=own, theirs=theirs)
