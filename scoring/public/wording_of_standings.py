"""Sentences on standings, and on the gaps between places."""

from __future__ import annotations

from django.utils.translation import gettext as _

from scoring.standings.criteria_columns import amount_in, name_in_sentence
from scoring.standings.cut_line import FromLine
from scoring.standings.gaps_to_next_place import Gap
from scoring.standings.live_and_official_standings import Board
from tournaments.web.list_wording import joined_sentences


def headline(board: Board) -> str:
    """Return sentences that describe the standings; "" if there is nothing to show."""
    return joined_sentences((_headline(board), _open_again(board)))


def _headline(board: Board) -> str:
    if board.final is not None:
        return _("Final standings.")
    planned = board.tournament.planned_rounds
    if board.is_live:
        return (
            _("Live, including round %(now)s. Official standings: after round %(n)s.")
            % {
                "now": max(board.live_rounds),
                "n": board.after,
            }
            if board.after
            else _("Live, including round %(now)s.") % {"now": max(board.live_rounds)}
        )
    if not board.after:
        if board.is_held_back or not board.rows:
            return ""
        return _("No rounds completed yet.")
    return _("Official, after round %(n)s of %(planned)s.") % {
        "n": board.after,
        "planned": max(planned, board.after),
    }


def _open_again(board: Board) -> str:
    """Return sentences on rounds that were reopened and do not count now; "" if there
    are none.
    """
    sentence = _(
        "Round %(n)s was reopened and does not count until it is closed again."
    )
    return joined_sentences(sentence % {"n": number} for number in board.open_again)


def from_cut_in_words(place: FromLine, ruleset: str, first: str) -> str:
    """Return a player's distance to the cut as text."""
    if place.gap is None:
        return _("tied at the cut")
    text = _("%(gap)s above the cut") if place.is_in else _("%(gap)s below the cut")
    return text % {"gap": gap_in_words(place.gap, ruleset, first)}


def gap_in_words(gap: Gap | None, ruleset: str, first: str) -> str:
    """Return a gap as text, in the unit of its criterion; "" without a gap.

    The name of the `first` criterion is left out.
    """
    if gap is None:
        return ""
    written = amount_in(gap.measure, gap.amount, ruleset).lstrip("+")
    if gap.measure == first:
        return written
    names = {
        "score": _("%(amount)s score points"),
        "table_points": _("%(amount)s points"),
    }
    text = names.get(gap.measure, _("%(amount)s %(criterion)s"))
    name = name_in_sentence(ruleset, gap.measure)
    return text % {"amount": written, "criterion": name}
