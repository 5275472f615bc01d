"""Add the awards of tournaments, and the version of the counting code to the figures."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0035_past_results"),
        ("tournaments", "0060_player_categories"),
    ]

    operations = [
        migrations.AddField(
            model_name="prizegiving",
            name="steps_shown",
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.CreateModel(
            name="TournamentAwards",
            fields=[
                (
                    "tournament",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="awards",
                        serialize=False,
                        to="tournaments.tournament",
                    ),
                ),
                ("keys", models.JSONField(default=list)),
                (
                    "least_games",
                    models.PositiveSmallIntegerField(blank=True, null=True),
                ),
                ("category_places", models.PositiveSmallIntegerField(default=1)),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("least_games__isnull", True),
                            ("least_games__range", (1, 99)),
                            _connector="OR",
                        ),
                        name="award_games_sane",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("category_places__lte", 8)),
                        name="category_places_sane",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="PrizeStep",
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
                ("position", models.PositiveSmallIntegerField()),
                ("award", models.CharField(blank=True, max_length=40)),
                ("category", models.CharField(blank=True, max_length=100)),
                ("place", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("value", models.CharField(blank=True, max_length=60)),
                ("holders", models.JSONField(default=list)),
                (
                    "giving",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="steps",
                        to="scoring.prizegiving",
                    ),
                ),
            ],
            options={
                "ordering": ["position"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("giving", "position"),
                        name="one_prize_step_per_position",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("position__gte", 1)),
                        name="prize_steps_count_from_one",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("category", ""),
                                ("place__isnull", True),
                                models.Q(("award", ""), _negated=True),
                                models.Q(("value", ""), _negated=True),
                            ),
                            models.Q(
                                ("award", ""),
                                ("place__gte", 1),
                                ("value", ""),
                                models.Q(("category", ""), _negated=True),
                            ),
                            _connector="OR",
                        ),
                        name="prize_step_is_award_or_category",
                    ),
                ],
            },
        ),
        migrations.AddField(
            model_name="tournamentfigures",
            name="version",
            field=models.PositiveSmallIntegerField(default=0),
        ),
    ]
