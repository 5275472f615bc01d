"""The forms of series and seasons."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Unpack

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from scoring.models import Season, Unit, ValueKind
from scoring.series.season_formula import Missing, Tie, Total
from scoring.series.season_wording import (
    MISSINGS,
    TIES,
    TOTALS,
    figure,
    name_of_value,
)
from tournaments.rule_texts import ruleset_names
from tournaments.tournament_setup.offered_rulesets_and_presets import SERVED
from tournaments.web.form_fields_and_types import (
    FormArguments,
    Sent,
    Words,
    offer,
    whole_number,
)
from tournaments.web.written_decimals import (
    WrittenDecimal,
    decimal_sign,
    read_decimal,
    written_decimal,
)

MOST_PLACES = 40
MOST_POINTS = Decimal(10_000)
#: Values that need points for places.
BY_PLACE = (ValueKind.PLACE_POINTS, ValueKind.GAME_PLACE_POINTS)
TIE_FIELDS = ("tie_1", "tie_2", "tie_3")
#: Fields of the form that are stored in the formula unchanged.
IN_FORMULA = (
    *("total", "best", "drop_best", "drop_worst", "missing"),
    *("least", "least_percent", "least_hands"),
)
POINTS = ("absent", "presence")
LIMIT = "absent_limit"


def _title(label: Words) -> forms.CharField:
    return forms.CharField(label=label, max_length=100)


def _points(label: Words, help_text: Words = "") -> WrittenDecimal:
    return WrittenDecimal(
        label=label,
        help_text=help_text,
        min_value=0,
        max_value=MOST_POINTS,
        decimal_places=2,
        required=False,
        widget=forms.TextInput(attrs={"inputmode": "decimal"}),
    )


def _stored(points: str | None) -> Decimal | None:
    return None if points is None else Decimal(points)


class NewSeriesForm(forms.Form):
    """Form for a new series with its first season."""

    title = _title(gettext_lazy("Series"))
    season = _title(gettext_lazy("First season"))
    ruleset = forms.ChoiceField(label=gettext_lazy("Rules"))

    def __init__(
        self, data: Sent | None = None, **given: Unpack[FormArguments]
    ) -> None:
        super().__init__(data, **given)
        offer(self, "ruleset", ruleset_names(SERVED))
        self.fields["title"].help_text = _("For example, “Thursday league”.")
        self.fields["season"].help_text = _("For example, “Autumn 2026”.")


class RankingForm(forms.Form):
    """Form for the first day of a series' ranking."""

    first_day = forms.DateField(label=gettext_lazy("First day"), required=False)


class SeasonTitleForm(forms.Form):
    """Form for the title of a new season of a series."""

    title = _title(gettext_lazy("Title"))


class SeasonForm(forms.Form):
    """Form for the title and the formula of a season.

    `ruleset`: names the kinds of values.
    """

    title = _title(gettext_lazy("Title"))
    unit = forms.ChoiceField(
        label=gettext_lazy("Results"),
        choices=Unit.choices,
        help_text=gettext_lazy(
            "A tournament without match days counts as one match day."
        ),
    )
    value = forms.ChoiceField(label=gettext_lazy("Value of a result"))
    place_points = forms.CharField(
        label=gettext_lazy("Points for the places"),
        required=False,
        max_length=300,
        help_text=gettext_lazy(
            "Only for “Points for the place”. Start with first place, for example: 4 "
            "2 1 0.5"
        ),
    )
    presence = _points(label=gettext_lazy("Points for taking part"))
    total = forms.ChoiceField(label=gettext_lazy("Total"), choices=list(TOTALS.items()))
    best = whole_number(
        0,
        999,
        label=gettext_lazy("Number of best results that count"),
        required=False,
        help_text=gettext_lazy("Leave empty to count all results."),
    )
    drop_worst = whole_number(
        0, 99, label=gettext_lazy("Number of worst results left out"), required=False
    )
    drop_best = whole_number(
        0,
        99,
        label=gettext_lazy("Number of best results left out"),
        required=False,
        help_text=gettext_lazy(
            "Use this for a mean without the best and worst results."
        ),
    )
    missing = forms.ChoiceField(
        label=gettext_lazy("Missing results"),
        choices=list(MISSINGS.items()),
        help_text=gettext_lazy(
            "With “Counts as 0”, the best 3 results are added and divided by 3, even "
            "if a player has only 2."
        ),
    )
    absent = _points(label=gettext_lazy("Deduction for a missing result"))
    absent_limit = _points(
        label=gettext_lazy("Maximum deduction for missing results"),
        help_text=gettext_lazy("Leave empty for no limit."),
    )
    least = whole_number(
        0, 999, label=gettext_lazy("Results needed to be ranked"), required=False
    )
    least_percent = whole_number(
        0,
        100,
        label=gettext_lazy("Percentage of results needed"),
        required=False,
    )
    least_hands = whole_number(
        0, 100_000, label=gettext_lazy("Hands needed to be ranked"), required=False
    )
    tie_1 = forms.ChoiceField(label=gettext_lazy("First tie-break"), required=False)
    tie_2 = forms.ChoiceField(label=gettext_lazy("Second tie-break"), required=False)
    tie_3 = forms.ChoiceField(label=gettext_lazy("Third tie-break"), required=False)

    def __init__(
        self,
        data: Sent | None = None,
        *,
        ruleset: str,
        **given: Unpack[FormArguments],
    ) -> None:
        super().__init__(data, **given)
        kinds = [(kind, name_of_value(kind, ruleset)) for kind in ValueKind.values]
        offer(self, "value", kinds)
        for name in TIE_FIELDS:
            offer(self, name, [("", pgettext("no tie-break", "None")), *TIES.items()])

    @classmethod
    def of(cls, season: Season) -> SeasonForm:
        """Return the form with the season's values."""
        stored = season.formula
        ties = dict(zip(TIE_FIELDS, stored.get("ties", ()), strict=False))
        initial = {name: stored.get(name) for name in IN_FORMULA}
        initial |= {name: _stored(stored.get(name)) for name in (*POINTS, LIMIT)}
        return cls(
            ruleset=season.series.ruleset,
            initial={
                **initial,
                **ties,
                "title": season.title,
                "unit": season.unit,
                "value": season.value,
                "place_points": " ".join(
                    written_decimal(Decimal(points)) for points in season.place_points
                ),
            },
        )

    def clean_place_points(self) -> list[str]:
        """Return the points of the places as texts.

        Raises ValidationError for texts that are not numbers, for too many points, and
        for points that are too high.
        """
        words = self.cleaned_data["place_points"].split()
        points = [one for word in words if (one := read_decimal(word)) is not None]
        if (
            len(points) < len(words)
            or len(points) > MOST_PLACES
            or any(abs(one) > MOST_POINTS for one in points)
            # In languages with a decimal point, “4,2” is a list of two numbers.
            or (decimal_sign() != "," and any("," in word for word in words))
        ):
            message = _(
                "Enter up to %(most)s numbers, separated by spaces, such as 4 2 1 0."
            )
            raise ValidationError(message % {"most": MOST_PLACES})
        return [str(one) for one in points]

    def clean(self) -> dict[str, object]:
        data = super().clean() or {}
        unit, value = data.get("unit"), data.get("value")
        if unit == Unit.GAME and value == ValueKind.BASE_RANK:
            message = _("A game has no base rank. Choose “Points for the place”.")
            self.add_error("value", message)
        has_points = data.get("place_points") or "place_points" in self.errors
        if value in BY_PLACE and not has_points:
            self.add_error("place_points", _("Enter the points, such as 4 2 1 0."))
        if data.get("missing") == Missing.DEDUCTED and not data.get("absent"):
            self.add_error("absent", _("Enter the points to deduct."))
        return data

    def values(self) -> dict[str, object]:
        """Return the season's fields from a valid form, by name."""
        data = self.cleaned_data
        formula: dict[str, object] = {
            name: data[name] or 0
            for name in IN_FORMULA
            if name not in ("total", "missing")
        }
        formula |= {"total": Total(data["total"]).value}
        formula |= {"missing": Missing(data["missing"]).value}
        formula |= {name: str(data[name] or 0) for name in POINTS}
        if data["absent_limit"] is not None:
            formula["absent_limit"] = str(data["absent_limit"])
        chosen = [data[name] for name in TIE_FIELDS if data[name]]
        formula["ties"] = [Tie(tie).value for tie in dict.fromkeys(chosen)]
        return {
            "title": data["title"],
            "unit": data["unit"],
            "value": data["value"],
            "place_points": data["place_points"],
            "formula": formula,
        }


class DeductionForm(forms.Form):
    """Form for a deduction from a player's points in a season."""

    person = forms.ChoiceField(label=gettext_lazy("Player"))
    points = WrittenDecimal(
        label=gettext_lazy("Points deducted"),
        min_value=Decimal("0.01"),
        max_value=MOST_POINTS,
        decimal_places=2,
        widget=forms.TextInput(attrs={"inputmode": "decimal"}),
    )
    reason = forms.CharField(
        label=gettext_lazy("Reason (required)"),
        max_length=200,
        help_text=gettext_lazy("The reason is public."),
    )

    def __init__(
        self,
        data: Sent | None = None,
        *,
        people: list[tuple[int, str]],
        **given: Unpack[FormArguments],
    ) -> None:
        super().__init__(data, **given)
        offer(self, "person", people)

    @property
    def exact_points(self) -> Fraction:
        return Fraction(self.cleaned_data["points"])


def deductions_of(season: Season) -> list[tuple[int, int, str, str]]:
    """Return key, person, points and reason of each deduction in a season."""
    return [
        (one.pk, one.person_id, figure(Fraction(one.hundredths, 100)), one.reason)
        for one in season.penalties.all()
    ]
