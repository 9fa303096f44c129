"""What guests won, out of a drawer or the safe, and never more than lies there."""

from __future__ import annotations

import pytest

from eventnight.bank.ledger.refs import safe, source, till
from eventnight.bank.selectors import fund_total, sale_receipt, till_state, verify_books
from eventnight.bank.services import Payout, close_till, open_till, record_donation, reverse_entry, sell_tickets
from eventnight.bank.services.desk.payouts import pay_pot, pay_prize
from eventnight.core.actors import Actor
from eventnight.core.errors import NotFound, UserFacingError
from tests.bank.nights import Night
from tests.factories import after
from tests.tills import counted

pytestmark = pytest.mark.django_db

SAM = Actor("staff-902", "Sam")


def night_with_money(paid: int = 1000) -> Night:
    night = Night(players=1)
    night.post(sell_tickets, player_code=night.codes[0], paid=paid)
    return night


def payout(night: Night, prize_code: str, given: dict) -> Payout:
    """To the first player out of the till T1, unless something else is given; takes its own facts out of what is."""
    facts = {"player_code": night.codes[0], "prize_code": prize_code, "till": "T1"}
    return Payout(**{name: given.pop(name, usual) for name, usual in facts.items()})


def pot(night: Night, money: int, **given):
    facts = {"money": money, "percent": 50}
    return night.post(pay_pot, payout=payout(night, "A1", given), **facts | given)


def prize(night: Night, money: int, **given):
    facts = {"prize": "First place", "money": money}
    return night.post(pay_prize, payout=payout(night, "F1-1", given), **facts | given)


@pytest.mark.rule("WLIA-15")
@pytest.mark.parametrize(("money", "paid"), [(2000, 1000), (1999, 999), (3, 1)])
def test_a_drawer_pays_its_share_of_a_pot_down_to_the_last_cent_in_it(money, paid):
    night = night_with_money()

    entry = pot(night, money).entry

    assert (entry.purpose, entry.till, entry.subject) == ("pot", "T1", night.codes[0])
    assert night.holds(till("T1")) == 1000 - paid
    assert fund_total(night.event.pk) == 1000 - paid
    assert verify_books(night.event.pk).is_clean


@pytest.mark.parametrize("money", [2002, 4000])
def test_a_drawer_pays_no_pot_that_it_does_not_hold_and_does_not_say_what_it_holds(money):
    night = night_with_money()

    with pytest.raises(UserFacingError) as refused:
        pot(night, money)

    assert refused.value.code == "pot_not_there"
    assert refused.value.message == (
        f"Till T1 does not hold the ${money // 200}.{money // 2 % 100:02} of this pot. Pay it from another till, or "
        "close a till first so that its money is in the safe."
    )
    assert night.holds(till("T1")) == 1000


def test_a_pot_of_nothing_is_an_entry_that_moves_nothing():
    night = night_with_money()

    entry = pot(night, 1).entry

    assert (entry.lines, entry.purpose, entry.till) == (0, "", "")
    assert verify_books(night.event.pk).is_clean


def test_the_safe_pays_what_a_closed_till_has_brought_to_it():
    night = night_with_money()
    with pytest.raises(UserFacingError, match=r"The safe does not hold the \$5\.00 of this prize"):
        prize(night, 500, till="")
    night.post(close_till, till="T1", count=counted(1000))

    prize(night, 1000, till="")

    assert (night.holds(safe()), night.holds(source())) == (0, 0)
    assert verify_books(night.event.pk).is_clean


def test_a_prize_is_above_nothing_and_goes_to_a_player():
    night = night_with_money()

    for money in (0, -1):
        with pytest.raises(ValueError, match=f"a prize of {money} cents cannot be paid"):
            prize(night, money)
    with pytest.raises(NotFound, match="No player has the code P999"):
        prize(night, 1, player_code="P999")
    assert prize(night, 1).entry.rates == {"money": 1, "for": "F1-1"}


@pytest.mark.parametrize(("money", "needs_second"), [(9_999, False), (10_000, True), (10_001, True)])
def test_from_the_events_limit_on_a_second_person_confirms_a_prize(money, needs_second):
    night = Night(players=1)
    night.post(record_donation, paid=20_000)

    if needs_second:
        with pytest.raises(UserFacingError) as alone:
            prize(night, money)
        assert alone.value.message == (
            f"From $100.00 a second person confirms a payment, and this one pays ${money / 100:,.2f}. Ask "
            "somebody else of the staff to sign."
        )
        with pytest.raises(UserFacingError):
            prize(night, money, by=SAM, second=SAM)
        assert prize(night, money, second=SAM).entry.second_code == SAM.code
    else:
        assert prize(night, money).entry.second_code == ""


def test_a_prize_has_a_receipt_of_what_was_won_and_one_of_what_came_back():
    night = night_with_money()
    paid = prize(night, 700).entry
    back = night.post(reverse_entry, sequence=paid.sequence, reason="wrong player", may_reverse_any=True).entry

    won, returned = (sale_receipt(night.event.pk, entry.sequence) for entry in (paid, back))

    assert (won.won, won.what_for, won.is_won, won.what, won.undone_by) == (
        700,
        "First place",
        True,
        "Prize paid",
        back.sequence,
    )
    assert (returned.paid, returned.what_for, returned.is_won, returned.what, returned.undone_by) == (
        700,
        "",
        False,
        "Prize given back",
        None,
    )
    assert verify_books(night.event.pk).is_clean


def test_a_till_is_open_since_it_was_opened_and_closed_since_it_was_closed():
    night = Night(players=1)
    unopened = till_state(night.event.pk, "T1")
    night.post(open_till, till="T1", float_paid=100, now=after(1))
    opened = till_state(night.event.pk, "T1")
    night.post(close_till, till="T1", count=counted(100), now=after(2))
    closed = till_state(night.event.pk, "T1")

    assert (unopened.is_closed, unopened.opened_at, unopened.closed_at) == (False, None, None)
    assert (opened.is_closed, opened.opened_at, opened.closed_at) == (False, after(1), None)
    assert (closed.is_closed, closed.opened_at, closed.closed_at) == (True, None, after(2))
