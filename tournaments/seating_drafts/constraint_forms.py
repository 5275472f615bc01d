"""The form for the constraints on a plan."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Unpack, cast

from django import forms
from django.forms import BoundField
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from rules.faults import RuleError
from tournaments.seating.constraints import (
    Apart,
    Constraints,
    Strictness,
    Uneven,
    Weights,
)
from tournaments.seating.files.pasted_tables import MOST_ROUNDS
from tournaments.seating.search_budget import MOVES
from tournaments.seating.seating_plan import SEATS_PER_TABLE
from tournaments.web.form_fields_and_types import (
    FormArguments,
    Sent,
    Words,
    whole_number,
)
from tournaments.web.request_types_and_form_faults import add_faults

#: Search times in moves; a normal search takes about 10 seconds.
SEARCHES = {
    "short": MOVES // 5,
    "normal": MOVES,
    "long": MOVES * 6,
}

MOST_WEIGHT = 1_000_000

KINDS = ("teams", "countries", "clubs")

WEIGHTS: Mapping[str, Words] = {
    "repeat": _("Repeat opponents"),
    "at_once": _("Extra weight for repeat opponents in consecutive rounds"),
    "group": _("Same group at a table"),
    "club": _("Same club at a table"),
    "country": _("Same country at a table"),
    "table": _("Same table again"),
    "revisit": _("Extra weight for more visits to a table than necessary"),
    "moved": _("Changed seat (repair only)"),
    "indirect": _("Players who neither meet nor share an opponent"),
    "hard": _("Broken “never” constraint"),
}


#: Choices for player counts that do not fill every table.
UNEVEN: Mapping[Uneven, Promise] = {
    Uneven.FILLERS: _("House players fill the last table"),
    Uneven.BYES: _("Some players sit out, none twice"),
    Uneven.THREES: _("Tables of 3"),
    Uneven.TWOS: _("Tables of 3, one of 2 if unavoidable"),
}


def shortest(fewest: int, size: int = SEATS_PER_TABLE) -> Uneven | None:
    """Return the choice of short tables for rules that allow `fewest` to `size` players
    at a table.

    Return None if the rules require full tables.
    """
    return next((way for way in Uneven if way.fewest == fewest < size), None)


APART = [
    (Strictness.HARD, _("Never together")),
    (Strictness.SOFT, _("Apart if possible")),
    (Strictness.OFF, _("No constraint")),
]


def _first_rounds() -> forms.IntegerField:
    return whole_number(
        1,
        MOST_ROUNDS,
        label=_("For how many rounds, from the first (leave empty for all)"),
        required=False,
    )


class DemandsForm(forms.Form):
    """Form for the hard and soft constraints on a plan."""

    teams = forms.ChoiceField(label=_("Team-mates"), choices=APART)
    teams_rounds = _first_rounds()
    countries = forms.ChoiceField(label=_("Same country"), choices=APART)
    countries_rounds = _first_rounds()
    clubs = forms.ChoiceField(label=_("Same club"), choices=APART)
    clubs_rounds = _first_rounds()
    groups = forms.BooleanField(
        label=_("One player of each group at every table"),
        required=False,
        help_text=_("Set groups on the players' pages."),
    )
    uneven = forms.ChoiceField(
        label=_("Players left over"),
        widget=forms.RadioSelect,
        error_messages={"required": _("Choose what to do with the players left over.")},
    )
    search = forms.ChoiceField(
        label=_("Search time"),
        choices=[
            ("short", _("Short: about 2 seconds")),
            ("normal", _("Normal: about 10 seconds")),
            ("long", _("Long: about 1 minute")),
        ],
        widget=forms.RadioSelect,
    )

    #: Fields of this form by their names in the engine.
    ENGINE_FIELDS: Mapping[str, str] = {
        **{f"demands.{kind}": kind for kind in KINDS},
        **{f"demands.{kind}.strictness": kind for kind in KINDS},
        **{f"demands.{kind}.rounds": f"{kind}_rounds" for kind in KINDS},
        **{f"demands.weights.{name}": f"weight_{name}" for name in WEIGHTS},
        "demands.groups": "groups",
        "demands.uneven": "uneven",
        "demands.moves": "search",
    }

    def __init__(
        self,
        data: Sent | None = None,
        *,
        demands: Constraints | None = None,
        fewest: int = SEATS_PER_TABLE,
        size: int = SEATS_PER_TABLE,
        **arguments: Unpack[FormArguments],
    ) -> None:
        """Create the form with the values of `demands`.

        `fewest` and `size` are the smallest and largest numbers of players that the
        rules allow at a table.
        """
        initial = _initial(demands or Constraints())
        arguments["initial"] = initial | dict(arguments.get("initial") or {})
        super().__init__(data, **arguments)
        uneven = cast(forms.ChoiceField, self.fields["uneven"])
        uneven.choices = [
            (way.value, text)
            for way, text in UNEVEN.items()
            if way.fewest == SEATS_PER_TABLE or fewest <= way.fewest < size
        ]
        self._size = size
        for name, label in WEIGHTS.items():
            self.fields[f"weight_{name}"] = whole_number(0, MOST_WEIGHT, label=label)

    def demands(self) -> Constraints:
        """Return the constraints of a valid form."""
        data = self.cleaned_data
        teams, countries, clubs = (
            Apart(Strictness(data[kind]), data[f"{kind}_rounds"]) for kind in KINDS
        )
        return Constraints(
            teams,
            countries,
            clubs,
            groups=data["groups"],
            uneven=Uneven(data["uneven"]),
            weights=Weights(**{name: data[f"weight_{name}"] for name in WEIGHTS}),
            moves=SEARCHES[data["search"]],
            size=self._size,
        )

    def add_engine_faults(self, error: RuleError) -> None:
        """Add the faults that the seating engine or a change found, as errors of the
        fields."""
        add_faults(self, error, self.ENGINE_FIELDS)

    @property
    def kinds(self) -> list[tuple[BoundField, BoundField]]:
        """Return, for each kind of players to keep apart, the field for the strictness
        and the field for the number of rounds."""
        return [(self[kind], self[f"{kind}_rounds"]) for kind in KINDS]

    @property
    def weights(self) -> list[BoundField]:
        return [self[f"weight_{name}"] for name in WEIGHTS]

    @property
    def weights_are_wrong(self) -> bool:
        return any(field.errors for field in self.weights)


def _initial(demands: Constraints) -> dict[str, object]:
    """Return the field values for `demands`."""
    aparts = {kind: getattr(demands, kind) for kind in KINDS}
    weights = asdict(demands.weights)
    return {
        **{kind: apart.strictness for kind, apart in aparts.items()},
        **{f"{kind}_rounds": apart.rounds for kind, apart in aparts.items()},
        **{f"weight_{name}": weights[name] for name in WEIGHTS},
        "groups": demands.groups,
        "uneven": demands.uneven,
        "search": _search(demands.moves),
    }


def _search(moves: int) -> str:
    """Return the key of the longest search with at most `moves` moves. If there is
    none, return the key of the shortest search."""
    fitting = [name for name, cost in SEARCHES.items() if cost <= moves]
    return fitting[-1] if fitting else next(iter(SEARCHES))
