"""What every part of a night shares: its version, who may do what, and what was done."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from eventnight.core.roles import Role


class EventHead(models.Model):
    """One row per event: every write locks it first and raises its version."""

    event = models.OneToOneField("events.Event", on_delete=models.CASCADE, primary_key=True, related_name="head")
    version = models.PositiveBigIntegerField(default=1)

    def __str__(self) -> str:
        return f"event {self.event_id}, version {self.version}"


class RoleGrant(models.Model):
    """A person of staff holds a role at one event."""

    event = models.ForeignKey("events.Event", on_delete=models.CASCADE, related_name="role_grants")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="role_grants")
    role = models.CharField(max_length=20, choices=Role.choices)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["event", "user", "role"], name="rolegrant_held_once"),
            models.CheckConstraint(condition=models.Q(role__in=Role.values), name="rolegrant_known_role"),
        ]

    def __str__(self) -> str:
        return f"{self.user} as {self.get_role_display()}"


class StaffPin(models.Model):
    """Four digits with which somebody of the staff takes over a tablet of the hall. Belongs to no event, and to nobody
    who runs the installation. hashed: as a password is.
    """

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="staff_pin")
    hashed = models.CharField(max_length=128)
    chosen_at = models.DateTimeField()

    class Meta:
        constraints = [models.CheckConstraint(condition=~models.Q(hashed=""), name="staffpin_is_one")]

    def __str__(self) -> str:
        return f"PIN of {self.user}"


class FormerStaff(models.Model):
    """Whom a code of staff stands for in the books and logs of a restored night: somebody with an account where the
    night came from.
    """

    event = models.ForeignKey("events.Event", on_delete=models.CASCADE, related_name="former_staff")
    code = models.CharField(max_length=40)
    label = models.CharField(max_length=150)

    class Meta:
        verbose_name_plural = "former staff"
        constraints = [
            models.UniqueConstraint(fields=["event", "code"], name="formerstaff_code_unique"),
            models.CheckConstraint(condition=~models.Q(code="") & ~models.Q(label=""), name="formerstaff_named"),
        ]

    def __str__(self) -> str:
        return f"{self.code}: {self.label}"


class AuditRecord(models.Model):
    """One thing somebody did, in the words of the night. press: the key of the press, for all that it did; None for
    one without a key, and where that was not kept yet.
    """

    event = models.ForeignKey("events.Event", on_delete=models.CASCADE, related_name="audit_records")
    at = models.DateTimeField()
    press = models.UUIDField(null=True)
    actor_code = models.CharField(max_length=40)
    actor_label = models.CharField(max_length=150)
    action = models.CharField(max_length=60)
    subject = models.CharField(max_length=200)
    facts = models.JSONField(default=dict)

    class Meta:
        ordering = ["-id"]
        indexes = [models.Index(fields=["event", "-id"], name="audit_by_event")]

    def __str__(self) -> str:
        return f"{self.actor_label}: {self.action} {self.subject}"


class PressKey(models.Model):
    """The key of one press, and what it stands for: written in the transaction of what the press changed.

    service: "bank.sell_rebuy" and the like. fingerprint: of all that was sent. Both are empty for keys from before
    presses were kept: they are taken, whatever comes under them. came_of: the rows that the press made or changed and
    that answer it when it comes again, "raffle.draw 5, bank.entry 77".
    """

    event = models.ForeignKey("events.Event", on_delete=models.CASCADE, related_name="presses")
    key = models.UUIDField(unique=True)
    service = models.CharField(max_length=60, blank=True)
    fingerprint = models.CharField(max_length=64, blank=True)
    actor_code = models.CharField(max_length=40, blank=True)
    actor_label = models.CharField(max_length=150, blank=True)
    at = models.DateTimeField()
    came_of = models.TextField(blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(fingerprint="")
                | (~models.Q(service="") & ~models.Q(actor_code="") & ~models.Q(actor_label="")),
                name="press_fingerprint_of_a_service",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.service or 'a press'} by {self.actor_label or 'somebody'}"


class Tries(models.Model):
    """How often something was guessed wrongly of late. Belongs to no event, so no archive carries it."""

    key = models.CharField(max_length=64, unique=True, help_text="A hash: neither a name nor an address.")
    kind = models.CharField(max_length=30)
    came = models.PositiveBigIntegerField(default=0, help_text="Tries, those among them that had to wait.")
    wrong = models.PositiveBigIntegerField(default=0, help_text="Tries that were looked at and not right.")
    free_at = models.DateTimeField(help_text="When the next try is looked at.")
    forgotten_at = models.DateTimeField(db_index=True)

    class Meta:
        verbose_name_plural = "tries"
        constraints = [
            models.CheckConstraint(condition=models.Q(wrong__lte=models.F("came")), name="tries_wrong_ones_came"),
        ]

    def __str__(self) -> str:
        return f"{self.kind}: {self.wrong} wrong of {self.came}"
