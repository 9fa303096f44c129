"""Tables opened before carry their button into the state, their blinds into stakes; hands get their table's game."""

from django.db import migrations
from django.db.models import OuterRef, Subquery

WLIA_CEILING = {"structure": "pot_limit", "ceiling": 100}


def fill(apps, schema_editor):
    table_model, hand_model = apps.get_model("tables", "Table"), apps.get_model("tables", "Hand")
    for table in table_model.objects.filter(kind="poker").prefetch_related("seats"):
        is_posted = (table.house, table.small_blind, table.big_blind) == ("wlia", 5, 10)
        for column, value in (WLIA_CEILING if is_posted else {"structure": "no_limit"}).items():
            setattr(table, column, value)
        table.small_bet = table.big_bet = table.big_blind
        taken = [seat.number for seat in table.seats.all() if seat.player_id]
        table.state = state_of(table, table.button, taken)
        table.save()
        for hand in hand_model.objects.filter(table=table).prefetch_related("seats"):
            hand.state_before = state_of(table, hand.button, [seat.seat for seat in hand.seats.all()])
            hand.save(update_fields=["state_before"])
    game = table_model.objects.filter(pk=OuterRef("table")).values("game")
    hand_model.objects.update(game=Subquery(game))


def state_of(table, button, taken):
    """As the engine stores a table; the order starts again at the button."""
    player = {"is_new": False, "is_away": False, "missed_small_blind": False, "missed_big_blind": False, "entry": None}
    players = [{"seat": seat, **player} for seat in sorted(taken)]
    seats = table.seats_count
    return {"format": 1, "seats": seats, "players": players, "last": None, "first_button": button, "kill": None}


def give_button_back(apps, schema_editor):
    for table in apps.get_model("tables", "Table").objects.filter(kind="poker"):
        button = (table.state["last"] or [table.state["first_button"] or 1])[0]
        table.button = min(button, table.seats_count)
        table.save(update_fields=["button"])


class Migration(migrations.Migration):
    dependencies = [("tables", "0003_stakes_and_state")]

    operations = [migrations.RunPython(fill, give_button_back)]
