"""Email addresses of players, and the signed link by which an address refuses mail."""

from __future__ import annotations

from collections.abc import Iterable

from django.core import signing
from django.db import transaction
from django.urls import get_script_prefix, reverse
from django.utils.crypto import salted_hmac

from tournaments.models import Player, RefusedMail, Tournament, not_in_bin

_LINKS = signing.Signer(salt="tournaments.refuse_mail")


def addresses_of(players: Iterable[Player]) -> dict[Player, str]:
    """Return the address of each player who gave one and has not refused mail. That of
    the registration comes before that of an imported list.
    """
    rows = Player.objects.filter(pk__in=[player.pk for player in players])
    rows = rows.select_related("person", "tournament", "sign_up", "contact")
    found = {row: _address_of(row) for row in rows}
    refused = set(
        RefusedMail.objects.filter(
            tournament__in={row.tournament_id for row in found}
        ).values_list("tournament", "digest")
    )
    return {
        player: address
        for player, address in found.items()
        if address and (player.tournament_id, digest_of(address)) not in refused
    }


def _address_of(player: Player) -> str:
    given = (getattr(player, name, None) for name in ("sign_up", "contact"))
    return next((one.email for one in given if one and one.email), "")


def digest_of(address: str) -> str:
    """Return the keyed hash of an address, the same for capitals and small letters."""
    salt, value = "tournaments.refused_mail", address.strip().casefold()
    return salted_hmac(salt, value, algorithm="sha256").hexdigest()


def is_refused(tournament: Tournament, address: str) -> bool:
    """Return whether the address gets no mail about the tournament."""
    return tournament.refused_mails.filter(digest=digest_of(address)).exists()


def path_to_refuse(tournament: Tournament, address: str) -> str:
    """Return the path of the page on which this address refuses mail."""
    key = _LINKS.sign(f"{tournament.pk}.{digest_of(address)}")
    return reverse("me:refuse_mail", args=[key])


def page_at(site: str, path: str) -> str:
    """Return the whole address of a page. `site` ends with the program's own path."""
    return site.rstrip("/") + "/" + path.removeprefix(get_script_prefix())


def holder_of(key: str) -> tuple[Tournament, str] | None:
    """Return the tournament and the hash of a link; None if it was not signed here or
    the tournament no longer exists.
    """
    try:
        pk, _dot, digest = _LINKS.unsign(key).partition(".")
    except signing.BadSignature:
        return None
    tournament = Tournament.objects.filter(not_in_bin(), pk=int(pk)).first()
    return (tournament, digest) if tournament else None


@transaction.atomic
def refuse(tournament: Tournament, digest: str) -> None:
    """Send no more mail about the tournament to this address. Not logged, since the log
    is no place for what a person chose about an address.
    """
    RefusedMail.objects.get_or_create(tournament=tournament, digest=digest)


def accept(tournament: Tournament, digest: str) -> None:
    """Send mail to this address again."""
    RefusedMail.objects.filter(tournament=tournament, digest=digest).delete()
