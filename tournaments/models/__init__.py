"""What a tournament is made of. Invariants are constraints of the database."""

from tournaments.models.account_acts import AccountAct
from tournaments.models.anonymisations import Anonymisation
from tournaments.models.ceremonies import Ceremony, CeremonyOutcome, WindLots
from tournaments.models.check_ins import CheckIn, CheckInState
from tournaments.models.clock_faults import ClockFault, ClockTask
from tournaments.models.deletions import Deletion
from tournaments.models.descriptions import EventDescription
from tournaments.models.hall_screens import FurtherScreen, HallScreen, HallView
from tournaments.models.heartbeats import Heartbeat, Part
from tournaments.models.invitations import Invitation
from tournaments.models.leagues import FineKind, League, LeagueFine, MatchDay
from tournaments.models.links import RefereeCall, TableLink, TableSigns
from tournaments.models.origins import Origin
from tournaments.models.own_presets import OwnPreset
from tournaments.models.people import (
    Entry,
    NeverMeet,
    Player,
    ShownAs,
    Team,
    TeamDeduction,
)
from tournaments.models.plan_items import PlanItem, PlanKind
from tournaments.models.player_links import PlayerLink
from tournaments.models.player_lists import PlayerImport, PlayerList
from tournaments.models.push import PushKind, PushSent, PushSubscription
from tournaments.models.reading_tokens import ReadingToken
from tournaments.models.rounds import (
    CLOCK_STATES,
    HIDDEN_STATES,
    NOT_BEGUN,
    OPEN_STATES,
    Extension,
    Round,
    RoundState,
    Seat,
    Session,
)
from tournaments.models.seat_draws import AT_WORK, Draw, DrawMethod, DrawState
from tournaments.models.second_factors import SecondFactor
from tournaments.models.sign_ups import SignUp, SignUpPage
from tournaments.models.stages import (
    CarryRule,
    CutRule,
    FinalSeats,
    GroupingRule,
    KeptApart,
    LeaverTables,
    Stage,
    StageKind,
    StagePlace,
)
from tournaments.models.tournament import (
    ConfirmationNeeded,
    EndPolicy,
    LateWord,
    LogEvent,
    Membership,
    Role,
    StartMode,
    Tournament,
    not_in_bin,
)

__all__ = [
    "AT_WORK",
    "CLOCK_STATES",
    "HIDDEN_STATES",
    "NOT_BEGUN",
    "OPEN_STATES",
    "AccountAct",
    "Anonymisation",
    "CarryRule",
    "Ceremony",
    "CeremonyOutcome",
    "CheckIn",
    "CheckInState",
    "ClockFault",
    "ClockTask",
    "ConfirmationNeeded",
    "CutRule",
    "Deletion",
    "Draw",
    "DrawMethod",
    "DrawState",
    "EndPolicy",
    "Entry",
    "EventDescription",
    "Extension",
    "FinalSeats",
    "FineKind",
    "FurtherScreen",
    "GroupingRule",
    "HallScreen",
    "HallView",
    "Heartbeat",
    "Invitation",
    "KeptApart",
    "LateWord",
    "League",
    "LeagueFine",
    "LeaverTables",
    "LogEvent",
    "MatchDay",
    "Membership",
    "NeverMeet",
    "Origin",
    "OwnPreset",
    "Part",
    "PlanItem",
    "PlanKind",
    "Player",
    "PlayerImport",
    "PlayerLink",
    "PlayerList",
    "PushKind",
    "PushSent",
    "PushSubscription",
    "ReadingToken",
    "RefereeCall",
    "Role",
    "Round",
    "RoundState",
    "Seat",
    "SecondFactor",
    "Session",
    "ShownAs",
    "SignUp",
    "SignUpPage",
    "Stage",
    "StageKind",
    "StagePlace",
    "StartMode",
    "TableLink",
    "TableSigns",
    "Team",
    "TeamDeduction",
    "Tournament",
    "WindLots",
    "not_in_bin",
]
