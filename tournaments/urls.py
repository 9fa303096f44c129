"""Addresses of the tournaments' pages, from the root."""

from __future__ import annotations

from django.urls import path

from tournaments.views import bracket, matches, pairing

app_name = "tournaments"

MATCHES = "staff/<str:code>/matches/"
BRACKET = f"{MATCHES}<int:bracket_id>/"
MATCH = f"{BRACKET}<int:number>/"

bracket_urls = [
    path("e/<str:code>/bracket/<int:bracket_id>/", bracket.bracket, name="bracket"),
    path("e/<str:code>/bracket/<int:bracket_id>/drawing/", bracket.drawing, name="bracket_drawing"),
    path("e/<str:code>/bracket/<int:bracket_id>/text/", bracket.text, name="bracket_text"),
    path(MATCHES, matches.matches, name="matches"),
    path(f"{MATCHES}new/", pairing.new_bracket, name="new_bracket"),
    path(f"{MATCHES}setup/", pairing.newest_setup, name="newest_setup"),
    path(f"{BRACKET}list/", matches.matches_list, name="matches_list"),
    path(MATCH, matches.match, name="match"),
    path(f"{MATCH}plan/", matches.match_plan, name="match_plan"),
    path(f"{MATCH}call/", matches.call, name="call"),
    path(f"{MATCH}start/", matches.start, name="start"),
    path(f"{MATCH}put-back/", matches.put_back, name="put_back"),
    path(f"{MATCH}undo/", matches.undo, name="undo"),
    path(f"{BRACKET}setup/", pairing.setup, name="bracket_setup"),
    path(f"{BRACKET}setup/sign-ups/", pairing.take_sign_ups, name="take_sign_ups"),
    path(f"{BRACKET}setup/pairs/", pairing.add_pair, name="add_pair"),
    path(f"{BRACKET}setup/singles/", pairing.add_single, name="add_single"),
    path(f"{BRACKET}setup/singles/<str:player>/release/", pairing.release_single, name="release_single"),
    path(f"{BRACKET}setup/teams/<int:team>/withdraw/", pairing.withdraw_team, name="withdraw_team"),
    path(f"{BRACKET}setup/teams/<int:team>/split/<str:player>/", pairing.split_team, name="split_team"),
    path(f"{BRACKET}setup/draw-pairs/", pairing.draw_pairs, name="draw_pairs"),
    path(f"{BRACKET}setup/stand-in/", pairing.pair_reserve, name="pair_reserve"),
    path(f"{BRACKET}setup/reserve/", pairing.place_reserve, name="place_reserve"),
    path(f"{BRACKET}setup/draw/", pairing.draw, name="draw_bracket"),
]

urlpatterns = [*bracket_urls]
