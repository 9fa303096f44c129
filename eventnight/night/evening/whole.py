"""A whole evening from the doors to the fund, whatever the house."""

from __future__ import annotations

from dataclasses import replace

from eventnight.bank.selectors import till_holds
from eventnight.bank.services import close_till
from eventnight.bank.till_count import Cheques
from eventnight.events.house_settings import HouseSettings
from eventnight.events.models import ActivityKind, Player
from eventnight.events.services import close_event, open_event
from eventnight.night.evening import door, euchre, holdem, raffle, tables
from eventnight.night.evening.stage import Script, Stage

FLIGHTS = 3
HANDS = 40
SPINS = 25
SHARE_AT_EUCHRE = 0.6
SHARE_IN_PAIRS = 0.35
MOST_IN_A_FLIGHT = 64


def with_flights(settings: HouseSettings) -> HouseSettings:
    """The same settings, with hold'em in three flights of eight to a table of which two each go on."""
    flights = replace(
        settings.holdem, flights=FLIGHTS, seats_per_table=8, advancing_count=2, advancing_share=0, final_seats=8
    )
    return replace(settings, holdem=flights)


def play_evening(stage: Stage, players: int) -> None:
    """Everything the programme has, for that many players, and a hold'em tournament in flights."""
    kinds = {activity.kind for activity in stage.event.activities.all()}
    expected = door.expect_players(stage, players)
    at_euchre = expected[: int(players * SHARE_AT_EUCHRE)] if ActivityKind.EUCHRE in kinds else []
    door.sign_up_for_euchre(stage, at_euchre, pairs=int(len(at_euchre) * SHARE_IN_PAIRS))
    buckets = raffle.set_up_raffle(stage) if ActivityKind.RAFFLE in kinds else []
    open_event(event=stage.event, by=stage.by, now=stage.now)

    stage.tell(f"Doors: {players} people")
    stage.play(door.open_doors(stage, expected, minutes=45))
    here = door.present(stage)

    stage.tell("Play: " + ", ".join(sorted(kinds | {ActivityKind.HOLDEM})))
    stage.play(*_activities(stage, here, kinds), _purchases(stage, here, has_raffle=bool(buckets)))

    if buckets:
        stage.tell("Raffle: chips in, tickets placed, draw")
        raffle.redeem(stage, here, everything=True)
        raffle.place(stage, here, buckets)
        stage.play(raffle.draw_all(stage))
    _close(stage)


def _activities(stage: Stage, here: list[Player], kinds: set[str]) -> list[Script]:
    scripts = [_tournament(stage, here)]
    if ActivityKind.EUCHRE in kinds:
        scripts.append(_bracket(stage))
    if ActivityKind.TABLES in kinds:
        seats = stage.event.house_settings.tables.seats
        scripts += [_card_table(stage, here[:seats]), _card_table(stage, here[seats : 2 * seats])]
    if ActivityKind.ROULETTE in kinds:
        scripts.append(_wheel(stage, here))
    return scripts


def _bracket(stage: Stage) -> Script:
    bracket = euchre.draw_euchre(stage)
    yield from euchre.play_euchre(stage, bracket)
    stage.tell(f"Euchre: {bracket.entries} teams have their champion")


def _tournament(stage: Stage, here: list[Player]) -> Script:
    number = stage.event.house_settings.holdem.flights
    entrants = stage.pick(here, number * MOST_IN_A_FLIGHT)
    tournament = holdem.open_holdem(stage, [entrants[each::number] for each in range(number)])
    for flight in holdem.first_flights(tournament):
        yield from holdem.play_flight(stage, flight)
        stage.tell(f"{flight.name}: bagged")
    yield from holdem.play_final(stage, tournament)
    stage.tell(f"Hold'em: {len(entrants)} entries have their winner")


def _card_table(stage: Stage, players: list[Player]) -> Script:
    table = tables.open_card_table(stage, players)
    yield from tables.play_hands(stage, table, HANDS)
    tables.close_card_table(stage, table)
    stage.tell(f"{table}: closed")


def _wheel(stage: Stage, here: list[Player]) -> Script:
    wheel = tables.open_wheel(stage)
    yield from tables.play_wheel(stage, wheel, here, SPINS)
    tables.close_wheel(stage, wheel)
    stage.tell(f"{wheel}: closed")


def _purchases(stage: Stage, here: list[Player], *, has_raffle: bool) -> Script:
    """All through the evening some buy chips again, give, and buy tickets for money."""
    for _ in range(len(here) // 4):
        yield 3
        door.buy_again(stage, stage.pick(here, 1), most=2)
        door.give(stage, stage.pick(here, stage.chance.choice((0, 0, 1))))
        if has_raffle:
            raffle.sell_lots(stage, stage.pick(here, 1), most=2)


def _close(stage: Stage) -> None:
    held = till_holds(stage.event.pk, "T1")
    close_till(
        event=stage.event,
        till="T1",
        counted=held.cash,
        cheques=Cheques(held.cheque_number, held.cheques),
        card=held.card,
        by=stage.by,
        request_id=stage.key(),
        now=stage.now,
    )
    close_event(event=stage.event, by=stage.by, now=stage.now)
    stage.tell("Till counted, night closed")
