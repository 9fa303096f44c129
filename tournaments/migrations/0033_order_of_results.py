"""Until now, what was undone before a result was entered was known by the times of day alone."""

from django.db import migrations, models


def number(apps, schema_editor):
    """What happened in one version of a bracket has one time. There are no fewer versions than times."""
    results = apps.get_model("tournaments", "MatchResult").objects
    for bracket in results.order_by().values_list("match__tournament", flat=True).distinct():
        log = results.filter(match__tournament=bracket)
        times = sorted({at for pair in log.values_list("entered_at", "undone_at") for at in pair if at is not None})
        for version, at in enumerate(times, start=1):
            log.filter(entered_at=at).update(entered_in=version)
            log.filter(undone_at=at).update(undone_in=version)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0032_objections")]

    operations = [
        migrations.AddField("matchresult", "entered_in", models.PositiveIntegerField(default=0)),
        migrations.AddField("matchresult", "undone_in", models.PositiveIntegerField(default=0)),
        migrations.RunPython(number, migrations.RunPython.noop),
    ]
