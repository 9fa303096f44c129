"""Table fees may be paid by every seat, by the half-hour."""

import django.db.models.deletion
from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies = [("bank", "0011_stack_hand"), ("tables", "0010_tables_of_flights")]

    operations = [
        migrations.AddField(
            "table",
            "fee_by",
            models.CharField(
                choices=[("hand", "From the pot of every hand"), ("half_hour", "From every seat by the half-hour")],
                default="hand",
                max_length=10,
            ),
        ),
        migrations.AddField("table", "seat_fee_due_at", models.DateTimeField(blank=True, null=True)),
        migrations.AddConstraint(
            "table", models.CheckConstraint(condition=Q(fee_by__in=["hand", "half_hour"]), name="table_known_fee_by")
        ),
        migrations.AddConstraint(
            "table",
            models.CheckConstraint(
                condition=Q(seat_fee_due_at__isnull=True)
                | Q(fee_by="half_hour", status="open") & ~Q(fee_schedule=""),
                name="table_seat_fee_due_by_half_hours",
            ),
        ),
        migrations.CreateModel(
            name="SeatFee",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("due_at", models.DateTimeField()),
                ("fee", models.PositiveIntegerField()),
                ("seats", models.JSONField(blank=True, default=list)),
                ("booked_at", models.DateTimeField(blank=True, null=True)),
                ("undone_at", models.DateTimeField(blank=True, null=True)),
                ("undone_by_label", models.CharField(blank=True, max_length=150)),
                (
                    "entry",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="seat_fee",
                        to="bank.entry",
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="seat_fees", to="tables.table"
                    ),
                ),
            ],
            options={
                "ordering": ["table", "due_at"],
                "constraints": [
                    models.UniqueConstraint(fields=("table", "due_at"), name="seatfee_once_for_a_half_hour"),
                    models.CheckConstraint(
                        condition=Q(entry__isnull=True) | Q(booked_at__isnull=False), name="seatfee_entry_is_booked"
                    ),
                    models.CheckConstraint(
                        condition=Q(undone_at__isnull=True, undone_by_label="")
                        | Q(undone_at__isnull=False, entry__isnull=False) & ~Q(undone_by_label=""),
                        name="seatfee_undone_by_somebody",
                    ),
                ],
            },
        ),
    ]
