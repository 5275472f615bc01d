"""Types of the requests that write."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal

from ninja import Schema
from pydantic import ConfigDict, Field, StringConstraints

from tournaments.models import CheckInState, ShownAs
from tournaments.seating.files.pasted_tables import MOST_ROUNDS, MOST_START_NUMBER

#: Text without control characters.
_PRINTABLE = r"^[^\x00-\x1f\x7f]*$"

Text20 = Annotated[str, StringConstraints(max_length=20, pattern=_PRINTABLE)]
Text100 = Annotated[str, StringConstraints(max_length=100, pattern=_PRINTABLE)]
Text500 = Annotated[str, StringConstraints(max_length=500, pattern=_PRINTABLE)]
Name = Annotated[
    str, StringConstraints(min_length=1, max_length=100, pattern=r"^[^\x00-\x1f\x7f]+$")
]
Number = Annotated[int, Field(ge=1, le=MOST_START_NUMBER)]
RoundNumber = Annotated[int, Field(ge=1, le=MOST_ROUNDS)]
Score = Annotated[int, Field(ge=-10_000_000, le=10_000_000)]
#: Most players in one request, and tables in a round.
MOST_PLAYERS, MOST_TABLES = 1000, 500


class Body(Schema):
    """A request. Unknown keys are refused, so that a misspelt key is not ignored."""

    model_config = ConfigDict(extra="forbid")


class NewPlayer(Body):
    """A player to register. `number`: default is the next free number."""

    last_name: Name
    first_name: Text100 = ""
    number: Number | None = None
    country: Annotated[Text100, Field(max_length=60)] = ""
    club: Text100 = ""
    team: Text100 = ""
    ema_number: Text20 = ""
    is_substitute: bool = False
    shown_as: ShownAs = ShownAs.FULL


class NewPlayers(Body):
    players: Annotated[list[NewPlayer], Field(min_length=1, max_length=MOST_PLAYERS)]


class ChangedPlayer(Body):
    """New values of a player. Missing values do not change."""

    last_name: Name | None = None
    first_name: Text100 | None = None
    country: Annotated[Text100, Field(max_length=60)] | None = None
    club: Text100 | None = None
    team: Text100 | None = None
    ema_number: Text20 | None = None
    is_substitute: bool | None = None
    shown_as: ShownAs | None = None


class CheckInMark(Body):
    state: CheckInState


class Plan(Body):
    """Tables of rounds: for each round its tables, each with the player numbers of
    East, South, West and North."""

    first_round: RoundNumber
    rounds: Annotated[
        list[
            Annotated[
                list[Annotated[list[Number], Field(min_length=2, max_length=4)]],
                Field(min_length=1, max_length=MOST_TABLES),
            ]
        ],
        Field(min_length=1, max_length=MOST_ROUNDS),
    ]
    reason: Text500 = ""


class EnteredHand(Body):
    """The outcome of a hand in the notation of the rules. `hand`: its number;
    `before_gong`: a referee confirms that it had begun before the gong."""

    hand: Annotated[int, Field(ge=1, le=1000)]
    entry: dict[str, Any]
    before_gong: bool = False


class PaperTotals(Body):
    """Paper totals of a table, by seat at the start of the game."""

    scores: Annotated[dict[Literal["E", "S", "W", "N"], Score], Field(min_length=2)]


class RoundStep(Body):
    """Request to publish or start a round. `although`: do it even if seated players are
    not checked in."""

    although: bool = False


class RoundEnd(Body):
    reason: Text500 = ""


class Announcement(Body):
    """A text on all screens, until a time or until it is removed."""

    text: Annotated[
        str, StringConstraints(min_length=1, max_length=200, pattern=r"^[^\x00]*$")
    ]
    until: datetime | None = None
