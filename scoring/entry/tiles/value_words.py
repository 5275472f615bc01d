"""What a hand is worth, in words; and whether it is what was announced."""

from __future__ import annotations

import re
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules.faults import quoted
from rules.hand_score_and_patterns import HandScore, LeftOut, Scored
from rules.tiles import NAMES
from scoring.rulesets.presenter import AnyPresenter
from scoring.rulesets.shared.shown_hands import in_unit

_NUMBERS = re.compile(r"[0-9]{1,7}")


@dataclass(frozen=True)
class CountedPattern:
    """A pattern that counts: what it is worth in all, its rule, where that is from."""

    name: str
    name_zh: str
    worth: str
    rule: str
    source: str = ""


@dataclass(frozen=True)
class NotCounted:
    """A pattern that does not count, why, and where its rule is from."""

    name: str
    name_zh: str
    reason: str
    source: str = ""


@dataclass(frozen=True)
class Announced:
    """What was announced, and how the tiles' value compares: "same", "more" or "less"
    than announced; "" where what was announced is no value."""

    words: str
    verdict: str


def counted(score: HandScore) -> list[CountedPattern]:
    return [
        CountedPattern(
            _(each.pattern.name),
            each.pattern.name_zh,
            _worth(each),
            _rule(each),
            each.pattern.source,
        )
        for each in score.patterns
    ]


def not_counted(score: HandScore) -> list[NotCounted]:
    return [
        NotCounted(
            _(each.pattern.name),
            each.pattern.name_zh,
            _reason(each),
            each.pattern.source,
        )
        for each in score.left_out
    ]


def joker_words(score: HandScore) -> str:
    """What the jokers in hand stand for; empty where there are none."""
    if not score.stand_for:
        return ""
    words = ngettext(
        "The joker stands for %(tiles)s.",
        "The jokers stand for %(tiles)s.",
        len(score.stand_for),
    )
    return words % {"tiles": ", ".join(_(NAMES[tile]) for tile in score.stand_for)}


def announced(score: HandScore, text: str, presenter: AnyPresenter) -> Announced:
    """How what was announced compares with what the tiles give."""
    said = sorted(map(int, _NUMBERS.findall(text)))
    if not said:
        return Announced(_("“%(text)s” is not a value.") % {"text": quoted(text)}, "")
    worth = presenter.called_out(score, said)
    params = {"text": quoted(text), "value": presenter.value_words(score)}
    if worth == said:
        return Announced(_("Announced as %(text)s: correct.") % params, "same")
    if sum(worth) > sum(said):
        words = _("Announced as %(text)s; the tiles give more: %(value)s.")
        return Announced(words % params, "more")
    words = _("Announced as %(text)s; the tiles give less: %(value)s.")
    return Announced(words % params, "less")


def _worth(scored: Scored) -> str:
    if scored.pattern.unit == "limit":
        return in_unit(scored.value, scored.pattern.unit)
    return in_unit(scored.total, scored.pattern.unit)


def _rule(scored: Scored) -> str:
    return _(scored.pattern.rule)


def _reason(left: LeftOut) -> str:
    reason = _(left.reason)
    return reason % left.params if left.params else reason
