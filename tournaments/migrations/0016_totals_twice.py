from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0015_roles"),
    ]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="totals_twice",
            field=models.BooleanField(default=False),
        ),
    ]
