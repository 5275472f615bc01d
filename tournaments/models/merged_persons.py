"""Persons over several tournaments: merged records of one human, the log of merges,
national numbers, and players' choices about pages over several tournaments."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from tournaments.models.players_teams_and_check_ins import Person, Player


class PersonMerge(models.Model):
    """A logged merge of two records. Merges can be undone but are never deleted.

    `repointed`: records that were merged into `merged` before, and now refer to `kept`.
    `transferred_on`: date of a change of country, which explains two EMA numbers.
    """

    kept = models.ForeignKey(Person, models.CASCADE, related_name="+")
    merged = models.ForeignKey(Person, models.CASCADE, related_name="+")
    at = models.DateTimeField(default=timezone.now)
    by = models.CharField(max_length=150)
    reason = models.CharField(max_length=200, blank=True)
    transferred_on = models.DateField(null=True, blank=True)
    repointed = models.JSONField(default=list)
    undone_at = models.DateTimeField(null=True, blank=True)
    undone_by = models.CharField(max_length=150, blank=True)
    undone_reason = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ["-at", "-pk"]
        constraints = [
            models.CheckConstraint(
                condition=~Q(kept=F("merged")), name="merge_of_two_records"
            ),
        ]


class MergedRecord(models.Model):
    """A merged record: it is the same human as the record `kept`.

    The merged record keeps its name, country and club, and its address redirects to
    `kept`. `kept` itself is never a merged record.
    """

    record = models.OneToOneField(
        Person, models.CASCADE, primary_key=True, related_name="merged_as"
    )
    kept = models.ForeignKey(Person, models.CASCADE, related_name="merged_records")
    merge = models.ForeignKey(PersonMerge, models.CASCADE, related_name="+")

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=~Q(record=F("kept")), name="merged_into_another_record"
            ),
        ]


class DifferentPersons(models.Model):
    """Two records that the owner has declared to be two people. `one` has the lower
    key."""

    one = models.ForeignKey(Person, models.CASCADE, related_name="+")
    other = models.ForeignKey(Person, models.CASCADE, related_name="+")
    at = models.DateTimeField(default=timezone.now)
    by = models.CharField(max_length=150)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["one", "other"], name="two_persons_differ_once"
            ),
            models.CheckConstraint(
                condition=Q(one__lt=F("other")), name="different_persons_in_order"
            ),
        ]


class NationalNumber(models.Model):
    """A person's number in a national federation. It is never public."""

    person = models.OneToOneField(
        Person, models.CASCADE, primary_key=True, related_name="national_number"
    )
    number = models.CharField(max_length=20)

    def __str__(self) -> str:
        return self.number


class PageChoice(models.Model):
    """A player's answer about pages over several tournaments.

    If a person has refused in any registration, the person has no page.
    """

    player = models.OneToOneField(
        Player, models.CASCADE, primary_key=True, related_name="page_choice"
    )
    agrees = models.BooleanField()
    at = models.DateTimeField(default=timezone.now)


class PersonPages(models.Model):
    """The installation's setting for pages over several tournaments.

    There is at most one row; without it, the pages are off. `needs_consent`: only
    players who have agreed have such a page.
    """

    is_on = models.BooleanField(default=False)
    needs_consent = models.BooleanField(default=True)
    at = models.DateTimeField(default=timezone.now)
    by = models.CharField(max_length=150)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(pk=1), name="person_pages_set_once"),
        ]
