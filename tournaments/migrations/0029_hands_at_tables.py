"""The tables of a flight that follow their hands, and what each hand led to."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tables', '0010_tables_of_flights'),
        ('tournaments', '0028_levels_of_a_move'),
    ]

    operations = [
        migrations.CreateModel(
            name='PlayedHand',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('shared_hand', models.PositiveIntegerField(blank=True, null=True)),
                ('bust_hand', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='played_hand', to='tournaments.busthand')),
                ('flight', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='played_hands', to='tournaments.flight')),
                ('hand', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='in_flight', to='tables.hand')),
            ],
            options={
                'ordering': ['flight', 'id'],
                'constraints': [models.CheckConstraint(condition=models.Q(('shared_hand__isnull', True), ('shared_hand__gte', 1), _connector='OR'), name='playedhand_shared_from_one')],
            },
        ),
        migrations.CreateModel(
            name='PlayedTable',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('before_redraw', models.JSONField(blank=True, null=True)),
                ('flight', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='played_tables', to='tournaments.flight')),
                ('table', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='of_flight', to='tables.table')),
            ],
            options={
                'ordering': ['flight', 'number'],
                'constraints': [models.UniqueConstraint(fields=('flight', 'number'), name='playedtable_number_unique'), models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='playedtable_number_from_one')],
            },
        ),
    ]
