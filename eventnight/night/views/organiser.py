"""The organiser's dashboard, the proof of the books and the audit log."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from django.core.paginator import Paginator
from django.http import HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils import timezone
from django.utils.http import urlencode

from eventnight.bank.models import Commodity, OwnerKind
from eventnight.bank.selectors import books_totals, verify_books
from eventnight.core.errors import NotFound
from eventnight.core.paper.answer import paper_answer
from eventnight.core.press import press_of
from eventnight.core.roles import Permission
from eventnight.core.values.text import clean_text
from eventnight.core.web.access import staff_page
from eventnight.core.web.requests import StaffRequest
from eventnight.events.models import Event
from eventnight.night.archive.download import archive_answer
from eventnight.night.exports.files import FORMATS, file_format
from eventnight.night.exports.lists import LISTS, export_list
from eventnight.night.exports.report_files import report_paper, report_xlsx
from eventnight.night.proofs import keep_proof, last_proof
from eventnight.night.selectors.alerts import alerts
from eventnight.night.selectors.audit.lines import log_hours, money_of
from eventnight.night.selectors.audit.records import CORRECTIONS, Chosen, audit_people, audit_records
from eventnight.night.selectors.audit.sentences.sentence import Kind
from eventnight.night.selectors.closing.checks import closing_checks
from eventnight.night.selectors.closing.report import night_report
from eventnight.night.selectors.figures import figures
from eventnight.night.selectors.forecast import expectations, forecast
from eventnight.night.selectors.tonight import tonight
from tables.selectors import hand_counts, written_hands
from tables.views.answers import histories_file

RECORDS_SHOWN = 50
_REPORTS = ("pdf", "xlsx")
_XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


@staff_page(Permission.SEE_BOOKS, here="dashboard")
def dashboard(request: StaffRequest, event: Event) -> HttpResponse:
    """The night in numbers, what needs attention, and what is missing before it can be closed."""
    context = _dashboard(event) | {"version": event.head.version}
    return render(request, "night/dashboard.html", context)


@staff_page(Permission.SEE_BOOKS, here="dashboard")
def dashboard_board(request: StaffRequest, event: Event) -> HttpResponse:
    """The same without the frame, for the live stream."""
    return render(request, "night/_dashboard.html", _dashboard(event))


@staff_page(Permission.SEE_BOOKS, here="dashboard")
def books(request: StaffRequest, event: Event) -> HttpResponse:
    """Work the books out again, from the first entry on, and show what each kind of holder holds."""
    report = verify_books(event.pk)
    keep_proof(event, report)
    totals = [
        {
            "name": Commodity(commodity).label,
            "is_money": commodity == Commodity.MONEY,
            "lines": [(OwnerKind(kind).label, held) for kind, held in by_kind.items()],
            "total": sum(by_kind.values()),
        }
        for commodity, by_kind in books_totals(event.pk).items()
    ]
    context = {
        "report": report,
        "totals": totals,
        "lists": LISTS.values(),
        "formats": FORMATS.values(),
        "counts": hand_counts(event),
    }
    return render(request, "night/books.html", context)


@staff_page(Permission.SEE_BOOKS, here="dashboard")
def report(request: StaffRequest, event: Event) -> HttpResponse:
    """What a treasurer files: everything that came in, who holds it, and the books proven."""
    return render(request, "night/report.html", {"report": night_report(event)})


@staff_page(Permission.SEE_BOOKS, here="dashboard")
def report_file(request: StaffRequest, event: Event, ending: str) -> HttpResponse:
    if ending not in _REPORTS:
        raise NotFound("unknown_format", f"The report is not made as .{ending}. Choose {' or '.join(_REPORTS)}.")
    found, name = night_report(event), f"{event.code.lower()}-report"
    if ending == "pdf":
        return paper_answer("report", report_paper(found), name)
    return HttpResponse(
        report_xlsx(found), content_type=_XLSX, headers={"Content-Disposition": f'attachment; filename="{name}.xlsx"'}
    )


@staff_page(Permission.SEE_BOOKS, here="dashboard")
def export(request: StaffRequest, event: Event, name: str, ending: str) -> HttpResponseBase:
    """A list of the night as a file, sent as it is read."""
    return file_format(ending).answer(export_list(name), event)


@staff_page(Permission.SEE_BOOKS, here="dashboard")
def histories(request: StaffRequest, event: Event) -> HttpResponse:
    """The night's hands that were played action by action, as a PHH file."""
    return histories_file(written_hands(event), f"{event.code.lower()}-hands")


@staff_page(Permission.SEE_BOOKS, here="dashboard")
def archive(request: StaffRequest, event: Event) -> HttpResponseBase:
    """Everything of the night in one file."""
    return archive_answer(event, press=press_of(request))


@staff_page(Permission.SEE_BOOKS, here="dashboard")
def audit(request: StaffRequest, event: Event) -> HttpResponse:
    """What was done, by whom and when, in sentences; filtered by person, kind and words."""
    chosen = Chosen(**{name: clean_text(request.GET.get(name, ""))[:80] for name in ("person", "kind", "text", "hand")})
    kept = urlencode({name: value for name, value in asdict(chosen).items() if value})
    page = Paginator(audit_records(event, chosen), RECORDS_SHOWN).get_page(request.GET.get("page"))
    hours = log_hours(event, list(page), is_folded=not chosen.hand)
    context = {
        "page": page,
        "hours": hours,
        "money": money_of(hours),
        "people": audit_people(event.pk),
        "kinds": [*((kind.value, kind.label) for kind in Kind), (CORRECTIONS, "Corrections")],
        "chosen": chosen,
        "kept": f"{kept}&" if kept else "",
    }
    return render(request, "night/audit.html", context)


def _dashboard(event: Event) -> dict[str, Any]:
    now = timezone.now()
    night = tonight(event, now)
    expected = expectations(night, now)
    checks = [check for check in closing_checks(night, last_proof(event)) if not check.is_note]
    return {
        "night": night,
        "alerts": alerts(night, expected, now),
        "figures": figures(night),
        "forecast": forecast(night, expected, now),
        "checks": checks,
        "checks_done": sum(check.done for check in checks),
    }
