"""Texts and counters shared by the rulesets: counters carried from hand to hand, a
ruleset's names of criteria, and sentences on the outcome of a hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules.ruleset_and_table_state import Position, Ruleset
from rules.tables_of_two_or_three import seats_by
from rules.translation_marks import also_for_riichi
from rules.winds import Wind
from tournaments.rule_texts import worded_for
from tournaments.web.list_wording import joined_sentences, joined_with_commas
from tournaments.web.number_wording import whole


class Counters(NamedTuple):
    """The parts of a position that change the next dealer or the payment of a win.

    Counters that the rules do not use are 0.
    """

    repeats: int = 0
    streak: int = 0
    carried: int = 0
    goulash: bool = False

    def at_opening(self, played: Ruleset) -> Position:
        """Return the position of the first hand with these counters.

        All players have the wind of their seat and have declared ready, in case the
        rules require it.
        """
        ready = seats_by(played)
        return replace(played.opening(), ready=ready, **self._asdict())


class MeasureWords(NamedTuple):
    """A criterion's name as a column heading (`name`) and within a sentence
    (`phrase`).
    """

    name: Promise
    phrase: Promise


#: Names of the seats: player names or anything else that can be printed.
Names = Mapping[Wind, object]


@dataclass(frozen=True)
class Won:
    """One winner's hand. `discarder`: None for a self-draw.

    `worth`: hand value, comparable within a ruleset. `value`: the value as text, "" if
    it is not calculated yet. `han`, `fu`, `yakuman`: as entered, riichi only.
    `flowers`: points for flowers in the value, as far as known, MCR only.
    """

    seat: Wind
    discarder: Wind | None
    worth: int
    value: str
    han: int = 0
    fu: int = 0
    yakuman: int = 0
    flowers: int = 0


def joined(*sentences: str) -> str:
    """Return the sentences that are not empty, joined by spaces."""
    return joined_sentences(sentences)


def wins(
    winner: Wind,
    discarder: Wind | None,
    value: str,
    names: Names,
    ruleset: str = "",
) -> str:
    """Return a sentence with winner, value and discarder, in the words of the ruleset's
    players. `value`: "" for a hand by tiles that is not calculated yet."""
    facts = {
        "winner": names[winner],
        "value": value,
        "discarder": names[discarder] if discarder else "",
    }
    if not value and discarder is None:
        message = also_for_riichi("%(winner)s wins by self-draw.")
        return worded_for(ruleset, message) % facts
    if not value:
        return _("%(winner)s wins from %(discarder)s.") % facts
    if discarder is None:
        message = also_for_riichi("%(winner)s wins %(value)s, self-drawn.")
        return worded_for(ruleset, message) % facts
    return _("%(winner)s wins %(value)s from %(discarder)s.") % facts


def points_of(points: int) -> str:
    pattern = ngettext("%(points)s point", "%(points)s points", points)
    return pattern % {"points": whole(points)}


def named(seats: Iterable[Wind], names: Names) -> str:
    return joined_with_commas(names[seat] for seat in seats)
