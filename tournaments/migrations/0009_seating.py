import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0008_team_entered_late"),
    ]

    operations = [
        migrations.CreateModel(
            name="FlightTable",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveSmallIntegerField()),
                ("button", models.PositiveSmallIntegerField()),
                ("small_blind", models.PositiveSmallIntegerField()),
                ("big_blind", models.PositiveSmallIntegerField()),
                ("told_at", models.DateTimeField()),
                ("by_label", models.CharField(max_length=150)),
            ],
            options={
                "ordering": ["flight", "number"],
            },
        ),
        migrations.CreateModel(
            name="ProposalRefusal",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("situation", models.CharField(max_length=16)),
                ("reason", models.CharField(max_length=120)),
                ("at", models.DateTimeField()),
                ("by_code", models.CharField(max_length=40)),
                ("by_label", models.CharField(max_length=150)),
            ],
            options={
                "ordering": ["flight", "id"],
            },
        ),
        migrations.CreateModel(
            name="SeatHold",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("table_number", models.PositiveSmallIntegerField()),
                ("seat_number", models.PositiveSmallIntegerField()),
                ("note", models.CharField(blank=True, max_length=120)),
            ],
            options={
                "ordering": ["flight", "table_number", "seat_number"],
            },
        ),
        migrations.CreateModel(
            name="SeatMove",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField()),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("move", "Moved by the floor"),
                            ("balance", "Balanced"),
                            ("break", "Table broken"),
                            ("final", "Last table drawn"),
                        ],
                        max_length=10,
                    ),
                ),
                ("batch", models.UUIDField()),
                ("start_table", models.PositiveSmallIntegerField()),
                ("start_seat", models.PositiveSmallIntegerField()),
                ("end_table", models.PositiveSmallIntegerField()),
                ("end_seat", models.PositiveSmallIntegerField()),
                ("at", models.DateTimeField()),
                ("by_code", models.CharField(max_length=40)),
                ("by_label", models.CharField(max_length=150)),
                ("undone_at", models.DateTimeField(blank=True, null=True)),
                ("undone_by_code", models.CharField(blank=True, max_length=40)),
            ],
            options={
                "ordering": ["flight", "number"],
            },
        ),
        migrations.AddField(
            model_name="flight",
            name="break_order",
            field=models.JSONField(blank=True, default=list),
        ),
        migrations.AddField(
            model_name="flighttable",
            name="flight",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="next_hands", to="tournaments.flight"
            ),
        ),
        migrations.AddField(
            model_name="proposalrefusal",
            name="flight",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="refusals", to="tournaments.flight"
            ),
        ),
        migrations.AddField(
            model_name="seathold",
            name="entry",
            field=models.OneToOneField(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="hold",
                to="tournaments.flightentry",
            ),
        ),
        migrations.AddField(
            model_name="seathold",
            name="flight",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="holds", to="tournaments.flight"
            ),
        ),
        migrations.AddField(
            model_name="seatmove",
            name="entry",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="moves", to="tournaments.flightentry"
            ),
        ),
        migrations.AddField(
            model_name="seatmove",
            name="flight",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="moves", to="tournaments.flight"
            ),
        ),
        migrations.AddConstraint(
            model_name="flighttable",
            constraint=models.UniqueConstraint(fields=("flight", "number"), name="flighttable_number_unique"),
        ),
        migrations.AddConstraint(
            model_name="flighttable",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("button__range", (1, 10)),
                    ("number__gte", 1),
                    ("number__gte", 1),
                    ("small_blind__range", (1, 10)),
                    ("big_blind__range", (1, 10)),
                    ("number__gte", 1),
                ),
                name="flighttable_seats_at_a_table",
            ),
        ),
        migrations.AddConstraint(
            model_name="flighttable",
            constraint=models.CheckConstraint(
                condition=models.Q(("small_blind", models.F("big_blind")), _negated=True), name="flighttable_two_blinds"
            ),
        ),
        migrations.AddConstraint(
            model_name="proposalrefusal",
            constraint=models.UniqueConstraint(fields=("flight", "situation"), name="proposalrefusal_once"),
        ),
        migrations.AddConstraint(
            model_name="proposalrefusal",
            constraint=models.CheckConstraint(
                condition=models.Q(("reason", ""), _negated=True), name="proposalrefusal_has_a_reason"
            ),
        ),
        migrations.AddConstraint(
            model_name="seathold",
            constraint=models.UniqueConstraint(
                fields=("flight", "table_number", "seat_number"), name="seathold_seat_unique"
            ),
        ),
        migrations.AddConstraint(
            model_name="seathold",
            constraint=models.CheckConstraint(
                condition=models.Q(("seat_number__range", (1, 10)), ("table_number__gte", 1)),
                name="seathold_seat_at_a_table",
            ),
        ),
        migrations.AddConstraint(
            model_name="seatmove",
            constraint=models.UniqueConstraint(fields=("flight", "number"), name="seatmove_number_unique"),
        ),
        migrations.AddConstraint(
            model_name="seatmove",
            constraint=models.UniqueConstraint(fields=("batch", "entry"), name="seatmove_once_per_press"),
        ),
        migrations.AddConstraint(
            model_name="seatmove",
            constraint=models.CheckConstraint(
                condition=models.Q(("kind__in", ["move", "balance", "break", "final"])), name="seatmove_known_kind"
            ),
        ),
        migrations.AddConstraint(
            model_name="seatmove",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("start_seat__range", (1, 10)),
                    ("start_table__gte", 1),
                    ("end_seat__range", (1, 10)),
                    ("end_table__gte", 1),
                ),
                name="seatmove_seats_at_a_table",
            ),
        ),
        migrations.AddConstraint(
            model_name="seatmove",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("start_seat", models.F("end_seat")), ("start_table", models.F("end_table")), _negated=True
                ),
                name="seatmove_goes_somewhere",
            ),
        ),
        migrations.AddConstraint(
            model_name="seatmove",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("undone_at__isnull", True), ("undone_by_code", "")),
                    models.Q(("undone_at__isnull", False), models.Q(("undone_by_code", ""), _negated=True)),
                    _connector="OR",
                ),
                name="seatmove_undone_by_somebody",
            ),
        ),
    ]
