"""Create tournaments, and change their settings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from datetime import datetime

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext_noop as _

import rules
from rules.faults import Fault, RuleError
from tournaments.models import (
    ConfirmationNeeded,
    LateWord,
    Membership,
    Role,
    StartMode,
    Tournament,
)
from tournaments.models.tournament import (
    default_language,
    default_tie_breaks,
    default_warning_marks,
    new_hall_key,
)
from tournaments.refusals import refusal
from tournaments.rounds import round_clock
from tournaments.rounds.rounds_with_hidden_results import rounds_to_hide
from tournaments.rounds.row_locks_and_finished_check import lock_with_rounds
from tournaments.rounds.seat_rounds_and_exchange_seats import next_round_number
from tournaments.tournament_setup.description_and_logo import describe
from tournaments.tournament_setup.offered_rulesets_and_presets import SERVED
from tournaments.web.form_fields_and_types import Cleaned

#: Words used in addresses in place of a tournament's slug.
RESERVED_SLUGS = frozenset({"new", "import", "practice", "backups", "presets"})


#: Names of the settings whose value is a language.
LANGUAGES = frozenset({"language", "second_language"})


@dataclass(frozen=True)
class Plan:
    """The data of a new tournament. `options` contains JSON values of the ruleset's
    options."""

    title: str
    ruleset: str
    planned_rounds: int
    minutes: int
    end_policy: str
    options: Mapping[str, object] = field(default_factory=dict)
    tie_breaks: Sequence[str] = field(default_factory=default_tie_breaks)
    is_public: bool = False
    start_mode: str = StartMode.BY_HAND
    countdown: int = 0
    warning_marks: Sequence[int] = field(default_factory=default_warning_marks)
    confirmation: str = ConfirmationNeeded.NONE
    late_word: str = LateWord.TABLE
    is_practice: bool = False
    language: str = field(default_factory=default_language)


@dataclass(frozen=True)
class Settings:
    """The settings that a director can change, apart from the rules and the
    description."""

    planned_rounds: int
    minutes: int
    end_policy: str
    tie_breaks: Sequence[str]
    start_mode: str = StartMode.BY_HAND
    countdown: int = 0
    warning_marks: Sequence[int] = field(default_factory=default_warning_marks)
    confirmation: str = ConfirmationNeeded.NONE
    late_word: str = LateWord.TABLE
    table_settles_conflicts: bool = False
    totals_twice: bool = False
    secret_rounds: int = 0
    search_engines: bool = True
    language: str = field(default_factory=default_language)
    second_language: str = ""
    #: Random seed for tie-breaks; "" for no change.
    lot_seed: str = ""
    team_tie_breaks: Sequence[str] = field(default_factory=list)

    @classmethod
    def of(cls, tournament: Tournament) -> Settings:
        """Return the tournament's current settings."""
        return cls(
            **{
                setting.name: getattr(tournament, setting.name)
                for setting in fields(cls)
            }
        )


@transaction.atomic
def create_tournament(plan: Plan, *, director: User | None, by: str = "") -> Tournament:
    """Create a tournament whose owner is `director`. Return the tournament.

    If `director` is None, only superusers can manage the tournament, and the log has
    `by` as author. Raises RuleError for options that the ruleset does not have, and for
    a ruleset that is not offered for tournaments.
    """
    rules.ruleset(plan.ruleset, plan.options)
    if plan.ruleset not in SERVED:
        raise RuleError(
            Fault(
                "not_served",
                _("This program cannot score by the rules “%(ruleset)s” yet."),
                "ruleset",
                {"ruleset": plan.ruleset},
            )
        )
    tournament = _with_free_slug(
        title=plan.title,
        ruleset=plan.ruleset,
        options=dict(plan.options),
        planned_rounds=plan.planned_rounds,
        minutes=plan.minutes,
        end_policy=plan.end_policy,
        tie_breaks=list(plan.tie_breaks),
        is_public=plan.is_public,
        start_mode=plan.start_mode,
        countdown=plan.countdown,
        warning_marks=list(plan.warning_marks),
        confirmation=plan.confirmation,
        late_word=plan.late_word,
        is_practice=plan.is_practice,
        language=plan.language,
    )
    if director:
        Membership.objects.create(user=director, tournament=tournament, role=Role.OWNER)
        by = by or director.get_username()
    tournament.record("created", by=by)
    return tournament


@transaction.atomic
def renew_hall_key(tournament: Tournament, *, by: str) -> str:
    """Replace the key of the hall screens. Return the new key. The old key becomes
    invalid."""
    tournament.hall_key = new_hall_key()
    tournament.save(update_fields=["hall_key"])
    tournament.record("hall_key_renewed", by=by)
    return tournament.hall_key


@transaction.atomic
def show_to_public(tournament: Tournament, shown: bool, *, by: str) -> None:
    """Make the tournament public if `shown` is True; otherwise hide it. Raises Refused
    if a practice tournament would become public."""
    if shown and tournament.is_practice:
        raise refusal(
            "practice_stays_apart",
            _("Practice tournaments cannot be public."),
        )
    tournament.is_public = shown
    tournament.save(update_fields=["is_public"])
    tournament.record("shown" if shown else "hidden", by=by)


@transaction.atomic
def change_settings(
    tournament: Tournament,
    settings: Settings,
    *,
    by: str,
    now: datetime | None = None,
) -> None:
    """Replace the tournament's settings, and log the differences.

    A running round keeps its end time and uses the new warning marks. If only the
    number of rounds changes, hidden results stay hidden.

    Raises Refused if the number of rounds is less than the number of seated rounds, or
    is determined by stages. It is also raised if the random seed of a finished
    tournament would change, or if both languages are the same.
    """
    current = lock_with_rounds(tournament)
    _refuse_number_of_rounds(current, settings.planned_rounds)
    if settings.secret_rounds == current.secret_rounds:
        secret = rounds_to_hide(current, settings.planned_rounds)
        settings = replace(settings, secret_rounds=secret)
    changes = {
        name: [old, new]
        for name, new in asdict(settings).items()
        if (old := getattr(current, name)) != new and (name != "lot_seed" or new)
    }
    if not changes:
        return
    if current.is_finished and "lot_seed" in changes:
        raise refusal(
            "finished",
            _("The tournament is finished, so the random seed cannot change."),
            "lot_seed",
        )
    if settings.language == settings.second_language and changes.keys() & LANGUAGES:
        raise refusal(
            "same_language",
            _("Choose another second language, or none."),
            "second_language",
        )
    for name, (_old, new) in changes.items():
        setattr(tournament, name, new)
    tournament.save(update_fields=list(changes))
    tournament.record("settings_changed", by=by, changes=changes)
    now = now or timezone.now()
    if "warning_marks" in changes:
        round_clock.update_warning_marks(tournament, now=now)
    if "start_mode" in changes:
        round_clock.arrange_start(tournament, now=now, even_late=False)


def _refuse_number_of_rounds(tournament: Tournament, planned: int) -> None:
    """Raise Refused if the number of rounds is less than the number of seated rounds,
    or is determined by stages."""
    last = next_round_number(tournament) - 1
    if planned < min(last, tournament.planned_rounds):
        raise refusal(
            "rounds_seated",
            _("Round %(round)s is already seated."),
            "planned_rounds",
            round=last,
        )
    if tournament.is_staged and planned != tournament.planned_rounds:
        raise refusal(
            "has_stages",
            _("Change the number of rounds in the stages."),
            "planned_rounds",
        )


@transaction.atomic
def change_some_settings(
    tournament: Tournament,
    values: Cleaned,
    *,
    by: str,
) -> None:
    """Change the settings in `values`. Raises Refused as `change_settings` does."""
    current = Settings.of(lock_with_rounds(tournament))
    change_settings(tournament, replace(current, **values), by=by)


def _with_free_slug(*, title: str, **values: object) -> Tournament:
    """Create a tournament with a unique slug. Return the tournament. The slug is unique
    even if another process uses the same slug at the same time."""
    created = False
    while not created:
        tournament, created = Tournament.objects.get_or_create(
            slug=_free_slug(title), defaults={"title": title, **values}
        )
    return tournament


def _free_slug(title: str) -> str:
    stem = slugify(title)[:70] or "tournament"
    taken = RESERVED_SLUGS.union(
        Tournament.objects.filter(slug__startswith=stem).values_list("slug", flat=True)
    )
    if stem not in taken:
        return stem
    return next(
        slug
        for count in range(2, len(taken) + 3)
        if (slug := f"{stem}-{count}") not in taken
    )


@transaction.atomic
def begin_event(
    plan: Plan, description: Mapping[str, object], *, director: User
) -> Tournament:
    """Create a tournament with a description. Return the tournament.

    `description` contains values by field names of `EventDescription`. Raises RuleError
    as `create_tournament` does.
    """
    tournament = create_tournament(plan, director=director)
    filled = {name: value for name, value in description.items() if value}
    if filled:
        describe(tournament, filled, by=director.get_username())
    return tournament
