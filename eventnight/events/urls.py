"""Addresses of the events' pages, from the root."""

from __future__ import annotations

from django.urls import path

from eventnight.events.views import door, invited, phones, public, roster, setup, sponsors, staff, tablet

app_name = "events"

urlpatterns = [
    path("organise/<str:code>/setup/<str:step>/", setup.setup, name="setup_step"),
    path("organise/<str:code>/setup/programme/<number:activity_id>/", setup.activity, name="activity"),
    path(
        "organise/<str:code>/setup/programme/<number:activity_id>/remove/",
        setup.remove_activity,
        name="remove_activity",
    ),
    path("organise/<str:code>/setup/people/<number:user_id>/back-in/", staff.let_back_in, name="let_back_in"),
    path("organise/<str:code>/setup/people/<number:user_id>/<str:role>/", staff.revoke_role, name="revoke_role"),
    path("organise/<str:code>/invitations/<number:invitation_id>/", staff.invitation, name="invitation"),
    path("organise/<str:code>/invitations/<number:invitation_id>/now/", staff.invitation_live, name="invitation_live"),
    path(
        "organise/<str:code>/invitations/<number:invitation_id>/withdraw/",
        staff.withdraw_invitation,
        name="withdraw_invitation",
    ),
    path(
        "organise/<str:code>/setup/sponsors/<number:sponsor_id>/place/<number:place>/",
        sponsors.place_sponsor,
        name="place_sponsor",
    ),
    path(
        "organise/<str:code>/setup/sponsors/<number:sponsor_id>/remove/",
        sponsors.remove_sponsor,
        name="remove_sponsor",
    ),
    path("organise/<str:code>/setup/open/<str:move>/", setup.move_status, name="move_status"),
    path("organise/<str:code>/phones/", phones.phones_live, name="phones_live"),
    path("organise/<str:code>/roster/", roster.roster, name="roster"),
    path("organise/<str:code>/roster/<number:upload_id>/", roster.preview, name="roster_preview"),
    path("organise/<str:code>/roster/<number:upload_id>/list/", roster.preview_live, name="roster_preview_live"),
    path("organise/<str:code>/roster/<number:upload_id>/import/", roster.confirm, name="roster_import"),
    path("staff/<str:code>/players/", door.players, name="players"),
    path("staff/<str:code>/players/add/", door.add_player, name="add_player"),
    path("staff/<str:code>/players/<str:player>/", door.player_page, name="player"),
    path("staff/<str:code>/players/<str:player>/check-in/", door.check_in, name="check_in"),
    path("staff/<str:code>/players/<str:player>/id-again/", door.see_id_again, name="see_id_again"),
    path("staff/<str:code>/players/<str:player>/withdraw/", door.withdraw, name="withdraw"),
    path("staff/<str:code>/players/<str:player>/readmit/", door.readmit, name="readmit"),
    path("staff/<str:code>/players/<str:player>/check-in/undo/", door.undo_check_in, name="undo_check_in"),
    path("staff/<str:code>/players/<str:player>/sign-up/", door.sign_up, name="sign_up"),
    path("staff/<str:code>/players/<str:player>/sign-off/<str:kind>/", door.sign_off, name="sign_off"),
    path("staff/<str:code>/players/<str:player>/phone/", door.phone, name="phone"),
    path("staff/<str:code>/players/<str:player>/new-card/", door.renew_card, name="renew_card"),
    path("accounts/invited/<str:code>/<str:token>/", invited.invited, name="invited"),
    path("accounts/invited/<str:code>/<str:token>/accept/", invited.accept, name="accept_invitation"),
    path("accounts/hand-over/<str:code>/", tablet.hand_over, name="hand_over"),
    path("accounts/tablet/<str:code>/", tablet.tablet, name="tablet"),
    path("accounts/tablet/<str:code>/<number:user_id>/", tablet.take_over, name="take_over"),
    path("e/<str:code>/rules/", public.rulebook, name="rulebook"),
    path("e/<str:code>/rules.pdf", public.rules_paper, name="rules_paper"),
    path("e/<str:code>/sponsors/<str:digest>.jpg", sponsors.logo, name="logo"),
    path("e/<str:code>/phones/", phones.phone_here, name="phone_here"),
    path("e/<str:code>/me/", public.find_me, name="find_me"),
]
