"""The report of a night as PDF and XLSX."""

from __future__ import annotations

import io
from collections.abc import Iterator
from decimal import Decimal

from openpyxl import Workbook
from openpyxl.styles import Font
from openpyxl.worksheet.worksheet import Worksheet

from eventnight.core.paper.typeset import Values
from eventnight.core.values.formats import chips_text, clock_text, money_text, start_text
from eventnight.night.exports.files import harmless
from eventnight.night.selectors.closing.report import CommodityReport, NightReport, ReportLine

_DIFFERENCE = "Came in, less what is held"


def report_paper(report: NightReport) -> Values:
    """What the sheet `report` takes."""
    return {
        "title": f"{report.event.name}: the night’s report",
        "night": report.event.name,
        "facts": list(_facts(report)),
        "summary": [[each.label, _said(report, each.amount, is_money=each.is_money)] for each in report.summary],
        "commodities": [_commodity(report, each) for each in report.commodities],
        "papers": [{"title": title, "lines": lines} for title, lines in _papers(report)],
    }


def report_xlsx(report: NightReport) -> bytes:
    """The report as one sheet; money in whole units."""
    book = Workbook()
    sheet = book.active
    assert isinstance(sheet, Worksheet)
    sheet.title = "Report"
    sheet.column_dimensions["A"].width = 36
    sheet.column_dimensions["B"].width = 16
    bold = Font(bold=True)
    sheet.append([harmless(report.event.name)])
    sheet["A1"].font = bold
    for line in _facts(report):
        sheet.append([harmless(line)])
    sheet.append([])
    for figure in report.summary:
        sheet.append([figure.label, Decimal(figure.amount).scaleb(-2) if figure.is_money else figure.amount])
    for each in report.commodities:
        for title, lines, total in _halves(each):
            sheet.append([])
            sheet.append([f"{each.name}: {title.lower()}"])
            sheet.cell(sheet.max_row, 1).font = bold
            for part in lines:
                sheet.append([part.label, _figure(each, part.amount)])
            sheet.append(["Together", _figure(each, total)])
            sheet.cell(sheet.max_row, 1).font = sheet.cell(sheet.max_row, 2).font = bold
        sheet.append([_DIFFERENCE, _figure(each, each.difference)])
    for title, paper in _papers(report):
        sheet.append([])
        sheet.append([title])
        sheet.cell(sheet.max_row, 1).font = bold
        for line in paper:
            sheet.append([harmless(line)])
    content = io.BytesIO()
    book.save(content)
    return content.getvalue()


def _facts(report: NightReport) -> Iterator[str]:
    event = report.event
    yield start_text(event)
    yield f"{report.doors.checked_in} of {report.doors.players} players came"
    yield f"{event.fund_name or 'Fund'}: {money_text(report.fund.taken, event.currency)} taken"
    entries = f"{report.books.entries} entries"
    yield (
        f"The books add up: {entries}, seal {report.seal}" if report.adds_up else f"THE BOOKS DO NOT ADD UP: {entries}"
    )
    yield from (*report.books.explained, *report.books.faults)


def _halves(each: CommodityReport) -> Iterator[tuple[str, tuple[ReportLine, ...], int]]:
    yield "Came in", each.came, each.total_came
    yield "Is held by", each.held, each.total_held


def _figure(each: CommodityReport, amount: int) -> int | Decimal:
    return Decimal(amount).scaleb(-2) if each.is_money else amount


def _commodity(report: NightReport, each: CommodityReport) -> Values:
    def said(amount: int) -> str:
        return _said(report, amount, is_money=each.is_money)

    return {
        "name": each.name,
        "halves": [
            {"title": title, "lines": [[line.label, said(line.amount)] for line in lines], "total": said(total)}
            for title, lines, total in _halves(each)
        ],
        "difference": f"{_DIFFERENCE}: {said(each.difference)}",
    }


def _said(report: NightReport, amount: int, *, is_money: bool) -> str:
    return money_text(amount, report.event.currency) if is_money else chips_text(amount)


def _papers(report: NightReport) -> Iterator[tuple[str, list[str]]]:
    """What two people signed, a sentence each, under its heading; nothing where there is none."""
    event = report.event
    approvals = [
        f"{each.label}. {each.reason} ({each.by} and {each.second}, {clock_text(each.at, event)}, {each.state})"
        for each in report.approvals
    ]
    signed = [
        f"{each.what}. {each.reason} ({each.by} and {each.second}, {clock_text(each.at, event)})"
        for each in report.signed
    ]
    for title, lines in (("Variances approved", approvals), ("Signed by two", signed)):
        if lines:
            yield title, lines
