"""Who pays for part of a night, and is thanked for it."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.db.models.functions import Upper

from eventnight.events.limits import LONGEST_ADDRESS, LONGEST_NAME
from eventnight.events.models.night import Event


class Sponsor(models.Model):
    """A name with its logo: a JPEG made here, never the bytes that were sent. digest: of them. place: from 1."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="sponsors")
    name = models.CharField(max_length=LONGEST_NAME)
    link = models.CharField(max_length=LONGEST_ADDRESS, blank=True)
    place = models.PositiveSmallIntegerField()
    jpeg = models.BinaryField()
    width = models.PositiveSmallIntegerField()
    height = models.PositiveSmallIntegerField()
    digest = models.CharField(max_length=16)

    class Meta:
        ordering = ["place", "id"]
        constraints = [
            models.UniqueConstraint("event", Upper("name"), name="sponsor_named_once"),
            models.CheckConstraint(
                condition=Q(width__gte=1, height__gte=1, place__gte=1) & ~Q(name="") & ~Q(digest="") & ~Q(jpeg=b""),
                name="sponsor_has_name_place_and_logo",
            ),
            models.CheckConstraint(
                condition=Q(link="") | Q(link__startswith="https://") | Q(link__startswith="http://"),
                name="sponsor_link_opens_a_page",
            ),
        ]

    def __str__(self) -> str:
        return self.name
