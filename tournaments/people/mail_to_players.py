"""Emails to players about a tournament: in the player's language, with links to the
personal page and to stop emails."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from datetime import timedelta

from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from tournaments.access.player_links import token_of
from tournaments.deliveries import mail_server
from tournaments.deliveries.queue_and_retry import VALID, new_mail, queue_mails
from tournaments.languages.page_language import of_message
from tournaments.models import Delivery, Player, PushSubscription, Tournament
from tournaments.people.mail_addresses import addresses_of, page_at, path_to_refuse


@dataclass(frozen=True)
class Letter:
    """The subject and text of an email."""

    subject: str
    text: str


def mail_to_players(
    tournament: Tournament,
    players: Iterable[Player],
    write: Callable[[Player], Letter],
    *,
    site: str,
    valid: timedelta = VALID,
) -> int:
    """Queue an email to each of these players who has an address and has not stopped
    emails. Return the number of emails; 0 if this installation sends no email.

    `write`: called in the player's language and the tournament's time zone. `site`:
    address of this installation. `valid`: how long the emails are useful.
    """
    if not mail_server.is_configured():
        return 0
    addresses = addresses_of(players)
    languages = _languages(addresses)
    mails = []
    with timezone.override(tournament.zone):
        for player, address in addresses.items():
            with translation.override(of_message(tournament, languages[player])):
                mail = _mail(player, address, write(player), site=site, valid=valid)
            mails.append(mail)
    queue_mails(mails)
    return len(mails)


def _mail(
    player: Player, address: str, letter: Letter, *, site: str, valid: timedelta
) -> Delivery:
    page = page_at(site, reverse("me:page", args=[token_of(player)]))
    own = _("Your page: %(link)s") % {"link": page}
    return new_mail(
        address,
        subject=letter.subject,
        body=f"{letter.text}\n\n{own}",
        tournament=player.tournament,
        sign_up=getattr(player, "sign_up", None),
        player=player,
        refuse_at=page_at(site, path_to_refuse(player.tournament, address)),
        valid=valid,
    )


def _languages(players: Collection[Player]) -> dict[Player, str]:
    """Return each player's language: of the latest device, otherwise of the
    registration."""
    devices = PushSubscription.objects.filter(player__in=players).order_by("pk")
    of_devices = dict(devices.values_list("player", "language"))
    return {
        player: of_devices.get(player.pk) or _of_registration(player)
        for player in players
    }


def _of_registration(player: Player) -> str:
    sign_up = getattr(player, "sign_up", None)
    return sign_up.language if sign_up else ""
