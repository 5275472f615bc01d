"""Describe a draft's plan: its origin, its most important figures with verdicts, and
how often players sit at each wind."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from django.utils.translation import gettext, gettext_noop, ngettext
from django.utils.translation import gettext as _

from rules.winds import WINDS
from tournaments.director.seating_drafts.draft_report_and_edits_wording import (
    fewest_repeats,
)
from tournaments.director.seating_drafts.repeat_opponents import Rematches
from tournaments.seating.judging.plan_judge import Report
from tournaments.web.list_wording import joined_with_commas
from tournaments.web.number_wording import decimal

#: Words for the phrases from which the engine composes a source, separated by commas.
PHRASES: Mapping[str, str] = {
    "one table": gettext_noop("one table"),
    "affine space over the field of four": gettext_noop(
        "plan from a formula (affine space over the field with 4 elements)"
    ),
    "resolvable design over a ring": gettext_noop(
        "plan from a formula (resolvable design over a ring)"
    ),
    "four pools over a ring": gettext_noop(
        "plan from a formula (four pools over a ring)"
    ),
    "grown plan": gettext_noop("extended plan"),
    # Translators: one of the parts that describe how a seating was made.
    "filled": gettext_noop("rounds added within groups"),
    "starter modulo %(number)s": gettext_noop(
        "plan from a formula (starter modulo %(number)s)"
    ),
    # Translators: one of the parts that describe how a seating was made.
    "catalogue": gettext_noop("plan from the catalogue"),
    "shifts of four pools": gettext_noop("plan from a formula (shifts of four pools)"),
    "three pools": gettext_noop("plan from a formula (three pools)"),
    "stored plan: nobody meets twice": gettext_noop("stored plan without repeats"),
    "stored plan: %(number)s repeats": gettext_noop("stored plan: %(number)s repeats"),
    "the fewest known": gettext_noop("the fewest repeats known"),
    "%(number)s known rounds and a search": gettext_noop(
        "%(number)s rounds from a known plan and the others by search"
    ),
    "changed by search for hard demands": gettext_noop(
        "changed by search to meet constraints"
    ),
    "search after the rounds played": gettext_noop("search for the remaining rounds"),
    "redrawn by search": gettext_noop("searched again"),
    "rounds made to fit": gettext_noop("rounds adjusted"),
    # Translators: one of the parts that describe how a seating was made.
    "with byes": gettext_noop("byes"),
    "with fillers": gettext_noop("house players"),
    "with threes": gettext_noop("tables of 3"),
    "lots": gettext_noop("random"),
    "repeats avoided": gettext_noop("repeats avoided"),
    "swiss": gettext_noop("Swiss"),
    # Translators: one of the parts that describe how a seating was made.
    "snake": gettext_noop("snake"),
    # Translators: one of the parts that describe how a seating was made.
    "intervals": gettext_noop("fixed intervals"),
    # Translators: one of the parts that describe how a seating was made.
    "ranks": gettext_noop("tables by rank"),
    "repair of the plan": gettext_noop("repaired plan"),
}

_NUMBER = re.compile("[0-9]+")


def in_words(source: str) -> str:
    """Return the origin of a plan in the active language. Unknown phrases are
    unchanged."""
    return joined_with_commas(map(_translated, source.split(", ")))


def phrase_of(part: str) -> str:
    """Return a phrase of a plan's origin with a placeholder instead of its number."""
    return _NUMBER.sub("%(number)s", part)


def _translated(part: str) -> str:
    phrase = phrase_of(part)
    if phrase not in PHRASES:
        return part
    number = _NUMBER.search(part)
    return gettext(PHRASES[phrase]) % {"number": number[0] if number else ""}


#: Most figures shown.
MOST = 5
#: Most figures about teams, countries, clubs and groups.
MOST_MATES = 2


@dataclass(frozen=True)
class Verdict:
    """A figure of a plan, its label, and whether the figure is acceptable."""

    figure: str
    label: str
    fine: bool


@dataclass(frozen=True)
class WindShares:
    """A wind, and how often players sit at it.

    `players`: the number of players for each number of games at this wind, in the order
    of the numbers that `wind_shares` returns.
    """

    wind: str
    players: tuple[int, ...]


def verdicts(report: Report, beside: Sequence[Rematches] = ()) -> list[Verdict]:
    """Return the most important figures of a plan with verdicts, at most `MOST`.

    `beside`: repeat meetings after a cut. They decide whether repeats are acceptable
    there.
    """
    again_is_fine = _again_is_fine(report, beside)
    result = [*_forbidden(report), _again(report, fine=again_is_fine)]
    result += islice(_mates(report), MOST_MATES)
    result += [_winds(report), _tables(report), *_sits_out(report)]
    return [*result, _opponents(report, fine=again_is_fine)][:MOST]


def wind_shares(report: Report) -> tuple[list[int], list[WindShares]]:
    """Return the different numbers of games that a player has at one wind, in ascending
    order; and for each wind, the number of players with each of these numbers."""
    times = sorted({count for counts in report.winds.values() for count in counts})
    shares = []
    for at, wind in enumerate(WINDS[: report.size]):
        players = Counter(counts[at] for counts in report.winds.values())
        shares.append(WindShares(wind.value, tuple(players[count] for count in times)))
    return times, shares


def _again_is_fine(report: Report, beside: Sequence[Rematches]) -> bool:
    """Return whether the repeats are acceptable, because no known plan has fewer."""
    if beside and all(rematches.is_fine for rematches in beside):
        return True
    fewest = fewest_repeats(report.players, report.rounds, report.size)
    return report.repeats <= (report.least_repeats if fewest is None else fewest)


def _forbidden(report: Report) -> Iterator[Verdict]:
    if count := len(report.forbidden):
        # Translators: label below a number on a tile.
        label = ngettext(
            "pair that meets but must be kept apart",
            "pairs that meet but must be kept apart",
            count,
        )
        yield Verdict(str(count), label, fine=False)


def _again(report: Report, *, fine: bool) -> Verdict:
    count = len(report.repeated)
    # Translators: label below a number on a tile.
    label = ngettext(
        "pair that meets more than once", "pairs that meet more than once", count
    )
    return Verdict(str(count), label, fine)


def _mates(report: Report) -> Iterator[Verdict]:
    for word, mates in report.mates.items():
        if mates.members:
            label = _MATES[word](mates.meetings)
            yield Verdict(str(mates.meetings), label, mates.meetings <= mates.least)


def _winds(report: Report) -> Verdict:
    fine = report.wind_range <= 1
    # Translators: label below a number on a tile.
    label = _("each wind equally often") if fine else _("uneven winds for some players")
    return Verdict(f"±{report.wind_range}", label, fine)


def _tables(report: Report) -> Verdict:
    count = report.avoidable_table_revisits
    # Translators: label below a number on a tile.
    label = ngettext(
        "extra return to a table (harmless)",
        "extra returns to a table (harmless)",
        count,
    )
    return Verdict(str(count), label, fine=True)


def _sits_out(report: Report) -> Iterator[Verdict]:
    if report.sits_out:
        count = len(report.byes_twice)
        # Translators: label below a number on a tile.
        label = ngettext(
            "player with more than one bye", "players with more than one bye", count
        )
        yield Verdict(str(count), label, fine=not count)


def _opponents(report: Report, *, fine: bool) -> Verdict:
    pairs = sum(report.histogram[1:])
    average = 2 * pairs / report.players if report.players else 0
    if average == int(average):
        # Translators: label below a number on a tile.
        return Verdict(str(int(average)), _("opponents per player"), fine)
    # Translators: label below a number on a tile.
    return Verdict(decimal(average, 1), _("opponents per player on average"), fine)


_MATES: Mapping[str, Callable[[int], str]] = {
    # Translators: label below a number on a tile.
    "team": lambda count: ngettext(
        "meeting of team-mates", "meetings of team-mates", count
    ),
    # Translators: label below a number on a tile.
    "country": lambda count: ngettext(
        "meeting within a country", "meetings within a country", count
    ),
    # Translators: label below a number on a tile.
    "club": lambda count: ngettext(
        "meeting within a club", "meetings within a club", count
    ),
    # Translators: label below a number on a tile.
    "group": lambda count: ngettext(
        "meeting within a group", "meetings within a group", count
    ),
}
