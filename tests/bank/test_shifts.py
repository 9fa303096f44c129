"""Shifts of a till: counted by note and coin without knowing the books, handed over, closed, and reported."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from eventnight.bank.ledger.refs import over_short, safe, till
from eventnight.bank.selectors import shift_ends, shift_of, verify_books
from eventnight.bank.services import close_till, count_till, hand_over_till, open_till, reverse_entry, sell_rebuy
from eventnight.bank.tills.cash import denominations, require_till_pieces, worth
from eventnight.bank.tills.count import TillSums
from eventnight.core.actors import Actor
from eventnight.core.errors import BadRequest, Conflict, NotFound, UserFacingError
from eventnight.core.models import AuditRecord
from eventnight.core.press import Press
from eventnight.core.roles import Role
from tests.answers import post, text_of
from tests.bank.nights import Night
from tests.factories import NOW, after, make_staff
from tests.tills import counted

NORA = Actor("staff-901", "Nora")
SAM = Actor("staff-902", "Sam")
FLOAT = {2000: 2, 500: 2}
"""$50.00 in change."""


def open_night() -> Night:
    """Nora opened the till with a float of $50 and sold two re-buys for $20."""
    night = Night(players=1)
    night.post(open_till, till="T1", float_paid=5000, pieces=FLOAT, by=NORA)
    for minutes in (1, 2):
        night.post(sell_rebuy, player_code=night.codes[0], paid=1000, by=NORA, now=after(minutes))
    return night


def lines_of(night: Night, number: int) -> list[tuple[str, int, int]]:
    return [(line.label, line.count, line.cents) for line in shift_of(night.event.pk, "T1", number).lines]


@pytest.mark.django_db
def test_a_running_shift_reports_what_was_taken_since_the_till_was_opened():
    night = open_night()

    shift = shift_of(night.event.pk, "T1", 1)

    assert (shift.began_at, shift.ended_at, shift.opening.cash, shift.expected.cash) == (NOW, None, 0, 7000)
    assert lines_of(night, 1) == [("Float", 1, 5000), ("Re-buys", 2, 2000)]
    assert (shift.counted, shift.difference, shift.entries, shift.receipt) == (None, None, 3, "")


@pytest.mark.django_db
def test_a_till_that_is_handed_over_stays_open_and_the_next_shift_starts_from_the_count():
    night = open_night()

    ended = night.post(
        hand_over_till, till="T1", count=counted(6950, pieces={}), reason="change", second=SAM, by=NORA, now=after(3)
    ).entry
    night.post(sell_rebuy, player_code=night.codes[0], paid=3000, by=SAM, now=after(4))
    first, second = shift_of(night.event.pk, "T1", 1), shift_of(night.event.pk, "T1", 2)

    assert (first.expected.cash, first.counted.cash, first.difference.cash) == (7000, 6950, -50)
    assert (first.is_handed_over, first.second, first.receipt) == (True, "signer902", ended.receipt)
    assert (second.began_at, second.opening.cash, second.expected.cash) == (after(3), 6950, 9950)
    assert lines_of(night, 2) == [("Re-buys", 1, 3000)]
    assert (night.holds(till("T1")), night.holds(over_short()), night.holds(safe())) == (9950, 50, 0)


@pytest.mark.django_db
def test_shifts_add_up_to_the_night_and_a_correction_counts_where_it_was_made():
    night = open_night()
    sale = night.post(sell_rebuy, player_code=night.codes[0], paid=2000, by=NORA).entry
    night.post(hand_over_till, till="T1", count=counted(9000), second=SAM, by=NORA)
    night.post(reverse_entry, sequence=sale.sequence, reason="wrong card", may_reverse_any=True, by=SAM)
    night.post(close_till, till="T1", count=counted(7000, pieces={5000: 1, 2000: 1}), by=SAM)
    night.post(open_till, till="T1", float_paid=0, by=NORA)

    closed = shift_of(night.event.pk, "T1", 2)

    assert lines_of(night, 1) == [("Float", 1, 5000), ("Re-buys", 3, 4000)]
    assert lines_of(night, 2) == [("Re-buys", -1, -2000)]
    assert (closed.opening.cash, closed.expected.cash, closed.counted.cash) == (9000, 7000, 7000)
    assert closed.difference == TillSums()
    assert closed.pieces == ((5000, 1), (2000, 1))
    assert shift_of(night.event.pk, "T1", 3).expected == TillSums()
    assert len(shift_ends(night.event.pk, "T1")) == 2
    assert verify_books(night.event.pk).is_clean


@pytest.mark.django_db
def test_whoever_takes_a_till_over_signs_for_it():
    night = open_night()

    with pytest.raises(UserFacingError) as alone:
        night.post(hand_over_till, till="T1", count=counted(7000), second=None, by=NORA)
    with pytest.raises(UserFacingError) as unexplained:
        night.post(hand_over_till, till="T1", count=counted(6000), second=SAM, by=NORA)

    assert (alone.value.code, unexplained.value.code) == ("second_person", "till_difference")
    assert not shift_ends(night.event.pk, "T1")


@pytest.mark.django_db
def test_a_shift_that_never_was_is_not_found():
    night = open_night()

    with pytest.raises(NotFound, match="has had 0 shifts; there is no shift 2"):
        shift_of(night.event.pk, "T1", 2)


@pytest.mark.django_db
def test_every_count_is_noted_before_anybody_is_told_what_should_be_there():
    night = open_night()
    common = {"event": night.event, "till": "T1", "press": Press(NORA, after(5))}

    count_till(**common, count=counted(6000, pieces={}))
    count_till(**common, count=counted(7000, pieces={5000: 1, 1000: 2}))

    noted = AuditRecord.objects.filter(event=night.event, action="till.counted").order_by("pk")
    assert [(line.facts["counted"], line.facts["expected"]) for line in noted] == [(6000, 7000), (7000, 7000)]
    assert noted[1].facts["pieces"] == {"5000": 1, "1000": 2}


@pytest.mark.django_db
def test_a_closed_till_is_not_counted():
    night = open_night()
    night.post(close_till, till="T1", count=counted(7000), by=NORA)

    with pytest.raises(Conflict):
        count_till(event=night.event, till="T1", count=counted(0, pieces={}), press=Press(NORA, NOW))


@given(
    st.sampled_from(["USD", "EUR", "GBP", "CAD", "AUD", "CHF"]).flatmap(
        lambda currency: st.tuples(
            st.just(currency),
            st.dictionaries(st.sampled_from(denominations(currency)), st.integers(1, 99), min_size=1),
            st.integers(-500, 500),
        )
    )
)
def test_pieces_must_come_to_the_total(drawn):
    currency, pieces, off = drawn

    if off == 0:
        require_till_pieces(pieces, worth(pieces), currency)
    else:
        with pytest.raises(BadRequest) as refused:
            require_till_pieces(pieces, worth(pieces) + off, currency)
        assert refused.value.code == "till_pieces"


@pytest.mark.parametrize("pieces", [{700: 1}, {500: -1}, {500: 10_000}])
def test_pieces_that_cannot_be_are_refused(pieces):
    with pytest.raises(BadRequest, match="cannot be counted"):
        require_till_pieces(pieces, worth(pieces), "USD")


# The pages


@pytest.fixture
def night(db) -> Night:
    return open_night()


def signed_in(night: Night, role: Role) -> Client:
    client = Client()
    client.staff = make_staff(night.event, role)
    client.force_login(client.staff)
    return client


def at(night: Night, path: str) -> str:
    return f"/staff/{night.event.code}/till/{path}"


def test_the_desk_counts_before_it_sees_what_should_be_there(night: Night):
    desk, organiser = signed_in(night, Role.DESK), signed_in(night, Role.ORGANISER)

    before = [text_of(desk.get(at(night, ""))), text_of(desk.get(at(night, "T1/shifts/1/")))]
    counted = text_of(desk.post(at(night, "count/"), {"pieces_5000": 1, "pieces_1000": 1, "request_id": uuid4()}))

    assert all("$70.00" not in page and "$20.00" not in page for page in before)
    assert "Cash counted</dt><dd>$60.00" in counted
    assert "Should hold</dt><dd>$70.00" in counted
    assert 'Difference</dt><dd class="total">−$10.00' in counted
    assert "$70.00" in text_of(organiser.get(at(night, "")))
    assert 'Should hold</dt><dd class="total">$70.00<' in text_of(organiser.get(f"/staff/{night.event.code}/desk/"))
    assert "Should hold" not in text_of(desk.get(f"/staff/{night.event.code}/desk/"))


def test_a_shift_is_handed_over_on_the_page_with_the_next_persons_password(night: Night):
    desk, other = signed_in(night, Role.DESK), make_staff(night.event, Role.DESK)
    form = {
        "counted": "69.50",
        "pieces": "{}",
        "reason": "coin lost",
        "second": other.username,
        "password": "card-night",
    }

    answer = desk.post(at(night, "hand-over/"), {**form, "request_id": uuid4()}, follow=True)

    page = text_of(answer)
    assert "Z report" in page
    assert f"Taken over by {Actor.of(other).label}" in page
    assert "Reason: coin lost" in page
    assert night.holds(till("T1")) == 6950


def test_a_total_that_differs_from_its_pieces_keeps_what_was_entered(night: Night):
    desk = signed_in(night, Role.DESK)

    answer = desk.post(at(night, "count/"), {"counted": "65.00", "pieces_5000": 1, "request_id": uuid4()})

    assert answer.status_code == 400
    assert "come to $50.00, the total says $65.00" in text_of(answer)
    assert 'name="counted" value="65.00"' in text_of(answer)


def test_a_broken_count_is_asked_for_again(night: Night):
    desk = signed_in(night, Role.DESK)

    for pieces in ("{", '{"x": 1}', "[1]", "7"):
        answer = desk.post(at(night, "close/"), {"counted": "70.00", "pieces": pieces, "request_id": uuid4()})
        assert answer.status_code == 422
        assert "The count could not be read. Count again." in text_of(answer)

    assert not shift_ends(night.event.pk, "T1")


# The API


def ask(client: Client, night: Night, path: str, body: dict[str, object]) -> object:
    return post(client, f"/api/v1/events/{night.event.code}/bank/tills/{path}/", body)


def test_a_till_is_opened_handed_over_and_closed_by_programs(night: Night):
    desk, other = signed_in(night, Role.DESK), make_staff(night.event, Role.DESK)
    signature = {"second": other.username, "password": "card-night"}

    opened = ask(desk, night, "T2/opening", {"float_paid": 5000, "pieces": {"5000": 1}})
    wrong = ask(desk, night, "T2/hand-over", {"counted": 5000, "second": other.username, "password": "guess"})
    handed = ask(desk, night, "T2/hand-over", {"counted": 5000, **signature})
    short = ask(desk, night, "T2/closing", {"counted": 4000})
    closed = ask(desk, night, "T2/closing", {"counted": 4000, "reason": "stolen", **signature})

    statuses = [answer.status_code for answer in (opened, wrong, handed, short, closed)]
    assert statuses == [201, 403, 201, 422, 201]
    assert ask(desk, night, "purse/opening", {"float_paid": 0}).status_code == 404
    shift = desk.get(f"/api/v1/events/{night.event.code}/bank/tills/T2/shifts/2/").json()
    assert [shift[name]["cash"] for name in ("expected", "counted", "difference")] == [5000, 4000, -1000]


def test_a_program_of_the_desk_is_not_told_the_sums_of_a_running_shift(night: Night):
    address = f"/api/v1/events/{night.event.code}/bank/tills/T1/shifts/1/"

    blind = signed_in(night, Role.DESK).get(address).json()
    seen = signed_in(night, Role.ORGANISER).get(address).json()

    assert (blind["expected"], blind["lines"][1]["cents"]) == (None, None)
    assert (seen["expected"]["cash"], seen["lines"][1]["cents"]) == (7000, 2000)
