"""The euchre rules of a bracket, and what its tables tell of the up-card and of who played alone."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('events', '0005_roster_read_behind'),
        ('tournaments', '0029_hands_at_tables'),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='euchrehand',
            name='euchrehand_points_of_the_result',
        ),
        migrations.AddField(
            model_name='brackettournament',
            name='house',
            field=models.CharField(default='wlia', max_length=20),
        ),
        migrations.AddField(
            model_name='brackettournament',
            name='overrides',
            field=models.JSONField(blank=True, default=dict),
        ),
        migrations.AddField(
            model_name='euchrehand',
            name='lone_maker',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='hands_made_alone', to='events.player'),
        ),
        migrations.AddField(
            model_name='euchrehand',
            name='upcard',
            field=models.CharField(blank=True, choices=[('accepted', 'Accepted'), ('turned_down', 'Turned down'), ('benny', 'The Benny')], default='', max_length=12),
        ),
        migrations.AddConstraint(
            model_name='euchrehand',
            constraint=models.CheckConstraint(condition=models.Q(('upcard__in', ['', 'accepted', 'turned_down', 'benny'])), name='euchrehand_known_upcard'),
        ),
        migrations.AddConstraint(
            model_name='euchrehand',
            constraint=models.CheckConstraint(condition=models.Q(('lone_maker__isnull', True), ('makers_alone', True), _connector='OR'), name='euchrehand_lone_maker_is_alone'),
        ),
        migrations.AddConstraint(
            model_name='euchrehand',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('defender_alone', False), ('lone_maker__isnull', True), ('maker__isnull', True), ('makers__isnull', True), ('makers_alone', False), ('revoke_by', ''), ('tricks', 0), ('trump', ''), ('upcard', ''), ('points_defenders', 0), ('points_makers', 0)), models.Q(('makers__isnull', False), ('revoke_by', ''), ('tricks__lt', 3), ('points_defenders__gte', 1), ('points_defenders__lte', 1000), ('points_makers', 0)), models.Q(('makers__isnull', False), ('revoke_by', ''), ('tricks__gte', 3), ('points_defenders', 0), ('points_makers__gte', 1), ('points_makers__lte', 1000)), models.Q(('makers__isnull', False), ('revoke_by', 'defenders'), ('points_defenders', 0), ('points_makers__gte', 1), ('points_makers__lte', 1000)), models.Q(('makers__isnull', False), ('revoke_by', 'makers'), ('points_defenders__gte', 1), ('points_defenders__lte', 1000), ('points_makers', 0)), _connector='OR'), name='euchrehand_points_of_the_result'),
        ),
    ]
