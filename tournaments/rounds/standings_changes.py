"""Describe in sentences how the standings have changed since they were used."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.rounds.standings_used import Basis, Line

#: Most sentences shown.
MOST_SAID = 12

#: Function that returns a line's points in words.
Points = Callable[[Line], str]


def changed(then: Basis, now: Basis) -> bool:
    """Return whether the standings differ from those used, or a round that counted was
    reopened."""
    then, now = _comparable(then, now)
    return then.lines != now.lines or bool(then.reopened(now))


def changes(
    then: Basis, now: Basis, names: Mapping[int, str], points: Points
) -> list[str]:
    """Return sentences about the changes between two standings: reopened rounds, and
    players who joined, left, changed places or have other points.

    The result has at most `MOST_SAID` sentences and one more with the number of other
    changes. `names` contains the names by player number.
    """
    then, now = _comparable(then, now)
    sentences = [*_reopened(then, now), *_players(then, now, names, points)]
    if len(sentences) > MOST_SAID:
        more = len(sentences) - MOST_SAID
        message = ngettext(
            "… and %(count)s more change.", "… and %(count)s more changes.", more
        )
        sentences[MOST_SAID:] = [message % {"count": more}]
    return sentences


def _comparable(then: Basis, now: Basis) -> tuple[Basis, Basis]:
    """Return both standings. If the seating was repaired for players who joined or
    left, both contain only the players in common."""
    if not then.is_repaired:
        return then, now
    both = {*then.order} & {*now.order}
    return then.among(both), now.among(both)


def _reopened(then: Basis, now: Basis) -> Iterator[str]:
    for number in then.reopened(now):
        yield _("Round %(round)s was reopened.") % {"round": number}


def _players(
    then: Basis, now: Basis, names: Mapping[int, str], points: Points
) -> Iterator[str]:
    before = {line.number: line for line in then.lines}
    after = {line.number: line for line in now.lines}
    for number in sorted({*before} - {*after}):
        yield _("%(player)s no longer plays in round %(round)s.") % {
            "player": _named(number, names),
            "round": then.before,
        }
    for number in sorted({*after} - {*before}):
        yield _("%(player)s now plays in round %(round)s.") % {
            "player": _named(number, names),
            "round": then.before,
        }
    both = [line for line in now.lines if line.number in before]
    # Joining or leaving players change all places below. Only the order counts.
    common = {line.number for line in both}
    old_places = {line.number: line.place for line in then.among(common).lines}
    new_places = {line.number: line.place for line in now.among(common).lines}
    moved = [
        line for line in both if old_places[line.number] != new_places[line.number]
    ]
    stayed = [line for line in both if line not in moved]
    for line in [*moved, *stayed]:
        was, values = before[line.number], {"player": _named(line.number, names)}
        values |= {"was": points(was), "now": points(line)}
        values |= {"from": str(was.place), "to": str(line.place)}
        scored = was[2:] != line[2:]
        if line in moved and scored:
            yield (
                _(
                    "%(player)s moved from place %(from)s to %(to)s: now %(now)s, "
                    "before %(was)s."
                )
                % values
            )
        elif line in moved:
            yield _("%(player)s moved from place %(from)s to %(to)s.") % values
        elif scored:
            yield _("%(player)s now has %(now)s, before %(was)s.") % values


def _named(number: int, names: Mapping[int, str]) -> str:
    return f"{number} {names.get(number, '')}".strip()
