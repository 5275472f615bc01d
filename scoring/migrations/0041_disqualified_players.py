"""Mark disqualified players in the final standings."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0040_penalties_in_table_points"),
    ]

    operations = [
        migrations.AddField(
            model_name="finalplace",
            name="disqualified",
            field=models.BooleanField(blank=True, null=True),
        ),
    ]
