from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0039_stored_ratings"),
    ]

    operations = [
        migrations.AddField(
            model_name="finalplace",
            name="fined",
            field=models.BigIntegerField(blank=True, null=True),
        ),
    ]
