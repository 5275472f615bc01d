"""Explain why a hand does not score items that it seems to have. The sentences can be
read out by a referee."""

from __future__ import annotations

from collections.abc import Iterator

from rules.classical.arrangement_facts import Facts
from rules.classical.arrangements import Reading
from rules.classical.count_hand import Outcome
from rules.classical.detect_doubles import exposed_sets
from rules.classical.scoring_tables import Convention
from rules.classical.waits import completing_tiles
from rules.hand_of_tiles import HAND_SIZE, ORIGINAL_CALL
from rules.hand_score_and_patterns import LeftOut
from rules.tiles import CODES, FLOWERS, SEASONS, WIND_TILES
from rules.translation_marks import _
from rules.winning_arrangements import SetKind

_Reason = tuple[str, str, str, dict[str, object]]


def left_out(
    facts: Facts, outcome: Outcome, convention: Convention
) -> Iterator[LeftOut]:
    """Yield each item that the hand seems to have but does not score, once."""
    named = set(outcome.items)
    for name, principle, reason, params in _reasons(facts, outcome, convention):
        if name in convention.patterns and name not in named:
            named.add(name)
            yield LeftOut(convention.patterns[name], principle, reason, params)


def _reasons(
    facts: Facts, outcome: Outcome, convention: Convention
) -> Iterator[_Reason]:
    yield from _own_bonus(facts)
    if not facts.hand.winner:
        yield from _wrong_size(facts, outcome)
        return
    yield from _other_limit_hands(outcome, convention)
    if outcome.reading is None:
        return
    yield from _completed_by_discard(facts, outcome.reading)
    if not outcome.limit:
        yield from _last_tile(facts, outcome.reading, convention)
        yield from _called_too_much(facts, outcome.reading)


def _own_bonus(facts: Facts) -> Iterator[_Reason]:
    number = WIND_TILES.index(facts.own)
    own = (FLOWERS[number], SEASONS[number])
    held = [tile for tile in own if tile in facts.hand.bonus]
    if len(held) == 1:
        yield (
            "own_flower_and_season",
            "both_needed",
            _(
                "The hand has only %(tile)s. This pattern needs both own flower and "
                "own season."
            ),
            {"tile": CODES[held[0]]},
        )


def _wrong_size(facts: Facts, outcome: Outcome) -> Iterator[_Reason]:
    size = len(facts.hand.concealed) + 3 * len(facts.melds)
    if size == HAND_SIZE or outcome.items or not facts.hand.bonus:
        return
    for name in ("flower", "season"):
        yield (
            name,
            "wrong_tile_count",
            _(
                "The hand has %(count)s tiles instead of 13 (a kong counts as 3), so "
                "it is worth 0."
            ),
            {"count": size},
        )


def _other_limit_hands(outcome: Outcome, convention: Convention) -> Iterator[_Reason]:
    for name in outcome.limits_met:
        counted = outcome.items[0]
        yield (
            name,
            "one_limit",
            _(
                "Only one limit is paid, although the hand has several limit hands: "
                "%(counted)s."
            ),
            {"counted": convention.patterns[counted].name},
        )


def _completed_by_discard(facts: Facts, reading: Reading) -> Iterator[_Reason]:
    """Yield the items that the hand would score if the player had drawn the last tile;
    none if the player did."""
    if facts.drawn:
        return
    reason = _(
        "The winning tile was claimed, so the set or pair it completed is exposed."
    )
    closed = not any(meld.open for meld in facts.melds)
    pungs = closed and not reading.chows
    candidates = {
        "only_concealed": closed,
        "hidden_treasure": pungs,
        "buried_treasure": pungs and not facts.hand.kongs and facts.suits == 1,
        "concealed_true_colour": closed and facts.one_suit,
        "three_concealed_pungs": _lacks_one_concealed(reading),
    }
    for name, tempting in candidates.items():
        if tempting:
            yield name, "completed_by_discard", reason, {}


def _lacks_one_concealed(reading: Reading) -> bool:
    completed = reading.completed
    pungs = [
        placed_set for placed_set in reading.sets if placed_set.kind is not SetKind.CHOW
    ]
    closed = sum(1 for placed_set in pungs if not placed_set.open)
    return closed == 2 and completed is not None and completed in pungs


def _last_tile(
    facts: Facts, reading: Reading, convention: Convention
) -> Iterator[_Reason]:
    if not facts.hand.self_draw:
        yield (
            "last_tile_from_wall",
            "won_on_a_discard",
            _("The winning tile was claimed, not drawn."),
            {},
        )
    if facts.winning is None:
        return
    waits = completing_tiles(facts, convention)
    if len(waits) > 1:
        yield (
            "only_possible_tile",
            "more_than_one_wait",
            _("Other tiles would also have completed the hand: %(waits)s."),
            {"waits": " ".join(CODES[kind] for kind in waits)},
        )
    if facts.winning in reading.pairs and not reading.pair_completed:
        for name in ("minor_pair_completed", "major_pair_completed"):
            yield (
                name,
                "worth_most",
                _("The hand is worth more if the last tile completes another set."),
                {},
            )


def _called_too_much(facts: Facts, reading: Reading) -> Iterator[_Reason]:
    if ORIGINAL_CALL in facts.hand.flags:
        yield (
            "original_call",
            "too_many_exposed",
            _("%(count)s sets are exposed. An original call allows at most 2."),
            {"count": exposed_sets(facts, reading)},
        )
