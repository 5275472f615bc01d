"""The form that asks what a plan must be and should be."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Unpack, cast

from django import forms
from django.forms import BoundField
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from rules.faults import RuleError
from tournaments.seating.budget import MOVES
from tournaments.seating.demands import Apart, Demands, Strictness, Uneven, Weights
from tournaments.seating.files.sheets import MOST_ROUNDS
from tournaments.seating.plans import CHAIRS
from tournaments.web.form_arguments import FormArguments, Sent, Words
from tournaments.web.form_fields import whole_number
from tournaments.web.requests import add_faults

#: What a search may cost, in words; about ten seconds are normal.
SEARCHES = {
    "short": MOVES // 5,
    "normal": MOVES,
    "long": MOVES * 6,
}

MOST_WEIGHT = 1_000_000

KINDS = ("teams", "countries", "clubs")

WEIGHTS: Mapping[str, Words] = {
    "repeat": _("Two meet again"),
    "at_once": _("… in two rounds running, more"),
    "group": _("Two of one group at a table"),
    "club": _("Two of one club at a table"),
    "country": _("Two of one country at a table"),
    "table": _("A player comes to a table again"),
    "revisit": _("… more often than need be, more"),
    "moved": _("A seat is changed (repair only)"),
    "indirect": _("Two who never meet share no opponent"),
    "hard": _("Whatever is called “never”"),
}


#: What to do with those who are left over at tables of four.
UNEVEN: Mapping[Uneven, Promise] = {
    Uneven.FILLERS: _("The host's people fill the last table"),
    Uneven.BYES: _("Some sit out, nobody twice"),
    Uneven.THREES: _("Tables of three"),
    Uneven.TWOS: _("Tables of three, and one of two where there is no other way"),
}


def shortest(fewest: int) -> Uneven | None:
    """How tables are made short where the rules let as few sit at one; None if
    four always do."""
    return next((way for way in Uneven if way.fewest == fewest < CHAIRS), None)


APART = [
    (Strictness.HARD, _("Never at a table")),
    (Strictness.SOFT, _("Apart where possible")),
    (Strictness.OFF, _("Does not matter")),
]


def _first_rounds() -> forms.IntegerField:
    return whole_number(
        1, MOST_ROUNDS, label=_("In the first … rounds (empty: in all)"), required=False
    )


class DemandsForm(forms.Form):
    """What a plan must be and should be."""

    teams = forms.ChoiceField(label=_("Team mates"), choices=APART)
    teams_rounds = _first_rounds()
    countries = forms.ChoiceField(label=_("Players of one country"), choices=APART)
    countries_rounds = _first_rounds()
    clubs = forms.ChoiceField(label=_("Players of one club"), choices=APART)
    clubs_rounds = _first_rounds()
    groups = forms.BooleanField(
        label=_("One of each group at every table"),
        required=False,
        help_text=_("Groups are given on the players' pages."),
    )
    uneven = forms.ChoiceField(
        label=_("If the players cannot be divided by four"),
        widget=forms.RadioSelect,
    )
    search = forms.ChoiceField(
        label=_("How long to search"),
        choices=[
            ("short", _("Short: about two seconds")),
            ("normal", _("Normal: about ten seconds")),
            ("long", _("Long: about a minute")),
        ],
        widget=forms.RadioSelect,
        help_text=_(
            "Counted in moves, not in seconds: every machine finds the same plan."
        ),
    )

    #: The engine's names of what this form calls otherwise.
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
        demands: Demands | None = None,
        fewest: int = CHAIRS,
        **given: Unpack[FormArguments],
    ) -> None:
        """`fewest`: how few the rules let sit at a table."""
        asked = _initial(demands or Demands())
        given["initial"] = asked | dict(given.get("initial") or {})
        super().__init__(data, **given)
        uneven = cast(forms.ChoiceField, self.fields["uneven"])
        uneven.choices = [
            (way.value, words) for way, words in UNEVEN.items() if way.fewest >= fewest
        ]
        for name, label in WEIGHTS.items():
            self.fields[f"weight_{name}"] = whole_number(0, MOST_WEIGHT, label=label)

    def demands(self) -> Demands:
        """What a valid form asks for."""
        data = self.cleaned_data
        teams, countries, clubs = (
            Apart(Strictness(data[kind]), data[f"{kind}_rounds"]) for kind in KINDS
        )
        return Demands(
            teams,
            countries,
            clubs,
            groups=data["groups"],
            uneven=Uneven(data["uneven"]),
            weights=Weights(**{name: data[f"weight_{name}"] for name in WEIGHTS}),
            moves=SEARCHES[data["search"]],
        )

    def add_engine_faults(self, error: RuleError) -> None:
        """Put what the engine or a change refuses beside the fields it is about."""
        add_faults(self, error, self.ENGINE_FIELDS)

    @property
    def kinds(self) -> list[tuple[BoundField, BoundField]]:
        """Who is to be kept apart, and in how many rounds."""
        return [(self[kind], self[f"{kind}_rounds"]) for kind in KINDS]

    @property
    def weights(self) -> list[BoundField]:
        return [self[f"weight_{name}"] for name in WEIGHTS]

    @property
    def weights_are_wrong(self) -> bool:
        return any(field.errors for field in self.weights)


def _initial(demands: Demands) -> dict[str, object]:
    """The fields that ask for `demands`."""
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
    """The longest search that is not longer than `moves`."""
    fitting = [name for name, cost in SEARCHES.items() if cost <= moves]
    return fitting[-1] if fitting else next(iter(SEARCHES))
