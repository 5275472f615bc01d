"""Confirm and reopen seating drafts, and remove unused seating."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import count

from django.db import transaction
from django.db.models import F, Max
from django.utils import translation
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from rules.translation_marks import listed
from tournaments.models import (
    NOT_BEGUN,
    Draw,
    DrawState,
    Person,
    Player,
    RoundState,
    Tournament,
)
from tournaments.refusals import Refused, refusal
from tournaments.rounds import seat_rounds_and_exchange_seats
from tournaments.rounds.outdated_seating_marks import (
    Marker,
    keep_or_refuse,
)
from tournaments.rounds.row_locks_and_finished_check import (
    lock_with_rounds,
    refuse_if_finished,
)
from tournaments.rounds.seating_files import TableRow
from tournaments.rounds.tournament_table_sizes import refuse_sizes
from tournaments.seating import seating_plan
from tournaments.seating.seating_plan import Plan
from tournaments.seating_drafts import edit_draft
from tournaments.seating_drafts.draft_state_and_judgement import (
    change_state,
    plan_of,
    unchanged,
)
from tournaments.seating_drafts.edit_draft import Change
from tournaments.seating_drafts.submit_draft import repairs_beside


@transaction.atomic
def confirm(draw: Draw, *, version: int | None = None, keep: str = "", by: str) -> Draw:
    """Save the seating of the rounds of a draft, and return the draft. The seating
    remains hidden until a director shows it.

    `keep` is the reason to use the draft although its standings have changed. House
    players are registered as needed. The other choices of a repair are discarded,
    unless they were edited. Confirmed drafts that no round uses are discarded too.

    Raises Refused if a round is shown or has started, a seated player is absent, or the
    draft has changed since `version`. It is also raised if the standings of the draft
    have changed and `keep` is "".
    """
    tournament = draw.tournament
    _lock(tournament)
    current = unchanged(draw, version)
    plan = plan_of(current)
    _refuse_shown(current)
    _refuse_sizes(current, plan)
    if mark := Marker(tournament).of_draw(current):
        keep_or_refuse([mark], keep, by=by)
    new_fillers = _register_fillers(current, plan)
    players = {player.number: player for player in tournament.players.all()}
    _refuse_absent(current, plan, players)
    for number, round_ in zip(current.round_numbers, plan, strict=True):
        tables = [
            TableRow(number, table, tuple(people))
            for table, people in _open_tables(round_)
        ]
        seat_rounds_and_exchange_seats.replace_round(
            tournament, number, tables, players, current
        )
    others = [one.pk for one in repairs_beside(current) if one.pk != current.pk]
    current = change_state(current, (DrawState.DRAFT,), DrawState.CONFIRMED)
    Draw.objects.filter(pk__in=others, edits=[]).update(state=DrawState.DISCARDED)
    replaced = _discard_without_rounds(tournament)
    _forget_idle_fillers(tournament)
    tournament.record(
        "draw_confirmed",
        by=by,
        draw=current.number,
        rounds=[*current.round_numbers],
        fillers=new_fillers,
        replaced=replaced,
    )
    return current


@transaction.atomic
def reopen(draw: Draw, *, by: str, reason: str) -> Draw:
    """Make a confirmed draft editable again, delete the seating of its rounds, and
    return the draft.

    Raises Refused if a round of the draft is shown or has started.
    """
    tournament = draw.tournament
    _lock(tournament)
    rounds = tournament.rounds.filter(draw=draw)
    shown = rounds.exclude(state=RoundState.DRAFT).order_by("number").first()
    if shown:
        raise _shown(shown.number, RoundState(shown.state))
    current = change_state(
        draw, (DrawState.CONFIRMED,), DrawState.DRAFT, version=F("version") + 1
    )
    numbers = list(rounds.values_list("number", flat=True))
    rounds.delete()
    _forget_idle_fillers(tournament)
    tournament.record(
        "draw_reopened", by=by, reason=reason, draw=current.number, rounds=numbers
    )
    return current


@transaction.atomic
def change_confirmed(
    draw: Draw, change: Change, *, version: int, reason: str, by: str
) -> Draw:
    """Change a confirmed draft and confirm it again, in one transaction. Return the
    draft.

    Raises Refused if a round is shown or has started, the change is impossible, or the
    seating has changed since `version`.
    """
    reopened = reopen(draw, by=by, reason=reason)
    if reopened.version != version + 1:
        raise refusal("draft_changed", _("The draft has changed. Reload the page."))
    changed = edit_draft.make(
        reopened, change, version=reopened.version, reason=reason, by=by
    )
    return confirm(changed, version=changed.version, keep=reason, by=by)


def idle_rounds(tournament: Tournament) -> list[int]:
    """Return the numbers of the last rounds whose seating has never been shown, in
    order. The result is empty if the seating of the last round has been shown."""
    shown = tournament.rounds.exclude(state=RoundState.DRAFT)
    last = shown.aggregate(last=Max("number"))["last"] or 0
    idle = tournament.rounds.filter(number__gt=last).order_by("number")
    return list(idle.values_list("number", flat=True))


@transaction.atomic
def leave_out(tournament: Tournament, *, by: str) -> list[int]:
    """Delete the seating of the last rounds that were never shown. Return the numbers
    of these rounds.

    A tournament that ends early needs this, because a plan cannot be reopened after its
    first round has started. Raises Refused if there is no such round or the tournament
    is finished.
    """
    _lock(tournament)
    numbers = idle_rounds(tournament)
    if not numbers:
        raise refusal(
            "no_idle_rounds", _("The seating of every round is already visible.")
        )
    tournament.rounds.filter(number__in=numbers).delete()
    _discard_without_rounds(tournament)
    _forget_idle_fillers(tournament)
    tournament.record("rounds_left_out", by=by, rounds=numbers)
    return numbers


def _open_tables(round_: seating_plan.Round) -> Iterator[tuple[int, list[int]]]:
    """Yield the number and the player numbers of each table that has players.

    After a repair has closed a table, the other tables keep their numbers.
    """
    for table, chairs in enumerate(round_, start=1):
        if people := seating_plan.seated(chairs):
            yield table, people


def _lock(tournament: Tournament) -> None:
    """Lock the drafts, the rounds and the tournament, in this order. Raises Refused if
    the tournament is finished."""
    list(tournament.draws.select_for_update().order_by("pk").values("pk"))
    refuse_if_finished(lock_with_rounds(tournament))


def _refuse_shown(draw: Draw) -> None:
    rounds = draw.tournament.rounds.filter(number__in=draw.round_numbers)
    for round_ in rounds.exclude(state=RoundState.DRAFT).order_by("number"):
        raise _shown(round_.number, RoundState(round_.state))


def _shown(number: int, state: RoundState) -> Refused:
    if state in NOT_BEGUN:
        return refusal(
            "round_shown",
            _("The seating of round %(round)s is already visible. Unpublish it first."),
            round=number,
        )
    return refusal(
        "round_started",
        _("Round %(round)s has started. Its seating cannot change."),
        round=number,
    )


def _refuse_sizes(draw: Draw, plan: Plan) -> None:
    for number, round_ in zip(draw.round_numbers, plan, strict=True):
        sizes = {table: len(people) for table, people in _open_tables(round_)}
        refuse_sizes(draw.tournament, number, sizes)


def _refuse_absent(draw: Draw, plan: Plan, players: Mapping[int, Player]) -> None:
    for number, round_ in zip(draw.round_numbers, plan, strict=True):
        absent = sorted(
            start
            for table in round_
            for start in seating_plan.seated(table)
            if start not in players or not players[start].plays(number)
        )
        if absent:
            raise refusal(
                "not_there",
                _(
                    "Round %(round)s seats absent players: %(who)s. Replace them or "
                    "generate the seating again."
                ),
                round=number,
                who=listed(
                    f"{start} {players.get(start, '')}".strip() for start in absent
                ),
            )


def _register_fillers(draw: Draw, plan: Plan) -> list[int]:
    """Register the draft's new house players. Return the numbers of the new house
    players.

    Raises Refused if another player has one of the numbers since the draft was made.
    """
    tournament = draw.tournament
    wanted = [
        number
        for number in seating_plan.players_in_plan(plan)
        if number in draw.fillers
    ]
    taken = dict(
        tournament.players.filter(number__in=wanted).values_list("number", "is_filler")
    )
    for number, is_filler in sorted(taken.items()):
        if not is_filler:
            raise refusal(
                "filler_number_taken",
                _(
                    "Player number %(number)s now belongs to another player. Generate "
                    "the seating again."
                ),
                number=number,
            )
    new = [number for number in wanted if number not in taken]
    players = tournament.players.filter(is_filler=True)
    used = set(players.values_list("person__last_name", flat=True))
    free = (place for place in map(str, count(1)) if place not in used)
    # Everyone reads the name, so it is in the tournament's language.
    with translation.override(tournament.first_language):
        name = gettext("House player")
    for number, place in zip(new, free, strict=False):
        person = Person.objects.create(first_name=name, last_name=place)
        Player.objects.create(
            tournament=tournament, person=person, number=number, is_filler=True
        )
    return new


def _discard_without_rounds(tournament: Tournament) -> list[int]:
    """Discard the confirmed drafts that no round uses. Return the numbers of these
    drafts."""
    confirmed = tournament.draws.filter(state=DrawState.CONFIRMED)
    replaced = confirmed.filter(seated_rounds__isnull=True)
    numbers = sorted(replaced.values_list("number", flat=True))
    Draw.objects.filter(pk__in=list(replaced.values_list("pk", flat=True))).update(
        state=DrawState.DISCARDED
    )
    return numbers


def _forget_idle_fillers(tournament: Tournament) -> None:
    """Delete the house players who have no seats, so that their numbers become free."""
    idle = tournament.players.filter(is_filler=True, seats__isnull=True)
    players = list(idle.values_list("person", flat=True))
    Player.objects.filter(pk__in=list(idle.values_list("pk", flat=True))).delete()
    Person.objects.filter(pk__in=players, players__isnull=True).delete()
