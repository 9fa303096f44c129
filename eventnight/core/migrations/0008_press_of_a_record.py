"""Until now, what one press did was known by its moment."""

from uuid import uuid4

from django.db import migrations, models
from django.db.models import Count


def mark(apps, schema_editor):
    records = apps.get_model("core", "AuditRecord").objects
    moments = records.order_by().values("event", "at", "actor_code").annotate(number=Count("pk")).filter(number__gt=1)
    for moment in moments.values("event", "at", "actor_code"):
        records.filter(**moment).update(press=uuid4())


class Migration(migrations.Migration):
    dependencies = [("core", "0007_staff_pin")]

    operations = [
        migrations.AddField("auditrecord", "press", models.UUIDField(null=True)),
        migrations.RunPython(mark, migrations.RunPython.noop),
    ]
