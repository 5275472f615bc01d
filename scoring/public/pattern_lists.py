"""The patterns of a ruleset for reference, with example hands."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import rules
from rules.faults import RuleError
from rules.hand_notation import parse_hand
from rules.hand_score_and_patterns import Pattern
from scoring.rulesets.any_ruleset.pattern_names import NameBeside, name_of
from scoring.rulesets.any_ruleset.shown_hands import ShownHand, in_unit, shown_hand
from scoring.rulesets.presenter import AnyPresenter
from scoring.rulesets.presenter_registry import presenter_of
from tournaments.rule_texts import ruleset_names, source_in_words, translated


@dataclass(frozen=True)
class ShownPattern:
    """A pattern as text.

    `beside`: its other names; `example`: a hand with the pattern; `near_miss`: a hand
    that just lacks it.
    """

    id: str
    name: str
    beside: Sequence[NameBeside]
    rule: str
    source: str
    example: ShownHand | None
    near_miss: ShownHand | None


@dataclass(frozen=True)
class Tier:
    """Patterns with the same value."""

    value: str
    patterns: Sequence[ShownPattern]


def names() -> list[tuple[str, str]]:
    """Return id and name of every ruleset."""
    return ruleset_names(rules.RULESETS)


@lru_cache(maxsize=64)
def tiers(ruleset: str, language: str) -> tuple[Tier, ...]:
    """Return the patterns of a ruleset by value, in the ruleset's order and the active
    language. `language`: part of the cache key. Raises RuleError for an unknown
    ruleset.
    """
    return in_tiers(ruleset, rules.shared_ruleset(ruleset, {}).patterns.values())


def in_tiers(ruleset: str, patterns: Iterable[Pattern]) -> tuple[Tier, ...]:
    """Return these patterns of a ruleset grouped by value, in the active language."""
    presenter = presenter_of(ruleset)
    alike: dict[str, list[ShownPattern]] = {}
    for pattern in patterns:
        alike.setdefault(in_unit(pattern.value, pattern.unit), []).append(
            _shown(pattern, presenter)
        )
    return tuple(Tier(value, patterns) for value, patterns in alike.items())


def _shown(pattern: Pattern, presenter: AnyPresenter) -> ShownPattern:
    prevailing = presenter.has_prevailing_wind
    return ShownPattern(
        pattern.id,
        name_of(pattern),
        presenter.names_beside(pattern),
        translated(pattern.rule),
        source_in_words(pattern.source),
        _hand(pattern.example, presenter.id, prevailing=prevailing),
        _hand(pattern.near_miss, presenter.id, prevailing=prevailing),
    )


def _hand(notation: str, ruleset: str, *, prevailing: bool) -> ShownHand | None:
    try:
        hand = parse_hand(notation)
    except RuleError:
        return None
    return shown_hand(hand, ruleset, prevailing=prevailing)
