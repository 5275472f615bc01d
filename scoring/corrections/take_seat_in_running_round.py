"""Register a newcomer who takes a seat in a running round, and undo this.
Entries stay with the seat.

A substitute who takes over during the game gets an entry in the ledger. The rules then
decide the place at the table (`rules.absence_score_options.seats_placed_last`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from uuid import uuid4

from django.contrib.auth.models import User
from django.db import models, transaction
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop as noop

from rules.absence_score_options import SUBSTITUTE_LAST, Absence
from rules.ledger_entries import Substituted
from rules.winds import Wind
from scoring.ledger import gong_in_ledger, ledger_transaction, why_ledger_takes_nothing
from scoring.ledger.replay_with_unsaved_entry import Draft
from scoring.ledger.table_ledger import TableLedger
from scoring.models import Confirmation, LaidDeposit, LateHand
from scoring.standings import absence_results
from scoring.wording.stored_reasons import UNDONE_AT_TABLE
from tournaments.models import (
    NOT_BEGUN,
    CheckIn,
    CheckInState,
    Game,
    LogEvent,
    Player,
    Seat,
    Tournament,
)
from tournaments.people import register_players
from tournaments.people.namesakes import mark_namesakes
from tournaments.people.register_players import PlayerRow
from tournaments.refusals import Refused, refusal
from tournaments.rounds.row_locks_and_finished_check import lock_with_rounds
from tournaments.rounds.stages.stage_and_group_players import (
    give_places_back,
    take_over_places,
)

#: Kinds of the log entries.
TAKEN, GIVEN_BACK = "seat_taken", "seat_given_back"

#: Fields of the previous player that change.
CHANGED = ("last_round", "away_rounds")


class PlaysAs(models.TextChoices):
    """Role of a player who joins a running round: substitute or extra player."""

    THIS_ROUND = "this_round", _("Substitute in this round, not ranked")
    TO_THE_END = "to_the_end", _("Substitute until the end, not ranked")
    PLAYER = "player", _("Extra player, ranked from this round on")


class Since(models.TextChoices):
    """Time from which a newcomer sits at the table."""

    START = "start", _("Since the first hand")
    NOW = "now", _("From now on, because a player stopped during the game")


def free_number(tournament: Tournament) -> int:
    """Return the next free player number."""
    last = tournament.players.aggregate(last=models.Max("number"))["last"]
    return (last or 0) + 1


def seat_to_fill(game: Game) -> str:
    """Return the wind of the seat to suggest for a newcomer.

    It is the only seat of a player who is not checked in, otherwise the only seat of a
    house player; "" if there is no such seat.
    """
    seats = list(game.seats.select_related("player__check_in"))
    in_use = CheckIn.objects.filter(player__tournament=game.round.tournament_id)
    absent = [
        seat.wind
        for seat in seats
        if not seat.player.is_filler and not _is_here(seat.player)
    ]
    house = [seat.wind for seat in seats if seat.player.is_filler]
    for winds in (absent if absent and in_use.exists() else [], house):
        if len(winds) == 1:
            return winds[0]
    return ""


def _is_here(player: Player) -> bool:
    known = getattr(player, "check_in", None)
    return known is not None and known.state == CheckInState.HERE


def effects(
    game: Game, wind: str, plays_as: PlaysAs, *, during_the_game: bool = False
) -> list[str]:
    """Return sentences on the effects if a newcomer takes this seat.

    `during_the_game`: the newcomer takes over now. Raises Refused if the seat cannot be
    taken.
    """
    seat = _seat(game, wind)
    ledger = TableLedger.as_now(seat.game)
    _refuse(seat, ledger)
    if during_the_game:
        _refuse_ranked(plays_as)
    sentences = [
        *_of_previous(seat, plays_as),
        *_of_newcomer(seat, plays_as, during_the_game=during_the_game),
    ]
    if ledger.last_entered and not during_the_game:
        sentences.append(
            gettext("Hands already entered at this seat count for the new player.")
        )
    return sentences


def _of_previous(seat: Seat, plays_as: PlaysAs) -> Iterator[str]:
    """Yield the sentence on the previous player of the seat."""
    old, round_ = seat.player, seat.round
    facts: dict[str, object] = {"name": old, "round": round_.number}
    if old.is_filler:
        yield gettext("%(name)s no longer plays in round %(round)s.") % facts
        return
    fixed = absence_results.amounts_in_words(round_.tournament, Absence.MISSED)
    facts["amounts"] = fixed
    if plays_as == PlaysAs.TO_THE_END:
        message = (
            gettext(
                "%(name)s withdraws before round %(round)s. Each round missed counts "
                "as %(amounts)s."
            )
            if fixed
            else gettext(
                "%(name)s withdraws before round %(round)s. Missed rounds do not count."
            )
        )
    else:
        message = (
            gettext("%(name)s misses round %(round)s, which counts as %(amounts)s.")
            if fixed
            else gettext("%(name)s misses round %(round)s, which does not count.")
        )
    yield message % facts


def _of_newcomer(
    seat: Seat, plays_as: PlaysAs, *, during_the_game: bool
) -> Iterator[str]:
    """Yield sentences on the results of the newcomer."""
    tournament, round_ = seat.round.tournament, seat.round.number
    if during_the_game:
        yield _place_during_the_game(tournament)
        yield gettext("Statistics leave out this seat's hands in this game.")
    elif plays_as != PlaysAs.PLAYER:
        fixed = absence_results.amounts_in_words(tournament, Absence.SUBSTITUTE)
        if fixed:
            message = gettext(
                "The new player is not ranked. The round counts as %(amounts)s "
                "for the new player; the others at the table keep their results."
            )
            yield message % {"amounts": fixed}
        else:
            yield gettext(
                "The new player is not ranked. The others at the table keep their "
                "results."
            )
    if plays_as != PlaysAs.PLAYER:
        return
    missed = round_ - 1
    fixed = absence_results.amounts_in_words(tournament, Absence.MISSED)
    if not missed:
        yield gettext("The new player is ranked like everyone else.")
    elif fixed:
        message = ngettext(
            "The new player is ranked. %(count)s earlier round counts as %(amounts)s.",
            "The new player is ranked. Each of the %(count)s earlier rounds "
            "counts as %(amounts)s.",
            missed,
        )
        yield message % {"count": missed, "amounts": fixed}
    else:
        message = ngettext(
            "The new player is ranked without a result from %(count)s earlier round.",
            "The new player is ranked without results from %(count)s earlier rounds.",
            missed,
        )
        yield message % {"count": missed}
    yield gettext("Then repair the seating of later rounds.")


def _place_during_the_game(tournament: Tournament) -> str:
    """Return the sentence on the place of a substitute who takes over now."""
    if getattr(tournament.rules.options, SUBSTITUTE_LAST, False):
        return gettext(
            "The new player is not ranked and comes last at this table. The other "
            "players take the higher places."
        )
    return gettext(
        "The new player is not ranked. The other players do not move up at this table."
    )


def _start_is_not_stated() -> Refused:
    """Return the refusal of a newcomer whose first hand is not stated."""
    return refusal(
        "not_since_the_start",
        noop(
            "This table has entries. Choose whether the new player has sat there "
            "since the first hand."
        ),
        "since",
    )


@transaction.atomic
def take_seat(
    game_id: int,
    wind: str,
    row: PlayerRow,
    plays_as: PlaysAs,
    *,
    by: str,
    account: User | None = None,
    since_the_start: bool = False,
    during_the_game: bool = False,
) -> Player:
    """Register a newcomer, give them the seat at `wind`, and return the new player. The
    previous player misses the round. With `TO_THE_END`, the previous player is
    withdrawn, and the newcomer also gets the later seats.

    If there are entries, the newcomer must have sat there `since_the_start` or take
    over `during_the_game`. A player who takes over during a game is not ranked.

    Raises Refused if neither is stated, the round is not running, the player at the
    seat has confirmed or disputed the result, a conflict or late hand is undecided, or
    the player number is taken.
    """
    game = Game.objects.select_related("round__tournament").get(pk=game_id)
    round_ = game.round
    tournament = lock_with_rounds(round_.tournament)
    list(Game.objects.select_for_update().filter(pk=game.pk))
    seat = _seat(game, wind)
    ledger = TableLedger.as_now(seat.game)
    _refuse(seat, ledger)
    if during_the_game:
        _refuse_ranked(plays_as)
    elif ledger.last_entered and not since_the_start:
        raise _start_is_not_stated()
    old, number = seat.player, round_.number
    before = [getattr(old, name) for name in CHANGED]
    new = _register(tournament, row, number, plays_as, by=by, account=account)
    seats = [seat, *(_later(old, number) if plays_as == PlaysAs.TO_THE_END else ())]
    _give([seat.pk for seat in seats], game, old, new)
    if not old.is_filler:
        _miss(old, number, plays_as)
    take_over_places(old, new, number)
    if CheckIn.objects.filter(player__tournament=tournament).exists():
        CheckIn.objects.create(player=new, state=CheckInState.HERE, by=by)
    entry = _take_over(game, wind, by=by) if during_the_game else None
    tournament.record(
        TAKEN,
        by=by,
        round=number,
        table=game.table,
        wind=wind,
        old=old.number,
        new=new.number,
        plays_as=plays_as.value,
        rounds=[seat.round.number for seat in seats],
        before=before,
        entry=entry,
    )
    return new


@transaction.atomic
def give_seat_back(game_id: int, revision: int, *, by: str) -> Player:
    """Undo the log entry `TAKEN` with that revision, and return the player who gets the
    seat back. The newcomer is removed from the player list.

    Raises Refused if the log entry was undone, a later round of the newcomer has
    started, the seats have changed, or the seat cannot change for a reason given in
    `take_seat`.
    """
    game = Game.objects.select_related("round__tournament").get(pk=game_id)
    tournament = lock_with_rounds(game.round.tournament)
    list(Game.objects.select_for_update().filter(pk=game.pk))
    event = tournament.log.filter(kind=TAKEN, revision=revision).first()
    people = {player.number: player for player in tournament.players.all()}
    old, new = (
        people.get(event.data[key]) if event else None for key in ("old", "new")
    )
    if event is None or old is None or new is None:
        raise _nothing_to_undo()
    seat = _seat(game, event.data["wind"])
    _refuse(seat, TableLedger.as_now(seat.game))
    seats = list(Seat.objects.filter(player=new).select_related("round"))
    theirs = sorted(seat.round.number for seat in seats)
    if seat.player_id != new.pk or theirs != sorted(event.data["rounds"]):
        raise _nothing_to_undo()
    _give([seat.pk for seat in seats], game, new, old)
    _take_over_back(game, event.data.get("entry"), by=by)
    for name, value in zip(CHANGED, event.data["before"], strict=True):
        setattr(old, name, value)
    old.save(update_fields=CHANGED)
    give_places_back(new, game.round.number)
    gone = {new.number: str(new)}
    new.delete()
    mark_namesakes(tournament)
    tournament.record(
        GIVEN_BACK,
        by=by,
        round=game.round.number,
        table=game.table,
        old=old.number,
        new=event.data["new"],
        undoes=revision,
        gone=gone,
    )
    return old


def taken_at(game: Game) -> list[LogEvent]:
    """Return the log entries of seats taken at this table that can be undone, latest
    first."""
    events = game.round.tournament.log.filter(
        kind__in=(TAKEN, GIVEN_BACK),
        data__round=game.round.number,
        data__table=game.table,
    )
    undone = {event.data.get("undoes") for event in events}
    return [
        event
        for event in events
        if event.kind == TAKEN and event.revision not in undone
    ]


def _register(
    tournament: Tournament,
    row: PlayerRow,
    round_: int,
    plays_as: PlaysAs,
    *,
    by: str,
    account: User | None,
) -> Player:
    """Register the newcomer for the rounds to play, and return the player."""
    own = PlayerRow(
        last_name=row.last_name,
        first_name=row.first_name,
        number=row.number,
        first_round=round_,
        last_round=round_ if plays_as == PlaysAs.THIS_ROUND else None,
        is_substitute=plays_as != PlaysAs.PLAYER,
    )
    [new] = register_players.register(tournament, [own], by=by, account=account)
    return new


def _seat(game: Game, wind: str) -> Seat:
    """Return the seat at that wind, with player and game.

    Raises Refused if the table has no such seat.
    """
    seats = Seat.objects.filter(game=game, wind=wind)
    seat = seats.select_related("game__round__tournament", "round", "player__person")
    if (one := seat.first()) is None:
        raise refusal("no_seat", noop("Choose a seat at this table."), "wind")
    one.round.tournament = game.round.tournament
    return one


def _refuse_ranked(plays_as: PlaysAs) -> None:
    """Raise Refused for a ranked player, because a player who takes over during a game
    is not ranked.
    """
    if plays_as == PlaysAs.PLAYER:
        raise refusal(
            "ranked_during_the_game",
            noop("Only a substitute can take over during a game. Choose substitute."),
            "plays_as",
        )


def _refuse(seat: Seat, ledger: TableLedger) -> None:
    """Raise Refused if the player of this seat cannot change now: the round is not
    running, a hand has two versions or waits for a referee, or the player has confirmed
    or disputed the result.
    """
    why_ledger_takes_nothing.refuse_before_the_start(ledger)
    if not seat.round.is_open:
        raise refusal(
            "round_not_open",
            noop("Round %(number)s is closed. Its seats cannot change."),
            number=seat.round.number,
        )
    why_ledger_takes_nothing.refuse_while_versions_wait(ledger)
    if LateHand.objects.filter(game=seat.game, decision="", line=None).exists():
        raise refusal(
            "late_hand_waits",
            noop("Table %(table)s has a late hand. Decide first whether it counts."),
            table=seat.game.table,
        )
    if Confirmation.objects.filter(game=seat.game, player=seat.player).exists():
        raise refusal(
            "result_confirmed",
            noop(
                "%(name)s has already confirmed or disputed the result of this table."
            ),
            "wind",
            name=str(seat.player),
        )


def _later(old: Player, number: int) -> Sequence[Seat]:
    """Return the player's seats in later rounds that have not started, by round."""
    seats = old.seats.filter(round__number__gt=number, round__state__in=NOT_BEGUN)
    return list(seats.select_related("round").order_by("round__number"))


def _give(seats: Sequence[int], game: Game, old: Player, new: Player) -> None:
    """Move these seats to the new player, and the old player's riichi sticks at the
    table.
    """
    Seat.objects.filter(pk__in=seats).update(player=new)
    LaidDeposit.objects.filter(game=game, player=old).update(player=new)


def _take_over(game: Game, wind: str, *, by: str) -> int:
    """Enter in the ledger that a substitute took over, and return the number of the
    entry."""
    ledger = gong_in_ledger.open_now(game.pk)
    draft = ledger.draft(Substituted(Wind(wind)))
    key = f"substituted/{uuid4()}"
    return ledger_transaction.append(
        ledger, draft, device_key=key, by=by
    ).entry.sequence


def _take_over_back(game: Game, sequence: int | None, *, by: str) -> None:
    """Retract the ledger entry of a substitute.

    Do nothing if the entry no longer counts.
    """
    ledger = gong_in_ledger.open_now(game.pk)
    for line in [line for line in ledger.live if line.sequence == sequence]:
        draft = Draft.instead_of(line, None, UNDONE_AT_TABLE)
        key = f"substituted/{uuid4()}"
        ledger_transaction.append(ledger, draft, device_key=key, by=by)


def _miss(old: Player, number: int, plays_as: PlaysAs) -> None:
    """Mark the round as missed.

    With `TO_THE_END`, withdraw the player before the round.
    """
    if plays_as == PlaysAs.TO_THE_END:
        old.last_round = min(number - 1, old.last_round or number)
    elif old.plays(number):
        old.away = [*old.away, number]
    old.save(update_fields=CHANGED)


def _nothing_to_undo() -> Exception:
    return refusal(
        "seats_changed",
        noop(
            "You cannot undo this, because the seats at this table have changed. "
            "Repair the seating instead."
        ),
    )
