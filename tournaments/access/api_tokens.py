"""API tokens, with which other programs read a tournament."""

from __future__ import annotations

from django.core import signing
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_noop as _

from tournaments.models import ReadingToken, Tournament, not_in_bin
from tournaments.refusals import refusal

_TOKENS = signing.Signer(salt="tournaments.reading_token")

#: Most valid tokens of one tournament.
MOST = 20


def words_of(token: ReadingToken) -> str:
    """Return the text that a program sends after `Authorization: Bearer `."""
    return _TOKENS.sign(str(token.pk))


def tokens_of(tournament: Tournament) -> QuerySet[ReadingToken]:
    """Return the valid tokens, the newest first."""
    return tournament.reading_tokens.filter(revoked_at__isnull=True)


def read(text: str) -> ReadingToken | None:
    """Return the token with this text, with its tournament.

    None if it was not signed here or was revoked, or if its tournament is in the bin.
    """
    try:
        pk = int(_TOKENS.unsign(text))
    except (signing.BadSignature, ValueError):
        return None
    tokens = ReadingToken.objects.select_related("tournament")
    counting = tokens.filter(not_in_bin("tournament"), revoked_at=None)
    return counting.filter(pk=pk).first()


@transaction.atomic
def make(tournament: Tournament, name: str, *, by: str) -> ReadingToken:
    """Create a token. Raises Refused if the tournament has the maximum number."""
    Tournament.objects.select_for_update().get(pk=tournament.pk)
    if tokens_of(tournament).count() >= MOST:
        raise refusal(
            "too_many_tokens",
            _("There are already %(most)s tokens. Revoke one you no longer need."),
            most=MOST,
        )
    token = ReadingToken.objects.create(tournament=tournament, name=name, made_by=by)
    tournament.record("reading_token_made", by=by, token=token.pk, name=name)
    return token


@transaction.atomic
def revoke(tournament: Tournament, pk: int, *, by: str) -> None:
    """Revoke a token. Revoking it again has no effect."""
    token = tokens_of(tournament).select_for_update().filter(pk=pk).first()
    if token is None:
        return
    token.revoked_at = timezone.now()
    token.save(update_fields=["revoked_at"])
    tournament.record("reading_token_revoked", by=by, token=pk, name=token.name)
