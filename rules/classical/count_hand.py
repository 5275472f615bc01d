"""Count a hand in each reading, choose the best, and check the minimum to win."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from rules.classical.arrangement_facts import Facts
from rules.classical.arrangements import Reading, losing_reading, winning_readings
from rules.classical.detect_doubles import (
    bonus_doubles,
    circumstances,
    set_doubles,
    sets_together,
    winning_doubles,
)
from rules.classical.detect_limit_hands import limits_of_hand, limits_of_reading
from rules.classical.detect_points import (
    bonus_items,
    pair_items,
    set_items,
    winning_items,
)
from rules.classical.scoring_tables import Convention
from rules.classical.special_limit_hands import special_hands
from rules.own_hands import LIMIT, OwnHand
from rules.winning_arrangements import Arrangement, Shape

THE_LIMIT = 100


class Outcome(NamedTuple):
    """A hand's value: either points and doubles, or hundredths of the limit.

    `items`: the ids of the items that count, repeated as often as they count.
    `limits_met`: the ids of all limit hands that the tiles form.
    """

    total: int
    limit: int
    points: int
    doubles: int
    items: tuple[str, ...]
    limits_met: tuple[str, ...] = ()
    reading: Reading | None = None
    arrangement: Arrangement | None = None

    @property
    def rank(self) -> tuple[int, int, int]:
        """Return a sort key; the best outcome has the highest.

        If totals are equal, a limit hand is better, then the higher value without a
        limit.
        """
        return self.total, self.limit, self.points << self.doubles


def winning_outcomes(facts: Facts, convention: Convention) -> Iterator[Outcome]:
    """Yield the outcomes of a winner's hand, one for each reading; none if it is not a
    winning hand.
    """
    every_way = tuple(_played(limits_of_hand(facts, convention.options), convention))
    if not facts.melds:
        made = special_hands(facts.held, facts.mask, facts.winning)
        if special := tuple(_played(made, convention)):
            yield _special(facts, (*special, *every_way), convention)
    shared = tuple(_shared_items(facts, convention))
    options = convention.options
    for reading in winning_readings(facts):
        if reading.chows > options.max_chows:
            continue
        if not options.pair_claim_to_win and claims_pair(reading, facts):
            continue
        by_reading = limits_of_reading(facts, reading, convention.options)
        limits = (*every_way, *_played(by_reading, convention))
        ordinary = _winner(facts, reading, shared, convention)
        limited = _limited(limits, convention)
        capped = not (convention.own and convention.own.over_limit)
        yield _better(ordinary, limited, limits, reading, capped=capped)


def claims_pair(reading: Reading, facts: Facts) -> bool:
    """Return whether the winning tile was a discard that completed the pair in this
    reading."""
    return reading.pair_completed and not facts.drawn


def losing_outcome(facts: Facts, convention: Convention) -> Outcome:
    """Return the best outcome of a loser's hand, without items for calling."""
    reading = losing_reading(facts)
    items = (*bonus_items(facts), *bonus_doubles(facts), *_of_sets(facts, reading))
    return valued(items, convention)._replace(reading=reading)


def valued(items: Iterable[str], convention: Convention) -> Outcome:
    """Return the outcome of these items. Items that the rules do not use are left
    out."""
    points_of, doubles_of = convention.points, convention.doubles
    played = tuple([one for one in items if one in points_of or one in doubles_of])
    points = sum([points_of.get(item, 0) for item in played])
    doubles = sum([doubles_of.get(item, 0) for item in played])
    return Outcome(convention.total(points, doubles), 0, points, doubles, played)


def limit_outcome(name: str, convention: Convention) -> Outcome:
    """Return the outcome of the limit hand with this id."""
    hundredths = convention.limits[name]
    total = convention.part_of_limit(hundredths)
    return Outcome(total, hundredths, 0, 0, (name,), (name,))


def _played(names: Iterable[str], convention: Convention) -> Iterator[str]:
    return (name for name in names if name in convention.limits)


def _limited(names: tuple[str, ...], convention: Convention) -> Outcome | None:
    """Return the outcome of the highest of these limit hands, or None if there are no
    limit hands."""
    if not names:
        return None
    return limit_outcome(max(names, key=convention.limits.__getitem__), convention)


def _better(
    ordinary: Outcome,
    limited: Outcome | None,
    limits: tuple[str, ...],
    reading: Reading,
    *,
    capped: bool,
) -> Outcome:
    """Return the better outcome: the points of the hand, or its limit hand.

    With `capped`, a limit hand worth the full limit or more always counts. Otherwise a
    limit hand counts if it is worth at least as much as the points.
    """
    best = ordinary
    full = limited and limited.limit >= THE_LIMIT and capped
    if limited and (full or limited.total >= ordinary.total):
        best = limited
    return best._replace(
        limits_met=limits, reading=reading, arrangement=reading.arrangement
    )


def _special(facts: Facts, names: tuple[str, ...], convention: Convention) -> Outcome:
    best = limit_outcome(max(names, key=convention.limits.__getitem__), convention)
    return best._replace(limits_met=names, arrangement=_special_shape(facts, names))


def _special_shape(facts: Facts, names: tuple[str, ...]) -> Arrangement | None:
    for name, shape in _SHAPES.items():
        if name in names:
            return Arrangement(shape, loose=tuple(sorted(facts.kinds)))
    return None


_SHAPES = {
    "thirteen_orphans": Shape.THIRTEEN_ORPHANS,
    "all_pair_honours": Shape.SEVEN_PAIRS,
}


def _shared_items(facts: Facts, convention: Convention) -> Iterator[str]:
    """Yield the items a winner scores in every reading."""
    yield from bonus_items(facts)
    yield from bonus_doubles(facts)
    yield from circumstances(facts)
    if convention.own:
        yield convention.own.pattern_id


def own_outcome(own: OwnHand, convention: Convention) -> Outcome:
    """Return the outcome of one of the tournament's special hands whose value replaces
    all other items."""
    total, name = convention.options.value_of(own), own.pattern_id
    if own.unit == LIMIT:
        return Outcome(total, own.value, 0, 0, (name,), (name,))
    return Outcome(total, 0, own.value, 0, (name,))


def outcome_without_sets(facts: Facts, convention: Convention) -> Outcome:
    """Return the outcome of one of the tournament's special hands whose tiles do not
    form sets and a pair."""
    return valued(("mahjong", *_shared_items(facts, convention)), convention)


def _winner(
    facts: Facts, reading: Reading, shared: tuple[str, ...], convention: Convention
) -> Outcome:
    items = (
        *winning_items(facts, reading, convention),
        *shared,
        *_of_sets(facts, reading),
        *winning_doubles(facts, reading, convention),
    )
    return valued(items, convention)


def _of_sets(facts: Facts, reading: Reading) -> tuple[str, ...]:
    return (
        *set_items(reading.sets),
        *pair_items(reading.pairs, facts),
        *set_doubles(reading.sets, facts),
        *sets_together(reading),
    )


def meets_minimum(facts: Facts, outcome: Outcome, convention: Convention) -> bool:
    """Return whether a hand reaches the minimum to win; always true for a loser's
    hand.
    """
    options = convention.options
    if not facts.hand.winner:
        return True
    if options.no_mixed_suits and facts.suits > 1 and not convention.own:
        return False
    if outcome.limit:
        return True
    return (
        not options.require_limit_hand
        and outcome.points >= options.minimum_points
        and outcome.doubles >= options.minimum_doubles
    )
