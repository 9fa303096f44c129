"""The report of a night as PDF and XLSX."""

from __future__ import annotations

import io
from collections.abc import Iterator
from decimal import Decimal
from xml.sax.saxutils import escape

from font_roboto import Roboto, RobotoBold
from openpyxl import Workbook
from openpyxl.styles import Font
from openpyxl.worksheet.worksheet import Worksheet
from reportlab.lib import colors
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.platypus import Flowable, Paragraph, SimpleDocTemplate, Spacer, Table, TableStyle

from eventnight.core.values.formats import chips_text, clock_text, money_text, start_text
from eventnight.night.exports.files import harmless
from eventnight.night.selectors.closing.report import CommodityReport, NightReport, ReportLine

_MARGIN = 18 * mm
_PLAIN, _BOLD = "Roboto", "Roboto-Bold"
_DIFFERENCE = "Came in, less what is held"
_FACES = {_PLAIN: Roboto, _BOLD: RobotoBold}
_RULED = TableStyle(
    [
        ("ALIGN", (1, 0), (1, -1), "RIGHT"),
        ("LINEABOVE", (0, -1), (-1, -1), 0.6, colors.black),
        ("FONTNAME", (0, 0), (-1, -2), _PLAIN),
        ("FONTNAME", (0, -1), (-1, -1), _BOLD),
        ("FONTSIZE", (0, 0), (-1, -1), 9),
        ("TOPPADDING", (0, 0), (-1, -1), 1),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 2),
    ]
)
_PLAIN_ROWS = TableStyle(
    [
        ("ALIGN", (1, 0), (1, -1), "RIGHT"),
        ("FONTNAME", (0, 0), (-1, -1), _PLAIN),
        ("FONTSIZE", (0, 0), (-1, -1), 9),
        ("TOPPADDING", (0, 0), (-1, -1), 1),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 2),
    ]
)
_SIGNED_BELOW = TableStyle(
    [
        ("LINEABOVE", (0, 0), (0, 0), 0.6, colors.black),
        ("LINEABOVE", (2, 0), (2, 0), 0.6, colors.black),
        ("FONTNAME", (0, 0), (-1, -1), _PLAIN),
        ("FONTSIZE", (0, 0), (-1, -1), 8.5),
    ]
)
_NORMAL = ParagraphStyle("normal", fontName=_PLAIN, fontSize=9.5, leading=14)
_SMALL = ParagraphStyle("small", fontName=_PLAIN, fontSize=8.5, leading=12)
_TITLE = ParagraphStyle("title", fontName=_BOLD, fontSize=17, leading=24)
_SUBTITLE = ParagraphStyle("subtitle", fontName=_BOLD, fontSize=11.5, leading=18, spaceBefore=4 * mm)
for _name, _file in _FACES.items():
    # The standard faces of PDF know no letters beyond western Europe's; those of the library lack Hungarian and Polish.
    pdfmetrics.registerFont(TTFont(_name, _file))


def report_pdf(report: NightReport) -> bytes:
    """The report on A4."""
    paper = io.BytesIO()
    title = f"{report.event.name}: the night's report"
    SimpleDocTemplate(
        paper,
        pagesize=A4,
        title=title,
        leftMargin=_MARGIN,
        rightMargin=_MARGIN,
        topMargin=_MARGIN,
        bottomMargin=_MARGIN,
    ).build(
        [
            *_heading(report),
            *_in_short(report),
            *(part for each in report.commodities for part in _sheet(report, each)),
            *_said(report),
            *_signature_lines(),
        ]
    )
    return paper.getvalue()


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


def _heading(report: NightReport) -> Iterator[Flowable]:
    yield Paragraph(escape(report.event.name), _TITLE)
    for line in _facts(report):
        yield Paragraph(escape(line), _NORMAL)
    yield Spacer(1, 5 * mm)


def _sheet(report: NightReport, each: CommodityReport) -> Iterator[Flowable]:
    yield Paragraph(escape(each.name), _SUBTITLE)
    halves = []
    for title, lines, total in _halves(each):
        rows = [[title, ""], *([line.label, _text(report, each, line.amount)] for line in lines)]
        halves.append(
            Table([*rows, ["Together", _text(report, each, total)]], colWidths=[54 * mm, 28 * mm], style=_RULED)
        )
    yield Table([halves], colWidths=[87 * mm, 87 * mm], style=[("VALIGN", (0, 0), (-1, -1), "TOP")])
    yield Paragraph(f"{_DIFFERENCE}: {_text(report, each, each.difference)}", _SMALL)


def _text(report: NightReport, each: CommodityReport, amount: int) -> str:
    return money_text(amount, report.event.currency) if each.is_money else chips_text(amount)


def _in_short(report: NightReport) -> Iterator[Flowable]:
    rows = [
        [each.label, money_text(each.amount, report.event.currency) if each.is_money else chips_text(each.amount)]
        for each in report.summary
    ]
    yield Paragraph("In short", _SUBTITLE)
    yield Table(rows, colWidths=[58 * mm, 30 * mm], hAlign="LEFT", style=_PLAIN_ROWS)


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


def _said(report: NightReport) -> Iterator[Flowable]:
    for title, lines in _papers(report):
        yield Paragraph(title, _SUBTITLE)
        for line in lines:
            yield Paragraph(escape(line), _SMALL)


def _signature_lines() -> Iterator[Flowable]:
    yield Spacer(1, 16 * mm)
    yield Table(
        [["Organiser, date", "", "Second person, date"]],
        colWidths=[80 * mm, 10 * mm, 80 * mm],
        style=_SIGNED_BELOW,
    )
