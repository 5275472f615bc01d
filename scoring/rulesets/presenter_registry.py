"""The presenters of the rulesets, by the ruleset's id."""

from __future__ import annotations

from typing import cast

from rules.ledger_entries import FalseWin
from scoring.rulesets.classical import ClassicalPresenter
from scoring.rulesets.hong_kong import HongKongPresenter
from scoring.rulesets.mcr import McrPresenter
from scoring.rulesets.presenter import AnyPresenter, Presenter, R, S
from scoring.rulesets.riichi import RiichiPresenter
from tournaments.tournament_setup.offered_rulesets_and_presets import (
    ServedRuleset,
    serve,
)

#: By the ruleset's id, in the order in which they are offered.
PRESENTERS: dict[str, AnyPresenter] = {}


def register(presenter: Presenter[R, S]) -> None:
    """Let the pages know a ruleset by its presenter, and offer it to tournaments."""
    PRESENTERS[presenter.id] = cast(AnyPresenter, presenter)
    serve(
        ServedRuleset(
            presenter.id,
            presenter.presets,
            presenter.tie_breaks,
            starts_with_points=presenter.starts_with_points,
            has_final_points=presenter.has_final_points,
        )
    )


register(McrPresenter())
register(HongKongPresenter())
register(ClassicalPresenter())
register(RiichiPresenter())


def presenter_of(ruleset: str) -> AnyPresenter:
    """The presenter of the ruleset with this id. Raises KeyError for another id."""
    return PRESENTERS[ruleset]


def false_win_kinds() -> set[str]:
    """The kinds of entry that are a false win in some ruleset."""
    return {FalseWin.kind} | {each.false_win.kind for each in PRESENTERS.values()}


def declaration_kinds() -> set[str]:
    """The kinds of entry that a player declares while a hand is played."""
    forms = (each.declaration for each in PRESENTERS.values())
    return {form.key for form in forms if form}


def deposit_reasons() -> set[str]:
    """The reasons of payments to and from the table in some ruleset."""
    return {why for each in PRESENTERS.values() for why in each.deposit_reasons}


def presenter_or_first(ruleset: str) -> AnyPresenter:
    """The presenter of the ruleset with this id; the first where the id is none, so
    that the rest of what somebody sent can still be read."""
    return PRESENTERS.get(ruleset) or next(iter(PRESENTERS.values()))
