"""The consequences of a penalty or false win before it is saved: payments, whether the
hand continues, and the next dealer.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from django.utils.translation import gettext as _

from rules.ledger_entries import FalseWin, Penalty
from rules.ruleset_and_table_state import Line, Settlement, TableState
from rules.winds import Wind
from scoring.ledger.replay_with_unsaved_entry import Preview
from scoring.standings.penalty_effects import PointsEffect
from tournaments.web.list_wording import (
    joined_sentences,
    joined_with_commas,
    within_sentence,
)
from tournaments.web.number_wording import whole


def consequence(
    preview: Preview, names: Mapping[Wind, str], points: tuple[PointsEffect, ...]
) -> str:
    """Return sentences on the consequences of a penalty or false win; "" for other
    entries.

    `points`: effects on the points that decide places.
    """
    line = preview.line
    if line is None or not isinstance(line.entry, FalseWin | Penalty):
        return ""
    sentences = [
        *_payments(line.settlement, names),
        *_points_lost(points),
        _next_hand(line, preview.after, names),
    ]
    return joined_sentences(sentences)


def _payments(settlement: Settlement, names: Mapping[Wind, str]) -> Iterator[str]:
    for payer in dict.fromkeys(payment.payer for payment in settlement.payments):
        own = [paid for paid in settlement.payments if paid.payer is payer]
        if payer is None:
            continue
        shares = [f"{names[p.payee]} {whole(p.amount)}" for p in own if p.payee]
        if shares:
            yield _("%(name)s pays: %(shares)s.") % {
                "name": names[payer],
                "shares": joined_with_commas(shares),
            }
        if lost := sum(paid.amount for paid in own if not paid.payee):
            yield _("%(name)s loses %(points)s.") % {
                "name": names[payer],
                "points": whole(lost),
            }


def _points_lost(effects: tuple[PointsEffect, ...]) -> Iterator[str]:
    for effect in effects:
        for change in effect.changes:
            if change.difference:
                yield _("%(name)s: %(points)s (%(criterion)s).") % {
                    "name": change.seat.player,
                    "points": change.difference,
                    "criterion": within_sentence(effect.measure),
                }


def _next_hand(line: Line, after: TableState, names: Mapping[Wind, str]) -> str:
    """Return a sentence on whether the hand continues, and on the next dealer.

    Return "" if the entry is not the last one, or if play is over.
    """
    if after.over or after.lines[-1] != line:
        return ""
    now, then = line.before, after.position
    if not line.settlement.ends_hand:
        return _("The hand continues, and %(dealer)s stays dealer.") % {
            "dealer": names[then.dealer]
        }
    if replace(now, hand=then.hand) == then:
        return _("The hand is replayed, and %(dealer)s deals again.") % {
            "dealer": names[then.dealer]
        }
    if now.dealer is then.dealer:
        return _("The hand is over, and %(dealer)s deals again.") % {
            "dealer": names[then.dealer]
        }
    return _("The hand is over, and %(dealer)s deals next.") % {
        "dealer": names[then.dealer]
    }
