"""The score of a match kept hand by hand at its table. The engine says the points; results go the usual way."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from django.db import transaction
from django.db.models import Q

from engine.euchre.result import DealResult, points_of
from engine.euchre.scoring import Side
from engine.euchre.told import Told, Upcard, require_in_house
from eventnight.core.audit import record
from eventnight.core.errors import Conflict, UserFacingError
from eventnight.core.press import CAME_LATER, Press, PressContent
from eventnight.core.presses import counted_once
from eventnight.core.values.formats import clock_text
from eventnight.events.models import Player
from tournaments.lifecycles import MATCH
from tournaments.models import BracketTournament, EuchreHand, Game, Match, Team, TeamPlayer
from tournaments.selectors.bracket.teams import team_names
from tournaments.selectors.dealt.deals import require_no_hand_dealt
from tournaments.selectors.score.tally import MatchTally, possible_dealers, result_of, tally
from tournaments.selectors.score.values import hand_text
from tournaments.services.bracket.matches import lock_match, start_match
from tournaments.services.bracket.results.euchre_games import already_entered
from tournaments.services.bracket.results.results import require_its_teams
from tournaments.services.bracket.storing import subject_of

TEAMS = 2
HAND_RULES = ("EUC-14",)
GAME_RULES = ("EUC-16",)


@dataclass(frozen=True, slots=True, kw_only=True)
class NewHand:
    """How a hand ended. makers: None if it was thrown in. tricks: of the makers; those taken so far where somebody
    revoked. trump, upcard, maker, dealer, lone_maker: where the table tells them.
    """

    makers: Team | None
    tricks: int = 0
    makers_alone: bool = False
    defender_alone: bool = False
    revoke_by: Side | None = None
    trump: str = ""
    upcard: Upcard | None = None
    maker: Player | None = None
    dealer: Player | None = None
    lone_maker: Player | None = None

    @property
    def content(self) -> tuple[object, ...]:
        """What it says, to be compared with a row."""
        people = (each.pk if each else None for each in (self.makers, self.maker, self.dealer, self.lone_maker))
        alone = (self.makers_alone, self.defender_alone)
        return (*people, self.tricks, *alone, self.revoke_by or "", self.trump, self.upcard or "")

    def result(self, match: Match) -> DealResult:
        """As the engine has it. Raises RuleError("result_unclear", "tricks_out_of_range")."""
        return DealResult(
            makers=None if self.makers is None else int(self.makers.pk != match.team_a_id),
            tricks=self.tricks,
            makers_alone=self.makers_alone,
            defender_alone=self.defender_alone,
            revoke_by=self.revoke_by,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class NextHand(PressContent):
    """Which hand is entered: of which game, its number there and whose, as the phone showed it.

    has_dealer_in_turn: a hand that names no dealer was dealt by the next in turn, where what was told before makes that
    certain.
    """

    game: int
    number: int
    teams: tuple[Team, Team]
    has_dealer_in_turn: bool = field(default=False, metadata=CAME_LATER)


@counted_once
def enter_hand(*, match: Match, which: NextHand, hand: NewHand, press: Press) -> EuchreHand:
    """Enter the next hand of the game in play. The first hand of a match that was only called starts it.

    Raises Conflict("hand_entered", which says who was first and when, "hand_out_of_order", "game_over", "game_entered",
    "match_already_decided", "match_not_ready", "match_not_called", "match_teams_changed"),
    UserFacingError("key_reused", "player_not_in_team", "thrown_in_without_trump"),
    RuleError("result_unclear", "tricks_out_of_range", and what ``require_in_house`` refuses).
    Rules: EUC-2, EUC-3, EUC-7, EUC-10, EUC-11, EUC-14, EUC-15, EUC-16, EUC-17.
    """
    tournament, match = lock_match(match)
    MATCH.require("decide", match)
    require_its_teams(match, *which.teams)
    MATCH.require("score", match)
    _require_not_dealt(match, press)
    _require_open(tournament, match, which.game)
    added_up = _require_next(tournament, match, which.game, which.number)
    if which.has_dealer_in_turn and hand.dealer is None:
        hand = replace(hand, dealer=_dealer_in_turn(match, added_up))
    row = _new_row(tournament, match, hand, press)
    row.game, row.number = which.game, which.number
    row.save()
    if MATCH.allows("start", match):
        start_match(match=match, press=press)
    _log(row, "hand.entered", press)
    return row


@counted_once
def correct_hand(*, hand: EuchreHand, to: NewHand, press: Press) -> EuchreHand:
    """Put a hand right, wherever it stands in an open game: the score after it follows. Hands after the end that the
    game then comes to do not count; they are kept, and count again if this hand is restored. Returns the hand.

    The same press again, or the hand as it stands already, changes nothing.

    Raises Conflict("hand_changed", which says who was first and when) and as enter_hand.
    Rules: EUC-3, EUC-7, EUC-10, EUC-11, EUC-14, EUC-15, EUC-16, EUC-17.
    """
    tournament, match = lock_match(hand.match)
    hand = _standing(tournament, match, hand, press)
    if _content(hand) == to.content:
        return hand
    row = _new_row(tournament, match, to, press, was=hand)
    row.game, row.number = hand.game, hand.number
    _take_off(hand, press)
    row.save()
    _log(row, "hand.corrected", press)
    return row


@transaction.atomic
def undo_hand(*, hand: EuchreHand, press: Press) -> EuchreHand:
    """Take the last hand of a match back. Once it is back, another press changes nothing.

    Raises Conflict("hand_not_last", "hand_changed", "match_already_decided", "match_not_called", "game_entered").
    """
    tournament, match = lock_match(hand.match)
    current = match.hands.get(pk=hand.pk)
    if current.undone_at is not None and not _is_replaced(current):
        return current
    hand = _standing(tournament, match, current, press)
    last = match.hands.filter(undone_at__isnull=True).order_by("game", "number").last()
    assert last is not None
    if last.pk != hand.pk:
        raise Conflict(
            "hand_not_last",
            f"Hand {hand.number} is not the last: hand {last.number} was entered by {last.by_label} at "
            f"{clock_text(last.entered_at, tournament.event)}. Undo that one, or correct hand {hand.number}.",
            rules=GAME_RULES,
            hand=hand.number,
            last_hand=last.number,
        )
    _take_off(hand, press)
    _log(hand, "hand.undone", press)
    return hand


def _require_open(tournament: BracketTournament, match: Match, game: int) -> None:
    entered = Game.objects.filter(match=match, number=game, undone_at__isnull=True).select_related("match").first()
    if entered is not None:
        raise already_entered(tournament, entered)


def hand_to_come(match: Match) -> MatchTally:
    """A locked match as its hands add up, while one is to come. Raises Conflict("game_over"). Rules: EUC-16."""
    tournament = match.tournament
    rows = list(match.hands.filter(undone_at__isnull=True).order_by("game", "number"))
    entered = {each.number: each for each in match.games.filter(undone_at__isnull=True)}
    added_up = tally(rows, entered, scale=tournament.house_rules.scale, best_of=tournament.best_of)
    if added_up.winner_slot is not None:
        raise _over(match, added_up)
    return added_up


def _require_not_dealt(match: Match, press: Press) -> None:
    """Where the system deals, the sheet is its own while a hand is played, and between hands that of staff.

    Raises Conflict: "system_deals_here", "hand_is_dealt". Rules: BIS-16.
    """
    if match.tournament.is_dealt and press.by.is_player:
        raise Conflict(
            "system_deals_here",
            f"The system deals match {match.number} and keeps its score by itself. Ask staff to put a hand right.",
            rules=("BIS-16",),
            match=match.number,
        )
    require_no_hand_dealt(match)


def _require_next(tournament: BracketTournament, match: Match, game: int, number: int) -> MatchTally:
    """The match as its hands add up. Raises Conflict("hand_entered", "game_over", "hand_out_of_order")."""
    first = match.hands.filter(undone_at__isnull=True, game=game, number=number).first()
    if first is not None:
        raise _entered(tournament, match, first)
    added_up = hand_to_come(match)
    if (game, number) != (added_up.game.number, added_up.next_number):
        raise Conflict(
            "hand_out_of_order",
            f"The next hand of match {match.number} is hand {added_up.next_number} of game {added_up.game.number}, not "
            f"hand {number} of game {game}. Nothing was saved: look at the score and enter it again.",
            rules=GAME_RULES,
            match=match.number,
            game=added_up.game.number,
            hand=added_up.next_number,
        )
    return added_up


def _dealer_in_turn(match: Match, added_up: MatchTally) -> Player | None:
    """Who deals the next hand, None while that is not certain. Rules: EUC-2, EUC-10."""
    possible = possible_dealers(added_up, {player: seat % TEAMS for player, seat in _seats(match).items()})
    return Player.objects.get(pk__in=possible) if len(possible) == 1 else None


def _over(match: Match, added_up: MatchTally) -> Conflict:
    names = team_names(list(match.sides))
    winner = match.sides[0 if added_up.winner_slot == 0 else 1]
    high, low = max(added_up.game.points), min(added_up.game.points)
    return Conflict(
        "game_over",
        f"Match {match.number} is over: {names[winner.pk]} won its last game {high}–{low}. Nothing was saved: report "
        "the result, or undo the last hand if it is wrong.",
        rules=GAME_RULES,
        match=match.number,
        points=list(added_up.game.points),
    )


def _entered(tournament: BracketTournament, match: Match, first: EuchreHand) -> Conflict:
    at = clock_text(first.entered_at, tournament.event)
    names = team_names(list(match.sides))
    scorers = "" if first.scorers_slot is None else names[match.sides[first.scorers_slot].pk]
    said = hand_text(result_of(first), first.points, scorers)
    return Conflict(
        "hand_entered",
        f"Hand {first.number} of match {match.number} was entered by {first.by_label} at {at}: {said}. "
        "Nothing was saved: look at the score, and correct that hand if it is wrong.",
        rules=HAND_RULES,
        match=match.number,
        game=first.game,
        hand=first.number,
        entered_by=first.by_label,
        entered_at=first.entered_at.isoformat(),
    )


def _standing(tournament: BracketTournament, match: Match, hand: EuchreHand, press: Press) -> EuchreHand:
    """The hand as it is now, which may be changed."""
    MATCH.require("change_hand", match)
    hand = match.hands.get(pk=hand.pk)
    if hand.undone_at is not None:
        at = clock_text(hand.undone_at, tournament.event)
        raise Conflict(
            "hand_changed",
            f"Hand {hand.number} of match {match.number} was corrected or undone by {hand.undone_by_label} at {at}. "
            "Nothing was saved: look at the score first.",
            rules=HAND_RULES,
            match=match.number,
            hand=hand.number,
            changed_by=hand.undone_by_label,
            changed_at=hand.undone_at.isoformat(),
        )
    MATCH.require("score", match)
    _require_not_dealt(match, press)
    _require_open(tournament, match, hand.game)
    return hand


def _is_replaced(hand: EuchreHand) -> bool:
    """Whether a correction stands in the place of a hand."""
    return EuchreHand.objects.filter(
        match=hand.match_id, game=hand.game, number=hand.number, undone_at__isnull=True
    ).exists()


def _new_row(
    tournament: BracketTournament, match: Match, hand: NewHand, press: Press, *, was: EuchreHand | None = None
) -> EuchreHand:
    """The row of a hand that was checked, with the points that the engine gives it; its game and its number are left to
    say, and it is not saved yet. was: the hand that it puts right.
    """
    if hand.makers is not None:
        upper, lower = match.sides
        require_its_teams(match, hand.makers, lower if hand.makers.pk == upper.pk else upper)
    result, house = hand.result(match), tournament.house_rules
    require_in_house(result, _told(match, hand, was), house)
    points = points_of(result, house.scale)
    makers, defenders = points if result.makers != 1 else points[::-1]
    return EuchreHand(
        match=match,
        team_a=match.team_a,
        team_b=match.team_b,
        makers=hand.makers,
        tricks=hand.tricks,
        makers_alone=hand.makers_alone,
        defender_alone=hand.defender_alone,
        revoke_by=hand.revoke_by or "",
        trump=hand.trump,
        upcard=hand.upcard or "",
        maker=hand.maker,
        dealer=hand.dealer,
        lone_maker=hand.lone_maker,
        points_makers=makers,
        points_defenders=defenders,
        entered_at=press.at,
        by_code=press.by.code,
        by_label=press.by.label,
    )


def _told(match: Match, hand: NewHand, was: EuchreHand | None) -> Told:
    """What the table tells of the hand, as the engine has it. was: the hand that it puts right.

    Raises UserFacingError("player_not_in_team", "thrown_in_without_trump").
    """
    named = (hand.maker, hand.lone_maker)
    if hand.makers is None and (hand.trump or hand.upcard or any(named)):
        raise UserFacingError(
            "thrown_in_without_trump",
            "A hand that was thrown in has no trump and nobody who made it. Leave out all that tells of them.",
            rules=("EUC-10",),
        )
    seats = _seats(match, was)
    side = None if hand.makers is None else int(hand.makers.pk != match.team_a_id)
    makers = {player for player, seat in seats.items() if seat % TEAMS == side}
    for player, among in (*((each, makers) for each in named), (hand.dealer, seats)):
        if player is not None and player.pk not in among:
            raise UserFacingError(
                "player_not_in_team",
                f"{player.code} does not play for that side of match {match.number}. Choose one of its two players.",
                rules=("EUC-1",),
                match=match.number,
                player=player.code,
            )
    people = (hand.maker, hand.dealer, hand.lone_maker)
    maker, dealer, lone_maker = (None if each is None else seats[each.pk] for each in people)
    return Told(upcard=hand.upcard, maker=maker, dealer=dealer, lone_maker=lone_maker)


def _seats(match: Match, was: EuchreHand | None = None) -> dict[int, int]:
    """Where each player sits, by their id: the upper team on 0 and 2. Partners sit opposite; which of the others sits
    to whose left nobody has told, and nothing asks. was: a hand whose people are among them, though one has left since.
    """
    named = [] if was is None else [was.maker_id, was.dealer_id, was.lone_maker_id]
    there = Q(left_at__isnull=True) | Q(player__in=[player for player in named if player is not None])
    places = TeamPlayer.objects.filter(there, team__in=match.sides)
    return {each.player_id: int(each.team_id != match.team_a_id) + TEAMS * (each.place - 1) for each in places}


def _content(hand: EuchreHand) -> tuple[object, ...]:
    people = ("makers_id", "maker_id", "dealer_id", "lone_maker_id")
    names = ("tricks", "makers_alone", "defender_alone", "revoke_by", "trump", "upcard")
    return tuple(getattr(hand, name) for name in (*people, *names))


def _take_off(hand: EuchreHand, press: Press) -> None:
    hand.undone_at, hand.undone_by_code, hand.undone_by_label = press.at, press.by.code, press.by.label
    hand.save(update_fields=["undone_at", "undone_by_code", "undone_by_label"])


def _log(hand: EuchreHand, action: str, press: Press) -> None:
    tournament = hand.match.tournament
    subject = subject_of(tournament, hand.match.number)
    facts = {"game": hand.game, "hand": hand.number, "points": list(hand.points)}
    record(tournament.event_id, press=press, action=action, subject=subject, **facts)
