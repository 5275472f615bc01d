import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0012_late_hands_on_the_tables_word"),
        ("tournaments", "0016_totals_twice"),
    ]

    operations = [
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
    ]
