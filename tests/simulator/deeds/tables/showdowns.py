"""What is turned up at the showdown, as the house has it: every hand, the one that was called, or only who claims."""

from __future__ import annotations

from collections.abc import Iterator

from eventnight.bank.models import EntryKind
from tables.models import Hand, HandInPlay, HandSeat, Table, TableKind, TableStatus
from tests.simulator.deeds.booked import Mark
from tests.simulator.deeds.deed import Deed, Evening
from tests.simulator.deeds.tables.floor import Told
from tests.simulator.deeds.tables.hand import DECK, End, fee_of, nets_of
from tests.simulator.deeds.tables.in_play import goes_on, moved, one_hand, view_of
from tests.simulator.deeds.tables.rows import in_play, last_hand, owes_for_seats, players_in, stacks, why_closed

ALL, CALLED, ANY = "all_shown", "called_shown", "may_muck"
OF_THE_HOUSE = {"wlia": ALL}
"""What a table plays with that says nothing of its own; other houses let anybody muck."""
OWING = ("is_new", "is_away", "missed_small_blind", "missed_big_blind")
MOST_MOVES = 30


def policy_of(table: Table) -> str:
    """Which hands are turned up there at the end of hold'em."""
    return str(table.changes.get("showdown", OF_THE_HOUSE.get(table.house, ANY)))


def settle_unseen(night: Evening) -> Deed | None:
    """Staff settle a hand of which not every live seat has shown. The house may want to see all of them, or the one
    whose last bet was called, which must be said then; where nobody has shown, nobody wins.
    """
    table = _a_table(night)
    if table is None:
        return None
    held, unit, chance = stacks(table), table.smallest_chip, night.chance
    able = [seat for seat, chips in held.items() if chips >= 4 * unit]
    if len(able) < 2:
        return None
    dealt = sorted(chance.sample(able, chance.randint(2, min(len(able), 4))))
    fee = fee_of(table, len(dealt))
    put_in = min(held[seat] // unit for seat in dealt) * unit
    if put_in * len(dealt) <= fee:
        return None
    cards = chance.sample(DECK, 5 + 2 * len(dealt))
    board, hidden = cards[:5], set(chance.sample(dealt, chance.randint(1, len(dealt) - (not night.is_wrong(0.1)))))
    called = night.one_of((None, 0, *dealt, *hidden))
    ends = [End(seat, put_in, True, tuple(cards[5 + 2 * at : 7 + 2 * at])) for at, seat in enumerate(dealt)]
    last, players = last_hand(table), players_in(table.state)
    number, button = last.number + 1 if last else 1, chance.choice(dealt)
    refused = why_closed(night, table) or _why_seen(policy_of(table), hidden, called)
    refused = refused or ("nobody has shown" if hidden == {*dealt} else "")
    may = not any(players.get(seat, {}).get(flag) for seat in dealt for flag in OWING)
    claims = [end if end.seat not in hidden else End(end.seat, put_in, False) for end in ends]
    nets = nets_of(claims, board=board, button=button, fee=fee, unit=unit) if not refused else {}
    mark = Mark(night.event)

    def promise() -> Iterator[str]:
        moves = {f"chips/seat/{table.code}-{seat}": net for seat, net in nets.items()}
        yield from mark.booked(EntryKind.HAND, moves={**moves, "chips/house/fees": fee})
        made = Hand.objects.filter(table=table, number=number, undone_at__isnull=True).first()
        told = HandSeat.objects.filter(hand=made).exclude(cards="").values_list("seat", flat=True)
        if {*told} != {*dealt} - hidden:
            yield f"the hand tells of the cards of {sorted(told)}, and {sorted(hidden)} hid theirs"

    seats = [
        {
            "seat": end.seat,
            "contributed": put_in,
            "is_live": True,
            "cards": "" if end.seat in hidden else " ".join(end.cards),
        }
        for end in ends
    ]
    body: Told = {"number": number, "button": button, "board": " ".join(board), "seats": seats}
    body |= {} if called is None else {"called": called}
    press = night.program("POST", f"tables/{table.pk}/hands/", body)
    return Deed(press, refused, must_count=not refused and may, promise=promise)


def throw_away(night: Evening) -> Deed | None:
    """At the showdown of a hand in play somebody throws theirs away unseen: not where all are shown, nor the hand that
    was called where that one is, nor the last that is left.
    """
    hand = one_hand(night)
    if hand is None or hand.log["game"] != "holdem":
        return None
    hand = _at_its_showdown(night, hand)
    if hand is None:
        return None
    view = view_of(night, hand)
    live = [row for row in view["seats"] if row["is_live"]]
    if len({row["contributed"] for row in live}) > 1 or sum(row["stack"] > 0 for row in live) < 2:
        return None
    log = hand.log["log"]
    gone = {entry[1] for entry in log if entry[0] == "muck"}
    shown = {entry[1] for entry in log if entry[0] == "show"}
    seat = night.one_of(row["seat"] for row in live)
    begins = max(at for at, entry in enumerate(log) if entry[0] == "board")
    bets = [entry[1] for entry in log[begins:] if entry[0] == "bet"]
    refused = "its hand was shown or mucked" if seat in gone | shown else ""
    refused = refused or _why_seen(policy_of(hand.table), {seat}, bets[-1] if bets else 0)
    if {row["seat"] for row in live} <= gone | {seat}:
        refused = refused or "nobody else is left"
    body = {"verb": "muck", "seat": seat, "version": hand.version}
    is_plain = all(entry[0] in ("hole", "board", "fold", "check", "call", "bet", "show", "muck") for entry in log)
    return moved(night, hand, body, refused, must=is_plain, expected=None)


def _a_table(night: Evening) -> Table | None:
    """An open one of hold'em between two hands, with chips before two seats; each policy as often as another."""
    tables = Table.objects.filter(event=night.event, kind=TableKind.POKER, status=TableStatus.OPEN, game="holdem")
    tables = tables.filter(turn_seconds__isnull=True)
    by_policy: dict[str, list[Table]] = {}
    for table in tables.order_by("pk"):
        if in_play(table) is None and not owes_for_seats(table) and sum(map(bool, stacks(table).values())) >= 2:
            by_policy.setdefault(policy_of(table), []).append(table)
    return night.one_of(night.one_of(by_policy.values()) or ())


def _why_seen(policy: str, hidden: set[int], called: int | None) -> str:
    """Why the house wants to see one of these hands; empty where it does not. called: whose last bet was called, 0
    where nobody bet, None where nobody says.
    """
    if policy == ALL:
        return "every hand is turned up"
    if policy == CALLED and called is None:
        return "nobody says whose last bet was called"
    return f"the hand of seat {called} was called" if policy == CALLED and called in hidden else ""


def _at_its_showdown(night: Evening, hand: HandInPlay) -> HandInPlay | None:
    """The hand once it has come there on the way; None where it ends before."""
    for _ in range(MOST_MOVES):
        now = HandInPlay.objects.select_related("table").filter(pk=hand.pk).first()
        if now is None:
            return None
        view = view_of(night, now)
        if view["phase"] == "showdown":
            return now
        if view["phase"] not in ("betting", "deal") or not goes_on(night, now, view):
            return None
    return None
