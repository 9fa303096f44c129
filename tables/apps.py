from __future__ import annotations

from django.apps import AppConfig


class TablesConfig(AppConfig):
    name = "tables"
    label = "tables"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Tell the door where a player sits."""
        # Models are there only now.
        from eventnight.events.still_in import tell_where_players_are
        from tables.selectors.places import seats_kept

        tell_where_players_are(seats_kept)
