from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0007_clock"),
    ]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="table_settles_conflicts",
            field=models.BooleanField(default=False),
        ),
    ]
