"""Set, undo and reset the check-in statuses of players.

Changes are also announced to open check-in pages, which then request the details.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_noop as _

from tournaments.live.live_topics import Kind, kinds, no_single_table
from tournaments.models import (
    NOT_BEGUN,
    CheckIn,
    CheckInState,
    LogEvent,
    Player,
    Tournament,
)
from tournaments.people.presence_in_rounds import Reached, has_left, reached
from tournaments.people.self_registration import fill_places
from tournaments.refusals import refusal
from tournaments.rounds.row_locks_and_finished_check import lock_with_rounds
from tournaments.rounds.start_checks import refuse_read_only

#: Kind of log entry for check-in.
KIND = "checked_in"
#: Kinds of log entries for checking in everyone, and its undo.
EVERYONE, EVERYONE_UNDONE = "everyone_checked_in", "everyone_check_in_undone"


@dataclass(frozen=True)
class Known:
    """A player's check-in status, and first and last round, before or after a change.

    `last` is None if the player stays until the end.
    """

    state: str
    first: int
    last: int | None

    @classmethod
    def of(cls, player: Player) -> Known:
        return cls(state_of(player), player.first_round, player.last_round)

    def plays(self, round_: int) -> bool:
        """Return whether the player plays in that round."""
        return Player(first_round=self.first, last_round=self.last).plays(round_)


def state_of(player: Player) -> CheckInState:
    """Return the check-in status of the player."""
    check_in = getattr(player, "check_in", None)
    return CheckInState(check_in.state) if check_in else CheckInState.EXPECTED


@transaction.atomic
def mark(
    tournament: Tournament, number: int, state: CheckInState, *, by: str
) -> tuple[Player, bool]:
    """Set the status of the player with this number. Return the player, and whether the
    status changed.

    A no-show misses all remaining rounds; another status makes the player present again
    from the next round. Raises Refused if no player has the number, if the player is
    withdrawn without being a no-show, or if no round is left to miss.
    """
    refuse_read_only(lock_with_rounds(tournament))
    player = _player(tournament, number)
    before, now = Known.of(player), reached(tournament)
    if before.state != CheckInState.NO_SHOW and has_left(player, now):
        raise refusal(
            "withdrawn",
            _("%(name)s is withdrawn. Undo the withdrawal first."),
            name=str(player),
        )
    if before.state == state:
        return player, False
    first, last = _presence(player, state, now)
    _become(player, Known(state, first, last), before, by=by)
    return player, True


@transaction.atomic
def undo(tournament: Tournament, revision: int, *, by: str) -> Player:
    """Undo the change that is logged with this revision, and return the player.

    Raises Refused if there is no such change, if the player was changed since then, or
    if the undo would change the player's presence in a round that has started.
    """
    refuse_read_only(lock_with_rounds(tournament))
    event = tournament.log.filter(kind=KIND, revision=revision).first()
    if event is None:
        raise refusal("no_tap", _("Nothing to undo. Reload the page."))
    player = _player(tournament, event.data["number"])
    before, after = (Known(*event.data[name]) for name in ("was", "now"))
    if Known.of(player) != after:
        raise refusal(
            "changed_since",
            _("The status of %(name)s has changed since then. Reload the page."),
            name=str(player),
        )
    begun = range(1, reached(tournament).begun + 1)
    if any(before.plays(round_) != after.plays(round_) for round_ in begun):
        raise refusal(
            "begun_since",
            _("A round has started since then. Set the status of %(name)s again."),
            name=str(player),
        )
    _become(player, before, after, by=by, undoes=event)
    return player


@transaction.atomic
def mark_everyone(
    tournament: Tournament, absent: Collection[Player], *, by: str
) -> list[int]:
    """Check in all expected and late players except `absent`, and return their numbers.
    No-shows stay no-shows.

    Raises Refused if there is no player to check in.
    """
    refuse_read_only(lock_with_rounds(tournament))
    now, without = reached(tournament), {player.pk for player in absent}
    people = tournament.players.filter(is_filler=False).select_related("check_in")
    before = {
        player: state_of(player)
        for player in people.order_by("number")
        if player.pk not in without
        and player.plays(now.comes_next)
        and not has_left(player, now)
        and state_of(player) in (CheckInState.EXPECTED, CheckInState.LATE)
    }
    if not before:
        raise refusal("nobody_missing", _("No other players are missing."), "but")
    at = timezone.now()
    CheckIn.objects.filter(player__in=before).delete()
    CheckIn.objects.bulk_create(
        CheckIn(player=player, state=CheckInState.HERE, at=at, by=by)
        for player in before
    )
    numbers = [player.number for player in before]
    late = [one.number for one, was in before.items() if was == CheckInState.LATE]
    tournament.record(EVERYONE, by=by, numbers=numbers, late=late, at=at.isoformat())
    return numbers


@transaction.atomic
def undo_everyone(tournament: Tournament, revision: int, *, by: str) -> list[int]:
    """Undo the check-in of everyone that is logged with this revision, and return the
    players' numbers.

    Players whose status was changed since then are skipped. Raises Refused if no player
    remains.
    """
    refuse_read_only(lock_with_rounds(tournament))
    event = tournament.log.filter(kind=EVERYONE, revision=revision).first()
    marked = CheckIn.objects.filter(
        player__tournament=tournament, state=CheckInState.HERE
    )
    if event is None:
        marked = marked.none()
    else:
        marked = marked.filter(at=datetime.fromisoformat(event.data["at"]))
    numbers = sorted(marked.values_list("player__number", flat=True))
    if event is None or not numbers:
        raise refusal("no_tap", _("Nothing to undo. Reload the page."))
    marked.filter(player__number__in=event.data["late"]).update(state=CheckInState.LATE)
    marked.delete()
    tournament.record(EVERYONE_UNDONE, by=by, numbers=numbers, undoes=revision)
    return numbers


@transaction.atomic
def restart_check_in(tournament: Tournament, *, by: str) -> None:
    """Reset check-in for all players except no-shows, for example on the second day.

    Raises Refused if no player is checked in.
    """
    refuse_read_only(lock_with_rounds(tournament))
    marked = CheckIn.objects.filter(player__tournament=tournament)
    marked = marked.exclude(state=CheckInState.NO_SHOW)
    deleted, _by_model = marked.delete()
    if not deleted:
        raise refusal("nobody_checked_in", _("No one is checked in."))
    tournament.record("check_in_begun_anew", by=by, count=deleted)


def _player(tournament: Tournament, number: int) -> Player:
    people = tournament.players.filter(is_filler=False).select_related(
        "person", "check_in", "tournament"
    )
    player = people.filter(number=number).first()
    if player is None:
        raise refusal("nobody", _("No player has number %(number)s."), number=number)
    return player


def _presence(
    player: Player, state: CheckInState, now: Reached
) -> tuple[int, int | None]:
    """Return the first and last round of the player with the new status. The last round
    is None if the player stays until the end.

    Raises Refused for a no-show if all rounds have started.
    """
    if state == CheckInState.NO_SHOW:
        if now.begun >= now.rounds:
            raise refusal(
                "misses_nothing",
                _("All rounds have started, so no player can be a no-show now."),
            )
        return player.first_round, now.begun
    if not has_left(player, now):
        return player.first_round, player.last_round
    has_played = player.seats.exclude(round__state__in=NOT_BEGUN).exists()
    first = (
        player.first_round if has_played else max(player.first_round, now.comes_next)
    )
    return first, None


def _become(
    player: Player, new: Known, old: Known, *, by: str, undoes: LogEvent | None = None
) -> None:
    CheckIn.objects.update_or_create(
        player=player, defaults={"state": new.state, "at": timezone.now(), "by": by}
    )
    if (new.first, new.last) != (old.first, old.last):
        player.first_round, player.last_round = new.first, new.last
        player.save(update_fields=["first_round", "last_round"])
    data: dict[str, object] = {
        "number": player.number,
        "was": [old.state, old.first, old.last],
        "now": [new.state, new.first, new.last],
    }
    if undoes:
        data["undoes"] = undoes.revision
    player.tournament.record(KIND, by=by, reason="", **data)
    if (new.first, new.last) != (old.first, old.last):
        fill_places(player.tournament, by=by)


NAME = "check_in"


def register() -> None:
    """Register the live stream's message for check-in pages."""
    kinds[NAME] = Kind(
        lambda _tournament, _args: "", concerns=no_single_table, tells_of_changes=True
    )
