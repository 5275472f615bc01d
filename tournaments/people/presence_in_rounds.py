"""Rounds in which a player is present: late arrivals, early leavers, withdrawals."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby

from django.db.models import F, Max, Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournaments.models import NOT_BEGUN, Entry, Tournament
from tournaments.refusals import refusal

#: Entries of who plays: no house players, nor who withdrew before their first round.
WHO_PLAY = Q(is_filler=False) & ~Q(last_round__lt=F("first_round"))


@dataclass(frozen=True)
class Reached:
    """How far a tournament is: the last round that has `begun` (0: none yet), of
    so many `rounds`, planned or seated."""

    begun: int
    rounds: int

    @property
    def comes_next(self) -> int:
        """The first round of somebody who comes now; the last if all have begun."""
        return min(self.begun + 1, self.rounds)


def reached(tournament: Tournament) -> Reached:
    last = tournament.rounds.aggregate(
        begun=Max("number", filter=~Q(state__in=NOT_BEGUN)), seated=Max("number")
    )
    rounds = max(tournament.planned_rounds, last["seated"] or 0)
    return Reached(last["begun"] or 0, rounds)


def refuse_presence(now: Reached, first: int, last: int | None) -> None:
    """Raises Refused if nobody can be there from round `first` to round `last`
    (None: to the end)."""
    if first > now.rounds:
        raise refusal(
            "comes_too_late",
            gettext_noop("This tournament has %(rounds)s rounds."),
            "first_round",
            rounds=now.rounds,
        )
    if last is not None and last < first:
        raise refusal(
            "leaves_before_coming",
            gettext_noop("The last round (%(last)s) is before the first (%(first)s)."),
            "last_round",
            first=first,
            last=last,
        )


def has_left(entry: Entry, now: Reached) -> bool:
    """Whether a player is gone for good."""
    return entry.last_round is not None and entry.last_round <= min(
        now.begun, now.rounds - 1
    )


def words_for_gone(entry: Entry, now: Reached) -> str:
    """That a player withdrew, and when; "" for one who did not."""
    if not has_left(entry, now):
        return ""
    if (entry.last_round or 0) < entry.first_round:
        return _("withdrawn, played no round")
    return _("withdrawn after round %(round)s") % {"round": entry.last_round}


def words_for_times(entry: Entry, now: Reached) -> list[str]:
    """When a player comes and leaves, if not for all rounds; without what
    `words_for_gone` says."""
    said = []
    if entry.first_round > 1:
        came = entry.first_round <= now.begun
        words = _("since round %(round)s") if came else _("comes in round %(round)s")
        said.append(words % {"round": entry.first_round})
    if entry.last_round is not None and now.begun < entry.last_round < now.rounds:
        words = _("leaves after round %(round)s")
        said.append(words % {"round": entry.last_round})
    if entry.away:
        words = _("not in round %(rounds)s")
        said.append(words % {"rounds": rounds_in_words(entry.away)})
    return said


def words_for_away(rounds: Iterable[int]) -> str:
    """That a player misses rounds in between; "" if there are none."""
    numbers = rounds_in_words(rounds)
    return _("Not in round %(rounds)s.") % {"rounds": numbers} if numbers else ""


def rounds_in_words(numbers: Iterable[int]) -> str:
    """Round numbers for a sentence: “1, 4–8”."""
    return ", ".join(_runs(sorted(set(numbers))))


def _runs(numbers: list[int]) -> Iterator[str]:
    for _start, run in groupby(enumerate(numbers), lambda pair: pair[1] - pair[0]):
        members = [number for _place, number in run]
        if len(members) > 2:
            yield f"{members[0]}–{members[-1]}"
        else:
            yield from map(str, members)
