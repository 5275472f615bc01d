"""Hide the results of the last rounds of a tournament. They remain hidden if the number
of planned rounds changes."""

from __future__ import annotations

from django.db.models import Max
from django.utils.translation import gettext as _

from tournaments.models import NOT_BEGUN, Tournament


def hides_last_rounds(tournament: Tournament) -> bool:
    """Return whether results of the last rounds are hidden and not published yet."""
    return bool(tournament.secret_rounds) and tournament.told_at is None


def first_hidden_round(tournament: Tournament) -> int:
    """Return the number of the first round with hidden results."""
    return max(tournament.planned_rounds - tournament.secret_rounds, 0) + 1


def rounds_to_hide(tournament: Tournament, planned: int) -> int:
    """Return the number of last rounds to hide if there are `planned` rounds.

    Rounds that have started remain hidden or public: changing the number must neither
    publish hidden results nor hide published results.
    """
    secret, following = tournament.secret_rounds, _last_begun(tournament) + 1
    first = min(first_hidden_round(tournament), following)
    if not secret or min(max(planned - secret, 0) + 1, following) == first:
        return secret
    return max(planned + 1 - first, 0)


def plan_rounds(tournament: Tournament, planned: int, *, by: str) -> None:
    """Set the number of planned rounds. Hidden results remain hidden.

    Must be called in a transaction that has locked the tournament.
    """
    current = Tournament.objects.get(pk=tournament.pk)
    before, secret = current.secret_rounds, rounds_to_hide(current, planned)
    tournament.planned_rounds, tournament.secret_rounds = planned, secret
    tournament.save(update_fields=["planned_rounds", "secret_rounds"])
    if secret != before:
        changes = {"secret_rounds": [before, secret]}
        tournament.record("settings_changed", by=by, changes=changes)


def seating_reveals_warning(tournament: Tournament, number: int) -> str:
    """Return a warning that seating this round by standings would reveal hidden
    results. Otherwise return ""."""
    first = first_hidden_round(tournament)
    if (
        not hides_last_rounds(tournament)
        or min(number - 1, _last_begun(tournament)) < first
    ):
        return ""
    return _(
        "Results from round %(number)s onwards are hidden. Seating by standings "
        "would show who is ahead. Random seating would not."
    ) % {"number": first}


def _last_begun(tournament: Tournament) -> int:
    begun = tournament.rounds.exclude(state__in=NOT_BEGUN).aggregate(Max("number"))
    return begun["number__max"] or 0
