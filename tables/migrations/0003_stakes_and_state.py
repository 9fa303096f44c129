"""Columns for whole stakes, the settings that differ from the house, the game of a hand and the table's state."""

from django.db import migrations, models

STRUCTURES = [
    ("no_limit", "No limit"),
    ("pot_limit", "Pot limit"),
    ("fixed_limit", "Fixed limit"),
    ("spread_limit", "Spread limit"),
]
ANTES = [("each", "Every player"), ("big_blind", "The big blind, for the table")]


class Migration(migrations.Migration):
    dependencies = [("tables", "0002_handseat_claim")]

    operations = [
        # The state that replaces the button is filled in between; both directions pass without the old constraints.
        migrations.RemoveConstraint("table", "table_poker_has_stakes"),
        migrations.RemoveConstraint("table", "table_button_is_a_seat"),
        migrations.AddField("table", "overrides", models.JSONField(blank=True, default=dict)),
        migrations.AddField("table", "structure", models.CharField(blank=True, choices=STRUCTURES, max_length=12)),
        migrations.AddField("table", "ante", models.PositiveIntegerField(default=0)),
        migrations.AddField("table", "ante_by", models.CharField(choices=ANTES, default="each", max_length=10)),
        migrations.AddField("table", "small_bet", models.PositiveIntegerField(default=0)),
        migrations.AddField("table", "big_bet", models.PositiveIntegerField(default=0)),
        migrations.AddField("table", "early_most", models.PositiveIntegerField(default=0)),
        migrations.AddField("table", "late_most", models.PositiveIntegerField(default=0)),
        migrations.AddField("table", "ceiling", models.PositiveIntegerField(blank=True, null=True)),
        migrations.AddField("table", "state", models.JSONField(blank=True, null=True)),
        migrations.AddField("hand", "game", models.CharField(default="holdem", max_length=30), preserve_default=False),
        migrations.AddField("hand", "state_before", models.JSONField(default=dict), preserve_default=False),
    ]
