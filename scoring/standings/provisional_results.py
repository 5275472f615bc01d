"""Sentences on whether results are final, for prints and downloads.

Results of a round are final when it is closed, standings when the tournament is
finished. Until then everything that leaves the program states what was counted. Reads
only.
"""

from __future__ import annotations

from django.db.models import Count, Q, QuerySet
from django.utils.translation import gettext as _

from tournaments.models import OPEN_STATES, Round, RoundState, Tournament


def has_open_round(tournament: Tournament, number: int = 0) -> bool:
    """Return whether any round, or the one of that number, is in progress."""
    return _rounds(tournament, number).filter(state__in=OPEN_STATES).exists()


def round_in_words(round_: Round) -> str:
    """Return a sentence that the results of a round may change, with the number of
    finished tables; "" if it is not in progress."""
    return rounds_in_words(round_.tournament, round_.number)


def rounds_in_words(tournament: Tournament, number: int = 0) -> str:
    """Return the sentences of `round_in_words` for each open round, or for one."""
    found = _rounds(tournament, number).filter(state__in=OPEN_STATES)
    counts = found.annotate(
        tables=Count("sessions"),
        over=Count("sessions", filter=Q(sessions__sheet__over__gt="")),
    )
    words = _(
        "Provisional: round %(round)s is in progress. %(over)s of "
        "%(tables)s tables have finished."
    )
    return " ".join(
        words % {"round": number, "over": over, "tables": tables}
        for number, over, tables in counts.values_list("number", "over", "tables")
    )


def standings_in_words(tournament: Tournament, after: int | None = None) -> str:
    """Return sentences that the standings (after a round, or the last closed one) may
    change, with the rounds and tables counted; "" if the tournament is finished or no
    round was played."""
    if tournament.is_finished:
        return ""
    closed = tournament.rounds.filter(state=RoundState.CLOSED).order_by("number")
    if after is not None:
        closed = closed.filter(number__lte=after)
    counted = closed.annotate(tables=Count("sessions"))
    rounds = list(counted.values_list("number", "tables"))
    if not rounds:
        return rounds_in_words(tournament)
    words = _(
        "Provisional: after round %(after)s of %(planned)s, with %(tables)s tables. "
        "The tournament is not finished."
    ) % {
        "after": rounds[-1][0],
        "planned": max(tournament.planned_rounds, rounds[-1][0]),
        "tables": sum(tables for _number, tables in rounds),
    }
    return " ".join(filter(None, [words, rounds_in_words(tournament)]))


def _rounds(tournament: Tournament, number: int) -> QuerySet[Round]:
    rounds = tournament.rounds.order_by("number")
    return rounds.filter(number=number) if number else rounds
