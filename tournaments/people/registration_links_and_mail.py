"""Personal links of registrations, and mail to registered players if this installation
sends mail.

Links are signed, not stored. A new link revokes the old one.
"""

from __future__ import annotations

import logging

from celery import shared_task
from django.conf import settings
from django.core import signing
from django.core.mail import EmailMessage
from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.models import SignUp, Tournament, not_in_bin
from tournaments.rounds.start_checks import refuse_read_only

_LINKS = signing.Signer(salt="tournaments.sign_up_link")


def key_of(sign_up: SignUp) -> str:
    """Return the text of the valid link."""
    return _LINKS.sign(f"{sign_up.pk}.{sign_up.version}")


def holder_of(key: str) -> tuple[SignUp, bool] | None:
    """Return the registration of a link, and whether the link is still valid.

    None if the link was not signed here, or if the registration no longer exists.
    """
    try:
        pk, _dot, version = _LINKS.unsign(key).partition(".")
    except signing.BadSignature:
        return None
    people = SignUp.objects.select_related("tournament", "player__person")
    sign_up = people.filter(not_in_bin("tournament"), pk=int(pk)).first()
    return (sign_up, int(version) == sign_up.version) if sign_up else None


@transaction.atomic
def renew(sign_up: SignUp, *, by: str) -> None:
    """Make a new link and revoke the old one. Raises Refused in an archived or binned
    tournament."""
    tournament = Tournament.objects.select_for_update().get(pk=sign_up.tournament_id)
    refuse_read_only(tournament)
    sign_up.refresh_from_db(fields=["version"])
    sign_up.version += 1
    sign_up.save(update_fields=["version"])
    tournament.record("sign_up_link_renewed", by=by, name=str(sign_up))


log = logging.getLogger(__name__)


def is_sent() -> bool:
    """Return whether this installation sends mail."""
    return bool(settings.EMAIL_HOST)


def tell(sign_up: SignUp, link: str = "") -> None:
    """Send a mail to a registered or waiting player with an address.

    The link is included only if ALLOWED_HOSTS is restricted. Otherwise the sender of a
    request could choose the link's host.
    """
    if not (is_sent() and sign_up.email):
        return
    if "*" in settings.ALLOWED_HOSTS:
        link = ""
    try:
        send_sign_up_mail.delay(sign_up.pk, link)
    except Exception:
        log.exception("a mail could not be handed to the worker")


@shared_task(name="tournaments.tasks.send_sign_up_mail")
def send_sign_up_mail(sign_up_id: int, link: str) -> None:
    """Send one mail. A failure is logged, without a retry."""
    people = SignUp.objects.select_related("tournament", "player")
    sign_up = people.filter(pk=sign_up_id).first()
    if sign_up is None or sign_up.is_over:
        return
    title = sign_up.tournament.title
    if sign_up.player:
        body = _("%(name)s is registered for %(title)s with number %(number)s.") % {
            "name": sign_up,
            "title": title,
            "number": sign_up.player.number,
        }
    else:
        body = _("%(name)s is on the waiting list of %(title)s.") % {
            "name": sign_up,
            "title": title,
        }
    if link:
        body += "\n\n" + _("Change or cancel your registration: %(link)s") % {
            "link": link
        }
    subject = " ".join(_("Registration: %(title)s").split()) % {"title": title}
    try:
        EmailMessage(" ".join(subject.split()), body, to=[sign_up.email]).send()
    except OSError:
        log.exception("a mail about a registration was not sent")
