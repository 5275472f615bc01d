"""Mark figures that an imported list of results does not state."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0043_ranking_methods"),
    ]

    operations = [
        migrations.AddField(
            model_name="finalplace",
            name="unstated",
            field=models.JSONField(blank=True, null=True),
        ),
    ]
