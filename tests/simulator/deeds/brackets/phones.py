"""Matches where the system deals: phones get ready and play, the host pauses, gives time and calls a hand off."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.db.models import QuerySet

from engine.euchre.deck import each_card
from engine.euchre.hand.actions import CARD_VERBS, Action, Verb
from engine.euchre.hand.hand import EuchreHand as HandPlayed
from engine.euchre.redealt import verify_deal
from engine.shuffle import verify_deck
from eventnight.events.models import Event, Player
from tests.simulator.deeds.brackets.games import points_of, scores_of
from tests.simulator.deeds.brackets.model import AT_A_TABLE
from tests.simulator.deeds.brackets.rows import a_match, address_of, brackets, page_of, whoever
from tests.simulator.deeds.deed import Deed, Deeds, Evening, arrival
from tests.simulator.deeds.tables.dealt import HOST, OPEN_STATES
from tests.simulator.presses import FORM, Press
from tests.simulator.world import GUEST
from tournaments.models import BracketTournament, EuchreDeal, EuchreHand, Match, TeamPlayer
from tournaments.selectors.dealt.deals import own_hand_of

ENOUGH = 3
SEATS = (1, 2, 3, 4)
GIVEN = 30
"""Seconds that a host gives at a time."""
ON_THE_WAY = 12
"""Acts before the one that is looked at, at most."""
Fields = dict[str, Any]


def open_dealt(night: Evening) -> Deed | None:
    """A bracket more where the system deals. Turns that are too short or too long must be refused."""
    before = {bracket.pk for bracket in brackets(night)}
    if len(brackets(night, turn_seconds__isnull=False)) >= ENOUGH:
        return None
    turn, bank, refused = night.chance.choice((5, 20, 300)), night.chance.choice((0, 30)), ""
    if night.is_wrong():
        turn, refused = night.chance.choice((1, 4, 301)), "a turn lasts 5 to 300 seconds"
    body = {"name": f"Dealt {night.chance.getrandbits(40):x}", "turn_seconds": turn, "bank_seconds": bank}

    def promise() -> Iterator[str]:
        made = [bracket for bracket in brackets(night) if bracket.pk not in before]
        if [(bracket.turn_seconds, bracket.bank_seconds) for bracket in made] != [(turn, bank)]:
            yield f"{made} were opened for the system to deal"

    return Deed(night.program("POST", "brackets/", body, who=whoever(night)), refused, not refused, promise)


def get_ready(night: Evening) -> Deed | None:
    """A phone is ready. An older pack, a number that is none, and a guest who plays elsewhere must be refused."""
    deal = _one_deal(night, "promised")
    if deal is None:
        return None
    people = _people(deal.match)
    seat = night.one_of(sorted(people))
    if seat is None:
        return None
    player, serial, number = people[seat], deal.serial, night.phone_number()
    refused = "the match is paused" if deal.paused_at is not None else ""
    refused = refused or ("its game is over" if _is_over(deal.match) else "")
    if night.is_wrong():
        match night.chance.choice(("serial", "number", "guest")):
            case "serial":
                serial, refused = serial + 1, refused or "that pack is not promised"
            case "number":
                number, refused = "my birthday", refused or "that is no number of a phone"
            case _:
                others = Player.objects.filter(event=night.event).exclude(pk__in=[one.pk for one in people.values()])
                player = night.one_of(others.order_by("pk")) or player
                refused = refused or ("" if player == people[seat] else f"{player.code} plays elsewhere")
    ready = {each for each, one in people.items() if deal.ready.get(str(each), [""])[0] == one.code}
    is_last, dealer = {*ready, seat} == {*people}, _next_dealer(deal)

    def promise() -> Iterator[str]:
        now = EuchreDeal.objects.get(pk=deal.pk)
        if now.state == "promised" and (is_last or now.ready.get(str(seat), [""])[0] != player.code):
            yield f"{deal.name} has {now.ready} ready after {player.code}"
        # A pack that was sealed elsewhere is given up for another one.
        if now.state not in ("promised", "given_up") and not is_last:
            yield f"{deal.name} is {now.state}, and not everybody is ready"
        if now.state == "dealt" and dealer not in (None, now.dealer):
            yield f"seat {now.dealer} deals {deal.name}, not seat {dealer}"

    press = _of_phone(night, deal.match, player, "ready", {"serial": serial, "number": number})
    return Deed(press, refused, must_count=not refused, promise=promise)


def act(night: Evening) -> Deed | None:
    """Whoever is to act does something lawful. Somebody else, an older page, and no such act must be refused."""
    deal = _one_deal(night, "dealt")
    if deal is None:
        return None
    for _ in range(night.chance.randint(0, ON_THE_WAY)):
        if not _act_on_the_way(night, deal):
            return None
    people, hand = _people(deal.match), own_hand_of(deal)
    if hand is None or hand.turn is None or set(people) != {*SEATS}:
        return None
    player, version, fields = people[hand.turn + 1], deal.version, _fields(hand, night.chance.choice(hand.legal))
    refused = "the match is paused" if deal.paused_at is not None else ""
    if night.is_wrong():
        match night.chance.choice(("player", "version", "verb", "card")):
            case "player":
                player = people[night.chance.choice([seat for seat in sorted(people) if seat != hand.turn + 1])]
                refused = "it is not their turn"
            case "version":
                version, refused = version + 1, "the hand stands otherwise"
            case "verb":
                fields, refused = {"verb": "revoke"}, "no player does so"
            case _:
                fields, refused = {"verb": "play", "place": 5}, "nobody holds a sixth card to play"

    def promise() -> Iterator[str]:
        now = EuchreDeal.objects.get(pk=deal.pk)
        if now.version != version + 1:
            yield f"{deal.name} is at version {now.version}"
        if now.state == "dealt":
            if _rows_of(now).filter(undone_at__isnull=True).exists():
                yield f"hand {now.hand_number} of match {now.match.number} is played, and entered already"
            return
        serials = list(deal.match.deals.filter(state="promised").values_list("serial", flat=True))
        if now.state != "published" or serials != [deal.serial + 1]:
            yield f"{deal.name} is {now.state}, and the packs {serials} are promised after it"
        yield from _is_entered(now)

    press = _of_phone(night, deal.match, player, "move", {**fields, "version": version})
    return Deed(press, refused, must_count=not refused, promise=promise)


def host(night: Evening) -> Deed | None:
    """Staff pause a match, go on, give time or call a hand off; a reason must be given, and a hand be there."""
    deal = _one_deal(night, night.chance.choice(OPEN_STATES))
    if deal is None:
        return None
    what = night.chance.choice(HOST)
    if what == "void" and night.chance.random() < 0.6:
        return None
    fields: Fields = {"number": deal.hand_number or 1} if what in ("time", "void") else {}
    fields |= {"reason": "Fire alarm"} if what == "void" else {}
    refused = "no hand is played" if what in ("time", "void") and deal.state == "promised" else ""
    if what == "void" and night.is_wrong():
        fields, refused = {**fields, "reason": ""}, refused or "no reason is given"
    hands = EuchreHand.objects.filter(match=deal.match).count()
    if what == "time" and not _seconds_of_turn(deal):
        # The time is up, and no worker has looked yet.
        return None

    def promise() -> Iterator[str]:
        now = EuchreDeal.objects.get(pk=deal.pk)
        if EuchreHand.objects.filter(match=deal.match).count() != hands:
            yield f"the host pressed {what}, and a hand was entered"
        if what in ("pause", "resume") and (now.paused_at is None) != (what == "resume"):
            yield f"match {deal.match.number} is paused at {now.paused_at}"
        if what == "void" and (now.state != "published" or not now.is_void):
            yield f"{deal.name} is {now.state}, and its hand was called off"
        left = _seconds_of_turn(deal)
        if left is not None and what in ("resume", "time"):
            left += GIVEN if what == "time" else 0
            if abs(left - (_seconds_of_turn(now) or 0)) > 1:
                yield f"after {what} the turn of {deal.name} has {_seconds_of_turn(now)} seconds, not {left}"

    press = night.form(f"{page_of(deal.match)}host/{what}/", fields, who=whoever(night))
    return Deed(press, refused, promise=promise)


def packs_agree(event: Event) -> Iterator[str]:
    """A match has one pack at most that is promised or played, and none where people deal. What is over agrees with its
    promise and with the score, and holds no secret.
    """
    for bracket in BracketTournament.objects.filter(event=event):
        deals = EuchreDeal.objects.filter(match__tournament=bracket).select_related("match__tournament__event")
        if bracket.turn_seconds is None and deals:
            yield f"people deal in {bracket.name}, and it has packs"
        for deal in deals.filter(state__in=OPEN_STATES):
            if len(deal.match.deals.filter(state__in=OPEN_STATES)) != 1:
                yield f"match {deal.match.number} of {bracket.name} has more than one pack to play with"
        for deal in deals.exclude(state__in=OPEN_STATES).order_by("-pk")[:4]:
            if deal.secret:
                yield f"{deal.name} is over, and its secret is kept"
            if deal.published and deal.published.get("shown"):
                wrong = [*verify_deck(deal.published), *verify_deal(deal.published)]
                yield from (f"{deal.name} does not agree with its promise: {fault}" for fault in wrong[:1])
            if deal.state == "published" and not deal.is_void:
                yield from _is_shaped(deal)
                yield from () if deal.is_flip else _is_entered(deal)


def _is_shaped(deal: EuchreDeal) -> Iterator[str]:
    """By numbers of both teams."""
    sent = {int(seat) for seat, number in deal.numbers.items() if number}
    if len({seat % 2 for seat in sent}) < 2:
        yield f"{deal.name} was dealt with the numbers of {sorted(sent)}"


def _one_deal(night: Evening, state: str) -> EuchreDeal | None:
    """A pack in that state at a match at its table. Where there is none it is made on the way."""
    if night.closed:
        return None
    found = EuchreDeal.objects.filter(
        match__tournament__event=night.event, match__state__in=AT_A_TABLE, state=state
    ).select_related("match__tournament__event")
    deal = night.one_of(found.order_by("pk"))
    if deal is None and _prepare(night, is_dealt=state == "dealt"):
        deal = night.one_of(found.all().order_by("pk"))
    return deal


def _prepare(night: Evening, *, is_dealt: bool) -> bool:
    """Everybody at a match gets ready, or a match is called. Returns whether anything was done."""
    match = a_match(night, *AT_A_TABLE, tournament__turn_seconds__isnull=False)
    if match is None:
        match = a_match(night, "ready", tournament__turn_seconds__isnull=False)
        if match is None:
            return False
        night.ask(night.program("POST", f"{address_of(match)}call/", {}))
    if not match.deals.filter(state__in=OPEN_STATES).exists():
        night.world.tick()
    # The flip, and the hand after it.
    for _ in range(2 if is_dealt else 0):
        deal = match.deals.filter(state="promised").first()
        for player in _people(match).values() if deal is not None and not _is_over(match) else ():
            sign = {"serial": deal.serial if deal else 0, "number": night.phone_number()}
            night.ask(_of_phone(night, match, player, "ready", sign))
    return True


def _act_on_the_way(night: Evening, deal: EuchreDeal) -> bool:
    """One lawful act more. Returns whether the hand still goes on."""
    hand, people = own_hand_of(deal), _people(deal.match)
    if hand is None or hand.turn is None or hand.turn + 1 not in people:
        return False
    fields = {**_fields(hand, night.chance.choice(hand.legal)), "version": deal.version}
    night.ask(_of_phone(night, deal.match, people[hand.turn + 1], "move", fields))
    deal.refresh_from_db()
    return deal.state == "dealt"


def _fields(hand: HandPlayed, action: Action) -> Fields:
    """What a phone sends for an action."""
    if action.verb in CARD_VERBS:
        return {"verb": action.verb.value, "place": each_card(hand.hand_of(hand.turn or 0)).index(action.card)}
    return {"verb": action.verb.value, "suit": action.suit.letter if action.verb is Verb.NAME else ""}


def _of_phone(night: Evening, match: Match, player: Player, what: str, fields: Fields) -> Press:
    form = night.form("", fields)
    address = f"/p/{player.token}/match/{match.tournament_id}/{match.number}/seat/{what}/"
    return Press(GUEST, "POST", address, form.body, FORM, form.key, is_api=False)


def _people(match: Match) -> dict[int, Player]:
    """By seat: the first of the upper team, the first of the lower, and their partners."""
    places = TeamPlayer.objects.filter(team__in=(match.team_a_id, match.team_b_id), left_at__isnull=True)
    rows = places.select_related("player").order_by("place")
    return {2 * row.place - (row.team_id == match.team_a_id): row.player for row in rows}


def _seconds_of_turn(deal: EuchreDeal) -> float | None:
    """From a press that is made now; None while nobody is to act."""
    if deal.turn_ends_at is None:
        return None
    return max((deal.turn_ends_at - (deal.paused_at or arrival())).total_seconds(), 0)


def _is_over(match: Match) -> bool:
    """Whether a team has won the match, though its result is not entered."""
    won = [0, 0]
    for number in range(1, match.tournament.best_of + 1):
        rows = EuchreHand.objects.filter(match=match, game=number, undone_at__isnull=True).order_by("number")
        points = scores_of(list(rows), match.tournament.target)
        for half in (0, 1):
            won[half] += points[half] >= match.tournament.target
    return max(won) > match.tournament.best_of // 2


def _next_dealer(deal: EuchreDeal) -> int | None:
    """Who deals, by the pack before: whom the jack came to, or the next after the last dealer; None where staff have
    changed the score since.
    """
    before = deal.match.deals.filter(serial=deal.serial - 1, state="published").first()
    if before is None or before.is_void or before.dealer is None:
        return None
    last = EuchreHand.objects.filter(match=deal.match, undone_at__isnull=True).order_by("game", "number").last()
    if before.is_flip:
        return before.dealer if last is None else None
    return before.dealer % len(SEATS) + 1 if last is not None and last == _rows_of(before).first() else None


def _rows_of(deal: EuchreDeal) -> QuerySet[EuchreHand]:
    """Every hand of that number, those that were undone or put right among them."""
    rows = EuchreHand.objects.filter(match=deal.match_id, game=deal.game, number=deal.hand_number)
    return rows.order_by("pk")


def _is_entered(deal: EuchreDeal) -> Iterator[str]:
    """The hand came onto the score sheet as its pack was played."""
    assert deal.seen is not None
    contract, won = deal.seen["contract"], [trick["winner"] % 2 for trick in deal.seen["tricks"]]
    half = None if contract is None else contract["maker"] % 2
    played = (half, 0 if half is None else won.count(half), tuple(deal.seen["points"]))
    scored = [
        (None if row.makers_id is None else int(row.makers_id == row.team_b_id), row.tricks, points_of(row))
        for row in _rows_of(deal)
    ]
    if played not in scored:
        yield f"{deal.name} ended as {played}, and hand {deal.hand_number} of its match is scored as {scored}"


DEEDS: Deeds = {
    "open a bracket for the system to deal": open_dealt,
    "get ready for a match": get_ready,
    "act in a match": act,
    "act once more in a match": act,
    "host a match": host,
}
