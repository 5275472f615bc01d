"""Outcomes of Riichi in the reader's language."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _

from rules.ledger_entries import Entry
from rules.riichi import Riichi
from rules.riichi.base_points import YAKUMAN
from rules.riichi.entries import (
    AbortiveDraw,
    Chombo,
    ExhaustiveDraw,
    Value,
    Win,
    Winner,
)
from rules.winds import Wind
from scoring.rulesets.riichi.terms import LIMIT_NAMES, REASONS
from scoring.rulesets.shared.outcome_words import (
    Names,
    Won,
    joined,
    named,
    points_of,
    wins,
)
from tournaments.templatetags.score_figures import table_points


def outcome(entry: Entry, names: Names) -> str | None:
    """What happened in a hand; None for an entry that other rulesets know too."""
    match entry:
        case Win():
            winners = (
                _winner(winner, entry.discarder, names) for winner in entry.winners
            )
            return joined(*winners, _riichi(entry.riichi, names))
        case ExhaustiveDraw():
            return _exhaustive_draw(entry, names)
        case AbortiveDraw():
            words = _("Abortive draw: %(reason)s.") % {"reason": REASONS[entry.reason]}
            return joined(words, _riichi(entry.riichi, names))
        case Chombo():
            return _chombo(entry, names)
    return None


def _chombo(chombo: Chombo, names: Names) -> str:
    """With the final points it takes, where those are known."""
    if not chombo.after_uma:
        return _("Chombo by %(name)s.") % {"name": names[chombo.seat]}
    return _("Chombo by %(name)s: %(points)s final points.") % {
        "name": names[chombo.seat],
        "points": table_points(chombo.final_points, Riichi.id, 0),
    }


def _winner(winner: Winner, discarder: Wind | None, names: Names) -> str:
    words = wins(winner.seat, discarder, _riichi_value(winner.value), names)
    liable = ""
    if winner.liable:
        liable = _("%(name)s is liable (pao).") % {"name": names[winner.liable]}
    return joined(words, liable)


def _riichi_value(value: Value) -> str:
    if value.yakuman and value.yakuman > 1:
        return _("%(number)s yakuman") % {"number": value.yakuman}
    if value.yakuman:
        return str(LIMIT_NAMES[YAKUMAN])
    if value.limit:
        return str(LIMIT_NAMES[value.limit])
    if value.han and value.fu:
        return _("%(han)s han %(fu)s fu") % {"han": value.han, "fu": value.fu}
    if value.han:
        return _("%(han)s han") % {"han": value.han}
    return points_of(value.points) if value.points else ""


def _exhaustive_draw(draw: ExhaustiveDraw, names: Names) -> str:
    tenpai = _("Exhaustive draw; no player is tenpai.")
    if draw.tenpai:
        tenpai = _("Exhaustive draw; tenpai: %(names)s.") % {
            "names": named(draw.tenpai, names)
        }
    nagashi = ""
    if draw.nagashi:
        nagashi = _("Nagashi: %(names)s.") % {"names": named(draw.nagashi, names)}
    return joined(tenpai, nagashi, _riichi(draw.riichi, names))


def _riichi(seats: Iterable[Wind], names: Names) -> str:
    declared = named(seats, names)
    return _("Riichi: %(names)s.") % {"names": declared} if declared else ""


def won(entry: Entry) -> tuple[Won, ...]:
    """What every winner won."""
    if not isinstance(entry, Win):
        return ()
    return tuple(
        Won(
            winner.seat,
            entry.discarder,
            winner.value.base,
            _riichi_value(winner.value),
        )
        for winner in entry.winners
    )
