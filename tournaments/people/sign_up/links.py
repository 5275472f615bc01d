"""The link of somebody's own registration: signed, and void once a new one is made.
Nothing of a link is stored."""

from __future__ import annotations

from django.core import signing
from django.db import transaction

from tournaments.models import SignUp, Tournament, not_in_bin
from tournaments.rounds.fit_to_play import refuse_put_away

_LINKS = signing.Signer(salt="tournaments.sign_up_link")


def key_of(sign_up: SignUp) -> str:
    """The words of the link that counts now."""
    return _LINKS.sign(f"{sign_up.pk}.{sign_up.version}")


def holder_of(key: str) -> tuple[SignUp, bool] | None:
    """The registration of a link, and whether the link still counts; None if it was not
    signed here, or the registration is gone."""
    try:
        pk, _dot, version = _LINKS.unsign(key).partition(".")
    except signing.BadSignature:
        return None
    people = SignUp.objects.select_related("tournament", "entry__player")
    found = people.filter(not_in_bin("tournament"), pk=int(pk)).first()
    return (found, int(version) == found.version) if found else None


@transaction.atomic
def renew(sign_up: SignUp, *, by: str) -> None:
    """A new link; an old one can change nothing any more. Raises Refused for an
    archived or binned event."""
    tournament = Tournament.objects.select_for_update().get(pk=sign_up.tournament_id)
    refuse_put_away(tournament)
    sign_up.refresh_from_db(fields=["version"])
    sign_up.version += 1
    sign_up.save(update_fields=["version"])
    tournament.record("sign_up_link_renewed", by=by, name=str(sign_up))
