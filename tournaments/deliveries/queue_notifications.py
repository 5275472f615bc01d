"""Queue a message for a destination of any service."""

from __future__ import annotations

import json
from dataclasses import asdict
from datetime import timedelta

from django.utils.translation import gettext as _

from tournaments.deliveries.queue_and_retry import VALID, queue_mail, queue_notice
from tournaments.deliveries.service_requests import Message
from tournaments.models import NotificationDestination, Service, Tournament

#: Longest age of a message to people. Messages to programs may be older, because a
#: program needs all of them.
VALID_IN_CHAT = timedelta(hours=6)


def queue_for(
    destination: NotificationDestination,
    tournament: Tournament | None,
    message: Message,
    *,
    key: str,
) -> None:
    """Queue a message in the current transaction. `key`: the entry that the message is
    about, as in `Delivery`."""
    if destination.service == Service.EMAIL:
        for address in destination.address.split():
            queue_mail(
                address,
                subject=message.text.partition("\n")[0],
                body=_mail_text(destination, message),
                tournament=tournament,
                destination=destination,
                key=key,
                valid=VALID_IN_CHAT,
            )
        return
    is_chat = destination.service != Service.WEBHOOK
    queue_notice(
        destination,
        subject=message.text,
        body=json.dumps(asdict(message), ensure_ascii=False),
        tournament=tournament,
        key=key,
        valid=VALID_IN_CHAT if is_chat else VALID,
    )


def _mail_text(destination: NotificationDestination, message: Message) -> str:
    why = _(
        "You get this email because %(person)s added your email address on "
        "%(site)s. Ask this person to remove it."
    ) % {"person": destination.created_by, "site": destination.site}
    return "\n\n".join(filter(None, (message.text, message.url, why)))
