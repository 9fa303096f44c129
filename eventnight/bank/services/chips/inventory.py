"""The chips themselves: counting them by colour, bringing a table its own, and changing large ones into small ones.

A count is an entry without lines, sealed like every other: it is never edited, and a new one takes its place.
"""

from __future__ import annotations

from engine.units import Chips
from eventnight.bank.chips.chip_set import ChipPieces, chips_in, pieces_text, require_at_bank, require_chip_pieces
from eventnight.bank.chips.colours import FLOOR, Colours, moved
from eventnight.bank.ledger.refs import issuer, tray_chips
from eventnight.bank.models import Commodity, EntryKind
from eventnight.bank.places import ChipPlace
from eventnight.bank.selectors.chips.inventory import RACK, UNDONE_HERE, holder_of, place_of
from eventnight.bank.selectors.chips.rack import colours_out
from eventnight.bank.selectors.ledger.balances import balance_of
from eventnight.bank.selectors.ledger.entries import entry_of
from eventnight.bank.services.ledger.drafts import Draft, Line, Posting, Request
from eventnight.bank.services.ledger.posting import post_entry
from eventnight.bank.services.ledger.reversal import reverse_entry
from eventnight.core.errors import BadRequest, Conflict, NotFound, UserFacingError
from eventnight.core.press import Press
from eventnight.core.presses import counted_once
from eventnight.core.values.formats import chips_text
from eventnight.events.models import Event

MOST_WORDS = 200


@counted_once
def count_chips(*, event: Event, holder: str, pieces: ChipPieces, press: Press) -> Posting:
    """Keep a physical count: how many chips of each colour a holder has, and what the books say at that moment.

    holder: "rack", "fees", an open table's code (its seats and its tray together) or a player's. Nothing moves.

    Raises NotFound: "unknown_holder"; Conflict: "holder_busy"; BadRequest: "chip_pieces".
    Rules: WLIA-1.
    """

    def draft(event: Event) -> Draft:
        require_chip_pieces(event.house_settings.bank.chip_set, pieces)
        found = holder_of(event, holder)
        if found.busy:
            raise Conflict(
                "holder_busy",
                f"{found.name} cannot be counted now: {found.busy}",
                rules=("WLIA-1",),
                holder=holder,
            )
        counted = {str(value): count for value, count in sorted(pieces.items()) if count}
        words = f"{chips_text(chips_in(pieces))} counted, the books say {chips_text(found.books)}"
        return Draft(lines=(), subject=holder, reason=words, rates={"pieces": counted, "books": found.books})

    content = {"holder": holder, "pieces": _content(pieces)}
    return post_entry(Request(event, EntryKind.CHIPS_COUNTED, press, content), draft)


@counted_once
def stock_tray(*, event: Event, place: str, pieces: ChipPieces, press: Press) -> Posting:
    """Carry chips from the rack to a table's tray, those that stay at the tables among them.

    Raises NotFound: "unknown_place"; BadRequest: "chip_pieces", "chips_above_zero"; UserFacingError: "rack_short".
    Rules: WLIA-1, WLIA-4.
    """

    def draft(event: Event) -> Draft:
        bank, chips = event.house_settings.bank, chips_in(pieces)
        require_chip_pieces(bank.chip_set, pieces)
        _require_some(chips)
        table = _require_place(event, place)
        holder = table.code if table.has_own_tray else FLOOR
        _require_in_rack(event, pieces)
        line = Line(issuer(Commodity.CHIPS), tray_chips(table.code), chips)
        return Draft(lines=(line,), subject=table.code, rates={"colours": moved(holder, pieces)})

    content = {"place": place, "pieces": _content(pieces)}
    return post_entry(Request(event, EntryKind.TRAY_FLOAT, press, content), draft)


@counted_once
def make_change(*, event: Event, place: str, brought: ChipPieces, handed: ChipPieces, press: Press) -> Posting:
    """Change chips into chips of equal worth: at a table from its tray, or over the bank's counter.

    place: an open table's code, or "rack". brought: what the player gives. handed: what the player gets. No account
    changes, because nobody is richer afterwards; the colours do.

    Raises NotFound: "unknown_place"; BadRequest: "chip_pieces", "chips_above_zero"; UserFacingError: "change_unequal",
    "not_at_bank", "colour_short", "tray_short", "rack_short".
    Rules: WLIA-1, WLIA-4.
    """

    def draft(event: Event) -> Draft:
        chip_set = event.house_settings.bank.chip_set
        for pieces in (brought, handed):
            require_chip_pieces(chip_set, pieces)
        _require_equal(event, brought, handed)
        given, taken = _content(handed), _content(brought)
        rates = {"brought": taken, "handed": given, "colours": _changed_colours(event, place, brought, handed)}
        words = f"{pieces_text(chip_set, brought)} for {pieces_text(chip_set, handed)}"
        return Draft(lines=(), subject=place, reason=words[:MOST_WORDS], rates=rates)

    content = {"place": place, "brought": _content(brought), "handed": _content(handed)}
    return post_entry(Request(event, EntryKind.CHANGE_MADE, press, content), draft)


@counted_once
def undo_chip_entry(*, event: Event, sequence: int, reason: str, press: Press, may_reverse_any: bool) -> Posting:
    """Reverse a change or the filling of a tray. A count is not undone: another takes its place.

    Raises what `reverse_entry` raises, and UserFacingError("kept_elsewhere") for any other entry.
    """
    entry = entry_of(event.pk, sequence)
    if entry.kind not in UNDONE_HERE:
        raise UserFacingError(
            "kept_elsewhere",
            f'Entry {sequence} is "{entry.get_kind_display()}" and is not undone here. A count is replaced by counting '
            "again; anything else is undone on the page where it was made.",
            sequence=sequence,
            kind=entry.kind,
        )
    return reverse_entry(
        event=event,
        sequence=sequence,
        reason=reason,
        press=press,
        may_reverse_any=may_reverse_any,
    )


def _changed_colours(event: Event, place: str, brought: ChipPieces, handed: ChipPieces) -> Colours:
    if place == RACK:
        chip_set = event.house_settings.bank.chip_set
        require_at_bank(chip_set, brought)
        require_at_bank(chip_set, handed)
        _require_in_rack(event, handed, coming=brought)
        net = _difference(handed, brought)
        return moved(FLOOR, net)
    table = _require_place(event, place)
    if table.has_own_tray:
        net = _difference(brought, handed)
        return {**moved(table.code, net), **moved(FLOOR, net, back=True)}
    chips = balance_of(event.pk, tray_chips(table.code))
    if chips < chips_in(handed):
        raise UserFacingError(
            "tray_short",
            f"The tray of {table.name} holds {chips_text(chips)} and {chips_text(chips_in(handed))} would have to be "
            "handed out first. Change less at a time, or fill the tray.",
            rules=("WLIA-4",),
            has=chips,
            needs=chips_in(handed),
        )
    return {}


def _require_place(event: Event, code: str) -> ChipPlace:
    place = place_of(event.pk, code)
    if place is None:
        raise NotFound(
            "unknown_place",
            f"No open table has the code {code}. Open it first, or choose another from the list of chips.",
            place=code,
        )
    return place


def _require_some(chips: Chips) -> None:
    if chips < 1:
        raise BadRequest("chips_above_zero", "No chips are entered. Enter how many of at least one colour.", chips=0)


def _require_equal(event: Event, brought: ChipPieces, handed: ChipPieces) -> None:
    given, back = chips_in(brought), chips_in(handed)
    _require_some(given)
    if given == back:
        return
    chip_set, gap = event.house_settings.bank.chip_set, abs(given - back)
    fewer = "few" if back < given else "many"
    raise UserFacingError(
        "change_unequal",
        f"For {pieces_text(chip_set, brought)}, worth {chips_text(given)}, the player would get "
        f"{pieces_text(chip_set, handed)}, worth {chips_text(back)}: {chips_text(gap)} too {fewer}. "
        f"Hand out exactly {chips_text(given)}.",
        rules=("WLIA-4",),
        brought=given,
        handed=back,
    )


def _require_in_rack(event: Event, pieces: ChipPieces, coming: ChipPieces | None = None) -> None:
    out = colours_out(event.pk)
    for chip in event.house_settings.bank.chip_set:
        gone = sum(held.get(str(chip.value), 0) for held in out.values())
        there, wanted = chip.owned - gone, pieces.get(chip.value, 0) - (coming or {}).get(chip.value, 0)
        if chip.owned and wanted > 0 and wanted > there:
            raise UserFacingError(
                "rack_short",
                f"The rack should hold {chips_text(max(there, 0))} {chip.colour} {chip.value}, but "
                f"{chips_text(wanted)} are needed. Take other colours, or count the rack and correct in "
                "the set-up how many are owned.",
                rules=("WLIA-1",),
                value=chip.value,
                has=there,
                needs=wanted,
            )


def _difference(first: ChipPieces, second: ChipPieces) -> dict[int, int]:
    return {value: first.get(value, 0) - second.get(value, 0) for value in sorted({*first, *second})}


def _content(pieces: ChipPieces) -> dict[str, int]:
    return {str(value): count for value, count in sorted(pieces.items()) if count}
