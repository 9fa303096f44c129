"""Seeds of unfinished draws are sealed. Up to now they lay open in the database and in its archives: their pages say so."""

from django.db import migrations

from eventnight.raffle.sealing import seal, unseal


def seal_seeds(apps, schema_editor):
    for raffle in apps.get_model('raffle', 'Raffle').objects.exclude(status='done').exclude(seed='').select_related('event'):
        raffle.sealed_seed = seal(
            bytes.fromhex(raffle.seed), event_code=raffle.event.code, commitment=raffle.commitment
        )
        raffle.seed, raffle.seed_was_open = '', raffle.method == 'verifiable'
        raffle.save(update_fields=['seed', 'sealed_seed', 'seed_was_open'])


def open_seeds(apps, schema_editor):
    for raffle in apps.get_model('raffle', 'Raffle').objects.exclude(sealed_seed='').select_related('event'):
        seed = unseal(raffle.sealed_seed, event_code=raffle.event.code, commitment=raffle.commitment)
        if seed is None:
            raise ValueError(
                f'The seed of {raffle.event.code} was sealed with another SECRET_KEY. '
                'Put that key into SECRET_KEY_FALLBACKS, then migrate again.'
            )
        raffle.seed, raffle.sealed_seed = seed.hex(), ''
        raffle.save(update_fields=['seed', 'sealed_seed'])


class Migration(migrations.Migration):

    dependencies = [
        ('raffle', '0003_sealed_seeds_and_sheets'),
    ]

    operations = [
        migrations.RunPython(seal_seeds, open_seeds),
    ]
