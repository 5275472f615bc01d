from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0026_sign_ups_sent_again")]

    operations = [
        migrations.AddField(
            model_name="entry",
            name="away_rounds",
            field=models.CharField(blank=True, max_length=300),
        ),
    ]
