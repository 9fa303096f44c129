from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0011_games"),
    ]

    operations = [
        migrations.AddField(
            model_name="busthand",
            name="shared_hand",
            field=models.PositiveIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="flight",
            name="is_hand_for_hand",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="flight",
            name="shared_hand",
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="flight",
            name="tables_done",
            field=models.JSONField(blank=True, default=list),
        ),
        migrations.AddField(
            model_name="holdemtournament",
            name="across_tables",
            field=models.CharField(
                choices=[("tie", "They tie and share the prizes"), ("by_stacks", "The larger stack places better")],
                default="tie",
                max_length=10,
            ),
        ),
        migrations.AddConstraint(
            model_name="busthand",
            constraint=models.CheckConstraint(
                condition=models.Q(("shared_hand__isnull", True), ("shared_hand__gte", 1), _connector="OR"),
                name="busthand_shared_from_one",
            ),
        ),
        migrations.AddConstraint(
            model_name="flight",
            constraint=models.CheckConstraint(
                condition=models.Q(("is_hand_for_hand", False), ("shared_hand__gte", 1), _connector="OR"),
                name="flight_hand_for_hand_has_a_hand",
            ),
        ),
        migrations.AddConstraint(
            model_name="holdemtournament",
            constraint=models.CheckConstraint(
                condition=models.Q(("across_tables__in", ["tie", "by_stacks"])), name="holdem_known_across_tables"
            ),
        ),
    ]
