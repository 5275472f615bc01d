"""The hands of tiles of an entry, as the pages tell them: what each was worth."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from rules.faults import RuleError
from rules.hand_as_json import read_hand
from rules.hand_of_tiles import Hand
from rules.ruleset_and_table_state import Position, Ruleset
from rules.winds import WINDS, Wind
from scoring.entry.tiles.value_words import CountedPattern, counted, joker_words
from scoring.rulesets.registry import presenter_of
from scoring.rulesets.shared.shown_hands import ShownHand, shown_hand
from scoring.rulesets.shared.typed_hands import hands_in


@dataclass(frozen=True)
class HandInWords:
    """A hand with whose it was; `value`, the same `in_short` and `patterns` are empty
    where it cannot be scored any more."""

    name: object
    shown: ShownHand
    value: str = ""
    in_short: str = ""
    patterns: tuple[CountedPattern, ...] = ()
    jokers: str = ""


def shown_hands_of(
    raw: Mapping[str, object],
    position: Position,
    rules: Ruleset,
    names: Mapping[Wind, object],
) -> tuple[HandInWords, ...]:
    """The hands of an entry of the ledger that was made in `position`, the winner's
    first; none if it has no tiles."""
    return tuple(_hands_in(raw, position, rules, names))


def _hands_in(
    raw: Mapping[str, object],
    position: Position,
    rules: Ruleset,
    names: Mapping[Wind, object],
) -> Iterator[HandInWords]:
    rows = hands_in(raw)
    hands = {seat: read_hand(rows[seat]) for seat in WINDS if seat in rows}
    for seat in sorted(hands, key=lambda seat: not hands[seat].winner):
        hand = replace(
            hands[seat],
            seat_wind=position.winds[seat],
            prevailing_wind=position.prevailing,
        )
        yield _of_hand(hand, rules, names[seat])


def _of_hand(hand: Hand, rules: Ruleset, name: object) -> HandInWords:
    shown = shown_hand(hand, winds=False)
    try:
        score = rules.kept_score(hand)
    except RuleError:
        return HandInWords(name, shown)
    presenter = presenter_of(rules.id)
    return HandInWords(
        name,
        shown,
        presenter.value_words(score),
        presenter.short_value(score),
        tuple(counted(score)),
        joker_words(score),
    )
