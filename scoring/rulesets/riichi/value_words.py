"""What a hand of Riichi is worth, in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _

from rules.riichi.fu_reasons import REASONS
from rules.riichi.score import RiichiScore
from scoring.rulesets.riichi.terms import LIMIT_NAMES
from scoring.rulesets.shared.shown_hands import in_unit


def short_value(score: RiichiScore) -> str:
    if score.han is None:
        name = LIMIT_NAMES["yakuman"]
        return f"{score.yakuman} × {name}" if score.yakuman > 1 else str(name)
    return _("%(han)s han %(fu)s fu") % {"han": score.han, "fu": score.fu}


def value_words(score: RiichiScore) -> str:
    return ", ".join([short_value(score), *_limit_and_payments(score)])


def _limit_and_payments(score: RiichiScore) -> Iterator[str]:
    if score.han is not None and score.limit:
        yield str(LIMIT_NAMES[score.limit])
    paid = score.payments
    if "each" in paid:
        yield _("%(points)s points from each") % {"points": paid["each"]}
    elif "dealer" in paid:
        yield _("%(others)s points, dealer %(dealer)s") % paid
    else:
        yield in_unit(score.points, "points")


def fu_lines(score: RiichiScore) -> list[tuple[str, int]]:
    """What the fu are counted for; a yakuman has none."""
    if score.yakuman:
        return []
    return [(_(REASONS[each.reason]), each.fu) for each in score.fu_details]


def called_out(score: RiichiScore, said: Sequence[int]) -> list[int]:
    """The value in as many numbers as were announced: one is what the discarder, or
    each, pays, or the sum; two are what each and the dealer pay."""
    each = sorted(score.payments.values())
    if len(said) == len(each) and (len(each) == 2 or said != [score.points]):
        return each
    return [score.points]
