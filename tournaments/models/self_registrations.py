"""Registration by the players themselves: the page where they do it, and who did."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils import timezone

from tournaments.models.players_teams_and_check_ins import Entry, ShownAs
from tournaments.models.tournament import Tournament


class SignUpPage(models.Model):
    """What the public page of registration says, and when it takes anybody. `places`
    None: as many as come; `fee` in words; `privacy` "": the usual text."""

    tournament = models.OneToOneField(
        Tournament, models.CASCADE, related_name="sign_up_page", primary_key=True
    )
    is_on = models.BooleanField(default=False)
    opens_at = models.DateTimeField(null=True, blank=True)
    closes_at = models.DateTimeField(null=True, blank=True)
    places = models.PositiveSmallIntegerField(null=True, blank=True)
    fee = models.CharField(max_length=200, blank=True)
    text = models.TextField(blank=True)
    privacy = models.TextField(blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(places__isnull=True) | Q(places__gte=1),
                name="sign_up_places_positive",
            )
        ]


class SignUp(models.Model):
    """Somebody who registered on the page: in with an `entry`, waiting for a place, or
    neither since they ended it or somebody took them off. `version`: that of their own
    link that counts; nothing of a link is stored. `device_key`: that of the form it
    came by, so that what is sent once more is the same; "" for those before there were
    such keys."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="sign_ups")
    entry = models.OneToOneField(
        Entry, models.SET_NULL, null=True, blank=True, related_name="sign_up"
    )
    at = models.DateTimeField(default=timezone.now)
    first_name = models.CharField(max_length=100, blank=True)
    last_name = models.CharField(max_length=100)
    country = models.CharField(max_length=60, blank=True)
    club = models.CharField(max_length=100, blank=True)
    ema_number = models.CharField(max_length=20, blank=True)
    shown_as = models.CharField(max_length=10, choices=ShownAs, default=ShownAs.FULL)
    email = models.EmailField(max_length=200, blank=True)
    waits = models.BooleanField(default=False)
    version = models.PositiveIntegerField(default=1)
    device_key = models.CharField(max_length=64, blank=True)

    class Meta:
        ordering = ["at", "pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(waits=False) | Q(entry__isnull=True),
                name="sign_up_waits_without_entry",
            ),
            models.CheckConstraint(
                condition=Q(version__gte=1), name="sign_up_version_positive"
            ),
            models.CheckConstraint(
                condition=Q(shown_as__in=ShownAs.values), name="sign_up_shown_as_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.first_name} {self.last_name}".strip()

    @property
    def is_over(self) -> bool:
        return self.entry_id is None and not self.waits
