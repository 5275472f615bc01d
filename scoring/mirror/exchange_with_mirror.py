"""Exchange changes with the other installation, in a worker of the calling
installation.

Home sends its changes, every second while there are any. A former home first sends its
unseen entries, then requests the changes of the new home. After failures the pauses
grow to 30 seconds. Nothing else waits for an exchange.
"""

from __future__ import annotations

import json
import logging
from datetime import datetime, timedelta

from celery import shared_task
from django.db import connection, transaction
from django.db.models import F, Q
from django.utils import timezone

from rules.strict_reader import Json
from scoring.mirror import take_over, unseen_entries, what_other_side_has
from scoring.mirror.apply_batch import ChangedApart, NeedsOther, OldEpoch, apply
from scoring.mirror.batch_format import decoded, encoded
from scoring.mirror.make_batch import changes_for
from scoring.mirror.mirror_address import Answer, post
from scoring.mirror.mirror_problems import Problem, problem_of
from tournaments.models import Mirror

log = logging.getLogger(__name__)

#: Seconds between failed exchanges.
PAUSES = (1, 2, 4, 8, 16, 30)
#: Longest time of an exchange. Afterwards its worker counts as killed.
LEASE = timedelta(seconds=90)
#: Pause between exchanges. An installation that follows exchanges even without changes
#: here, because only the answer shows whether there are any.
PAUSE = timedelta(seconds=1)
#: Longest pause between two messages from home.
SHOWN_EVERY = timedelta(seconds=5)
#: Most batches in one exchange.
MOST_BATCHES = 20

PUSH, PULL, PING = "/mirror/push/", "/mirror/pull/", "/mirror/ping/"
UNSEEN, GIVE_BACK = "/mirror/unseen/", "/mirror/give-back/"


class Failed(Exception):
    """An exchange cannot continue now. `problem`: the reason."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem)
        self.problem = problem


def due(now: datetime) -> list[int]:
    """Return the keys of the mirrors that are due for an exchange."""
    mirrors = Mirror.objects.exclude(address="").filter(next_at__lte=now)
    something = (
        Q(revision=None)
        | ~Q(revision=F("tournament__revision"))
        | Q(heard_at=None)
        | Q(heard_at__lte=now - SHOWN_EVERY)
        # The clock was set back.
        | Q(heard_at__gt=now)
        | Q(tournament__mirrored_at__isnull=False)
    )
    return list(mirrors.filter(something).values_list("pk", flat=True))


def release_exchanges() -> None:
    """Release the exchanges of a former worker that was killed during them, so that
    they need not wait until the lease ends.

    Call at the start of the only worker. With PostgreSQL there may be workers on other
    machines, so nothing is released.
    """
    if connection.vendor == "sqlite":
        now = timezone.now()
        Mirror.objects.filter(next_at__gt=now).update(next_at=now)


@shared_task(name="scoring.tasks.exchange_with_mirror")
def exchange_with_mirror(pk: int) -> None:
    """Exchange changes with the other installation now."""
    exchange(pk)


def exchange(pk: int) -> bool:
    """Exchange changes until there are none.

    Return whether all exchanges succeeded. Only one worker exchanges with an
    installation at a time; another worker returns False.
    """
    now = timezone.now()
    mine = Mirror.objects.filter(pk=pk, next_at__lte=now).exclude(address="")
    if not mine.update(next_at=now + LEASE):
        return False
    mirror = Mirror.objects.select_related("tournament").filter(pk=pk).first()
    if mirror is None:
        return False
    try:
        _exchange(mirror)
    except Failed as failed:
        _note_failure(pk, failed.problem)
        return False
    except Exception as error:
        problem = problem_of(error)
        if problem is Problem.FAULT:
            log.exception("The exchange with mirror %s failed", pk)
        _note_failure(pk, problem)
        return False
    after = timezone.now()
    Mirror.objects.filter(pk=pk).update(
        next_at=after + PAUSE, heard_at=after, failures=0, problem=""
    )
    return True


def _note_failure(pk: int, problem: Problem) -> None:
    mirror = Mirror.objects.filter(pk=pk).first()
    if mirror is None:
        return
    pause = PAUSES[min(mirror.failures, len(PAUSES) - 1)]
    Mirror.objects.filter(pk=pk).update(
        failures=F("failures") + 1,
        problem=problem.value,
        next_at=timezone.now() + timedelta(seconds=pause),
    )
    if mirror.problem != problem.value:
        log.warning("Exchange with mirror %s: %s", pk, problem.value)


def _exchange(mirror: Mirror) -> None:
    for _batch in range(MOST_BATCHES):
        mirror.refresh_from_db()
        if mirror.unseen_since is not None:
            _bring_unseen(mirror)
            continue
        done = _push(mirror) if mirror.is_home else _pull(mirror)
        if done:
            return


def _push(mirror: Mirror) -> bool:
    """Send the next batch.

    Return whether the other installation received it, or there was none. Raises Failed
    if the exchange cannot continue.
    """
    changes = changes_for(mirror, site=mirror.home_site, replaces=mirror.replaces)
    if changes is None:
        answer = _post(mirror, PING, {"epoch": mirror.epoch})
        return _understood(mirror, answer) is not None
    what_other_side_has.note_sent(mirror, changes)
    answer = _send(mirror, PUSH, encoded(changes.batch))
    data = _understood(mirror, answer)
    if data is not None:
        what_other_side_has.note_received(mirror, data.get("revision"), replaces=False)
    return data is not None


def _pull(mirror: Mirror) -> bool:
    """Request the next batch and apply it.

    Return whether there is nothing more to request. Raises Failed if the exchange
    cannot continue.
    """
    asked = {"epoch": mirror.epoch, "revision": mirror.revision}
    answer = _post(mirror, PULL, asked)
    if answer.status == 204:
        return True
    if answer.status != 200:
        _understood(mirror, answer)
        return False
    try:
        apply(mirror.pk, decoded(answer.content))
    except NeedsOther as other:
        Mirror.objects.filter(pk=mirror.pk).update(revision=other.revision)
    except (ChangedApart, OldEpoch):
        # The data of this installation was stored in a file, and its entries were sent.
        Mirror.objects.filter(pk=mirror.pk).update(revision=None)
    return False


def _bring_unseen(mirror: Mirror) -> None:
    """Send entries that the new home may lack.

    The new home counts each entry once. Raises Failed if the exchange cannot continue.
    """
    entries = unseen_entries.entries_to_bring(mirror)
    asked = {"epoch": mirror.epoch, "entries": entries}
    if _understood(mirror, _post(mirror, UNSEEN, asked)) is not None:
        what_other_side_has.note_entries_arrived(mirror)


def _post(mirror: Mirror, path: str, content: Json) -> Answer:
    return _send(mirror, path, json.dumps(content).encode())


def _send(mirror: Mirror, path: str, content: bytes) -> Answer:
    return post(mirror.address, path, mirror.token, content, private=mirror.is_private)


def _understood(mirror: Mirror, answer: Answer) -> Json | None:
    """Return the data of a successful answer.

    Return None after an answer that changes what to send next. Raises Failed for other
    answers.
    """
    data = answer.data
    if answer.status == 200 and "epoch" in data:
        if code := data.get("code_hash"):
            Mirror.objects.filter(pk=mirror.pk).exclude(code_hash=code).update(
                code_hash=str(code)[:64]
            )
        return data
    code = data.get("code")
    if code == "behind":
        what_other_side_has.note_received(mirror, data.get("revision"), replaces=False)
    elif code == "copy":
        Mirror.objects.filter(pk=mirror.pk).update(revision=None, digests={})
    elif code == "epoch":
        _other_is_home(mirror, data)
    elif code == "former":
        _take_entries(mirror, data)
    else:
        raise Failed(Problem.of_answer(answer.status, code))
    return None


def _other_is_home(mirror: Mirror, data: Json) -> None:
    epoch = data.get("epoch")
    if type(epoch) is not int or epoch <= mirror.epoch:
        raise Failed(Problem.NOT_UNDERSTOOD)
    take_over.stop_being_home(mirror, epoch=epoch, now=timezone.now())


def _take_entries(mirror: Mirror, data: Json) -> None:
    """Add the entries of a former home that has just learned of its successor.

    The next batch then replaces the data of the former home. Raises Failed for
    unreadable entries.
    """
    try:
        entries = unseen_entries.read_entries(data.get("entries"))
    except (TypeError, ValueError) as error:
        raise Failed(Problem.NOT_UNDERSTOOD) from error
    with transaction.atomic():
        unseen_entries.bring(mirror, entries, timezone.now())
        Mirror.objects.filter(pk=mirror.pk).update(replaces=True, revision=None)


def ask_to_give_back(mirror: Mirror, *, code: str, by: str) -> Mirror:
    """Become home again, with the agreement of the current home, and return the mirror.
    All changes of the current home are fetched first.

    Raises Refused if this installation cannot become home, Failed for a wrong code or
    if the other installation does not agree, and OSError if it cannot be reached.
    """
    try:
        _exchange(mirror)
    except Failed as failed:
        # It has agreed before, and its answer was lost.
        if failed.problem is not Problem.NOT_HOME:
            raise
    mirror.refresh_from_db()
    asked = {"epoch": mirror.epoch, "revision": mirror.revision, "takeover_code": code}
    answer = _post(mirror, GIVE_BACK, asked)
    data = answer.data
    epoch = data.get("epoch")
    if answer.status != 200 or type(epoch) is not int:
        raise Failed(Problem.of_answer(answer.status, data.get("code")))
    return take_over.take_over(mirror, code=code, by=by, epoch=epoch)
