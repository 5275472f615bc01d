"""Wins, draws and false wins of each ruleset, said in the reader's language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules.classical import Win as ClassicalWin
from rules.classical.entries import FalseMahjong, Misnamed
from rules.entries import Entry, FalseWin, Washout
from rules.hong_kong.entries import Claim
from rules.hong_kong.entries import Win as HongKongWin
from rules.mcr import Win as McrWin
from rules.riichi import Riichi
from rules.riichi.entries import (
    AbortiveDraw,
    Chombo,
    ExhaustiveDraw,
    Value,
    Winner,
)
from rules.riichi.entries import Win as RiichiWin
from rules.riichi.points import YAKUMAN
from rules.winds import WINDS, Wind
from scoring.entry_forms.riichi import REASONS
from scoring.entry_forms.riichi_values import LIMIT_NAMES
from tournaments.templatetags.prevailing import table_points

#: What the seats are called: a player's name, or anything else that fits.
Names = Mapping[Wind, object]


def of_hand(entry: Entry, names: Names) -> str | None:
    """What happened in a hand; None for an entry that is about none."""
    match entry:
        case McrWin():
            return _mcr_win(entry, names)
        case HongKongWin():
            return _hong_kong_win(entry, names)
        case ClassicalWin():
            return _classical_win(entry, names)
        case RiichiWin():
            return _riichi_win(entry, names)
    return _of_no_win(entry, names)


def joined(*sentences: str) -> str:
    """One text of the sentences that say something."""
    return " ".join(sentence for sentence in sentences if sentence)


def _of_no_win(entry: Entry, names: Names) -> str | None:
    match entry:
        case Washout():
            return _("Washout: nobody won.")
        case ExhaustiveDraw():
            return _exhaustive_draw(entry, names)
        case AbortiveDraw():
            words = _("Abortive draw: %(reason)s.") % {"reason": REASONS[entry.reason]}
            return joined(words, _riichi(entry.riichi, names))
        case Misnamed():
            return _misnamed(entry, names)
        case FalseWin():
            return _false_win(entry, names)
    return None


def _false_win(entry: FalseWin, names: Names) -> str:
    match entry:
        case Chombo():
            return _chombo(entry, names)
        case FalseMahjong():
            return _("False mahjong by %(names)s.") % {
                "names": _all(entry.offenders, names)
            }
    return _("False win by %(name)s.") % {"name": names[entry.seat]}


def _chombo(chombo: Chombo, names: Names) -> str:
    """With the final points it takes, where those are known."""
    if not chombo.after_uma:
        return _("Chombo by %(name)s.") % {"name": names[chombo.seat]}
    return _("Chombo by %(name)s: %(points)s final points.") % {
        "name": names[chombo.seat],
        "points": table_points(chombo.final_points, Riichi.id),
    }


def _misnamed(entry: Misnamed, names: Names) -> str:
    words = {
        "chow": _("%(name)s misnamed a discard that %(claimant)s claimed for a chow."),
        "pung": _("%(name)s misnamed a discard that %(claimant)s claimed for a pung."),
        "kong": _("%(name)s misnamed a discard that %(claimant)s claimed for a kong."),
        "win": _("%(name)s misnamed a discard that %(claimant)s claimed to win."),
    }
    return words[entry.claimed_for] % {
        "name": names[entry.seat],
        "claimant": names[entry.claimant],
    }


def _mcr_win(win: McrWin, names: Names) -> str:
    known = win.hand is None or win.points > 0
    value = _("%(points)s fan") % {"points": win.points} if known else ""
    words = _wins(win.winner, win.discarder, value, names)
    return joined(words, _("Chicken Hand.") if win.chicken else "")


def _hong_kong_win(win: HongKongWin, names: Names) -> str:
    claims = " ".join(_claim(claim, win.discarder, names) for claim in win.claims)
    robbed = any(claim.robbed_kong for claim in win.claims)
    return joined(claims, _("Robbing a kong.") if robbed else "")


def _claim(claim: Claim, discarder: Wind | None, names: Names) -> str:
    value = _("%(faan)s faan") % {"faan": claim.faan} if _valued(claim) else ""
    guarantor = ""
    if claim.guarantor:
        guarantor = _("%(name)s pays for all.") % {"name": names[claim.guarantor]}
    return joined(_wins(claim.winner, discarder, value, names), guarantor)


def _valued(claim: Claim) -> bool:
    """Whether the faan are known: before its replay those of tiles are not."""
    return claim.hand is None or claim.faan > 0


def _classical_win(win: ClassicalWin, names: Names) -> str:
    value = _points(win.values[win.winner]) if win.winner in win.values else ""
    sentences = [_wins(win.winner, win.discarder, value, names)]
    others = [
        f"{names[seat]} {win.values[seat]}"
        for seat in WINDS
        if seat is not win.winner and seat in win.values
    ]
    if others:
        sentences.append(_("The others: %(values)s.") % {"values": ", ".join(others)})
    if win.pays_for_all:
        sentences.append(
            _("%(name)s pays for all.") % {"name": names[win.pays_for_all]}
        )
    return joined(*sentences)


def _points(points: int) -> str:
    words = ngettext("%(points)s point", "%(points)s points", points)
    return words % {"points": points}


def _riichi_win(win: RiichiWin, names: Names) -> str:
    winners = (_winner(winner, win.discarder, names) for winner in win.winners)
    return joined(*winners, _riichi(win.riichi, names))


def _winner(winner: Winner, discarder: Wind | None, names: Names) -> str:
    words = _wins(winner.seat, discarder, _riichi_value(winner.value), names)
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
    return _points(value.points) if value.points else ""


def _exhaustive_draw(draw: ExhaustiveDraw, names: Names) -> str:
    tenpai = _("The wall ended; nobody is tenpai.")
    if draw.tenpai:
        tenpai = _("The wall ended; tenpai: %(names)s.") % {
            "names": _all(draw.tenpai, names)
        }
    nagashi = ""
    if draw.nagashi:
        nagashi = _("Nagashi: %(names)s.") % {"names": _all(draw.nagashi, names)}
    return joined(tenpai, nagashi, _riichi(draw.riichi, names))


def _riichi(seats: Iterable[Wind], names: Names) -> str:
    named = _all(seats, names)
    return _("Riichi: %(names)s.") % {"names": named} if named else ""


def _wins(winner: Wind, discarder: Wind | None, value: str, names: Names) -> str:
    """Who won how much from whom; `value` "": by tiles, not counted here."""
    facts = {
        "winner": names[winner],
        "value": value or _("by the tiles"),
        "discarder": names[discarder] if discarder else "",
    }
    if discarder is None:
        return _("%(winner)s wins %(value)s, self-drawn.") % facts
    return _("%(winner)s wins %(value)s from %(discarder)s.") % facts


def _all(seats: Iterable[Wind], names: Names) -> str:
    return ", ".join(str(names[seat]) for seat in seats)
