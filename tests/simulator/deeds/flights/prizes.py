"""Deeds of what a tournament pays: prizes set and fixed, paid and taken back, and deals of the last players."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from eventnight.bank.models import Account, Entry
from eventnight.core.models import AuditRecord
from tests.simulator.deeds.booked import till_is_open
from tests.simulator.deeds.deed import PASSWORD, Deed, Evening, arrival
from tests.simulator.deeds.flights.common import TILL, Check, all_of, last_entry, moves, noted, row_is, stands
from tests.simulator.deeds.flights.entries import undone
from tests.simulator.deeds.flights.floor import nothing_moved
from tests.simulator.deeds.flights.model import field_of, in_play
from tests.simulator.deeds.flights.pool import dealt, prizes_of, won_by
from tests.simulator.presses import sent
from tournaments.models import Deal, DealShare, FlightEntry, FlightKind, FlightStatus, HoldemTournament, Prizes

SAID = ("entry_share", "rebuy_share", "add_on_share", "added", "guaranteed", "paid", "one_in", "scale", "unit")
FRESH: dict[str, Any] = dict(zip(SAID, (0, 0, 0, 0, 0, None, 8, "standard", 100), strict=True))
MONEY = ("added", "guaranteed", "unit")
MOST_FOR_ICM = 7


def _tournament(night: Evening) -> HoldemTournament | None:
    return night.one_of(HoldemTournament.objects.filter(event=night.event).order_by("id"))


def _said(tournament: HoldemTournament) -> dict[str, Any]:
    """How the tournament pays now."""
    return dict(Prizes.objects.filter(tournament=tournament).values(*SAID).first() or FRESH)


def _fixed(tournament: HoldemTournament) -> bool:
    return Prizes.objects.filter(tournament=tournament, fixed_upto__isnull=False).exists()


def _deal(tournament: HoldemTournament) -> Deal | None:
    return Deal.objects.filter(tournament=tournament, withdrawn_at=None).first()


def _paid(tournament: HoldemTournament) -> bool:
    return FlightEntry.objects.filter(flight__tournament=tournament, prize_entry__isnull=False).exists()


def _screen_is_right(night: Evening, tournament: HoldemTournament) -> Check:
    """The screen of the prizes tells the prizes, and who has won them."""

    def promise() -> Iterator[str]:
        answer = sent(night.program("GET", f"holdem/{tournament.pk}/prizes/"), night.world)
        shown = json.loads(answer.content)
        told, prizes = [place["cents"] for place in shown["places"]], prizes_of(tournament)
        if told != prizes:
            yield f"the screen shows the prizes {told}, not {prizes}"
        winners, won = {each["player"]: each["cents"] for each in shown["winners"]}, won_by(tournament)
        wrong = [player for player, (least, most) in won.items() if not least <= winners.get(player, 0) <= most]
        if wrong or sum(winners.values()) > sum(prizes):
            yield f"the screen shows the winners {winners}, not {won}"

    return promise


def look_at_prizes(night: Evening) -> Deed | None:
    """Somebody looks at what the tournament pays, and to whom."""
    tournament = _tournament(night)
    if tournament is None or not prizes_of(tournament):
        return None
    press = night.program("GET", f"holdem/{tournament.pk}/prizes/")
    return Deed(press, must_count=True, promise=_screen_is_right(night, tournament))


def set_prizes(night: Evening) -> Deed | None:
    """How the tournament pays: shares of what is taken, a guarantee, so many places."""
    tournament = _tournament(night)
    if tournament is None:
        return None
    chance, now = night.chance, _said(tournament)
    some = {
        "entry_share": chance.choice((0, 33, 50, 100)),
        "rebuy_share": chance.choice((0, 33, 100)),
        "add_on_share": chance.choice((0, 67, 100)),
        "added": chance.choice((0, 5000)),
        "guaranteed": chance.choice((0, 20_000, 12_345, 9_999)),
        "paid": chance.choice((None, 1, 2, 3, 4, 5)),
        "one_in": chance.choice((1, 2, 3, 8)),
        "scale": chance.choice(("standard", "flat", "steep")),
        "unit": chance.choice((1, 100, 500)),
    }
    by_page = chance.random() < 0.3
    given = some if by_page else {name: some[name] for name in chance.sample(SAID, chance.randint(1, len(SAID)))}
    refused = "the prizes are fixed" if _fixed(tournament) else ""
    refused = refused or ("a deal stands" if _deal(tournament) else "")
    if by_page:
        fields = {
            name: f"{each / 100:.2f}" if name in MONEY else each for name, each in given.items() if each is not None
        }
        press = night.form(f"holdem/{tournament.pk}/prizes/save/", fields)
    else:
        if night.is_wrong(0.1):
            given |= {"entry_share": 101}
            refused = refused or "more than all cannot go into the pool"
        press = night.program(chance.choice(("PUT", "PATCH")), f"holdem/{tournament.pk}/prizes/", given)
    row = row_is(lambda: _said(tournament), "of the prizes,", **({**now, **given}))
    check = all_of(row, _screen_is_right(night, tournament), nothing_moved(night), noted(night, "prizes.set"))
    return Deed(press, refused, must_count=not refused, promise=check)


def fix(night: Evening) -> Deed | None:
    """From now on nothing that is taken changes the prizes; or it does again."""
    rows = HoldemTournament.objects.filter(event=night.event).order_by("id")
    tournament = night.one_of([one for one in rows if night.is_wrong(0.1) or prizes_of(one)])
    if tournament is None:
        return None
    is_fixed = _fixed(tournament)
    opens = is_fixed and night.chance.random() < 0.5
    answer, refused = ("open" if opens else "fix"), ""
    first = tournament.flights.filter(kind=FlightKind.FIRST, entries__isnull=False)
    if opens:
        refused = "a deal stands" if _deal(tournament) else "somebody has been paid" if _paid(tournament) else ""
    elif not is_fixed:
        refused = "there are no prizes" if not prizes_of(tournament) else ""
        waits = first.filter(status__in=(FlightStatus.PLANNED, FlightStatus.SEATED)).exists()
        refused = refused or ("a flight has not begun" if waits else "")
    if night.chance.random() < 0.3:
        press = night.form(f"holdem/{tournament.pk}/prizes/{answer}/", {})
    else:
        press = night.program("DELETE" if opens else "PUT", f"holdem/{tournament.pk}/prizes/fixed/")
    upto = Prizes.objects.filter(tournament=tournament).values_list("fixed_upto", flat=True).first()
    wanted = upto if is_fixed and not opens else None if opens else last_entry(night.event)
    last = AuditRecord.objects.filter(event=night.event).order_by("-id").values_list("id", flat=True).first() or 0

    def promise() -> Iterator[str]:
        row = Prizes.objects.get(tournament=tournament)
        if row.fixed_upto != wanted or (row.fixed_at is None) == (wanted is not None):
            yield f"the prizes are fixed at entry {row.fixed_upto}, not {wanted}"
        told = AuditRecord.objects.filter(event=night.event, id__gt=last, action="prizes.fixed").first()
        if told is not None and told.facts["prizes"] != prizes_of(tournament):
            yield f"the prizes fixed are {told.facts['prizes']}, not {prizes_of(tournament)}"

    check = all_of(promise, _screen_is_right(night, tournament), nothing_moved(night))
    return Deed(press, refused, must_count=not refused, promise=check)


def pay(night: Evening) -> Deed | None:
    """Somebody is paid what was won, once, out of a drawer or the safe."""
    wrong = night.is_wrong()
    rows = HoldemTournament.objects.filter(event=night.event).order_by("id")
    tournament = night.one_of([one for one in rows if (wrong or _fixed(one)) and won_by(one)])
    if tournament is None:
        return None
    won = won_by(tournament)
    final = FlightEntry.objects.filter(flight__tournament=tournament, flight__kind=FlightKind.FINAL)
    paid = dict(final.filter(prize_entry__isnull=False).values_list("player__code", "prize_entry"))
    player = night.one_of(list(won) if wrong else [player for player in won if player not in paid])
    if player is None:
        return None
    least, most = won[player]
    cents = least + night.chance.choice((-1, 100)) if wrong and night.chance.random() < 0.4 else least
    if cents < 1:
        return None
    till = night.chance.choice((TILL, TILL, ""))
    signs = night.signed() if night.chance.random() < 0.7 else {}
    if not signs and night.chance.random() < 0.5:
        organiser = night.world.users["organiser"]
        assert organiser is not None
        own = {"second": organiser.username, "password": PASSWORD}
    else:
        own = {}
    refused = f"{player} was paid before" if player in paid else ""
    refused = refused or ("" if _fixed(tournament) else "the prizes still change")
    refused = refused or ("" if least <= cents <= most else f"{player} gets {least}, not {cents}")
    if night.needs_second(cents) and not signs:
        refused = refused or "nobody else signs for so much"
    kind, code = ("till", till) if till else ("safe", "safe")
    drawer = Account.objects.filter(event=night.event, commodity="money", owner_kind=kind)
    drawer = drawer.filter(code=code) if till else drawer
    holds = sum(account.balance or 0 for account in drawer)
    if holds < cents:
        refused = refused or "so much is not there"
    if night.chance.random() < 0.3:
        fields = {"cents": cents, "paid_from": till or "safe", **signs}
        press = night.form(f"holdem/{tournament.pk}/prizes/{player}/pay/", fields)
    else:
        body = {"cents": cents, "till": till, **(signs or own)}
        press = night.program("POST", f"holdem/{tournament.pk}/prizes/{player}/payment/", body)
    check = _paid_out(
        night, tournament, player, cents, {f"money/{each.owner_kind}/{each.code}": -cents for each in drawer}
    )
    is_sure = least == most and not own and not night.closed
    return Deed(press, refused, must_count=not refused and is_sure, promise=check)


def _paid_out(night: Evening, tournament: HoldemTournament, player: str, cents: int, moved: dict[str, int]) -> Check:
    sequence = last_entry(night.event) + 1
    final = FlightEntry.objects.filter(flight__tournament=tournament, flight__kind=FlightKind.FINAL)
    code = final.get(player__code=player).stack_code

    def promise() -> Iterator[str]:
        entry = Entry.objects.filter(event=night.event, sequence=sequence).first()
        if entry is None or (entry.kind, entry.rates.get("for"), entry.rates.get("money")) != (
            "prize_paid",
            code,
            cents,
        ):
            yield f"the books have {entry and (entry.kind, entry.rates)}"

    log = noted(night, "prize.paid", f"holdem {tournament.pk}", player=player, cents=cents, entry=sequence)
    stand = stands(night.event, lambda before: undone(before, code, prize=sequence))
    return all_of(promise, stand, moves(night.event, moved), log)


def take_prize_back(night: Evening) -> Deed | None:
    """A prize that was paid comes back."""
    rows = FlightEntry.objects.filter(flight__tournament__event=night.event, flight__kind=FlightKind.FINAL)
    wrong = night.is_wrong()
    entry = night.one_of((rows if wrong else rows.filter(prize_entry__isnull=False)).order_by("id"))
    if entry is None or night.chance.random() < 0.4:
        return None
    holdem, player = entry.flight.tournament_id, entry.player.code
    booked = Entry.objects.filter(event=night.event, sequence=entry.prize_entry or 0).first()
    cents = booked.rates["money"] if booked else 0
    signs = night.signed() if night.chance.random() < 0.7 else {}
    refused = "" if entry.prize_entry else f"{player} has not been paid"
    if night.needs_second(cents) and not signs:
        refused = refused or "nobody else signs for so much"
    body = {"reason": "Paid to the wrong player", **signs}
    if night.chance.random() < 0.3:
        press = night.form(f"holdem/{holdem}/prizes/{player}/back/", body)
    else:
        press = night.program("POST", f"holdem/{holdem}/prizes/{player}/payment/reversal/", body)
    lines = booked.transfers.select_related("from_account") if booked else []
    moved = {f"money/{line.from_account.owner_kind}/{line.from_account.code}": line.amount for line in lines}
    stand = stands(night.event, lambda before: undone(before, entry.stack_code, prize=None))
    log = noted(night, "prize.taken_back", f"holdem {holdem}", player=player)
    is_sure = not night.closed and (booked is None or not booked.till or till_is_open(night.event, booked.till))
    check = all_of(stand, moves(night.event, moved), log)
    return Deed(press, refused, must_count=not refused and is_sure, promise=check)


def propose_deal(night: Evening) -> Deed | None:
    """The last players of a final want to share what is left."""
    wrong = night.is_wrong()
    rows = HoldemTournament.objects.filter(event=night.event).order_by("id")
    tournament = night.one_of([one for one in rows if wrong or (one.status == "final" and not _deal(one))])
    if tournament is None:
        return None
    final = tournament.flights.select_related("tournament").get(kind=FlightKind.FINAL)
    everybody = field_of(night.event, final)
    playing, prizes = in_play(everybody), prizes_of(tournament)
    method = night.chance.choice(("icm", "chip_chop"))
    refused = "a deal stands" if _deal(tournament) else ""
    if final.status != FlightStatus.RUNNING or len(playing) < 2:
        refused = refused or "no two are left at a final under way"
    if sum(one.chips for one in playing.values()) != sum(one.started for one in everybody.values()) + final.drift:
        refused = refused or "the counts differ"
    refused = refused or ("" if prizes else "there are no prizes")
    stacks = {one.player: one.chips for one in playing.values()}
    if night.chance.random() < 0.3:
        press = night.form(f"holdem/{tournament.pk}/deals/", {"method": method})
    else:
        press = night.program("POST", f"holdem/{tournament.pk}/deals/", {"method": method})
    is_sure = len(stacks) <= MOST_FOR_ICM and all(stacks.values())
    log = noted(night, "deal.proposed", f"holdem {tournament.pk}", method=method)
    check = all_of(_shares_are(tournament, method, stacks, prizes), nothing_moved(night), log)
    return Deed(press, refused, must_count=not refused and is_sure, promise=check)


def _shares_are(tournament: HoldemTournament, method: str, stacks: dict[str, int], prizes: list[int]) -> Check:
    def promise() -> Iterator[str]:
        deal = _deal(tournament)
        shares = DealShare.objects.filter(deal=deal).select_related("entry__player")
        told = {share.entry.player.code: (share.chips, share.cents) for share in shares}
        if {player: chips for player, (chips, _) in told.items()} != stacks:
            yield f"the deal is for {told}, and the stacks are {stacks}"
        if sum(cents for _, cents in told.values()) != sum(prizes[: len(stacks)]):
            yield f"the deal gives {told} of the prizes {prizes}"
        if len(stacks) <= MOST_FOR_ICM and all(stacks.values()):
            expected = dict(zip(stacks, dealt(method, stacks, prizes), strict=True))
            wrong = [player for player, cents in expected.items() if abs(told.get(player, (0, 0))[1] - cents) > 1]
            if wrong:
                yield f"the deal gives {told}, not {expected}"

    return promise


def agree(night: Evening) -> Deed | None:
    """A player says yes to a deal; the last yes makes it."""
    deal = night.one_of(Deal.objects.filter(tournament__event=night.event, withdrawn_at=None).order_by("id"))
    if deal is None:
        return None
    final = deal.tournament.flights.select_related("tournament").get(kind=FlightKind.FINAL)
    shares = {share.entry.player.code: share for share in deal.shares.select_related("entry__player")}
    waiting = [player for player, share in shares.items() if share.agreed_at is None]
    wrong = night.is_wrong(0.15)
    player = night.one_of(waiting or sorted(shares))
    everybody = field_of(night.event, final)
    stacks = {one.player: one.chips for one in in_play(everybody).values()}
    is_stale = deal.made_at is None and {code: share.chips for code, share in shares.items()} != stacks
    if wrong:
        player = night.one_of([one.player for one in field_of(night.event).values() if one.player not in shares])
    if player is None:
        return None
    refused = f"{player} has no part in it" if wrong else ""
    refused = refused or ("the chips are others now" if is_stale and player in waiting else "")
    path = f"holdem/{deal.tournament_id}/deals/{deal.pk}/"
    if night.chance.random() < 0.3:
        press = night.form(f"{path}{player}/", {})
    else:
        press = night.program("POST", f"{path}agreements/", {"player": player})
    at = arrival()
    made = deal.made_at or (at if waiting == [player] else None)

    def promise() -> Iterator[str]:
        if Deal.objects.get(pk=deal.pk).made_at != made:
            yield f"the deal was made at {Deal.objects.get(pk=deal.pk).made_at}, not {made}"
        agreed = set(DealShare.objects.filter(deal=deal, agreed_at=None).values_list("entry__player__code", flat=True))
        if agreed != set(waiting) - {player}:
            yield f"{sorted(agreed)} have not agreed"

    check = all_of(promise, _screen_is_right(night, deal.tournament), nothing_moved(night))
    return Deed(press, refused, must_count=not refused, promise=check)


def withdraw_deal(night: Evening) -> Deed | None:
    """A deal is off the table, unless somebody was paid by it."""
    deal = night.one_of(Deal.objects.filter(tournament__event=night.event, withdrawn_at=None).order_by("id"))
    if deal is None or night.chance.random() < 0.6:
        return None
    paid = FlightEntry.objects.filter(deal_shares__deal=deal, prize_entry__isnull=False).exists()
    refused = "somebody was paid by it" if paid else ""
    path = f"holdem/{deal.tournament_id}/deals/{deal.pk}/"
    press = night.form(f"{path}withdraw/", {}) if night.chance.random() < 0.3 else night.program("DELETE", path)
    at = arrival()

    def promise() -> Iterator[str]:
        if Deal.objects.get(pk=deal.pk).withdrawn_at != at:
            yield "the deal still stands"

    check = all_of(promise, _screen_is_right(night, deal.tournament), nothing_moved(night))
    return Deed(press, refused, must_count=not refused, promise=check)
