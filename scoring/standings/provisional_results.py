"""Sentences on whether results are final, for printouts and downloads.

Results of a round are final if it is closed; standings are final if the tournament is
finished. Until then, all files and printouts state which results they include. Reads
only.
"""

from __future__ import annotations

from django.db.models import Count, Q, QuerySet
from django.utils.translation import gettext as _

from tournaments.models import OPEN_STATES, Round, RoundState, Tournament
from tournaments.web.list_wording import joined_sentences


def has_open_round(tournament: Tournament, number: int = 0) -> bool:
    """Return whether a round is in progress: any round, or the round with
    this number.
    """
    return _rounds(tournament, number).filter(state__in=OPEN_STATES).exists()


def round_in_words(round_: Round) -> str:
    """Return a sentence saying that the results of a round may change, and how many
    tables have finished; "" if the round is not in progress.
    """
    return rounds_in_words(round_.tournament, round_.number)


def rounds_in_words(tournament: Tournament, number: int = 0) -> str:
    """Return the sentences of `round_in_words` for all open rounds, or for the round
    with this number.
    """
    open_rounds = _rounds(tournament, number).filter(state__in=OPEN_STATES)
    counts = open_rounds.annotate(
        tables=Count("games"),
        over=Count("games", filter=Q(games__sheet__over__gt="")),
    )
    pattern = _(
        "Provisional: round %(round)s is in progress. %(over)s of "
        "%(tables)s tables have finished."
    )
    return joined_sentences(
        pattern % {"round": number, "over": over, "tables": tables}
        for number, over, tables in counts.values_list("number", "over", "tables")
    )


def standings_in_words(tournament: Tournament, after: int | None = None) -> str:
    """Return sentences saying that the standings may change, with the rounds and games
    included.

    `after`: last round included, None for the last closed round. Return "" if the
    tournament is finished or no round was played.
    """
    if tournament.is_finished:
        return ""
    closed = tournament.rounds.filter(state=RoundState.CLOSED).order_by("number")
    if after is not None:
        closed = closed.filter(number__lte=after)
    counted = closed.annotate(counted=Count("games"))
    rounds = list(counted.values_list("number", "counted"))
    if not rounds:
        return rounds_in_words(tournament)
    sentences = _(
        "Provisional: after round %(after)s of %(planned)s (games counted: %(games)s). "
        "The tournament is not finished."
    ) % {
        "after": rounds[-1][0],
        "planned": max(tournament.planned_rounds, rounds[-1][0]),
        "games": sum(games for _number, games in rounds),
    }
    return joined_sentences([sentences, rounds_in_words(tournament)])


def _rounds(tournament: Tournament, number: int) -> QuerySet[Round]:
    rounds = tournament.rounds.order_by("number")
    return rounds.filter(number=number) if number else rounds
