"""What must be so before the night may be closed, where it is put right, and what was approved instead."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from eventnight.bank.models import Books, Commodity, OwnerKind, VarianceApproval
from eventnight.bank.selectors import BooksReport
from eventnight.bank.selectors.chips.inventory import last_counts
from eventnight.bank.selectors.ledger.approvals import EMPTIED_KINDS, Variance, approved
from eventnight.core.values.formats import counted_text
from eventnight.night.selectors.actions.action import address
from eventnight.night.selectors.closing.leftovers import TILL_KINDS, leftovers, open_tills, together_text
from eventnight.night.selectors.tonight import Tonight
from tournaments.selectors.prizes.payments import variance_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """One line of the list: what it says, whether it is done, and for an open one where to put it right.

    key: in addresses. left: what stands open and was not approved. is_note: optional.
    note: why it may be as it is.
    """

    label: str
    done: bool
    url: str
    action: str
    key: str = ""
    note: str = ""
    left: tuple[Variance, ...] = ()
    is_note: bool = False

    @property
    def is_red(self) -> bool:
        """Whether it keeps the night from being closed."""
        return not self.done and not self.is_note

    @property
    def can_be_approved(self) -> bool:
        return bool(self.left)


@dataclass(frozen=True, slots=True)
class BooksProof:
    """The last time the books were worked out again: up to which entry, how many faults were found, and of which
    entries two people can adjust them.
    """

    entries: int
    faults: int
    unexplained: tuple[int, ...] = ()

    @classmethod
    def of(cls, report: BooksReport) -> BooksProof:
        """What is kept of a report."""
        return cls(report.entries, len(report.faults), tuple(report.unexplained))


def closing_checks(night: Tonight, proof: BooksProof | None) -> list[Check]:
    """Every line, in the order in which a night is closed: seven queries. proof: None when the books never were."""
    approvals, held = approved(night.event.pk), leftovers(night.event)
    return [
        *_matches(night, approvals),
        *_flights(night, approvals),
        *_prizes(night, approvals),
        *_chips(night, held, approvals),
        *_counts(night, approvals),
        *_raffle(night, approvals),
        *_tills(night, held, approvals),
        _books(night, proof),
        *_players(night, held, approvals),
    ]


def check_of(checks: Iterable[Check], key: str) -> Check | None:
    """The line of that key, None for one that is not on the list."""
    return next((check for check in checks if key and check.key == key), None)


def last_entry(event_id: int) -> int:
    """The number of the last entry, 0 before the first."""
    return Books.objects.filter(event_id=event_id).values_list("last_sequence", flat=True).first() or 0


Approvals = Mapping[str, VarianceApproval]


def _line(check: Check, variances: Iterable[Variance], approvals: Approvals, *, done: str = "") -> Check:
    """A line that is done when nothing is left, or when all that is left was approved as it is.

    check: as it reads while something is left. done: its label once nothing is.
    """
    everything = tuple(variances)
    covering = [approvals[each.subject] for each in everything if _covers(approvals.get(each.subject), each)]
    left = tuple(each for each in everything if not _covers(approvals.get(each.subject), each))
    reasons = ", ".join(dict.fromkeys(approval.reason for approval in covering))
    return replace(
        check,
        label=check.label if everything else done,
        done=not left,
        note=f"approved: {reasons}" if covering and not left else "",
        left=left,
    )


def _covers(approval: VarianceApproval | None, variance: Variance) -> bool:
    return approval is not None and approval.amount == variance.amount


def _matches(night: Tonight, approvals: Approvals) -> Iterator[Check]:
    for summary in night.euchre:
        bracket, left = summary.bracket, summary.to_play - summary.decided
        is_drawn = bracket.is_drawn
        words = (
            f"{bracket.name}: {counted_text(left, 'match', 'matches')} open"
            if is_drawn
            else f"{bracket.name} is not drawn"
        )
        subject = f"bracket/{bracket.id}" if is_drawn else f"bracket/{bracket.id}/draw"
        yield _line(
            Check(
                key=f"bracket-{bracket.id}",
                label=words,
                done=False,
                url=address(night.event, "tournaments:matches"),
                action="Matches",
            ),
            [Variance(subject, left or 1, words)] if left or not is_drawn else [],
            approvals,
            done=f"{bracket.name}: every match is decided",
        )


def _flights(night: Tonight, approvals: Approvals) -> Iterator[Check]:
    for holdem in night.holdem:
        left = [flight for flight in holdem.flights if flight.entries and not flight.is_over]
        yield _line(
            Check(
                key=f"holdem-{holdem.id}",
                label=f"{holdem.name}: {', '.join(flight.name for flight in left)} open",
                done=False,
                url=address(night.event, "tournaments:floor"),
                action="Floor",
            ),
            [
                Variance(f"flight/{flight.id}", len(flight.entries), f"{holdem.name}, {flight.name}: not over")
                for flight in left
            ],
            approvals,
            done=f"{holdem.name} is over",
        )


def _prizes(night: Tonight, approvals: Approvals) -> Iterator[Check]:
    """Prizes that somebody has won: paid as they are due, or left with a reason. No line where none is won."""
    for each in night.prizes:
        if not each.dues:
            continue
        left = [due for due in each.dues if due.left]
        words = f"{each.holdem.name}: {counted_text(len(left), 'prize')} of {len(each.dues)} not paid"
        yield _line(
            Check(
                key=f"prizes-{each.holdem.id}",
                label=words,
                done=False,
                url=address(night.event, "tournaments:prizes", holdem_id=each.holdem.id),
                action="Pay",
            ),
            [variance_of(night.event, due) for due in left],
            approvals,
            done=f"{each.holdem.name}: every prize is paid",
        )


_CHIP_LINES = {
    OwnerKind.SEAT: ("Card tables", "tables:list", "Tables"),
    OwnerKind.TRAY: ("Table trays", "tables:list", "Tables"),
    OwnerKind.STACK: ("Tournament stacks", "tournaments:floor", "Floor"),
}


def _chips(night: Tonight, held: Mapping[str, list[Variance]], approvals: Approvals) -> Iterator[Check]:
    """A line for every kind of holder that should be empty, the tills apart."""
    for kind in (kind for kind in EMPTIED_KINDS if kind not in TILL_KINDS):
        noun, name, action = _CHIP_LINES.get(kind, (str(kind.label), "night:books", "Books"))
        variances = held.get(kind, [])
        yield _line(
            Check(
                key=kind.value,
                label=f"{noun} hold {together_text(night.event, variances)}" if variances else "",
                done=False,
                url=address(night.event, name),
                action=action,
            ),
            variances,
            approvals,
            done=f"{noun} are empty",
        )


def _counts(night: Tonight, approvals: Approvals) -> Iterator[Check]:
    """Chips that were counted and were not what the books said; no line where nobody counts. Rules: WLIA-1."""
    counts = last_counts(night.event.pk)
    if not counts:
        return
    wrong = [
        Variance(f"count/{holder}", count.difference, f"{holder}: {count.difference_words}")
        for holder, count in sorted(counts.items())
        if count.difference
    ]
    yield _line(
        Check(
            key="counts",
            label=f"Chips counted: {', '.join(each.label for each in wrong)}",
            done=False,
            url=address(night.event, "bank:chips"),
            action="Count",
        ),
        wrong,
        approvals,
        done="The chips counted are those of the books",
    )


def _raffle(night: Tonight, approvals: Approvals) -> Iterator[Check]:
    if night.raffle is None:
        return
    left = night.raffle.prizes - night.raffle.prizes_won
    words = f"{counted_text(left, 'prize')} to draw" if left else "The raffle is not finished"
    is_done = night.raffle.is_done
    yield _line(
        Check(key="raffle", label=words, done=False, url=address(night.event, "raffle:staff"), action="Raffle"),
        [] if is_done else [Variance("raffle", left or 1, words)],
        approvals,
        done="The raffle is finished",
    )


def _tills(night: Tonight, held: Mapping[str, list[Variance]], approvals: Approvals) -> Iterator[Check]:
    money = [each for kind in TILL_KINDS for each in held.get(kind, []) if each.account]
    unclosed = open_tills(night.event.pk)
    codes = unclosed | {each.account.code for each in money if each.account}
    for code in sorted(codes):
        own = [each for each in money if each.account and each.account.code == code]
        amount = together_text(night.event, own) if own else "nothing in it"
        yield _line(
            Check(
                key=f"till-{code}",
                label=f"Till {code} is open with {amount}",
                done=False,
                url=address(night.event, "bank:till"),
                action="Close",
            ),
            own or [Variance(f"shift/{code}", 1, f"The shift of till {code} is open")],
            approvals,
        )
    if not codes:
        yield Check(label="Every till is counted and closed", done=True, url="", action="")


def _books(night: Tonight, proof: BooksProof | None) -> Check:
    now_at, url = last_entry(night.event.pk), address(night.event, "night:books")
    if proof is None:
        return Check(label="The books have not been checked", done=False, url=url, action="Check")
    if proof.faults:
        words = f"The books have {counted_text(proof.faults, 'fault')} at entry {proof.entries}"
        if proof.unexplained:
            first = proof.unexplained[0]
            url = address(night.event, "night:adjust", sequence=first)
            return Check(label=f"{words}: adjust entry {first}", done=False, url=url, action="Adjust")
        return Check(label=words, done=False, url=url, action="See")
    if proof.entries < now_at:
        words = f"Books checked up to entry {proof.entries} of {now_at}"
        return Check(label=words, done=False, url=url, action="Check")
    return Check(label=f"Books add up, entry {now_at}", done=True, url=url, action="See")


def _players(night: Tonight, held: Mapping[str, list[Variance]], approvals: Approvals) -> Iterator[Check]:
    """What players took home: it stands in nobody's way, but a note may say why. Rules: WLIA-14."""
    for commodity, words in ((Commodity.CHIPS, "not turned in"), (Commodity.TICKETS, "not placed")):
        variances = held.get(commodity, [])
        if variances:
            people = counted_text(len(variances), "player")
            yield _line(
                Check(
                    key=f"players-{commodity}",
                    label=f"{together_text(night.event, variances)} {words}, with {people}",
                    done=False,
                    url=address(night.event, "bank:desk"),
                    action="Desk",
                    is_note=True,
                ),
                variances,
                approvals,
            )
