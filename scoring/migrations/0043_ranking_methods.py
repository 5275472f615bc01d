"""Replace the choice of a ranking by EMA's method with a choice of methods."""

from django.db import migrations, models


def keep_rankings(apps, _schema_editor):
    series = apps.get_model("scoring", "Series")
    series.objects.filter(has_ranking=True).update(ranking="ema")


def restore_rankings(apps, _schema_editor):
    series = apps.get_model("scoring", "Series")
    series.objects.exclude(ranking="").update(has_ranking=True)


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0042_plain_late_hand_decisions"),
    ]

    operations = [
        migrations.AddField(
            model_name="series",
            name="ranking",
            field=models.CharField(
                blank=True,
                choices=[
                    ("ema", "EMA's method"),
                    ("uk", "Method of the United Kingdom (2026)"),
                    ("austria", "Method of Austria"),
                ],
                default="",
                max_length=20,
            ),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="series",
            name="ranked_from",
            field=models.DateField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="seasontournament",
            name="is_abroad",
            field=models.BooleanField(blank=True, null=True),
        ),
        # Few rows: an installation has few series.
        migrations.RunPython(keep_rankings, restore_rankings, atomic=False),
        migrations.RemoveField(model_name="series", name="has_ranking"),
        migrations.AddConstraint(
            model_name="series",
            constraint=models.CheckConstraint(
                condition=models.Q(("ranking__in", ["", "austria", "ema", "uk"])),
                name="series_ranking_known",
            ),
        ),
    ]
