"""What a press did is known by the table of keys alone, so no row keeps the key of the press that made it."""

from uuid import uuid4

from django.db import migrations, models


def give_keys_back(apps, schema_editor):
    """Any keys: the presses that made the rows are known by others."""
    for model in ("Table", "HandInPlay", "Bet"):
        rows = apps.get_model("tables", model).objects
        for pk in rows.values_list("pk", flat=True):
            rows.filter(pk=pk).update(request_id=uuid4())
    apps.get_model("tables", "Bet").objects.update(line=1)


class Migration(migrations.Migration):
    dependencies = [
        ("tables", "0006_hand_in_play"),
        # It reads these columns.
        ("tournaments", "0023_keys_from_before_presses"),
    ]

    operations = [
        migrations.AlterField("table", "request_id", models.UUIDField(null=True)),
        migrations.AlterField("handinplay", "request_id", models.UUIDField(null=True)),
        migrations.AlterField("bet", "request_id", models.UUIDField(null=True)),
        migrations.AlterField("bet", "line", models.PositiveSmallIntegerField(null=True)),
        migrations.RemoveConstraint("table", "table_request_unique"),
        migrations.RemoveConstraint("bet", "bet_once_per_press"),
        migrations.RunPython(migrations.RunPython.noop, give_keys_back),
        migrations.RemoveField("table", "request_id"),
        migrations.RemoveField("handinplay", "request_id"),
        migrations.RemoveField("bet", "request_id"),
        migrations.RemoveField("bet", "line"),
    ]
