"""Riichi: names of limits and abortive draws, and texts on outcomes and hand values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from django.utils.functional import Promise
from django.utils.translation import gettext, pgettext, pgettext_lazy
from django.utils.translation import gettext as now
from django.utils.translation import gettext_lazy as _

from rules.ledger_entries import Entry
from rules.riichi import Riichi
from rules.riichi.base_points import MANGAN, YAKUMAN
from rules.riichi.entries import (
    AbortiveDraw,
    Chombo,
    ExhaustiveDraw,
    Value,
    Win,
    Winner,
)
from rules.riichi.fu_reasons import REASONS
from rules.riichi.options import RiichiOptions
from rules.riichi.score import RiichiScore
from rules.riichi.settlement import BANK
from rules.winds import Wind
from scoring.rulesets.any_ruleset.outcome_and_counter_words import (
    Names,
    Won,
    joined,
    named,
    points_of,
    wins,
)
from scoring.rulesets.any_ruleset.shown_hands import in_unit
from tournaments.rule_texts import translated
from tournaments.templatetags.score_figures import table_points
from tournaments.web.form_fields_and_types import Words
from tournaments.web.list_wording import joined_with_commas
from tournaments.web.number_wording import whole

#: Names of the limits, by key in `rules.riichi.base_points`.
LIMIT_NAMES: Mapping[str, Words] = {
    MANGAN: _("Mangan"),
    "haneman": _("Haneman"),
    "baiman": _("Baiman"),
    "sanbaiman": _("Sanbaiman"),
    YAKUMAN: _("Yakuman"),
}
#: The same within a sentence or a list.
LIMIT_PHRASES: Mapping[str, Words] = {
    MANGAN: pgettext_lazy("riichi", "mangan"),
    "haneman": pgettext_lazy("riichi", "haneman"),
    "baiman": pgettext_lazy("riichi", "baiman"),
    "sanbaiman": pgettext_lazy("riichi", "sanbaiman"),
    YAKUMAN: pgettext_lazy("riichi", "yakuman"),
}

#: Reasons for an abortive draw, by key in `rules.riichi.entries`.
ABORTIVE_DRAW_NAMES: Mapping[str, Promise | str] = {
    "nine_terminals": pgettext_lazy("riichi", "Nine kinds of terminals and honors"),
    "four_winds": pgettext_lazy("riichi", "Four identical winds discarded"),
    "four_kans": pgettext_lazy("riichi", "Four kongs"),
    "four_riichi": _("Four riichi"),
    "three_ron": _("Three winners on one discard"),
}


def three_winners(options: RiichiOptions) -> str:
    """Return the name of the draw that three winners cause; "" if three winners do not
    cause a draw.
    """
    return now("Abortive draw: three winners") if options.multi_ron == "two_max" else ""


def outcome(entry: Entry, names: Names) -> str | None:
    """Return a sentence on the outcome of a hand; None for an entry that all rulesets
    share.
    """
    match entry:
        case Win():
            winners = (
                _winner(winner, entry.discarder, names) for winner in entry.winners
            )
            return joined(*winners, _riichi(entry.riichi, names))
        case ExhaustiveDraw():
            return _exhaustive_draw(entry, names)
        case AbortiveDraw():
            sentence = pgettext("riichi", "Abortive draw: %(reason)s.") % {
                "reason": ABORTIVE_DRAW_NAMES[entry.reason]
            }
            return joined(sentence, _riichi(entry.riichi, names))
        case Chombo():
            return _chombo(entry, names)
    return None


def _chombo(chombo: Chombo, names: Names) -> str:
    """Return a sentence on a chombo, with the lost final points if there are any."""
    if not chombo.after_uma:
        return gettext("Chombo by %(name)s.") % {"name": names[chombo.seat]}
    return gettext("Chombo by %(name)s: %(points)s final points.") % {
        "name": names[chombo.seat],
        "points": table_points(chombo.final_points, Riichi.id, 0),
    }


def _winner(winner: Winner, discarder: Wind | None, names: Names) -> str:
    value = _riichi_value(winner.value, LIMIT_PHRASES)
    sentence = wins(winner.seat, discarder, value, names, Riichi.id)
    liable = ""
    if winner.liable:
        liable = gettext("%(name)s is liable (pao).") % {"name": names[winner.liable]}
    return joined(sentence, liable)


def _riichi_value(value: Value, limits: Mapping[str, Words] = LIMIT_NAMES) -> str:
    if value.yakuman and value.yakuman > 1:
        return gettext("%(number)s yakuman") % {"number": value.yakuman}
    if value.yakuman:
        return str(limits[YAKUMAN])
    if value.limit:
        return str(limits[value.limit])
    if value.han and value.fu:
        return gettext("%(han)s han %(fu)s fu") % {"han": value.han, "fu": value.fu}
    if value.han:
        return gettext("%(han)s han") % {"han": value.han}
    return points_of(value.points) if value.points else ""


def _exhaustive_draw(draw: ExhaustiveDraw, names: Names) -> str:
    tenpai = gettext("Exhaustive draw; no player is tenpai.")
    if draw.tenpai:
        tenpai = gettext("Exhaustive draw; tenpai: %(names)s.") % {
            "names": named(draw.tenpai, names)
        }
    nagashi = ""
    if draw.nagashi:
        nagashi = gettext("Nagashi: %(names)s.") % {"names": named(draw.nagashi, names)}
    return joined(tenpai, nagashi, _riichi(draw.riichi, names))


def _riichi(seats: Iterable[Wind], names: Names) -> str:
    declared = named(seats, names)
    return gettext("Riichi: %(names)s.") % {"names": declared} if declared else ""


def won(entry: Entry) -> tuple[Won, ...]:
    """Return the hand of each winner."""
    if not isinstance(entry, Win):
        return ()
    return tuple(
        Won(
            winner.seat,
            entry.discarder,
            winner.value.base,
            _riichi_value(winner.value),
            winner.value.han or 0,
            winner.value.fu or 0,
            winner.value.yakuman or int(winner.value.limit == YAKUMAN),
        )
        for winner in entry.winners
    )


def short_value(score: RiichiScore) -> str:
    if score.han is None:
        name = LIMIT_NAMES["yakuman"]
        return f"{score.yakuman} × {name}" if score.yakuman > 1 else str(name)
    return gettext("%(han)s han %(fu)s fu") % {"han": score.han, "fu": score.fu}


def value_words(score: RiichiScore) -> str:
    return joined_with_commas([short_value(score), *_limit_and_payments(score)])


def _limit_and_payments(score: RiichiScore) -> Iterator[str]:
    if score.han is not None and score.limit:
        yield str(LIMIT_PHRASES[score.limit])
    paid = score.payments
    if "each" in paid:
        yield gettext("%(points)s points from each") % {"points": whole(paid["each"])}
    elif "dealer" in paid:
        yield gettext("%(others)s points, dealer %(dealer)s") % {
            seat: whole(points) for seat, points in paid.items()
        }
    else:
        yield in_unit(score.points, "points")


def fu_lines(score: RiichiScore) -> list[tuple[str, int]]:
    """Return the fu of a hand as reason and number; empty for a yakuman."""
    if score.yakuman:
        return []
    return [
        (translated(REASONS[detail.reason]), detail.fu) for detail in score.fu_details
    ]


def called_out(score: RiichiScore, announced: Sequence[int]) -> list[int]:
    """Return the value as the numbers that players announce.

    One number is the payment of the discarder or of each player, or the sum. Two
    numbers are the payments of the other players and of the dealer.
    """
    payments = sorted(
        amount for payer, amount in score.payments.items() if payer != BANK
    )
    if len(announced) == len(payments) and (
        len(payments) == 2 or announced != [score.points]
    ):
        return payments
    return [score.points]
