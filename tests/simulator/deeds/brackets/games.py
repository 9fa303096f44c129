"""Deeds at the games of a best of three, and at the hands of a match."""

from __future__ import annotations

from collections.abc import Iterator

from tests.simulator.deeds.brackets.results import HIGHEST_DEAL, counts, how_it_counts, open_claims, waits
from tests.simulator.deeds.brackets.rows import Seen, a_match, address_of, page_of, players_of, whoever
from tests.simulator.deeds.deed import Deed, Deeds, Evening
from tests.simulator.presses import Press, sent
from tournaments.models import BracketTournament, EuchreHand, Game, Match

READY = ("ready", "called", "playing")
AT_A_TABLE = ("called", "playing")
NEEDED = 2
"""Games that win a best of three."""


def game(night: Evening) -> Deed | None:
    """The next game is entered; the one that wins the match decides it, or waits for a second person."""
    match = a_match(night, *(("done",) if night.is_wrong(0.08) else READY), tournament__best_of=3)
    if match is None or match.team_a is None or match.team_b is None:
        return None
    seen, chance, target = Seen(match.tournament), night.chance, match.tournament.target
    played = _games(match)
    won = [[each.winner_slot for each in played].count(slot) for slot in (0, 1)]
    half, number = chance.randrange(2), len(played) + 1
    points = (chance.choice((target, target - 1 + HIGHEST_DEAL)), chance.choice((0, target - 1)))
    refused = "" if match.state in READY else f"the match is {match.state}"
    if NEEDED in won:
        refused = refused or "its games have decided it"
    if night.is_wrong(0.15):
        number, refused = chance.choice((number + 1, max(number - 1, 1))), refused or "another game is the next"
        points = (target, 1 if target > 1 else 0)
    elif night.is_wrong(0.15):
        points = chance.choice(((target - 1, 0), (target + HIGHEST_DEAL, 0), (target, target)))
        refused = refused or f"{points} ends no game"
    upper = points if half == 0 else points[::-1]
    known = next((each for each in played if each.number == number), None)
    if number > 3 or (known and (known.points_a, known.points_b) == upper):
        return None
    if number == len(played) + 1 and "another game" in refused:
        refused = ""
    who = whoever(night)
    winner, loser = (match.team_a, match.team_b)[:: 1 if half == 0 else -1]
    fields: dict[str, object] = {"winner_points": points[0], "loser_points": points[1], "game": number}
    if chance.random() < 0.4:
        press = night.form(f"{page_of(match)}games/", fields | {"winner": f"{winner.number}-{loser.number}"}, who=who)
    else:
        body = fields | {"winner": winner.number, "loser": loser.number}
        press = night.program("POST", f"{address_of(match)}games/", body, who=who)
    decides = won[half] + 1 == NEEDED
    score = (NEEDED, won[1]) if half == 0 else (won[0], NEEDED)
    content = ("played", winner.pk, score)
    how = how_it_counts(night, match, content, who) if decides else ""
    refused = refused or ("somebody said something else of it" if how == "differs" else "")

    def promise() -> Iterator[str]:
        wanted = [*((each.number, each.points_a, each.points_b) for each in played), (number, *upper)]
        found = [(each.number, each.points_a, each.points_b) for each in _games(match)]
        if found != wanted:
            yield f"the games of match {match.number} are {found}, not {wanted}"
        yield from seen.logged("game.entered", f"bracket {match.tournament_id} match {match.number}", game=number)
        if not decides:
            yield from seen.differs()
        else:
            settled = counts if how == "counts" else waits
            yield from settled(seen, match, content, press)()

    return Deed(press, refused, must_count=not refused, promise=promise)


def undo_game(night: Evening) -> Deed | None:
    """The last game of an open match is taken back, with what was said of the match."""
    facts = {} if night.is_wrong(0.1) else {"games__undone_at__isnull": True, "games__isnull": False}
    match = a_match(night, *(("done",) if night.is_wrong(0.1) else READY), tournament__best_of=3, **facts)
    if match is None:
        return None
    seen, played = Seen(match.tournament), _games(match)
    refused = "" if match.state in READY else "the match is decided"
    refused = refused or ("" if played else "no game is entered")

    def promise() -> Iterator[str]:
        if [each.pk for each in _games(match)] != [each.pk for each in played[:-1]]:
            yield f"another game of match {match.number} than the last is taken back"
        if open_claims(match):
            yield f"what was said of match {match.number} stands without its last game"
        yield from seen.differs("game.undone", match.number, game=played[-1].number)

    if night.chance.random() < 0.4:
        press = night.form(f"{page_of(match)}games/{len(played) or 1}/undo/", {}, who=whoever(night))
    else:
        press = night.program("DELETE", f"{address_of(match)}games/", who=whoever(night))
    return Deed(press, refused, must_count=not refused, promise=promise)


def hand(night: Evening) -> Deed | None:
    """The next hand of the game in play, or one that is put right where it stands. Some may have been played before."""
    match = a_match(night, *(("ready", "done") if night.is_wrong(0.1) else AT_A_TABLE), tournament__best_of=1)
    if match is None:
        return None
    if match.state in AT_A_TABLE and night.chance.random() < 0.25:
        _play_hands(night, match)
        match.refresh_from_db()
    return _entered(night, match, named=0.45)


def named_hand(night: Evening) -> Deed | None:
    """The same with who made trump, how and which, under the rules of one bracket as often as of another. Nothing is
    done on the way, so that it comes often.
    """
    played = Match.objects.filter(tournament__event=night.event, tournament__best_of=1, state__in=AT_A_TABLE)
    brackets = BracketTournament.objects.filter(pk__in=played.values("tournament")).order_by("pk")
    by_rules = {repr(sorted(bracket.overrides.items())): bracket for bracket in brackets}
    bracket = night.one_of(by_rules.values())
    match = a_match(night, *AT_A_TABLE, tournament=bracket) if bracket is not None else None
    return _entered(night, match, named=1) if match is not None else None


def _entered(night: Evening, match: Match, *, named: float) -> Deed | None:
    """named: how often it is said who made trump."""
    if match.team_a is None or match.team_b is None:
        return None
    seen, chance, target = Seen(match.tournament), night.chance, match.tournament.target
    rows = _hands(match)
    scores = scores_of(rows, target)
    how, points = _a_hand(night, match)
    refused = "" if match.state in AT_A_TABLE else f"the match is {match.state}"
    refused = refused or is_dealing(match)
    row = chance.choice(rows) if rows and chance.random() < 0.3 else None
    number = len(rows) + 1
    if row is None:
        refused = refused or ("the game is over" if max(scores) >= target else "")
        if night.is_wrong(0.15):
            number, refused = number + chance.choice((-1, 1)), refused or "another hand is the next"
    if how["makers"] is not None and chance.random() < named:
        said, why = _named(night, match, how)
        how, refused = how | said, refused or why
    elif night.is_wrong(0.12):
        wrong = chance.choice(({"tricks": 6}, {"makers": None, "trump": "hearts", "tricks": 0}))
        how, refused = how | wrong, refused or "no hand can end so"
    refused = refused or _against_its_rules(match, how)
    if number < 1:
        return None
    if row is not None and row.tricks == how.get("tricks") and row.makers_alone == how.get("makers_alone"):
        return None

    def promise() -> Iterator[str]:
        told = [(each.number, *points_of(each)) for each in rows if each != row]
        wanted = sorted([*told, (row.number if row else number, *points)])
        found = [(each.number, *points_of(each)) for each in _hands(match)]
        if found != wanted:
            yield f"the hands of match {match.number} are {found}, not {wanted}"
        if match.state == "called":
            seen.paper.spots[match.number].state = "playing"
            yield from seen.differs("match.started", match.number)
        yield from _score_is_told(night, match, target)

    body = {"makers": None, "tricks": 0} | how
    if row is not None:
        press = night.program("PUT", f"{address_of(match)}hands/{row.pk}/", body, who=whoever(night))
    else:
        body |= {"game": 1, "number": number, "teams": [match.team_a.number, match.team_b.number]}
        press = night.program("POST", f"{address_of(match)}hands/", body, who=whoever(night))
    return Deed(press, refused, must_count=not refused, promise=promise)


def hand_twice(night: Evening) -> Deed | None:
    """Two at one table enter the same hand: whoever comes second is told of the first, and nothing is added."""
    match = a_match(night, *AT_A_TABLE, tournament__best_of=1)
    if match is None or match.team_a is None or match.team_b is None:
        return None
    if not _hands(match):
        _play_hands(night, match)
    if not (rows := _hands(match)):
        return None
    number, (how, _) = night.chance.choice(rows).number, _a_hand(night, match)
    body = {"game": 1, "number": number, "teams": [match.team_a.number, match.team_b.number], **how}
    press = night.program("POST", f"{address_of(match)}hands/", body, who=whoever(night))
    return Deed(press, f"hand {number} of match {match.number} is entered")


def undo_hand(night: Evening) -> Deed | None:
    """The last hand of a match is taken back."""
    match = a_match(night, *AT_A_TABLE, tournament__best_of=1, hands__undone_at__isnull=True, hands__isnull=False)
    rows = _hands(match) if match else []
    if match is None or not rows:
        return None
    row = night.chance.choice(rows) if night.is_wrong() else rows[-1]
    refused = ("" if row == rows[-1] else "it is not the last hand") or is_dealing(match)

    def promise() -> Iterator[str]:
        if [each.pk for each in _hands(match)] != [each.pk for each in rows[:-1]]:
            yield f"another hand of match {match.number} than the last is taken back"
        yield from _score_is_told(night, match, match.tournament.target)

    press = night.program("DELETE", f"{address_of(match)}hands/{row.pk}/", who=whoever(night))
    return Deed(press, refused, must_count=not refused, promise=promise)


def _games(match: Match) -> list[Game]:
    return list(Game.objects.filter(match=match, undone_at__isnull=True).order_by("number"))


def _hands(match: Match) -> list[EuchreHand]:
    rows = EuchreHand.objects.filter(match=match, game=1, undone_at__isnull=True)
    return list(rows.order_by("number"))


def _a_hand(night: Evening, match: Match) -> tuple[dict[str, object], tuple[int, int]]:
    """How a hand ended, and what it is worth for the upper and the lower team."""
    assert match.team_a
    assert match.team_b
    chance = night.chance
    if chance.random() < 0.1:
        return {"makers": None, "tricks": 0, "makers_alone": False}, (0, 0)
    half, tricks = chance.randrange(2), chance.choice((0, 2, 3, 4, 5, 5))
    is_alone = chance.random() < 0.5
    defends_alone = chance.random() < 0.15
    revoke_by = chance.choice(("makers", "defenders")) if chance.random() < 0.15 else None
    worth = {0: -2, 2: -2, 3: 1, 4: 1, 5: 4 if is_alone else 2}[tricks]
    if revoke_by == "makers":
        worth = -4 if defends_alone else -2
    elif revoke_by == "defenders":
        worth = 4 if is_alone else 2
    makers, others = max(worth, 0), max(-worth, 0)
    how: dict[str, object] = {"makers": (match.team_a, match.team_b)[half].number, "tricks": tricks}
    how |= {"makers_alone": is_alone, "defender_alone": defends_alone, "revoke_by": revoke_by}
    return how, (makers, others) if half == 0 else (others, makers)


def _named(night: Evening, match: Match, how: dict[str, object]) -> tuple[dict[str, object], str]:
    """Who made trump, how and which, who dealt and who played alone; and why they cannot have."""
    assert match.team_a
    assert match.team_b
    teams, chance = [match.team_a, match.team_b], night.chance
    [others, makers] = sorted(teams, key=lambda team: team.number == how["makers"])
    sides = {team.pk: players_of(team) for team in teams}
    if not all(sides.values()):
        return {}, ""
    is_wrong = night.is_wrong(0.3)
    maker = chance.choice(sides[(others if is_wrong else makers).pk])
    partners = [player for player in sides[makers.pk] if player != maker]
    upcard = chance.choice(("", "accepted", "accepted", "turned_down", "benny"))
    those = [maker] if upcard == "benny" else partners
    dealer = chance.choice([*sides[others.pk], *sides[makers.pk], *those, *those])
    said = {"trump": chance.choice(("clubs", "hearts")), "maker": maker.code, "dealer": dealer.code, "upcard": upcard}
    if how["makers_alone"] and chance.random() < 0.85:
        said["lone_maker"] = chance.choice([maker, *partners, *partners]).code
    elif not how["makers_alone"] and night.is_wrong(0.4):
        said["lone_maker"] = maker.code
        return said, "nobody played alone"
    return said, "another side made trump" if is_wrong else ""


def _against_its_rules(match: Match, how: dict[str, object]) -> str:
    """Why the euchre rules of its bracket have no such hand, as far as it was told; empty if they have."""
    rules = {"partner_must_go_alone": True, "lone_defender": True, **match.tournament.overrides}
    if how["makers"] is None:
        return "the dealer must choose" if rules.get("dealer_must_choose") else ""
    if how.get("defender_alone") and not rules["lone_defender"]:
        return "no defender plays alone"
    maker, dealer, alone = how.get("maker"), how.get("dealer"), how.get("lone_maker")
    if maker and alone not in (None, maker) and rules.get("lone_makers") == "maker_only":
        return "only the maker plays alone"
    if how.get("upcard") == "benny":
        if not rules.get("with_benny"):
            return "there is no Benny" if dealer == maker else "there is no Benny for the dealer"
        return "the dealer takes the Benny" if dealer != maker else ""
    makers = [team for team in match.sides if team.number == how["makers"]]
    of_them = [player.code for team in makers for player in players_of(team)]
    is_assisted = how.get("upcard") == "accepted" and dealer != maker and dealer in of_them
    if is_assisted and rules["partner_must_go_alone"] and not (how.get("makers_alone") and alone in (None, maker)):
        return "the dealer's partner accepts only to play alone"
    return ""


def _play_hands(night: Evening, match: Match) -> None:
    """A few hands are entered at the table, until the game may be over."""
    assert match.team_a
    assert match.team_b
    body = {"game": 1, "makers": match.team_a.number, "teams": [match.team_a.number, match.team_b.number]}
    first = len(_hands(match)) + 1
    for number in range(first, first + night.chance.choice((1, 3, 6))):
        hand = body | {"number": number, "tricks": 5, "makers_alone": True}
        night.ask(night.program("POST", f"{address_of(match)}hands/", hand))


def is_dealing(match: Match) -> str:
    """Why nobody enters a hand of the match; empty where the system deals none now."""
    return "the system deals its hand" if match.deals.filter(state="dealt").exists() else ""


def points_of(row: EuchreHand) -> tuple[int, int]:
    """What a hand is worth for the upper and the lower team."""
    points = (row.points_makers, row.points_defenders)
    return points if row.makers_id in (None, row.team_a_id) else points[::-1]


def scores_of(rows: list[EuchreHand], target: int) -> tuple[int, int]:
    """The points of both teams; hands after the end do not count."""
    upper = lower = 0
    for row in rows:
        if max(upper, lower) < target:
            more = points_of(row)
            upper, lower = upper + more[0], lower + more[1]
    return upper, lower


def _score_is_told(night: Evening, match: Match, target: int) -> Iterator[str]:
    address = f"/api/v1/events/{night.event.code}/{address_of(match)}hands/"
    told = sent(Press("organiser", "GET", address), night.world).json()
    wanted = scores_of(_hands(match), target)
    if tuple(told["points"]) != wanted:
        yield f"match {match.number} stands at {wanted}, and the API tells {told['points']}"


DEEDS: Deeds = {
    "enter a game": game,
    "undo a game": undo_game,
    "enter a hand": hand,
    "enter another hand": hand,
    "enter a hand and who made trump": named_hand,
    "enter another hand and who made trump": named_hand,
    "enter a hand twice": hand_twice,
    "undo a hand": undo_hand,
}
