"""Explain why a hand does not score patterns that it seems to have. The sentences can
be read out by a referee."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from rules.hand_score_and_patterns import LeftOut
from rules.tiles import CODES, ENDS_MASK, HONOR_MASK, WIND_TILES
from rules.translation_marks import _
from rules.zung_jung.hand_facts_and_readings import Facts, Reading
from rules.zung_jung.patterns import PATTERNS
from rules.zung_jung.scoring_tables import Convention


class _Reason(NamedTuple):
    """The reason why a pattern does not count: the id of the pattern, the rule that
    excludes it, and a sentence with its `params`."""

    name: str
    principle: str
    sentence: str
    params: Mapping[str, object]


def left_out(
    reading: Reading | None,
    held: Sequence[str],
    counted: Mapping[str, int],
    other_readings: Iterable[Sequence[str]],
    facts: Facts,
    convention: Convention,
) -> Iterator[LeftOut]:
    """Yield each pattern that the hand seems to have but does not score, once.

    `reading` is None for irregular hands. `other_readings` has the patterns of each
    reading of the tiles.
    """
    named: set[str] = set(counted)
    for reason in (
        *_held(held, counted, convention),
        *_missed(reading, facts),
        *_read_otherwise(held, other_readings),
    ):
        if reason.name in convention.values and reason.name not in named:
            named.add(reason.name)
            pattern = convention.patterns[reason.name]
            yield LeftOut(pattern, reason.principle, reason.sentence, reason.params)


def _held(
    held: Sequence[str], counted: Mapping[str, int], convention: Convention
) -> Iterator[_Reason]:
    """Yield the reasons for patterns that the hand has but does not score, because
    another pattern counts alone."""
    top = convention.options.limit
    for alone in counted:
        if convention.values[alone] >= top:
            for name in held:
                yield _Reason(
                    name,
                    "counts_alone",
                    _("%(pattern)s reaches the limit, so it counts alone."),
                    {"pattern": PATTERNS[alone].name},
                )


def _missed(reading: Reading | None, facts: Facts) -> Iterator[_Reason]:
    """Yield the reasons for patterns that the hand only seems to have."""
    if not facts.mask & ENDS_MASK & ~HONOR_MASK and facts.mask & ~HONOR_MASK:
        yield _Reason(
            "no_terminals",
            "honors_are_terminals",
            _("Honors count as terminals in this pattern."),
            {},
        )
    if reading is None:
        yield _Reason(
            "concealed_hand",
            "regular_hands_only",
            _("Only regular hands, with four sets and a pair, score this pattern."),
            {},
        )
        return
    for tile in reading.triplets:
        if tile in WIND_TILES and tile != facts.seat:
            yield _Reason(
                "value_honor",
                "other_wind",
                _("%(tile)s is not the seat wind. There is no prevailing wind."),
                {"tile": CODES[tile]},
            )
    yield from _finished_by_discard(reading, facts)


def _finished_by_discard(reading: Reading, facts: Facts) -> Iterator[_Reason]:
    names = {
        2: "two_concealed_triplets",
        3: "three_concealed_triplets",
        4: "four_concealed_triplets",
    }
    name = names.get(reading.concealed_triplets + 1)
    if reading.finished and name and facts.winning is not None:
        yield _Reason(
            name,
            "completed_by_discard",
            _("The winning discard completed the triplet of %(tile)s."),
            {"tile": CODES[facts.winning]},
        )


def _read_otherwise(
    held: Sequence[str], other_readings: Iterable[Sequence[str]]
) -> Iterator[_Reason]:
    for other in other_readings:
        for name in other:
            if name not in held:
                yield _Reason(
                    name,
                    "other_reading",
                    _(
                        "The tiles can be arranged this way, but the hand would not be "
                        "worth more."
                    ),
                    {},
                )
