"""The forms of a practice event."""

from __future__ import annotations

from collections.abc import Mapping

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from scoring.models import BotPlay
from scoring.practice.bots import SPEEDS
from scoring.practice.formats import WITH_FINAL, Format
from scoring.practice.incidents.kinds import KINDS
from scoring.practice.practice_event import PracticePlan
from tournaments.tournament_setup.offered_rulesets_and_presets import presets
from tournaments.web.form_fields_and_types import Cleaned

FEWEST, MOST = 8, 400
MOST_ROUNDS = 20
BEFORE, MIDDLE, LAST, FINAL = "before", "middle", "last", "final"
POINTS, TILES = "points", "tiles"
USUAL_SPEED = 10
#: What somebody gets who asks for nothing.
USUAL: Mapping[str, object] = {
    "players": 72,
    "rounds": 5,
    "format": Format.ONE,
    "stands": MIDDLE,
    "round": 1,
}


class PracticeForm(forms.Form):
    """Ruleset, people, rounds, and where the event stands."""

    players = forms.IntegerField(
        label=_("Players"),
        min_value=FEWEST,
        max_value=MOST,
        widget=forms.NumberInput(attrs={"step": 4}),
        help_text=_("A multiple of 4: 72 players fill 18 tables."),
    )
    rounds = forms.IntegerField(label=_("Rounds"), min_value=1, max_value=MOST_ROUNDS)
    format = forms.ChoiceField(
        label=_("Format"),
        choices=[
            (Format.ONE, _("All players play every round")),
            (Format.FINAL, _("A cut and a final in the last round")),
            (Format.GROUPS, _("Two groups, and a final of the best of each")),
            (
                Format.LEAGUE,
                _("A league: match days of 2 rounds with changing players"),
            ),
        ],
    )
    stands = forms.ChoiceField(
        label=_("Start at"),
        choices=[
            (BEFORE, _("Before the round below")),
            (MIDDLE, _("During the round below")),
            (LAST, _("Before the last round")),
            (FINAL, _("Before the final, with the cut next")),
        ],
    )
    round = forms.IntegerField(label=_("Round"), min_value=1, max_value=MOST_ROUNDS)

    def __init__(self, data: Mapping[str, object] | None = None) -> None:
        """What `data` does not say is as usual."""
        offered = {key: str(preset.name) for key, preset in presets().items()}
        usual = {"preset": next(iter(offered)), **USUAL}
        given = None if data is None else {**usual, **data}
        super().__init__(given, initial=usual)
        self.fields["preset"] = forms.ChoiceField(
            label=_("Rules"), choices=list(offered.items())
        )
        self.order_fields(["preset"])

    def clean_players(self) -> int:
        players: int = self.cleaned_data["players"]
        if players % 4:
            raise ValidationError(_("Enter a multiple of 4, such as 16 or 40."))
        return players

    def clean(self) -> dict[str, object]:
        data = super().clean() or {}
        rounds, round_ = data.get("rounds"), data.get("round")
        format_ = data.get("format")
        if data.get("stands") == FINAL and format_ == Format.ONE:
            format_ = data["format"] = Format.FINAL
        if format_ in WITH_FINAL and rounds == 1:
            self.add_error("rounds", _("A final needs at least 1 round before it."))
        if data.get("stands") == FINAL and format_ == Format.LEAGUE:
            self.add_error("stands", _("This league has no final."))
        if data.get("stands") in (LAST, FINAL) or rounds is None or round_ is None:
            return data
        if round_ > rounds:
            self.add_error("round", _("This tournament has fewer rounds."))
        return data

    def plan(self, seed: int) -> PracticePlan:
        """What a valid form asks for."""
        data = self.cleaned_data
        rounds = data["rounds"]
        return PracticePlan(
            preset=presets()[data["preset"]],
            players=data["players"],
            rounds=rounds,
            round=rounds if data["stands"] in (LAST, FINAL) else data["round"],
            in_the_middle=data["stands"] == MIDDLE,
            seed=seed,
            format=Format(data["format"]),
        )


class BotsForm(forms.Form):
    """How fast bots play, and what they send."""

    speed = forms.TypedChoiceField(
        label=_("Speed"),
        coerce=int,
        choices=[
            (each, _("Normal speed") if each == 1 else f"{each}×") for each in SPEEDS
        ],
    )
    hands = forms.ChoiceField(
        label=_("How bots enter hands"),
        choices=[(POINTS, _("by points")), (TILES, _("by tiles"))],
        widget=forms.RadioSelect,
    )

    incidents = forms.BooleanField(label=_("Random incidents"), required=False)

    runs_rounds = forms.BooleanField(
        label=_("Bots also close, seat and start rounds"), required=False
    )

    @classmethod
    def of(cls, play: BotPlay | None) -> BotsForm:
        """The form filled in with how the bots play now, or played last."""
        if play is None:
            return cls(initial={"speed": USUAL_SPEED, "hands": POINTS})
        hands = TILES if play.by_tiles else POINTS
        said = {"speed": play.speed, "hands": hands, "incidents": play.incidents}
        return cls(initial=said | {"runs_rounds": play.runs_rounds})

    def asked(self) -> Cleaned:
        """What a valid form asks of `bots.start`."""
        data = self.cleaned_data
        return {
            "speed": data["speed"],
            "by_tiles": data["hands"] == TILES,
            "incidents": data["incidents"],
            "runs_rounds": data["runs_rounds"],
        }


class IncidentForm(forms.Form):
    """What is to happen, and where."""

    kind = forms.ChoiceField(
        label=_("Incident"),
        choices=[(key, each.name) for key, each in KINDS.items()],
    )
    table = forms.IntegerField(
        label=_("Table"),
        required=False,
        min_value=1,
        max_value=999,
        help_text=_("Leave empty for a random table."),
    )


class ResetForm(forms.Form):
    """Before which round the event is to stand."""

    round = forms.IntegerField(
        label=_("Before round"), min_value=1, max_value=MOST_ROUNDS
    )
    sure = forms.BooleanField(
        label=_("Rounds from this one on are deleted. This cannot be undone.")
    )
