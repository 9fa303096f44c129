from __future__ import annotations

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from eventnight.bank import triggers


def renew(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    triggers.drop(schema_editor.connection)
    triggers.install(schema_editor.connection)


class Migration(migrations.Migration):
    dependencies = [("bank", "0003_entry_by_till")]

    operations = [migrations.RunPython(renew, migrations.RunPython.noop)]
