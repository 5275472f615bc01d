"""Store recipients of messages as a model, the players of deliveries, a flag for sent
results, and hashes of refused addresses that are valid on every installation."""

import hashlib

import django.db.models.deletion
from django.db import migrations, models
from django.utils.crypto import salted_hmac


def keep(apps, _editor):
    _keep_recipients(apps)
    _find_players(apps)
    _mark_sent_results(apps)
    _hash_again(apps)


def _model(apps, name):
    return apps.get_model("tournaments", name).objects


def _keep_recipients(apps):
    message = apps.get_model("tournaments", "PlayerMessage")
    recipient = apps.get_model("tournaments", "MessageRecipient")
    before = message.players.through.objects.order_by("pk")
    recipient.objects.bulk_create(
        (
            recipient(message_id=sent, player_id=player)
            for sent, player in before.values_list("playermessage", "player")
        ),
        batch_size=500,
    )


def _find_players(apps):
    """Set the players of deliveries, found by registration or by address."""
    contacts = _model(apps, "PlayerContact").exclude(email="").exclude(player=None)
    by_address = {
        (tournament, email): player
        for tournament, email, player in contacts.values_list(
            "tournament", "email", "player"
        )
    }
    mails = _model(apps, "Delivery").filter(kind="mail", destination=None)
    rows = mails.exclude(tournament=None).values_list(
        "pk", "tournament", "target", "sign_up__player"
    )
    for pk, tournament, target, registered in list(rows):
        player = registered or by_address.get((tournament, target))
        if player:
            mails.filter(pk=pk).update(player=player)


def _mark_sent_results(apps):
    sent = _model(apps, "Delivery").filter(kind="mail", key="player-result")
    mails = _model(apps, "PlayerMails")
    mails.filter(tournament__in=sent.values("tournament")).update(results_sent=True)


def _hash_again(apps):
    """Replace hashes made with the secret key, for addresses that are still known, by
    plain hashes."""
    refused = _model(apps, "RefusedMail")
    for tournament in list(refused.values_list("tournament", flat=True).distinct()):
        for address in _addresses(apps, tournament):
            plain = hashlib.sha256(address.encode()).hexdigest()
            keyed = salted_hmac(
                "tournaments.refused_mail", address, algorithm="sha256"
            ).hexdigest()
            here = refused.filter(tournament=tournament)
            here.filter(digest=keyed).update(digest=plain)


def _addresses(apps, tournament):
    return {
        address.strip().casefold()
        for name in ("SignUp", "PlayerContact")
        for address in _model(apps, name)
        .filter(tournament=tournament)
        .exclude(email="")
        .values_list("email", flat=True)
    }


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0067_subjects_of_referee_calls"),
    ]

    operations = [
        migrations.AddField(
            model_name="delivery",
            name="player",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="deliveries",
                to="tournaments.player",
            ),
        ),
        migrations.AddField(
            model_name="playermails",
            name="results_sent",
            field=models.BooleanField(default=False),
        ),
        migrations.CreateModel(
            name="MessageRecipient",
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
                (
                    "message",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="recipients",
                        to="tournaments.playermessage",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="received",
                        to="tournaments.player",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("message", "player"), name="recipient_once_per_message"
                    )
                ],
            },
        ),
        # Few rows: messages, addresses, and the mails of 30 days.
        migrations.RunPython(keep, migrations.RunPython.noop, atomic=False),
        migrations.RemoveField(model_name="playermessage", name="players"),
        migrations.AddField(
            model_name="playermessage",
            name="players",
            field=models.ManyToManyField(
                related_name="messages",
                through="tournaments.MessageRecipient",
                to="tournaments.player",
            ),
        ),
    ]
