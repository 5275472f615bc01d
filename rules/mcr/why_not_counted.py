"""Explain why a hand does not score fans that it seems to have. The sentences can be
read out by a referee."""

from __future__ import annotations

from collections.abc import Iterator

from rules.hand_score_and_patterns import LeftOut
from rules.mcr import patterns
from rules.mcr.arrangements import Interpretation, interpretations, places
from rules.mcr.detect_chow_and_pung_fans import (
    Joined,
    all_chow_fans,
    all_pung_fans,
    best,
)
from rules.mcr.hand_facts_and_waits import Facts
from rules.mcr.scoring_tables import Convention
from rules.tiles import CODES, Tile
from rules.translation_marks import _
from rules.winning_arrangements import SetKind, Shape

#: Minimum points for explaining a fan that only another reading has.
_WORTH_TELLING = 4


def left_out(
    chosen: Interpretation,
    facts: Facts,
    convention: Convention,
    counted: frozenset[str],
) -> Iterator[LeftOut]:
    """Yield each fan that the hand seems to have but does not score, once."""
    named: set[str] = set()
    for omitted in (
        *_not_combined_again(chosen, facts),
        *_not_counted(chosen, facts, convention, counted),
    ):
        if omitted.pattern.id not in named:
            named.add(omitted.pattern.id)
            yield omitted


def _not_counted(
    chosen: Interpretation,
    facts: Facts,
    convention: Convention,
    counted: frozenset[str],
) -> Iterator[LeftOut]:
    for omitted in (
        *_implied(chosen, convention, counted),
        *_wait_of_many(chosen, facts),
        *_completed_by_discard(chosen, facts),
        *_other_readings(chosen, facts),
    ):
        if omitted.pattern.id not in counted:
            yield omitted


def _implied(
    chosen: Interpretation, convention: Convention, counted: frozenset[str]
) -> Iterator[LeftOut]:
    """Yield the fans that do not count because another counted fan implies them
    (non-repeat)."""
    for fan in sorted(chosen.held):
        for other in sorted(chosen.held):
            implies = convention.excludes[other] >> fan & 1
            if implies and patterns.FANS[other].id in counted:
                yield LeftOut(
                    patterns.FANS[fan],
                    "non_repeat",
                    _("%(fan)s is included in %(other)s."),
                    {
                        "fan": patterns.FANS[fan].name,
                        "other": patterns.FANS[other].name,
                    },
                )
                break


def _not_combined_again(chosen: Interpretation, facts: Facts) -> Iterator[LeftOut]:
    """Yield the fans that do not count because other fans already join their sets
    (non-identical, account-once)."""
    if chosen.arrangement.shape is not Shape.STANDARD:
        return
    for candidates in (
        tuple(_joined(chosen, facts, chows=True)),
        tuple(_joined(chosen, facts, chows=False)),
    ):
        counted = best(candidates)
        for joined in candidates:
            if joined not in counted:
                yield _joined_already(joined, counted)


def _joined_already(joined: Joined, counted: tuple[Joined, ...]) -> LeftOut:
    fan = patterns.FANS[joined.fan]
    again = any(
        other.fan == joined.fan and not set(other.places).isdisjoint(joined.places)
        for other in counted
    )
    if again:
        message = _("%(fan)s cannot be counted again with a set already used for it.")
        return LeftOut(fan, "non_identical", message, {"fan": fan.name})
    message = _("%(fan)s would combine sets that are already combined.")
    return LeftOut(fan, "account_once", message, {"fan": fan.name})


def _joined(chosen: Interpretation, facts: Facts, *, chows: bool) -> Iterator[Joined]:
    melds = facts.chows if chows else facts.pungs
    firsts = sorted(
        [
            *melds,
            *(
                group.first
                for group in chosen.arrangement.sets
                if (group.kind is SetKind.CHOW) == chows
            ),
        ]
    )
    find = all_chow_fans if chows else all_pung_fans
    yield from find(tuple(firsts))


def _wait_of_many(chosen: Interpretation, facts: Facts) -> Iterator[LeftOut]:
    if len(facts.waits) == 1:
        return
    for _melded, wait in places(facts, chosen.arrangement):
        if wait is not None:
            yield LeftOut(
                patterns.FANS[wait],
                "more_than_one_wait",
                _("%(fan)s: other tiles would also have won (%(waits)s)."),
                {"fan": patterns.FANS[wait].name, "waits": _named(facts.waits)},
            )


def _completed_by_discard(chosen: Interpretation, facts: Facts) -> Iterator[LeftOut]:
    """Yield the concealed-pung fan that the hand lost because a discard completed a
    pung."""
    if not chosen.melded_pung:
        return
    pungs = sum(group.kind is SetKind.PUNG for group in chosen.arrangement.sets)
    fan = {
        2: patterns.TWO_CONCEALED_PUNGS,
        3: patterns.THREE_CONCEALED_PUNGS,
        4: patterns.FOUR_CONCEALED_PUNGS,
    }.get(pungs + facts.concealed_kongs)
    if fan is not None:
        yield LeftOut(
            patterns.FANS[fan],
            "completed_by_discard",
            _("%(fan)s: the pung of %(tile)s was completed by a claimed tile."),
            {"fan": patterns.FANS[fan].name, "tile": CODES[facts.winning]},
        )


def _other_readings(chosen: Interpretation, facts: Facts) -> Iterator[LeftOut]:
    """Yield the valuable fans of other readings, which do not count because only the
    best reading counts (non-separation)."""
    for other in interpretations(facts):
        if other.arrangement == chosen.arrangement:
            continue
        for fan in sorted(other.held):
            if patterns.FANS[fan].value >= _WORTH_TELLING and fan not in chosen.held:
                yield LeftOut(
                    patterns.FANS[fan],
                    "one_reading",
                    _(
                        "%(fan)s needs another arrangement of the tiles, which is not "
                        "worth more."
                    ),
                    {"fan": patterns.FANS[fan].name},
                )


def _named(tiles: tuple[Tile, ...]) -> str:
    return " ".join(CODES[tile] for tile in tiles)
