"""The tournament, its staff, and the log of all changes."""

from __future__ import annotations

import secrets
from typing import Self
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db import connection, models, transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

import rules
from rules.faults import Fault, RuleError
from rules.ruleset_and_table_state import Ruleset
from tournaments.models import change_origin
from tournaments.models.change_origin import Origin
from tournaments.rule_texts import ruleset_name, short_ruleset_name

NOTIFY_CHANNEL = "tournament_revision"


class EndPolicy(models.TextChoices):
    """Effects of the gong on the current hand."""

    FINISH_HAND = "finish_hand", _("Finish the current hand")
    FINISH_HAND_PLUS_ONE = (
        "finish_hand_plus_one",
        _("Finish the current hand and play one more"),
    )
    STOP_AT_ONCE = (
        "stop_at_once",
        _("Stop immediately; the current hand does not count"),
    )
    HANDS_ONLY = (
        "hands_only",
        _("No limit: every table plays all its hands"),
    )


class StartMode(models.TextChoices):
    """Ways to start the clock of a round."""

    BY_HAND = "by_hand", _("A director starts it")
    PUBLISHED = (
        "published",
        _("Automatically: seating published and previous round closed"),
    )
    PLANNED = "planned", _("Automatically, by the schedule")


class LateWord(models.TextChoices):
    """The person who decides whether a hand entered after the gong counts."""

    TABLE = (
        "table",
        _("The table; a referee can remove the hand"),
    )
    REFEREE = "referee", _("A referee; the hand waits for the decision")


class ConfirmationNeeded(models.TextChoices):
    """The confirmation that each table's result needs before a round can be closed."""

    NONE = "none", _("No confirmation needed")
    REFEREE = "referee", _("A referee who did not make the last entry")
    AT_TABLE = (
        "at_table",
        _("All players, on the table device or by player links"),
    )
    PLAYERS = "players", _("All players, by player links")


def default_tie_breaks() -> list[str]:
    return ["table_points", "score"]


def default_warning_marks() -> list[int]:
    return [15]


def default_time_zone() -> str:
    return str(settings.TIME_ZONE)


def default_language() -> str:
    return str(settings.DEFAULT_LANGUAGE)


def new_lot_seed() -> str:
    """Return a new random seed for tie-breaks. A director can replace it by a seed that
    was drawn in public."""
    return secrets.token_hex(4)


def new_hall_key() -> str:
    """Return the secret key that opens the hall screen without an account."""
    return secrets.token_urlsafe(16)


def not_in_bin(tournament: str = "") -> Q:
    """Return a query condition for tournaments that are not in the bin.

    `tournament`: the lookup from another model to its tournament; "" for tournaments.
    """
    path = f"{tournament}__binned_at" if tournament else "binned_at"
    return Q((path, None))


class TournamentQuerySet(models.QuerySet["Tournament"]):
    def not_in_bin(self) -> Self:
        return self.filter(not_in_bin())

    def public(self) -> Self:
        """Return the public tournaments that are not in the bin."""
        return self.not_in_bin().filter(is_public=True)


class Tournament(models.Model):
    """A tournament.

    - `options`: the ruleset's options, as JSON.
    - `tie_breaks`: order of the criteria that decide places.
    - `revision`: number of visible changes.
    - `draw_settings`: the director's last settings for generating seating.
    - `countdown`: minutes to build the walls before a round's clock starts.
    - `warning_marks`: minutes left when a warning is given, in the order of the
      warnings.
    """

    slug = models.SlugField(max_length=80, unique=True)
    title = models.CharField(max_length=200)
    ruleset = models.CharField(max_length=20)
    options = models.JSONField(default=dict)
    planned_rounds = models.PositiveSmallIntegerField()
    minutes = models.PositiveSmallIntegerField()
    end_policy = models.CharField(max_length=20, choices=EndPolicy)
    start_mode = models.CharField(
        max_length=20, choices=StartMode, default=StartMode.BY_HAND
    )
    countdown = models.PositiveSmallIntegerField(default=0)
    warning_marks = models.JSONField(default=default_warning_marks)
    tie_breaks = models.JSONField(default=default_tie_breaks)
    #: Criteria that decide places of teams, in order; empty for points and scores.
    team_tie_breaks = models.JSONField(default=list)
    #: Random seed for random tie-breaks.
    lot_seed = models.CharField(max_length=40, default=new_lot_seed)
    confirmation = models.CharField(
        max_length=20, choices=ConfirmationNeeded, default=ConfirmationNeeded.NONE
    )
    #: Whether a table device may settle a conflict, two versions of one hand.
    table_settles_conflicts = models.BooleanField(default=False)
    late_word = models.CharField(
        max_length=20, choices=LateWord, default=LateWord.TABLE
    )
    #: Whether paper totals count only once two people have entered the same.
    totals_twice = models.BooleanField(default=False)
    #: Number of last rounds whose results are hidden until a director publishes the
    #: standings.
    secret_rounds = models.PositiveSmallIntegerField(default=0)
    #: When the hidden results of the last rounds were published.
    told_at = models.DateTimeField(null=True, blank=True)
    #: Whether it has several stages (`Stage`).
    is_staged = models.BooleanField(default=False)
    #: Whether its rounds are on match days (`League`).
    is_league = models.BooleanField(default=False)
    is_public = models.BooleanField(default=False)
    #: Whether it is a practice tournament: its players are invented, only its staff can
    #: see it, and it is deleted automatically
    #: (`tournaments.tournament_setup.delete_tournaments`).
    is_practice = models.BooleanField(default=False)
    #: Whether search engines may list its pages.
    search_engines = models.BooleanField(default=True)
    revision = models.PositiveBigIntegerField(default=0)
    created_at = models.DateTimeField(default=timezone.now)
    #: IANA name of the time zone in which all its times are shown.
    time_zone = models.CharField(max_length=64, default=default_time_zone)
    #: Language of papers, messages and preview images, and of pages for browsers that
    #: ask for no installed language.
    language = models.CharField(max_length=20, default=default_language)
    #: Language of a second set of papers, and of screens that alternate; "" for none.
    second_language = models.CharField(max_length=20, blank=True)
    hall_key = models.CharField(max_length=40, default=new_hall_key)
    draw_settings = models.JSONField(default=dict)
    #: When it was archived; it is read-only since then.
    archived_at = models.DateTimeField(null=True, blank=True)
    #: When it was moved to the bin. Since then, only its owners can see it.
    binned_at = models.DateTimeField(null=True, blank=True)
    #: When it became a mirror of the same tournament on another installation; it is
    #: read-only here since then (`tournaments.models.mirrors`).
    mirrored_at = models.DateTimeField(null=True, blank=True)
    #: When it was finished. Nothing can be played or changed unless it is reopened.
    finished_at = models.DateTimeField(null=True, blank=True)

    objects = TournamentQuerySet.as_manager()

    class Meta:
        ordering = ["-created_at", "-pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(end_policy__in=EndPolicy.values),
                name="tournament_end_policy_known",
            ),
            models.CheckConstraint(
                condition=Q(confirmation__in=sorted(ConfirmationNeeded.values)),
                name="tournament_confirmation_known",
            ),
            models.CheckConstraint(
                condition=Q(planned_rounds__range=(1, 300)),
                name="tournament_planned_rounds_sane",
            ),
            models.CheckConstraint(
                condition=Q(minutes__range=(1, 600)), name="tournament_minutes_sane"
            ),
            models.CheckConstraint(
                condition=Q(secret_rounds__range=(0, 300)),
                name="tournament_secret_rounds_sane",
            ),
            models.CheckConstraint(
                condition=Q(late_word__in=sorted(LateWord.values)),
                name="tournament_late_word_known",
            ),
            models.CheckConstraint(
                condition=Q(start_mode__in=StartMode.values),
                name="tournament_start_mode_known",
            ),
            models.CheckConstraint(
                condition=Q(countdown__range=(0, 60)), name="tournament_countdown_sane"
            ),
            models.CheckConstraint(
                condition=~Q(is_practice=True, is_public=True),
                name="practice_is_not_public",
            ),
        ]

    def __str__(self) -> str:
        return self.title

    @property
    def rules(self) -> Ruleset:
        """Return the ruleset with this tournament's options. The object is shared by
        tournaments with the same options."""
        return rules.shared_ruleset(self.ruleset, self.options)

    @property
    def is_finished(self) -> bool:
        return self.finished_at is not None

    @property
    def zone(self) -> ZoneInfo:
        return ZoneInfo(self.time_zone)

    @property
    def languages(self) -> list[str]:
        """Return the tournament's one or two languages that are installed; if none is,
        the default language."""
        there = dict(settings.LANGUAGES)
        both = dict.fromkeys((self.language, self.second_language))
        return [code for code in both if code in there] or [default_language()]

    @property
    def first_language(self) -> str:
        return self.languages[0]

    @property
    def ruleset_name(self) -> str:
        return ruleset_name(self.ruleset)

    @property
    def ruleset_short(self) -> str:
        """Return the ruleset's name without the explanation in brackets."""
        return short_ruleset_name(self.ruleset)

    def record(
        self, kind: str, *, by: str, reason: str = "", **data: object
    ) -> LogEvent:
        """Log a change with the next revision, and return the log entry.

        The row of the tournament stays locked until the transaction ends, so revisions
        become visible in their order. On PostgreSQL, listeners are notified on commit;
        on SQLite, they watch the file. Raises TransactionManagementError outside a
        transaction, and RuleError for a mirror, where nothing may change.
        """
        if not connection.in_atomic_block:
            raise transaction.TransactionManagementError("record() needs a transaction")
        event = LogEvent(
            tournament=self,
            kind=kind,
            by=by,
            origin=change_origin.current(),
            reason=reason,
            data=data,
        )
        if connection.vendor == "postgresql":
            self._count_and_tell(event)
        else:
            self._count(event)
        self.revision = event.revision
        return event

    def count_unlogged_change(self) -> None:
        """Increase the revision for a private change that is not logged, so that a
        mirror gets the change. Raises RuleError for a mirror."""
        with connection.cursor() as cursor:
            cursor.execute(_COUNT, [self.pk])
            counted = cursor.fetchone()
        if counted is None:
            raise RuleError(IS_MIRROR)
        [self.revision] = counted

    def _count(self, event: LogEvent) -> None:
        """Save the log entry with the next revision. Raises RuleError for a mirror."""
        self.count_unlogged_change()
        event.revision = self.revision
        event.save(force_insert=True)

    def _count_and_tell(self, event: LogEvent) -> None:
        """Save the log entry with the next revision and notify listeners.

        This is a single statement, because every table waits for this statement. Raises
        RuleError for a mirror.
        """
        data = LogEvent._meta.get_field("data").get_db_prep_save(event.data, connection)
        values = [event.at, event.by, event.origin, event.kind, event.reason, data]
        with connection.cursor() as cursor:
            cursor.execute(
                f"WITH counted AS ({_COUNT}, pg_notify(%s, id || ':' || revision)) "  # noqa: S608
                "INSERT INTO tournaments_logevent "
                "(tournament_id, revision, at, by, origin, kind, reason, data) "
                "SELECT %s, revision, %s, %s, %s, %s, %s, %s FROM counted "
                "RETURNING id, revision",
                [self.pk, NOTIFY_CHANNEL, self.pk, *values],
            )
            counted = cursor.fetchone()
        if counted is None:
            raise RuleError(IS_MIRROR)
        event.pk, event.revision = counted
        event._state.adding, event._state.db = False, connection.alias


#: Increments the revision by one, except that of a mirror.
_COUNT = (
    "UPDATE tournaments_tournament SET revision = revision + 1 "
    "WHERE id = %s AND mirrored_at IS NULL RETURNING revision"
)

#: Rejection of a change to a mirror.
IS_MIRROR = Fault(
    "mirror",
    gettext_noop(
        "This is a mirror, where nothing can be changed. Make changes on the "
        "tournament's own installation."
    ),
)


class Role(models.TextChoices):
    OWNER = "owner", _("Owner")
    DIRECTOR = "director", _("Director")
    REFEREE = "referee", _("Referee")
    SCORER = "scorer", _("Scorekeeper")
    SCREEN = "screen", _("Screen")


class Membership(models.Model):
    """An account's role in a tournament. `tournaments/access/roles_and_permissions.py`
    has the permissions of each role."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="memberships"
    )
    tournament = models.ForeignKey(
        Tournament, models.CASCADE, related_name="memberships"
    )
    role = models.CharField(max_length=20, choices=Role)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["user", "tournament"], name="one_role_per_account"
            ),
            models.CheckConstraint(
                condition=Q(role__in=Role.values), name="membership_role_known"
            ),
        ]


class LogEvent(models.Model):
    """A logged change: who, when, what and why, and the kind of access used. The
    database rejects updates."""

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="log")
    revision = models.PositiveBigIntegerField()
    at = models.DateTimeField(default=timezone.now)
    by = models.CharField(max_length=150)
    origin = models.CharField(max_length=20, choices=Origin, default=Origin.UNKNOWN)
    kind = models.CharField(max_length=40)
    reason = models.TextField(blank=True)
    data = models.JSONField(default=dict)

    class Meta:
        ordering = ["-revision"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "revision"], name="one_event_per_revision"
            )
        ]
