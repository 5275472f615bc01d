"""Set up a mirror at both installations, and end it.

The called installation creates a token and a takeover code, shows both once, and stores
only their hashes. The caller stores the token, because it sends the token.
"""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext_noop as _

from scoring.mirror.make_batch import identity_of
from scoring.mirror.mirror_address import checked_address
from tournaments.models import Mirror, MirrorContent, Tournament
from tournaments.refusals import refusal

#: Most mirrors that one account may offer without data.
MOST_AWAITED = 20
#: Letters of takeover codes that cannot be confused on paper.
CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
CODE_GROUPS, GROUP_LENGTH = 4, 4
_TOKEN_START = "pwm_"  # noqa: S105


@dataclass(frozen=True)
class Secrets:
    """The secrets of a new mirror, which are shown once."""

    mirror: Mirror
    token: str
    code: str


@transaction.atomic
def offer_mirror(title: str, *, by: User) -> Secrets:
    """Allow another installation to send a tournament here, and return the secrets for
    it. The account becomes the tournament's owner here. Raises Refused if too many
    mirrors of the account still wait for data.
    """
    name = by.get_username()
    awaited = Mirror.objects.filter(made_by=name, tournament=None, revoked_at=None)
    if awaited.count() >= MOST_AWAITED:
        raise refusal(
            "too_many_mirrors",
            _(
                "%(most)s mirrors are waiting for data. Revoke a mirror that you "
                "no longer need."
            ),
            most=MOST_AWAITED,
        )
    token = _TOKEN_START + secrets.token_urlsafe(32)
    code = new_code()
    mirror = Mirror.objects.create(
        title=title,
        made_by=name,
        token_hash=hash_of(token),
        code_hash=hash_of(code),
    )
    return Secrets(mirror, token, code)


def mirrors_awaited_by(account: User) -> list[Mirror]:
    """Return the mirrors that an account offers and that have not received data yet."""
    awaited = Mirror.objects.filter(tournament=None, revoked_at=None)
    return list(awaited.filter(made_by=account.get_username()))


@transaction.atomic
def send_to_mirror(
    tournament: Tournament,
    *,
    address: str,
    token: str,
    content: str,
    site: str,
    by: str,
    private: bool = False,
) -> Mirror:
    """Send the tournament to the installation at `address` from now on, and return the
    mirror.

    `content`: a value of `MirrorContent`; `site`: address of the pages here; `private`:
    the address may be in a private network. Raises Refused for an unusable address, a
    practice tournament, or a tournament that already has a mirror.
    """
    current = Tournament.objects.select_for_update().get(pk=tournament.pk)
    if current.is_practice:
        raise refusal("practice", _("Practice tournaments cannot have a mirror."))
    if Mirror.objects.filter(tournament=current).exists():
        raise refusal("has_mirror", _("This tournament already has a mirror."))
    mirror = Mirror.objects.create(
        tournament=current,
        address=checked_address(address, private=private),
        token=token.strip(),
        is_private=private,
        content=MirrorContent(content),
        home_site=site,
        made_by=by,
        identity=identity_of(current),
        next_at=timezone.now(),
    )
    current.record("mirror_set_up", by=by, address=mirror.address, content=content)
    return mirror


@transaction.atomic
def end_mirror(mirror: Mirror, *, by: str) -> None:
    """End the connection: the tournament here is independent from now on.

    The called installation revokes the token. A mirror's data stays and remains
    read-only, unless the mirror has taken over. Raises Refused if the caller is itself
    a mirror now.
    """
    current = Mirror.objects.select_for_update().get(pk=mirror.pk)
    tournament = current.tournament
    if tournament is None:
        current.delete()
        return
    if current.is_caller:
        _refuse_mirror(tournament)
        current.delete()
        tournament.record("mirror_ended", by=by)
        return
    if current.revoked_at is None:
        current.revoked_at = timezone.now()
        current.save(update_fields=["revoked_at"])


def _refuse_mirror(tournament: Tournament) -> None:
    if tournament.mirrored_at is not None:
        raise refusal(
            "not_home",
            _(
                "This is a mirrored copy. Take over the tournament before you end the "
                "mirror."
            ),
        )


def replace_data(mirror: Mirror) -> None:
    """Send a complete copy next. It replaces data that was changed independently."""
    Mirror.objects.filter(pk=mirror.pk).exclude(address="").update(
        replaces=True, revision=None, next_at=timezone.now()
    )


def mirror_of_token(token: str, now: datetime) -> Mirror | None:
    """Return the mirror of a valid token, and store when the token was used.

    Return None for an invalid token.
    """
    if not token.startswith(_TOKEN_START):
        return None
    known = Mirror.objects.filter(token_hash=hash_of(token), revoked_at=None)
    known.update(token_used_at=now)
    return known.select_related("tournament").first()


def is_code_of(mirror: Mirror, code: str) -> bool:
    """Return whether `code` is the mirror's takeover code.

    Spaces, hyphens and case do not matter.
    """
    return constant_time_compare(mirror.code_hash, hash_of(code))


def new_code() -> str:
    """Return a new takeover code, in groups for typing."""
    groups = (
        "".join(secrets.choice(CODE_LETTERS) for _letter in range(GROUP_LENGTH))
        for _group in range(CODE_GROUPS)
    )
    return "-".join(groups)


def hash_of(secret: str) -> str:
    """Return the hash under which a token or code is stored. Both are random, so no
    slow hash is needed."""
    if not secret.startswith(_TOKEN_START):
        secret = "".join(secret.split()).replace("-", "").upper()
    return hashlib.sha256(secret.encode()).hexdigest()
