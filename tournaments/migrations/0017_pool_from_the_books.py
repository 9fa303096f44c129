"""What was typed for each entry becomes a share of the entry money; the rest of it is added by the house."""

from __future__ import annotations

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps


def to_shares(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Every pool stays what it is with the entries there are."""
    for prizes in apps.get_model("tournaments", "Prizes").objects.filter(per_entry__gt=0).select_related("tournament"):
        price = prizes.tournament.entry_price
        entries = _entries(apps, prizes.tournament_id)
        prizes.entry_share = min(100, prizes.per_entry * 100 // price) if price else 0
        prizes.added += entries * prizes.per_entry - entries * price * prizes.entry_share // 100
        prizes.save(update_fields=["entry_share", "added"])


def to_amounts(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """The same the other way round."""
    for prizes in apps.get_model("tournaments", "Prizes").objects.filter(entry_share__gt=0).select_related("tournament"):
        entries, price = _entries(apps, prizes.tournament_id), prizes.tournament.entry_price
        prizes.per_entry = price * prizes.entry_share // 100
        prizes.added += entries * price * prizes.entry_share // 100 - entries * prizes.per_entry
        prizes.save(update_fields=["per_entry", "added"])


def _entries(apps: StateApps, tournament_id: int) -> int:
    found = apps.get_model("tournaments", "FlightEntry").objects.filter(flight__tournament_id=tournament_id)
    return found.exclude(flight__kind="final").count()


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0016_prize_money")]

    operations = [migrations.RunPython(to_shares, to_amounts)]
