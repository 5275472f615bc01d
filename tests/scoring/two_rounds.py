"""Helpers for the rounds of `closed_round` and `second_round`."""

from __future__ import annotations

from tournaments.models import Round, RoundState

LATER_FOUR = {"E": 60, "S": 20, "W": -30, "N": -50}


def close(round_):
    Round.objects.filter(pk=round_.pk).update(
        state=RoundState.CLOSED, ends_at=None, mark_at=None
    )


def table(round_, number):
    return round_.games.select_related("round__tournament").get(table=number)
