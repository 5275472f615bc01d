"""Registry of the rulesets' presenters, by ruleset id."""

from __future__ import annotations

from typing import cast

from rules.ledger_entries import FalseWin
from scoring.rulesets.classical import ClassicalPresenter
from scoring.rulesets.hong_kong import HongKongPresenter
from scoring.rulesets.mcr import McrPresenter
from scoring.rulesets.presenter import AnyPresenter, Presenter, R, S
from scoring.rulesets.riichi import RiichiPresenter
from scoring.rulesets.sanma import SanmaPresenter
from scoring.rulesets.zung_jung import ZungJungPresenter
from tournaments.tournament_setup.offered_rulesets_and_presets import (
    TABLE_POINTS,
    ServedRuleset,
    serve,
)

#: Presenters by ruleset id, in the order in which the rulesets are offered.
PRESENTERS: dict[str, AnyPresenter] = {}


def register(presenter: Presenter[R, S]) -> None:
    """Register a ruleset's presenter, and offer the ruleset for tournaments."""
    PRESENTERS[presenter.id] = cast(AnyPresenter, presenter)
    points = presenter.measure_words.get("table_points")
    serve(
        ServedRuleset(
            presenter.id,
            presenter.presets,
            presenter.tie_breaks,
            starts_with_points=presenter.starts_with_points,
            has_final_points=presenter.has_final_points,
            points_name=points.name if points else TABLE_POINTS,
        )
    )


register(McrPresenter())
register(HongKongPresenter())
register(ClassicalPresenter())
register(RiichiPresenter())
register(ZungJungPresenter())
register(SanmaPresenter())


def presenter_of(ruleset: str) -> AnyPresenter:
    """Return the presenter of the ruleset with this id. Raises KeyError for an unknown
    id.
    """
    return PRESENTERS[ruleset]


def false_win_kinds() -> set[str]:
    """Return the kinds of entries that are false wins in any ruleset."""
    return {FalseWin.kind} | {
        presenter.false_win.kind for presenter in PRESENTERS.values()
    }


def declaration_kinds() -> set[str]:
    """Return the kinds of entries with which players declare something during
    a hand.
    """
    forms = (presenter.declaration for presenter in PRESENTERS.values())
    return {form.key for form in forms if form}


def deposit_reasons() -> set[str]:
    """Return the reasons for paying riichi sticks to and from the table in
    any ruleset.
    """
    return {
        why for presenter in PRESENTERS.values() for why in presenter.deposit_reasons
    }


def presenter_or_first(ruleset: str) -> AnyPresenter:
    """Return the presenter of the ruleset with this id.

    An unknown id gives the first presenter, so that the rest of a form or file can be
    read.
    """
    return PRESENTERS.get(ruleset) or next(iter(PRESENTERS.values()))
