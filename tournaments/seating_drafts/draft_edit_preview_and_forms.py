"""Forms for manual changes of a draft, and previews of these changes. Nothing is
saved."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from django import forms
from django.db.models import F
from django.utils.translation import gettext, ngettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from rules.translation_marks import one_or_several
from rules.winds import WINDS
from tournaments.models import AT_WORK, Draw, DrawState, Player, Tournament
from tournaments.people.find_and_sort_players import player_meant
from tournaments.people.player_forms import player_field
from tournaments.people.player_list_and_kept_apart import players_of
from tournaments.seating import seating_plan
from tournaments.seating.constraints import SeatingPlayer
from tournaments.seating.files.pasted_tables import (
    MOST_ROUNDS,
    MOST_TABLES,
)
from tournaments.seating.judging.quality_report import Report
from tournaments.seating.seating_plan import Pair, Plan
from tournaments.seating_drafts.draft_state_and_judgement import (
    judged_now,
    plan_of,
    players_in,
    request_of,
)
from tournaments.seating_drafts.edit_draft import (
    Change,
    changed_plan,
    house_players_in_plan,
)
from tournaments.web.form_fields_and_types import Cleaned, ReasonForm, whole_number
from tournaments.web.list_wording import joined_with_commas

NUMBER_OR_NAME = _("Player number or name.")
#: Fields of these forms with a player.
PLAYER_FIELDS = ("one", "other", "old", "new")
#: A player number, alone or before the name.
_NUMBER = re.compile(r"\s*(\d{1,6})\b", re.ASCII)


def with_numbers(tournament: Tournament, values: Cleaned) -> Cleaned:
    """Return the values of a form with player numbers instead of the typed players.

    Raises Refused if a typed name fits no player or several players.
    """
    players = list(players_of(tournament))
    numbers = {
        name: _number_meant(players, values[name], name)
        for name in PLAYER_FIELDS
        if name in values
    }
    return {**values, **numbers}


def _number_meant(players: list[Player], text: str, field: str) -> int:
    # House players of a draft have numbers before they are registered.
    if number := _NUMBER.match(text):
        return int(number[1])
    return player_meant(players, text, field).number


class SwapForm(forms.Form):
    """Form for two players to swap in a round, by number or name."""

    round = whole_number(1, MOST_ROUNDS, label=_("Round"))
    one = player_field(label=_("First player"), help_text=NUMBER_OR_NAME)
    other = player_field(label=_("Second player"), help_text=NUMBER_OR_NAME)


class ReplaceForm(forms.Form):
    """Form for a player to replace and the replacement, by number or name."""

    old = player_field(label=_("Player to replace"), help_text=NUMBER_OR_NAME)
    new = player_field(
        label=pgettext_lazy("player", "Replacement"), help_text=NUMBER_OR_NAME
    )
    round = whole_number(
        1,
        MOST_ROUNDS,
        label=_("Round (leave empty for all)"),
        required=False,
    )


class VersionForm(forms.Form):
    """Form with the hidden version of the draft that was shown."""

    version = forms.IntegerField(widget=forms.HiddenInput)


class ChangeForm(VersionForm, ReasonForm):
    """Form for the reason for a manual change of a draft."""


class LockForm(VersionForm):
    """Form for the tables of one round that are kept when the other tables are
    generated again."""

    round = whole_number(1, MOST_ROUNDS)
    table = forms.TypedMultipleChoiceField(
        coerce=int,
        choices=[(table, table) for table in range(1, MOST_TABLES + 1)],
        required=False,
    )


#: Most effects listed on a page; a change may alter hundreds of winds.
MOST_SENTENCES = 50


def undecided(tournament: Tournament, number: int) -> Draw | None:
    """Return the newest draft for this round that is neither confirmed nor discarded,
    or None if there is no such draft."""
    draws = tournament.draws.filter(
        state__in=(DrawState.PROMISED, *AT_WORK, DrawState.DRAFT),
        first_round__lte=number,
        first_round__gt=number - F("rounds"),
    )
    return draws.first()


def consequences(draw: Draw, change: Change) -> list[str]:
    """Return the effects of a change as sentences, the worst first.

    The list is empty if there are no effects. Raises Refused if the change is
    impossible.
    """
    before, after = plan_of(draw), changed_plan(draw, change)
    fillers = sorted({*draw.fillers, *house_players_in_plan(draw, after)})
    played = request_of(draw).played
    comparison = Comparison(
        View((*played, *before), judged_now(draw, before, fillers)),
        View((*played, *after), judged_now(draw, after, fillers)),
        {
            person.number: person
            for person in players_in(draw, (*before, *after), fillers)
        },
        frozenset(fillers),
    )
    sentences = list(comparison.sentences())
    if len(sentences) > MOST_SENTENCES:
        more = len(sentences) - MOST_SENTENCES
        sentence = ngettext("… and %(count)s more.", "… and %(count)s more.", more)
        sentences[MOST_SENTENCES:] = [sentence % {"count": more}]
    return sentences


@dataclass(frozen=True)
class View:
    """One of the two compared plans: all rounds up to the last generated round, and the
    quality report."""

    plan: Plan
    report: Report


@dataclass(frozen=True)
class Comparison:
    """Two plans of the same rounds, compared for a preview."""

    before: View
    after: View
    people: Mapping[int, SeatingPlayer]
    fillers: frozenset[int]

    def sentences(self) -> Iterator[str]:
        yield from self._forbidden()
        yield from self._meetings()
        yield from self._mates()
        yield from self._fixed_tables()
        yield from self._winds()
        yield from self._visits()
        yield from self._sitting_out()

    def _forbidden(self) -> Iterator[str]:
        apart = one_or_several(
            "%(one)s and %(other)s, who must be kept apart, would meet in round "
            "%(rounds)s.",
            "%(one)s and %(other)s, who must be kept apart, would meet in rounds "
            "%(rounds)s.",
        )
        old = {met.pair: met.rounds for met in self.before.report.forbidden}
        new = {met.pair: met.rounds for met in self.after.report.forbidden}
        yield from self._more(old, new, apart)
        sentence = gettext(
            "%(one)s and %(other)s, who must be kept apart, would no longer meet."
        )
        yield from self._gone(old, new, sentence)

    def _meetings(self) -> Iterator[str]:
        old, new = (
            seating_plan.meetings(view.plan) for view in (self.before, self.after)
        )
        for two, rounds in sorted(new.items()):
            if len(rounds) > max(len(old.get(two, ())), 1):
                sentence = gettext(
                    "%(one)s and %(other)s would meet in rounds %(rounds)s."
                )
                yield self._pair(two, sentence, rounds)
        for two, before in sorted(old.items()):
            after = new.get(two, [])
            if len(before) > max(len(after), 1):
                sentence = (
                    ngettext(
                        "%(one)s and %(other)s would meet only in round %(rounds)s.",
                        "%(one)s and %(other)s would meet only in rounds %(rounds)s.",
                        len(after),
                    )
                    if after
                    else gettext("%(one)s and %(other)s would no longer meet.")
                )
                yield self._pair(two, sentence, after)

    def _mates(self) -> Iterator[str]:
        for word, (worse, better) in _mates_in_words().items():
            old, new = (_mates(view.report, word) for view in (self.before, self.after))
            yield from self._more(old, new, worse)
            yield from self._gone(old, new, better)

    def _fixed_tables(self) -> Iterator[str]:
        old, new = (
            {(seat.number, seat.round): seat.table for seat in view.report.misplaced}
            for view in (self.before, self.after)
        )
        for (number, round_), table in sorted(new.items()):
            if (number, round_) not in old:
                yield gettext(
                    "%(who)s would sit at table %(table)s instead of the fixed table "
                    "in round %(round)s."
                ) % {"who": self._name(number), "table": table, "round": round_}
        for number, round_ in sorted(old.keys() - new.keys()):
            yield gettext(
                "%(who)s would sit at the fixed table in round %(round)s."
            ) % {
                "who": self._name(number),
                "round": round_,
            }

    def _winds(self) -> Iterator[str]:
        old, new = self.before.report.winds, self.after.report.winds
        for number in self._players(new):
            counts_before, counts_after = (
                old.get(number, (0,) * len(WINDS)),
                new[number],
            )
            if _range(counts_after) > max(_range(counts_before), 1):
                yield gettext(
                    "%(who)s would start %(east)s times as East, %(south)s as South, "
                    "%(west)s as West and %(north)s as North."
                ) % {
                    "who": self._name(number),
                    **dict(
                        zip(
                            ("east", "south", "west", "north"),
                            counts_after,
                            strict=True,
                        )
                    ),
                }
        for number in self._players(new):
            if _range(old.get(number, ())) > max(_range(new[number]), 1):
                yield gettext("The winds of %(who)s would be more even.") % {
                    "who": self._name(number)
                }

    def _visits(self) -> Iterator[str]:
        old, new = (_visits(view.plan) for view in (self.before, self.after))
        for number, table in sorted(new):
            rounds = new[number, table]
            if self._is_player(number) and len(rounds) > max(
                len(old.get((number, table), ())), 1
            ):
                yield gettext(
                    "%(who)s would sit at table %(table)s in rounds %(rounds)s."
                ) % {
                    "who": self._name(number),
                    "table": table,
                    "rounds": _listed(rounds),
                }
        for number, table in sorted(old):
            times = len(new.get((number, table), ()))
            if self._is_player(number) and len(old[number, table]) > max(times, 1):
                yield gettext("%(who)s would sit at table %(table)s less often.") % {
                    "who": self._name(number),
                    "table": table,
                }

    def _sitting_out(self) -> Iterator[str]:
        old, new = self.before.report.sits_out, self.after.report.sits_out
        for number in self._players(new):
            for round_ in new[number]:
                if round_ not in old.get(number, ()):
                    yield gettext("%(who)s would sit out round %(round)s.") % {
                        "who": self._name(number),
                        "round": round_,
                    }
        for number in self._players(old):
            for round_ in old[number]:
                if round_ not in new.get(number, ()):
                    yield gettext(
                        "%(who)s would no longer sit out round %(round)s."
                    ) % {
                        "who": self._name(number),
                        "round": round_,
                    }

    def _more(
        self, old: _Rounds, new: _Rounds, sentences: tuple[str, str]
    ) -> Iterator[str]:
        """Yield a sentence for each pair that has new meetings. `sentences` contains
        the wording for one round and for several rounds."""
        for two, rounds in sorted(new.items()):
            if more := [number for number in rounds if number not in old.get(two, ())]:
                yield self._pair(two, ngettext(*sentences, len(more)), more)

    def _gone(self, old: _Rounds, new: _Rounds, sentence: str) -> Iterator[str]:
        for two in sorted(old.keys() - new.keys()):
            yield self._pair(two, sentence, old[two])

    def _pair(self, two: Pair, sentence: str, rounds: Iterable[int]) -> str:
        one, other = map(self._name, two)
        return sentence % {"one": one, "other": other, "rounds": _listed(rounds)}

    def _name(self, number: int) -> str:
        person = self.people.get(number)
        name = person.name if person else ""
        if not name and number in self.fillers:
            name = gettext("House player")
        return f"{number} {name}".strip()

    def _players(self, numbers: Iterable[int]) -> list[int]:
        return sorted(filter(self._is_player, numbers))

    def _is_player(self, number: int) -> bool:
        return number not in self.fillers


#: Rounds in which a pair meets.
_Rounds = Mapping[Pair, tuple[int, ...]]


def _mates_in_words() -> dict[str, tuple[tuple[str, str], str]]:
    """Return the sentences about meetings, by attribute: the two sentences for new
    meetings, and the sentence for a meeting that no longer happens."""
    return {
        "team": (
            one_or_several(
                "%(one)s and %(other)s, who are team-mates, would meet in round "
                "%(rounds)s.",
                "%(one)s and %(other)s, who are team-mates, would meet in rounds "
                "%(rounds)s.",
            ),
            gettext("%(one)s and %(other)s, who are team-mates, would no longer meet."),
        ),
        "country": (
            one_or_several(
                "%(one)s and %(other)s, from the same country, would meet in round "
                "%(rounds)s.",
                "%(one)s and %(other)s, from the same country, would meet in rounds "
                "%(rounds)s.",
            ),
            gettext(
                "%(one)s and %(other)s, from the same country, would no longer meet."
            ),
        ),
        "club": (
            one_or_several(
                "%(one)s and %(other)s, from the same club, would meet in round "
                "%(rounds)s.",
                "%(one)s and %(other)s, from the same club, would meet in rounds "
                "%(rounds)s.",
            ),
            gettext("%(one)s and %(other)s, from the same club, would no longer meet."),
        ),
        "group": (
            one_or_several(
                "%(one)s and %(other)s, from the same group, would meet in round "
                "%(rounds)s.",
                "%(one)s and %(other)s, from the same group, would meet in rounds "
                "%(rounds)s.",
            ),
            gettext(
                "%(one)s and %(other)s, from the same group, would no longer meet."
            ),
        ),
    }


def _mates(report: Report, word: str) -> dict[Pair, tuple[int, ...]]:
    """Return the rounds of each pair of players who have the same value, should be kept
    apart and meet. `word` is the attribute."""
    mates = report.mates.get(word)
    return {met.pair: met.rounds for met in mates.pairs} if mates else {}


def _visits(plan: Plan) -> dict[tuple[int, int], list[int]]:
    """Return the rounds of all visits, by player number and table."""
    visits: dict[tuple[int, int], list[int]] = {}
    for number, round_ in enumerate(plan, start=1):
        for table, chairs in enumerate(round_, start=1):
            for start in seating_plan.seated(chairs):
                visits.setdefault((start, table), []).append(number)
    return visits


def _range(counts: Iterable[int]) -> int:
    numbers = list(counts)
    return max(numbers, default=0) - min(numbers, default=0)


def _listed(numbers: Iterable[int]) -> str:
    return joined_with_commas(numbers)
