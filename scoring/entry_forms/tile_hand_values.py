"""Values of tile hands as text, and comparison with the announced value."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules.faults import RuleError, quoted
from rules.hand_as_json import read_hand
from rules.hand_of_tiles import Hand
from rules.hand_score_and_patterns import HandScore, Scored
from rules.ruleset_and_table_state import Position, Ruleset
from rules.tiles import NAMES
from rules.winds import WINDS, Wind
from scoring.rulesets.any_ruleset.pattern_names import NameBeside, name_of
from scoring.rulesets.any_ruleset.shown_hands import ShownHand, in_unit, shown_hand
from scoring.rulesets.any_ruleset.typed_hands import hands_in
from scoring.rulesets.presenter import AnyPresenter
from scoring.rulesets.presenter_registry import presenter_of
from tournaments.rule_texts import filled_in, source_in_words, translated
from tournaments.web.list_wording import joined_with_commas
from tournaments.web.written_decimals import whole_numbers

_NUMBERS = re.compile(r"[0-9]{1,7}")


@dataclass(frozen=True)
class CountedPattern:
    """A pattern that counts, with its value, rule and source as text.

    `beside`: its other names.
    """

    name: str
    beside: Sequence[NameBeside]
    worth: str
    rule: str
    source: str = ""


@dataclass(frozen=True)
class NotCounted:
    """A pattern that does not count, with the reason and its source.

    `beside`: its other names.
    """

    name: str
    beside: Sequence[NameBeside]
    reason: str
    source: str = ""


@dataclass(frozen=True)
class Announced:
    """The announced value, compared as text.

    `verdict`: "same", or "more" or "less" if the tiles give a higher or lower value; ""
    if the announcement contains no value.
    """

    text: str
    verdict: str


def counted(score: HandScore, presenter: AnyPresenter) -> list[CountedPattern]:
    return [
        CountedPattern(
            name_of(scored.pattern),
            presenter.names_at_table(scored.pattern),
            _worth(scored),
            translated(scored.pattern.rule),
            source_in_words(scored.pattern.source),
        )
        for scored in score.patterns
    ]


def not_counted(score: HandScore, presenter: AnyPresenter) -> list[NotCounted]:
    return [
        NotCounted(
            name_of(left_out.pattern),
            presenter.names_at_table(left_out.pattern),
            filled_in(left_out.reason, left_out.params),
            source_in_words(left_out.pattern.source),
        )
        for left_out in score.left_out
    ]


def joker_words(score: HandScore) -> str:
    """Return a sentence on the tiles that jokers stand for; "" without jokers."""
    if not score.stand_for:
        return ""
    pattern = ngettext(
        "The joker stands for %(tiles)s.",
        "The jokers stand for %(tiles)s.",
        len(score.stand_for),
    )
    return pattern % {
        "tiles": joined_with_commas(translated(NAMES[tile]) for tile in score.stand_for)
    }


def announced(score: HandScore, text: str, presenter: AnyPresenter) -> Announced:
    """Return the comparison of the announced value with the value of the tiles."""
    numbers = sorted(whole_numbers(text))
    # Two payments such as 300,500 could be read as one number.
    several = sorted(map(int, _NUMBERS.findall(text)))
    params = {"text": quoted(text), "value": presenter.value_words(score)}
    for reading in filter(None, (numbers, several)):
        if presenter.called_out(score, reading) == reading:
            return Announced(_("Announced as %(text)s: correct.") % params, "same")
    if not numbers:
        return Announced(
            _("“%(text)s” is not a hand value. Enter a number.")
            % {"text": quoted(text)},
            "",
        )
    worth = presenter.called_out(score, numbers)
    if sum(worth) > sum(numbers):
        pattern = _("Announced as %(text)s; the tiles give more: %(value)s.")
        return Announced(pattern % params, "more")
    pattern = _("Announced as %(text)s; the tiles give less: %(value)s.")
    return Announced(pattern % params, "less")


def _worth(scored: Scored) -> str:
    if scored.pattern.unit == "limit":
        return in_unit(scored.value, scored.pattern.unit)
    return in_unit(scored.total, scored.pattern.unit)


@dataclass(frozen=True)
class HandInWords:
    """A player's hand as text.

    `value`, `in_short` and `patterns` are empty if the rules cannot score the hand.
    """

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
    """Return the tile hands of a ledger entry made at `position`, winner first.

    Empty without tiles.
    """
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
    shown = shown_hand(hand, rules.id, winds=False)
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
        tuple(counted(score, presenter)),
        joker_words(score),
    )
