"""Email addresses of players, and signed links for stopping emails to an address."""

from __future__ import annotations

import hmac
from collections.abc import Iterable
from datetime import UTC
from hashlib import sha256

from django.core import signing
from django.db import transaction
from django.db.models import Q
from django.urls import get_script_prefix, reverse

from tournaments.models import (
    Delivery,
    DeliveryState,
    Player,
    RefusedMail,
    Tournament,
    not_in_bin,
)

_LINKS = signing.Signer(salt="tournaments.refuse_mail")


def addresses_of(players: Iterable[Player]) -> dict[Player, str]:
    """Return the email address of each player who has one and has not stopped emails.

    The address of the registration takes precedence over the address in an imported
    list.
    """
    rows = Player.objects.filter(pk__in=[player.pk for player in players])
    rows = rows.select_related("person", "tournament", "sign_up", "contact", "link")
    addresses = {row: stored_address(row) for row in rows}
    refused = set(
        RefusedMail.objects.filter(
            tournament__in={row.tournament_id for row in addresses}
        ).values_list("tournament", "digest")
    )
    return {
        player: address
        for player, address in addresses.items()
        if address
        and (player.tournament_id, _stored(player.tournament, digest_of(address)))
        not in refused
    }


def stored_address(player: Player) -> str:
    """Return the player's email address, also if it has stopped emails; "" if no
    address is stored."""
    sources = (getattr(player, name, None) for name in ("sign_up", "contact"))
    return next((source.email for source in sources if source and source.email), "")


def digest_of(address: str) -> str:
    """Return the hash of an address for its link. Capitals do not matter."""
    return sha256(address.strip().casefold().encode()).hexdigest()


def _stored(tournament: Tournament, digest: str) -> str:
    """Return the stored form of a link's hash, with the tournament's salt.

    Without the salt, one list of hashed addresses would find an address in all
    tournaments, and the hashes would connect a person's tournaments. The salt is the
    time when the tournament was created, because it is the same in a mirror and after a
    move.
    """
    salt = tournament.created_at.astimezone(UTC).isoformat()
    return hmac.digest(salt.encode(), digest.encode(), "sha256").hex()


def is_refused(tournament: Tournament, digest: str) -> bool:
    """Return whether the recipient of a link has stopped emails about the
    tournament."""
    return tournament.refused_mails.filter(digest=_stored(tournament, digest)).exists()


def path_to_refuse(tournament: Tournament, address: str) -> str:
    """Return the path of the page that stops emails to this address."""
    key = _LINKS.sign(f"{tournament.pk}.{digest_of(address)}")
    return reverse("me:refuse_mail", args=[key])


def page_at(site: str, path: str) -> str:
    """Return the full address of a page. `site` includes the path of the
    installation."""
    return site.rstrip("/") + "/" + path.removeprefix(get_script_prefix())


def holder_of(key: str) -> tuple[Tournament, str] | None:
    """Return the tournament and the address's hash in the key of a link; None if the
    signature is wrong or the tournament does not exist."""
    try:
        pk, _dot, digest = _LINKS.unsign(key).partition(".")
    except signing.BadSignature:
        return None
    tournament = Tournament.objects.filter(not_in_bin(), pk=int(pk)).first()
    return (tournament, digest) if tournament else None


@transaction.atomic
def refuse(tournament: Tournament, digest: str) -> None:
    """Stop emails about the tournament to this address, and delete unsent emails.

    This is not logged, because the log must not show who stopped emails. Raises
    RuleError for a mirror, because its home sends the emails.
    """
    tournament.count_unlogged_change()
    RefusedMail.objects.get_or_create(
        tournament=tournament, digest=_stored(tournament, digest)
    )
    waiting = Delivery.objects.filter(
        ~Q(sign_up=None, player=None),
        tournament=tournament,
        state=DeliveryState.WAITING,
    )
    targets = waiting.values_list("target", flat=True).distinct().order_by()
    refused = [address for address in targets if digest_of(address) == digest]
    waiting.filter(target__in=refused).delete()


@transaction.atomic
def accept(tournament: Tournament, digest: str) -> None:
    """Allow emails about the tournament to this address again. Raises RuleError for a
    mirror."""
    tournament.count_unlogged_change()
    RefusedMail.objects.filter(
        tournament=tournament, digest=_stored(tournament, digest)
    ).delete()
