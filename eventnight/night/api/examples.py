"""What a request to the API looks like: one example for each body, in the description of the API."""

from __future__ import annotations

from typing import Any

WHY = "Entered at the wrong table"
SIGNED = {"second": "dan", "password": "the second person's own"}
CARDS_OF_SEATS = {"1": "9c", "2": "Kd", "3": "Jc"}
COUNTS = {"P017": 12_500, "P018": 7_500}
PIECES = {"5": 20, "10": 30, "50": 12}
RULING = {"kind": "wager", "chips": [100, 100], "added": 200, "declared_raise": False}
MARCH_ALONE = {"makers": 3, "tricks": 5, "makers_alone": True, "trump": "hearts", "dealer": "P017"}
POINTS = {"winner": 4, "loser": 13, "winner_points": 10, "loser_points": 7}
CORRECTION = {"outcome": "played", **POINTS, "choices": {"5": "replay"}}

EXAMPLES: dict[str, dict[str, Any]] = {
    "PatchedActivityInput": {"title": "Euchre tournament"},
    "ActivityInput": {"kind": "euchre", "title": "Euchre tournament", "starts_at": "2026-11-21T19:00:00-05:00"},
    "AboutInput": {"about": "ruling"},
    "AdjustInput": {**SIGNED, "sequence": 41, "reason": "1,002 chips went into the tray"},
    "AgainInput": {"name": "Harvest Hold'em 2027", "code": "HARVEST-27", "starts_at": "2027-10-15T18:00:00-04:00"},
    "AgreeInput": {"player": "P017"},
    "ApproveInput": {**SIGNED, "line": "seat", "shown": {"chips/seat/T1-1": 200}, "reason": "Lost under the stage"},
    "AttemptInput": {"attempt": 0},
    "BagsInput": {"counts": COUNTS},
    "BarrelInput": {"ticket": 128},
    "BetsInput": {"bets": [{"player": "P017", "bet": "straight 17", "chips": 50}]},
    "BreakOrderInput": {"order": [3, 2, 1]},
    "PatchedBucketInput": {"donor": "Voss family"},
    "BucketInput": {"item": "Lake cabin weekend", "donor": "Voss family", "value": 42_000},
    "BustOutInput": {"busted": {"P017": 900}},
    "ButtonInput": {"button": 2, "small_blind": 3, "big_blind": 4},
    "CallInput": {"station": 3},
    "CallOffInput": {"version": 12, "reason": "The hand was misdealt"},
    "ChangeInput": {"place": "T1", "brought": {"50": 1}, "handed": {"5": 10}},
    "ChanceInput": {"calls": "31415 62653, 52313 23246"},
    "InvitationInput": {"name": "Dan Weiss", "role": "desk"},
    "SponsorPlaceInput": {"place": 1},
    "CheckInInput": {"id_seen": True},
    "PhoneAddressInput": {"address": "http://192.168.1.20:8000"},
    "SignedUpEntriesInput": {"means": "cash"},
    "WithdrawalInput": {"reason": "Showed no picture ID at the final"},
    "ChipCountsInput": {"counts": COUNTS},
    "ChipUndoInput": {"reason": WHY},
    "ChipsInput": {"chips": 1000},
    "ClockAbsenceInput": {"seen_version": 7, "play_went_on": True},
    "ChangeNightInput": {"ends_at": "2026-11-21T22:30:00-05:00", "chosen": ["levels-3", "third-1"]},
    "ClockAdjustInput": {"seen_version": 7, "seconds": -60},
    "ClockFinishByInput": {"ends_at": "2026-11-21T22:30:00-05:00"},
    "ClockMoveInput": {"seen_version": 7},
    "ClosingUndoInput": {**SIGNED, "reason": "A cheque has to be given back"},
    "CorrectInput": {**CORRECTION, "version": 31},
    "CorrectionInput": CORRECTION,
    "CountInput": {"holder": "T1", "pieces": PIECES},
    "CountsInput": {"player": "P017", "counts": {"B1": 3, "B2": 2}},
    "DealInput": {"method": "icm"},
    "DonateInput": {**SIGNED, "means": "cash", "amount": 50_000, "note": "Brought to the bank by Ruth"},
    "DonationInput": {"player": "P017", "paid": 2000, "means": "card", "till": "T1"},
    "DrawInput": {"order_by": "shuffle"},
    "EntropyInput": {
        "entropy": "dice:3 1 4 1 5 6 2 6 5 3 5 2 3 1 3 2 3 2 4 6",
        "thrown_by": ["P017"],
        "watched_by": ["P041", "dan"],
    },
    "EntryInput": {"entry": "post_big_blind"},
    "EuchreHandInput": {"game": 1, "number": 7, "teams": [3, 6], **MARCH_ALONE},
    "EuchreHandResultInput": MARCH_ALONE,
    "FinalInput": {"start_position": 5, "absent": ["P017"], "no_shows": "removed"},
    "FirstButtonInput": {"dealer": 1, "cards": CARDS_OF_SEATS},
    "FirstStackInput": {"player": "P017", "till": "T1"},
    "FlightEntryInput": {"player": "P017"},
    "FreezeInput": {"calls": "dice", "number": 20, "beacon_minutes": 5},
    "GameInput": {**POINTS, "game": 1},
    "HandInput": {
        "number": 12,
        "button": 1,
        "board": "Ah Kd 7c 7s 2h",
        "seats": [
            {"seat": 1, "contributed": 200, "is_live": True, "cards": "As Qd"},
            {"seat": 2, "contributed": 200, "is_live": True, "cards": "7d 6d"},
            {"seat": 3, "contributed": 20, "is_live": False},
        ],
    },
    "HandMoveInput": {"version": 12, "verb": "bet", "seat": 4, "to": 200},
    "HoldInput": {"table": 1, "seat": 4, "player": "P017", "note": "Needs room for a wheelchair"},
    "LatePairInput": {"players": ["P017", "P018"], "match": 3},
    "LevelsInput": {
        "levels": [
            {"small_blind": 100, "big_blind": 200, "seconds": 1200},
            {"seconds": 600, "is_break": True},
            {"small_blind": 200, "big_blind": 400, "ante": 50, "seconds": 900},
        ],
        "seen": 0,
    },
    "MakeMovesInput": {"shown": "5f1c0a9be2d4", "players": ["P017"]},
    "MoveInput": {"move": "open"},
    "NewBracketInput": {"name": "Euchre", "target": 10, "best_of": 1, "third_place": True, "stations": 4},
    "NewBucketInput": {"item": "Lake cabin weekend", "donor": "Voss family", "value": 42_000, "code": "B1"},
    "NewEventInput": {
        "house": "wlia",
        "code": "WLIA-26",
        "name": "WLIA Scholarship Night",
        "place": "Lakeside Hall",
        "starts_at": "2026-11-21T18:00:00-05:00",
        "time_zone": "America/Detroit",
        "currency": "USD",
    },
    "NewHoldemInput": {"name": "Hold'em", "tables_per_flight": 1, "several_flights": "best"},
    "ObjectionInput": {"objection": "unfinished"},
    "PairInput": {"players": ["P017", "P018"]},
    "PatchedEventChanges": {"name": "WLIA Scholarship Night", "fund_goal": 300_000},
    "PayOutInput": {"version": 12},
    "PatchedPlayerInput": {"is_minor": True},
    "PatchedPrizesInput": {"guaranteed": 20_000},
    "PlayerInput": {"full_name": "Ada Bauer", "email": "ada@example.org"},
    "PokerTableInput": {"small_blind": 5, "big_blind": 10, "seats_count": 9, "structure": "no_limit"},
    "PotPaymentInput": {"attempt": 0, "till": "T1"},
    "PotReturnInput": {"attempt": 0, "reason": "The winner left before it was handed over"},
    "PrizeBackInput": {**SIGNED, "reason": "Paid to the wrong player"},
    "PrizePaymentInput": {**SIGNED, "cents": 2400, "till": "T1"},
    "PrizesInput": {"entry_share": 50, "rebuy_share": 100, "guaranteed": 20_000, "one_in": 8, "scale": "standard"},
    "PromiseInput": {**SIGNED, "replaces": 32 * "ab", "reason": "Restored on another machine"},
    "PurchaseInput": {"kind": "rebuy", "means": "cash", "till": "T1"},
    "RaceInput": {"small": 25, "large": 100, "stacks": {"1": 3, "2": 1, "3": 2}, "cards": CARDS_OF_SEATS},
    "RaffleOpeningInput": {"method": "verifiable"},
    "RaffleReasonInput": {"reason": "The bucket was carried to another room"},
    "ReasonInput": {"reason": WHY},
    "RedemptionInput": {"player": "P017", "chips": 1050},
    "RefuseInput": {"shown": "5f1c0a9be2d4", "reason": "A seat at table 2 is broken"},
    "ReserveInput": {"instead_of": "P017"},
    "ResultInput": POINTS,
    "ReversalInput": {**SIGNED, "reason": "Sold to the wrong player"},
    "RoleInput": {"username": "dan", "role": "desk"},
    "RouletteInput": {"wheel": "american", "lowest_bet": 5, "highest_bet": 500, "tray": 20_000},
    "RulingFactsInput": RULING,
    "RulingInput": {**RULING, "version": 12},
    "SaleInput": {"player": "P017", "paid": 2000, "means": "cash", "till": "T1"},
    "SeatDrawInput": {"tables": 2},
    "SeatInput": {"table": 1, "seat": 9},
    "SharedHandInput": {"hand": 3},
    "SignUpInput": {"kind": "euchre", "partner": "P018"},
    "SignedInput": SIGNED,
    "SingleInput": {"player": "P017"},
    "SitInput": {"player": "P017", "chips": 1000},
    "NextSpinInput": {"number": 7},
    "SpinInput": {"number": 7, "pocket": "17"},
    "StartHandInput": {"number": 12},
    "StockInput": {"pieces": PIECES},
    "SubstituteInput": {"leaving": "P017", "substitute": "P041"},
    "TakeBackInput": {**SIGNED, "reason": "Counted by the wrong person"},
    "TakeBackChangeInput": {"ends_at": "2026-11-21T22:30:00-05:00", "key": "third-1"},
    "TicketMoveInput": {"player": "P017", "giver": "B1", "taker": "B2", "count": 3},
    "TicketSaleInput": {"player": "P017", "paid": 1000, "means": "cash", "till": "T1"},
    "TicketVoidInput": {"number": 128, "reason": "Torn before it was dropped"},
    "TillEndInput": {
        **SIGNED,
        "counted": 81_500,
        "cheque_number": 1,
        "cheques": 4000,
        "card": 11_000,
        "reason": "Short",
    },
    "TillOpenInput": {"float_paid": 20_000},
    "UndoInput": {"reason": WHY},
    "UndoLevelsInput": {"seen": 3},
    "UndoMovesInput": {"numbers": [14, 15]},
    "WinnerInput": {"winner": 4, "loser": 13},
}
"""By the name that a body has in the description. A body that uploads a file has none."""


def give_examples(result: dict[str, Any], **given: Any) -> dict[str, Any]:
    """Put the example of each request's body beside its schema. A hook of drf-spectacular."""
    for operations in result["paths"].values():
        for operation in operations.values():
            content = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
            name = content.get("schema", {}).get("$ref", "").rpartition("/")[2]
            if name in EXAMPLES:
                content["example"] = EXAMPLES[name]
    return result
