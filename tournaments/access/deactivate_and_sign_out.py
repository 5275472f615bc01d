"""Sign-out of accounts everywhere, and their deactivation.

A deleted session is rejected at the next request, and its live streams end within a
second. A deactivated account keeps its name in the logs and its roles.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from django.contrib.auth import SESSION_KEY
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session as SignedIn
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_noop as _

from tournaments.access.page_access import role_in
from tournaments.access.roles_and_permissions import Ability, may
from tournaments.access.staff_accounts import revoke_all
from tournaments.models import AccountAct, Tournament
from tournaments.models.accounts_invitations_presets import ActKind
from tournaments.refusals import refusal


@transaction.atomic
def sign_out_everywhere(account: User, *, by: str, but: str = "") -> int:
    """End all sessions of the account except the one with the key `but`, and return the
    number of ended sessions."""
    ended = end_sessions(account, but=but)
    AccountAct.note(account, ActKind.SIGNED_OUT, by=by)
    return ended


def end_sessions(account: User, *, but: str = "") -> int:
    """End all sessions of the account except `but`, and return the number. The caller
    logs the reason."""
    keys = [key for key, pk in _signed_in() if pk == account.pk and key != but]
    ended, _of_what = SignedIn.objects.filter(session_key__in=keys).delete()
    return ended


def sign_ins() -> Counter[int]:
    """Return the number of sessions of each account, by its primary key."""
    return Counter(pk for _key, pk in _signed_in())


def _signed_in() -> Iterator[tuple[str, int]]:
    """Yield the session key and the account's primary key of every session.

    The account is inside the encoded session data, where the database cannot search.
    """
    current = SignedIn.objects.filter(expire_date__gt=timezone.now())
    for row in current.iterator(chunk_size=500):
        if account := row.get_decoded().get(SESSION_KEY):
            yield row.session_key, int(account)


@transaction.atomic
def deactivate(account: User, *, reason: str, by: str) -> None:
    """Deactivate the account, end its sessions and revoke the invitations that it could
    see.

    Otherwise the person could return by a known link under another name. Deactivating
    an account again has no effect. Raises Refused if the installation would have no
    owner left.
    """
    # Lock all owners in one order. If two owners deactivate each other, only the first
    # succeeds.
    owners = User.objects.filter(is_superuser=True, is_active=True).order_by("pk")
    others = [owner for owner in owners.select_for_update() if owner.pk != account.pk]
    current = User.objects.select_for_update().get(pk=account.pk)
    if not current.is_active:
        return
    if current.is_superuser and not others:
        raise refusal(
            "last_installation_owner",
            _("%(name)s is the only owner of this installation and must stay active."),
            name=current.get_username(),
        )
    for tournament in Tournament.objects.exclude(invitations=None).order_by("pk"):
        if may(role_in(tournament, current), Ability.HELPERS):
            revoke_all(tournament, by=by)
    current.is_active = False
    current.save(update_fields=["is_active"])
    end_sessions(current)
    AccountAct.note(current, ActKind.DEACTIVATED, by=by, reason=reason)


@transaction.atomic
def activate(account: User, *, reason: str, by: str) -> None:
    """Activate a deactivated account. Its password and roles are as before."""
    current = User.objects.select_for_update().get(pk=account.pk)
    if current.is_active:
        return
    current.is_active = True
    current.save(update_fields=["is_active"])
    AccountAct.note(current, ActKind.ACTIVATED, by=by, reason=reason)
