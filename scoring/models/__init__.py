"""Database models of ledgers, results, conflicts, confirmations, final standings,
series and practice.
"""

from scoring.models.awards import (
    MOST_CATEGORY_PLACES,
    MOST_LEAST_GAMES,
    PrizeStep,
    TournamentAwards,
)
from scoring.models.confirmations import Confirmation
from scoring.models.figures_of_players import PlayerFigures, TournamentFigures
from scoring.models.final_places_and_prize_giving import (
    FinalPlace,
    FinalStandings,
    PrizeGiving,
)
from scoring.models.import_jobs_and_practice_bots import (
    BotPlay,
    BotTable,
    ImportJob,
    Incident,
)
from scoring.models.ledger_conflicts_late_hands import (
    RETRACTION,
    Conflict,
    LaidDeposit,
    LateHand,
    LedgerEntry,
    TypedTotals,
)
from scoring.models.past_results import PastResults, ResultsImport, past_results_of
from scoring.models.results import PARTS, Result, Sheet, Win
from scoring.models.series import (
    RankingMethod,
    RatingSystem,
    Season,
    SeasonPenalty,
    SeasonPlace,
    SeasonTournament,
    Series,
    SeriesEditor,
    SeriesLog,
    SeriesRating,
    Unit,
    ValueKind,
)

__all__ = [
    "MOST_CATEGORY_PLACES",
    "MOST_LEAST_GAMES",
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
    "PastResults",
    "PlayerFigures",
    "PrizeGiving",
    "PrizeStep",
    "RankingMethod",
    "RatingSystem",
    "Result",
    "ResultsImport",
    "Season",
    "SeasonPenalty",
    "SeasonPlace",
    "SeasonTournament",
    "Series",
    "SeriesEditor",
    "SeriesLog",
    "SeriesRating",
    "Sheet",
    "TournamentAwards",
    "TournamentFigures",
    "TypedTotals",
    "Unit",
    "ValueKind",
    "Win",
    "past_results_of",
]
