"""Preview a substitution in the remaining seats. Nothing is saved."""

from __future__ import annotations

from dataclasses import dataclass, replace

from django.db.models import Max
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import NOT_BEGUN, Person, Player, RoundState, Seat, Tournament
from tournaments.models.whole_names import whole_name
from tournaments.people.player_list_and_kept_apart import never_meet
from tournaments.people.presence_in_rounds import rounds_in_words
from tournaments.people.register_players import PlayerRow, refuse_registered
from tournaments.people.substitutes import seats_to_take
from tournaments.seating.constraints import SeatingPlayer
from tournaments.seating.judging.plan_judge import judge
from tournaments.seating.seating_plan import Plan, Round, players_in_plan
from tournaments.seating_drafts.draft_edit_preview_and_forms import Comparison, View
from tournaments.seating_drafts.seating_forms import last_request
from tournaments.seating_drafts.seating_request_data import (
    house_players_of,
    seated_plan,
    seating_player_of,
)


@dataclass(frozen=True)
class Takeover:
    """The effects of a substitution: the seats that change, and sentences about other
    effects."""

    seats: tuple[Seat, ...]
    sentences: tuple[str, ...]


def first_seat_to_come(player: Player) -> int | None:
    """Return the number of the first round that has not started and in which the player
    has a seat, or None if there is no such round."""
    to_come = player.tournament.rounds.filter(state__in=NOT_BEGUN, seats__player=player)
    return to_come.order_by("number").values_list("number", flat=True).first()


def takeover(
    tournament: Tournament, old: Player, new: Player | PlayerRow, first_round: int
) -> Takeover:
    """Return the effects if `new` takes the seats of `old` from round `first_round` on.

    Raises Refused if this is impossible.
    """
    if isinstance(new, Player):
        seats = seats_to_take(tournament, old, new, first_round)
        arriving = seating_player_of(new)
    else:
        seats = seats_to_take(tournament, old, None, first_round)
        arriving = _stranger(tournament, new)
    sentences = [
        *_leaving(old, first_round),
        *_public(seats),
        *_for_the_team(old, arriving.team),
        *_comparison(tournament, old, arriving, first_round).sentences(),
    ]
    return Takeover(tuple(seats), tuple(sentences))


def _leaving(old: Player, first_round: int) -> list[str]:
    if old.is_filler or not (old.last_round is None or old.last_round >= first_round):
        return []
    sentence = (
        _("%(who)s withdraws after round %(round)s.")
        if first_round > old.first_round
        else _("%(who)s plays no round.")
    )
    return [sentence % {"who": f"{old.number} {old}", "round": first_round - 1}]


def _public(seats: list[Seat]) -> list[str]:
    shown = [s.round.number for s in seats if s.round.state == RoundState.PUBLISHED]
    if not shown:
        return []
    sentence = ngettext(
        "Round %(rounds)s is published. The change will be public.",
        "Rounds %(rounds)s are published. The change will be public.",
        len(set(shown)),
    )
    return [sentence % {"rounds": rounds_in_words(shown)}]


def _for_the_team(old: Player, team: str) -> list[str]:
    """Return sentences about the effect of a substitution on the team of `old`. The
    list is empty if `old` has no team.

    `team` is the substitute's team.
    """
    if old.team is None:
        return []
    sentence = (
        _("The substitute's rounds count for %(team)s.")
        if team == old.team.name
        else _(
            "The substitute's rounds do not count for %(team)s. The rounds that "
            "%(who)s misses count as missed rounds for the team."
        )
    )
    return [sentence % {"team": old.team.name, "who": old}]


def _stranger(tournament: Tournament, row: PlayerRow) -> SeatingPlayer:
    """Return a player who is not registered yet, with the next free number.

    Raises Refused if a registered player already has the EMA number.
    """
    if row.ema_number:
        known = Person.objects.filter(ema_number=row.ema_number)
        refuse_registered(tournament, known)
    last = tournament.players.aggregate(last=Max("number"))["last"] or 0
    return SeatingPlayer(
        number=last + 1,
        name=whole_name(row.first_name, row.last_name),
        team=row.team,
        country=row.country,
        club=row.club,
    )


def _comparison(
    tournament: Tournament, old: Player, arriving: SeatingPlayer, first_round: int
) -> Comparison:
    """Return the comparison of all rounds before and after the substitution.

    In the plan before the substitution, the seats of the leaving player are empty.
    Improvements caused by the absence alone are therefore left out.
    """
    last = tournament.rounds.aggregate(last=Max("number"))["last"] or 0
    seated = seated_plan(tournament, range(1, last + 1))
    before = _with(seated, old.number, None, first_round)
    after = _with(seated, old.number, arriving.number, first_round)
    fillers = frozenset(house_players_of(tournament))
    players = tournament.players.select_related("person", "team").order_by("number")
    people = {player.number: seating_player_of(player) for player in players}
    if arriving.number not in players_in_plan(before):
        people.pop(arriving.number, None)
        arriving = replace(arriving, first=first_round)
    if old.number not in fillers:
        people[old.number] = replace(people[old.number], last=first_round - 1)
    if arriving.number not in fillers:
        arriving = replace(arriving, last=None)
    later = people | {arriving.number: arriving}
    demands = replace(
        last_request(tournament).demands, never=tuple(sorted(never_meet(tournament)))
    )
    return Comparison(
        View(before, judge(before, list(people.values()), demands)),
        View(after, judge(after, list(later.values()), demands)),
        later,
        fillers,
    )


def _with(plan: Plan, old: int, new: int | None, first_round: int) -> Plan:
    """Return the plan with `new` in the seats of `old` from round `first_round` on.

    If `new` is None, the seats are empty.
    """

    def changed(round_: Round) -> Round:
        return tuple(
            (east, south, west, north)
            for east, south, west, north in (
                [new if number == old else number for number in table]
                for table in round_
            )
        )

    return plan[: first_round - 1] + tuple(map(changed, plan[first_round - 1 :]))
