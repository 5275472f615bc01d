"""The secrets of second factors are encrypted where they lie."""

from django.db import migrations, models

from tournaments.access.second_factor_and_totp import seal, unseal


def seal_all(apps, schema_editor):
    for factor in apps.get_model("tournaments", "SecondFactor").objects.all():
        factor.secret = seal(factor.secret)
        factor.save(update_fields=["secret"])


def unseal_all(apps, schema_editor):
    for factor in apps.get_model("tournaments", "SecondFactor").objects.all():
        factor.secret = unseal(factor.secret)
        factor.save(update_fields=["secret"])


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0042_anonymisation"),
    ]

    operations = [
        migrations.AlterField(
            model_name="secondfactor",
            name="secret",
            field=models.CharField(max_length=255),
        ),
        # A handful of rows, which no table waits for.
        migrations.RunPython(seal_all, unseal_all, atomic=False),
    ]
