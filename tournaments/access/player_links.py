"""Player links: read, create and replace the links to personal pages.

A link contains the player and a version and is signed. The database decides whether
that version is valid. The link itself is not stored. Links from the other installation
of a mirrored tournament are recognised by their hash.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from django.core import signing
from django.db import transaction
from django.db.models import QuerySet

from tournaments.models import Player, PlayerLink, Tournament, not_in_bin

_LINKS = signing.Signer(salt="tournaments.player_link")


@dataclass(frozen=True)
class Holder:
    """The player that a link belongs to. `counts`: whether the link is still valid; a
    replaced link is not."""

    player: Player
    counts: bool


def token_of(player: Player) -> str:
    """Return the token for the address of the player's valid link."""
    return _LINKS.sign(f"{player.pk}.{version_of(player)}")


def holder_of(token: str) -> Holder | None:
    """Return the player of a link, and whether the link is valid.

    None if the link was not signed here or at the other installation of a mirrored
    tournament, or if the player is no longer registered.
    """
    try:
        content = _LINKS.unsign(token)
    except signing.BadSignature:
        return _holder_of_mirrored(token)
    player_id, version = map(int, content.split("."))
    player = with_links().filter(pk=player_id).first()
    return Holder(player, version == version_of(player)) if player else None


def _holder_of_mirrored(token: str) -> Holder | None:
    digest = hashlib.sha256(token.encode()).hexdigest()
    players = with_links().filter(mirrored_link__digest=digest)
    player = players.select_related("mirrored_link").first()
    if player is None:
        return None
    return Holder(player, player.mirrored_link.version == version_of(player))


def hash_of(player: Player) -> str:
    """Return the hash of the player's valid link. With it, the other installation of a
    mirrored tournament recognises the link."""
    return hashlib.sha256(token_of(player).encode()).hexdigest()


def with_links() -> QuerySet[Player]:
    """Return the players with the data of their links and personal pages.

    Players of tournaments in the bin are left out.
    """
    players = Player.objects.filter(not_in_bin("tournament"))
    return players.select_related("tournament", "person", "team", "link")


@transaction.atomic
def renew(player: Player, *, by: str) -> PlayerLink:
    """Replace the link of a player, and return the new link.

    Old links become invalid, and devices that used them get no further messages.
    """
    Tournament.objects.select_for_update().get(pk=player.tournament_id)
    link, _made = PlayerLink.objects.get_or_create(player=player)
    link.version += 1
    link.save()
    player.push_subscriptions.all().delete()
    player.tournament.record("player_link_renewed", by=by, number=player.number)
    return link


def version_of(player: Player) -> int:
    """Return the version of the player's valid link."""
    link = getattr(player, "link", None)
    return link.version if link else 1
