"""Describe the rounds in which a player is present: late arrivals, early departures,
withdrawals."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby

from django.db.models import F, Max, Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from tournaments.models import NOT_BEGUN, Player, Tournament
from tournaments.refusals import refusal
from tournaments.web.list_wording import joined_with_commas

#: Condition for players who take part: neither house players nor players withdrawn
#: before their first round.
WHO_PLAY = Q(is_filler=False) & ~Q(last_round__lt=F("first_round"))


@dataclass(frozen=True)
class Reached:
    """The progress of a tournament.

    `begun`: the last round that has started (0 for none). `rounds`: the number of
    planned or seated rounds.
    """

    begun: int
    rounds: int

    @property
    def comes_next(self) -> int:
        """Return the first round of a player who arrives now; the last round if all
        rounds have started."""
        return min(self.begun + 1, self.rounds)


def reached(tournament: Tournament) -> Reached:
    last = tournament.rounds.aggregate(
        begun=Max("number", filter=~Q(state__in=NOT_BEGUN)), seated=Max("number")
    )
    rounds = max(tournament.planned_rounds, last["seated"] or 0)
    return Reached(last["begun"] or 0, rounds)


def refuse_presence(now: Reached, first: int, last: int | None) -> None:
    """Raise Refused if a player cannot be present from round `first` to round `last`
    (None: to the end)."""
    if first > now.rounds:
        raise refusal(
            "comes_too_late",
            gettext_noop(
                "Enter a round up to %(rounds)s, the last of this tournament."
            ),
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


def has_left(player: Player, now: Reached) -> bool:
    """Return whether a player is withdrawn permanently."""
    return player.last_round is not None and player.last_round <= min(
        now.begun, now.rounds - 1
    )


def withdrawn_last(tournament: Tournament, players: Iterable[Player]) -> list[Player]:
    """Return the players in the same order, but with withdrawn players at the end."""
    now = reached(tournament)
    return sorted(players, key=lambda player: has_left(player, now))


def words_for_gone(player: Player, now: Reached) -> str:
    """Return a phrase about a player's withdrawal or disqualification; "" for other
    players."""
    if player.is_disqualified:
        return _("disqualified, 0 table points")
    if not has_left(player, now):
        return ""
    if (player.last_round or 0) < player.first_round:
        return _("withdrawn, played no round")
    return _("withdrawn after round %(round)s") % {"round": player.last_round}


def words_for_times(player: Player, now: Reached) -> list[str]:
    """Return phrases about the rounds that a player misses. A withdrawal is not
    mentioned."""
    texts = []
    if player.first_round > 1:
        came = player.first_round <= now.begun
        text = _("since round %(round)s") if came else _("joins in round %(round)s")
        texts.append(text % {"round": player.first_round})
    if player.last_round is not None and now.begun < player.last_round < now.rounds:
        text = _("withdraws after round %(round)s")
        texts.append(text % {"round": player.last_round})
    if player.away:
        text = ngettext(
            "not in round %(rounds)s", "not in rounds %(rounds)s", len(player.away)
        )
        texts.append(text % {"rounds": rounds_in_words(player.away)})
    return texts


def words_for_away(rounds: Iterable[int]) -> str:
    """Return a sentence about rounds that a player misses between rounds played; "" if
    there are none."""
    numbers = set(rounds)
    if not numbers:
        return ""
    message = ngettext(
        "Not in round %(rounds)s.", "Not in rounds %(rounds)s.", len(numbers)
    )
    return message % {"rounds": rounds_in_words(numbers)}


def rounds_in_words(numbers: Iterable[int]) -> str:
    """Return round numbers for a sentence: “1, 4–8”."""
    return joined_with_commas(_runs(sorted(set(numbers))))


def _runs(numbers: list[int]) -> Iterator[str]:
    for _start, run in groupby(enumerate(numbers), lambda pair: pair[1] - pair[0]):
        members = [number for _place, number in run]
        if len(members) > 2:
            yield f"{members[0]}–{members[-1]}"
        else:
            yield from map(str, members)
