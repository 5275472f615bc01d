"""Models of clubs: their public page, staff, members, tournaments and log."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from tournaments.models.players_teams_and_check_ins import Person
from tournaments.models.tournament import Role, Tournament

#: Roles in a club. Each holds in all tournaments of the club.
CLUB_ROLES = (Role.OWNER, Role.DIRECTOR, Role.REFEREE, Role.SCORER)


class Club(models.Model):
    """A club with its public page. Unknown fields are empty.

    `meets`: when the club plays. `first_visit`, `joining`: information for guests and
    for new members. `is_public`: everyone can see the page. `members_only`: in the
    club's series, records and statistics, results count only for players who were
    members on that day.
    """

    slug = models.SlugField(max_length=80, unique=True)
    title = models.CharField(max_length=100)
    city = models.CharField(max_length=100, blank=True)
    country = models.CharField(max_length=60, blank=True)
    meets = models.CharField(max_length=200, blank=True)
    venue = models.CharField(max_length=200, blank=True)
    text = models.TextField(blank=True)
    first_visit = models.CharField(max_length=300, blank=True)
    joining = models.CharField(max_length=300, blank=True)
    contact = models.CharField(max_length=200, blank=True)
    link = models.URLField(max_length=500, blank=True)
    is_public = models.BooleanField(default=False)
    members_only = models.BooleanField(default=False)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["title", "pk"]
        constraints = [
            models.CheckConstraint(condition=~Q(title=""), name="club_has_a_title"),
            models.CheckConstraint(
                condition=Q(link="")
                | Q(link__startswith="https://")
                | Q(link__startswith="http://"),
                name="club_link_is_of_the_web",
            ),
        ]

    def __str__(self) -> str:
        return self.title


class ClubStaff(models.Model):
    """An account's role in a club. The role applies in all tournaments of the club
    (`tournaments.access.roles_and_permissions`)."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="staff")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="club_roles"
    )
    role = models.CharField(max_length=20, choices=Role)
    since = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["club", "user"], name="one_club_role_per_account"
            ),
            models.CheckConstraint(
                condition=Q(role__in=[role.value for role in CLUB_ROLES]),
                name="club_role_known",
            ),
        ]


class ClubTournament(models.Model):
    """The club that owns a tournament. A tournament without a row belongs to no
    club."""

    tournament = models.OneToOneField(
        Tournament, models.CASCADE, primary_key=True, related_name="in_club"
    )
    club = models.ForeignKey(Club, models.CASCADE, related_name="tournaments")


class ClubMember(models.Model):
    """A person's membership of a club, from `since` until `until` inclusive (None: no
    end).

    A person can be a member of several clubs, and again after a break. The list of
    members is never public.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="members")
    person = models.ForeignKey(Person, models.CASCADE, related_name="memberships")
    since = models.DateField()
    until = models.DateField(null=True, blank=True)

    class Meta:
        ordering = ["person__last_name", "person__first_name", "since"]
        constraints = [
            models.UniqueConstraint(
                fields=["club", "person"],
                condition=Q(until=None),
                name="one_current_membership",
            ),
            models.CheckConstraint(
                condition=Q(until=None) | Q(until__gte=F("since")),
                name="membership_ends_after_it_begins",
            ),
        ]


class ClubLog(models.Model):
    """A logged change of a club: who, when and what."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="log")
    at = models.DateTimeField(default=timezone.now)
    by = models.CharField(max_length=150)
    kind = models.CharField(max_length=40)
    data = models.JSONField(default=dict)

    class Meta:
        ordering = ["-at", "-pk"]
