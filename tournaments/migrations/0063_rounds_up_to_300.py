"""Allow 300 rounds, for leagues that run all year."""

from django.db import migrations, models

from tournaments.models.database_triggers_and_exceptions import (
    triggers_aside,
    triggers_back,
)


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0062_clubs"),
    ]

    operations = [
        triggers_aside("tournaments_tournament"),
        migrations.RemoveConstraint(
            model_name="draw",
            name="draw_rounds_sane",
        ),
        migrations.RemoveConstraint(
            model_name="draw",
            name="draw_first_round_sane",
        ),
        migrations.RemoveConstraint(
            model_name="league",
            name="league_days_sane",
        ),
        migrations.RemoveConstraint(
            model_name="matchday",
            name="match_day_rounds_sane",
        ),
        migrations.RemoveConstraint(
            model_name="planitem",
            name="plan_item_is_a_round_or_has_a_title",
        ),
        migrations.RemoveConstraint(
            model_name="stage",
            name="stage_rounds_sane",
        ),
        migrations.RemoveConstraint(
            model_name="tournament",
            name="tournament_planned_rounds_sane",
        ),
        migrations.RemoveConstraint(
            model_name="tournament",
            name="tournament_secret_rounds_sane",
        ),
        migrations.AddConstraint(
            model_name="draw",
            constraint=models.CheckConstraint(
                condition=models.Q(("rounds__range", (1, 300))), name="draw_rounds_sane"
            ),
        ),
        migrations.AddConstraint(
            model_name="draw",
            constraint=models.CheckConstraint(
                condition=models.Q(("first_round__range", (1, 300))),
                name="draw_first_round_sane",
            ),
        ),
        migrations.AddConstraint(
            model_name="league",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("best_days__range", (0, 300)), ("least_days__range", (0, 300))
                ),
                name="league_days_sane",
            ),
        ),
        migrations.AddConstraint(
            model_name="matchday",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("first_round__range", (1, 300)),
                    ("number__range", (1, 300)),
                    ("rounds__range", (1, 300)),
                ),
                name="match_day_rounds_sane",
            ),
        ),
        migrations.AddConstraint(
            model_name="planitem",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("kind", "round"),
                        ("number__isnull", False),
                        ("number__range", (1, 300)),
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
        ),
        migrations.AddConstraint(
            model_name="stage",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("first_round__range", (1, 300)), ("rounds__range", (1, 300))
                ),
                name="stage_rounds_sane",
            ),
        ),
        migrations.AddConstraint(
            model_name="tournament",
            constraint=models.CheckConstraint(
                condition=models.Q(("planned_rounds__range", (1, 300))),
                name="tournament_planned_rounds_sane",
            ),
        ),
        migrations.AddConstraint(
            model_name="tournament",
            constraint=models.CheckConstraint(
                condition=models.Q(("secret_rounds__range", (0, 300))),
                name="tournament_secret_rounds_sane",
            ),
        ),
        triggers_back("tournaments_tournament"),
    ]
