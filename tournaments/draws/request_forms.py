"""Forms that ask for a draw, a repair or an import of a plan."""

from __future__ import annotations

from dataclasses import replace

from django import forms
from django.core.exceptions import ValidationError
from django.utils.functional import Promise, lazy
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from rules.faults import RuleError
from tournaments.draws.demands_form import DemandsForm, shortest
from tournaments.models import Tournament
from tournaments.refusals import sentence
from tournaments.rounds.by_standing.forms import StandingForm
from tournaments.seating.draw_request import (
    RANKED,
    Method,
    Options,
    Request,
    read_request,
)
from tournaments.seating.files.sheets import MOST_ROUNDS
from tournaments.web.form_fields import TextOrFileForm, whole_number

#: Long enough for what anybody throws, draws or reads from a newspaper.
LONGEST_SEED = 200


def _explained(name: Promise, words: Promise) -> SafeString:
    return format_html("{}<small>{}</small>", name, words)


_explained_lazily = lazy(_explained, str)

METHODS = {
    Method.PLAN: _explained_lazily(
        _("Plan for several rounds"),
        _("Everybody meets new opponents for as long as there are any."),
    ),
    Method.RANDOM: _explained_lazily(
        _("By lot"),
        _("Nothing but the lots and your demands decide."),
    ),
    Method.SWISS: _explained_lazily(
        _("Swiss"),
        _("Neighbours in the standings meet, who has met already does not."),
    ),
    Method.SNAKE: _explained_lazily(
        _("Snake"),
        _("Every table gets one of the best and one of the last: 1-8-9-16."),
    ),
    Method.INTERVALS: _explained_lazily(
        _("Fixed intervals"),
        _("Places of the standings at a fixed distance: 1-5-9-13."),
    ),
    Method.RANKS: _explained_lazily(
        _("Tables by rank"),
        _("The first four at table 1, the next four at table 2: finals."),
    ),
}


def last_request(tournament: Tournament) -> Request:
    """The settings of the director's last request; the usual ones at first, with short
    tables where the rules have them. Pairs who may never meet are not part of it: they
    are kept with the players."""
    short = shortest(tournament.rules.fewest_players)
    usual = {"demands": {"uneven": short}} if short else {}
    asked = {"rounds": 1, "seed": "", **usual, **tournament.draw_settings}
    try:
        request = read_request(asked)
    except RuleError:
        # Written by an older version of the program.
        request = Request((), 1, "")
    return replace(request, demands=replace(request.demands, never=()))


class SeedForm(forms.Form):
    """Where chance comes from."""

    seed = forms.CharField(
        label=_("Seed"),
        max_length=LONGEST_SEED,
        required=False,
        help_text=_(
            "Any words or figures; whoever knows them can repeat the draw. "
            "Leave it empty and one is made by chance."
        ),
    )


class NewDrawForm(DemandsForm, SeedForm, StandingForm):
    """One draw: by which method, of which rounds, with which demands."""

    method = forms.ChoiceField(
        label=_("Method"),
        choices=[(method.value, words) for method, words in METHODS.items()],
        widget=forms.RadioSelect,
        initial=Method.PLAN,
    )
    first_round = whole_number(1, MOST_ROUNDS, label=_("First round"))
    rounds = whole_number(
        1,
        MOST_ROUNDS,
        label=_("How many rounds"),
        help_text=_("Methods that follow the standings draw one round at a time."),
    )
    promise = forms.BooleanField(
        label=_("Promise first, draw later"),
        required=False,
        help_text=_(
            "Only a hash of the seed is shown now. The draw waits until you type "
            "what was thrown with dice in the hall; seed and throw decide together, "
            "so that nobody can have chosen the plan."
        ),
    )
    block = whole_number(
        1,
        250,
        label=_("Swiss: tables that count as one group"),
        initial=1,
        help_text=_("With 1, places 1-4 belong to table 1, 5-8 to table 2 …"),
    )
    order = forms.ChoiceField(
        label=_("Swiss: who sits together in a group"),
        choices=[
            ("top", _("Neighbours: 1-2-3-4")),
            ("fold", _("First and last: 1-2-15-16")),
            ("snake", _("There and back: 1-8-9-16")),
            ("random", _("By lot")),
        ],
        initial="top",
    )
    interval = whole_number(1, 250, label=_("Fixed intervals: distance"), initial=4)
    template = forms.CharField(
        label=_("Tables by rank: the places at each table"),
        required=False,
        max_length=4000,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("One table a line, like 1 2 3 4. Empty: four by four."),
    )

    ENGINE_FIELDS = {
        **DemandsForm.ENGINE_FIELDS,
        "options.block": "block",
        "options.order": "order",
        "options.interval": "interval",
        "options.template": "template",
        "standing": "method",
    }

    def clean_template(self) -> tuple[tuple[int, ...], ...]:
        """Places by table."""
        tables = []
        for number, line in enumerate(self.cleaned_data["template"].splitlines(), 1):
            words = line.replace(",", " ").replace("-", " ").split()
            if not words:
                continue
            if not all(word.isdecimal() and len(word) < 6 for word in words):
                raise ValidationError(
                    _("Line %(number)s is not a list of places."),
                    params={"number": number},
                )
            tables.append(tuple(map(int, words)))
        return tuple(tables)

    def clean(self) -> dict[str, object]:
        data = super().clean() or {}
        if data.get("method") in RANKED and data.get("rounds", 1) > 1:
            self.add_error("rounds", _("This method draws one round at a time."))
        return data

    def options(self) -> Options:
        """What a valid form tells the single methods."""
        data = self.cleaned_data
        return Options(
            block=data["block"],
            order=data["order"],
            interval=data["interval"],
            template=data["template"],
        )

    @property
    def options_are_wrong(self) -> bool:
        names = ("block", "order", "interval", "template")
        return any(self[name].errors for name in names)


class RepairForm(DemandsForm, SeedForm):
    """The rounds to come, drawn anew because people left or came."""


class ImportPlanForm(TextOrFileForm):
    """A plan made elsewhere."""

    first_round = whole_number(1, MOST_ROUNDS, label=_("First round of the plan"))
    reason = forms.CharField(
        label=_("Where it comes from (goes into the log)"),
        max_length=500,
        required=False,
    )

    field_order = ("first_round", "text", "file", "reason")

    def add_plan_faults(self, error: RuleError) -> None:
        """Put what is wrong with the plan beside it, the rest beside its field."""
        own = [fault for fault in error.faults if fault.field == "first_round"]
        rest = [fault for fault in error.faults if fault not in own]
        for fault in own:
            self.add_error("first_round", sentence(fault))
        if rest:
            self.add_file_faults(RuleError(*rest))
