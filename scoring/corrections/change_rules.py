"""Change the rules of a tournament and recompute all its tables."""

from __future__ import annotations

from collections.abc import Mapping

from django.db import transaction
from django.utils.translation import gettext_noop as _

from rules.faults import Fault
from rules.ledger_entries import RulesChanged
from scoring.corrections.replay_by_changed_rules import Recounted
from scoring.corrections.rule_change_effects import Effect, effect_of
from scoring.ledger.replay_with_unsaved_entry import Draft
from scoring.ledger.table_ledger import TableLedger, write_all
from scoring.wording.stored_reasons import Reason
from tournaments.models import Tournament
from tournaments.refusals import Refused, refusal
from tournaments.rounds.row_locks_and_finished_check import (
    lock_with_tables,
    refuse_if_finished,
)
from tournaments.rounds.start_checks import refuse_read_only


class PreviewOutdated(Refused):
    """The effect differs from the one that the user saw.

    `effect`: the current effect.
    """

    def __init__(self, effect: Effect) -> None:
        message = _("The effect has changed since this preview. Check it again.")
        super().__init__(Fault("seen_otherwise", message))
        self.effect = effect


@transaction.atomic
def change_rules(
    tournament: Tournament,
    options: Mapping[str, object],
    *,
    by: str,
    reason: str = "",
    seen: str = "",
) -> Effect:
    """Change the options, recompute all tables and return the effect. Changing back
    restores the former results.

    `seen`: fingerprint of the effect shown to the user. `seen` and `reason` are
    required only if there are entries. Each table whose result changes gets a ledger
    entry, which makes its confirmations outdated. Closed rounds stay closed. The number
    of queries does not depend on the number of hands.

    Raises RuleError for unknown options. Raises Refused if nothing changes, an entry is
    invalid under the new rules, the reason is missing, or the tournament is finished or
    archived. Raises PreviewOutdated if the effect has changed.
    """
    current = lock_with_tables(tournament)
    refuse_read_only(current)
    refuse_if_finished(current)
    effect = effect_of(current, options)
    if effect.wanted == current.rules.options:
        raise refusal("no_change", _("These are the current rules. Nothing changes."))
    if effect.obstacles:
        raise refusal("impossible", _("Some entries are invalid under these rules."))
    if effect.is_needed and seen != effect.fingerprint:
        raise PreviewOutdated(effect)
    if effect.is_needed and not reason.strip():
        raise refusal("no_reason", _("Enter a reason for the change."), "reason")
    former = current.rules.options.changes()
    tournament.options = effect.wanted.changes()
    tournament.save(update_fields=["options"])
    _write(effect.recounted, former, by=by, reason=reason)
    tournament.record(
        "rules_changed",
        by=by,
        reason=reason.strip(),
        ruleset=tournament.ruleset,
        changes={
            change.name: [change.before, change.after] for change in effect.options
        },
        tables=len(effect.tables),
        places=effect.places,
        closed=effect.closed_rounds,
        confirmed=[
            [table.game.round.number, table.game.table] for table in effect.confirmed
        ],
    )
    return effect


def _write(
    recounted: tuple[Recounted, ...],
    former: Mapping[str, object],
    *,
    by: str,
    reason: str,
) -> None:
    """Write the rule change, and the end of play where needed, to each ledger that must
    record them. Store the new results. `former`: the options before the change.
    """
    logged = [table for table in recounted if table.is_logged]
    changed = RulesChanged(former)
    why = Reason(reason.strip())
    lines = [(table.ledger, _line(table.ledger, changed, why)) for table in logged]
    write_all([(ledger, draft, _key(ledger)) for ledger, draft in lines], by=by)
    ends = [(table.ledger, table.ends) for table in logged if table.ends]
    write_all(
        [(ledger, ledger.draft(end, why), _key(ledger)) for ledger, end in ends], by=by
    )


def _line(ledger: TableLedger, changed: RulesChanged, why: Reason) -> Draft:
    """Return a draft of the rule change for the current hand."""
    return Draft(changed, ledger.state.position.hand, settles_hand=False, reason=why)


def _key(ledger: TableLedger) -> str:
    """Return a device key that no other entry has and no device creates."""
    return f"rules/{ledger.game.pk}/{len(ledger.lines) + 1}"
