"""What a hand is worth, in words; and whether it is what was announced."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules.classical.score import ClassicalScore
from rules.hong_kong.score import HongKongScore
from rules.mcr.score import McrScore
from rules.riichi.fu import REASONS
from rules.riichi.score import RiichiScore
from rules.scores import HandScore, LeftOut, Scored
from scoring.entry_forms.riichi_values import LIMIT_NAMES
from scoring.shown_hands import in_unit

_NUMBERS = re.compile(r"[0-9]{1,7}")


@dataclass(frozen=True)
class CountedPattern:
    """A pattern that counts: what it is worth in all, and its rule."""

    name: str
    name_zh: str
    worth: str
    rule: str


@dataclass(frozen=True)
class NotCounted:
    """A pattern that does not count, and why."""

    name: str
    name_zh: str
    reason: str


@dataclass(frozen=True)
class Announced:
    """What was announced, and how the tiles' value compares: "same", "more" or "less"
    than announced; "" where what was announced is no value."""

    words: str
    verdict: str


def counted(score: HandScore) -> list[CountedPattern]:
    return [
        CountedPattern(
            _(each.pattern.name), each.pattern.name_zh, _worth(each), _rule(each)
        )
        for each in score.patterns
    ]


def not_counted(score: HandScore) -> list[NotCounted]:
    return [
        NotCounted(_(each.pattern.name), each.pattern.name_zh, _reason(each))
        for each in score.left_out
    ]


def fu_lines(score: HandScore) -> list[tuple[str, int]]:
    """What the fu are counted for, where there are fu."""
    if not isinstance(score, RiichiScore) or score.yakuman:
        return []
    return [(_(REASONS[each.reason]), each.fu) for each in score.fu_details]


def value_words(score: HandScore) -> str:
    """The value of a hand as players say it."""
    match score:
        case McrScore():
            return _mcr(score)
        case HongKongScore():
            return _hong_kong(score)
        case ClassicalScore():
            return _classical(score)
        case RiichiScore():
            return _riichi(score)
    return str(score.total)


def announced(score: HandScore, text: str) -> Announced:
    """How what was announced compares with what the tiles give."""
    said = sorted(map(int, _NUMBERS.findall(text)))
    if not said:
        return Announced(_("“%(text)s” is not a value.") % {"text": text}, "")
    worth = _comparable(score, said)
    params = {"text": text, "value": value_words(score)}
    if worth == said:
        return Announced(_("Announced as %(text)s: the same.") % params, "same")
    if sum(worth) > sum(said):
        words = _("Announced as %(text)s; the tiles give more: %(value)s.")
        return Announced(words % params, "more")
    words = _("Announced as %(text)s; the tiles give less: %(value)s.")
    return Announced(words % params, "less")


def _comparable(score: HandScore, said: Sequence[int]) -> list[int]:
    """The tiles' value in as many numbers as were said: in Riichi one is what the
    discarder, or each, pays, or the sum; two are what each and the dealer pay."""
    if not isinstance(score, RiichiScore):
        return [score.total]
    each = sorted(score.payments.values())
    if len(said) == len(each) and (len(each) == 2 or said != [score.points]):
        return each
    return [score.points]


def _worth(scored: Scored) -> str:
    if scored.pattern.unit == "limit":
        return in_unit(scored.value, scored.pattern.unit)
    return in_unit(scored.total, scored.pattern.unit)


def _rule(scored: Scored) -> str:
    return _(scored.pattern.rule)


def _reason(left: LeftOut) -> str:
    reason = _(left.reason)
    return reason % left.params if left.params else reason


def _mcr(score: McrScore) -> str:
    words = in_unit(score.total, "fan")
    if not score.flower_points:
        return words
    parts = {"total": words, "own": score.points, "flowers": score.flower_points}
    return _("%(total)s (%(own)s and %(flowers)s for flowers)") % parts


def _hong_kong(score: HongKongScore) -> str:
    words = in_unit(score.faan, "faan")
    if score.faan_capped == score.faan:
        return words
    return _("%(faan)s, paid as %(limit)s") % {
        "faan": words,
        "limit": score.faan_capped,
    }


def _classical(score: ClassicalScore) -> str:
    total = in_unit(score.total, "points")
    if score.limits:
        return _("limit hand: %(total)s") % {"total": total}
    if not score.doubles:
        return total
    words = ngettext(
        "%(points)s points, doubled once: %(total)s",
        "%(points)s points, doubled %(doubles)s times: %(total)s",
        score.doubles,
    )
    return words % {"points": score.points, "doubles": score.doubles, "total": total}


def _riichi(score: RiichiScore) -> str:
    return ", ".join(_riichi_parts(score))


def _riichi_parts(score: RiichiScore) -> Iterator[str]:
    if score.han is None:
        name = LIMIT_NAMES["yakuman"]
        yield f"{score.yakuman} × {name}" if score.yakuman > 1 else str(name)
    else:
        yield _("%(han)s han %(fu)s fu") % {"han": score.han, "fu": score.fu}
        if score.limit:
            yield str(LIMIT_NAMES[score.limit])
    paid = score.payments
    if "each" in paid:
        yield _("%(points)s points from each") % {"points": paid["each"]}
    elif "dealer" in paid:
        yield _("%(others)s points, from the dealer %(dealer)s") % paid
    else:
        yield in_unit(score.points, "points")
