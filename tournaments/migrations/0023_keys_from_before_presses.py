"""Keys that were used before presses were kept: each is taken, at its event, whatever comes under it.

Entries of the bank are left out: the ledger knows the content of its own keys.
"""

from itertools import islice

from django.db import migrations
from django.db.models import F
from django.db.models.functions import Coalesce

ROWS_AT_ONCE = 1000
KEYS = (
    ("bank", "VarianceApproval", "key", "event", "at"),
    ("tables", "Table", "request_id", "event", "opened_at"),
    ("tables", "Bet", "request_id", "table__event", "placed_at"),
    ("tables", "HandInPlay", "request_id", "table__event", "started_at"),
    ("tournaments", "BracketTournament", "draw_request_id", "event", "drawn_at"),
    ("tournaments", "BustHand", "request_id", "flight__tournament__event", "at"),
    ("tournaments", "ChipRace", "request_id", "flight__tournament__event", "at"),
    ("tournaments", "Deal", "request_id", "tournament__event", "proposed_at"),
    ("tournaments", "EuchreHand", "request_id", "match__tournament__event", "entered_at"),
    ("tournaments", "Flight", "bag_request_id", "tournament__event", "counted_at"),
    ("tournaments", "Flight", "draw_request_id", "tournament__event", "drawn_at"),
    ("tournaments", "FlightEntry", "request_id", "flight__tournament__event", "entered_at"),
    ("tournaments", "HoldemTournament", "final_request_id", "event", "event__starts_at"),
    ("tournaments", "MatchResult", "request_id", "match__tournament__event", "entered_at"),
    ("tournaments", "PairingDraw", "request_id", "tournament__event", "drawn_at"),
    ("tournaments", "ResultClaim", "request_id", "match__tournament__event", "claimed_at"),
    ("tournaments", "SeatMove", "batch", "flight__tournament__event", "at"),
    ("tournaments", "StackPurchase", "request_id", "entry__flight__tournament__event", "at"),
)


def keep(apps, schema_editor):
    press = apps.get_model("core", "Press")
    for app, model, key, event, at in KEYS:
        rows = apps.get_model(app, model).objects.filter(**{f"{key}__isnull": False}).order_by("pk")
        used = rows.values_list(key, f"{event}_id", Coalesce(F(at), F(f"{event}__starts_at")))
        rest = used.iterator(ROWS_AT_ONCE)
        while some := list(islice(rest, ROWS_AT_ONCE)):
            taken = [press(key=value, event_id=event_id, at=when) for value, event_id, when in some]
            press.objects.bulk_create(taken, ignore_conflicts=True)


def forget(apps, schema_editor):
    apps.get_model("core", "Press").objects.filter(fingerprint="").delete()


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0022_blindclock_running"),
        ("bank", "0009_prizes_paid"),
        ("core", "0003_presses"),
        ("tables", "0006_hand_in_play"),
    ]

    operations = [migrations.RunPython(keep, forget)]
