"""API tokens: other programs use them to read a tournament, or to write to it in a
role.

A token is shown once and stored as a hash. A token that can write is valid only while
the account that created it may give the token's role to others.
"""

from __future__ import annotations

import hashlib
import secrets
from datetime import datetime, timedelta
from typing import NamedTuple

from django.contrib.auth.models import User
from django.core import signing
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_noop as _

from tournaments.access.page_access import role_in
from tournaments.access.roles_and_permissions import may_give
from tournaments.models import ReadingToken, Role, Tournament, not_in_bin
from tournaments.refusals import refusal

#: Signer of tokens of older versions.
_TOKENS = signing.Signer(salt="tournaments.reading_token")
_START = "pwa_"

#: Most valid tokens of one tournament.
MOST = 20
#: Shortest time between two notes of a token's use.
NOTED_EVERY = timedelta(minutes=1)


class MadeToken(NamedTuple):
    """A new token, and the text that a program sends after `Authorization: Bearer `."""

    token: ReadingToken
    text: str


def tokens_of(tournament: Tournament) -> QuerySet[ReadingToken]:
    """Return the valid tokens, the newest first."""
    return tournament.reading_tokens.filter(revoked_at__isnull=True)


def read(text: str) -> ReadingToken | None:
    """Return the token with this text, with its tournament.

    None if the token is unknown or revoked, or if its tournament is in the bin.
    """
    tokens = ReadingToken.objects.select_related("tournament")
    counting = tokens.filter(not_in_bin("tournament"), revoked_at=None)
    if text.startswith(_START):
        return counting.filter(token_hash=_hash_of(text)).first()
    try:
        pk = int(_TOKENS.unsign(text))
    except (signing.BadSignature, ValueError):
        return None
    return counting.filter(pk=pk, token_hash=None).first()


def maker_of(token: ReadingToken) -> User | None:
    """Return the account that created a token, if it may still give the token's role;
    otherwise None.
    """
    account = User.objects.filter(username=token.made_by, is_active=True).first()
    if account is None:
        return None
    role = role_in(token.tournament, account)
    allowed = role is not None and may_give(role, Role(token.role))
    return account if allowed else None


def note_use(token: ReadingToken, now: datetime) -> None:
    """Record the time when a token is used, at most once a minute."""
    since = token.used_at
    if since is not None and now - NOTED_EVERY < since <= now:
        return
    ReadingToken.objects.filter(pk=token.pk).update(used_at=now)


@transaction.atomic
def make(tournament: Tournament, name: str, *, by: str, role: str = "") -> MadeToken:
    """Create a token and return it with its text.

    Raises Refused if the tournament has the maximum number of tokens.
    """
    Tournament.objects.select_for_update().get(pk=tournament.pk)
    if tokens_of(tournament).count() >= MOST:
        raise refusal(
            "too_many_tokens",
            _(
                "There are already %(most)s tokens. Revoke a token that you no "
                "longer need."
            ),
            most=MOST,
        )
    text = _START + secrets.token_urlsafe(32)
    token = ReadingToken.objects.create(
        tournament=tournament,
        name=name,
        made_by=by,
        role=role,
        token_hash=_hash_of(text),
    )
    tournament.record("reading_token_made", by=by, token=token.pk, name=name, role=role)
    return MadeToken(token, text)


@transaction.atomic
def revoke(tournament: Tournament, pk: int, *, by: str) -> ReadingToken | None:
    """Revoke a token and return it; None if it is unknown or already revoked."""
    token = tokens_of(tournament).select_for_update().filter(pk=pk).first()
    if token is None:
        return None
    token.revoked_at = timezone.now()
    token.save(update_fields=["revoked_at"])
    tournament.record("reading_token_revoked", by=by, token=pk, name=token.name)
    return token


def _hash_of(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
