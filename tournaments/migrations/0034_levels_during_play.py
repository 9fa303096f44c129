"""A flight may have levels of its own, changed while it plays; a move that changed them keeps how they were."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0033_order_of_results'),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='clockevent',
            name='clockevent_known_kind',
        ),
        migrations.AddField(
            model_name='blindclock',
            name='structure',
            field=models.JSONField(blank=True, help_text="Where it is not the tournament's.", null=True),
        ),
        migrations.AddField(
            model_name='clockevent',
            name='structure',
            field=models.JSONField(blank=True, null=True),
        ),
        migrations.AlterField(
            model_name='clockevent',
            name='kind',
            field=models.CharField(choices=[('start', 'Started'), ('pause', 'Paused'), ('resume', 'Resumed'), ('adjust', 'Adjusted'), ('skip', 'Skipped a level'), ('back', 'Went back a level'), ('breaks', 'Set to stop at breaks'), ('levels', 'Changed the levels to come'), ('stood', 'Gave back the time nobody played'), ('undo', 'Undid'), ('wall_step', "The computer's time was set")], max_length=10),
        ),
        migrations.AddConstraint(
            model_name='clockevent',
            constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['start', 'pause', 'resume', 'adjust', 'skip', 'back', 'breaks', 'levels', 'stood', 'undo', 'wall_step'])), name='clockevent_known_kind'),
        ),
    ]
