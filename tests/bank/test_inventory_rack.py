"""The rack by colour: what goes out and comes back with every entry (WLIA-1, WLIA-4)."""

from __future__ import annotations

from dataclasses import replace
from uuid import UUID, uuid4

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import Refusal
from engine.units import Chips
from eventnight.bank.chips.chip_set import chips_in, stack_from_rack, taken_back
from eventnight.bank.ledger.rates import follows_rates
from eventnight.bank.ledger.refs import issuer, tray_chips
from eventnight.bank.models import Books, Commodity, EntryKind
from eventnight.bank.selectors import verify_books
from eventnight.bank.selectors.chips.rack import colours_to_give, short_colours
from eventnight.bank.services import (
    StackSale,
    float_tray,
    give_first_stack,
    issue_stack,
    redeem_chips,
    return_stacks,
    return_tray,
    reverse_entry,
    sell_rebuy,
)
from eventnight.bank.services.ledger.drafts import Draft, Line, Request
from eventnight.bank.services.ledger.posting import post_entry
from eventnight.core.actors import SYSTEM
from eventnight.core.errors import BadRequest, UserFacingError
from eventnight.core.press import Press
from eventnight.events.forms.setup import ChipForm
from eventnight.events.house_settings import ChipColour, HouseSettings
from eventnight.events.services import update_settings
from tests.bank.chip_nights import OWNED, counted_night, out_of_rack, rack
from tests.bank.nights import night_with_stacks
from tests.bank.older import write_unchecked
from tests.factories import NOW, make_event, make_player

pytestmark = pytest.mark.django_db

SET = (
    ChipColour(colour="yellow", value=5, at_bank=False),
    ChipColour(colour="white", value=10),
    ChipColour(colour="red", value=20),
    ChipColour(colour="blue", value=50),
)


@pytest.mark.rule("WLIA-1")
def test_a_first_stack_takes_the_colours_that_the_desk_shows_out_of_the_rack():
    night = counted_night()
    player = make_player(night.event).code
    shown = {line.value: line.count for line in colours_to_give(night.event, Chips(1000))}

    entry = night.post(give_first_stack, player_code=player).entry

    assert shown == {50: 14, 20: 10, 10: 10}
    assert entry.rates["colours"] == {"floor": {"50": 14, "20": 10, "10": 10}}
    assert rack(night) == {5: 400, 10: 290, 20: 290, 50: 486}


def test_nothing_is_kept_where_nobody_has_said_how_many_chips_there_are():
    night = night_with_stacks(1)

    assert out_of_rack(night) == {}
    assert "colours" not in night.post(sell_rebuy, player_code=night.codes[0], paid=1000).entry.rates


def test_undoing_a_sale_puts_its_chips_back_into_the_rack():
    night = counted_night(1)
    sale = night.post(sell_rebuy, player_code=night.codes[0], paid=2000).entry

    night.post(reverse_entry, sequence=sale.sequence, reason="wrong player", may_reverse_any=True)

    assert out_of_rack(night) == {"floor": {"50": 14, "20": 10, "10": 10}}
    assert verify_books(night.event.pk).is_clean


def test_a_replayed_sale_takes_chips_once():
    night = counted_night()
    player, key = make_player(night.event).code, UUID(int=1)

    for _ in range(2):
        night.post(give_first_stack, player_code=player, request_id=key)

    assert rack(night)[50] == 486


@pytest.mark.rule("WLIA-14")
def test_chips_turned_in_are_the_largest_that_are_out_unless_the_cashier_counts_them():
    night = counted_night(1)

    night.post(redeem_chips, player_code=night.codes[0], chips=600)
    night.post(redeem_chips, player_code=night.codes[0], chips=100, pieces={20: 3, 10: 4})

    assert out_of_rack(night) == {"floor": {"50": 2, "20": 7, "10": 6}}
    assert verify_books(night.event.pk).is_clean


@pytest.mark.rule("WLIA-4")
def test_the_bank_takes_no_yellow_chips():
    night = counted_night(1)

    with pytest.raises(UserFacingError, match="Yellow 5 chips stay at the tables") as refused:
        night.post(redeem_chips, player_code=night.codes[0], chips=100, pieces={50: 1, 5: 10})

    assert (refused.value.code, refused.value.rules) == ("not_at_bank", ("WLIA-4",))


@pytest.mark.parametrize(
    ("pieces", "sentence"),
    [
        pytest.param({50: 1}, "come to 50, and 100 in chips", id="too-few"),
        pytest.param({25: 4}, "chips of 25 cannot be entered", id="unknown-chip"),
        pytest.param({50: -2, 20: 10}, "-2 chips of 50", id="below-zero"),
    ],
)
def test_a_count_of_chips_turned_in_must_be_possible(pieces, sentence):
    night = counted_night(1)

    with pytest.raises(BadRequest, match=sentence):
        night.post(redeem_chips, player_code=night.codes[0], chips=100, pieces=pieces)


def test_the_same_key_with_other_colours_is_another_request():
    night = counted_night(1)
    key = UUID(int=1)
    night.post(redeem_chips, player_code=night.codes[0], chips=100, pieces={50: 2}, request_id=key)

    with pytest.raises(UserFacingError, match="This key was used"):
        night.post(redeem_chips, player_code=night.codes[0], chips=100, pieces={20: 5}, request_id=key)


@pytest.mark.rule("WLIA-1")
def test_a_colour_that_is_gone_is_replaced_by_others():
    night = counted_night(owned={10: 5, 20: 300, 50: 500})
    player = make_player(night.event).code

    night.post(give_first_stack, player_code=player)

    assert out_of_rack(night)["floor"] == {"50": 20}


@pytest.mark.rule("WLIA-2")
def test_a_colour_is_short_when_the_next_first_stacks_want_more_than_the_rack_has():
    night = counted_night(owned={5: 10, 10: 99, 20: 100, 50: 500})

    short = short_colours(night.event)

    assert [colour.chip.colour for colour in short] == ["white"]
    assert short[0].sentence.startswith("99 white 10 left in the rack; 100 are wanted.")


def test_the_organiser_says_how_many_first_stacks_must_be_left():
    night = counted_night(owned={5: 10, 10: 99, 20: 100, 50: 500})
    settings = night.event.house_settings
    update_settings(
        event=night.event,
        settings=replace(settings, bank=replace(settings.bank, rack_stacks=9)),
        press=Press(SYSTEM, NOW),
    )

    assert short_colours(night.event) == []


def test_a_wheel_takes_its_tray_from_the_rack_and_gives_it_back():
    night = counted_night()
    night.post(float_tray, tray="R1", chips=2000)
    assert sum(int(value) * count for value, count in out_of_rack(night)["floor"].items()) == 2000
    assert out_of_rack(night)["floor"]["5"] == 40

    night.post(return_tray, tray="R1")

    assert rack(night) == OWNED
    assert verify_books(night.event.pk).is_clean


def test_stacks_made_of_the_banks_chips_leave_and_enter_the_rack():
    night = counted_night(bank_chips=True)
    for code in ("F1-P001", "F1-P002"):
        night.post(issue_stack, stack_code=code, sold=StackSale(chips=1000))
    assert sum(int(value) * count for value, count in out_of_rack(night)["stacks"].items()) == 2000

    night.post(return_stacks, stack_codes=["F1-P001", "F1-P002"])

    assert out_of_rack(night) == {}
    assert verify_books(night.event.pk).is_clean


def test_stacks_of_chips_of_their_own_leave_the_rack_alone():
    night = counted_night()

    night.post(issue_stack, stack_code="F1-P001", sold=StackSale(chips=1000))
    returned = night.post(return_stacks, stack_codes=["F1-P001"]).entry

    assert (returned.rates, out_of_rack(night)) == ({}, {})


def test_a_rack_that_was_written_over_is_found():
    night = counted_night(1)
    Books.objects.filter(event=night.event).update(colours={"floor": {"50": 20}})

    report = verify_books(night.event.pk)

    assert any("The chips out of the rack are kept as {'floor': {'50': 20}}" in fault for fault in report.faults)


@pytest.mark.parametrize(
    ("colours", "moved"),
    [
        pytest.param({"T1": {"5": -9, "50": 1}, "floor": {"5": 9, "50": -1}}, {"chips": 50}, id="with-a-transfer"),
        pytest.param({"T1": {"5": -9}, "floor": {"5": 10}}, {}, id="of-unequal-worth"),
        pytest.param(["T1"], {}, id="of-another-shape"),
    ],
)
def test_a_change_that_would_make_somebody_richer_is_found(colours, moved):
    sound = {"T1": {"5": -10, "50": 1}, "floor": {"5": 10, "50": -1}}
    assert follows_rates(EntryKind.CHANGE_MADE, {"colours": sound}, {})

    assert not follows_rates(EntryKind.CHANGE_MADE, {"colours": colours}, moved)


RETURNED = {"floor": {"50": -19}}


def _emptied(night, colours):
    """A tray of 1,000 emptied with colours of that worth, as a request and its draft."""
    night.post(float_tray, tray="R1", chips=1000)
    line = Line(tray_chips("R1"), issuer(Commodity.CHIPS), 1000)
    request = Request(night.event, EntryKind.TRAY_RETURN, Press(SYSTEM, NOW, uuid4()), {"tray": "R1"})
    return request, Draft(lines=(line,), subject="R1", rates={"colours": colours})


@pytest.mark.parametrize("colours", [RETURNED, {"floor": {}}, {}], ids=["too-little", "nothing", "nobody"])
def test_colours_of_another_worth_than_what_moved_are_refused_before_they_are_written(colours):
    night = counted_night()
    request, draft = _emptied(night, colours)

    with pytest.raises(UserFacingError, match="“Tray emptied” cannot be booked: it does not follow") as refused:
        post_entry(request, lambda event: draft)

    assert refused.value.code == "entry_unexplained"
    assert Books.objects.get(event=night.event).last_sequence == 1


def test_colours_of_another_worth_than_what_moved_are_found():
    night = counted_night()

    write_unchecked(*_emptied(night, RETURNED))

    report = verify_books(night.event.pk)
    assert any("does not follow from its rates" in fault for fault in report.faults)
    assert report.unexplained == [2]


def test_a_tray_of_chips_that_no_colours_come_to_goes_back_to_the_bank():
    night = counted_night()
    night.post(float_tray, tray="R1", chips=1002)

    entry = night.post(return_tray, tray="R1").entry

    assert entry.rates == {}
    assert verify_books(night.event.pk).is_clean


@given(
    tens=st.integers(0, 2000).map(lambda n: n * 10),
    rack=st.fixed_dictionaries({10: st.integers(0, 60), 20: st.integers(0, 60), 50: st.integers(0, 60)}),
)
def test_a_hand_out_is_worth_its_amount_and_never_asks_for_yellow(tens, rack):
    mix = stack_from_rack(SET, rack, Chips(tens))
    if tens:
        assert sum(line.value * line.count for line in mix) == tens
    assert all(line.value != 5 and line.count > 0 for line in mix)


@given(
    tens=st.integers(1, 500).map(lambda n: n * 10),
    out=st.fixed_dictionaries({10: st.integers(-3, 60), 20: st.integers(-3, 60), 50: st.integers(-3, 60)}),
)
def test_what_comes_back_is_worth_its_amount(tens, out):
    back = taken_back(SET, out, Chips(tens))

    assert chips_in(back) == tens
    assert all(count >= 0 for count in back.values())


@pytest.mark.rule("WLIA-4")
def test_an_amount_that_needs_yellow_is_refused_whatever_the_rack_has():
    with pytest.raises(Refusal, match="yellow 5"):
        stack_from_rack(SET, {10: 500}, Chips(1005))


@pytest.mark.parametrize(("typed", "owned"), [("", 0), ("400", 400)])
def test_the_set_up_asks_how_many_chips_there_are(typed: str, owned: int):
    form = ChipForm({"colour": "yellow", "value": "5", "owned": typed})

    assert form.is_valid()
    assert form.cleaned_data["owned"] == owned


def test_an_event_of_an_older_version_counts_no_chips():
    stored = make_event().house_settings.as_json()
    for chip in stored["bank"]["chip_set"]:
        del chip["owned"]

    assert HouseSettings.from_json(stored).bank.counts_chips is False
