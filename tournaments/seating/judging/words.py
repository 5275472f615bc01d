"""The quality report in sentences, to be translated and shown or read out.

Lists of people are start numbers, "3–17 (2, 5)" for a pair with its rounds: they
need no translation.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from rules.text import _
from tournaments.seating.bounds import least_together
from tournaments.seating.demands import Strictness
from tournaments.seating.judging.report import Mates, Met, Report, Seat
from tournaments.seating.plans import CHAIRS

#: A sentence names so many at most; the report itself names all.
_MOST_NAMED = 20


@dataclass(frozen=True)
class Remark:
    """One sentence of a report: `message` with %(names)s filled from `params`.

    `code` is for programs; `fine` says whether a director may be content with it.
    """

    code: str
    message: str
    params: Mapping[str, object] = field(default_factory=dict)
    fine: bool = True

    @property
    def sentence(self) -> str:
        """The message in English, filled in."""
        return self.message % self.params if self.params else self.message


def sentences(report: Report) -> list[Remark]:
    """What the report says, in the order of how much it matters."""
    return [
        *_demands(report),
        *_repeats(report),
        *_mates(report),
        *_winds(report),
        *_tables(report),
        *_chairs(report),
        *_indirect(report),
    ]


def _demands(report: Report) -> Iterator[Remark]:
    """Only what is wrong: what must not be and is."""
    if report.strangers:
        message = _("In the plan, but not among the entrants: %(who)s.")
        who = _listed(map(str, report.strangers))
        yield Remark("strangers", message, {"who": who}, fine=False)
    if report.away:
        message = _(
            "Seats in rounds that the player does not play, as player (round): %(who)s."
        )
        yield Remark("away", message, {"who": _seats(report.away)}, fine=False)
    if report.forbidden:
        message = _("Pairs that may not meet and do, with the rounds: %(who)s.")
        yield Remark("forbidden", message, {"who": _met(report.forbidden)}, fine=False)
    if report.misplaced:
        message = _("Seats away from a fixed table, as player (round): %(who)s.")
        yield Remark(
            "misplaced", message, {"who": _seats(report.misplaced)}, fine=False
        )


def _repeats(report: Report) -> Iterator[Remark]:
    if not report.repeats:
        yield Remark("no_repeats", _("Nobody meets anybody twice."))
        return
    params = {
        "repeats": report.repeats,
        "least": report.least_repeats,
        "pairs": len(report.repeated),
        "who": _met(report.repeated),
        "most": report.max_meetings,
        "gap": report.smallest_gap,
        "at_once": report.at_once,
    }
    fewest = report.repeats == report.least_repeats
    code = "fewest_repeats" if fewest else "repeats"
    yield Remark(code, _repeats_words(report), params, fewest)
    message = _("Pairs that meet again: %(pairs)s, with the rounds: %(who)s.")
    yield Remark("repeated", message, params, fewest)
    if report.max_meetings > 2:
        message = _("The most meetings of two players: %(most)s.")
        yield Remark("most_meetings", message, params, _evenly_met(report))
    if report.at_once:
        fewest = report.at_once <= _least_at_once(report)
        message = (
            _(
                "Meetings of two players in two rounds running: %(at_once)s, the "
                "fewest possible."
            )
            if fewest
            else _("Meetings of two players in two rounds running: %(at_once)s.")
        )
        yield Remark("at_once", message, params, fewest)
    else:
        message = _("The fewest rounds from one meeting to the next: %(gap)s.")
        yield Remark("gap", message, params)


def _repeats_words(report: Report) -> str:
    if report.repeats == report.least_repeats:
        return _("Meetings beyond the first: %(repeats)s, the fewest possible.")
    if not report.least_repeats:
        return _(
            "Meetings beyond the first: %(repeats)s. Whether a plan can do with fewer "
            "is not known."
        )
    return _(
        "Meetings beyond the first: %(repeats)s. For so many players and rounds "
        "no plan has fewer than %(least)s."
    )


def _least_at_once(report: Report) -> int:
    """How often two meet in two rounds running at the least, where everybody plays
    every round: the four of each table have so many tables to go to."""
    if report.players != CHAIRS * report.tables or report.sits_out or report.away:
        return 0
    together = least_together(CHAIRS, report.tables)
    return (report.rounds - 1) * report.tables * together


def _evenly_met(report: Report) -> bool:
    """Whether fewer meetings of those who meet most would be too few in all."""
    meetings = sum(times * pairs for times, pairs in enumerate(report.histogram))
    return meetings > (report.max_meetings - 1) * sum(report.histogram)


class _Words(NamedTuple):
    none: str
    least: str
    more: str
    first_rounds: str


_MATES = {
    "team": _Words(
        _("No team mates meet."),
        _("Meetings of team mates: %(count)s, the fewest possible: %(who)s."),
        _(
            "Meetings of team mates: %(count)s, where no plan has fewer than "
            "%(least)s: %(who)s."
        ),
        _("Team mates are kept apart in the first %(rounds)s rounds only."),
    ),
    "country": _Words(
        _("No two players from the same country meet."),
        _("Meetings within a country: %(count)s, the fewest possible: %(who)s."),
        _(
            "Meetings within a country: %(count)s, where no plan has fewer than "
            "%(least)s: %(who)s."
        ),
        _("Countries are kept apart in the first %(rounds)s rounds only."),
    ),
    "club": _Words(
        _("No two players from the same club meet."),
        _("Meetings within a club: %(count)s, the fewest possible: %(who)s."),
        _(
            "Meetings within a club: %(count)s, where no plan has fewer than "
            "%(least)s: %(who)s."
        ),
        _("Clubs are kept apart in the first %(rounds)s rounds only."),
    ),
    "group": _Words(
        _("No table has two players of the same group."),
        _("Meetings within a group: %(count)s, the fewest possible: %(who)s."),
        _(
            "Meetings within a group: %(count)s, where no plan has fewer than "
            "%(least)s: %(who)s."
        ),
        _("Groups are kept apart in the first %(rounds)s rounds only."),
    ),
}


def _mates(report: Report) -> Iterator[Remark]:
    for word, mates in report.mates.items():
        if mates.members and mates.strictness != Strictness.OFF:
            yield _mates_of(word, mates)
            if mates.rounds is not None and mates.rounds < report.rounds:
                message = _MATES[word].first_rounds
                yield Remark(f"{word}_rounds", message, {"rounds": mates.rounds})


def _mates_of(word: str, mates: Mates) -> Remark:
    words = _MATES[word]
    if not mates.meetings:
        return Remark(f"no_{word}", words.none)
    params = {
        "count": mates.meetings,
        "least": mates.least,
        "who": _met(mates.who),
    }
    if mates.meetings == mates.least:
        return Remark(f"fewest_{word}", words.least, params)
    return Remark(f"more_{word}", words.more, params, fine=False)


def _winds(report: Report) -> Iterator[Remark]:
    params = {
        "range": report.wind_range,
        "running": report.wind_range_running,
        "count": len(report.winds_above_one),
        "who": _listed(map(str, report.winds_above_one)),
    }
    if report.wind_range_running <= 1:
        message = _(
            "Everybody sits East, South, West and North equally often, within one, "
            "after every round."
        )
        yield Remark("winds", message)
    elif report.wind_range <= 1:
        message = _(
            "Everybody sits East, South, West and North equally often, within one, at "
            "the end; on the way up to %(running)s apart."
        )
        yield Remark("winds_at_the_end", message, params)
    else:
        message = _(
            "Players whose counts of East, South, West and North differ by more than "
            "one at the end: %(count)s (%(who)s); the most they differ: %(range)s."
        )
        yield Remark("winds_above_one", message, params, fine=False)


def _tables(report: Report) -> Iterator[Remark]:
    params = {
        "revisits": report.table_revisits,
        "avoidable": report.avoidable_table_revisits,
        "most": report.most_table_visits,
    }
    if not report.table_revisits:
        yield Remark("no_revisits", _("Nobody sits at the same table twice."))
    elif not report.avoidable_table_revisits:
        message = _(
            "Nobody sits at the same table more often than an even spread needs: "
            "%(most)s times at most."
        )
        yield Remark("even_revisits", message, params)
    else:
        message = _(
            "Visits to a table where the player sat before: %(revisits)s; "
            "%(avoidable)s of them more than an even spread needs."
        )
        yield Remark("revisits", message, params, fine=False)


def _chairs(report: Report) -> Iterator[Remark]:
    if report.empty_chairs:
        message = _("Empty chairs, all rounds together: %(count)s.")
        yield Remark("empty_chairs", message, {"count": report.empty_chairs})
    if report.byes_twice:
        message = _("Players who sit out more than once: %(who)s.")
        who = _listed(map(str, report.byes_twice))
        yield Remark("byes_twice", message, {"who": who}, fine=False)
    elif report.sits_out:
        message = _("Players who sit out once: %(count)s. Nobody sits out twice.")
        yield Remark("byes", message, {"count": len(report.sits_out)})


def _indirect(report: Report) -> Iterator[Remark]:
    found = report.indirect
    if found is None:
        return
    params = {
        "never": found.never_meet,
        "none": found.share_none,
        "least": found.least_shared,
    }
    if not found.never_meet:
        yield Remark("all_meet", _("Everybody meets everybody."))
    elif found.share_none:
        message = _(
            "Pairs that never meet: %(never)s; %(none)s of them share no opponent."
        )
        yield Remark("share_none", message, params)
    else:
        message = _(
            "Pairs that never meet: %(never)s; the fewest opponents such a pair "
            "shares: %(least)s."
        )
        yield Remark("shared", message, params)


def _met(pairs: Sequence[Met]) -> str:
    return _listed(
        f"{met.pair[0]}–{met.pair[1]} ({', '.join(map(str, met.rounds))})"
        for met in pairs
    )


def _seats(seats: Sequence[Seat]) -> str:
    return _listed(f"{seat.number} ({seat.round})" for seat in seats)


def _listed(items: Iterable[str]) -> str:
    """The first of the items, and dots if there are more."""
    items = list(items)
    more = [] if len(items) <= _MOST_NAMED else ["…"]
    return ", ".join([*items[:_MOST_NAMED], *more])
