"""Classical Chinese: outcomes and hand values in the active language."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext, pgettext, pgettext_lazy

from rules.classical import Win
from rules.classical.entries import AbortiveDraw, DeclaredReady, FalseMahjong, Misnamed
from rules.classical.score import ClassicalScore
from rules.ledger_entries import Entry
from rules.winds import WINDS, Wind
from scoring.rulesets.any_ruleset.outcome_and_counter_words import (
    Names,
    Won,
    joined,
    named,
    points_of,
    wins,
)
from scoring.rulesets.any_ruleset.own_hand_field import own_hand_words
from scoring.rulesets.any_ruleset.shown_hands import in_unit
from tournaments.web.list_wording import joined_with_commas
from tournaments.web.number_wording import whole

#: Reasons for an abortive draw, by key in `rules.classical.entries`.
REASONS: Mapping[str, Promise] = {
    "nine_terminals": pgettext_lazy("classical", "Nine kinds of terminals and honors"),
    "four_winds": pgettext_lazy("classical", "Four identical winds discarded"),
    "four_kongs": pgettext_lazy("classical", "Four kongs"),
    "ruling": pgettext_lazy("classical", "Referee's ruling"),
}


def outcome(entry: Entry, names: Names) -> str | None:
    """Return a sentence on the outcome of a hand; None for an entry that all rulesets
    share.
    """
    match entry:
        case Win():
            return _win(entry, names)
        case Misnamed():
            return _misnamed(entry, names)
        case AbortiveDraw():
            return pgettext("classical", "Abortive draw: %(reason)s.") % {
                "reason": REASONS[entry.reason]
            }
        case DeclaredReady():
            return gettext("%(name)s declares ready.") % {"name": names[entry.seat]}
        case FalseMahjong():
            return gettext("False mahjong by %(names)s.") % {
                "names": named(entry.offenders, names)
            }
    return None


def _win(win: Win, names: Names) -> str:
    sentences = [
        wins(seat, win.discarder, _value(win, seat), names) for seat in win.winners
    ]
    sentences += [own_hand_words(own) for own in win.own_hands.values()]
    others = [
        f"{names[seat]} {win.values[seat]}"
        for seat in WINDS
        if seat in names and seat not in win.winners and seat in win.values
    ]
    if others:
        sentences.append(
            gettext("Other hands: %(values)s.") % {"values": joined_with_commas(others)}
        )
    if win.pays_for_all:
        sentences.append(
            pgettext("classical", "%(name)s pays for all.")
            % {"name": names[win.pays_for_all]}
        )
    return joined(*sentences)


def _misnamed(entry: Misnamed, names: Names) -> str:
    patterns = {
        "chow": gettext(
            "%(name)s misnamed a discard. %(claimant)s claimed it for a chow."
        ),
        "pung": gettext(
            "%(name)s misnamed a discard. %(claimant)s claimed it for a pung."
        ),
        "kong": gettext(
            "%(name)s misnamed a discard. %(claimant)s claimed it for a kong."
        ),
        "win": gettext("%(name)s misnamed a discard. %(claimant)s claimed it to win."),
    }
    return patterns[entry.claimed_for] % {
        "name": names[entry.seat],
        "claimant": names[entry.claimant],
    }


def won(entry: Entry) -> tuple[Won, ...]:
    """Return the hand of each winner."""
    if not isinstance(entry, Win):
        return ()
    return tuple(
        Won(seat, entry.discarder, entry.values.get(seat, 0), _value(entry, seat))
        for seat in entry.winners
    )


def _value(win: Win, seat: Wind) -> str:
    return points_of(win.values[seat]) if seat in win.values else ""


def short_value(score: ClassicalScore) -> str:
    return in_unit(score.total, "points")


def value_words(score: ClassicalScore) -> str:
    total = short_value(score)
    if score.limits:
        return gettext("limit hand: %(total)s") % {"total": total}
    if not score.doubles:
        return total
    pattern = ngettext(
        "%(points)s points, doubled once: %(total)s",
        "%(points)s points, doubled %(doubles)s times: %(total)s",
        score.doubles,
    )
    return pattern % {
        "points": whole(score.points),
        "doubles": score.doubles,
        "total": total,
    }
