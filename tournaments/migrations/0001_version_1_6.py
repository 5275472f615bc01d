"""The schema of version 1.6.0."""

import datetime

import django.db.models.deletion
import django.db.models.functions.comparison
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

import rules.winds
import tournaments.models.hall_screens
import tournaments.models.tournament
import tournaments.models.wind_draws
from tournaments.migrations._guards_of_version_1_6 import GUARDS
from tournaments.models.database_triggers_and_exceptions import install

#: Names of the migrations up to version 1.6.0, which had the same effect.
REPLACED = (
    "0001_initial",
    "0002_guards",
    "0003_draws",
    "0004_ceremonies",
    "0005_table_links",
    "0006_closing",
    "0007_clock",
    "0008_table_settles_conflicts",
    "0009_day_plan",
    "0010_push",
    "0011_late_word",
    "0012_clock_faults",
    "0013_player_lists",
    "0014_the_tables_word",
    "0015_roles",
    "0016_totals_twice",
    "0017_what_an_event_says_and_where_it_lies",
    "0018_check_in",
    "0019_invitations_and_origins",
    "0020_finished_and_substitutes",
    "0021_sign_ups",
    "0022_rounds_not_played_count_as_before",
    "0023_reading_tokens",
    "0024_secret_rounds",
    "0025_what_everybody_is_told",
    "0026_sign_ups_sent_again",
    "0027_away_rounds",
    "0028_hall_screens",
    "0029_practice_events",
    "0030_heartbeats",
    "0031_lot_seed",
    "0032_team_orders_and_deductions",
    "0033_stages",
    "0034_leagues",
    "0035_sign_ups_say_how_they_are_shown",
    "0036_own_presets",
    "0037_account_acts",
    "0038_further_screens",
    "0039_second_factors",
    "0040_stages_series_and_leavers",
    "0041_team_matches",
    "0042_anonymisation",
    "0043_sealed_second_factors",
    "0044_tables_of_three",
    "0045_confirmation_in_words",
)


class Migration(migrations.Migration):
    initial = True
    replaces = [("tournaments", name) for name in REPLACED]

    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Player",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True,
                        primary_key=True,
                        serialize=False,
                        verbose_name="ID",
                    ),
                ),
                ("first_name", models.CharField(blank=True, max_length=100)),
                ("last_name", models.CharField(max_length=100)),
                ("country", models.CharField(blank=True, max_length=60)),
                ("club", models.CharField(blank=True, max_length=100)),
                ("ema_number", models.CharField(blank=True, max_length=20)),
            ],
        ),
        migrations.CreateModel(
            name="Tournament",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True,
                        primary_key=True,
                        serialize=False,
                        verbose_name="ID",
                    ),
                ),
                ("slug", models.SlugField(max_length=80, unique=True)),
                ("title", models.CharField(max_length=200)),
                ("ruleset", models.CharField(max_length=20)),
                ("options", models.JSONField(default=dict)),
                ("planned_rounds", models.PositiveSmallIntegerField()),
                ("minutes", models.PositiveSmallIntegerField()),
                (
                    "end_policy",
                    models.CharField(
                        choices=[
                            ("finish_hand", "Finish the current hand"),
                            (
                                "finish_hand_plus_one",
                                "Finish the current hand and play one more",
                            ),
                            (
                                "stop_at_once",
                                "Stop immediately; the current hand does not count",
                            ),
                            ("hands_only", "No limit: every table plays all its hands"),
                        ],
                        max_length=20,
                    ),
                ),
                (
                    "tie_breaks",
                    models.JSONField(
                        default=tournaments.models.tournament.default_tie_breaks
                    ),
                ),
                ("is_public", models.BooleanField(default=False)),
                ("revision", models.PositiveBigIntegerField(default=0)),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("draw_settings", models.JSONField(default=dict)),
                (
                    "hall_key",
                    models.CharField(
                        default=tournaments.models.tournament.new_hall_key,
                        max_length=40,
                    ),
                ),
                (
                    "confirmation",
                    models.CharField(
                        choices=[
                            ("none", "No confirmation needed"),
                            ("referee", "A referee who did not make the last entry"),
                            (
                                "at_table",
                                "All players, on the table device or by player links",
                            ),
                            ("players", "All players, by player links"),
                        ],
                        default="none",
                        max_length=20,
                    ),
                ),
                ("countdown", models.PositiveSmallIntegerField(default=0)),
                (
                    "start_mode",
                    models.CharField(
                        choices=[
                            ("by_hand", "A director starts it"),
                            (
                                "published",
                                "Automatically: seating published and previous round closed",
                            ),
                            ("planned", "Automatically, by the schedule"),
                        ],
                        default="by_hand",
                        max_length=20,
                    ),
                ),
                (
                    "warning_marks",
                    models.JSONField(
                        default=tournaments.models.tournament.default_warning_marks
                    ),
                ),
                ("table_settles_conflicts", models.BooleanField(default=False)),
                (
                    "time_zone",
                    models.CharField(
                        default=tournaments.models.tournament.default_time_zone,
                        max_length=64,
                    ),
                ),
                (
                    "late_word",
                    models.CharField(
                        choices=[
                            ("table", "The table; a referee can remove the hand"),
                            ("referee", "A referee; the hand waits for the decision"),
                        ],
                        default="table",
                        max_length=20,
                    ),
                ),
                ("totals_twice", models.BooleanField(default=False)),
                ("archived_at", models.DateTimeField(blank=True, null=True)),
                ("binned_at", models.DateTimeField(blank=True, null=True)),
                ("finished_at", models.DateTimeField(blank=True, null=True)),
                ("secret_rounds", models.PositiveSmallIntegerField(default=0)),
                ("told_at", models.DateTimeField(blank=True, null=True)),
                ("search_engines", models.BooleanField(default=True)),
                ("is_practice", models.BooleanField(default=False)),
                (
                    "lot_seed",
                    models.CharField(
                        default=tournaments.models.tournament.new_lot_seed,
                        max_length=40,
                    ),
                ),
                ("team_tie_breaks", models.JSONField(default=list)),
                ("is_staged", models.BooleanField(default=False)),
                ("is_league", models.BooleanField(default=False)),
            ],
            options={
                "ordering": ["-created_at", "-pk"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("planned_rounds__range", (1, 99))),
                        name="tournament_planned_rounds_sane",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("minutes__range", (1, 600))),
                        name="tournament_minutes_sane",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "end_policy__in",
                                [
                                    "finish_hand",
                                    "finish_hand_plus_one",
                                    "stop_at_once",
                                    "hands_only",
                                ],
                            )
                        ),
                        name="tournament_end_policy_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("start_mode__in", ["by_hand", "published", "planned"])
                        ),
                        name="tournament_start_mode_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("countdown__range", (0, 60))),
                        name="tournament_countdown_sane",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("late_word__in", ["referee", "table"])),
                        name="tournament_late_word_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "confirmation__in",
                                ["at_table", "none", "players", "referee"],
                            )
                        ),
                        name="tournament_confirmation_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("secret_rounds__range", (0, 99))),
                        name="tournament_secret_rounds_sane",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("is_practice", True), ("is_public", True), _negated=True
                        ),
                        name="practice_is_not_public",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Team",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True,
                        primary_key=True,
                        serialize=False,
                        verbose_name="ID",
                    ),
                ),
                ("name", models.CharField(max_length=100)),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="teams",
                        to="tournaments.tournament",
                    ),
                ),
            ],
            options={
                "ordering": ["name"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("tournament", "name"), name="one_team_of_a_name"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Membership",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True,
                        primary_key=True,
                        serialize=False,
                        verbose_name="ID",
                    ),
                ),
                (
                    "role",
                    models.CharField(
                        choices=[
                            ("owner", "Owner"),
                            ("director", "Director"),
                            ("referee", "Referee"),
                            ("scorer", "Scorekeeper"),
                            ("screen", "Screen"),
                        ],
                        max_length=20,
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="memberships",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="memberships",
                        to="tournaments.tournament",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("user", "tournament"), name="one_role_per_account"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "role__in",
                                ["owner", "director", "referee", "scorer", "screen"],
                            )
                        ),
                        name="membership_role_known",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="LogEvent",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True,
                        primary_key=True,
                        serialize=False,
                        verbose_name="ID",
                    ),
                ),
                ("revision", models.PositiveBigIntegerField()),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                ("by", models.CharField(max_length=150)),
                ("kind", models.CharField(max_length=40)),
                ("reason", models.TextField(blank=True)),
                ("data", models.JSONField(default=dict)),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="log",
                        to="tournaments.tournament",
                    ),
                ),
                (
                    "origin",
                    models.CharField(
                        choices=[
                            ("", "the program"),
                            ("desk", "signed in"),
                            ("table", "the table’s device"),
                            ("link", "by table link"),
                            ("own_link", "by player link"),
                            ("invitation", "by invitation"),
                        ],
                        default="",
                        max_length=20,
                    ),
                ),
            ],
            options={
                "ordering": ["-revision"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("tournament", "revision"), name="one_event_per_revision"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Draw",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True,
                        primary_key=True,
                        serialize=False,
                        verbose_name="ID",
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                (
                    "method",
                    models.CharField(
                        choices=[
                            ("plan", "Plan for the whole tournament"),
                            ("random", "By lot"),
                            ("swiss", "Swiss, by the standings"),
                            ("snake", "Snake, by the standings"),
                            ("intervals", "Fixed intervals of the standings"),
                            ("ranks", "Tables by rank"),
                            ("import", "Plan made elsewhere"),
                            ("repair", "Repair of the rounds to come"),
                        ],
                        max_length=20,
                    ),
                ),
                ("first_round", models.PositiveSmallIntegerField()),
                ("rounds", models.PositiveSmallIntegerField()),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("promised", "Promised"),
                            ("waiting", "Waiting"),
                            ("drawing", "Being drawn"),
                            ("failed", "Failed"),
                            ("draft", "Draft"),
                            ("confirmed", "Confirmed"),
                            ("discarded", "Discarded"),
                        ],
                        default="waiting",
                        max_length=20,
                    ),
                ),
                ("request", models.JSONField(default=dict)),
                ("seed", models.TextField(blank=True)),
                ("thrown", models.TextField(blank=True)),
                ("commitment", models.CharField(blank=True, max_length=64)),
                ("drawn", models.JSONField(default=dict)),
                ("plan", models.JSONField(default=list)),
                ("report", models.JSONField(default=dict)),
                ("notes", models.JSONField(default=list)),
                ("fillers", models.JSONField(default=list)),
                ("source", models.TextField(blank=True)),
                ("moves", models.PositiveBigIntegerField(default=0)),
                ("stopped", models.BooleanField(default=False)),
                ("progress", models.JSONField(default=dict)),
                ("stop_requested", models.BooleanField(default=False)),
                ("faults", models.JSONField(default=list)),
                ("attempt", models.PositiveIntegerField(default=0)),
                ("heard_at", models.DateTimeField(blank=True, null=True)),
                ("edits", models.JSONField(default=list)),
                ("locked", models.JSONField(default=list)),
                ("version", models.PositiveIntegerField(default=0)),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("started_at", models.DateTimeField(blank=True, null=True)),
                ("finished_at", models.DateTimeField(blank=True, null=True)),
                ("by", models.CharField(max_length=150)),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="draws",
                        to="tournaments.tournament",
                    ),
                ),
            ],
            options={
                "ordering": ["-number"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("tournament", "number"), name="one_draw_per_number"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "state__in",
                                [
                                    "promised",
                                    "waiting",
                                    "drawing",
                                    "failed",
                                    "draft",
                                    "confirmed",
                                    "discarded",
                                ],
                            )
                        ),
                        name="draw_state_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "method__in",
                                [
                                    "plan",
                                    "random",
                                    "swiss",
                                    "snake",
                                    "intervals",
                                    "ranks",
                                    "import",
                                    "repair",
                                ],
                            )
                        ),
                        name="draw_method_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("rounds__range", (1, 99))),
                        name="draw_rounds_sane",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("first_round__range", (1, 99))),
                        name="draw_first_round_sane",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="TableSigns",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True,
                        primary_key=True,
                        serialize=False,
                        verbose_name="ID",
                    ),
                ),
                ("version", models.PositiveIntegerField(default=1)),
                (
                    "tournament",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="table_signs",
                        to="tournaments.tournament",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("version__gte", 1)),
                        name="table_signs_version_positive",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="PlanItem",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True,
                        primary_key=True,
                        serialize=False,
                        verbose_name="ID",
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("round", "Round"),
                            ("break", "Break"),
                            ("other", "Something else"),
                        ],
                        max_length=10,
                    ),
                ),
                ("number", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("title", models.CharField(blank=True, max_length=80)),
                ("start", models.DateTimeField()),
                ("minutes", models.PositiveSmallIntegerField()),
                (
                    "least_minutes",
                    models.PositiveSmallIntegerField(blank=True, null=True),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="day_plan",
                        to="tournaments.tournament",
                    ),
                ),
            ],
            options={
                "ordering": ["start"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("tournament", "number"), name="one_plan_item_per_round"
                    ),
                    models.UniqueConstraint(
                        fields=("tournament", "start"), name="one_plan_item_at_a_time"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("kind", "round"),
                                ("number__isnull", False),
                                ("number__range", (1, 99)),
                                ("title", ""),
                            ),
                            models.Q(
                                ("kind__in", ("break", "other")),
                                ("number__isnull", True),
                                ("title__gt", ""),
                            ),
                            _connector="OR",
                        ),
                        name="plan_item_is_a_round_or_has_a_title",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("minutes__range", (1, 1440))),
                        name="plan_item_minutes_sane",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("least_minutes__isnull", True),
                            models.Q(
                                ("kind", "break"),
                                ("least_minutes__lt", models.F("minutes")),
                            ),
                            _connector="OR",
                        ),
                        name="plan_item_break_shrinks",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="PlayerImport",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True,
                        primary_key=True,
                        serialize=False,
                        verbose_name="ID",
                    ),
                ),
                ("by", models.CharField(max_length=150)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                ("source", models.CharField(blank=True, max_length=200)),
                ("made", models.JSONField(default=list)),
                ("added", models.JSONField(default=dict)),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="player_imports",
                        to="tournaments.tournament",
                    ),
                ),
            ],
            options={
                "ordering": ["-at", "-pk"],
            },
        ),
        migrations.CreateModel(
            name="Entry",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True,
                        primary_key=True,
                        serialize=False,
                        verbose_name="ID",
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="entries",
                        to="tournaments.player",
                    ),
                ),
                (
                    "team",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="entries",
                        to="tournaments.team",
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="entries",
                        to="tournaments.tournament",
                    ),
                ),
                ("first_round", models.PositiveSmallIntegerField(default=1)),
                (
                    "fixed_table",
                    models.PositiveSmallIntegerField(blank=True, null=True),
                ),
                ("group", models.CharField(blank=True, max_length=40)),
                ("is_filler", models.BooleanField(default=False)),
                ("last_round", models.PositiveSmallIntegerField(blank=True, null=True)),
                (
                    "player_import",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="entries",
                        to="tournaments.playerimport",
                    ),
                ),
                ("is_substitute", models.BooleanField(default=False)),
                ("fee_paid", models.BooleanField(default=False)),
                (
                    "shown_as",
                    models.CharField(
                        choices=[
                            ("full", "Full name"),
                            ("initials", "Initials"),
                            ("number", "Player number"),
                        ],
                        default="full",
                        max_length=10,
                    ),
                ),
                ("away_rounds", models.CharField(blank=True, max_length=300)),
                ("cut_after", models.PositiveSmallIntegerField(blank=True, null=True)),
            ],
            options={
                "ordering": ["number"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("tournament", "number"), name="one_entry_per_number"
                    ),
                    models.UniqueConstraint(
                        fields=("tournament", "player"), name="one_entry_per_player"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("fixed_table__isnull", True),
                            ("fixed_table__gte", 1),
                            _connector="OR",
                        ),
                        name="entry_fixed_table_positive",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("first_round__gte", 1)),
                        name="entry_first_round_positive",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("is_filler", False),
                            ("team__isnull", True),
                            _connector="OR",
                        ),
                        name="filler_without_team",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("is_filler", False),
                            ("is_substitute", False),
                            _connector="OR",
                        ),
                        name="filler_is_no_substitute",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("shown_as__in", ["full", "initials", "number"])
                        ),
                        name="entry_shown_as_known",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="NeverMeet",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True,
                        primary_key=True,
                        serialize=False,
                        verbose_name="ID",
                    ),
                ),
                ("reason", models.TextField(blank=True)),
                (
                    "one",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="tournaments.entry",
                    ),
                ),
                (
                    "other",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="tournaments.entry",
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="never_meet",
                        to="tournaments.tournament",
                    ),
                ),
            ],
            options={
                "ordering": ["one__number", "other__number"],
                "constraints": [
                    models.UniqueConstraint(
                        django.db.models.functions.comparison.Least("one", "other"),
                        django.db.models.functions.comparison.Greatest("one", "other"),
                        name="two_never_meet_once",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("one", models.F("other")), _negated=True),
                        name="never_meet_somebody_else",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="PlayerLink",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True,
                        primary_key=True,
                        serialize=False,
                        verbose_name="ID",
                    ),
                ),
                ("version", models.PositiveIntegerField(default=1)),
                (
                    "entry",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="link",
                        to="tournaments.entry",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("version__gte", 1)),
                        name="player_link_version_positive",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="PushSubscription",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True,
                        primary_key=True,
                        serialize=False,
                        verbose_name="ID",
                    ),
                ),
                ("endpoint", models.CharField(max_length=1000, unique=True)),
                ("public_key", models.CharField(max_length=100)),
                ("secret", models.CharField(max_length=40)),
                ("site", models.CharField(max_length=300)),
                ("language", models.CharField(max_length=20)),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="push_subscriptions",
                        to="tournaments.entry",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("endpoint__startswith", "https://")),
                        name="push_endpoint_is_https",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="PlayerList",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True,
                        primary_key=True,
                        serialize=False,
                        verbose_name="ID",
                    ),
                ),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                ("source", models.CharField(blank=True, max_length=200)),
                ("read_as", models.CharField(blank=True, max_length=100)),
                ("rows", models.JSONField(default=list)),
                ("fields", models.JSONField(default=list)),
                ("heading", models.PositiveIntegerField(default=0)),
                ("name_order", models.CharField(max_length=20)),
                ("mended", models.JSONField(default=dict)),
                ("choices", models.JSONField(default=dict)),
                ("countries", models.JSONField(default=dict)),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="player_lists",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="player_lists",
                        to="tournaments.tournament",
                    ),
                ),
            ],
            options={
                "ordering": ["-at", "-pk"],
            },
        ),
        migrations.CreateModel(
            name="Deletion",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True,
                        primary_key=True,
                        serialize=False,
                        verbose_name="ID",
                    ),
                ),
                ("tournament_id", models.PositiveBigIntegerField()),
                (
                    "session_id",
                    models.PositiveBigIntegerField(blank=True, null=True, unique=True),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("session_id__isnull", True)),
                        fields=("tournament_id",),
                        name="one_deletion_of_an_event",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="EventDescription",
            fields=[
                (
                    "tournament",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="description",
                        serialize=False,
                        to="tournaments.tournament",
                    ),
                ),
                ("starts_on", models.DateField(blank=True, null=True)),
                ("ends_on", models.DateField(blank=True, null=True)),
                ("venue", models.CharField(blank=True, max_length=200)),
                ("city", models.CharField(blank=True, max_length=100)),
                ("country", models.CharField(blank=True, max_length=60)),
                ("organiser", models.CharField(blank=True, max_length=200)),
                ("text", models.TextField(blank=True)),
                ("link", models.URLField(blank=True, max_length=500)),
                ("contact", models.CharField(blank=True, max_length=200)),
                ("logo", models.CharField(blank=True, max_length=80)),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("ends_on__isnull", True),
                            ("ends_on__gte", models.F("starts_on")),
                            _connector="OR",
                        ),
                        name="description_ends_after_its_start",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("ends_on__isnull", True),
                            ("starts_on__isnull", False),
                            _connector="OR",
                        ),
                        name="description_end_needs_a_start",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("link", ""),
                            ("link__startswith", "https://"),
                            ("link__startswith", "http://"),
                            _connector="OR",
                        ),
                        name="description_link_is_of_the_web",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="CheckIn",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True,
                        primary_key=True,
                        serialize=False,
                        verbose_name="ID",
                    ),
                ),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("expected", "Expected"),
                            ("here", "Checked in"),
                            ("late", "Late"),
                            ("no_show", "No-show"),
                        ],
                        max_length=20,
                    ),
                ),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                ("by", models.CharField(max_length=150)),
                (
                    "entry",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="check_in",
                        to="tournaments.entry",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("state__in", ["expected", "here", "late", "no_show"])
                        ),
                        name="check_in_state_known",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Invitation",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True,
                        primary_key=True,
                        serialize=False,
                        verbose_name="ID",
                    ),
                ),
                (
                    "role",
                    models.CharField(
                        choices=[
                            ("owner", "Owner"),
                            ("director", "Director"),
                            ("referee", "Referee"),
                            ("scorer", "Scorekeeper"),
                            ("screen", "Screen"),
                        ],
                        max_length=20,
                    ),
                ),
                ("most_uses", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("uses", models.PositiveSmallIntegerField(default=0)),
                ("expires_at", models.DateTimeField(blank=True, null=True)),
                ("revoked_at", models.DateTimeField(blank=True, null=True)),
                ("made_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("made_by", models.CharField(max_length=150)),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="invitations",
                        to="tournaments.tournament",
                    ),
                ),
            ],
            options={
                "ordering": ["-made_at", "-pk"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "role__in",
                                ["owner", "director", "referee", "scorer", "screen"],
                            )
                        ),
                        name="invitation_role_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("most_uses__isnull", True),
                            ("most_uses__gte", models.F("uses")),
                            _connector="OR",
                        ),
                        name="invitation_used_no_more_than_it_may",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="SignUpPage",
            fields=[
                (
                    "tournament",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="sign_up_page",
                        serialize=False,
                        to="tournaments.tournament",
                    ),
                ),
                ("is_on", models.BooleanField(default=False)),
                ("opens_at", models.DateTimeField(blank=True, null=True)),
                ("closes_at", models.DateTimeField(blank=True, null=True)),
                ("places", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("fee", models.CharField(blank=True, max_length=200)),
                ("text", models.TextField(blank=True)),
                ("privacy", models.TextField(blank=True)),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("places__isnull", True),
                            ("places__gte", 1),
                            _connector="OR",
                        ),
                        name="sign_up_places_positive",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="SignUp",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True,
                        primary_key=True,
                        serialize=False,
                        verbose_name="ID",
                    ),
                ),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                ("first_name", models.CharField(blank=True, max_length=100)),
                ("last_name", models.CharField(max_length=100)),
                ("country", models.CharField(blank=True, max_length=60)),
                ("club", models.CharField(blank=True, max_length=100)),
                ("ema_number", models.CharField(blank=True, max_length=20)),
                ("email", models.EmailField(blank=True, max_length=200)),
                ("waits", models.BooleanField(default=False)),
                ("version", models.PositiveIntegerField(default=1)),
                (
                    "entry",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="sign_up",
                        to="tournaments.entry",
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="sign_ups",
                        to="tournaments.tournament",
                    ),
                ),
                ("device_key", models.CharField(blank=True, max_length=64)),
                (
                    "shown_as",
                    models.CharField(
                        choices=[
                            ("full", "Full name"),
                            ("initials", "Initials"),
                            ("number", "Player number"),
                        ],
                        default="full",
                        max_length=10,
                    ),
                ),
            ],
            options={
                "ordering": ["at", "pk"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("waits", False), ("entry__isnull", True), _connector="OR"
                        ),
                        name="sign_up_waits_without_entry",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("version__gte", 1)),
                        name="sign_up_version_positive",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("shown_as__in", ["full", "initials", "number"])
                        ),
                        name="sign_up_shown_as_known",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="ReadingToken",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True,
                        primary_key=True,
                        serialize=False,
                        verbose_name="ID",
                    ),
                ),
                ("name", models.CharField(max_length=100)),
                ("made_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("made_by", models.CharField(max_length=150)),
                ("revoked_at", models.DateTimeField(blank=True, null=True)),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="reading_tokens",
                        to="tournaments.tournament",
                    ),
                ),
            ],
            options={
                "ordering": ["-made_at", "-pk"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("name", ""), _negated=True),
                        name="reading_token_has_a_name",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="HallScreen",
            fields=[
                (
                    "tournament",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="hall_screen",
                        serialize=False,
                        to="tournaments.tournament",
                    ),
                ),
                (
                    "turns",
                    models.JSONField(
                        default=tournaments.models.hall_screens.usual_turns
                    ),
                ),
                ("announcement", models.CharField(blank=True, max_length=200)),
                ("announced_until", models.DateTimeField(blank=True, null=True)),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("announced_until__isnull", True),
                            models.Q(("announcement", ""), _negated=True),
                            _connector="OR",
                        ),
                        name="hall_screen_ends_what_it_announces",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Heartbeat",
            fields=[
                (
                    "part",
                    models.CharField(
                        choices=[
                            ("clock", "The clock"),
                            ("worker", "The worker for draws and imports"),
                        ],
                        max_length=20,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("at", models.DateTimeField()),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("part__in", ["clock", "worker"])),
                        name="heartbeat_part_known",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="TeamDeduction",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True,
                        primary_key=True,
                        serialize=False,
                        verbose_name="ID",
                    ),
                ),
                (
                    "measure",
                    models.CharField(
                        choices=[("table_points", "table points"), ("score", "score")],
                        max_length=20,
                    ),
                ),
                ("points", models.PositiveIntegerField()),
                ("reason", models.CharField(max_length=200)),
                ("by", models.CharField(max_length=150)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "team",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="deductions",
                        to="tournaments.team",
                    ),
                ),
            ],
            options={
                "ordering": ["at", "pk"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("points__range", (1, 1000000))),
                        name="team_deduction_takes_points",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("measure__in", ["score", "table_points"])),
                        name="team_deduction_measure_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("reason", ""), _negated=True),
                        name="team_deduction_has_a_reason",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Stage",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True,
                        primary_key=True,
                        serialize=False,
                        verbose_name="ID",
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("qualifying", "Qualifying"),
                            ("groups", "Groups"),
                            ("semi_final", "Semi-final"),
                            ("final", "Final"),
                            ("consolation", "Consolation"),
                            ("other", "Another stage"),
                        ],
                        max_length=20,
                    ),
                ),
                ("name", models.CharField(blank=True, max_length=60)),
                ("first_round", models.PositiveSmallIntegerField()),
                ("rounds", models.PositiveSmallIntegerField()),
                ("minutes", models.PositiveSmallIntegerField(blank=True, null=True)),
                (
                    "end_policy",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("finish_hand", "Finish the current hand"),
                            (
                                "finish_hand_plus_one",
                                "Finish the current hand and play one more",
                            ),
                            (
                                "stop_at_once",
                                "Stop immediately; the current hand does not count",
                            ),
                            ("hands_only", "No limit: every table plays all its hands"),
                        ],
                        max_length=20,
                    ),
                ),
                (
                    "method",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("plan", "Plan for the whole tournament"),
                            ("random", "By lot"),
                            ("swiss", "Swiss, by the standings"),
                            ("snake", "Snake, by the standings"),
                            ("intervals", "Fixed intervals of the standings"),
                            ("ranks", "Tables by rank"),
                            ("import", "Plan made elsewhere"),
                            ("repair", "Repair of the rounds to come"),
                        ],
                        max_length=20,
                    ),
                ),
                (
                    "cut",
                    models.CharField(
                        choices=[
                            ("everybody", "Everybody"),
                            ("top", "The best of all"),
                            ("per_group", "The best of each group"),
                            ("rest", "Whoever did not make the cut"),
                        ],
                        default="everybody",
                        max_length=20,
                    ),
                ),
                ("cut_size", models.PositiveSmallIntegerField(default=0)),
                ("cut_rest", models.PositiveSmallIntegerField(default=0)),
                (
                    "carry",
                    models.CharField(
                        choices=[
                            ("everything", "Everything"),
                            ("nothing", "Nothing"),
                            ("fraction", "A fraction of points and score"),
                            ("table_points", "The table points, not the score"),
                        ],
                        default="everything",
                        max_length=20,
                    ),
                ),
                ("carry_numerator", models.PositiveSmallIntegerField(default=1)),
                ("carry_denominator", models.PositiveSmallIntegerField(default=1)),
                ("bonuses", models.JSONField(blank=True, default=list)),
                ("groups", models.PositiveSmallIntegerField(default=0)),
                (
                    "grouping",
                    models.CharField(
                        choices=[
                            ("snake", "By strength: 1-8-9-16, 2-7-10-15 …"),
                            ("lot", "By lot"),
                            (
                                "region",
                                "By region: who comes from the same country together",
                            ),
                            ("hand", "By hand"),
                            (
                                "divisions",
                                "Divisions: the best in the first; then some go up and some down",
                            ),
                            (
                                "teams",
                                "Team matches: four teams against each other, drawn by lot",
                            ),
                        ],
                        default="snake",
                        max_length=20,
                    ),
                ),
                (
                    "apart",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("", "Nobody"),
                            ("club", "Players of the same club"),
                            ("country", "Players of the same country"),
                        ],
                        default="",
                        max_length=20,
                    ),
                ),
                (
                    "seats",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("", "As the draw balances them"),
                            (
                                "rank",
                                "By rank: the first sits East, the second South …",
                            ),
                            (
                                "choice",
                                "By choice: the first chooses a seat, then the second …",
                            ),
                            ("east", "East to the first, the others by lot"),
                        ],
                        default="",
                        max_length=20,
                    ),
                ),
                ("is_decided", models.BooleanField(default=False)),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="stages",
                        to="tournaments.tournament",
                    ),
                ),
                ("movers", models.PositiveSmallIntegerField(default=0)),
                (
                    "leavers",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("", "What was played counts"),
                            (
                                "even",
                                "Each of these tables counts as one where all four are equal",
                            ),
                            (
                                "half",
                                "As equal tables, if whoever left had played less than half of the stage",
                            ),
                        ],
                        default="",
                        max_length=20,
                    ),
                ),
                ("series", models.PositiveSmallIntegerField(default=0)),
            ],
            options={
                "ordering": ["number"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("tournament", "number"), name="one_stage_per_number"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("number__range", (1, 20))),
                        name="stage_number_sane",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "kind__in",
                                [
                                    "consolation",
                                    "final",
                                    "groups",
                                    "other",
                                    "qualifying",
                                    "semi_final",
                                ],
                            )
                        ),
                        name="stage_kind_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("first_round__range", (1, 99)), ("rounds__range", (1, 99))
                        ),
                        name="stage_rounds_sane",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("minutes__isnull", True),
                            ("minutes__range", (1, 600)),
                            _connector="OR",
                        ),
                        name="stage_minutes_sane",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "end_policy__in",
                                [
                                    "",
                                    "finish_hand",
                                    "finish_hand_plus_one",
                                    "hands_only",
                                    "stop_at_once",
                                ],
                            )
                        ),
                        name="stage_end_policy_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("cut", "everybody"), ("number", 1)),
                            models.Q(
                                ("cut__in", ["everybody", "per_group", "rest", "top"]),
                                ("number__gt", 1),
                            ),
                            _connector="OR",
                        ),
                        name="stage_cut_comes_after_a_stage",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("cut__in", ("top", "per_group")), ("cut_size__gte", 1)
                            ),
                            models.Q(
                                ("cut__in", ("everybody", "rest")), ("cut_size", 0)
                            ),
                            _connector="OR",
                        ),
                        name="stage_cut_has_a_size",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("cut_rest", 0), ("cut", "per_group"), _connector="OR"
                        ),
                        name="stage_rest_of_groups",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("cut", "rest"), ("kind", "consolation")),
                            models.Q(
                                models.Q(("kind", "consolation"), _negated=True),
                                models.Q(("cut", "rest"), _negated=True),
                            ),
                            _connector="OR",
                        ),
                        name="stage_consolation_takes_the_rest",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "carry__in",
                                ["everything", "fraction", "nothing", "table_points"],
                            )
                        ),
                        name="stage_carry_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("carry", "fraction"),
                                ("carry_numerator__gte", 1),
                                ("carry_numerator__lt", models.F("carry_denominator")),
                            ),
                            models.Q(
                                models.Q(("carry", "fraction"), _negated=True),
                                ("carry_denominator", 1),
                                ("carry_numerator", 1),
                            ),
                            _connector="OR",
                        ),
                        name="stage_fraction_is_one",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("groups", 0), ("groups__range", (2, 30)), _connector="OR"
                        ),
                        name="stage_has_no_single_group",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("series", 0),
                            models.Q(
                                ("carry", "nothing"),
                                ("cut", "top"),
                                ("cut_size", 4),
                                ("groups", 0),
                                ("series__range", (1, models.F("rounds"))),
                            ),
                            _connector="OR",
                        ),
                        name="stage_series_is_of_one_table",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("leavers__in", ["", "even", "half"])),
                        name="stage_leavers_known",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Round",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True,
                        primary_key=True,
                        serialize=False,
                        verbose_name="ID",
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("draft", "Draft"),
                            ("hall", "Shown in the hall"),
                            ("published", "Seats published"),
                            ("running", "Playing"),
                            ("paused", "Paused"),
                            ("time_up", "Time is up"),
                            ("closed", "Closed"),
                        ],
                        default="draft",
                        max_length=20,
                    ),
                ),
                ("started_at", models.DateTimeField(blank=True, null=True)),
                ("ends_at", models.DateTimeField(blank=True, null=True)),
                ("remaining", models.DurationField(blank=True, null=True)),
                ("clock_version", models.PositiveIntegerField(default=0)),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="rounds",
                        to="tournaments.tournament",
                    ),
                ),
                (
                    "draw",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="seated_rounds",
                        to="tournaments.draw",
                    ),
                ),
                ("ended_at", models.DateTimeField(blank=True, null=True)),
                ("left_at_end", models.DurationField(blank=True, null=True)),
                ("mark_at", models.DateTimeField(blank=True, null=True)),
                ("starts_at", models.DateTimeField(blank=True, null=True)),
                (
                    "stage",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="seated_rounds",
                        to="tournaments.stage",
                    ),
                ),
            ],
            options={
                "ordering": ["number"],
                "indexes": [
                    models.Index(
                        condition=models.Q(("state", "running")),
                        fields=["ends_at"],
                        name="round_due",
                    ),
                    models.Index(
                        condition=models.Q(("starts_at__isnull", False)),
                        fields=["starts_at"],
                        name="round_start_due",
                    ),
                    models.Index(
                        condition=models.Q(("mark_at__isnull", False)),
                        fields=["mark_at"],
                        name="round_mark_due",
                    ),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("tournament", "number"), name="one_round_per_number"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("ends_at__isnull", False), ("state", "running")),
                            models.Q(
                                models.Q(("state", "running"), _negated=True),
                                ("ends_at__isnull", True),
                            ),
                            _connector="OR",
                        ),
                        name="round_has_deadline_while_running",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("remaining__isnull", False), ("state", "paused")),
                            models.Q(
                                models.Q(("state", "paused"), _negated=True),
                                ("remaining__isnull", True),
                            ),
                            _connector="OR",
                        ),
                        name="round_has_remaining_while_paused",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "state__in",
                                [
                                    "draft",
                                    "hall",
                                    "published",
                                    "running",
                                    "paused",
                                    "time_up",
                                    "closed",
                                ],
                            )
                        ),
                        name="round_state_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("starts_at__isnull", True),
                            ("state", "published"),
                            _connector="OR",
                        ),
                        name="round_starts_from_published",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("mark_at__isnull", True),
                            ("state", "running"),
                            _connector="OR",
                        ),
                        name="round_warns_while_running",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("ended_at__isnull", True),
                                ("state__in", ("time_up", "closed")),
                                _connector="OR",
                            ),
                            models.Q(
                                ("ended_at__isnull", False),
                                models.Q(("state", "time_up"), _negated=True),
                                _connector="OR",
                            ),
                        ),
                        name="round_ended_when_time_is_up",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("left_at_end__isnull", True),
                            ("ended_at__isnull", False),
                            _connector="OR",
                        ),
                        name="round_left_only_when_ended",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Session",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True,
                        primary_key=True,
                        serialize=False,
                        verbose_name="ID",
                    ),
                ),
                ("table", models.PositiveSmallIntegerField()),
                (
                    "round",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="sessions",
                        to="tournaments.round",
                    ),
                ),
            ],
            options={
                "ordering": ["table"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("round", "table"),
                        name="one_session_per_table_and_round",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("table__gte", 1)),
                        name="session_table_positive",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Seat",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True,
                        primary_key=True,
                        serialize=False,
                        verbose_name="ID",
                    ),
                ),
                (
                    "wind",
                    models.CharField(
                        choices=[("E", "E"), ("S", "S"), ("W", "W"), ("N", "N")],
                        max_length=1,
                    ),
                ),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="seats",
                        to="tournaments.entry",
                    ),
                ),
                (
                    "playing",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="sits_at",
                        to="tournaments.player",
                    ),
                ),
                (
                    "round",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="seats",
                        to="tournaments.round",
                    ),
                ),
                (
                    "session",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="seats",
                        to="tournaments.session",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("session", "wind"), name="one_entry_per_seat"
                    ),
                    models.UniqueConstraint(
                        fields=("round", "entry"), name="one_seat_per_entry_and_round"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "wind__in",
                                [
                                    rules.winds.Wind["EAST"],
                                    rules.winds.Wind["SOUTH"],
                                    rules.winds.Wind["WEST"],
                                    rules.winds.Wind["NORTH"],
                                ],
                            )
                        ),
                        name="seat_wind_known",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="WindLots",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True,
                        primary_key=True,
                        serialize=False,
                        verbose_name="ID",
                    ),
                ),
                ("seed", models.CharField(max_length=64)),
                ("attempt", models.PositiveIntegerField(default=1)),
                ("begun_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("begun_by", models.CharField(max_length=150)),
                ("finished_at", models.DateTimeField(blank=True, null=True)),
                ("thrown", models.CharField(blank=True, max_length=200)),
                ("tables", models.JSONField(default=list)),
                (
                    "round",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="wind_lots",
                        to="tournaments.round",
                    ),
                ),
            ],
            options={
                "abstract": False,
            },
        ),
        migrations.CreateModel(
            name="Ceremony",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True,
                        primary_key=True,
                        serialize=False,
                        verbose_name="ID",
                    ),
                ),
                ("seed", models.CharField(max_length=64)),
                ("attempt", models.PositiveIntegerField(default=1)),
                ("begun_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("begun_by", models.CharField(max_length=150)),
                ("finished_at", models.DateTimeField(blank=True, null=True)),
                ("numbers", models.JSONField()),
                (
                    "dice",
                    models.JSONField(default=tournaments.models.wind_draws.no_dice),
                ),
                ("step", models.PositiveSmallIntegerField(default=0)),
                (
                    "outcome",
                    models.CharField(
                        blank=True,
                        choices=[("seated", "Drawn"), ("overruled", "Entered by hand")],
                        max_length=20,
                    ),
                ),
                (
                    "session",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="ceremony",
                        to="tournaments.session",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("step__range", (0, 7))),
                        name="ceremony_step_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("finished_at__isnull", True), ("outcome", "")),
                            models.Q(
                                ("finished_at__isnull", False),
                                ("outcome__in", ["seated", "overruled"]),
                            ),
                            _connector="OR",
                        ),
                        name="ceremony_outcome_when_finished",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="RefereeCall",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True,
                        primary_key=True,
                        serialize=False,
                        verbose_name="ID",
                    ),
                ),
                ("called_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("called_by", models.CharField(max_length=150)),
                ("answered_at", models.DateTimeField(blank=True, null=True)),
                ("answered_by", models.CharField(blank=True, max_length=150)),
                ("ended_at", models.DateTimeField(blank=True, null=True)),
                ("ended_by", models.CharField(blank=True, max_length=150)),
                (
                    "session",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="calls",
                        to="tournaments.session",
                    ),
                ),
            ],
            options={
                "ordering": ["called_at", "pk"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("ended_at__isnull", True)),
                        fields=("session",),
                        name="one_open_call_per_table",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("answered_at__isnull", True), ("answered_by", "")
                            ),
                            models.Q(
                                ("answered_at__isnull", False),
                                models.Q(("answered_by", ""), _negated=True),
                            ),
                            _connector="OR",
                        ),
                        name="referee_call_answered_by_somebody",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("ended_at__isnull", True), ("ended_by", "")),
                            models.Q(
                                ("ended_at__isnull", False),
                                models.Q(("ended_by", ""), _negated=True),
                            ),
                            _connector="OR",
                        ),
                        name="referee_call_ended_by_somebody",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="TableLink",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True,
                        primary_key=True,
                        serialize=False,
                        verbose_name="ID",
                    ),
                ),
                ("version", models.PositiveIntegerField(default=1)),
                ("revoked", models.BooleanField(default=False)),
                (
                    "session",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="link",
                        to="tournaments.session",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("version__gte", 1)),
                        name="table_link_version_positive",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Extension",
            fields=[
                (
                    "session",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="extension",
                        serialize=False,
                        to="tournaments.session",
                    ),
                ),
                ("extra", models.DurationField()),
                ("ends_at", models.DateTimeField(blank=True, null=True)),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("ends_at__isnull", False)),
                        fields=["ends_at"],
                        name="extension_due",
                    )
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("extra__gt", datetime.timedelta(0))),
                        name="extension_gives_time",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="PushSent",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True,
                        primary_key=True,
                        serialize=False,
                        verbose_name="ID",
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("seat", "The seat of the next round"),
                            ("soon", "Five minutes before the start"),
                        ],
                        max_length=10,
                    ),
                ),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "round",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="push_sent",
                        to="tournaments.round",
                    ),
                ),
                (
                    "subscription",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="sent",
                        to="tournaments.pushsubscription",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("subscription", "kind", "round"),
                        name="one_push_of_a_kind",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("kind__in", ["seat", "soon"])),
                        name="push_kind_known",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="ClockFault",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True,
                        primary_key=True,
                        serialize=False,
                        verbose_name="ID",
                    ),
                ),
                (
                    "task",
                    models.CharField(
                        choices=[
                            ("start", "Start the round"),
                            ("warn", "Warn that its time draws to its end"),
                            ("end", "End its time"),
                            ("end_table", "End the time of a table"),
                        ],
                        max_length=20,
                    ),
                ),
                ("table", models.PositiveSmallIntegerField(default=0)),
                ("clock_version", models.PositiveIntegerField()),
                ("tries", models.PositiveIntegerField(default=1)),
                ("error", models.CharField(max_length=300)),
                ("again_at", models.DateTimeField()),
                (
                    "round",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="clock_faults",
                        to="tournaments.round",
                    ),
                ),
            ],
            options={
                "ordering": ["round", "task", "table"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("round", "task", "table"),
                        name="one_clock_fault_per_task",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("task__in", ["start", "warn", "end", "end_table"])
                        ),
                        name="clock_fault_task_known",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="StagePlace",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True,
                        primary_key=True,
                        serialize=False,
                        verbose_name="ID",
                    ),
                ),
                ("group", models.PositiveSmallIntegerField(default=0)),
                ("rank", models.PositiveSmallIntegerField()),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="stage_places",
                        to="tournaments.entry",
                    ),
                ),
                (
                    "stage",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="places",
                        to="tournaments.stage",
                    ),
                ),
            ],
            options={
                "ordering": ["rank"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("stage", "entry"), name="one_place_per_stage_and_entry"
                    ),
                    models.UniqueConstraint(
                        fields=("stage", "rank"), name="one_player_per_rank_of_a_stage"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("group__range", (0, 30))),
                        name="stage_place_group_sane",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("rank__gte", 1)),
                        name="stage_place_rank_positive",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="League",
            fields=[
                (
                    "tournament",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="league",
                        serialize=False,
                        to="tournaments.tournament",
                    ),
                ),
                ("best_days", models.PositiveSmallIntegerField(default=0)),
                ("least_days", models.PositiveSmallIntegerField(default=0)),
                ("late_points", models.PositiveIntegerField(default=1)),
                ("forfeit_points", models.PositiveIntegerField(default=2)),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("best_days__range", (0, 99)),
                            ("least_days__range", (0, 99)),
                        ),
                        name="league_days_sane",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("late_points__range", (0, 1000000)),
                            ("forfeit_points__range", (0, 1000000)),
                        ),
                        name="league_points_sane",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="MatchDay",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True,
                        primary_key=True,
                        serialize=False,
                        verbose_name="ID",
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                ("date", models.DateField(blank=True, null=True)),
                ("first_round", models.PositiveSmallIntegerField()),
                ("rounds", models.PositiveSmallIntegerField()),
                ("opened_at", models.DateTimeField(blank=True, null=True)),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="match_days",
                        to="tournaments.tournament",
                    ),
                ),
            ],
            options={
                "ordering": ["number"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("tournament", "number"), name="one_match_day_per_number"
                    ),
                    models.UniqueConstraint(
                        fields=("tournament", "first_round"),
                        name="one_match_day_per_first_round",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("first_round__range", (1, 99)),
                            ("number__range", (1, 99)),
                            ("rounds__range", (1, 99)),
                        ),
                        name="match_day_rounds_sane",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="LeagueFine",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True,
                        primary_key=True,
                        serialize=False,
                        verbose_name="ID",
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("late", "Late"),
                            ("forfeit", "Did not come"),
                            ("other", "Something else"),
                        ],
                        max_length=10,
                    ),
                ),
                ("points", models.PositiveIntegerField()),
                ("reason", models.CharField(blank=True, max_length=200)),
                ("by", models.CharField(max_length=150)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="league_fines",
                        to="tournaments.entry",
                    ),
                ),
                (
                    "day",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="fines",
                        to="tournaments.matchday",
                    ),
                ),
            ],
            options={
                "ordering": ["at", "pk"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("day", "entry", "kind"),
                        name="one_fine_of_a_kind_per_day",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("points__range", (1, 1000000))),
                        name="league_fine_takes_points",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("kind__in", ["forfeit", "late", "other"])),
                        name="league_fine_kind_known",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="OwnPreset",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True,
                        primary_key=True,
                        serialize=False,
                        verbose_name="ID",
                    ),
                ),
                ("name", models.CharField(max_length=100)),
                ("ruleset", models.CharField(max_length=30)),
                ("options", models.JSONField(default=dict)),
                ("planned_rounds", models.PositiveSmallIntegerField()),
                ("minutes", models.PositiveSmallIntegerField()),
                (
                    "end_policy",
                    models.CharField(
                        choices=[
                            ("finish_hand", "Finish the current hand"),
                            (
                                "finish_hand_plus_one",
                                "Finish the current hand and play one more",
                            ),
                            (
                                "stop_at_once",
                                "Stop immediately; the current hand does not count",
                            ),
                            ("hands_only", "No limit: every table plays all its hands"),
                        ],
                        max_length=30,
                    ),
                ),
                ("kept_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "account",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="own_presets",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["name", "pk"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("account", "name"), name="own_preset_once_by_name"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("name", ""), _negated=True),
                        name="own_preset_has_a_name",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="AccountAct",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True,
                        primary_key=True,
                        serialize=False,
                        verbose_name="ID",
                    ),
                ),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                ("by", models.CharField(max_length=150)),
                ("account", models.CharField(max_length=150)),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("deactivated", "Deactivated"),
                            ("activated", "Reactivated"),
                            ("signed_out", "Signed out everywhere"),
                            ("factor_set_up", "Two-factor authentication turned on"),
                            ("factor_removed", "Two-factor authentication turned off"),
                            ("recovery_used", "Recovery code used"),
                        ],
                        max_length=20,
                    ),
                ),
                ("reason", models.CharField(blank=True, max_length=200)),
            ],
            options={
                "ordering": ["-at", "-pk"],
            },
        ),
        migrations.CreateModel(
            name="FurtherScreen",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True,
                        primary_key=True,
                        serialize=False,
                        verbose_name="ID",
                    ),
                ),
                (
                    "turns",
                    models.JSONField(
                        default=tournaments.models.hall_screens.usual_turns
                    ),
                ),
                ("announcement", models.CharField(blank=True, max_length=200)),
                ("announced_until", models.DateTimeField(blank=True, null=True)),
                ("slug", models.SlugField()),
                ("name", models.CharField(max_length=40)),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="further_screens",
                        to="tournaments.tournament",
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("announced_until__isnull", True),
                            models.Q(("announcement", ""), _negated=True),
                            _connector="OR",
                        ),
                        name="further_screen_ends_what_it_announces",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("name", ""), _negated=True),
                            models.Q(("slug", ""), _negated=True),
                        ),
                        name="further_screen_is_named",
                    ),
                    models.UniqueConstraint(
                        fields=("tournament", "slug"), name="further_screen_by_address"
                    ),
                    models.UniqueConstraint(
                        fields=("tournament", "name"), name="further_screen_by_name"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="SecondFactor",
            fields=[
                (
                    "account",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="second_factor",
                        serialize=False,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("secret", models.CharField(max_length=255)),
                ("last_step", models.PositiveBigIntegerField()),
                ("recovery", models.JSONField(default=list)),
                ("since", models.DateTimeField(default=django.utils.timezone.now)),
            ],
        ),
        migrations.CreateModel(
            name="Anonymisation",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True,
                        primary_key=True,
                        serialize=False,
                        verbose_name="ID",
                    ),
                ),
                ("tournament_id", models.PositiveBigIntegerField()),
                (
                    "session_id",
                    models.PositiveBigIntegerField(blank=True, null=True, unique=True),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("session_id__isnull", True)),
                        fields=("tournament_id",),
                        name="one_anonymisation_of_an_event",
                    )
                ],
            },
        ),
        install(*GUARDS),
    ]
