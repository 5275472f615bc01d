"""Ledger entries as text in the user's language: wins, draws, penalties and rulings."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rules.kitty_and_goulash import EXTRA_HAND, GOULASH_POOL, KITTY
from rules.ledger_entries import (
    CANCELLED,
    Entry,
    FalseWin,
    Follow,
    Gong,
    Penalty,
    PlayEnded,
    Reseat,
    RulesChanged,
    Substituted,
    Target,
    Totals,
    Washout,
)
from rules.ruleset_and_table_state import Ending, Line
from rules.winds import WINDS, Scores, Wind
from scoring.rulesets.any_ruleset.outcome_and_counter_words import Names, joined
from scoring.rulesets.presenter_registry import PRESENTERS
from tournaments.templatetags.score_figures import signed
from tournaments.web.list_wording import joined_with_commas
from tournaments.web.wind_names import wind_name


def of_hand(entry: Entry, names: Names) -> str | None:
    """Return a sentence on the outcome of a hand; None for other entries.

    All rulesets are tried, because each ruleset has its own entry classes.
    """
    for presenter in PRESENTERS.values():
        if sentence := presenter.outcome(entry, names):
            return sentence
    match entry:
        case Washout():
            return _("Draw: no winner.")
        case FalseWin():
            return _("False win by %(name)s.") % {"name": names[entry.seat]}
    return None


#: Reasons of payments shared by rulesets, other than the win itself.
SHARED_PAYMENTS: Mapping[str, Promise] = {
    "winners_settle": gettext_lazy("between winners"),
    # Translators: a payment for consecutive wins of the dealer.
    EXTRA_HAND: gettext_lazy("wins in a row"),
    KITTY: gettext_lazy("the kitty"),
    GOULASH_POOL: gettext_lazy("goulash deal"),
    FalseWin.kind: gettext_lazy("false win"),
    Penalty.kind: gettext_lazy("penalty"),
}


def of_entry(entry: Entry, names: Names) -> str:
    """Return a sentence on an entry."""
    if sentence := of_hand(entry, names):
        return sentence
    match entry:
        case Penalty():
            return _penalty(entry, names)
        case Reseat():
            return _reseat(entry, names)
        case Totals():
            return _("Paper totals: %(points)s.") % {
                "points": _points(entry.scores, names, everyone=True)
            }
        case Substituted():
            return _("%(name)s took over as a substitute during the game.") % {
                "name": names[entry.seat]
            }
        case RulesChanged():
            return _("The rules changed. The new rules apply to the whole game.")
        case Gong():
            return of_gong(entry)
        case PlayEnded():
            return _play_ended(entry)
    raise TypeError(f"no words for {entry!r}")


def _play_ended(entry: PlayEnded) -> str:
    if entry.why == CANCELLED:
        return _("A referee cancelled this game. It does not count.")
    if entry.why == "ruling":
        return _("A referee ended play.")
    return _("Play ended at the gong, with no hand in progress.")


def of_line(line: Line, names: Names) -> str:
    """Return a sentence on a replayed entry, and on the dead hands that it caused."""
    sentence = of_entry(line.entry, names)
    if isinstance(line.entry, Penalty):
        return sentence
    dead = line.settlement.dead
    return joined(
        sentence, *(_("Dead hand: %(name)s.") % {"name": names[s]} for s in dead)
    )


def of_gong(gong: Gong) -> str:
    if gong.policy == "stop_at_once":
        return _("Gong: the hand in progress does not count.")
    if gong.policy == "finish_hand_plus_one":
        return _("Gong: finish this hand and play one more.")
    return _("Gong: finish the hand in progress.")


def of_ending(ending: Ending | str) -> str:
    """Return a sentence on why play at a table is over."""
    return {
        Ending.ALL_HANDS: _("All hands are played."),
        Ending.TIME: _("Game over: time is up."),
        Ending.TOTALS: _("Game over: paper totals were entered."),
        Ending.RULING: _("Game over: ended by a referee."),
        Ending.CANCELLED: _("A referee cancelled this game. It does not count."),
        Ending.TARGET: _("Game over: a player reached the target score."),
        Ending.EXTENSION_OVER: _("Game over: the extra round is over."),
        Ending.BANKRUPT: _("Game over: a player has too few points to continue."),
        Ending.DEALER_STOP: _("Game over: the dealer leads and ends the game."),
    }[Ending(ending)]


def of_payment(reason: str) -> str:
    """Return the reason of a payment as text; "" for the win itself.

    All rulesets are tried, because each ruleset has its own reasons.
    """
    for texts in (SHARED_PAYMENTS, *(p.payment_words for p in PRESENTERS.values())):
        if reason in texts:
            return str(texts[reason])
    return ""


def _penalty(entry: Penalty, names: Names) -> str:
    """Return sentences on a penalty: the dead hand and the points, or a warning."""
    costs = any(entry.amounts.values())
    dead = ""
    if entry.dead_hand:
        dead = _("Dead hand: %(name)s.") % {"name": names[entry.dead_hand]}
    elif not costs and entry.offender:
        return _("Warning: %(name)s.") % {"name": names[entry.offender]}
    fine = _fine(entry, names) if costs else ""
    return joined(dead, fine)


def _fine(entry: Penalty, names: Names) -> str:
    patterns = {
        Target.SCORE: _("Penalty: %(points)s."),
        Target.TABLE_POINTS: _("Penalty (table points): %(points)s."),
        Target.OVERALL: _("Penalty (total in the standings): %(points)s."),
    }
    return patterns[entry.target] % {"points": _points(entry.amounts, names)}


def _reseat(entry: Reseat, names: Names) -> str:
    """Return a sentence on where the players really sat. `names`: by actual seat."""
    players = joined_with_commas(
        _("%(name)s as %(sat)s instead of %(was)s")
        % {"name": names[sat], "sat": wind_name(sat), "was": wind_name(was)}
        for was, sat in entry.seats.items()
        if was is not sat
    )
    patterns = {
        Follow.PLAYERS: _("Actual seats: %(players)s. Entries move with the players."),
        Follow.SEATS: _("Actual seats: %(players)s. Entries stay with the seats."),
    }
    sentence = patterns[entry.follow] % {"players": players} if players else ""
    return joined(sentence, *(_from_table(sat, at) for sat, at in entry.tables.items()))


def _from_table(sat: Wind, table: int) -> str:
    pattern = _(
        "A player recorded at table %(table)s sat as %(sat)s. Entries for that seat "
        "belong to this player."
    )
    return pattern % {"sat": wind_name(sat), "table": table}


def _points(points: Scores, names: Names, *, everyone: bool = False) -> str:
    return joined_with_commas(
        f"{names[seat]} {signed(points[seat])}"
        for seat in WINDS
        if seat in names and (everyone or points[seat])
    )
