"""Migration 0068 keeps recipients, refusals and sent emails.

Migration 0071 keeps refusals.
"""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone
from django.utils.crypto import salted_hmac

from tests import prepared
from tests.conftest import _tournament
from tests.site.installation.test_upgrading import connected_to, database
from tournaments.models import Delivery, PlayerMails, PlayerMessage
from tournaments.people import mail_addresses

pytestmark = pytest.mark.django_db(transaction=True)

BEFORE = ("tournaments", "0067_subjects_of_referee_calls")


@pytest.fixture
def before(tmp_path):
    """Yield the models before the migration, in a database with a tournament."""
    file, like = tmp_path / "before", connection.settings_dict["NAME"]
    if connection.vendor == "sqlite":
        prepared.copy_database_to(file)
        like = None
    with database(file, like) as name, connected_to(name):
        _tournament(User.objects.create_user("director"))
        call_command("migrate", *BEFORE, verbosity=0, backup=False)
        apps = MigrationExecutor(connection).loader.project_state(BEFORE).apps
        yield lambda model: apps.get_model("tournaments", model).objects


def mail(deliveries, **more) -> None:
    now = timezone.now()
    deliveries.create(
        kind="mail", state="sent", next_at=None, finished_at=now, expires_at=now, **more
    )


def test_messages_refusals_and_mails_are_kept(before):
    tournament = before("Tournament").get()
    one, two = before("Player").order_by("number")[:2]
    message = before("PlayerMessage").create(
        tournament=tournament, by="director", to="all", text="Lunch", key="k"
    )
    message.players.set([one, two])
    before("PlayerMails").create(tournament=tournament, result=True)
    address = "Wren@Example.org"
    before("PlayerContact").create(tournament=tournament, player=one, email=address)
    keyed = salted_hmac(
        "tournaments.refused_mail", address.casefold(), algorithm="sha256"
    )
    before("RefusedMail").create(tournament=tournament, digest=keyed.hexdigest())
    sign_up = before("SignUp").create(
        tournament=tournament, player=two, last_name="Ek", email="ek@example.org"
    )
    deliveries = before("Delivery")
    mail(deliveries, tournament=tournament, target=address, key="player-result")
    mail(deliveries, tournament=tournament, target="ek@example.org", sign_up=sign_up)
    mail(deliveries, tournament=tournament, target="other@example.org")

    call_command("migrate", verbosity=0, backup=False)
    [kept] = PlayerMessage.objects.all()
    assert {player.pk for player in kept.players.all()} == {one.pk, two.pk}
    assert PlayerMails.objects.get().results_sent
    assert mail_addresses.is_refused(kept.tournament, mail_addresses.digest_of(address))
    found = Delivery.objects.order_by("pk").values_list("player", flat=True)
    assert list(found) == [one.pk, two.pk, None]
