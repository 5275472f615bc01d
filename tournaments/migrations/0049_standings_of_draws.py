from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0048_strictest_choice"),
    ]

    operations = [
        migrations.AddField(
            model_name=model,
            name=name,
            field=models.JSONField(default=dict),
        )
        for model in ("draw", "stage")
        for name in ("basis", "kept")
    ]
