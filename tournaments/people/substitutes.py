"""Transfer a player's seats to a substitute, and undo this."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext_noop as _

from tournaments.models import NOT_BEGUN, LogEvent, Player, Seat, Tournament
from tournaments.people.namesakes import mark_namesakes
from tournaments.refusals import refusal
from tournaments.rounds.row_locks_and_finished_check import lock_with_rounds
from tournaments.rounds.stages.stage_and_group_players import (
    give_places_back,
    take_over_places,
)

#: Fields of both players that a substitution changes.
CHANGED = ("first_round", "last_round", "is_substitute")


@transaction.atomic
def substitute(
    tournament: Tournament,
    old: Player,
    new: Player,
    first_round: int,
    *,
    by: str,
    reason: str,
    ranked: bool = False,
    registered: bool = False,
) -> list[int]:
    """Transfer the seats of `old` from round `first_round` on to `new`. Return the
    numbers of the changed rounds.

    `old` withdraws after the previous round, and `new` plays from `first_round` on.
    `ranked`: `new` is ranked; players who have played before are always ranked.
    `registered`: `new` was registered for this substitution, and is removed if it is
    undone.

    Raises Refused if one of these rounds has started with `old`, if `new` is `old` or
    already has a seat in one of them, or if `old` has no seat there.
    """
    lock_with_rounds(tournament)
    for player in (old, new):
        player.refresh_from_db(fields=CHANGED)
    seats = seats_to_take(tournament, old, new, first_round)
    before = [[getattr(player, name) for name in CHANGED] for player in (old, new)]
    Seat.objects.filter(pk__in=[seat.pk for seat in seats]).update(player=new)
    _change_presence(old, new, first_round)
    _rank(new, first_round, ranked=ranked)
    take_over_places(old, new, first_round)
    numbers = [seat.round.number for seat in seats]
    tournament.record(
        "substituted",
        by=by,
        reason=reason,
        old=old.number,
        new=new.number,
        rounds=numbers,
        before=before,
        registered=registered,
    )
    return numbers


def substitution_of(player: Player) -> LogEvent | None:
    """Return the log entry of the player's last substitution, as either player; None if
    there is none, it was undone, or one of the players was removed since then."""
    log = player.tournament.log.filter(
        kind__in=["substituted", "substitution_taken_back"]
    )
    events = log.filter(Q(data__old=player.number) | Q(data__new=player.number))
    last = events.first()
    if last is None or last.kind != "substituted" or "before" not in last.data:
        return None
    # Another player may have the number of a removed player.
    gone = Q(data__gone__has_key=str(last.data["old"]))
    gone |= Q(data__gone__has_key=str(last.data["new"]))
    if player.tournament.log.filter(gone, pk__gt=last.pk).exists():
        return None
    return last


@transaction.atomic
def take_back(
    tournament: Tournament, player: Player, *, by: str, reason: str
) -> Player:
    """Undo the last substitution of `player`, and return the player who gets the seats
    back.

    Both players return to their state before the substitution. A substitute who was
    registered only for this substitution is removed. Raises Refused if there is no
    substitution, if one of its rounds has started, or if its seats have changed since
    then.
    """
    lock_with_rounds(tournament)
    event = substitution_of(player)
    if event is None:
        raise refusal("no_substitution", _("There is no substitution to undo."))
    people = {player.number: player for player in tournament.players.all()}
    old, new = people.get(event.data["old"]), people.get(event.data["new"])
    if old is None or new is None:
        raise refusal("no_substitution", _("There is no substitution to undo."))
    seats = _still_theirs(old, new, event.data["rounds"])
    Seat.objects.filter(pk__in=[seat.pk for seat in seats]).update(player=old)
    for player, before in zip((old, new), event.data["before"], strict=True):
        for name, value in zip(CHANGED, before, strict=True):
            setattr(player, name, value)
        player.save(update_fields=CHANGED)
    give_places_back(new, min(event.data["rounds"]))
    removed = event.data["registered"] and not new.seats.exists()
    gone = {new.number: str(new)} if removed else {}
    if removed:
        new.delete()
        mark_namesakes(tournament)
    tournament.record(
        "substitution_taken_back",
        by=by,
        reason=reason,
        old=old.number,
        new=event.data["new"],
        rounds=event.data["rounds"],
        removed=removed,
        gone=gone,
    )
    return old


def _still_theirs(old: Player, new: Player, rounds: Sequence[int]) -> list[Seat]:
    """Return the seats of `new` in these rounds, which `old` can get back. Raises
    Refused as `take_back` does."""
    seats = Seat.objects.filter(
        round__tournament=old.tournament_id, round__number__in=rounds
    ).select_related("round")
    new_seats = [seat for seat in seats if seat.player_id == new.pk]
    for seat in new_seats:
        if seat.round.state not in NOT_BEGUN:
            raise refusal(
                "round_started",
                _(
                    "Round %(round)s has started. %(old)s can return from the next "
                    "round."
                ),
                round=seat.round.number,
                old=str(old),
            )
    if len(new_seats) < len(rounds) or any(seat.player_id == old.pk for seat in seats):
        raise refusal(
            "seats_changed",
            _(
                "The seating of these rounds has changed since then. Repair the "
                "seating instead."
            ),
        )
    return new_seats


def seats_to_take(
    tournament: Tournament, old: Player, new: Player | None, first_round: int
) -> list[Seat]:
    """Return the seats of `old` from round `first_round` on, which `new` can take.

    `new` is None for a player who is not registered yet. Raises Refused as `substitute`
    does.
    """
    if new and old.pk == new.pk:
        raise refusal("same_player", _("Choose another player as substitute."), "new")
    seats = list(
        Seat.objects.filter(
            round__tournament=tournament,
            round__number__gte=first_round,
            player__in=[old, new] if new else [old],
        )
        .select_related("round", "game", "player__person")
        .order_by("round__number")
    )
    old_seats = [seat for seat in seats if seat.player_id == old.pk]
    _refuse_substitute(
        old_seats, [seat for seat in seats if seat.player_id != old.pk], old
    )
    return old_seats


def _rank(new: Player, first_round: int, *, ranked: bool) -> None:
    """Set whether the substitute is ranked. House players are never ranked; players who
    have played before always are."""
    if new.is_filler or new.seats.filter(round__number__lt=first_round).exists():
        return
    new.is_substitute = not ranked
    new.save(update_fields=["is_substitute"])


def _refuse_substitute(
    old_seats: Sequence[Seat], new_seats: Sequence[Seat], old: Player
) -> None:
    if not old_seats:
        raise refusal(
            "no_seat", _("%(name)s has no seat in these rounds."), name=str(old)
        )
    for seat in old_seats:
        if seat.round.state not in NOT_BEGUN:
            raise refusal(
                "round_started",
                _("Round %(round)s has started."),
                "first_round",
                round=seat.round.number,
            )
    for seat in new_seats:
        raise refusal(
            "seated_already",
            _("%(name)s already has a seat in round %(round)s."),
            "new",
            name=str(seat.player),
            round=seat.round.number,
        )


def _change_presence(old: Player, new: Player, first_round: int) -> None:
    """Set the first and last rounds of both players after `new` took over the seats.
    House players are always present."""
    had_left = old.last_round is not None and old.last_round < first_round
    if not new.is_filler:
        if not new.seats.filter(round__number__lt=first_round).exists():
            new.first_round = first_round
        if not old.is_filler and not had_left:
            new.last_round = old.last_round
        elif new.last_round is not None and new.last_round < first_round:
            new.last_round = None
        new.save(update_fields=["first_round", "last_round"])
    if not old.is_filler and not had_left:
        old.last_round = first_round - 1
        old.save(update_fields=["last_round"])
