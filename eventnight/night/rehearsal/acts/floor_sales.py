"""What a flight sells on a real night, who comes back after going out, and its chips coloured up."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.cards import parse_cards
from engine.units import Chips
from eventnight.events.models import Player
from eventnight.night.rehearsal.acts.floor import Floor
from eventnight.night.rehearsal.stage import Stage
from tournaments.models import PurchaseKind
from tournaments.selectors.clock.clock_view import clock_view
from tournaments.selectors.flight.offers import offers_of, takes_entries
from tournaments.selectors.flight.races import RaceCount, dealt_cards, retiring
from tournaments.selectors.flight.tournaments import flight_view
from tournaments.services.flight.flight_entries import enter_flight
from tournaments.services.flight.purchases import sell_stack, undo_purchase
from tournaments.services.flight.races import color_up_table, undo_color_up

SALE_ONE_IN = 5
KEPT_ONE_IN = 5
UNDONE_ONE_IN = 6
COMES_BACK_ONE_IN = 3


def sell(floor: Floor) -> None:
    """Whatever is sold now is bought by somebody now and then; some think better of it."""
    stage, flight = floor.stage, floor.flight
    for offer in offers_of(flight, flight_view(flight, stage.now)):
        if not stage.happens(SALE_ONE_IN if offer.kind == PurchaseKind.REBUY else 1):
            continue
        code = stage.chance.choice(sorted(floor.stacks))
        facts: dict[str, Any] = {"flight": flight, "player_code": code, "kind": offer.kind}
        if stage.happens(KEPT_ONE_IN):
            floor.outbox.keep(offer.kind, sell_stack, counted=_sold(stage, offer.price), **facts)
            floor.outbox.send()
            continue
        sold = stage.try_to(sell_stack, **facts, press=stage.press())
        if sold is None:
            continue
        _sold(stage, sold.paid)()
        stage.note(f"{offer.kind.label.lower()}s sold")
        if stage.happens(UNDONE_ONE_IN) and floor.stacks[code] > sold.chips:
            undo_purchase(
                flight=flight, purchase_id=sold.pk, may_reverse_any=True, press=stage.press().signed_by(stage.second)
            )
            stage.note("sales undone")
            stage.taken -= sold.paid


def _sold(stage: Stage, paid: int) -> Callable[[], None]:
    """What follows from a sale: the money is in the till."""

    def counted() -> None:
        stage.taken += paid

    return counted


def come_back(floor: Floor) -> None:
    """Somebody who is out enters again, as long as that is allowed."""
    stage, flight = floor.stage, floor.refresh()
    if flight.decided_at or not stage.happens(COMES_BACK_ONE_IN):
        return
    if flight.is_final or not takes_entries(flight, clock_view(flight, stage.now)):
        return
    gone = Player.objects.filter(flight_entries__flight=flight).exclude(code__in=floor.stacks).distinct()
    allowed = [player for player in gone.order_by("code") if _may_come_back(floor, player)]
    if not allowed:
        return
    player = stage.chance.choice(allowed)
    if stage.try_to(enter_flight, player=player, flight=flight, press=stage.press()) is not None:
        stage.note("re-entries")
        stage.taken += flight.tournament.entry_price


def _may_come_back(floor: Floor, player: Player) -> bool:
    return floor.flight.entries.filter(player=player).count() <= floor.flight.tournament.re_entries


def color_up(floor: Floor) -> None:
    """The smallest chip that no blind needs any more leaves every table, raced for card by card."""
    stage, flight = floor.stage, floor.flight
    values = [chip.value for chip in stage.event.house_settings.bank.chip_set]
    chips = retiring(flight_view(flight, stage.now), values)
    if chips is None or chips[1] <= floor.unit:
        return
    small, large = (Chips(value) for value in chips)
    floor.count()
    for table in sorted(floor.tables()):
        if not flight.races.filter(table_number=table, small=small, undone_at__isnull=True).exists():
            _race(floor, table, small, large)
            if stage.happens(UNDONE_ONE_IN):
                last = flight.races.get(table_number=table, small=small, undone_at__isnull=True)
                undo_color_up(flight=flight, race_id=last.pk, press=stage.press())
                stage.note("colour-ups undone")
                _race(floor, table, small, large)
    floor.unit = large


def _race(floor: Floor, table: int, small: Chips, large: Chips) -> None:
    stage, flight = floor.stage, floor.refresh()
    view = flight_view(flight, stage.now)
    sitting = [entry for entry in view.still_in if entry.table == table]
    pieces = {entry.player_code: entry.chips % large // small for entry in sitting}
    counted = RaceCount(table=table, small=small, large=large, stacks=pieces)
    dealt = dealt_cards(view, counted, stage.seed())
    cards = {code: parse_cards(text) for code, text in dealt.items()}
    race = color_up_table(flight=flight, counted=counted, cards=cards, press=stage.press())
    stage.note("colour-ups")
    stage.note("colour-ups with a race", bool(sum(pieces.values())))
    if abs(race.drift) * 2 > large + 2 * large * len(sitting):
        stage.broken.append(f"{flight}, table {table}: a colour-up changed the chips in play by {race.drift}.")
