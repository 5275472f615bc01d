"""Answer requests of the other installation of a mirrored tournament. Changes are sent
in either direction. Each request has the token of one tournament; accounts and cookies
are ignored.

Answers are JSON with `epoch`. Errors have a `code` (`scoring.mirror.mirror_problems`)
and a sentence in English.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import wraps
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from rules.faults import RuleError
from rules.strict_reader import Json
from scoring.mirror import take_over, unseen_entries, what_other_side_has
from scoring.mirror.apply_batch import ChangedApart, NeedsOther, OldEpoch, apply
from scoring.mirror.batch_format import decoded, encoded, malformed
from scoring.mirror.make_batch import changes_for
from scoring.mirror.mirror_problems import Problem
from scoring.mirror.set_up_and_revoke import mirror_of_token
from tournaments.languages import page_language
from tournaments.models import Mirror
from tournaments.refusals import sentence

_BEARER = "bearer "

View = Callable[[HttpRequest, Mirror], HttpResponse]


def _by_token(view: View) -> Callable[[HttpRequest], HttpResponse]:
    @csrf_exempt
    @require_POST
    @wraps(view)
    def wrapped(request: HttpRequest) -> HttpResponse:
        page_language.use_for_programs()
        header = request.headers.get("Authorization", "")
        token = header[len(_BEARER) :].strip()
        is_bearer = header[: len(_BEARER)].lower() == _BEARER
        mirror = mirror_of_token(token, timezone.now()) if is_bearer else None
        if mirror is None:
            message = _("This token is invalid or revoked.")
            answer = _error(HTTPStatus.UNAUTHORIZED, Problem.TOKEN, message)
            answer["WWW-Authenticate"] = "Bearer"
            return answer
        try:
            return view(request, mirror)
        except RuleError as error:
            fault = error.faults[0]
            return _error(HTTPStatus.CONFLICT, fault.code, sentence(fault))

    return wrapped


@_by_token
def push(request: HttpRequest, mirror: Mirror) -> HttpResponse:
    """Apply a batch of changes from the caller.

    If the batch does not fit, the response is a 409 with the code of what to send
    instead.
    """
    batch = decoded(request.body)
    mirror.refresh_from_db()
    if batch.about.epoch > mirror.epoch:
        take_over.stop_being_home(mirror, epoch=batch.about.epoch, now=timezone.now())
        mirror.refresh_from_db()
    if mirror.unseen_since is not None:
        if not batch.about.replaces:
            return _entries_here(mirror)
        what_other_side_has.note_entries_arrived(mirror)
    try:
        applied = apply(mirror.pk, batch)
    except NeedsOther as other:
        code = "copy" if other.revision is None else "behind"
        return _change(code, revision=other.revision)
    except OldEpoch as old:
        return _change("epoch", epoch=old.epoch)
    except ChangedApart:
        return _change(Problem.APART)
    return _done(mirror, revision=applied.revision)


@_by_token
def pull(request: HttpRequest, mirror: Mirror) -> HttpResponse:
    """Return the changes since the caller's revision, a 204 response if there are none,
    or a 409 response if this installation is not the home.
    """
    asked = _asked(request, epoch=int)
    revision = asked.get("revision")
    if not mirror.is_home or (revision is not None and type(revision) is not int):
        return _change(Problem.NOT_HOME, epoch=mirror.epoch)
    what_other_side_has.note_received(mirror, revision, heard_at=timezone.now())
    changes = changes_for(mirror, site=_site(request))
    if changes is None:
        return HttpResponse(status=HTTPStatus.NO_CONTENT)
    what_other_side_has.note_sent(mirror, changes)
    content = encoded(changes.batch)
    return HttpResponse(content, content_type="application/octet-stream")


@_by_token
def ping(request: HttpRequest, mirror: Mirror) -> HttpResponse:
    """Record that the home of the tournament is connected.

    Returns the mirror's revision, or a 409 response if the caller is not the home.
    """
    asked = _asked(request, epoch=int)
    if asked["epoch"] < mirror.epoch or (
        asked["epoch"] == mirror.epoch and mirror.is_home
    ):
        return _change("epoch", epoch=mirror.epoch)
    if asked["epoch"] == mirror.epoch:
        what_other_side_has.note_connected(mirror)
    return _done(mirror, revision=mirror.revision)


@_by_token
def unseen(request: HttpRequest, mirror: Mirror) -> HttpResponse:
    """Add the entries of the former home to the tournament.

    Return the numbers of entries as `unseen_entries.bring` does, or a 409 response if
    this installation is not the home. Raises Refused for malformed entries.
    """
    asked = _asked(request, entries=list)
    if not mirror.is_home:
        return _change(Problem.NOT_HOME, epoch=mirror.epoch)
    try:
        entries = unseen_entries.read_entries(asked["entries"])
    except (TypeError, ValueError):
        raise malformed() from None
    counts = unseen_entries.bring(mirror, entries, timezone.now())
    return _done(mirror, **counts)


@_by_token
def give_back(request: HttpRequest, mirror: Mirror) -> HttpResponse:
    """Stop being the home, because the caller takes over with the takeover code.

    Returns a 409 response if this installation has no copy or the caller states no
    revision.
    """
    asked = _asked(request, takeover_code=str)
    if mirror.tournament is None or type(asked.get("revision")) is not int:
        return _change(Problem.BEHIND)
    epoch = take_over.agree_to_give_back(
        mirror,
        code=asked["takeover_code"],
        revision=asked["revision"],
        now=timezone.now(),
    )
    mirror.epoch = epoch
    return _done(mirror)


def _asked(request: HttpRequest, **types: type) -> Json:
    """Return the JSON of a request.

    `types`: required types by key. Raises RuleError if the body is not JSON, or a value
    is missing or has another type.
    """
    try:
        asked = json.loads(request.body)
        if all(type(asked[name]) is kind for name, kind in types.items()):
            return asked
    except (LookupError, TypeError, ValueError):
        pass
    raise malformed()


def _site(request: HttpRequest) -> str:
    return request.build_absolute_uri(reverse("public:home")).rstrip("/")


def _entries_here(mirror: Mirror) -> HttpResponse:
    return _change("former", entries=unseen_entries.entries_to_bring(mirror))


def _done(mirror: Mirror, **data: object) -> HttpResponse:
    # With the hash, the caller can check the code when this installation is down.
    known = {"epoch": mirror.epoch, "code_hash": mirror.code_hash}
    return JsonResponse(known | data)


def _change(code: str, **data: object) -> HttpResponse:
    """Return a 409 response whose `code` states what the caller must send instead."""
    return JsonResponse({"code": code, **data}, status=HTTPStatus.CONFLICT)


def _error(status: HTTPStatus, code: str, message: str) -> HttpResponse:
    return JsonResponse({"code": code, "error": message}, status=status)


urlpatterns: list[URLPattern] = [
    path("push/", push, name="push"),
    path("pull/", pull, name="pull"),
    path("ping/", ping, name="ping"),
    path("unseen/", unseen, name="unseen"),
    path("give-back/", give_back, name="give_back"),
]
