"""Content of the table's pages, except the score sheet. Reads only."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext

from rules.hands_after_gong import fact_to_confirm
from rules.winds import Wind
from scoring.corrections import conflicting_hands
from scoring.corrections.undo_by_table_device import why_not_by_device
from scoring.entry_forms.next_hand_offline import hands_ahead
from scoring.entry_forms.payments_offline import payment_table
from scoring.ledger import late_hands
from scoring.ledger.table_ledger import TableLedger
from scoring.models import LedgerEntry
from scoring.rulesets.any_ruleset.hand_and_ruling_forms import false_win_ends_hand
from scoring.rulesets.presenter_registry import presenter_of
from scoring.table import score_sheet
from scoring.table.stale_form_notice import FormNews, form_news, stage_of
from scoring.wording import ledger_entry_wording
from tournaments.models import Game, RoundState, Seat
from tournaments.rounds.referee_calls import AT_THE_TABLES, open_call
from tournaments.web.form_fields_and_types import Context
from tournaments.web.request_types_and_form_faults import new_device_key

Seats = Mapping[Wind, Seat]


def table_page(ledger: TableLedger) -> Context:
    """Return the content of the whole page: score sheet and entry form."""
    game = ledger.game
    return {
        **sheet_and_entry_part(ledger),
        "conflicts": SimpleLazyObject(
            lambda: conflicting_hands.waiting(game, names_of(game))
        ),
        "late_hands": SimpleLazyObject(
            lambda: late_hands.waiting(game, names_of(game))
        ),
        "flagged_hands": SimpleLazyObject(
            lambda: late_hands.flagged(game, names_of(game))
        ),
        "refused_hands": SimpleLazyObject(
            lambda: late_hands.refused(game, names_of(game))
        ),
        "call": SimpleLazyObject(partial(open_call, game)),
        "may_call": game.round.state in AT_THE_TABLES,
    }


def sheet_part(ledger: TableLedger) -> dict[str, object]:
    """Return the content of the score sheet."""
    return {
        **score_sheet.sheet_of(ledger),
        "newest": ledger.last_entered,
        "lines_written": len(ledger.lines),
        "read_at": ledger.read_at,
        "own_change": ledger.game.round.tournament.revision,
    }


def entry_part(ledger: TableLedger) -> Context:
    """Return the content of the hand entry part."""
    return score_sheet.standing_of(ledger) | _entry_of(ledger)


def sheet_and_entry_part(ledger: TableLedger) -> Context:
    """Return the content of score sheet and entry form, for responses with both."""
    return sheet_part(ledger) | _entry_of(ledger)


def _entry_of(ledger: TableLedger) -> Context:
    """Return the content of the hand entry part without the state of play."""
    game, state = ledger.game, ledger.state
    round_ = game.round
    word = fact_to_confirm(state) if round_.is_open else None
    may_enter = round_.is_open and (state.over is None or word is not None)
    return {
        "tournament": round_.tournament,
        "may_enter": may_enter,
        "payments": partial(payment_table, round_.tournament, state.position),
        "ahead": partial(hands_ahead, round_.tournament, state),
        "word_needed": word,
        "stage": stage_of(ledger, may_enter=may_enter, needs_word=word is not None),
        "may_rule": round_.is_open or round_.state == RoundState.CLOSED,
        "false_win_apart": not false_win_ends_hand(ledger.rules),
        "declares": presenter_of(ledger.rules.id).asks_declarations(ledger.rules),
    }


def news_of_form(
    ledger: TableLedger, shown: Mapping[str, object], stage: str
) -> dict[str, FormNews | None]:
    """Return the notice for the form on the page, as template context. It is None if
    the form can be saved as usual.

    `shown`: the form's `hand` and `stage`, and `ahead` if the device has later hands.
    """
    return {
        "form_news": form_news(
            ledger,
            str(shown.get("hand", "")),
            str(shown.get("stage", "")),
            now=stage,
            names=names_of(ledger.game),
            ahead="ahead" in shown,
        )
    }


def undo_of(ledger: TableLedger, *, is_new: bool = False) -> dict[str, object]:
    """Return the content of an undo: the entry that can be undone, and texts on it and
    on the entry that the undo restores; {} if there is no entry. `is_new`: this request
    has written the entry.
    """
    line = ledger.last_entered
    if line is None:
        return {}
    names = ledger.names_for(line, names_of(ledger.game))
    before = ledger.before_correction(line)
    return {
        "undo": line,
        "undo_words": ledger_entry_wording.of_entry(ledger.completed(line), names),
        "undo_restores": ledger_entry_wording.of_entry(before, names) if before else "",
        "undo_refusal": SimpleLazyObject(
            lambda: gettext(why_not_by_device(ledger, line, is_new=is_new))
        ),
        "undo_key": new_device_key(),
    }


def names_of(game: Game) -> dict[Wind, str]:
    return {wind: str(seat.player) for wind, seat in game.seats_by_wind().items()}


def winds_at(line: LedgerEntry, ledger: TableLedger) -> list[tuple[Seat, Wind]]:
    """Return each seat with its wind in the hand of an entry. The entry must count."""
    seats = ledger.game.seats_by_wind()
    position = ledger.state.lines[ledger.live.index(line)].before
    return [(seats[seat], position.winds[seat]) for seat in position.seats]
