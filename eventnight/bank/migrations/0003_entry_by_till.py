"""Entries of one till are found without reading the others."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("bank", "0002_triggers")]

    operations = [
        migrations.AlterField(
            "entry",
            "kind",
            models.CharField(
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
                    ("sit_down", "Sat down"),
                    ("leave_table", "Left the table"),
                    ("hand", "Hand settled"),
                    ("roulette", "Roulette round"),
                    ("tray_float", "Tray filled"),
                    ("tray_return", "Tray emptied"),
                    ("stack_issued", "Tournament stack"),
                    ("stacks_bagged", "Stacks bagged"),
                    ("stacks_carried", "Stacks carried over"),
                    ("stacks_returned", "Stacks returned"),
                    ("till_opened", "Till opened"),
                    ("till_handed_over", "Till handed over"),
                    ("till_closed", "Till closed"),
                    ("reversal", "Correction"),
                ],
                max_length=30,
            ),
        ),
        migrations.AddIndex(
            "entry",
            models.Index(
                fields=["event", "till", "id"],
                condition=models.Q(till="", _negated=True),
                name="entry_by_till",
            ),
        ),
    ]
