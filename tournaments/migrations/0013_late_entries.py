import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0012_hand_for_hand"),
    ]

    operations = [
        migrations.CreateModel(
            name="StackPurchase",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("kind", models.CharField(choices=[("rebuy", "Re-buy"), ("add_on", "Add-on")], max_length=10)),
                ("chips", models.PositiveBigIntegerField()),
                ("paid", models.PositiveBigIntegerField()),
                ("bank_entry", models.PositiveBigIntegerField(help_text="Number of the bank entry.")),
                ("at", models.DateTimeField()),
                ("by_label", models.CharField(max_length=150)),
                ("request_id", models.UUIDField(unique=True)),
                ("undone_at", models.DateTimeField(blank=True, null=True)),
                ("undone_by_code", models.CharField(blank=True, max_length=40)),
            ],
            options={
                "ordering": ["id"],
            },
        ),
        migrations.RemoveConstraint(
            model_name="flightentry",
            name="flightentry_once_per_flight",
        ),
        migrations.AddField(
            model_name="flightentry",
            name="number",
            field=models.PositiveSmallIntegerField(default=1),
        ),
        migrations.AddField(
            model_name="holdemtournament",
            name="add_on_break",
            field=models.PositiveSmallIntegerField(default=1),
        ),
        migrations.AddField(
            model_name="holdemtournament",
            name="add_on_chips",
            field=models.PositiveBigIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="holdemtournament",
            name="add_on_price",
            field=models.PositiveBigIntegerField(default=0, help_text="In cents."),
        ),
        migrations.AddField(
            model_name="holdemtournament",
            name="late_until_level",
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="holdemtournament",
            name="re_entries",
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="holdemtournament",
            name="rebuy_chips",
            field=models.PositiveBigIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="holdemtournament",
            name="rebuy_price",
            field=models.PositiveBigIntegerField(default=0, help_text="In cents."),
        ),
        migrations.AddField(
            model_name="holdemtournament",
            name="rebuy_until_level",
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.AddConstraint(
            model_name="flightentry",
            constraint=models.UniqueConstraint(fields=("flight", "player", "number"), name="flightentry_number_unique"),
        ),
        migrations.AddConstraint(
            model_name="flightentry",
            constraint=models.UniqueConstraint(
                condition=models.Q(("bust_hand__isnull", True)), fields=("flight", "player"), name="flightentry_in_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="holdemtournament",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("rebuy_price", 0), ("rebuy_chips__gte", 1), _connector="OR"),
                    models.Q(("add_on_price", 0), ("add_on_chips__gte", 1), _connector="OR"),
                ),
                name="holdem_sells_chips_for_money",
            ),
        ),
        migrations.AddField(
            model_name="stackpurchase",
            name="entry",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="purchases", to="tournaments.flightentry"
            ),
        ),
        migrations.AddConstraint(
            model_name="stackpurchase",
            constraint=models.CheckConstraint(
                condition=models.Q(("kind__in", ["rebuy", "add_on"])), name="stackpurchase_known_kind"
            ),
        ),
        migrations.AddConstraint(
            model_name="stackpurchase",
            constraint=models.CheckConstraint(condition=models.Q(("chips__gte", 1)), name="stackpurchase_of_chips"),
        ),
        migrations.AddConstraint(
            model_name="stackpurchase",
            constraint=models.UniqueConstraint(
                condition=models.Q(("kind", "add_on"), ("undone_at__isnull", True)),
                fields=("entry",),
                name="stackpurchase_one_add_on",
            ),
        ),
        migrations.AddConstraint(
            model_name="stackpurchase",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("undone_at__isnull", True), ("undone_by_code", "")),
                    models.Q(("undone_at__isnull", False), models.Q(("undone_by_code", ""), _negated=True)),
                    _connector="OR",
                ),
                name="stackpurchase_undone_by_somebody",
            ),
        ),
    ]
