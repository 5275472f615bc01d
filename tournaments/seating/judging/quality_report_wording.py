"""The sentences of the quality report, marked for translation.

Lists of players contain player numbers; "3–17 (2, 5)" is a pair with its rounds. These
lists need no translation.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from rules.translation_marks import FilledText, ListedTexts, _, listed
from tournaments.seating.constraints import Strictness
from tournaments.seating.judging.quality_report import (
    Meeting,
    Report,
    SameGroupMeetings,
    Seat,
)
from tournaments.seating.least_possible_repeats import least_together

#: Most items listed in one sentence; the report itself lists all.
_MOST_NAMED = 20


@dataclass(frozen=True)
class Remark:
    """One sentence of a report. The values of `params` replace the %(names)s in
    `message`.

    `code` identifies the sentence for programs. `fine` is False if the sentence is
    about a shortcoming.
    """

    code: str
    message: str
    params: Mapping[str, object] = field(default_factory=dict)
    fine: bool = True

    @property
    def sentence(self) -> str:
        """Return the sentence in English, with its values inserted."""
        return self.message % self.params if self.params else self.message


def sentences(report: Report) -> list[Remark]:
    """Return the sentences of the report, the most important first."""
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
    """Yield remarks on constraints that the plan violates."""
    if report.strangers:
        message = _("In the plan, but not in the player list: %(who)s.")
        numbers = _listed(map(str, report.strangers))
        yield Remark("strangers", message, {"who": numbers}, fine=False)
    if report.away:
        message = _(
            "Players seated in a round in which they do not play – player (round): "
            "%(who)s."
        )
        yield Remark("away", message, {"who": _seats(report.away)}, fine=False)
    if report.forbidden:
        message = _("Pairs to keep apart that meet – pair (rounds): %(who)s.")
        yield Remark("forbidden", message, {"who": _met(report.forbidden)}, fine=False)
    if report.misplaced:
        message = _(
            "Players seated away from their fixed table – player (round): %(who)s."
        )
        yield Remark(
            "misplaced", message, {"who": _seats(report.misplaced)}, fine=False
        )


def _repeats(report: Report) -> Iterator[Remark]:
    if not report.repeats:
        yield Remark("no_repeats", _("No repeat opponents."))
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
    message = _("Pairs of repeat opponents: %(pairs)s. Pair (rounds): %(who)s.")
    yield Remark("repeated", message, params, fewest)
    if report.max_meetings > 2:
        message = _("Most meetings of two players: %(most)s.")
        yield Remark("most_meetings", message, params, _evenly_met(report))
    if report.at_once:
        fewest = report.at_once <= _least_at_once(report)
        message = (
            _(
                "Repeat meetings in consecutive rounds: %(at_once)s, the fewest "
                "possible."
            )
            if fewest
            else _("Repeat meetings in consecutive rounds: %(at_once)s.")
        )
        yield Remark("at_once", message, params, fewest)
    else:
        message = _("Fewest rounds between repeat meetings: %(gap)s.")
        yield Remark("gap", message, params)


def _repeats_words(report: Report) -> str:
    if report.repeats == report.least_repeats:
        return _("Repeat meetings: %(repeats)s, the fewest possible.")
    if not report.least_repeats:
        return _("Repeat meetings: %(repeats)s. Fewer may be possible.")
    return _("Repeat meetings: %(repeats)s. At least %(least)s cannot be avoided.")


def _least_at_once(report: Report) -> int:
    """Return the smallest possible number of meetings of pairs in consecutive rounds.

    With fewer than 4 tables, some players of each table must meet again in the next
    round. Return 0 if not all players play in every round.
    """
    if report.players != report.size * report.tables or report.sits_out or report.away:
        return 0
    together = least_together(report.size, report.tables)
    return (report.rounds - 1) * report.tables * together


def _evenly_met(report: Report) -> bool:
    """Return whether every plan must have a pair with as many meetings as
    `max_meetings`.

    With one meeting fewer per pair, there would not be enough pairs for all meetings.
    """
    meetings = sum(times * pairs for times, pairs in enumerate(report.histogram))
    return meetings > (report.max_meetings - 1) * sum(report.histogram)


class _Words(NamedTuple):
    none: str
    least: str
    more: str
    fewer: str
    first_rounds: str


_MATES = {
    "team": _Words(
        _("No team-mates meet."),
        _("Meetings of team-mates: %(count)s (the fewest possible). Players: %(who)s."),
        _(
            "Meetings of team-mates: %(count)s (at least %(least)s cannot be "
            "avoided). Players: %(who)s."
        ),
        _(
            "Meetings of team-mates: %(count)s (fewer may be possible). Players: "
            "%(who)s."
        ),
        _("Team-mates are kept apart only up to round %(rounds)s."),
    ),
    "country": _Words(
        _("No players from the same country meet."),
        _(
            "Meetings within a country: %(count)s (the fewest possible). Players: "
            "%(who)s."
        ),
        _(
            "Meetings within a country: %(count)s (at least %(least)s cannot be "
            "avoided). Players: %(who)s."
        ),
        _(
            "Meetings within a country: %(count)s (fewer may be possible). Players: "
            "%(who)s."
        ),
        _("Countries are kept apart only up to round %(rounds)s."),
    ),
    "club": _Words(
        _("No players from the same club meet."),
        _("Meetings within a club: %(count)s (the fewest possible). Players: %(who)s."),
        _(
            "Meetings within a club: %(count)s (at least %(least)s cannot be "
            "avoided). Players: %(who)s."
        ),
        _(
            "Meetings within a club: %(count)s (fewer may be possible). Players: "
            "%(who)s."
        ),
        _("Clubs are kept apart only up to round %(rounds)s."),
    ),
    "group": _Words(
        _("No table has two players of the same group."),
        _(
            "Meetings within a group: %(count)s (the fewest possible). Players: "
            "%(who)s."
        ),
        _(
            "Meetings within a group: %(count)s (at least %(least)s cannot be "
            "avoided). Players: %(who)s."
        ),
        _(
            "Meetings within a group: %(count)s (fewer may be possible). Players: "
            "%(who)s."
        ),
        _("Groups are kept apart only up to round %(rounds)s."),
    ),
}


def _mates(report: Report) -> Iterator[Remark]:
    for word, mates in report.mates.items():
        if mates.members and mates.strictness != Strictness.OFF:
            yield _mates_of(word, mates)
            if mates.rounds is not None and mates.rounds < report.rounds:
                message = _MATES[word].first_rounds
                yield Remark(f"{word}_rounds", message, {"rounds": mates.rounds})


def _mates_of(word: str, mates: SameGroupMeetings) -> Remark:
    wording = _MATES[word]
    if not mates.meetings:
        return Remark(f"no_{word}", wording.none)
    params = {
        "count": mates.meetings,
        "least": mates.least,
        "who": _met(mates.pairs),
    }
    if mates.meetings == mates.least:
        return Remark(f"fewest_{word}", wording.least, params)
    more = wording.more if mates.least else wording.fewer
    return Remark(f"more_{word}", more, params, fine=False)


def _winds(report: Report) -> Iterator[Remark]:
    params = {
        "range": report.wind_range,
        "running": report.wind_range_running,
        "count": len(report.winds_above_one),
        "who": _listed(map(str, report.winds_above_one)),
    }
    if report.wind_range_running <= 1:
        message = _("After every round, no player's wind counts differ by more than 1.")
        yield Remark("winds", message)
    elif report.wind_range <= 1:
        message = _(
            "At the end, no player's wind counts differ by more than 1. During the "
            "tournament they differ by up to %(running)s."
        )
        yield Remark("winds_at_the_end", message, params)
    else:
        message = _(
            "Players whose wind counts differ by more than 1 at the end: %(count)s "
            "(%(who)s). Largest difference: %(range)s."
        )
        yield Remark("winds_above_one", message, params, fine=False)


def _tables(report: Report) -> Iterator[Remark]:
    params = {
        "revisits": report.table_revisits,
        "avoidable": report.avoidable_table_revisits,
        "most": report.most_table_visits,
    }
    if not report.table_revisits:
        yield Remark("no_revisits", _("No player sits at the same table twice."))
    elif not report.avoidable_table_revisits:
        message = _(
            "No player sits at the same table more often than necessary: at most "
            "%(most)s times."
        )
        yield Remark("even_revisits", message, params)
    else:
        message = _(
            "Returns to the same table: %(revisits)s. This does not affect opponents "
            "or winds."
        )
        yield Remark("revisits", message, params)


def _chairs(report: Report) -> Iterator[Remark]:
    if report.empty_chairs:
        message = _("Empty seats in all rounds: %(count)s.")
        yield Remark("empty_chairs", message, {"count": report.empty_chairs})
    if report.byes_twice:
        message = _("Players with more than one bye: %(who)s.")
        numbers = _listed(map(str, report.byes_twice))
        yield Remark("byes_twice", message, {"who": numbers}, fine=False)
    elif report.sits_out:
        message = _("Players with one bye: %(count)s. No player has two.")
        yield Remark("byes", message, {"count": len(report.sits_out)})


def _indirect(report: Report) -> Iterator[Remark]:
    indirect = report.indirect
    if indirect is None:
        return
    params = {
        "never": indirect.never_meet,
        "none": indirect.share_none,
        "least": indirect.least_shared,
    }
    if not indirect.never_meet:
        yield Remark("all_meet", _("All players meet each other."))
    elif indirect.share_none:
        message = _(
            "Pairs that never meet: %(never)s. Without a shared opponent: %(none)s."
        )
        yield Remark("share_none", message, params)
    else:
        message = _(
            "Pairs that never meet: %(never)s. Fewest shared opponents of such a pair: "
            "%(least)s."
        )
        yield Remark("shared", message, params)


def _met(pairs: Sequence[Meeting]) -> ListedTexts:
    return _listed(
        FilledText(
            _("%(name)s (%(score)s)"),
            {"name": f"{met.pair[0]}–{met.pair[1]}", "score": listed(met.rounds)},
        )
        for met in pairs
    )


def _seats(seats: Sequence[Seat]) -> ListedTexts:
    return _listed(f"{seat.number} ({seat.round})" for seat in seats)


def _listed(items: Iterable[object]) -> ListedTexts:
    """Return at most `_MOST_NAMED` items as a list, with "…" at the end if there are
    more."""
    items = list(items)
    more = [] if len(items) <= _MOST_NAMED else ["…"]
    return listed([*items[:_MOST_NAMED], *more])
