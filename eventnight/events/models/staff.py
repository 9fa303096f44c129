"""How somebody comes to work at a night."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q

from eventnight.core.roles import Role
from eventnight.events.limits import LONGEST_NAME
from eventnight.events.models.night import Event


class Invitation(models.Model):
    """A link that lets one person in, once.

    It gives a role, to an account that is there or to a new one; with account it lets the holder of that account choose
    a new password, as long as whoever made the link may let them into it. serial: what the secret of the link is made
    from, with a key that the database does not hold.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="invitations")
    name = models.CharField(max_length=LONGEST_NAME, help_text="Whom the organiser meant.")
    role = models.CharField(max_length=20, choices=Role.choices, blank=True)
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.CASCADE, related_name="ways_back_in"
    )
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="invitations_made"
    )
    serial = models.CharField(max_length=43, unique=True)
    made_at = models.DateTimeField()
    valid_until = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)
    used_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="invitations_used"
    )

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(account__isnull=True, role__in=Role.values) | Q(account__isnull=False, role=""),
                name="invitation_gives_a_role_or_a_password",
            ),
            models.CheckConstraint(
                condition=Q(used_at__isnull=True, used_by__isnull=True)
                | Q(used_at__isnull=False, used_by__isnull=False),
                name="invitation_used_by_somebody",
            ),
            models.UniqueConstraint(
                fields=["event", "account"], condition=Q(used_at__isnull=True), name="invitation_one_way_back_in"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name}: {self.get_role_display() or 'a new password'}"

    @property
    def is_used(self) -> bool:
        return self.used_at is not None
