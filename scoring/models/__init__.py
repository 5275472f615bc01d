"""The ledger of each session, and what is computed from it."""

from scoring.models.finals import FinalPlace, FinalStandings, PrizeGiving
from scoring.models.imports import ImportJob
from scoring.models.ledger import RETRACTION, LaidDeposit, LedgerEntry, TypedTotals
from scoring.models.practice import BotPlay, BotTable, Incident
from scoring.models.results import PARTS, Result, Sheet, Win
from scoring.models.sign_off import Confirmation
from scoring.models.versions import Conflict, LateHand

__all__ = [
    "PARTS",
    "RETRACTION",
    "BotPlay",
    "BotTable",
    "Confirmation",
    "Conflict",
    "FinalPlace",
    "FinalStandings",
    "ImportJob",
    "Incident",
    "LaidDeposit",
    "LateHand",
    "LedgerEntry",
    "PrizeGiving",
    "Result",
    "Sheet",
    "TypedTotals",
    "Win",
]
