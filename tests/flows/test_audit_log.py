"""The audit log's page: sentences with names and amounts, filters that combine, moves of a hand in one line."""

from __future__ import annotations

import re
from uuid import uuid4

import pytest
from django.test import Client

from engine.units import Cents
from eventnight.bank.services import give_first_stack, reverse_entry, sell_rebuy
from eventnight.core.actors import SYSTEM, Actor
from eventnight.core.audit import audit_log, record
from eventnight.core.press import Press
from eventnight.core.roles import Role
from eventnight.events.models import Event
from eventnight.events.services import PlayerChanges, rename_player, withdraw_player
from eventnight.night.selectors.audit.lines import log_hours
from eventnight.night.selectors.audit.records import Chosen, audit_records
from eventnight.night.selectors.audit.sentences.catalogue import EUCHRE_HANDS, SENTENCES
from tests.answers import shown_text
from tests.bank.nights import Night
from tests.factories import NOW, make_event, make_player, make_staff
from tests.flows.full_night import full_night, open_night
from tests.flows.recorded import recorded_actions
from tests.flows.test_night_staff import as_role
from tests.tables.evening import open_table, seat_people
from tests.tournaments.nights import decide, drawn_bracket, match_of
from tournaments.services.bracket.matches import call_match
from tournaments.services.bracket.results.result_undo import undo_result

pytestmark = pytest.mark.django_db


def lines_of(event: Event, **chosen: str) -> list[str]:
    """The sentences that the page shows, newest first, with reasons."""
    hours = log_hours(event, list(audit_records(event, Chosen(**chosen))), is_folded=not chosen.get("hand"))
    told = [
        f"{line.who} {''.join(part.text for part in line.words)}{f' “{line.reason}”' if line.reason else ''}"
        for hour in hours
        for line in hour.lines
    ]
    return [" ".join(line.split()) for line in told]


def a_night_with_sales() -> Night:
    """Alma has two re-buys, of which the second was typed twice; Bo has one."""
    night = Night()
    for name in ("Alma Castle", "Bo Hale"):
        night.codes.append(make_player(night.event, name, checked_in=True).code)
    night.post(sell_rebuy, player_code=night.codes[0], paid=Cents(1000))
    night.post(sell_rebuy, player_code=night.codes[0], paid=Cents(1000))
    night.post(reverse_entry, sequence=2, reason="typed twice", may_reverse_any=True)
    night.post(sell_rebuy, player_code=night.codes[1], paid=Cents(2000))
    return night


def test_what_one_press_did_is_one_line_and_another_press_of_the_same_moment_is_its_own():
    event = open_night()
    dealer = Actor.of(make_staff(event, Role.TABLES), event)
    pressed, other = Press(dealer, NOW, uuid4()), Press(dealer, NOW, uuid4())
    for presses in ((pressed.under(uuid4()), pressed), (other, pressed), (Press(dealer, NOW), Press(dealer, NOW))):
        record(event.pk, press=presses[0], action="bank.reversal", subject="P001", sequence=4, reverses=3)
        record(event.pk, press=presses[1], action="hand.undone", subject="T1 hand 2")

    [hour] = log_hours(event, list(audit_log(event.pk)[:6]))

    assert [len(line.rest) for line in hour.lines] == [0, 0, 0, 0, 1]


def test_every_action_that_the_sources_record_has_its_sentence():
    recorded = recorded_actions()

    assert sorted(recorded - SENTENCES.keys() - EUCHRE_HANDS.keys()) == []
    assert len(recorded) > 150


def test_no_sentence_is_kept_for_an_action_that_nothing_records():
    told_otherwise = set(EUCHRE_HANDS.values())

    assert sorted(SENTENCES.keys() - recorded_actions() - told_otherwise) == []


def test_a_sentence_has_its_names_and_amounts_though_the_log_holds_none():
    night = a_night_with_sales()

    lines = lines_of(night.event, kind="money")

    assert lines[0].endswith("sold Bo Hale a re-buy: $20.00, 2,000 chips.")
    assert lines[-1].endswith("sold Alma Castle a re-buy: $10.00, 1,000 chips.")
    assert "Alma" not in str(list(audit_log(night.event.pk).values_list("subject", "facts")))


def test_a_correction_is_set_off_with_its_reason_and_what_it_undid_says_so(client: Client):
    night = a_night_with_sales()
    client.force_login(make_staff(night.event, Role.ORGANISER))

    page = client.get(f"/organise/{night.event.code}/audit/?kind=corrections")

    assert (
        "reversed entry 2, re-buy at 7:00 PM of Alma Castle : $10.00 back, 1,000 chips back. “typed twice”"
        in shown_text(page)
    )
    assert page.content.decode().count('class="is-fix"') == 1
    assert shown_text(client.get(f"/organise/{night.event.code}/audit/")).count("Undone") == 1


def test_person_kind_and_words_combine():
    night = a_night_with_sales()
    make_player(night.event, "Alma Otter")

    of_alma = lines_of(night.event, text="alma")
    sold_to_alma = lines_of(night.event, text="castle re-buy", kind="money")
    nobody = lines_of(night.event, person="staff-0", kind="money")

    assert any("added Alma Otter" in line for line in of_alma)
    assert not any("Bo Hale" in line for line in of_alma)
    assert len(sold_to_alma) == 2
    assert nobody == []


@pytest.mark.parametrize(("text", "found"), [("$20.00", 1), ("20.00", 1), ("2,000", 1), ("$10", 3), ("7777", 0)])
def test_an_amount_finds_the_entries_that_moved_it(text: str, found: int):
    night = a_night_with_sales()

    assert len(lines_of(night.event, text=text, kind="money")) == found


def test_a_match_is_found_by_its_number_and_told_with_its_teams():
    event = open_night()
    bracket = drawn_bracket(4, event, stations=2)
    call_match(match=match_of(bracket, 1), press=Press(SYSTEM, NOW))
    decide(bracket, 1)
    undo_result(match=match_of(bracket, 1), press=Press(SYSTEM, NOW))

    lines = lines_of(event, text="match 1")
    of_the_winner = lines_of(event, text=str(match_of(bracket, 1).team_a.team_players.first().player.person))

    assert re.fullmatch(r"EventNight undid the result of match 1\.", lines[0])
    assert re.search(r"entered match 1: 10–\d+ for .+ & .+\.", "\n".join(lines))
    assert any("entered match 1" in line for line in of_the_winner)


def test_the_moves_of_a_hand_are_one_line_and_can_be_looked_at_one_by_one(client: Client):
    event = open_night()
    press = Press(SYSTEM, NOW)
    record(event.pk, press=press, action="hand.started", subject="T1 hand 1", game="holdem")
    for seat in (1, 2, 3):
        record(event.pk, press=press, action="hand.fold", subject="T1 hand 1", seat=seat, to=None, why="")

    folded = lines_of(event, kind="tables")
    one_by_one = lines_of(event, hand="T1 hand 1")
    as_role(client, event, Role.ORGANISER)
    page = client.get(f"/organise/{event.code}/audit/")

    assert folded == ["EventNight began hand 1 at table T1: Texas hold'em."]
    assert one_by_one[0] == "EventNight folded seat 3, hand 1 at table T1."
    assert len(one_by_one) == 4
    assert "3 moves" in shown_text(page)
    assert "?hand=T1%20hand%201" in page.content.decode()


def test_a_hand_that_is_settled_has_no_second_line_for_its_beginning():
    event = open_night()
    for action in ("hand.started", "hand.fold", "hand.settled"):
        record(event.pk, press=Press(SYSTEM, NOW), action=action, subject="T1 hand 1", chips=30, fee=0)

    assert lines_of(event, kind="tables") == ["EventNight settled hand 1 at table T1: 30 chips in play."]


def test_a_seat_and_its_chips_are_one_line():
    event = open_night()
    table = open_table(event)
    seat_people(table, {1: 200})

    assert [line for line in lines_of(event) if "chips of" in line] == []
    assert len([line for line in lines_of(event) if f"at {table.name}, seat 1: 200 chips" in line]) == 1


def test_the_second_signature_and_a_minor_are_told_without_codes():
    night = Night()
    rename_player(
        player=make_player(night.event),
        changes=PlayerChanges(is_minor=True, full_name="Zoe New"),
        press=Press(SYSTEM, NOW),
    )

    line = lines_of(night.event)[0]

    assert line == "EventNight changed what is known of Zoe New: name; under 18 from no to yes."
    assert "Zoe" not in str(list(audit_log(night.event.pk).values_list("facts", flat=True)))


def test_who_signed_a_reversal_second_is_told():
    night = Night(players=1)
    night.post(sell_rebuy, player_code=night.codes[0], paid=Cents(1000))
    second = Actor.of(make_staff(night.event, Role.DESK))
    night.post(reverse_entry, sequence=1, reason="typed twice", may_reverse_any=True, second=second)

    assert f", signed by {second.label} too." in lines_of(night.event, kind="corrections")[0]


def test_the_log_goes_on_on_further_pages_and_keeps_its_filters(client: Client):
    event = open_night()
    for _ in range(51):
        make_player(event)
    organiser = as_role(client, event, Role.ORGANISER)

    first = organiser.get(f"/organise/{event.code}/audit/?kind=people")
    last = organiser.get(f"/organise/{event.code}/audit/?page=2")

    assert "Page 1 of 2" in shown_text(first)
    assert "kind=people&amp;page=2" in first.content.decode()
    assert "created the night" in shown_text(last)


@pytest.mark.parametrize(
    "word",
    ["Müller", "müller", "MÜLLER", "łukasz", "„falsch“", '"wrong"', "don't", "back\\slash", "ärger😀", "50%", "(x)"],
)
def test_a_word_of_a_reason_is_found_in_capital_letters_or_small_ones(word: str):
    event = make_event()
    reason = 'Müller, Łukasz: „falsch“ "wrong" don\'t back\\slash Ärger😀 50% (x)'
    withdraw_player(player=make_player(event), reason=reason, press=Press(SYSTEM, NOW))
    withdraw_player(player=make_player(event), reason="Nothing of the kind", press=Press(SYSTEM, NOW))

    [line] = lines_of(event, text=word)

    assert "Müller" in line


@pytest.mark.parametrize("word", ['"', "\\", "ü", ".*"])
def test_a_mark_that_no_text_has_finds_nothing(word: str):
    event = make_event()
    withdraw_player(player=make_player(event, "Al"), reason="Plain", press=Press(SYSTEM, NOW))

    assert lines_of(event, text=word) == []


@pytest.mark.parametrize("word", ["émile", "ÉMILE", "żak"])
def test_people_are_found_by_name_in_capital_letters_or_small_ones(word: str):
    event = make_event()
    player = make_player(event, "Émile Żak")
    withdraw_player(player=player, reason="Left", press=Press(Actor("staff-7", "Ruth"), NOW))
    by_himself = Press(Actor("staff-8", "Émile Żak"), NOW)
    other = make_player(event, "Bo")
    withdraw_player(player=other, reason="Left", press=by_himself)

    assert lines_of(event, text=word) == [
        "Émile Żak withdrew Bo from the night. “Left”",
        "Ruth withdrew Émile Żak from the night. “Left”",
        "EventNight added Émile Żak.",
    ]


def test_a_filter_that_finds_nothing_says_so(client: Client):
    event = open_night()
    as_role(client, event, Role.ORGANISER)

    assert "Nothing found" in shown_text(client.get(f"/organise/{event.code}/audit/?text=nowhere&kind=nonsense"))


def test_each_line_leads_to_a_page_that_opens(client: Client):
    event = full_night()
    buyer = make_player(event, checked_in=True)
    give_first_stack(event=event, player_code=buyer.code, press=Press(SYSTEM, NOW, uuid4()))
    as_role(client, event, Role.ORGANISER)

    hours = log_hours(event, list(audit_records(event, Chosen())))
    pages = {line.page for hour in hours for line in hour.lines if line.page}

    assert len(pages) > 10
    assert [page for page in pages if client.get(page).status_code != 200] == []
