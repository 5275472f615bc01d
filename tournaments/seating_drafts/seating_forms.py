"""Forms to generate, repair and import seating."""

from __future__ import annotations

from dataclasses import replace

from django import forms
from django.core.exceptions import ValidationError
from django.utils.functional import Promise, lazy
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from rules.faults import RuleError
from tournaments.models import Tournament
from tournaments.refusals import sentence
from tournaments.rounds.standings_choice_forms import SeedingForm, StandingForm
from tournaments.seating.files.pasted_tables import MOST_ROUNDS
from tournaments.seating.seating_request import (
    RANKED,
    Method,
    Options,
    Request,
    read_request,
)
from tournaments.seating_drafts.constraint_forms import DemandsForm, shortest
from tournaments.web.form_fields_and_types import TextOrFileForm, whole_number

#: Most characters of a seed, enough for dice, drawn cards or a line of a newspaper.
LONGEST_SEED = 200


def _explained(name: Promise, explanation: Promise) -> SafeString:
    return format_html("{}<small>{}</small>", name, explanation)


_explained_lazily = lazy(_explained, str)

METHODS = {
    Method.PLAN: _explained_lazily(
        _("Plan for several rounds"),
        _("Avoids repeat opponents."),
    ),
    Method.RANDOM: _explained_lazily(
        _("Random"),
        _("Random seating within your constraints."),
    ),
    Method.SWISS: _explained_lazily(
        _("Swiss"),
        _(
            "Seats players together who are close in the standings; avoids repeat "
            "opponents."
        ),
    ),
    Method.SNAKE: _explained_lazily(
        _("Snake"),
        _("Mixes strong and weak players: 1-8-9-16."),
    ),
    Method.INTERVALS: _explained_lazily(
        _("Fixed intervals"),
        _("Fixed distance in the standings: 1-5-9-13."),
    ),
    Method.RANKS: _explained_lazily(
        _("Tables by rank"),
        _("Places 1–4 at table 1, 5–8 at table 2. For finals."),
    ),
}


def last_request(tournament: Tournament) -> Request:
    """Return a request with the settings of the last request, or with default settings
    if there was no request.

    The default settings allow short tables if the rules allow them. Pairs to keep apart
    are not included, because they are stored with the players.
    """
    size = tournament.rules.players
    short = shortest(tournament.rules.fewest_players, size)
    usual = {"demands": {"uneven": short}} if short else {}
    settings = {"rounds": 1, "seed": "", **usual, **tournament.draw_settings}
    try:
        request = read_request(settings)
    except RuleError:
        # Settings from an older version of the program.
        request = Request((), 1, "")
    return replace(request, demands=replace(request.demands, never=(), size=size))


class SeedForm(forms.Form):
    """Form for the random seed."""

    seed = forms.CharField(
        label=_("Random seed"),
        max_length=LONGEST_SEED,
        required=False,
        help_text=_("Leave empty for a random one."),
    )


class NewDrawForm(DemandsForm, SeedForm, StandingForm, SeedingForm):
    """Form for the request for new seating: method, rounds and constraints."""

    method = forms.ChoiceField(
        label=_("Method"),
        choices=[(method.value, label) for method, label in METHODS.items()],
        widget=forms.RadioSelect,
        initial=Method.PLAN,
    )
    first_round = whole_number(1, MOST_ROUNDS, label=_("First round"))
    rounds = whole_number(
        1,
        MOST_ROUNDS,
        label=_("Number of rounds"),
        help_text=_("Methods that use the standings generate 1 round at a time."),
    )
    promise = forms.BooleanField(
        label=_("Publish the seed hash first"),
        required=False,
        help_text=_(
            "The program then waits for dice thrown in the hall, so that no one can "
            "choose the seating."
        ),
    )
    block = whole_number(
        1,
        250,
        label=_("Swiss: tables per score group"),
        initial=1,
        help_text=_("With 1, places 1–4 sit at table 1, 5–8 at table 2 …"),
    )
    order = forms.ChoiceField(
        label=_("Swiss: order within a score group"),
        choices=[
            ("top", _("Adjacent: 1-2-3-4")),
            ("fold", _("First and last: 1-2-15-16")),
            ("snake", _("Snake: 1-8-9-16")),
            ("random", _("Random")),
        ],
        initial="top",
    )
    interval = whole_number(1, 250, label=_("Fixed intervals: distance"), initial=4)
    template = forms.CharField(
        label=_("Tables by rank: places at each table"),
        required=False,
        max_length=4000,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_(
            "One table per line, such as 1 2 3 4. Leave empty for 4 each in order."
        ),
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
        """Return the places in the standings that sit at each table. Each line of the
        field is a table.

        Raises ValidationError for a line that contains other text than places.
        """
        tables = []
        for number, line in enumerate(self.cleaned_data["template"].splitlines(), 1):
            places = line.replace(",", " ").replace("-", " ").split()
            if not places:
                continue
            if not all(word.isdecimal() and len(word) < 6 for word in places):
                raise ValidationError(
                    _("Line %(number)s: enter places such as 1 2 3 4."),
                    params={"number": number},
                )
            tables.append(tuple(map(int, places)))
        return tuple(tables)

    def clean(self) -> dict[str, object]:
        data = super().clean() or {}
        if data.get("method") in RANKED and data.get("rounds", 1) > 1:
            self.add_error("rounds", _("This method seats one round at a time."))
        if data.get("seeding") and data.get("method") not in RANKED:
            self.add_error("seeding", _("Choose a method that uses the standings."))
        elif data.get("seeding") and data.get("first_round", 1) > 1:
            self.add_error(
                "seeding", _("A seeding list can be used for the first round only.")
            )
        return data

    def options(self) -> Options:
        """Return the settings that only some methods use, from a valid form."""
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
    """Form for the request to repair the remaining rounds."""


class ImportPlanForm(TextOrFileForm):
    """Form for the import of a seating plan made elsewhere."""

    first_round = whole_number(1, MOST_ROUNDS, label=_("First round of the plan"))
    reason = forms.CharField(
        label=_("Source (for the log)"),
        max_length=500,
        required=False,
    )

    field_order = ("first_round", "text", "file", "reason")

    def add_plan_faults(self, error: RuleError) -> None:
        """Add errors about the first round to the field of the first round, and all
        other errors to the field of the plan."""
        own = [fault for fault in error.faults if fault.field == "first_round"]
        rest = [fault for fault in error.faults if fault not in own]
        for fault in own:
            self.add_error("first_round", sentence(fault))
        if rest:
            self.add_file_faults(RuleError(*rest))
