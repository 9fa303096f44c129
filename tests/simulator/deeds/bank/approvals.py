"""What two people let stay as it is, what they explain, and what the night charges."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.utils import timezone

from eventnight.bank.models import Account, Books, Entry, Transfer, VarianceApproval
from eventnight.core.models import AuditRecord
from eventnight.events.models import Event
from tests.simulator.deeds.bank.entries import code_of, mostly
from tests.simulator.deeds.bank.signing import no_second, second_beside
from tests.simulator.deeds.deed import ORGANISER, Deed, Deeds, Evening, differences
from tournaments.models import Match

LINES = {"seat": ("seat",), "tray": ("tray",), "stack": ("stack",), "till": ("till", "card", "cheques")}
"""A line of the list before closing, and whose holdings stand in it."""


def approve(night: Evening) -> Deed | None:
    """What a holder that should be empty still has may stay there, two people sign; as it is now, and only once."""
    line = night.chance.choice(sorted(LINES))
    holders = list(Account.objects.filter(event=night.event, owner_kind__in=LINES[line]).exclude(balance=0))
    holder = night.one_of(sorted(holders, key=lambda each: each.pk))
    if holder is None or holder.balance is None:
        return None
    subject, amount = str(holder), holder.balance
    refused = ""
    if is_covered(night, holder):
        refused = f"{subject} was approved before"
    if night.is_wrong(0.2):
        amount += night.chance.choice((1, -1))
        refused = refused or f"{subject} holds {holder.balance} and not {amount}"
    signature = no_second(night, ORGANISER) if night.is_wrong() else second_beside(night, ORGANISER)
    refused, reason = refused or signature.wrong, "Lost under the stage"
    if night.is_wrong(0.06):
        reason, refused = " ", refused or "no reason is given"
    key = line if line != "till" else f"till-{holder.code}"
    body = {"line": key, "shown": {subject: amount}, "reason": reason, **signature.sent}
    press = night.program("POST", "closing/approvals/", body)
    known = VarianceApproval.objects.count()
    sequence = _last(night)

    def promise() -> Iterator[str]:
        made = list(VarianceApproval.objects.order_by("pk"))[known:]
        if len(made) != 1:
            yield f"{len(made)} approvals are new, and one was asked for"
            return
        expected = {
            "subject": subject,
            "account": holder.pk,
            "amount": amount,
            "reason": reason,
            "by": code_of(night, ORGANISER),
            "second": _code_of_name(night, signature.name),
            "sequence": sequence,
            "at": timezone.now(),
            "key": press.key,
        }
        yield from differences("of the approval the", expected, _facts(made[0]))
        yield from _is_logged(night.event, "variance.approved", amount=amount, reason=reason)

    return Deed(press, refused, must_count=not refused, promise=promise)


def approve_open_matches(night: Evening) -> Deed | None:
    """So many matches may stay open, two people sign; what is left once one of them is decided was not approved."""
    open_ones = Match.objects.filter(tournament__event=night.event, state="ready", tournament__confirmation="off")
    match = night.one_of(open_ones.select_related("tournament", "team_a", "team_b").order_by("pk"))
    if match is None or match.team_a is None or match.team_b is None or not night.works(ORGANISER):
        return None
    key = f"bracket-{match.tournament_id}"
    left = {each["subject"]: each["amount"] for each in _line(night, key)["left"]}
    body = {"line": key, "shown": left, "reason": "Played next week", **second_beside(night, ORGANISER).sent}
    if not left or night.ask(night.program("POST", "closing/approvals/", body)).status_code >= 400:
        return None
    path = f"brackets/{match.tournament_id}/matches/{match.number}/walkover/"
    press = night.program("POST", path, {"winner": match.team_a.number, "loser": match.team_b.number})

    def promise() -> Iterator[str]:
        line = _line(night, key)
        amounts = {each["subject"]: each["amount"] for each in line["left"]}
        if line["done"] and Match.objects.filter(tournament=match.tournament).exclude(state="done").exists():
            yield f"{line['label']!r} is done, and {left} was approved, not what is left"
        if any(amounts.get(subject, 0) >= amount for subject, amount in left.items()):
            yield f"{amounts} is left after a match is decided, and {left} before it"

    return Deed(press, must_count=not night.closed, promise=promise)


def _line(night: Evening, key: str) -> dict[str, Any]:
    checks = night.ask(night.program("GET", "closing/")).json()["checks"]
    return next(check for check in checks if check["key"] == key)


def withdraw(night: Evening) -> Deed | None:
    """An approval taken back, once, with a reason."""
    found = VarianceApproval.objects.filter(event=night.event, withdraws__isnull=True).order_by("-pk")
    approval = night.one_of(found[:6])
    if approval is None:
        return None
    is_gone = VarianceApproval.objects.filter(withdraws=approval).exists()
    refused, reason = f"the approval {approval.pk} was taken back before" if is_gone else "", "Found again"
    if night.is_wrong(0.1):
        reason, refused = " ", refused or "no reason is given"
    press = night.program("POST", f"closing/approvals/{approval.pk}/withdrawal/", {"reason": reason})
    known, sequence = VarianceApproval.objects.count(), _last(night)

    def promise() -> Iterator[str]:
        made = list(VarianceApproval.objects.order_by("pk"))[known:]
        if [each.withdraws_id for each in made] != [approval.pk]:
            yield f"the approval {approval.pk} is not taken back"
            return
        expected = {
            "subject": approval.subject,
            "account": approval.account_id,
            "amount": approval.amount,
            "reason": reason,
            "by": code_of(night, ORGANISER),
            "second": "",
            "sequence": sequence,
            "at": timezone.now(),
            "key": press.key,
        }
        yield from differences("of the withdrawal the", expected, _facts(made[0]))
        yield from _is_logged(night.event, "variance.withdrawn", reason=reason)

    return Deed(press, refused, must_count=not refused, promise=promise)


def adjust(night: Evening) -> Deed | None:
    """Two people explain an entry that needs no explaining."""
    entry = night.one_of(Entry.objects.filter(event=night.event).order_by("-pk")[:20])
    if entry is None or night.chance.random() < 0.7:
        return None
    body = {"sequence": entry.sequence, "reason": "1,002 went in", **second_beside(night, ORGANISER).sent}
    return Deed(night.program("POST", "adjustments/", body), f"entry {entry.sequence} follows from what it says")


def set_prices(night: Evening) -> Deed | None:
    """The organiser changes what stacks cost, how long and from what on corrections are watched, how many chips there
    are. What was not named stays.
    """
    if night.chance.random() < 0.4:
        return None
    before = night.event.settings
    change = night.chance.choice(
        (
            {"first_stack_price": night.chance.choice((0, 500, 2000))},
            {"second_person_from": night.chance.choice((0, 500, 1000, 2000, 10_000))},
            {"second_person_from": 2 * night.house.bank.rebuy_price},
            {"undo_minutes": night.chance.choice((0, 1, 10))},
            {"rebuy_price": night.chance.choice((1000, 1500))},
            {"chip_set": _counted(night)},
        )
    )
    press = night.program("PATCH", "settings/", {"bank": change})

    def promise() -> Iterator[str]:
        after = Event.objects.get(pk=night.event.pk).settings
        expected = {**before, "bank": {**before["bank"], **change}}
        for section in {*expected, *after}:
            if section != "bank" and after.get(section) != expected.get(section):
                yield f"the settings of {section} changed with those of the bank"
        yield from differences("the setting", expected["bank"], after["bank"])

    return Deed(press, must_count=True, promise=promise)


def _counted(night: Evening) -> list[dict[str, object]]:
    """The chip set with so many owned of each colour."""
    owned = night.chance.choice((0, 60, 400))
    return [
        {"colour": chip.colour, "value": chip.value, "at_bank": chip.at_bank, "owned": owned}
        for chip in night.house.bank.chip_set
    ]


def is_covered(night: Evening, holder: Account) -> bool:
    """Whether what an account holds was approved as it is."""
    covering = _in_force(night, holder)
    return covering is not None and covering.amount == holder.balance


def _in_force(night: Evening, holder: Account) -> VarianceApproval | None:
    """The newest approval of an account that was neither taken back nor overtaken by a later entry."""
    found = VarianceApproval.objects.filter(event=night.event, account=holder, withdraws__isnull=True)
    touched = Transfer.objects.filter(to_account=holder) | Transfer.objects.filter(from_account=holder)
    last = touched.order_by("-entry__sequence").values_list("entry__sequence", flat=True).first() or 0
    stands = found.filter(withdrawn_by__isnull=True, sequence__gte=last)
    return stands.order_by("-pk").first()


def _facts(approval: VarianceApproval) -> dict[str, object]:
    return {
        "subject": approval.subject,
        "account": approval.account_id,
        "amount": approval.amount,
        "reason": approval.reason,
        "by": approval.actor_code,
        "second": approval.second_code,
        "sequence": approval.sequence,
        "at": approval.at,
        "key": str(approval.key),
    }


def _is_logged(event: Event, action: str, **facts: object) -> Iterator[str]:
    line = AuditRecord.objects.filter(event=event, action=action).order_by("-pk").first()
    if line is None or any(line.facts.get(name) != value for name, value in facts.items()):
        yield f"the log says {line and line.facts} of {action}, not {facts}"


def _code_of_name(night: Evening, name: str) -> str:
    return next((night.code_of(user.pk) for user in night.world.users.values() if user and user.username == name), "")


def _last(night: Evening) -> int:
    return Books.objects.values_list("last_sequence", flat=True).get(event=night.event)


DEEDS: Deeds = {
    "approve what is left": mostly(approve, adjust, share=0.1),
    "approve matches that stay open": approve_open_matches,
    "withdraw an approval": withdraw,
    "set prices": set_prices,
}
