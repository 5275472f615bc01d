"""Where an account is signed in, and how that ends. A session that is deleted opens
nothing at its next request, and its streams end within a second."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from django.contrib.auth import SESSION_KEY
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session as SignedIn
from django.db import transaction
from django.utils import timezone

from tournaments.models import AccountAct
from tournaments.models.account_acts import ActKind


@transaction.atomic
def sign_out_everywhere(account: User, *, by: str, but: str = "") -> int:
    """End all sessions of the account, except the one whose key is `but`; how many that
    were."""
    ended = end_sessions(account, but=but)
    name = account.get_username()
    AccountAct.objects.create(by=by, account=name, kind=ActKind.SIGNED_OUT)
    return ended


def end_sessions(account: User, *, but: str = "") -> int:
    """As `sign_out_everywhere`, for a caller who writes down why."""
    own = [key for key, pk in _signed_in() if pk == account.pk and key != but]
    ended, _of_what = SignedIn.objects.filter(session_key__in=own).delete()
    return ended


def sign_ins() -> Counter[int]:
    """How many sessions each account has, by its primary key."""
    return Counter(pk for _key, pk in _signed_in())


def _signed_in() -> Iterator[tuple[str, int]]:
    """Every session of an account. Who it is of stands inside of it, where no database
    finds it."""
    kept = SignedIn.objects.filter(expire_date__gt=timezone.now())
    for row in kept.iterator(chunk_size=500):
        if account := row.get_decoded().get(SESSION_KEY):
            yield row.session_key, int(account)
