"""The schema of version 1.6.0."""

import django.core.validators
import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

from scoring.migrations._guards_of_version_1_6 import GUARDS
from tournaments.models.database_triggers_and_exceptions import install

#: Names of the migrations up to version 1.6.0, which had the same effect.
REPLACED = (
    "0001_initial",
    "0002_guards",
    "0003_confirmations",
    "0004_confirmation_guards",
    "0005_parts_of_table_points",
    "0006_overall_penalties",
    "0007_conflicts",
    "0008_late_hands",
    "0009_moved_lines_and_reasons",
    "0010_answers_by_key",
    "0011_deposits_in_play",
    "0012_late_hands_on_the_tables_word",
    "0013_totals_twice",
    "0014_deleted_with_their_event",
    "0015_final_standings",
    "0016_wins",
    "0017_faults_and_final_figures",
    "0018_final_teams",
    "0019_bots_and_incidents",
    "0020_final_places_of_stages",
    "0021_bots_run_rounds",
    "0022_final_places_games_won",
    "0023_names_taken_out",
    "0024_tables_of_three",
    "0025_penalties_on_table_points",
)


class Migration(migrations.Migration):
    initial = True
    replaces = [("scoring", name) for name in REPLACED]

    dependencies = [
        ("tournaments", "0001_version_1_6"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Sheet",
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
                ("sequence", models.PositiveIntegerField()),
                ("hands_played", models.PositiveSmallIntegerField()),
                ("hand", models.PositiveSmallIntegerField()),
                ("prevailing", models.CharField(max_length=1)),
                ("dealer", models.CharField(max_length=1)),
                ("is_last_hand", models.BooleanField()),
                ("over", models.CharField(blank=True, max_length=20)),
                (
                    "session",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="sheet",
                        to="tournaments.session",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="ImportJob",
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
                ("archive", models.BinaryField()),
                ("accept_flagged", models.BooleanField(default=False)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("waiting", "Waiting"),
                            ("done", "Imported"),
                            ("refused", "Refused"),
                            ("failed", "Failed"),
                        ],
                        default="waiting",
                        max_length=10,
                    ),
                ),
                ("report", models.JSONField(default=dict)),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="import_jobs",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        to="tournaments.tournament",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("state__in", ["waiting", "done", "refused", "failed"])
                        ),
                        name="import_job_state_known",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="LedgerEntry",
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
                ("sequence", models.PositiveIntegerField()),
                ("place", models.PositiveIntegerField()),
                ("hand", models.PositiveSmallIntegerField()),
                ("kind", models.CharField(max_length=20)),
                ("settles_hand", models.BooleanField()),
                ("data", models.JSONField(default=dict)),
                ("device_key", models.CharField(max_length=80, unique=True)),
                ("by", models.CharField(max_length=150)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                ("reason", models.TextField(blank=True)),
                (
                    "session",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="ledger",
                        to="tournaments.session",
                    ),
                ),
                (
                    "supersedes",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="superseded_by",
                        to="scoring.ledgerentry",
                    ),
                ),
                (
                    "moved_from",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="moved_to",
                        to="scoring.ledgerentry",
                    ),
                ),
                ("reason_key", models.CharField(blank=True, max_length=40)),
                ("reason_values", models.JSONField(blank=True, default=dict)),
            ],
            options={
                "ordering": ["sequence"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("session", "sequence"), name="ledger_sequence_unique"
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(
                            ("settles_hand", True), ("supersedes__isnull", True)
                        ),
                        fields=("session", "hand"),
                        name="one_live_entry_per_hand",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("hand__gte", 1), ("sequence__gte", 1)),
                        name="ledger_counts_from_one",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("device_key", ""), _negated=True),
                        name="ledger_device_key_given",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("supersedes__isnull", True),
                            models.Q(("reason", ""), _negated=True),
                            models.Q(("reason_key", ""), _negated=True),
                            _connector="OR",
                        ),
                        name="ledger_correction_has_reason",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Result",
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
                ("score", models.IntegerField()),
                ("penalties", models.IntegerField()),
                ("place", models.PositiveSmallIntegerField()),
                ("hands_won", models.PositiveSmallIntegerField()),
                (
                    "seat",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="result",
                        to="tournaments.seat",
                    ),
                ),
                ("parts", models.IntegerField()),
                ("overall", models.IntegerField(default=0)),
                ("faults", models.PositiveSmallIntegerField(default=0)),
                ("fined", models.IntegerField(default=0)),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("place__range", (1, 4))),
                        name="result_place_at_table",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Confirmation",
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
                ("sequence", models.PositiveIntegerField()),
                (
                    "kind",
                    models.CharField(
                        choices=[("confirm", "confirmed"), ("dispute", "disputed")],
                        max_length=10,
                    ),
                ),
                ("text", models.TextField(blank=True)),
                ("by", models.CharField(max_length=150)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                ("settled_at", models.DateTimeField(blank=True, null=True)),
                ("settled_by", models.CharField(blank=True, max_length=150)),
                ("answer", models.TextField(blank=True)),
                (
                    "entry",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="confirmations",
                        to="tournaments.entry",
                    ),
                ),
                (
                    "session",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="confirmations",
                        to="tournaments.session",
                    ),
                ),
                ("answer_key", models.CharField(blank=True, max_length=40)),
            ],
            options={
                "ordering": ["at", "pk"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(
                            ("entry__isnull", False), ("kind", "confirm")
                        ),
                        fields=("session", "entry", "sequence"),
                        name="one_confirmation_per_player_and_state",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(
                            ("entry__isnull", True), ("kind", "confirm")
                        ),
                        fields=("session", "sequence"),
                        name="one_referee_confirmation_per_state",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(
                            ("kind", "dispute"), ("settled_at__isnull", True)
                        ),
                        fields=("session", "entry"),
                        name="one_open_dispute_per_player_and_table",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("kind", "confirm"),
                                ("settled_at__isnull", True),
                                ("text", ""),
                            ),
                            models.Q(
                                ("entry__isnull", False),
                                ("kind", "dispute"),
                                models.Q(("text", ""), _negated=True),
                            ),
                            _connector="OR",
                        ),
                        name="confirmation_of_a_known_kind",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("answer", ""),
                                ("answer_key", ""),
                                ("settled_at__isnull", True),
                                ("settled_by", ""),
                            ),
                            models.Q(
                                ("settled_at__isnull", False),
                                models.Q(("settled_by", ""), _negated=True),
                                models.Q(
                                    ("answer", ""), ("answer_key", ""), _negated=True
                                ),
                            ),
                            _connector="OR",
                        ),
                        name="dispute_settled_by_somebody_with_an_answer",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Conflict",
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
                ("offered", models.JSONField()),
                ("device_key", models.CharField(max_length=80)),
                ("by", models.CharField(max_length=150)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "choice",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("kept", "what was entered first"),
                            ("offered", "the other version"),
                        ],
                        max_length=10,
                    ),
                ),
                ("settled_by", models.CharField(blank=True, max_length=150)),
                ("settled_at", models.DateTimeField(blank=True, null=True)),
                (
                    "line",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="conflicts",
                        to="scoring.ledgerentry",
                    ),
                ),
            ],
            options={
                "ordering": ["at", "pk"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("line", "device_key"),
                        name="one_conflict_per_key_and_line",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("choice", ""),
                                ("settled_at__isnull", True),
                                ("settled_by", ""),
                            ),
                            models.Q(
                                ("choice__in", ["kept", "offered"]),
                                ("settled_at__isnull", False),
                                models.Q(("settled_by", ""), _negated=True),
                            ),
                            _connector="OR",
                        ),
                        name="conflict_settled_by_somebody",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="LateHand",
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
                ("hand", models.PositiveSmallIntegerField()),
                ("offered", models.JSONField()),
                ("seating", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("device_key", models.CharField(max_length=80)),
                ("by", models.CharField(max_length=150)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "decision",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("counts", "it counts"),
                            ("refused", "it does not count"),
                            ("taken_back", "it was taken back"),
                        ],
                        max_length=10,
                    ),
                ),
                ("decided_by", models.CharField(blank=True, max_length=150)),
                ("decided_at", models.DateTimeField(blank=True, null=True)),
                ("answer", models.TextField(blank=True)),
                (
                    "line",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="late_hand",
                        to="scoring.ledgerentry",
                    ),
                ),
                (
                    "session",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="late_hands",
                        to="tournaments.session",
                    ),
                ),
                ("answer_key", models.CharField(blank=True, max_length=40)),
            ],
            options={
                "ordering": ["at", "pk"],
                "indexes": [
                    models.Index(
                        condition=models.Q(("decision", "")),
                        fields=["session"],
                        name="late_hand_waiting",
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("session", "device_key"),
                        name="one_late_hand_per_key_and_table",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("decided_at__isnull", True),
                                ("decided_by", ""),
                                ("decision", ""),
                            ),
                            models.Q(
                                ("decided_at__isnull", False),
                                ("decision__in", ["counts", "refused", "taken_back"]),
                                models.Q(("decided_by", ""), _negated=True),
                            ),
                            _connector="OR",
                        ),
                        name="late_hand_decided_by_somebody",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("line__isnull", True),
                            ("decision__in", ["", "counts"]),
                            _connector="OR",
                        ),
                        name="late_hand_has_a_line_if_it_counts",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="LaidDeposit",
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
                ("hand", models.PositiveSmallIntegerField()),
                ("by", models.CharField(max_length=150)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="tournaments.entry",
                    ),
                ),
                (
                    "session",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="deposits",
                        to="tournaments.session",
                    ),
                ),
            ],
            options={
                "ordering": ["at", "pk"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("session", "hand", "entry"), name="one_deposit_per_hand"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="TypedTotals",
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
                ("scores", models.JSONField()),
                ("penalties", models.IntegerField()),
                ("by", models.CharField(max_length=150)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "session",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="typed_totals",
                        to="tournaments.session",
                    ),
                ),
            ],
            options={
                "ordering": ["at", "pk"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("session", "by"), name="totals_typed_once_by_each"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="FinalStandings",
            fields=[
                (
                    "tournament",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="final",
                        serialize=False,
                        to="tournaments.tournament",
                    ),
                ),
                ("revision", models.PositiveBigIntegerField()),
                ("at", models.DateTimeField()),
                ("by", models.CharField(max_length=150)),
                ("tie_breaks", models.JSONField()),
                ("held_back", models.BooleanField(default=False)),
                ("team_tie_breaks", models.JSONField(default=list)),
                ("teams", models.JSONField(default=list)),
            ],
        ),
        migrations.CreateModel(
            name="PrizeGiving",
            fields=[
                (
                    "final",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="prize_giving",
                        serialize=False,
                        to="scoring.finalstandings",
                    ),
                ),
                ("places", models.PositiveSmallIntegerField()),
                ("shown_from", models.PositiveSmallIntegerField(blank=True, null=True)),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("places__range", (1, 64))),
                        name="prize_places_sane",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("shown_from__isnull", True),
                            models.Q(
                                ("shown_from__gte", 1),
                                ("shown_from__lte", models.F("places")),
                            ),
                            _connector="OR",
                        ),
                        name="prizes_shown_are_among_them",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="FinalPlace",
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
                ("position", models.PositiveIntegerField()),
                ("place", models.PositiveIntegerField(blank=True, null=True)),
                ("shared", models.BooleanField(default=False)),
                ("number", models.PositiveIntegerField()),
                ("first_name", models.CharField(blank=True, max_length=100)),
                ("last_name", models.CharField(max_length=100)),
                ("country", models.CharField(blank=True, max_length=60)),
                ("club", models.CharField(blank=True, max_length=100)),
                ("ema_number", models.CharField(blank=True, max_length=20)),
                ("team", models.CharField(blank=True, max_length=100)),
                ("parts", models.BigIntegerField()),
                ("score", models.BigIntegerField()),
                ("hands_won", models.PositiveIntegerField()),
                ("firsts", models.PositiveIntegerField()),
                ("best", models.IntegerField()),
                ("tables", models.PositiveIntegerField()),
                ("logged", models.PositiveIntegerField(default=0)),
                ("penalties", models.IntegerField(default=0)),
                ("missed", models.PositiveIntegerField(default=0)),
                ("sat_out", models.PositiveIntegerField(default=0)),
                ("fixed", models.PositiveIntegerField(default=0)),
                ("last_round", models.PositiveSmallIntegerField(blank=True, null=True)),
                (
                    "final",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="places",
                        to="scoring.finalstandings",
                    ),
                ),
                ("figures", models.JSONField(default=dict)),
                ("divisor", models.PositiveBigIntegerField(blank=True, null=True)),
                ("group", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("level", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("stage", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("games_won", models.PositiveSmallIntegerField(blank=True, null=True)),
            ],
            options={
                "ordering": ["position"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("final", "number"), name="one_final_place_per_number"
                    ),
                    models.UniqueConstraint(
                        fields=("final", "position"),
                        name="one_final_place_per_position",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("place__isnull", True), ("place__gte", 1), _connector="OR"
                        ),
                        name="final_place_counts_from_one",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Win",
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
                ("hand", models.PositiveSmallIntegerField()),
                ("seat", models.CharField(max_length=1)),
                ("discarder", models.CharField(blank=True, max_length=1)),
                ("worth", models.IntegerField()),
                ("at", models.DateTimeField()),
                ("prevailing", models.CharField(max_length=1)),
                ("winds", models.CharField(max_length=4)),
                ("said", models.JSONField()),
                (
                    "round",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="tournaments.round",
                    ),
                ),
                (
                    "session",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="wins",
                        to="tournaments.session",
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["round", "at"], name="latest_wins_of_round"),
                    models.Index(fields=["round", "worth"], name="best_wins_of_round"),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("session", "hand", "seat"),
                        name="one_win_of_a_seat_in_a_hand",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="BotTable",
            fields=[
                (
                    "session",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="bot",
                        serialize=False,
                        to="tournaments.session",
                    ),
                ),
                ("due_at", models.DateTimeField()),
                ("retry_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("waiting", models.PositiveSmallIntegerField(default=0)),
                ("fails", models.PositiveSmallIntegerField(default=0)),
                ("hand", models.PositiveSmallIntegerField(default=0)),
                ("turn", models.PositiveIntegerField(default=0)),
                ("sending", models.JSONField(blank=True, null=True)),
                ("token", models.CharField(blank=True, max_length=100)),
                ("cookies", models.JSONField(blank=True, default=dict)),
            ],
        ),
        migrations.CreateModel(
            name="BotPlay",
            fields=[
                (
                    "tournament",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="bot_play",
                        serialize=False,
                        to="tournaments.tournament",
                    ),
                ),
                ("seed", models.PositiveBigIntegerField()),
                ("is_running", models.BooleanField(default=False)),
                ("by_tiles", models.BooleanField(default=False)),
                ("incidents", models.BooleanField(default=False)),
                ("incident_at", models.DateTimeField(blank=True, null=True)),
                (
                    "speed",
                    models.PositiveSmallIntegerField(
                        default=1,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(100),
                        ],
                    ),
                ),
                ("next_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("busy_until", models.DateTimeField(default=django.utils.timezone.now)),
                ("runs_rounds", models.BooleanField(default=False)),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("is_running", True)),
                        fields=["next_at"],
                        name="bots_due",
                    )
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("speed__range", (1, 100))),
                        name="bots_have_a_speed",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Incident",
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
                ("kind", models.CharField(max_length=30)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                ("until", models.DateTimeField(blank=True, null=True)),
                ("begun_at", models.DateTimeField(blank=True, null=True)),
                ("done_at", models.DateTimeField(blank=True, null=True)),
                ("data", models.JSONField(blank=True, default=dict)),
                (
                    "session",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="incidents",
                        to="tournaments.session",
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="incidents",
                        to="tournaments.tournament",
                    ),
                ),
            ],
            options={
                "ordering": ["at", "pk"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("done_at__isnull", True),
                            ("begun_at__isnull", False),
                            _connector="OR",
                        ),
                        name="incident_done_after_it_began",
                    )
                ],
            },
        ),
        install(*GUARDS),
    ]
