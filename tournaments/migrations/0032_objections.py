from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0031_removed_entry"),
    ]

    operations = [
        migrations.AddField(
            model_name="resultclaim",
            name="objected_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="resultclaim",
            name="objection",
            field=models.CharField(
                blank=True,
                choices=[
                    ("we_won", "that it won"),
                    ("we_lost", "that it lost"),
                    ("more_points", "that the losers had more points"),
                    ("fewer_points", "that the losers had fewer points"),
                    ("unfinished", "that the match is not over"),
                ],
                max_length=20,
            ),
        ),
        migrations.AddConstraint(
            model_name="resultclaim",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("objected_at__isnull", True), ("objection", "")),
                    models.Q(
                        ("objected_at__isnull", False),
                        ("objection__in", ["we_won", "we_lost", "more_points", "fewer_points", "unfinished"]),
                        ("team__isnull", False),
                    ),
                    _connector="OR",
                ),
                name="resultclaim_objection_to_a_report",
            ),
        ),
    ]
