"""Deeds before a bracket is drawn: opened, pairs and singles entered, partners drawn, and the draw itself."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils import timezone

from eventnight.events.models import Player, SignUp
from tests.simulator.deeds.brackets.model import begins, drawn
from tests.simulator.deeds.brackets.rows import (
    Seen,
    brackets,
    free_players,
    players_of,
    subject_of,
    whoever,
)
from tests.simulator.deeds.deed import Deed, Deeds, Evening, differences
from tournaments.models import BracketTournament, Match, PairingDraw, Single, Team, TeamPlayer

TAKING = ("draft", "pairing")
DRAWN = ("running", "finished")
MANY = 6
"""Brackets of a night; more are rarely opened."""
SETTINGS = ("target", "best_of", "third_place", "stations", "confirmation", "reports_settle")


def open_bracket(night: Evening) -> Deed | None:
    """A bracket for entries; what is left out is as the house has it."""
    there, chance = brackets(night), night.chance
    if len(there) >= MANY and chance.random() < 0.9:
        return None
    house, rules = night.house.euchre, night.house.euchre_rules
    sent: dict[str, object] = {"name": f"Euchre {chance.getrandbits(40):x}"}
    given = {
        "target": chance.choice((1, 5, 10, 99)),
        "best_of": chance.choice((1, 3)),
        "third_place": chance.random() < 0.6,
        "stations": chance.choice((1, 2, 4)),
        "consolation": chance.random() < 0.4,
        "confirmation": chance.choice(("off", "two_staff", "both_teams")),
        "reports_settle": chance.random() < 0.7,
    }
    sent |= {name: value for name, value in given.items() if chance.random() < 0.7}
    refused = ""
    if night.is_wrong():
        wrong = chance.choice(
            ({"name": there[0].name}, {"target": 0}, {"target": 100}, {"best_of": 2}, {"stations": 0})
        )
        sent |= wrong
        refused = f"a bracket cannot be opened with {wrong}"
    before = {bracket.pk for bracket in there}

    def promise() -> Iterator[str]:
        new = [bracket for bracket in brackets(night) if bracket.pk not in before]
        if len(new) != 1:
            yield f"{len(new)} brackets were opened"
            return
        wanted = {name: sent.get(name, getattr(house, name)) for name in SETTINGS}
        wanted |= {"name": sent["name"], "has_consolation": sent.get("consolation", house.consolation)}
        wanted |= {"status": "draft", "entries": None, "version": 1, "overrides": rules}
        yield from differences("the new bracket's", wanted, {name: getattr(new[0], name) for name in wanted})

    return Deed(night.program("POST", "brackets/", sent, who=whoever(night)), refused, not refused, promise)


def pair(night: Evening) -> Deed | None:
    """Two players enter as a team."""
    bracket = night.one_of(brackets(night, *(DRAWN if night.is_wrong(0.1) else TAKING)))
    if bracket is None:
        return None
    free, chance = free_players(bracket), night.chance
    placed = TeamPlayer.objects.filter(tournament=bracket, left_at__isnull=True).order_by("pk")
    taken = [place.player for place in placed.select_related("player")]
    if len(free) < 2:
        return None
    two = chance.sample(free, 2)
    refused = "" if bracket.status in TAKING else "the bracket is drawn"
    if night.is_wrong(0.15):
        two, refused = [two[0], chance.choice([two[0], *taken])], "one of them plays already, or is their own partner"
    name = chance.choice(("", "", "Aces"))
    seen = Seen(bracket)

    def promise() -> Iterator[str]:
        yield from _has_teams(bracket, seen, [tuple(player.pk for player in two)])
        yield from seen.logged("teams.entered", subject_of(bracket))

    codes = [player.code for player in two]
    if chance.random() < 0.4:
        fields = {"pair-first": codes[0], "pair-second": codes[1], "pair-name": name}
        press = night.form(f"matches/{bracket.pk}/setup/pairs/", fields, who=whoever(night))
    else:
        body = {"players": codes, "name": name}
        press = night.program("POST", f"brackets/{bracket.pk}/pairs/", body, who=whoever(night))
    return Deed(press, refused, must_count=not refused, promise=promise)


def single(night: Evening) -> Deed | None:
    """A player without a partner enters the pool; who is in it already stays where they are."""
    bracket = night.one_of(brackets(night, *(DRAWN if night.is_wrong(0.1) else TAKING)))
    if bracket is None:
        return None
    free = free_players(bracket)
    placed = TeamPlayer.objects.filter(tournament=bracket, left_at__isnull=True).order_by("pk")
    wrong = night.is_wrong(0.1)
    player = night.one_of([place.player for place in placed.select_related("player")] if wrong else free)
    if player is None:
        return None
    refused = "" if bracket.status in TAKING else "the bracket is drawn"
    refused = refused or (f"{player.code} is in a team" if wrong else "")
    before = Single.objects.filter(tournament=bracket, player=player).first()

    def promise() -> Iterator[str]:
        row = Single.objects.filter(tournament=bracket, player=player).first()
        stays = before is not None and before.status in ("waiting", "reserve")
        wanted = (before.status, before.entered_at) if before and stays else ("waiting", timezone.now())
        if row is None or (row.status, row.entered_at) != wanted:
            yield f"{player.code} is not in the pool as {wanted}"

    if night.chance.random() < 0.4:
        fields = {"single-player": player.code}
        press = night.form(f"matches/{bracket.pk}/setup/singles/", fields, who=whoever(night))
    else:
        press = night.program("POST", f"brackets/{bracket.pk}/singles/", {"player": player.code}, who=whoever(night))
    return Deed(press, refused, must_count=not refused, promise=promise)


def draw_pairs(night: Evening) -> Deed | None:
    """Partners are drawn for the singles; of an odd number the last to sign up waits as the reserve."""
    wrong = night.is_wrong(0.1)
    bracket = night.one_of(
        each
        for each in brackets(night, *(DRAWN if wrong else TAKING))
        if wrong or len(_pool(each)) > 1 or not _pool(each)
    )
    if bracket is None:
        return None
    pool, seen = _pool(bracket), Seen(bracket)
    refused = "the bracket is drawn" if bracket.status in DRAWN else ""
    refused = refused or ("fewer than two wait for a partner" if len(pool) < 2 else "")
    codes = {each.player.code: each.player_id for each in pool}
    before = {draw.pk for draw in PairingDraw.objects.filter(tournament=bracket)}
    if night.chance.random() < 0.4:
        press = night.form(f"matches/{bracket.pk}/setup/draw-pairs/", {}, who=whoever(night))
    else:
        press = night.program("POST", f"brackets/{bracket.pk}/draw-pairs/", who=whoever(night))

    def promise() -> Iterator[str]:
        new = [draw for draw in PairingDraw.objects.filter(tournament=bracket) if draw.pk not in before]
        if len(new) != 1 or new[0].drawn_at != timezone.now():
            yield f"{len(new)} draws of pairs are noted"
            return
        draw = new[0]
        drawn_codes = [code for two in draw.pairs for code in two]
        if sorted([*drawn_codes, *filter(None, [draw.reserve])]) != sorted(codes):
            yield "somebody is drawn twice, or not at all"
        # A reserve from before was the last of an earlier draw: who signed up after them waits now.
        waiting = [each.player.code for each in pool if each.status == "waiting"]
        if len(codes) % 2 and draw.reserve != (waiting[-1] if waiting else ""):
            yield f"{draw.reserve} is the reserve, not the last to sign up"
        yield from _has_teams(bracket, seen, [tuple(codes[code] for code in two) for two in draw.pairs])
        wanted = {code: "reserve" if code == draw.reserve else "paired" for code in codes}
        rows = Single.objects.filter(tournament=bracket, player__code__in=codes).select_related("player")
        yield from differences("the single", wanted, {row.player.code: row.status for row in rows})
        if BracketTournament.objects.get(pk=bracket.pk).status != "pairing":
            yield "the bracket does not know that pairs are drawn"
        yield from seen.logged("pairs.drawn", subject_of(bracket), pairs=draw.pairs, reserve=draw.reserve)

    return Deed(press, refused, must_count=not refused, promise=promise)


def draw(night: Evening) -> Deed | None:
    """Every team gets its seed, and the matches are made; the best have the byes."""
    bracket = night.one_of(brackets(night, *(DRAWN if night.is_wrong(0.1) else TAKING)))
    if bracket is None or (bracket.status in TAKING and bracket.teams.count() < 5 and night.chance.random() < 0.5):
        return None
    seen, chance = Seen(bracket), night.chance
    teams = list(Team.objects.filter(tournament=bracket, status="registered").order_by("number"))
    order = [team.number for team in teams]
    chance.shuffle(order)
    is_shuffled = chance.random() < 0.4
    refused = "the bracket is drawn" if bracket.status in DRAWN else ""
    refused = refused or (f"{len(teams)} teams cannot play" if len(teams) < 2 else "")
    if not is_shuffled and not refused and night.is_wrong(0.2):
        order, refused = chance.choice((order[:-1], [*order[:-1], order[0]])), "the order does not name each team once"
    keys = {team.number: team.pk for team in teams}

    def promise() -> Iterator[str]:
        now = BracketTournament.objects.get(pk=bracket.pk)
        seeded = Team.objects.filter(tournament=bracket, seed__isnull=False).order_by("seed")
        by_seed = {team.seed: team.pk for team in seeded}
        if sorted(by_seed) != list(range(1, len(teams) + 1)) or set(by_seed.values()) != set(keys.values()):
            yield f"{bracket.name} has the seeds {by_seed} for {len(teams)} teams"
            return
        seeds = list(by_seed.values())
        if not is_shuffled:
            yield from differences("seed", dict(enumerate((keys[number] for number in order), 1)), by_seed)
        left = seen.paper.out
        seen.paper = drawn(seeds, third=bracket.third_place)
        seen.paper.out = left
        numbers = [next(team.number for team in teams if team.pk == pk) for pk in seeds]
        yield from seen.differs("bracket.drawn", order=numbers)
        if (now.entries, now.drawn_at, bool(now.shuffle_seed)) != (len(teams), timezone.now(), is_shuffled):
            yield f"{bracket.name} is drawn with {now.entries} teams at {now.drawn_at} by “{now.shuffle_seed}”"
        yield from feeders_agree(bracket)

    who = whoever(night)
    if chance.random() < 0.35 and not refused:
        fields: dict[str, object] = {"order_by": "shuffle" if is_shuffled else "seeds"}
        fields |= {f"seed_{number}": place for place, number in enumerate(order, 1)}
        press = night.form(f"matches/{bracket.pk}/setup/draw/", fields, who=who)
    else:
        body = {"order_by": "shuffle"} if is_shuffled else {"order_by": "seeds", "order": order}
        press = night.program("POST", f"brackets/{bracket.pk}/draw/", body, who=who)
    return Deed(press, refused, must_count=not refused, promise=promise)


def sign_up(night: Evening) -> Deed | None:
    """Somebody means to play euchre, perhaps with a partner."""
    players = list(Player.objects.filter(event=night.event, sign_ups__isnull=True).order_by("pk"))
    player = night.one_of(players)
    if player is None:
        return None
    others = [each for each in players if each != player]
    partner = night.one_of([*SignUp.objects.filter(partner=player, kind="euchre").order_by("pk")])
    chosen = partner.player if partner else night.one_of([None, *others])
    body = {"kind": "euchre"} | ({"partner": chosen.code} if chosen else {})
    return Deed(night.program("POST", f"players/{player.code}/sign-ups/", body))


def take_sign_ups(night: Evening) -> Deed | None:
    """Whoever signed up and is here is entered: partners as a pair, others as singles."""
    bracket = night.one_of(brackets(night, *(DRAWN if night.is_wrong(0.1) else TAKING)))
    if bracket is None:
        return None
    refused, seen = "the bracket is drawn" if bracket.status in DRAWN else "", Seen(bracket)
    entered = set(TeamPlayer.objects.filter(tournament=bracket).values_list("player", flat=True))
    entered |= set(Single.objects.filter(tournament=bracket).values_list("player", flat=True))
    rows = SignUp.objects.filter(player__event=night.event, kind="euchre").select_related("player", "partner")
    waiting = {row.player_id: row for row in rows.order_by("signed_up_at", "id") if row.player_id not in entered}
    pairs, singles = [], []
    for pk, row in waiting.items():
        namers = [
            each for each in waiting.values() if each.partner_id == pk and row.partner_id in (None, each.player_id)
        ]
        other = waiting.get(row.partner_id or 0, namers[0] if namers else None)
        if other is None or other.partner_id not in (None, pk):
            singles += [pk] if row.player.may_play else []
        elif row.player.may_play and other.player.may_play and (other.player_id, pk) not in pairs:
            pairs.append((pk, other.player_id))

    def promise() -> Iterator[str]:
        yield from _has_teams(bracket, seen, pairs)
        pool = {row.player_id for row in Single.objects.filter(tournament=bracket, status="waiting")}
        known = {row.player_id for row in _pool(bracket)}
        if not set(singles) <= pool or {pk for pk in waiting if pk not in singles} & known:
            yield f"the pool of {bracket.name} is not what signed up"

    if night.chance.random() < 0.4:
        press = night.form(f"matches/{bracket.pk}/setup/sign-ups/", {}, who=whoever(night))
    else:
        press = night.program("POST", f"brackets/{bracket.pk}/sign-ups/", who=whoever(night))
    return Deed(press, refused, must_count=not refused, promise=promise)


def reserve(night: Evening) -> Deed | None:
    """The reserve plays beside a volunteer before the draw, or in the place of somebody who did not come."""
    rows = Single.objects.filter(tournament__event=night.event, status="reserve").select_related("tournament__event")
    row = night.one_of(rows.order_by("pk"))
    if row is None:
        return None
    bracket, chance, seen = row.tournament, night.chance, Seen(row.tournament)
    if chance.random() < 0.5:
        beside = night.one_of(each for each in free_players(bracket) if each.pk != row.player_id)
        refused = "the bracket is drawn" if bracket.status in DRAWN else ""
        if beside is None:
            return None

        def promise() -> Iterator[str]:
            yield from _has_teams(bracket, seen, [(row.player_id, beside.pk)])

        press = night.program("POST", f"brackets/{bracket.pk}/reserve/", {"stand_in": beside.code})
        return Deed(press, refused, must_count=not refused, promise=promise)
    place = night.one_of(TeamPlayer.objects.filter(tournament=bracket, left_at__isnull=True).order_by("pk"))
    if place is None:
        return None
    ended = Match.objects.filter(tournament=bracket, state="done").exclude(outcome="bye")
    has_played = any(place.team_id in (match.team_a_id, match.team_b_id) for match in ended)
    before = [player.pk for player in players_of(place.team)]

    def placed() -> Iterator[str]:
        wanted = [row.player_id if pk == place.player_id else pk for pk in before]
        if [player.pk for player in players_of(place.team)] != wanted:
            yield f"the reserve is not in team {place.team.number}"
        if Single.objects.get(pk=row.pk).status != "paired":
            yield "the reserve in a team is still the reserve"

    press = night.program("POST", f"brackets/{bracket.pk}/reserve/", {"instead_of": place.player.code})
    refused = "the team has played" if has_played else ""
    return Deed(press, refused, must_count=not refused, promise=placed)


def release(night: Evening) -> Deed | None:
    """A single does not play after all."""
    rows = Single.objects.filter(tournament__event=night.event, tournament__status__in=TAKING)
    row = night.one_of(rows.select_related("tournament__event", "player").order_by("pk"))
    if row is None or night.chance.random() < 0.5:
        return None
    refused = "" if row.status in ("waiting", "reserve") else f"they are {row.status}"

    def promise() -> Iterator[str]:
        if Single.objects.get(pk=row.pk).status != "released":
            yield f"{row.player.code} still waits for a partner"

    press = night.form(f"matches/{row.tournament_id}/setup/singles/{row.player.code}/release/", {}, who=whoever(night))
    return Deed(press, refused, must_count=not refused, promise=promise)


def split(night: Evening) -> Deed | None:
    """One of a team leaves before the draw, and the other is back in the pool."""
    statuses = DRAWN if night.is_wrong(0.1) else TAKING
    teams = Team.objects.filter(tournament__event=night.event, tournament__status__in=statuses, status="registered")
    team = night.one_of(teams.select_related("tournament__event").order_by("pk"))
    if team is None or night.chance.random() < 0.5:
        return None
    bracket, there = team.tournament, players_of(team)
    leaving: Player | None = night.one_of(free_players(bracket) if night.is_wrong(0.1) else there)
    if leaving is None or len(there) != 2:
        return None
    refused = "the bracket is drawn" if bracket.status in DRAWN else ""
    refused = refused or ("" if leaving in there else f"{leaving.code} is not in team {team.number}")
    staying = next(player for player in there if player != leaving)

    def promise() -> Iterator[str]:
        if Team.objects.get(pk=team.pk).status != "withdrawn" or players_of(team):
            yield f"team {team.number} is still there"
        if not Single.objects.filter(tournament=bracket, player=staying, status="waiting").exists():
            yield f"{staying.code}, who stays, does not wait for a partner"
        if Single.objects.filter(tournament=bracket, player=leaving).exclude(status="released").exists():
            yield f"{leaving.code}, who left, waits for a partner"

    place = f"matches/{bracket.pk}/setup/teams/{team.number}/split/{leaving.code}/"
    return Deed(night.form(place, {}, who=whoever(night)), refused, must_count=not refused, promise=promise)


def feeders_agree(bracket: BracketTournament) -> Iterator[str]:
    """Each match stands where it must, and has its teams from the two right above it, in that order."""
    rows = list(Match.objects.filter(tournament=bracket).order_by("number"))
    first = sum(row.feeder_a is None for row in rows)
    size = 2 * first
    rounds = size.bit_length() - 1
    for row in rows:
        if row.number == size:
            wanted = (rounds, 2, size - 3, size - 2, True)
        else:
            place = next(each for each in range(1, rounds + 1) if row.number < begins(size, each + 1))
            position = row.number - begins(size, place) + 1
            upper = begins(size, place - 1) + 2 * position - 2
            wanted = (place, position, *((upper, upper + 1) if place > 1 else (None, None)), False)
        found = (row.round, row.position, row.feeder_a, row.feeder_b, row.is_for_third_place)
        if found != wanted:
            yield f"{bracket.name}, match {row.number} stands at {found}, not {wanted}"


def _pool(bracket: BracketTournament) -> list[Single]:
    rows = Single.objects.filter(tournament=bracket, status__in=("waiting", "reserve"))
    return list(rows.select_related("player").order_by("entered_at", "id"))


def _has_teams(bracket: BracketTournament, seen: Seen, pairs: list[tuple[int, ...]]) -> Iterator[str]:
    """The new teams have the next numbers, each its two players in their order; who was a single is one no more."""
    first = max(seen.teams, default=0) + 1
    new = {team.number: team for team in Team.objects.filter(tournament=bracket) if team.number not in seen.teams}
    found = {number: tuple(player.pk for player in players_of(team)) for number, team in new.items()}
    yield from differences(f"{bracket.name}, team", dict(enumerate(pairs, first)), found)
    players = [player for two in pairs for player in two]
    if Single.objects.filter(tournament=bracket, player__in=players).exclude(status="paired").exists():
        yield "somebody in a team still waits for a partner"
    if BracketTournament.objects.get(pk=bracket.pk).version <= seen.version:
        yield f"{bracket.name} is still version {seen.version}"


DEEDS: Deeds = {
    "open a bracket": open_bracket,
    "enter a pair": pair,
    "enter a single": single,
    "draw pairs": draw_pairs,
    "draw a bracket": draw,
    "sign up": sign_up,
    "take sign-ups": take_sign_ups,
    "place the reserve": reserve,
    "release a single": release,
    "split a team": split,
}
