"""All stored data of tournaments, to find the changes made by a request."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.db import models
from django.db.models import F

from scoring.models import (
    BotPlay,
    BotTable,
    Confirmation,
    Conflict,
    FinalPlace,
    FinalStandings,
    Incident,
    LaidDeposit,
    LateHand,
    LedgerEntry,
    PastResults,
    PlayerFigures,
    PrizeGiving,
    PrizeStep,
    Result,
    SeasonTournament,
    Sheet,
    TournamentAwards,
    TournamentFigures,
    TypedTotals,
    Win,
)
from tournaments.models import (
    Anonymisation,
    Ceremony,
    CheckIn,
    ClockFault,
    ClubTournament,
    Deletion,
    Delivery,
    Draw,
    EventDescription,
    Extension,
    FurtherScreen,
    Game,
    HallScreen,
    Invitation,
    League,
    LeagueFine,
    MatchDay,
    Membership,
    MessageRecipient,
    Mirror,
    MirroredLink,
    MirrorKey,
    NeverMeet,
    NotificationDestination,
    NotifiedRevision,
    PageChoice,
    Person,
    PlanItem,
    Player,
    PlayerContact,
    PlayerImport,
    PlayerLink,
    PlayerList,
    PlayerMails,
    PlayerMessage,
    PushSent,
    PushSubscription,
    ReadingToken,
    RefereeCall,
    RefusedMail,
    Round,
    Seat,
    SignUp,
    SignUpPage,
    Stage,
    StagePlace,
    TableLink,
    TableSigns,
    Team,
    TeamDeduction,
    Tournament,
    WindLots,
)

Model = type[models.Model]

#: Models that belong to one table, with the lookup of its session.
OF_A_TABLE: dict[Model, str] = {
    Game: "pk",
    LedgerEntry: "game",
    Win: "game",
    Sheet: "game",
    Result: "seat__game",
    Conflict: "line__game",
    LateHand: "game",
    LaidDeposit: "game",
    TypedTotals: "game",
    Confirmation: "game",
    BotTable: "game",
    Seat: "game",
    Extension: "game",
    TableLink: "game",
    RefereeCall: "game",
    Ceremony: "game",
}
#: Models that belong to a tournament, with the lookup of it.
OF_A_TOURNAMENT: dict[Model, str] = {
    Tournament: "pk",
    EventDescription: "tournament",
    Anonymisation: "tournament_id",
    Deletion: "tournament_id",
    Membership: "tournament",
    Invitation: "tournament",
    ReadingToken: "tournament",
    HallScreen: "tournament",
    FurtherScreen: "tournament",
    Person: "players__tournament",
    Team: "tournament",
    TeamDeduction: "team__tournament",
    Player: "tournament",
    NeverMeet: "tournament",
    PlayerLink: "player__tournament",
    CheckIn: "player__tournament",
    SignUp: "tournament",
    Delivery: "tournament",
    NotificationDestination: "tournament",
    NotifiedRevision: "tournament",
    SignUpPage: "tournament",
    PushSubscription: "player__tournament",
    PushSent: "round__tournament",
    ClockFault: "round__tournament",
    Round: "tournament",
    WindLots: "round__tournament",
    TableSigns: "tournament",
    PlanItem: "tournament",
    PlayerImport: "tournament",
    PlayerList: "tournament",
    Draw: "tournament",
    Stage: "tournament",
    StagePlace: "stage__tournament",
    League: "tournament",
    MatchDay: "tournament",
    LeagueFine: "day__tournament",
    FinalStandings: "tournament",
    FinalPlace: "final__tournament",
    PrizeGiving: "final__tournament",
    PrizeStep: "giving__final__tournament",
    TournamentAwards: "tournament",
    BotPlay: "tournament",
    Incident: "tournament",
    Mirror: "tournament",
    MirrorKey: "mirror__tournament",
    MirroredLink: "player__tournament",
    PageChoice: "player__tournament",
    PlayerContact: "tournament",
    PlayerMails: "tournament",
    PlayerMessage: "tournament",
    MessageRecipient: "message__tournament",
    RefusedMail: "tournament",
    TournamentFigures: "tournament",
    PlayerFigures: "player__tournament",
    SeasonTournament: "tournament",
    ClubTournament: "tournament",
    PastResults: "tournament",
}


@dataclass(frozen=True)
class Row:
    """A stored row. `game`: the key of its table; None if it belongs to no table."""

    tournament: int
    game: int | None
    values: tuple[Any, ...]


@dataclass(frozen=True)
class Change:
    """A changed row. `was`: None if the row is new; `now`: None if it was deleted."""

    model: Model
    was: Row | None
    now: Row | None

    @property
    def row(self) -> Row:
        row = self.now or self.was
        assert row is not None
        return row


@dataclass(frozen=True)
class Kept:
    """Rows by model and key; revisions by tournament."""

    rows: dict[tuple[Model, Any], Row]
    revisions: dict[int, int]

    def changes(self, after: Kept) -> list[Change]:
        """Return every change from this data to `after`."""
        return [
            Change(key[0], self.rows.get(key), after.rows.get(key))
            for key in self.rows.keys() | after.rows.keys()
            if self.rows.get(key) != after.rows.get(key)
        ]


def kept(*tournaments: Tournament) -> Kept:
    """Return the current data of these tournaments."""
    pks = [tournament.pk for tournament in tournaments]
    rows: dict[tuple[Model, Any], Row] = {}
    for model, to_game in OF_A_TABLE.items():
        on = "" if to_game == "pk" else f"{to_game}__"
        found = _values(model, f"{on}round__tournament", pks)
        for pk, tournament, game, *values in found.annotate(
            of_session=F(to_game)
        ).values_list("pk", "of_tournament", "of_session", *_names(model)):
            rows[model, pk] = Row(tournament, game, tuple(values))
    for model, to_tournament in OF_A_TOURNAMENT.items():
        found = _values(model, to_tournament, pks)
        for pk, tournament, *values in found.values_list(
            "pk", "of_tournament", *_names(model)
        ):
            rows[model, pk] = Row(tournament, None, tuple(values))
    revisions = Tournament.objects.filter(pk__in=pks).values_list("pk", "revision")
    return Kept(rows, dict(revisions))


def _values(model: Model, to_tournament: str, pks: list[int]) -> models.QuerySet[Any]:
    found = model._default_manager.filter(**{f"{to_tournament}__in": pks})
    return found.order_by().annotate(of_tournament=F(to_tournament))


def _names(model: Model) -> list[str]:
    """Return the names of a model's fields without its primary key, and without the
    revision, which differs in each log entry.
    """
    fields = model._meta.concrete_fields
    names = [field.attname for field in fields if not field.primary_key]
    return [name for name in names if name != "revision"]
