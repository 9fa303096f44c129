from django.db import migrations, models
from django.db.models import Q

STILL_IN = Q(bust_hand__isnull=True, began_hand_with__isnull=True)
OUT = Q(bust_hand__isnull=False, began_hand_with__isnull=False, place_first__isnull=False, chips=0)
HAD_CHIPS = Q(began_hand_with__gte=1)
NEVER_HAD_ANY = Q(began_hand_with=0, started_with=0)


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0020_clock_time_set"),
    ]

    operations = [
        migrations.RemoveConstraint(model_name="flightentry", name="flightentry_out_with_a_place"),
        migrations.AddConstraint(
            model_name="flightentry",
            constraint=models.CheckConstraint(
                condition=STILL_IN | Q(HAD_CHIPS | NEVER_HAD_ANY, OUT),
                name="flightentry_out_with_a_place",
            ),
        ),
    ]
