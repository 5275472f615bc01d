"""Confirm a table's result, dispute it, or settle a dispute.

Each function locks the game's row, as entering a hand does. A confirmation or dispute
is accepted only for the result after the last ledger entry. A correction therefore
makes earlier confirmations outdated without changing them.
"""

from __future__ import annotations

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_noop as _

from rules.ledger_entries import Gong
from scoring.models import Confirmation, Sheet
from scoring.wording.stored_reasons import PLAYER_CONFIRMS, Reason
from tournaments.access.authors_in_words import author_in_words
from tournaments.models import Game, Player, Round, RoundState
from tournaments.refusals import refusal
from tournaments.rounds.row_locks_and_finished_check import refuse_if_finished

CONFIRM, DISPUTE = Confirmation.Kind.CONFIRM, Confirmation.Kind.DISPUTE


@transaction.atomic
def confirm_as_player(
    game_id: int, player: Player, *, sequence: int, device: str = ""
) -> Confirmation:
    """Confirm the result after the ledger entry `sequence` as a player, and settle the
    player's disputes. Return the confirmation. Repeating it changes nothing. `device`:
    the table device used, "" for none.

    Raises Refused if nothing was entered, the round is closed, the ledger has new
    entries, play is not over, the player sits at another table, or the tournament is
    finished.
    """
    game = _locked_for_answer(game_id, sequence)
    _refuse_unless_seated(game, player)
    _refuse_unless_over(game)
    by = name_of(player, device)
    for dispute in _open_disputes(game).filter(player=player):
        _settle(game, dispute, by, PLAYER_CONFIRMS)
    earlier = _confirmations(game, sequence).filter(player=player).first()
    return earlier or _say(game, CONFIRM, sequence, by, player)


@transaction.atomic
def confirm_as_referee(game_id: int, *, sequence: int, by: str) -> Confirmation:
    """Confirm the result after the ledger entry `sequence` as a referee. Return the
    confirmation; an existing confirmation by a referee is kept.

    Raises Refused if nothing was entered, the round is closed, the ledger has new
    entries, play is not over, a dispute is open, this referee made the last entry, or
    the tournament is finished.
    """
    game = _locked_for_answer(game_id, sequence)
    _refuse_unless_over(game)
    if _open_disputes(game).exists():
        raise refusal(
            "in_dispute", _("This result is disputed. Resolve the dispute first.")
        )
    if by == author_of(game):
        raise refusal(
            "own_entry",
            _("You made the last entry here. Someone else must confirm it."),
        )
    earlier = _confirmations(game, sequence).filter(player=None).first()
    return earlier or _say(game, CONFIRM, sequence, by)


@transaction.atomic
def dispute(
    game_id: int, player: Player, *, sequence: int, text: str, device: str = ""
) -> Confirmation:
    """Dispute a result as a player, and return the dispute. Repeating the same text
    changes nothing. `device`: the table device used, "" for none.

    Raises Refused if nothing was entered, the round is closed, the ledger has new
    entries, the player sits at another table, the text is empty, the player has another
    open dispute, or the tournament is finished.
    """
    game = _locked_for_answer(game_id, sequence)
    _refuse_unless_seated(game, player)
    text = text.strip()
    if not text:
        raise refusal("no_text", _("Describe the mistake."), "text")
    if earlier := _open_disputes(game).filter(player=player).first():
        if earlier.text == text:
            return earlier
        raise refusal(
            "disputed_already",
            _("You have already disputed this result. A referee will look at it."),
            "text",
        )
    return _say(game, DISPUTE, sequence, name_of(player, device), player, text)


@transaction.atomic
def settle(dispute_id: int, *, by: str, answer: str) -> Confirmation:
    """Settle a dispute with a referee's answer, and return the dispute. If the result
    is not corrected, it then counts for everyone, including the player who disputed it.

    Raises Refused if the answer is empty, the dispute is already settled, or the
    tournament is finished.
    """
    disputed = Confirmation.objects.get(pk=dispute_id, kind=DISPUTE)
    game = _locked(disputed.game_id)
    disputed.refresh_from_db()
    if not answer.strip():
        raise refusal("no_answer", _("Enter how the dispute was resolved."), "answer")
    if disputed.settled_at:
        raise refusal(
            "settled_already",
            _("This dispute was already resolved by %(by)s."),
            by=author_in_words(disputed.settled_by),
        )
    return _settle(game, disputed, by, Reason(answer.strip()))


def name_of(player: Player, device: str = "") -> str:
    """Return a player's name for the log, including the table device used.

    No account can have such a name.
    """
    return (
        f"player {player.number} on {device}" if device else f"player {player.number}"
    )


def author_of(game: Game) -> str:
    """Return the author of the last entry at a table.

    Gongs are ignored. Return "" without an entry.
    """
    line = game.ledger.exclude(kind=Gong.kind).order_by("sequence").last()
    return line.by if line else ""


def _locked_for_answer(game_id: int, sequence: int) -> Game:
    """Return the game, locked for a confirmation or dispute.

    Raises Refused if the round is closed, `sequence` is not the last ledger entry,
    nothing was entered, or the tournament is finished.
    """
    game = _locked(game_id)
    if game.round.state == RoundState.CLOSED:
        raise refusal(
            "round_closed",
            _(
                "Round %(number)s is closed. Its results can no longer be confirmed or "
                "disputed here."
            ),
            number=game.round.number,
        )
    if sequence != game.sheet.sequence:
        raise refusal(
            "changed",
            _("This table has new entries or corrections. Reload the page."),
        )
    return game


def _locked(game_id: int) -> Game:
    """Return the game with its sheet, locked until the end of the transaction.

    Raises Refused if nothing was entered or the tournament is finished.
    """
    game = Game.objects.select_for_update().filter(pk=game_id).first()
    sheet = Sheet.objects.filter(game=game_id).first()
    if game is None or sheet is None:
        raise refusal("nothing_entered", _("Nothing has been entered here yet."))
    game.sheet = sheet
    game.round = Round.objects.select_related("tournament").get(pk=game.round_id)
    refuse_if_finished(game.round.tournament)
    return game


def _refuse_unless_seated(game: Game, player: Player) -> None:
    if not game.seats.filter(player=player).exists():
        raise refusal("not_at_table", _("You did not play at this table."))


def _refuse_unless_over(game: Game) -> None:
    if not game.sheet.over:
        raise refusal("not_over", _("The game at this table is not over."))


def _open_disputes(game: Game) -> QuerySet[Confirmation]:
    return game.confirmations.filter(kind=DISPUTE, settled_at=None)


def _confirmations(game: Game, sequence: int) -> QuerySet[Confirmation]:
    return game.confirmations.filter(kind=CONFIRM, sequence=sequence)


def _say(
    game: Game,
    kind: Confirmation.Kind,
    sequence: int,
    by: str,
    player: Player | None = None,
    text: str = "",
) -> Confirmation:
    answer = Confirmation.objects.create(
        game=game, player=player, sequence=sequence, kind=kind, text=text, by=by
    )
    event = "result_disputed" if kind == DISPUTE else "result_confirmed"
    _record(game, event, by, Reason(text), player)
    return answer


def _settle(
    game: Game, disputed: Confirmation, by: str, answer: Reason
) -> Confirmation:
    fields = {"settled_at": timezone.now(), "settled_by": by, **answer.as_answer}
    for name, value in fields.items():
        setattr(disputed, name, value)
    disputed.save(update_fields=list(fields))
    _record(game, "dispute_settled", by, answer, disputed.player)
    return disputed


def _record(
    game: Game, event: str, by: str, reason: Reason, player: Player | None
) -> None:
    game.record(
        event,
        by=by,
        reason=reason.text,
        number=player.number if player else None,
        sequence=game.sheet.sequence,
        **reason.in_log,
    )
