"""Addresses of the events' API, below /api/v1/events/."""

from __future__ import annotations

from django.urls import path

from eventnight.events.api import night, phones, players, roster, sponsors, staff

urlpatterns = [
    path("", night.EventsApi.as_view(), name="api_events"),
    path("<str:code>/", night.EventApi.as_view(), name="api_event"),
    path("<str:code>/again/", night.AgainApi.as_view(), name="api_night_again"),
    path("<str:code>/settings/", night.SettingsApi.as_view(), name="api_settings"),
    path("<str:code>/status/", night.StatusApi.as_view(), name="api_status"),
    path("<str:code>/programme/", night.ProgrammeApi.as_view(), name="api_programme"),
    path("<str:code>/programme/<number:activity_id>/", night.ActivityApi.as_view(), name="api_activity"),
    path("<str:code>/roles/", staff.RolesApi.as_view(), name="api_roles"),
    path("<str:code>/roles/<number:user_id>/back-in/", staff.BackInApi.as_view(), name="api_back_in"),
    path("<str:code>/roles/<number:user_id>/<str:role>/", staff.RoleApi.as_view(), name="api_role"),
    path("<str:code>/invitations/", staff.InvitationsApi.as_view(), name="api_invitations"),
    path("<str:code>/invitations/<number:invitation_id>/", staff.InvitationApi.as_view(), name="api_invitation"),
    path("<str:code>/phone-address/", phones.PhoneAddressApi.as_view(), name="api_phone_address"),
    path("<str:code>/sponsors/", sponsors.SponsorsApi.as_view(), name="api_sponsors"),
    path("<str:code>/sponsors/<number:sponsor_id>/", sponsors.SponsorApi.as_view(), name="api_sponsor"),
    path("<str:code>/players/", players.PlayersApi.as_view(), name="api_players"),
    path("<str:code>/players/<str:player>/", players.PlayerApi.as_view(), name="api_player"),
    path("<str:code>/players/<str:player>/check-in/", players.CheckInApi.as_view(), name="api_check_in"),
    path("<str:code>/players/<str:player>/id-again/", players.IdAgainApi.as_view(), name="api_id_again"),
    path("<str:code>/players/<str:player>/withdrawal/", players.WithdrawalApi.as_view(), name="api_withdrawal"),
    path("<str:code>/players/<str:player>/sign-ups/", players.SignUpsApi.as_view(), name="api_sign_ups"),
    path("<str:code>/players/<str:player>/join-code/", players.JoinCodeApi.as_view(), name="api_join_code"),
    path("<str:code>/players/<str:player>/card/", players.CardApi.as_view(), name="api_card"),
    path("<str:code>/roster/", roster.RosterApi.as_view(), name="api_roster"),
]
