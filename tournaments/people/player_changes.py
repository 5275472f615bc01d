"""Change players: correct, withdraw, disqualify, restore and substitute them, and keep
two players apart."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Max, Min, Q, QuerySet
from django.utils.translation import gettext_noop as _
from django.utils.translation import ngettext

from tournaments.access.roles_and_permissions import Ability, has_ability
from tournaments.models import (
    NOT_BEGUN,
    NeverMeet,
    Person,
    Player,
    ShownAs,
    Team,
    Tournament,
)
from tournaments.people.identities import people_by_number
from tournaments.people.namesakes import mark_namesakes_of
from tournaments.people.persons_of_other_tournaments import PERSON
from tournaments.people.presence_in_rounds import reached, refuse_presence
from tournaments.people.public_names import logged_elsewhere
from tournaments.people.register_players import PlayerRow, register
from tournaments.people.substitutes import substitute
from tournaments.refusals import refusal
from tournaments.rounds.row_locks_and_finished_check import (
    lock_with_rounds,
    refuse_if_finished,
)
from tournaments.rounds.start_checks import refuse_read_only


@transaction.atomic
def correct(player: Player, row: PlayerRow, *, director: User) -> None:
    """Replace the data of a player by `row`. The player number does not change. The
    differences are logged.

    Name, country, club and EMA number belong to the person in all tournaments. Raises
    Refused in these cases:

    - The person's data would change, but the person also plays in a tournament that
      `director` does not direct.
    - Another person has the EMA number.
    - The first or last round contradicts rounds played.
    - A house player would get a team, a group, a fixed table or a last round.
    """
    tournament = lock_with_rounds(player.tournament)
    persons = Person.objects.select_for_update(no_key=True)
    person = persons.get(pk=player.person_id)
    if player.is_filler:
        _refuse_for_house_player(row)
    changes = _differences(person, {name: getattr(row, name) for name in PERSON})
    if changes:
        refuse_elsewhere(person, director)
        _refuse_number_of_another(tournament, person, row.ema_number, director)
        _change(person, changes)
        mark_namesakes_of([person])
        player.refresh_from_db(fields=["has_namesake", "has_public_namesake"])
    registration_changes = _differences(
        player,
        {
            "group": row.group,
            "categories": row.categories,
            "fixed_table": row.fixed_table,
            "first_round": row.first_round or 1,
            "last_round": row.last_round,
            "is_substitute": row.is_substitute,
            "shown_as": row.shown_as,
        },
    )
    if registration_changes.keys() & {"first_round", "last_round"}:
        refuse_presence(reached(tournament), row.first_round or 1, row.last_round)
        _refuse_before_played(player, row.first_round or 1, row.last_round)
    with logged_elsewhere(tournament, [person], by=director.get_username()):
        _change(player, registration_changes)
    changes |= registration_changes
    old_team = player.team.name if player.team else ""
    if old_team != row.team:
        changes["team"] = [old_team, row.team]
        player.team = _team(tournament, row.team)
        player.save(update_fields=["team"])
    if changes:
        tournament.record(
            "player_corrected",
            by=director.get_username(),
            number=player.number,
            changes=changes,
        )


@transaction.atomic
def show_as(player: Player, shown_as: str, *, by: str) -> None:
    """Change a player's public name. Raises Refused for an unknown choice, and in an
    archived or binned tournament."""
    if shown_as not in ShownAs.values:
        raise refusal("unknown_way", _("Choose your public name."), "shown_as")
    tournament = lock_with_rounds(player.tournament)
    refuse_read_only(tournament)
    player.refresh_from_db(fields=["shown_as"])
    if changes := _differences(player, {"shown_as": shown_as}):
        with logged_elsewhere(tournament, [player.person], by=by):
            _change(player, changes)
        player.person.refresh_from_db(fields=["shown_as"])
        tournament.record(
            "player_corrected", by=by, number=player.number, changes=changes
        )


@transaction.atomic
def withdraw(player: Player, last_round: int, *, by: str, reason: str) -> None:
    """Withdraw a player after round `last_round` (0: before round 1).

    Played rounds remain. Seats in later rounds remain until seating is generated again
    or repaired. Raises Refused for a house player, if the player has played after
    `last_round`, or if the player would miss no round.
    """
    tournament = lock_with_rounds(player.tournament)
    if player.is_filler:
        raise refusal(
            "house_player",
            _("House players cannot withdraw. Generate the seating again."),
        )
    rounds = reached(tournament).rounds
    if last_round >= rounds:
        raise refusal(
            "misses_nothing",
            ngettext(
                "This tournament has only %(rounds)s round, so no round would be "
                "missed.",
                "This tournament has only %(rounds)s rounds, so no round would be "
                "missed.",
                rounds,
            ),
            "last_round",
            rounds=rounds,
        )
    _refuse_before_played(player, 1, last_round)
    _change(player, {"last_round": [player.last_round, last_round]})
    tournament.record(
        "left", by=by, reason=reason, number=player.number, after=last_round
    )


@transaction.atomic
def take_back(player: Player, *, by: str, reason: str) -> None:
    """Restore a withdrawn player for all remaining rounds. Raises Refused if the player
    is not withdrawn."""
    tournament = lock_with_rounds(player.tournament)
    player.refresh_from_db(fields=["last_round"])
    if player.last_round is None:
        raise refusal(
            "not_withdrawn", _("%(name)s is not withdrawn."), name=str(player)
        )
    _change(player, {"last_round": [player.last_round, None]})
    tournament.record("came_back", by=by, reason=reason, number=player.number)


@transaction.atomic
def disqualify(player: Player, *, by: str, reason: str) -> None:
    """Disqualify a player: all table points of the tournament count as 0, and the
    player is ranked last. The player is also withdrawn from remaining rounds.

    Raises Refused for house players and substitutes, who are not ranked, if the player
    is already disqualified, and in a finished tournament.
    """
    tournament = lock_with_rounds(player.tournament)
    refuse_if_finished(tournament)
    player.refresh_from_db()
    if player.is_filler or player.is_substitute:
        raise refusal(
            "not_ranked",
            _("%(name)s is not ranked. Withdraw the player instead."),
            name=str(player),
        )
    if player.is_disqualified:
        raise refusal(
            "disqualified", _("%(name)s is already disqualified."), name=str(player)
        )
    changes: dict[str, list[object]] = {"is_disqualified": [False, True]}
    now = reached(tournament)
    plays_on = player.last_round is None or player.last_round > now.begun
    if plays_on and now.begun < now.rounds:
        changes["last_round"] = [player.last_round, now.begun]
    _change(player, changes)
    tournament.record("disqualified", by=by, reason=reason, number=player.number)


@transaction.atomic
def undo_disqualification(player: Player, *, by: str, reason: str) -> None:
    """Let a disqualified player's table points count again. A withdrawal remains.

    Raises Refused if the player is not disqualified, and in a finished tournament.
    """
    tournament = lock_with_rounds(player.tournament)
    refuse_if_finished(tournament)
    player.refresh_from_db(fields=["is_disqualified"])
    if not player.is_disqualified:
        raise refusal(
            "not_disqualified", _("%(name)s is not disqualified."), name=str(player)
        )
    _change(player, {"is_disqualified": [True, False]})
    tournament.record(
        "disqualification_undone", by=by, reason=reason, number=player.number
    )


@transaction.atomic
def substitute_newcomer(
    tournament: Tournament,
    old: Player,
    row: PlayerRow,
    first_round: int,
    *,
    by: str,
    reason: str,
    ranked: bool = False,
    account: User | None = None,
) -> Player:
    """Register a new player who takes over the seats of `old` from round `first_round`
    on. Return the new player.

    Raises Refused as `register` and `substitute` do; then neither change is made.
    """
    lock_with_rounds(tournament)
    [new] = register(tournament, [row], by=by, account=account)
    substitute(
        tournament,
        old,
        new,
        first_round,
        by=by,
        reason=reason,
        ranked=ranked,
        registered=True,
    )
    return new


@transaction.atomic
def keep_apart(one: Player, other: Player, *, by: str, reason: str) -> NeverMeet:
    """Keep two players apart in all seating that is generated from now on. Return the
    pair.

    Raises Refused if both are the same player, for a house player, or if the pair is
    already kept apart.
    """
    tournament = lock_with_rounds(one.tournament)
    if one.pk == other.pk:
        raise refusal(
            "same_player", _("Choose 2 different players."), "other", name=str(one)
        )
    for field, player in (("one", one), ("other", other)):
        if player.is_filler:
            raise refusal(
                "house_player",
                _("%(name)s is a house player and cannot be kept apart."),
                field,
                name=str(player),
            )
    if _pair(tournament, one, other).exists():
        raise refusal(
            "known_already",
            _("%(one)s and %(other)s are already kept apart."),
            "other",
            one=str(one),
            other=str(other),
        )
    first, second = sorted((one, other), key=lambda player: player.number)
    pair = NeverMeet.objects.create(
        tournament=tournament, one=first, other=second, reason=reason
    )
    tournament.record(
        "kept_apart", by=by, reason=reason, numbers=[first.number, second.number]
    )
    return pair


@transaction.atomic
def let_meet(tournament: Tournament, one: Player, other: Player, *, by: str) -> None:
    """Stop keeping two players apart. Raises Refused if they are not a pair to keep
    apart."""
    lock_with_rounds(tournament)
    deleted, _by_model = _pair(tournament, one, other).delete()
    if not deleted:
        raise refusal(
            "not_apart",
            _("%(one)s and %(other)s are no longer kept apart."),
            one=str(one),
            other=str(other),
        )
    numbers = sorted((one.number, other.number))
    tournament.record("let_meet", by=by, numbers=numbers)


def _pair(tournament: Tournament, one: Player, other: Player) -> QuerySet[NeverMeet]:
    pairs = NeverMeet.objects.filter(tournament=tournament)
    return pairs.filter(Q(one=one, other=other) | Q(one=other, other=one))


def _differences(
    thing: Person | Player, values: dict[str, object]
) -> dict[str, list[object]]:
    """Return {name: [old, new]} of the values that differ."""
    return {
        name: [old, new]
        for name, new in values.items()
        if (old := getattr(thing, name)) != new
    }


def _change(thing: Person | Player, changes: dict[str, list[object]]) -> None:
    for name, (_old, new) in changes.items():
        setattr(thing, name, new)
    if changes:
        thing.save(update_fields=list(changes))


def _refuse_for_house_player(row: PlayerRow) -> None:
    for field in ("team", "group", "categories", "fixed_table", "last_round"):
        if getattr(row, field):
            raise refusal(
                "house_player",
                _("A house player cannot have a team, group, category or fixed table."),
                field,
            )


def _refuse_before_played(player: Player, first: int, last: int | None) -> None:
    """Raise Refused if the player has played before round `first` or after round
    `last`. A round that has started counts as played."""
    played = player.seats.exclude(round__state__in=NOT_BEGUN).aggregate(
        first=Min("round__number"), last=Max("round__number")
    )
    if played["last"] is None:
        return
    for field, round_, contradicts in (
        ("first_round", played["first"], played["first"] < first),
        ("last_round", played["last"], last is not None and played["last"] > last),
    ):
        if contradicts:
            raise refusal(
                "played",
                _("%(name)s has a seat in round %(round)s, which has started."),
                field,
                name=str(player),
                round=round_,
            )


def refuse_elsewhere(person: Person, director: User) -> None:
    """Raise Refused if the person plays in a tournament that `director` does not
    direct, because the director may then not change the person's data."""
    if director.is_superuser:
        return
    directed = has_ability(director, Ability.PLAYERS, "tournament")
    if person.players.exclude(directed).exists():
        raise refusal(
            "plays_elsewhere",
            _(
                "%(name)s also plays in a tournament that you do not direct. You can "
                "only change data of this tournament."
            ),
            name=str(person),
        )


def _refuse_number_of_another(
    tournament: Tournament, person: Person, ema_number: str, director: User
) -> None:
    """Raise Refused if another person has the EMA number and is fully visible to the
    director.

    Other persons' names and numbers must not be revealed.
    """
    if ema_number in ("", person.ema_number):
        return
    people = people_by_number(director, tournament, [ema_number])
    for other in people.get(ema_number, ()):
        if other.in_full:
            raise refusal(
                "ema_number_taken",
                _("%(name)s already has this EMA number."),
                "ema_number",
                name=str(other),
            )


def _team(tournament: Tournament, name: str) -> Team | None:
    if not name:
        return None
    return Team.objects.get_or_create(tournament=tournament, name=name)[0]
