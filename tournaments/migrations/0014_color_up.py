import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0013_late_entries"),
    ]

    operations = [
        migrations.CreateModel(
            name="ChipRace",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("table_number", models.PositiveSmallIntegerField()),
                ("small", models.PositiveBigIntegerField()),
                ("large", models.PositiveBigIntegerField()),
                ("stacks", models.JSONField()),
                ("cards", models.JSONField()),
                ("changes", models.JSONField()),
                ("drift", models.BigIntegerField()),
                ("bank_entry", models.PositiveBigIntegerField(help_text="Number of the bank entry.")),
                ("at", models.DateTimeField()),
                ("by_label", models.CharField(max_length=150)),
                ("request_id", models.UUIDField(unique=True)),
                ("undone_at", models.DateTimeField(blank=True, null=True)),
                ("undone_by_code", models.CharField(blank=True, max_length=40)),
                (
                    "flight",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="races", to="tournaments.flight"
                    ),
                ),
            ],
            options={
                "ordering": ["flight", "id"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("undone_at__isnull", True)),
                        fields=("flight", "table_number", "small"),
                        name="chiprace_once_at_a_table",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("large__gt", models.F("small")), ("small__gte", 1)),
                        name="chiprace_into_a_larger_chip",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("undone_at__isnull", True), ("undone_by_code", "")),
                            models.Q(("undone_at__isnull", False), models.Q(("undone_by_code", ""), _negated=True)),
                            _connector="OR",
                        ),
                        name="chiprace_undone_by_somebody",
                    ),
                ],
            },
        ),
    ]
