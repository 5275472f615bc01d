"""Outcomes of Classical Chinese in the reader's language."""

from __future__ import annotations

from django.utils.translation import gettext as _

from rules.classical import Win
from rules.classical.entries import AbortiveDraw, DeclaredReady, FalseMahjong, Misnamed
from rules.ledger_entries import Entry
from rules.winds import WINDS, Wind
from scoring.rulesets.classical.terms import REASONS
from scoring.rulesets.shared.outcome_words import (
    Names,
    Won,
    joined,
    named,
    points_of,
    wins,
)


def outcome(entry: Entry, names: Names) -> str | None:
    """What happened in a hand; None for an entry that other rulesets know too."""
    match entry:
        case Win():
            return _win(entry, names)
        case Misnamed():
            return _misnamed(entry, names)
        case AbortiveDraw():
            return _("Abortive draw: %(reason)s.") % {"reason": REASONS[entry.reason]}
        case DeclaredReady():
            return _("%(name)s declares ready.") % {"name": names[entry.seat]}
        case FalseMahjong():
            return _("False mahjong by %(names)s.") % {
                "names": named(entry.offenders, names)
            }
    return None


def _win(win: Win, names: Names) -> str:
    sentences = [
        wins(seat, win.discarder, _value(win, seat), names) for seat in win.winners
    ]
    others = [
        f"{names[seat]} {win.values[seat]}"
        for seat in WINDS
        if seat in names and seat not in win.winners and seat in win.values
    ]
    if others:
        sentences.append(_("Other hands: %(values)s.") % {"values": ", ".join(others)})
    if win.pays_for_all:
        sentences.append(
            _("%(name)s pays for all.") % {"name": names[win.pays_for_all]}
        )
    return joined(*sentences)


def _misnamed(entry: Misnamed, names: Names) -> str:
    words = {
        "chow": _("%(name)s misnamed a discard. %(claimant)s claimed it for a chow."),
        "pung": _("%(name)s misnamed a discard. %(claimant)s claimed it for a pung."),
        "kong": _("%(name)s misnamed a discard. %(claimant)s claimed it for a kong."),
        "win": _("%(name)s misnamed a discard. %(claimant)s claimed it to win."),
    }
    return words[entry.claimed_for] % {
        "name": names[entry.seat],
        "claimant": names[entry.claimant],
    }


def won(entry: Entry) -> tuple[Won, ...]:
    """What everybody who went out won."""
    if not isinstance(entry, Win):
        return ()
    return tuple(
        Won(seat, entry.discarder, entry.values.get(seat, 0), _value(entry, seat))
        for seat in entry.winners
    )


def _value(win: Win, seat: Wind) -> str:
    return points_of(win.values[seat]) if seat in win.values else ""
