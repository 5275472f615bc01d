"""A player's private data: email address, phone number and remarks of the directors."""

from __future__ import annotations

from dataclasses import dataclass

from django.db import transaction

from tournaments.deliveries import queue_and_retry
from tournaments.models import Player, PlayerContact, SignUp
from tournaments.people.mail_addresses import stored_address
from tournaments.rounds.row_locks_and_finished_check import lock_with_rounds


@dataclass(frozen=True)
class PrivateData:
    """Data of a player that only directors see. "" for data that is not stored."""

    email: str = ""
    phone: str = ""
    remarks: str = ""

    def __bool__(self) -> bool:
        """Return whether any data is stored."""
        return bool(self.email or self.phone or self.remarks)

    def completed_by(self, later: PrivateData) -> PrivateData:
        """Return this data, in which the values of a later answer of the same person
        replace older values."""
        return PrivateData(
            later.email or self.email,
            later.phone or self.phone,
            later.remarks or self.remarks,
        )


#: Private data of a player without stored data.
NO_PRIVATE_DATA = PrivateData()


def private_data_of(player: Player) -> PrivateData:
    """Return the player's private data, from the registration and an imported list."""
    contact = getattr(player, "contact", None)
    return PrivateData(
        email=stored_address(player),
        phone=contact.phone if contact else "",
        remarks=contact.remarks if contact else "",
    )


@transaction.atomic
def change_private_data(player: Player, data: PrivateData, *, by: str) -> None:
    """Replace the player's private data. The log shows that it changed, not the data.

    Without an email address, emails to the player that are not sent yet are deleted.
    """
    tournament = lock_with_rounds(player.tournament)
    player = Player.objects.select_related("sign_up", "contact").get(pk=player.pk)
    if data == private_data_of(player):
        return
    sign_ups = SignUp.objects.filter(player=player)
    # The address of the registration takes precedence, so there must not be another.
    sign_ups.exclude(email="").update(email=data.email)
    if data:
        values = {
            "tournament": tournament,
            "email": data.email,
            "phone": data.phone,
            "remarks": data.remarks,
        }
        PlayerContact.objects.update_or_create(player=player, defaults=values)
    else:
        PlayerContact.objects.filter(player=player).delete()
    if not data.email:
        queue_and_retry.forget(sign_ups, [player])
    kind = "private_data_changed" if data else "private_data_deleted"
    tournament.record(kind, by=by, number=player.number)
