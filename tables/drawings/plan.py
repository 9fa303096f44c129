"""A table seen from above while a hand is played: seats with cards and bets, the button, the board and the pot."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from eventnight.core.drawings.markup import tag, text_of
from tables.drawings.cards import BACK, face_of
from tables.drawings.measures import CARD_SHAPE, Box, Measures, Spot

BOARD_CARDS = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Pod:
    """A seat as it is drawn. name, short: who sits there, the short one where room is narrow. stack: what is behind,
    as text. state: "in", "act", "allin", "fold" or "free". bet: chips before the seat. cards: as text, "back" face
    down. says: what a screen reader adds. href: where a tap leads.
    """

    number: int
    name: str
    short: str = ""
    stack: str = ""
    state: str = "in"
    bet: str = ""
    cards: tuple[str, ...] = ()
    says: str = ""
    href: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TablePlan:
    """A table. seats: how many it has; pods: those that are drawn. pots: words and chips, the main pot first. board:
    cards as text, None in a game without one. button: its seat.
    """

    says: str
    seats: int
    pods: tuple[Pod, ...]
    pots: tuple[tuple[str, str], ...] = ()
    board: tuple[str, ...] | None = None
    button: int | None = None


@dataclass(frozen=True, slots=True)
class Laid:
    """What lies on the table, each with what it fills."""

    pods: dict[int, Box] = field(default_factory=dict)
    cards: dict[int, list[Box]] = field(default_factory=dict)
    bets: dict[int, Box] = field(default_factory=dict)
    button: Box | None = None
    board: Box | None = None
    pots: list[Box] = field(default_factory=list)


def lay(plan: TablePlan, measures: Measures) -> Laid:
    """Everything of a table in its place."""
    laid = Laid(
        button=_button_box(plan, measures),
        board=_board_box(measures) if plan.board is not None else None,
        pots=_pot_boxes(plan, measures),
    )
    for pod in plan.pods:
        spot = measures.spots[pod.number - 1]
        laid.pods[pod.number] = spot.pod
        if pod.cards:
            laid.cards[pod.number] = list(_card_boxes(pod.cards, spot, measures))
        if pod.bet:
            laid.bets[pod.number] = _bet_box(pod, spot, measures, has_button=pod.number == plan.button)
    return laid


def draw_table(plan: TablePlan, measures: Measures) -> str:
    """The table as SVG. What is drawn of a seat is told in one name."""
    laid = lay(plan, measures)
    head = min([0.0, *(box.y for boxes in laid.cards.values() for box in boxes)])
    head -= 6
    shapes = [*_felt(measures), *_empty_places(plan, measures)]
    shapes += _board(plan, measures)
    shapes += _pots(plan, laid.pots, measures)
    for pod in plan.pods:
        shapes += _pod(pod, laid, measures, is_button=pod.number == plan.button)
    if laid.button is not None:
        x, y, radius = laid.button.x + measures.disc, laid.button.y + measures.disc, measures.disc
        letter = tag("text", "D", class_="disc-letter", x=x, y=y + measures.letter * 0.33)
        shapes.append(tag("g", tag("circle", class_="disc", cx=x, cy=y, r=radius), letter, aria_hidden="true"))
    for pod in plan.pods:
        if pod.bet:
            shapes.append(_bet(pod.bet, laid.bets[pod.number], measures))
    return tag(
        "svg",
        *shapes,
        class_=f"table-plan table-{measures.kind}",
        viewbox=f"0 {head:g} {measures.width:g} {measures.height - head + 6:g}",
        font_size=measures.letter,
        role="group",
        aria_label=plan.says,
    )


def _felt(measures: Measures) -> Iterator[str]:
    felt, rim, inset = measures.felt, measures.letter * 0.62, measures.letter * 1.5
    yield _rect(
        "rail", Box(felt.x - rim, felt.y - rim, felt.width + 2 * rim, felt.height + 2 * rim), measures.round + rim
    )
    yield _rect("felt-top", felt, measures.round)
    inner = Box(felt.x + inset, felt.y + inset, felt.width - 2 * inset, felt.height - 2 * inset)
    yield _rect("felt-ring", inner, max(measures.round - inset, 0))


def _empty_places(plan: TablePlan, measures: Measures) -> Iterator[str]:
    """Where nobody is in the hand: the numbers of the seats, so that the others are found."""
    drawn = {pod.number for pod in plan.pods}
    for number, spot in enumerate(measures.spots, start=1):
        if number not in drawn:
            x, y = spot.pod.x + spot.pod.width / 2, spot.pod.y + spot.pod.height / 2
            circle = tag("circle", cx=x, cy=y, r=measures.letter)
            word = tag("text", str(number), x=x, y=y + measures.letter * 0.33)
            yield tag("g", circle, word, class_="place-empty", aria_hidden="true")


def _rect(kind: str, box: Box, rounded: float) -> str:
    return tag("rect", class_=kind, x=box.x, y=box.y, width=box.width, height=box.height, rx=rounded)


# Board and pot


def _board_box(measures: Measures) -> Box:
    return measures.board._replace(width=measures.board.width + (BOARD_CARDS - 1) * measures.board_step)


def _board(plan: TablePlan, measures: Measures) -> Iterator[str]:
    if plan.board is None:
        return
    first, shapes = measures.board, []
    for place in range(max(BOARD_CARDS, len(plan.board))):
        box = first._replace(x=first.x + place * measures.board_step)
        if place < len(plan.board):
            shapes.append(_card(plan.board[place], box, is_large=True))
        else:
            shapes.append(_rect("pc-slot", box, box.width * 0.1))
    spoken = ", ".join(face_of(card).spoken for card in plan.board) or "no cards yet"
    yield tag("g", *shapes, class_="board", role="img", aria_label=f"Board: {spoken}")


def _pot_boxes(plan: TablePlan, measures: Measures) -> list[Box]:
    if not plan.pots:
        return []
    height = measures.letter * 2.35
    bottom = measures.board.y - measures.letter * 0.45
    if plan.board is None:
        bottom = measures.height / 2 + height / 2
    width = min(measures.letter * 6.4, measures.pot_room / len(plan.pots))
    left = measures.middle - width * len(plan.pots) / 2
    return [Box(left + width * place, bottom - height, width, height) for place in range(len(plan.pots))]


def _pots(plan: TablePlan, boxes: Sequence[Box], measures: Measures) -> Iterator[str]:
    many = " pots" if len(plan.pots) > 1 else ""
    for (word, chips), box in zip(plan.pots, boxes, strict=True):
        x = box.x + box.width / 2
        words = tag("text", text_of(word), class_="pot-word", x=x, y=box.y + measures.letter * 0.7)
        figure = tag("text", text_of(chips), class_="pot", x=x, y=box.bottom)
        yield tag("g", words, " ", figure, class_=f"pot-part{many}", role="img", aria_label=f"{word} {chips}")


# A seat, its cards, its bet, the button


def _pod(pod: Pod, laid: Laid, measures: Measures, *, is_button: bool) -> Iterator[str]:
    box, letter = laid.pods[pod.number], measures.letter
    cards = [
        _card(card, place, is_large=False)
        for card, place in zip(pod.cards, laid.cards.get(pod.number, ()), strict=False)
    ]
    shapes = list(cards)
    if pod.state == "act":
        shapes.append(_rect("halo", Box(box.x - 4, box.y - 4, box.width + 8, box.height + 8), box.height / 5 + 4))
    middle = box.x + box.width / 2
    name = pod.name if len(pod.name) <= measures.name_letters or not pod.short else pod.short
    shapes += [
        _rect("pod-box", box, box.height / 5),
        tag("text", str(pod.number), class_="pod-no", x=box.x + letter * 0.5, y=box.y + letter * 1.05),
        " ",
        tag(
            "text",
            text_of(_fitted(name, measures.name_letters)),
            class_="pod-name",
            x=middle + letter * 0.25,
            y=box.y + box.height * (0.41 if pod.stack else 0.6),
        ),
        " ",
    ]
    if pod.stack:
        shapes.append(tag("text", text_of(pod.stack), class_="pod-stack", x=middle, y=box.y + box.height * 0.81))
    said = _spoken(pod, is_button=is_button)
    kind = f"pod pod-{pod.state}"
    if pod.href:
        current = "true" if pod.state == "act" else None
        yield tag("a", *shapes, class_=kind, href=pod.href, aria_label=said, aria_current=current)
    else:
        yield tag("g", *shapes, class_=kind, role="img", aria_label=said)


def _spoken(pod: Pod, *, is_button: bool) -> str:
    told = [f"Seat {pod.number}", pod.name, pod.stack, f"bet {pod.bet}" if pod.bet else "", pod.says]
    told.append("button" if is_button else "")
    told += [face_of(card).spoken for card in pod.cards if card != BACK]
    return ", ".join(filter(None, told))


def _fitted(name: str, letters: int) -> str:
    return name if len(name) <= letters else name[: letters - 1].rstrip() + "…"


def _card_boxes(cards: Sequence[str], spot: Spot, measures: Measures) -> Iterator[Box]:
    """One beside the other above a seat, over each other where they are many; their lower edge is behind the seat."""
    widths = [measures.back if card == BACK else measures.face for card in cards]
    tuck = measures.letter * (0.5 if max(widths) == measures.back else 0.35)
    pod, inset = spot.pod, measures.letter * 0.55
    most = pod.width - 2 * inset
    steps = [width * 0.9 for width in widths[:-1]]
    fits = min(1.0, (most - widths[-1]) / sum(steps)) if steps else 1.0
    offsets = [sum(steps[:place]) * fits for place in range(len(widths))]
    left = pod.x + inset if spot.hand > 0 else pod.right - inset - offsets[-1] - widths[-1]
    for width, offset in zip(widths, offsets, strict=True):
        height = width * CARD_SHAPE
        yield Box(left + offset, pod.y + tuck - height, width, height)


def _bet_box(pod: Pod, spot: Spot, measures: Measures, *, has_button: bool) -> Box:
    beside = 2 * measures.disc + measures.letter * 0.2 if has_button else 0.0
    return _mark(spot, measures, _bet_width(pod.bet, measures), measures.bet_height, beside)


def _button_box(plan: TablePlan, measures: Measures) -> Box | None:
    if plan.button is None or plan.button > len(measures.spots):
        return None
    across = 2 * measures.disc
    return _mark(measures.spots[plan.button - 1], measures, across, across, 0)


def _mark(spot: Spot, measures: Measures, width: float, height: float, beside: float) -> Box:
    """Where a mark of a seat lies: the button first, the bet beside it."""
    pod, gap = spot.pod, measures.letter * 0.3
    if spot.is_beside:
        start = pod.right + gap if spot.hand > 0 else measures.width - pod.x + gap
    elif spot.hand > 0:
        start = max(pod.x + gap, measures.row_marks)
    else:
        start = max(measures.width - pod.right + gap, measures.row_marks)
    start += beside
    left = start if spot.hand > 0 else measures.width - start - width
    return Box(left, spot.marks - height / 2, width, height)


def _bet_width(bet: str, measures: Measures) -> float:
    figures = sum(0.27 if each == "," else 0.53 for each in bet)
    return measures.letter * (figures + 1 + (1.35 if _has_chip(bet) else 0))


MOST_BESIDE_CHIP = 3


def _has_chip(bet: str) -> bool:
    return len(bet) <= MOST_BESIDE_CHIP


def _bet(bet: str, box: Box, measures: Measures) -> str:
    shapes = [_rect("", box, box.height / 2)]
    start, across = box.x + measures.letter * 0.35, measures.letter * 1.3
    middle = box.x + box.width / 2
    if _has_chip(bet):
        chip = tag("use", href="#chip", width=40, height=40)
        top = box.y + (box.height - across) / 2
        shapes.append(
            tag("g", chip, class_="chip-red", transform=f"translate({start:.2f} {top:.2f}) scale({across / 40:.3f})")
        )
        middle = start + across + (box.right - start - across) / 2 - measures.letter * 0.1
    shapes.append(tag("text", text_of(bet), x=middle, y=box.y + box.height / 2 + measures.letter * 0.37))
    return tag("g", *shapes, class_="bet", aria_hidden="true")


def _card(card: str, box: Box, *, is_large: bool) -> str:
    if card == BACK:
        edge = box.width * 0.1
        inner = Box(box.x + edge, box.y + edge, box.width - 2 * edge, box.height - 2 * edge)
        return tag("g", _rect("", box, edge), _rect("pc-in", inner, edge / 2), class_="pc pc-back")
    face = face_of(card)
    across = box.width * (0.54 if is_large else 0.42)
    at = (box.x + box.width * 0.12, box.y + box.height * (0.33 if is_large else 0.36))
    rank = tag("text", text_of(face.rank), x=at[0], y=at[1], font_size=box.width * 0.5)
    left, top = (box.right - across * 1.1, box.bottom - across * 1.1) if is_large else (box.x + 2, at[1] + 1.5)
    suit = tag("use", href=f"#{face.suit}", x=left, y=top, width=across, height=across)
    return tag("g", _rect("", box, box.width * 0.1), rank, suit, class_=f"pc pc-{face.suit}")
