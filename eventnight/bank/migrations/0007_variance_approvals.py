"""Approved variances, kept by triggers of their own."""

from __future__ import annotations

import django.db.models.deletion
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from eventnight.bank import triggers


def keep(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    triggers.install_approvals(schema_editor.connection)


def release(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    triggers.drop_approvals(schema_editor.connection)


class Migration(migrations.Migration):
    dependencies = [
        ("bank", "0006_chip_counts"),
        ("events", "0001_events"),
    ]

    operations = [
        migrations.AlterField(
            model_name="entry",
            name="kind",
            field=models.CharField(
                choices=[
                    ("first_stack", "First stack"),
                    ("rebuy", "Re-buy"),
                    ("donation", "Donation"),
                    ("ticket_sale", "Tickets sold"),
                    ("redemption", "Chips in"),
                    ("tickets_placed", "Tickets placed"),
                    ("tickets_moved", "Tickets moved"),
                    ("tickets_withdrawn", "Tickets taken back"),
                    ("tickets_voided", "Tickets voided"),
                    ("pot_paid", "50/50 paid"),
                    ("sit_down", "Sat down"),
                    ("leave_table", "Left the table"),
                    ("hand", "Hand settled"),
                    ("roulette", "Roulette round"),
                    ("tray_float", "Tray filled"),
                    ("tray_return", "Tray emptied"),
                    ("change_made", "Chips changed"),
                    ("chips_counted", "Chips counted"),
                    ("color_up", "Colour-up"),
                    ("stack_issued", "Tournament stack"),
                    ("stacks_bagged", "Stacks bagged"),
                    ("stacks_carried", "Stacks carried over"),
                    ("stacks_returned", "Stacks returned"),
                    ("till_opened", "Till opened"),
                    ("till_handed_over", "Till handed over"),
                    ("till_closed", "Till closed"),
                    ("fund_donated", "Donated to the fund"),
                    ("reversal", "Correction"),
                ],
                max_length=30,
            ),
        ),
        migrations.AlterField(
            model_name="entry",
            name="purpose",
            field=models.CharField(
                blank=True,
                choices=[
                    ("float", "Float"),
                    ("entry_fee", "Entry"),
                    ("rebuy", "Re-buys"),
                    ("tickets", "Raffle tickets"),
                    ("donation", "Donations"),
                    ("pot", "50/50 paid out"),
                ],
                max_length=20,
            ),
        ),
        migrations.CreateModel(
            name="VarianceApproval",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("subject", models.CharField(max_length=90)),
                ("label", models.CharField(max_length=200)),
                ("amount", models.BigIntegerField()),
                ("sequence", models.PositiveBigIntegerField()),
                ("reason", models.CharField(max_length=200)),
                ("actor_code", models.CharField(max_length=40)),
                ("second_code", models.CharField(blank=True, max_length=40)),
                ("at", models.DateTimeField()),
                ("key", models.UUIDField()),
                (
                    "account",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="approvals",
                        to="bank.account",
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="approvals",
                        to="events.event",
                    ),
                ),
                (
                    "withdraws",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="withdrawn_by",
                        to="bank.varianceapproval",
                    ),
                ),
            ],
            options={
                "ordering": ["id"],
                "constraints": [
                    models.UniqueConstraint(fields=("event", "key", "subject"), name="approval_key_unique"),
                    models.CheckConstraint(
                        condition=models.Q(("amount", 0), _negated=True), name="approval_of_something"
                    ),
                    models.CheckConstraint(condition=models.Q(("reason", ""), _negated=True), name="approval_says_why"),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("withdraws__isnull", False),
                            models.Q(
                                models.Q(("second_code", ""), _negated=True),
                                models.Q(("second_code", models.F("actor_code")), _negated=True),
                            ),
                            _connector="OR",
                        ),
                        name="approval_signed_by_two",
                    ),
                ],
            },
        ),
        migrations.RunPython(keep, release),
    ]
