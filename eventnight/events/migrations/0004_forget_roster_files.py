"""Roster files are no longer kept: what was imported is in the event, and the rest is uploaded again."""

from django.db import migrations


def forget_files(apps, schema_editor):
    uploads = apps.get_model("events", "RosterUpload").objects
    uploads.filter(applied_at__isnull=True).delete()
    uploads.update(content=b"")


class Migration(migrations.Migration):
    dependencies = [("events", "0003_join_code")]
    operations = [migrations.RunPython(forget_files, migrations.RunPython.noop)]
