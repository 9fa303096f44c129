"""The app of euchre brackets, hold'em flights and finals, and the blind clock."""

from __future__ import annotations

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    name = "tournaments"

    def ready(self) -> None:
        """Tell the door what a player is part of."""
        # Models are there only now.
        from eventnight.events.still_in import tell_where_players_are
        from tournaments.selectors.places import places_kept

        tell_where_players_are(places_kept)
