"""Personal links of registrations, and mail to registered players if this installation
sends mail.

Links are signed, not stored. A new link replaces the old link.
"""

from __future__ import annotations

from django.conf import settings
from django.core import signing
from django.db import transaction
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from tournaments.deliveries import mail_server
from tournaments.deliveries.queue_and_retry import queue_mail
from tournaments.languages.page_language import of_message
from tournaments.models import PlayerMails, SignUp, Tournament, not_in_bin
from tournaments.people.mail_addresses import (
    digest_of,
    is_refused,
    page_at,
    path_to_refuse,
)
from tournaments.rounds.start_checks import refuse_read_only

_LINKS = signing.Signer(salt="tournaments.sign_up_link")


def key_of(sign_up: SignUp) -> str:
    """Return the key in the address of the registration's valid link."""
    return _LINKS.sign(f"{sign_up.pk}.{sign_up.version}")


def holder_of(key: str) -> tuple[SignUp, bool] | None:
    """Return the registration of a link, and whether the link is still valid.

    None if the link was not signed here, or if the registration does not exist.
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
    """Create a new link and make the old link invalid. Raises Refused in an archived or
    binned tournament."""
    tournament = Tournament.objects.select_for_update().get(pk=sign_up.tournament_id)
    refuse_read_only(tournament)
    sign_up.refresh_from_db(fields=["version"])
    sign_up.version += 1
    sign_up.save(update_fields=["version"])
    tournament.record("sign_up_link_renewed", by=by, name=str(sign_up))


def queue_confirmation(
    sign_up: SignUp, site: str = "", *, moved_up: bool = False
) -> None:
    """Queue an email to a registered or waiting player who has an address, in the
    language used for registering.

    Does nothing if this installation sends no email, if the directors turned these
    emails off, or if the player stopped emails. `moved_up`: the player got a spot from
    the waiting list.

    `site`, such as `https://mahjong.example.org`, is the start of the link in the
    email. The email has a link only if ALLOWED_HOSTS is restricted. Otherwise the
    sender of a request could choose the link's host.
    """
    if not (mail_server.is_configured() and sign_up.email):
        return
    if is_refused(sign_up.tournament, digest_of(sign_up.email)):
        return
    chosen = PlayerMails.objects.filter(tournament=sign_up.tournament).first()
    if chosen and not (chosen.moved_up if moved_up else chosen.registration):
        return
    with translation.override(of_message(sign_up.tournament, sign_up.language)):
        _queue(sign_up, site or (chosen.site if chosen else ""))


def _queue(sign_up: SignUp, site: str) -> None:
    named = {"name": sign_up, "title": sign_up.tournament.title}
    if sign_up.player:
        text = _("%(name)s is registered for %(title)s with number %(number)s.")
        body = text % (named | {"number": sign_up.player.number})
    else:
        body = _("%(name)s is on the waiting list of %(title)s.") % named
    refuse_at = ""
    if site and "*" not in settings.ALLOWED_HOSTS:
        path = path_to_refuse(sign_up.tournament, sign_up.email)
        refuse_at = page_at(site, path)
        link = page_at(site, reverse("me:sign_up", args=[key_of(sign_up)]))
        text = _("Change or cancel your registration: %(link)s")
        body += "\n\n" + text % {"link": link}
    queue_mail(
        sign_up.email,
        subject=_("Registration: %(title)s") % named,
        body=body,
        tournament=sign_up.tournament,
        sign_up=sign_up,
        refuse_at=refuse_at,
    )
