"""Registration by players: settings of the public page, and registrations."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils import timezone

from tournaments.models.players_teams_and_check_ins import Player, ShownAs
from tournaments.models.tournament import Tournament
from tournaments.models.whole_names import whole_name


class SignUpPage(models.Model):
    """The settings of the public registration page, and when registration is open.

    `places`: number of spots, None for no limit. `fee`: the fee in words. `privacy`: ""
    for the default text.
    """

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
    """A registration on the public page.

    Registered players have a `player`; on the waiting list, `waits` is true. If neither
    is the case, the player cancelled or staff removed the registration. `version`:
    version of the valid player link, which itself is not stored. `device_key`: key of
    the form, so that sending it twice registers only once; "" for older registrations.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="sign_ups")
    player = models.OneToOneField(
        Player, models.SET_NULL, null=True, blank=True, related_name="sign_up"
    )
    at = models.DateTimeField(default=timezone.now)
    first_name = models.CharField(max_length=100, blank=True)
    last_name = models.CharField(max_length=100)
    country = models.CharField(max_length=60, blank=True)
    club = models.CharField(max_length=100, blank=True)
    ema_number = models.CharField(max_length=20, blank=True)
    shown_as = models.CharField(max_length=10, choices=ShownAs, default=ShownAs.FULL)
    email = models.EmailField(max_length=200, blank=True)
    #: Language of the page on which the player registered, for messages; "" if unknown.
    language = models.CharField(max_length=20, blank=True)
    waits = models.BooleanField(default=False)
    version = models.PositiveIntegerField(default=1)
    device_key = models.CharField(max_length=64, blank=True)

    class Meta:
        ordering = ["at", "pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(waits=False) | Q(player__isnull=True),
                name="sign_up_waits_without_player",
            ),
            models.CheckConstraint(
                condition=Q(version__gte=1), name="sign_up_version_positive"
            ),
            models.CheckConstraint(
                condition=Q(shown_as__in=ShownAs.values), name="sign_up_shown_as_known"
            ),
        ]

    def __str__(self) -> str:
        return whole_name(self.first_name, self.last_name)

    @property
    def is_over(self) -> bool:
        return self.player_id is None and not self.waits


class PlayerContact(models.Model):
    """Private data of a player, or of a person on the waiting list, from an imported
    list.

    Only directors can see the data. It is stored separately from the player, so that no
    export or feed of players contains it. It is deleted with other contact data.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="contacts")
    player = models.OneToOneField(
        Player, models.CASCADE, null=True, blank=True, related_name="contact"
    )
    sign_up = models.OneToOneField(
        SignUp, models.CASCADE, null=True, blank=True, related_name="contact"
    )
    email = models.EmailField(max_length=200, blank=True)
    phone = models.CharField(max_length=100, blank=True)
    remarks = models.CharField(max_length=2000, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(player__isnull=True) ^ Q(sign_up__isnull=True),
                name="contact_of_one_registration",
            )
        ]
