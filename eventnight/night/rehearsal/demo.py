"""The demo night: a WLIA evening two and a half hours old, in full swing."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from random import Random

from eventnight.core.actors import Actor
from eventnight.core.roles import Role
from eventnight.events.house_settings import HouseSettings
from eventnight.events.models import ActivityKind, Event, Player
from eventnight.events.services import NewActivity, NewEvent, add_activity, grant_role, invite_staff, open_event
from eventnight.night.rehearsal.acts import calls, chips, door, euchre, holdem, raffle, tables
from eventnight.night.rehearsal.company import Staff, account, make_stage
from eventnight.night.rehearsal.stage import Script, Stage, Tell

CODE = "WLIA-DEMO"
ORGANISER, SECOND = "ruth", "nora"
PASSWORD = "card-night"  # noqa: S105  of the demo's accounts, printed on its first screen
PLAYERS = 48
AT_EUCHRE = 45
PAIRS = 15
"""15 pairs and 15 singles make 22 teams and one reserve."""
A_FLIGHT = 8
AT_THE_WHEEL_FROM = 39
MINUTES_SO_FAR = 150
FLIGHT_MINUTES = 95
FIRST_FLIGHT_AFTER = 35
QUICK = 40
MINUTES_OF_PLAY = (QUICK, 140, 90)
"""The first flight is over soon, so that the next one, which is still played, has come to its later levels."""
CHIPS_OWNED = {5: 1000, 10: 1600, 20: 1700, 50: 2400}
"""Chips of each value."""
STAFF = {
    "nora": Role.ORGANISER,
    "dan": Role.DESK,
    "mia": Role.MATCHES,
    "finn": Role.FLOOR,
    "tess": Role.TABLES,
    "rita": Role.RAFFLE,
}


def play_demo(*, now: datetime, time_zone: str, chance: Random, tell: Tell) -> Event:
    """Play the night through the services up to `now`, where it goes on for real. Returns the event."""
    starts_at = now - timedelta(minutes=MINUTES_SO_FAR)
    starts_at -= timedelta(minutes=starts_at.minute % 5, seconds=starts_at.second, microseconds=starts_at.microsecond)
    new = NewEvent(
        house="wlia",
        starts_at=starts_at,
        code=CODE,
        name="WLIA Scholarship Night",
        place="Lakeside Hall",
        time_zone=time_zone,
        fund_name="Scholarship fund",
    )
    staff = Staff(names=(ORGANISER, SECOND), password=PASSWORD)
    stage = make_stage(new, plan=with_flights, chance=chance, tell=tell, staff=staff)
    stage.pace = timedelta(0)
    floor = _invite_staff(stage)
    _add_flights_to_programme(stage)
    chips.own_chips(stage, CHIPS_OWNED)
    players = door.expect_players(stage, PLAYERS)
    door.sign_up_for_euchre(stage, players[:AT_EUCHRE], pairs=PAIRS)
    buckets = raffle.set_up_raffle(stage)
    open_event(event=stage.event, press=stage.act_now())
    tell(f"{PLAYERS} people arrive")
    stage.play(door.open_doors(stage, players, minutes=28))
    here = door.present(stage)

    tell("Euchre, hold'em, two card tables, roulette and the raffle begin")
    stage.play(
        _bracket(stage),
        _flights(stage, here[: 3 * A_FLIGHT]),
        holdem.keep_clocks(stage),
        _card_table(stage, here[24:32]),
        _card_table(stage, here[32:AT_THE_WHEEL_FROM], game="dealers_choice"),
        _wheel(stage, here[AT_THE_WHEEL_FROM:]),
        _purchases(stage, here, buckets),
        chips.look_after_chips(stage),
        calls.answer_calls(stage, floor),
        until=now,
    )
    euchre.keep_score(stage, stage.event.brackets.get())
    holdem.begin_a_hand(stage, stage.event.holdem_tournaments.get())
    calls.leave_one_open(stage, floor)
    return stage.event


def with_flights(settings: HouseSettings) -> HouseSettings:
    """The same settings, with hold'em in three flights of one table of which two each go on."""
    flights = replace(
        settings.holdem, flights=3, seats_per_table=A_FLIGHT, advancing_count=2, advancing_share=0, final_seats=A_FLIGHT
    )
    return replace(settings, holdem=flights)


def _invite_staff(stage: Stage) -> Actor:
    """Returns who runs the floor."""
    people = {role: account(username, PASSWORD) for username, role in STAFF.items()}
    for username, role in STAFF.items():
        grant_role(event=stage.event, username=username, role=role, press=stage.act_now())
    invite_staff(event=stage.event, name="Iris Cole", role=Role.RAFFLE, press=stage.act_now())
    return Actor.of(people[Role.FLOOR], stage.event)


def _add_flights_to_programme(stage: Stage) -> None:
    titles = [f"Hold'em, flight {number}" for number in (1, 2, 3)] + ["Hold'em final table"]
    for position, title in enumerate(titles):
        starts = stage.now + timedelta(minutes=FIRST_FLIGHT_AFTER + position * FLIGHT_MINUTES)
        new = NewActivity(kind=ActivityKind.HOLDEM, title=title, starts_at=starts)
        add_activity(event=stage.event, new=new, press=stage.act_now())


def _bracket(stage: Stage) -> Script:
    bracket = euchre.draw_euchre(stage)
    yield from euchre.play_euchre(stage, bracket)


def _flights(stage: Stage, players: list[Player]) -> Script:
    tournament = holdem.open_holdem(stage, [players[start : start + A_FLIGHT] for start in (0, 8, 16)])
    yield 5
    for minutes, flight in zip(MINUTES_OF_PLAY, holdem.first_flights(tournament), strict=True):
        yield from holdem.play_flight(stage, flight, minutes=minutes, is_followed=minutes > QUICK)
        yield 5


def _card_table(stage: Stage, players: list[Player], game: str = "holdem") -> Script:
    yield stage.chance.randint(0, 10)
    table = tables.open_card_table(stage, players, game)
    yield from tables.play_hands(stage, table, hands=1_000)


def _wheel(stage: Stage, players: list[Player]) -> Script:
    yield 20
    wheel = tables.open_wheel(stage)
    yield from tables.play_wheel(stage, wheel, players, spins=1_000)


def _purchases(stage: Stage, here: list[Player], buckets: list[str]) -> Script:
    """Re-buys, gifts and tickets all evening; most tickets are placed soon, some wait."""
    while True:
        yield 4
        door.buy_again(stage, stage.pick(here, 1), most=2)
        raffle.sell_lots(stage, stage.pick(here, stage.chance.choice((0, 1))), most=2)
        raffle.redeem(stage, stage.pick(here[:AT_THE_WHEEL_FROM], 1))
        raffle.place(stage, stage.pick(here, 6), buckets)
        door.give(stage, stage.pick(here, stage.chance.choice((0, 0, 0, 1))))
