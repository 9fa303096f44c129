"""Tills keep card takings and cheques beside their cash. SQLite rebuilds the accounts, which loses the triggers."""

from __future__ import annotations

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.exceptions import IrreversibleError
from django.db.migrations.state import StateApps
from django.db.models import Q

from eventnight.bank import triggers

NEW_KINDS = ("card", "cheques", "card_settlement")
KINDS = [
    ("player", "Players"),
    ("seat", "Seats"),
    ("stack", "Tournament stacks"),
    ("tray", "Table trays"),
    ("till", "Tills"),
    ("card", "Card takings of tills"),
    ("cheques", "Cheques in tills"),
    ("safe", "Safe"),
    ("card_settlement", "Due from the card company"),
    ("fund", "Fund"),
    ("bucket", "Buckets"),
    ("house", "House"),
    ("over_short", "Over and short"),
    ("issuer", "Issuer"),
    ("source", "Guests' money"),
]


def drop(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    triggers.drop(schema_editor.connection)


def install(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    triggers.drop(schema_editor.connection)
    triggers.install(schema_editor.connection)


def refuse_with_accounts(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    accounts = apps.get_model("bank", "Account").objects.using(schema_editor.connection.alias)
    held = accounts.filter(owner_kind__in=NEW_KINDS).count()
    held += accounts.filter(owner_kind="safe", code="cheques").count()
    if held:
        raise IrreversibleError(
            f"{held} accounts hold card takings or cheques, which earlier versions cannot read. Archive and remove "
            "those events first, or stay at this version."
        )


class Migration(migrations.Migration):
    dependencies = [("bank", "0004_triggers_hold_against_or_ignore")]

    operations = [
        migrations.RunPython(drop, install),
        migrations.RemoveConstraint("account", "account_known_owner_kind"),
        migrations.RemoveConstraint("account", "account_floor_fits_owner"),
        migrations.AlterField("account", "owner_kind", models.CharField(choices=KINDS, max_length=20)),
        migrations.AddConstraint(
            "account",
            models.CheckConstraint(
                condition=Q(owner_kind__in=[kind for kind, _ in KINDS]), name="account_known_owner_kind"
            ),
        ),
        migrations.AddConstraint(
            "account",
            models.CheckConstraint(
                condition=Q(owner_kind__in=("issuer", "source"), balance__isnull=True, floor__isnull=True)
                | Q(owner_kind__in=("over_short", "card"), balance__isnull=False, floor__isnull=True)
                | (
                    ~Q(owner_kind__in=["issuer", "source", "over_short", "card"])
                    & Q(balance__isnull=False, floor__isnull=False, floor=0)
                ),
                name="account_floor_fits_owner",
            ),
        ),
        migrations.RunPython(install, drop),
        migrations.RunPython(migrations.RunPython.noop, refuse_with_accounts),
    ]
