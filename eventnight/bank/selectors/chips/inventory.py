"""Where the chips are: every holder with what the books say and what was counted last, and the night by colour."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Max

from engine.units import Chips
from eventnight.bank.chips.chip_set import ColourCount
from eventnight.bank.chips.colours import STACKS
from eventnight.bank.ledger.refs import house_chips, player_chips
from eventnight.bank.models import Account, Commodity, Entry, EntryKind, OwnerKind, Transfer
from eventnight.bank.places import ChipPlace, chip_places
from eventnight.bank.selectors.chips.rack import RackColour, colours_out, rack_colours
from eventnight.bank.selectors.ledger.actors import actor_labels
from eventnight.bank.selectors.ledger.balances import balance_of
from eventnight.core.errors import NotFound, UserFacingError
from eventnight.core.values.formats import chips_text
from eventnight.events.models import Event, Player

RACK = "rack"
FEES = "fees"
PLAYERS_SHOWN = 8
INVENTORY_KINDS = (EntryKind.CHIPS_COUNTED, EntryKind.CHANGE_MADE, EntryKind.TRAY_FLOAT, EntryKind.TRAY_RETURN)
"""Entries that move or count chips of the tables and the rack."""

UNDONE_HERE = frozenset({EntryKind.CHANGE_MADE, EntryKind.TRAY_FLOAT})


@dataclass(frozen=True, slots=True)
class ChipCount:
    """A physical count: its entry, who made it and when, the chips by colour, their worth, and what the books said."""

    sequence: int
    at: datetime
    by: str
    pieces: dict[int, int]
    worth: Chips
    books: Chips

    @property
    def difference(self) -> int:
        """Above zero: more was there than the books say."""
        return self.worth - self.books

    @property
    def difference_words(self) -> str:
        """ "20 too few"."""
        return f"{chips_text(abs(self.difference))} too {'many' if self.difference > 0 else 'few'}"


@dataclass(frozen=True, slots=True)
class ChipHolder:
    """Somebody or something that holds chips. kind: rack, table, fees or player. books: what should be there now.

    busy: why it cannot be counted now. has_own_tray: see ``ChipPlace``.
    """

    kind: str
    code: str
    name: str
    books: Chips
    last: ChipCount | None = None
    busy: str = ""
    has_own_tray: bool = False

    @property
    def moved_since(self) -> int:
        """How much the books have changed since the count."""
        return self.books - self.last.books if self.last else 0

    def age(self, now: datetime) -> timedelta:
        """How old the count is."""
        return now - self.last.at if self.last else timedelta()


@dataclass(frozen=True, slots=True)
class ColourTotal:
    """One colour over the night: the rack by the books, how many the last counts of all holders found, and how many
    tournament stacks hold by the books.
    """

    rack: RackColour
    found: int
    in_stacks: int

    @property
    def missing(self) -> int:
        """Owned and in no count: not counted yet, or lost. Below zero: found and never owned."""
        return self.rack.chip.owned - self.found - self.in_stacks


@dataclass(frozen=True, slots=True)
class Inventory:
    """All chips of a night. owned: what all of them are worth. uncounted: holders of chips that nobody has counted."""

    colours: tuple[ColourTotal, ...]
    holders: tuple[ChipHolder, ...]
    players: tuple[ChipHolder, ...]
    owned: Chips
    uncounted: int

    @property
    def short(self) -> tuple[RackColour, ...]:
        return tuple(total.rack for total in self.colours if total.rack.is_short)


def inventory(event: Event, players: Iterable[Player] | None = None) -> Inventory:
    """Every holder of chips. players: whose lines to show; None for those with a count and the largest holders.

    However many they are: seven queries.
    """
    counts, colours, out = last_counts(event.pk), rack_colours(event), colours_out(event.pk)
    held = _held(event.pk)
    fixed = [
        ChipHolder(RACK, RACK, "Bank rack", _rack_worth(colours), counts.get(RACK)),
        *_places(event.pk, held, counts),
        ChipHolder(FEES, FEES, "Table fees", Chips(held[OwnerKind.HOUSE][FEES]), counts.get(FEES)),
    ]
    is_counted = event.house_settings.bank.counts_chips
    fixed = [
        each for each in fixed if each.kind == "table" or each.books or each.last or (is_counted and each.kind == RACK)
    ]
    pockets = held[OwnerKind.PLAYER]
    shown = _players_shown(event, players, pockets, counts)
    found: Counter[int] = Counter()
    for count in counts.values():
        found.update(count.pieces)
    stacks = out.get(STACKS, {})
    holding = {code for code, chips in pockets.items() if chips} | {each.code for each in fixed if each.books}
    return Inventory(
        colours=tuple(
            ColourTotal(colour, found[colour.chip.value], stacks.get(str(colour.chip.value), 0)) for colour in colours
        ),
        holders=tuple(fixed),
        players=tuple(
            ChipHolder("player", each.code, each.person.full_name, Chips(pockets[each.code]), counts.get(each.code))
            for each in shown
        ),
        owned=Chips(sum(colour.chip.owned * colour.chip.value for colour in colours)),
        uncounted=len(holding - counts.keys()),
    )


def holder_of(event: Event, code: str) -> ChipHolder:
    """The holder of that code: "rack", "fees", an open table's or a player's.

    Raises NotFound: "unknown_holder"; UserFacingError: "rack_unknown".
    """
    counts = last_counts(event.pk, [code])
    if code == RACK:
        if not event.house_settings.bank.counts_chips:
            raise UserFacingError(
                "rack_unknown",
                "Nobody has said how many chips there are, so the rack has nothing to be compared with. Enter the "
                "number owned of each colour in the set-up, under Chips and prices.",
                rules=("WLIA-1",),
            )
        return ChipHolder(RACK, RACK, "Bank rack", _rack_worth(rack_colours(event)), counts.get(RACK))
    if code == FEES:
        fees = Chips(balance_of(event.pk, house_chips()))
        return ChipHolder(FEES, FEES, "Table fees", fees, counts.get(FEES))
    for place in _places(event.pk, _held(event.pk), counts):
        if place.code == code:
            return place
    player = Player.objects.filter(event=event, code=code).select_related("person").first()
    if player is None:
        raise NotFound(
            "unknown_holder",
            f"Nothing called {code} holds chips here: no open table and no player has that code. Go back to the chips "
            "and choose from the list.",
            holder=code,
        )
    held = Chips(balance_of(event.pk, player_chips(code)))
    return ChipHolder("player", code, player.person.full_name, held, counts.get(code))


def place_of(event_id: int, code: str) -> ChipPlace | None:
    """The open table of that code."""
    return next((place for place in chip_places(event_id) if place.code == code), None)


def last_counts(event_id: int, holders: Iterable[str] | None = None) -> dict[str, ChipCount]:
    """The newest count of each holder, by its code: two queries, one more for the names of who counted."""
    found = Entry.objects.filter(event_id=event_id, kind=EntryKind.CHIPS_COUNTED)
    if holders is not None:
        found = found.filter(subject__in=list(holders))
    newest = found.order_by().values("subject").annotate(last=Max("id")).values("last")
    rows = list(Entry.objects.filter(pk__in=newest))
    labels = actor_labels({row.actor_code for row in rows}, event_id)
    return {row.subject: count_of(row, labels) for row in rows}


def count_of(entry: Entry, labels: dict[str, str]) -> ChipCount:
    """What an entry of a count says. labels: people by their codes."""
    pieces = {int(value): count for value, count in entry.rates["pieces"].items()}
    worth = Chips(sum(value * count for value, count in pieces.items()))
    books = Chips(entry.rates["books"])
    return ChipCount(entry.sequence, entry.at, labels.get(entry.actor_code, ""), pieces, worth, books)


def stock_of(event: Event, code: str) -> list[ColourCount]:
    """The colours of a tray of its own, or of the rack: the largest first, all of the chip set."""
    chips = sorted(event.house_settings.bank.chip_set, key=lambda chip: -chip.value)
    if code == RACK:
        racks = {colour.chip.value: colour.rack for colour in rack_colours(event)}
        return [ColourCount(chip.colour, chip.value, racks[chip.value]) for chip in chips if chip.owned]
    own = colours_out(event.pk).get(code, {})
    return [ColourCount(chip.colour, chip.value, own.get(str(chip.value), 0)) for chip in chips]


def color_up_drift(event_id: int) -> dict[str, Chips]:
    """How much more chips and tournament chips are worth since small ones were changed up, by commodity, undone changes
    taken off. Rules: WAS-6.
    """
    drift = {commodity: Chips(0) for commodity in (Commodity.CHIPS.value, Commodity.TOURNAMENT_CHIPS.value)}
    lines = Transfer.objects.filter(
        event_id=event_id, entry__kind=EntryKind.COLOR_UP, entry__reversed_by__isnull=True
    ).values_list("commodity", "from_account__owner_kind", "amount")
    for commodity, giver, amount in lines:
        drift[commodity] = Chips(drift[commodity] + (amount if giver == OwnerKind.ISSUER else -amount))
    return drift


def count_sentence(holder: ChipHolder, count: ChipCount) -> str:
    """What a count found, in a sentence with the way out."""
    if not count.difference:
        return f"{holder.name}: {chips_text(count.worth)} counted, as the books say."
    return (
        f"{holder.name}: {chips_text(count.worth)} counted, the books say {chips_text(count.books)}: "
        f"{count.difference_words}. Count again, or look for an entry that is wrong or missing; a new count takes the "
        "place of this one."
    )


def _held(event_id: int) -> dict[str, Counter[str]]:
    held: dict[str, Counter[str]] = {kind: Counter() for kind in OwnerKind}
    rows = Account.objects.filter(event_id=event_id, commodity=Commodity.CHIPS, balance__isnull=False)
    for kind, code, balance in rows.values_list("owner_kind", "code", "balance"):
        held[kind][code] = balance or 0
    return held


def _places(event_id: int, held: dict[str, Counter[str]], counts: dict[str, ChipCount]) -> list[ChipHolder]:
    at_seats: Counter[str] = Counter()
    for seat, chips in held[OwnerKind.SEAT].items():
        at_seats[seat.rpartition("-")[0]] += chips
    return [
        ChipHolder(
            "table",
            place.code,
            place.name,
            Chips(at_seats[place.code] + held[OwnerKind.TRAY][place.code]),
            counts.get(place.code),
            place.busy,
            place.has_own_tray,
        )
        for place in chip_places(event_id)
    ]


def _rack_worth(colours: list[RackColour]) -> Chips:
    return Chips(sum(colour.rack * colour.chip.value for colour in colours if colour.is_counted))


def _players_shown(
    event: Event, players: Iterable[Player] | None, pockets: Counter[str], counts: dict[str, ChipCount]
) -> list[Player]:
    if players is not None:
        return list(players)
    largest = [code for code, chips in pockets.most_common(PLAYERS_SHOWN) if chips]
    codes = [code for code in counts if code in pockets and code not in largest] + largest
    return list(Player.objects.filter(event=event, code__in=codes).select_related("person").order_by("code"))
