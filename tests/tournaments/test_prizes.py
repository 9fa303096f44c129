"""What a tournament pays by place, and the deals of its last players."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.db import IntegrityError, transaction

from engine.errors import RuleError
from engine.units import Cents
from eventnight.core.errors import Conflict, NotFound, UserFacingError
from eventnight.core.roles import Role
from tests.factories import NOW, make_staff
from tests.pressing import together
from tests.tournaments.holdem_nights import BY, codes_of, final_drawn, fresh, make_holdem, out, press
from tournaments.models import Deal, DealMethod, DealShare, Prizes
from tournaments.selectors.flight.tournaments import holdem_view
from tournaments.selectors.prizes.prize_list import deal_offers, prizes_view
from tournaments.services.clock.presses import start_clock
from tournaments.services.flight.bust_outs import enter_chip_counts, undo_bust_out
from tournaments.services.prizes.prize_list import PrizeTerms, agree_to_deal, propose_deal, set_prizes, withdraw_deal

pytestmark = pytest.mark.django_db


def final_of_six(**plan):
    """Three flights of eight, a final of six under way, and 24 entries of $10 in the pool."""
    final = final_drawn(make_holdem(entry_price=1000))
    start_clock(flight=final, **BY)
    set_prizes(tournament=final.tournament, terms=PrizeTerms(**{"entry_share": 100, "paid": 4, **plan}), **BY)
    return fresh(final)


def prizes(final):
    return prizes_view(final.tournament, holdem_view(final.tournament, NOW))


def play_down_to(final, players: int) -> list[str]:
    """Bust the others out; returns the codes of those left, who hold equal stacks."""
    for code in reversed(codes_of(final)[players:]):
        out(final, code)
    left = codes_of(final)[:players]
    enter_chip_counts(flight=fresh(final), counts=dict.fromkeys(left, 240_000 // players), **BY)
    return left


def propose(final, method=DealMethod.ICM, **facts):
    return propose_deal(tournament=final.tournament, method=method, **together({**press(), **facts}))


def agree(final, deal, code):
    return agree_to_deal(tournament=final.tournament, deal_id=deal.pk, player_code=code, **BY)


def test_the_pool_is_split_over_the_paid_places_to_the_cent():
    view = prizes(final_of_six())

    assert (view.pool.entries, view.total, view.prizes) == (24, 24_000, (9600, 7200, 4800, 2400))
    assert view.notice == ""


def test_more_paid_places_than_finalists_are_pointed_out():
    assert "only 6 players come to the final" in prizes(final_of_six(paid=9)).notice


@pytest.mark.rule("STD-10")
def test_players_who_go_out_together_share_the_prizes_of_their_places():
    final = final_of_six()
    codes = codes_of(final)
    out(final, codes[5])
    out(final, codes[4])

    out(final, {codes[2]: 900, codes[3]: 900})

    view = prizes(final)
    assert view.by_player == {codes[2]: 3600, codes[3]: 3600}
    assert [[entry.player_code for entry, _ in line.winners] for line in view.lines[2:]] == [codes[2:4], codes[2:4]]


def test_a_bust_out_that_is_undone_takes_the_prize_back():
    final = final_of_six()
    codes = codes_of(final)
    for code in reversed(codes[3:]):
        out(final, code)
    assert codes[3] in prizes(final).by_player

    undo_bust_out(flight=fresh(final), hand=final.bust_hands.count(), **BY)

    assert codes[3] not in prizes(final).by_player


def test_a_deal_is_made_when_everybody_has_agreed():
    final = final_of_six()
    left = play_down_to(final, 2)
    enter_chip_counts(flight=fresh(final), counts={left[0]: 180_000, left[1]: 60_000}, **BY)
    deal = propose(final)

    assert agree(final, deal, left[0]).made_at is None
    assert left[0] not in prizes(final).by_player
    assert agree(final, deal, left[1]).made_at == NOW

    paid = prizes(final).by_player
    assert (paid[left[0]], paid[left[1]]) == (9000, 7800)
    assert sum(paid.values()) == 24_000


def test_after_a_deal_the_places_pay_no_second_time():
    final = final_of_six()
    left = play_down_to(final, 2)
    deal = propose(final, DealMethod.CHIP_CHOP)
    for code in left:
        agree(final, deal, code)

    out(final, left[1])

    assert sum(prizes(final).by_player.values()) == 24_000


def test_a_deal_that_is_withdrawn_leaves_the_prizes_to_the_places():
    final = final_of_six()
    left = play_down_to(final, 2)
    deal = propose(final)
    for code in left:
        agree(final, deal, code)

    withdraw_deal(tournament=final.tournament, deal_id=deal.pk, **BY)
    withdraw_deal(tournament=final.tournament, deal_id=deal.pk, **BY)

    assert set(prizes(final).by_player) == set(codes_of(final)[2:4])
    with pytest.raises(Conflict, match="withdrawn"):
        agree(final, deal, left[0])


def test_a_deal_for_other_chips_is_stale():
    final = final_of_six()
    left = play_down_to(final, 3)
    deal = propose(final)
    out(final, left[2])

    assert prizes(final).deal.is_stale
    with pytest.raises(Conflict, match="propose it again") as refused:
        agree(final, deal, left[0])
    assert refused.value.code == "deal_stale"


def test_the_same_press_proposes_once_and_a_second_deal_is_refused():
    final = final_of_six()
    play_down_to(final, 2)
    key = uuid4()

    first = propose(final, request_id=key)

    assert propose(final, request_id=key) == first
    with pytest.raises(Conflict, match="Withdraw it"):
        propose(final)
    with pytest.raises(Conflict, match="Withdraw it before the prizes"):
        set_prizes(tournament=final.tournament, terms=PrizeTerms(entry_share=50), **BY)


def test_a_deal_needs_a_pool_counts_that_add_up_and_two_players():
    final = final_of_six(entry_share=0)
    with pytest.raises(UserFacingError, match="no prize pool"):
        propose(final)
    set_prizes(tournament=final.tournament, terms=PrizeTerms(entry_share=100), **BY)
    enter_chip_counts(flight=fresh(final), counts={codes_of(final)[0]: 1}, **BY)
    with pytest.raises(UserFacingError, match="Count again before a deal"):
        propose(final)
    with pytest.raises(Conflict, match="two players"):
        propose_deal(tournament=make_holdem(), method=DealMethod.ICM, **press())


def test_somebody_who_is_out_has_no_part_in_the_deal():
    final = final_of_six()
    play_down_to(final, 2)
    deal = propose(final)

    with pytest.raises(NotFound, match="no part"):
        agree(final, deal, codes_of(final)[5])
    with pytest.raises(NotFound, match="no deal 0"):
        agree_to_deal(tournament=final.tournament, deal_id=0, player_code="P001", **BY)


def test_offers_add_up_to_the_prizes_left():
    final = final_of_six()
    play_down_to(final, 3)

    offers = deal_offers(holdem_view(final.tournament, NOW), prizes(final).prizes)

    assert [sum(share.cents for share in offer.shares) for offer in offers] == [21_600, 21_600]


def test_a_plan_that_cannot_pay_is_refused_when_it_is_set():
    with pytest.raises(RuleError):
        set_prizes(tournament=make_holdem(), terms=PrizeTerms(entry_share=100, unit=Cents(0)), **BY)


def test_the_page_sets_the_prizes_and_makes_a_deal(client):
    final = final_of_six(entry_share=0)
    event, holdem = final.tournament.event, final.tournament.pk
    client.force_login(make_staff(event, Role.FLOOR))
    base = f"/staff/{event.code}/holdem/{holdem}"
    fields = {"entry_share": "100", "added": "", "paid": "4", "one_in": "8", "scale": "standard", "unit": "1"}

    assert client.post(f"{base}/prizes/save/", {"request_id": uuid4(), **fields}).status_code == 302
    left = play_down_to(final, 2)
    page = client.get(f"{base}/prizes/").content.decode()
    assert "Propose this deal" in page
    assert "$96.00" in page
    client.post(f"{base}/deals/", {"request_id": uuid4(), "method": "icm"})
    deal = Deal.objects.get()
    for code in left:
        assert client.post(f"{base}/deals/{deal.pk}/{code}/").status_code == 302
    assert "Deal made" in client.get(f"{base}/prizes/").content.decode()
    assert "Shared by a deal" in client.get(f"/e/{event.code}/holdem/{holdem}/").content.decode()
    client.post(f"{base}/deals/{deal.pk}/withdraw/")
    assert Deal.objects.get().withdrawn_at is not None


def test_the_api_does_the_same(client):
    final = final_of_six(entry_share=0)
    event, holdem = final.tournament.event, final.tournament.pk
    client.force_login(make_staff(event, Role.FLOOR))
    base = f"/api/v1/events/{event.code}/holdem/{holdem}"

    set_to = client.put(f"{base}/prizes/", {"entry_share": 100, "paid": 4}, content_type="application/json")
    assert set_to.json()["pool"] == 24_000
    left = play_down_to(final, 2)
    key = {"Idempotency-Key": str(uuid4())}
    made = client.post(f"{base}/deals/", {"method": "chip_chop"}, content_type="application/json", headers=key)
    assert made.status_code == 201
    deal = made.json()["deal"]["id"]
    for code in left:
        body = client.post(f"{base}/deals/{deal}/agreements/", {"player": code}, content_type="application/json").json()
    assert body["deal"]["made_at"] is not None
    assert client.delete(f"{base}/deals/{deal}/").json()["deal"] is None


@pytest.mark.parametrize(
    ("change", "claim"),
    [
        ({"scale": "odd"}, "prizes_known_scale"),
        ({"unit": 0}, "prizes_in_whole_units"),
        ({"paid": 0}, "prizes_pay_a_place"),
    ],
)
def test_the_database_refuses_prizes_that_cannot_be(change, claim):
    set_prizes(tournament=make_holdem(), terms=PrizeTerms(), **BY)

    with pytest.raises(IntegrityError, match=claim), transaction.atomic():
        Prizes.objects.update(**change)


@pytest.mark.parametrize(
    ("rows", "change", "claim"),
    [
        (Deal, {"method": "coin"}, "deal_known_method"),
        (DealShare, {"chips": 0}, "dealshare_for_chips"),
        (DealShare, {"agreed_at": NOW}, "dealshare_agreed_before_somebody"),
    ],
)
def test_the_database_refuses_deals_that_cannot_be(rows, change, claim):
    final = final_of_six()
    play_down_to(final, 2)
    propose(final)

    with pytest.raises(IntegrityError, match=claim), transaction.atomic():
        rows.objects.update(**change)


def test_the_database_keeps_one_deal_at_a_time():
    final = final_of_six()
    play_down_to(final, 2)
    deal = propose(final)

    with pytest.raises(IntegrityError), transaction.atomic():
        Deal.objects.create(
            tournament=final.tournament,
            method=deal.method,
            proposed_at=NOW,
            by_code="x",
            by_label="x",
        )
