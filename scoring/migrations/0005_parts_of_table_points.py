from django.db import migrations
from django.db.models import F

FINER = 1000


def refine(apps, schema_editor):
    Result = apps.get_model("scoring", "Result")
    Result.objects.update(parts=F("parts") * FINER)


def coarsen(apps, schema_editor):
    Result = apps.get_model("scoring", "Result")
    Result.objects.update(parts=F("parts") / FINER)


class Migration(migrations.Migration):
    """Table points were kept in twelfths; final points of Riichi need thousandths."""

    dependencies = [("scoring", "0004_confirmation_guards")]

    operations = [
        migrations.RenameField("result", "twelfths", "parts"),
        migrations.RunPython(refine, coarsen),
    ]
