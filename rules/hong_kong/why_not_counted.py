"""Explain why a hand does not score patterns that it seems to have. The sentences can
be read out by a referee."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from rules.hand_of_tiles import FLOWER_WIN
from rules.hand_score_and_patterns import LeftOut
from rules.hong_kong.detect_patterns import (
    Facts,
    Reading,
    of_reading,
    pair_is_allowed,
    readings,
)
from rules.hong_kong.patterns import DEFAULT_VALUES, OFF, PATTERNS
from rules.hong_kong.scoring_tables import Convention
from rules.tiles import CODES, FLOWERS, WIND_TILES
from rules.translation_marks import _
from rules.winning_arrangements import Group, SetKind


class _Reason(NamedTuple):
    """The reason why a pattern does not count: the id of the pattern, the rule that
    excludes it, and a sentence with its `params`."""

    name: str
    principle: str
    sentence: str
    params: Mapping[str, object]


def left_out(
    reading: Reading | None,
    held: Mapping[str, int],
    counted: Mapping[str, int],
    facts: Facts,
    convention: Convention,
) -> Iterator[LeftOut]:
    """Yield each pattern that the hand seems to have but does not score, once."""
    named = set(counted)
    reasons = (*_held(held, counted, convention), *_missed(reading, facts, convention))
    for reason in reasons:
        if reason.name not in named:
            named.add(reason.name)
            pattern = convention.patterns.get(reason.name, PATTERNS[reason.name])
            yield LeftOut(pattern, reason.principle, reason.sentence, reason.params)


def _held(
    held: Mapping[str, int], counted: Mapping[str, int], convention: Convention
) -> Iterator[_Reason]:
    """Yield the reasons for patterns that the hand has but that do not count."""
    alone = next((name for name in convention.alone if name in counted), None)
    for name in PATTERNS:
        if name not in held or name in counted:
            continue
        if name not in convention.values:
            yield from _not_played(name)
        elif alone:
            yield _Reason(
                name,
                "nothing_added",
                _("%(hand)s is worth the limit, so no other pattern is added."),
                {"hand": convention.patterns[alone].name},
            )
        else:
            yield from _part_of(name, counted, convention)


def _not_played(name: str) -> Iterator[_Reason]:
    if DEFAULT_VALUES.get(name, OFF) != OFF:
        yield _Reason(name, "not_played", _("These rules do not use this pattern."), {})


def _part_of(
    name: str, counted: Mapping[str, int], convention: Convention
) -> Iterator[_Reason]:
    for other in counted:
        if name in convention.strikes.get(other, ()):
            yield _Reason(
                name,
                "part_of_another",
                _("%(other)s includes this pattern."),
                {"other": PATTERNS[other].name},
            )
            return


def _missed(
    reading: Reading | None, facts: Facts, convention: Convention
) -> Iterator[_Reason]:
    """Yield the reasons for patterns that the hand only seems to have."""
    if reading is None or FLOWER_WIN in facts.hand.flags:
        return
    missed = (
        *_not_concealed_enough(reading, facts, convention),
        *_wrong_pair_or_wait(reading, facts, convention),
        *_of_other_seats(reading, facts),
        *_read_otherwise(reading, facts, convention),
    )
    for reason in missed:
        if reason.name in convention.values:
            yield reason


def _not_concealed_enough(
    reading: Reading, facts: Facts, convention: Convention
) -> Iterator[_Reason]:
    options = convention.options
    if facts.exposed:
        return
    if facts.drawn and options.concealed_mode == "discard":
        yield _Reason(
            "concealed_hand",
            "not_when_drawn",
            _("These rules count this pattern only for a win on a discard."),
            {},
        )
    if reading.chows or not reading.sets:
        return
    if facts.kongs and not options.four_concealed_kongs:
        sentence = _("These rules do not allow a kong in this pattern.")
        yield _Reason("four_concealed", "kong_declared", sentence, {})
    elif not facts.drawn:
        sentence = _("The winning tile was claimed and completed one of the triplets.")
        if reading.pair == facts.winning:
            sentence = _(
                "The winning tile was claimed. These rules require a self-draw."
            )
        yield _Reason("four_concealed", "completed_by_discard", sentence, {})


def _wrong_pair_or_wait(
    reading: Reading, facts: Facts, convention: Convention
) -> Iterator[_Reason]:
    if reading.chows == 4 and not pair_is_allowed(reading, facts, convention.options):
        yield _Reason(
            "all_chows",
            "pair",
            _("These rules do not allow a pair of %(tile)s in this pattern."),
            {"tile": CODES[reading.pair or 0]},
        )
    if facts.nine_gates(pure=False):
        yield _Reason(
            "nine_gates",
            "not_pure",
            _("The hand did not wait for all 9 tiles of the suit."),
            {},
        )


def _of_other_seats(reading: Reading, facts: Facts) -> Iterator[_Reason]:
    idle = [group.first for group in reading.sets if _is_idle_wind(group, facts)]
    if idle:
        yield _Reason(
            "seat_wind",
            "other_wind",
            _("%(tile)s is neither the seat wind nor the prevailing wind."),
            {"tile": CODES[idle[0]]},
        )
    for tile in facts.hand.bonus:
        if tile not in facts.own_bonus:
            yield _Reason(
                "own_flower" if tile in FLOWERS else "own_season",
                "other_seat",
                _("%(tile)s belongs to another seat."),
                {"tile": CODES[tile]},
            )


def _is_idle_wind(group: Group, facts: Facts) -> bool:
    if group.kind is SetKind.CHOW or group.first not in WIND_TILES:
        return False
    return group.first not in (facts.own_wind, facts.round_wind)


def _read_otherwise(
    reading: Reading, facts: Facts, convention: Convention
) -> Iterator[_Reason]:
    chosen = set(of_reading(reading, facts, convention.options))
    for other in readings(facts, convention):
        for name in of_reading(other, facts, convention.options):
            if name not in chosen:
                yield _Reason(
                    name,
                    "other_reading",
                    _(
                        "The tiles can be arranged this way, but the hand would be "
                        "worth less."
                    ),
                    {},
                )
