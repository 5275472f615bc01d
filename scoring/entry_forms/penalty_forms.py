"""Penalty forms: for one player with a catalogue of offences, and for any amounts for
all players.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Unpack

from django import forms
from django.utils.translation import gettext, ngettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from rules.ledger_entries import (
    DEAD_HAND,
    MOST_POINTS,
    MOST_TIMES,
    Penalty,
    Raw,
    Target,
)
from rules.penalty_catalogue import Gain, Offence, amounts
from rules.ruleset_and_table_state import Ruleset
from rules.tables_of_two_or_three import seats_by
from rules.winds import WINDS, Wind
from scoring.entry_forms.reason_and_undo_forms import FourNumbers
from scoring.rulesets.any_ruleset.hand_and_ruling_forms import (
    AtTableArguments,
    Ruling,
    reason_field,
)
from tournaments.rounds.seating_files import SEATS
from tournaments.rule_texts import source_in_words, translated
from tournaments.web.form_fields_and_types import Sent
from tournaments.web.number_wording import whole

TARGETS = [
    (Target.SCORE.value, _("score at this table")),
    (Target.TABLE_POINTS.value, _("table points at this table")),
    (Target.OVERALL.value, _("the total in the standings only")),
]

#: Number of steps shown in the catalogue: a warning and 3 prices.
TIMES_NAMED = 4

#: Fields of a penalty that a user can change, other than the offence.
TYPED = ("offender", "points", "gain", "target", "reason")


def target_field() -> forms.ChoiceField:
    """Return the field for where the points are deducted."""
    return forms.ChoiceField(
        label=_("Deducted from"), choices=TARGETS, widget=forms.RadioSelect
    )


class FineForm(Ruling):
    """Form for one player's penalty and the players who receive the points."""

    key = "fine"
    title = _("Penalty")
    button = _("Save penalty")
    offence = forms.CharField(widget=forms.HiddenInput, required=False)
    #: Seat of the player that `times` was prefilled for; "" if it was typed.
    times_of = forms.CharField(widget=forms.HiddenInput, required=False)
    times = forms.IntegerField(
        label=_("Number of this offence"),
        widget=forms.HiddenInput,
        required=False,
        min_value=1,
        max_value=MOST_TIMES,
    )
    offender = forms.ChoiceField(
        label=_("Penalised player"),
        widget=forms.RadioSelect,
        error_messages={"required": _("Choose the penalised player.")},
    )
    points = forms.IntegerField(
        label=pgettext_lazy("penalty", "Points"),
        min_value=0,
        max_value=MOST_POINTS,
        error_messages={"required": _("Enter the points.")},
    )
    gain = forms.ChoiceField(label=_("Recipient"), widget=forms.RadioSelect)
    target = target_field()
    reason = reason_field()
    fields_of_faults = {"seat": "points", "amounts": "points"}

    def __init__(
        self, data: Sent | None = None, **arguments: Unpack[AtTableArguments]
    ) -> None:
        super().__init__(data, **arguments)
        self._offer("offender", self._players())
        self._offer(
            "gain",
            [
                (Gain.NOBODY.value, _("No one")),
                (
                    Gain.EACH.value,
                    _("All other players, the same amount each"),
                ),
                *self._players(),
            ],
        )
        self.fields["gain"].initial = Gain.NOBODY.value
        self.fields["target"].initial = self.rules.catalogue.target.value
        offence = self.rules.catalogue.offence(str(self["offence"].value() or ""))
        if offence:
            self._ask_about(offence)
        self.order_fields(["device_key", "offence", "times_of", "offender", "times"])

    def _ask_about(self, offence: Offence) -> None:
        """Add hints and fields for an offence of the catalogue."""
        if offence.most and offence.most > offence.points:
            self.fields["points"].help_text = _("%(least)s to %(most)s") % {
                "least": whole(offence.points),
                "most": whole(offence.most),
            }
        elif not offence.warned and self._costs_otherwise(offence):
            costs = Priced(offence, 1, chosen=True).price
            hint = _("Standard penalty: %(costs)s.") % {"costs": costs}
            self.fields["points"].help_text = hint
        if offence.warned:
            self.fields["times"].widget = forms.NumberInput(
                attrs={"min": 1, "max": MOST_TIMES, "inputmode": "numeric"}
            )

    def _costs_otherwise(self, offence: Offence) -> bool:
        """Return whether the prefilled points differ from those in the catalogue."""
        points = self.initial.get("points")
        return points is not None and str(points) != str(offence.costs(1))

    def typed(self) -> dict[str, object]:
        """Return the field values that differ from the prefilled ones, valid or not."""
        filled_in = self._filled_in()
        values = {name: self[name].value() for name in TYPED}
        return {
            name: value
            for name, value in values.items()
            if str(value or "") not in ("", str(filled_in.get(name, "")))
        }

    def _filled_in(self) -> dict[str, object]:
        named = [str(self[name].value() or "") for name in ("offence", "times")]
        empty = {name: self.fields[name].initial for name in ("gain", "target")}
        return empty | chosen_from(self.rules, *named)

    @property
    def is_begun(self) -> bool:
        return bool(
            self["offender"].value() and self["points"].value() not in (None, "")
        )

    def clean_offence(self) -> str:
        name = str(self.cleaned_data["offence"])
        if name and self.rules.catalogue.offence(name) is None:
            raise forms.ValidationError(_("Choose an offence from the list."))
        return name

    def clean(self) -> dict[str, object]:
        cleaned = super().clean() or self.cleaned_data
        if cleaned.get("gain") and cleaned.get("gain") == cleaned.get("offender"):
            self.add_error("gain", _("The penalised player cannot receive the points."))
        self._refuse_time_of_another(cleaned)
        return cleaned

    def _refuse_time_of_another(self, cleaned: dict[str, object]) -> None:
        """Reject a repetition number that was prefilled for another player.

        It is rejected only once, so that the user can confirm it.
        """
        filled_in_for = str(cleaned.get("times_of") or "")
        offender = cleaned.get("offender")
        if not offender or filled_in_for in ("", offender):
            return
        if filled_in_for in tuple(WINDS):
            name = self.names[Wind(filled_in_for)]
            message = _(
                "The number and the points were prefilled for %(name)s. Check both."
            )
            self.add_error("times", message % {"name": name})
        self.put("times_of", "")

    def raw(self) -> Raw:
        data = self.cleaned_data
        offender = Wind(data["offender"])
        seat = data["gain"] if data["gain"] in tuple(WINDS) else ""
        gain = Gain.ONE if seat else Gain(data["gain"])
        payee = Wind(seat) if seat else None
        points = amounts(offender, data["points"], gain, payee, self.seats)
        raw: dict[str, object] = {
            "kind": Penalty.kind,
            "amounts": points,
            "offender": offender,
            "target": data["target"],
        }
        if data["offence"]:
            raw |= {"offence": data["offence"], "times": data["times"] or 1}
        return raw

    @classmethod
    def initial_of(cls, raw: Raw, rules: Ruleset) -> dict[str, object]:
        points = raw["amounts"]
        offender = raw["offender"]
        seats = seats_by(rules)
        gainers = [seat for seat in seats if points[seat] > 0]
        all_gain = len(gainers) == len(seats) - 1
        gain = (
            Gain.EACH.value
            if all_gain
            else gainers[0]
            if gainers
            else Gain.NOBODY.value
        )
        return {
            "offence": raw.get("offence", ""),
            "times": raw.get("times", 1),
            "offender": offender,
            "points": points[gainers[0]] if all_gain else -points[offender],
            "gain": gain,
            "target": raw.get("target", Target.SCORE.value),
        }


class PenaltyForm(FourNumbers):
    """Form for amounts of any size for all players."""

    key = Penalty.kind
    title = _("Different amounts for several players")
    button = _("Save amounts")
    help = _("Enter the points each player gains. Use a minus sign for losses.")
    most = MOST_POINTS
    reason = reason_field()
    target = target_field()

    def __init__(
        self, data: Sent | None = None, **arguments: Unpack[AtTableArguments]
    ) -> None:
        super().__init__(data, **arguments)
        self.fields["target"].initial = Target.SCORE.value
        self.fields["target"].required = False
        self.order_fields(["device_key", *self.columns.values(), "target", "reason"])

    def raw(self) -> Raw:
        target = self.cleaned_data["target"] or Target.SCORE.value
        return {"kind": Penalty.kind, "amounts": self.numbers(), "target": target}

    @classmethod
    def initial_of(cls, raw: Raw, rules: Ruleset) -> dict[str, object]:
        amounts = raw["amounts"]
        numbers = {SEATS[seat]: amounts[seat] or None for seat in seats_by(rules)}
        return {**numbers, "target": raw.get("target", Target.SCORE.value)}


@dataclass(frozen=True)
class Priced:
    """An offence of the catalogue at its repetition number `times`.

    `chosen`: the form is prefilled with it.
    """

    offence: Offence
    times: int
    chosen: bool

    @property
    def name(self) -> str:
        return translated(self.offence.name)

    @property
    def source(self) -> str:
        return source_in_words(self.offence.source)

    @property
    def price(self) -> str:
        """Return the price of the offence at this repetition as text."""
        points = self.offence.costs(self.times)
        if self.offence.id == DEAD_HAND:
            return gettext("no points")
        if not points:
            return gettext("a warning")
        most = self.offence.most
        if most and most > points:
            return gettext("%(least)s to %(most)s points") % {
                "least": whole(points),
                "most": whole(most),
            }
        pattern = ngettext("%(points)s point", "%(points)s points", points)
        return pattern % {"points": whole(points)}


def prices(rules: Ruleset, chosen: dict[str, object]) -> Iterator[list[Priced]]:
    """Yield the prices of each offence: one price, or the prices of its first
    repetitions if the first is a warning.
    """
    for offence in rules.catalogue.offences:
        last = TIMES_NAMED if offence.warned and offence.doubles else 2
        times = range(1, last + 1) if offence.warned else [1]
        here = chosen.get("offence") == offence.id
        yield [Priced(offence, n, here and chosen["times"] == n) for n in times]


def chosen_from(rules: Ruleset, name: str, times: str) -> dict[str, object]:
    """Return prefilled values for an offence of the catalogue; {} for an unknown
    offence. `times`: repetition number as text.
    """
    offence = rules.catalogue.offence(name)
    if offence is None:
        return {}
    number = int(times) if times.isdecimal() and len(times) < 3 else 1
    number = min(max(number, 1), MOST_TIMES)
    gain = Gain.NOBODY if offence.gain is Gain.ONE else offence.gain
    return {
        "offence": offence.id,
        "times": number,
        "points": offence.costs(number),
        "gain": gain.value,
        "target": offence.target.value,
        "reason": translated(offence.name),
    }
