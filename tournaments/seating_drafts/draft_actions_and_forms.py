"""The actions of directors on a draft, each with its form and its function."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from tournaments.models import Draw, Round
from tournaments.refusals import refusal
from tournaments.rounds import publish_seating
from tournaments.rounds.late_start import LateStartForm, chosen_start
from tournaments.rounds.outdated_seating_marks import keep_draw
from tournaments.rounds.standings_choice_forms import (
    KeepForm,
    KeepingForm,
    StandingForm,
)
from tournaments.seating.files.pasted_tables import MOST_ROUNDS
from tournaments.seating_drafts import (
    confirm_draft,
    edit_draft,
    seating_jobs,
    submit_draft,
)
from tournaments.seating_drafts.draft_edit_preview_and_forms import (
    ChangeForm,
    VersionForm,
)
from tournaments.seating_drafts.seating_forms import LONGEST_SEED, SeedForm
from tournaments.web.form_fields_and_types import Cleaned, ReasonForm, whole_number


class RoundForm(forms.Form):
    """Form for the choice of one round of the draft. An empty field means all
    rounds."""

    round = whole_number(
        1, MOST_ROUNDS, label=_("Round (leave empty for all)"), required=False
    )


class HallForm(RoundForm, KeepingForm):
    """Form for the choice of rounds to show in the hall."""


class ConfirmForm(VersionForm, KeepingForm):
    """Form to confirm a draft."""


class GenerateForm(VersionForm, StandingForm):
    """Form for the choice of standings while earlier rounds are not closed."""


class PublishForm(RoundForm, LateStartForm, KeepingForm):
    """Form for the choice of rounds to publish.

    `although`: whether to publish even if some seated players are not checked in.
    """

    although = forms.BooleanField(required=False)


class TakeBackForm(RoundForm, ReasonForm):
    """Form for the reason to hide seating that players may have seen."""

    field_order = ("round", "reason")


class RedrawForm(VersionForm, SeedForm):
    """Form for the random seed of all tables that are not kept."""


class ThrowForm(forms.Form):
    """Form for the dice thrown in the hall. Players can note these dice to verify the
    seating later."""

    thrown = forms.CharField(
        label=_("Dice thrown"),
        max_length=LONGEST_SEED,
        help_text=_("For example 4 2 6 1."),
    )


@dataclass(frozen=True)
class Action:
    """An action that a director can carry out on a draft.

    `change` takes the draft, the values of the form and the username, and returns the
    draft to show next. `heading`, `explanation` and `button` are texts on the
    confirmation page. `done` is the message after the action.
    """

    form: type[forms.Form]
    change: Callable[[Draw, Cleaned, str], Draw]
    heading: Promise
    explanation: Promise
    button: Promise
    done: Promise
    danger: bool = False


def _reveal(draw: Draw, values: Cleaned, by: str) -> Draw:
    return submit_draft.reveal(draw, values["thrown"], by=by)


def _stop(draw: Draw, values: Cleaned, by: str) -> Draw:
    return seating_jobs.stop(draw, by=by)


def _again(draw: Draw, values: Cleaned, by: str) -> Draw:
    return seating_jobs.again(draw, by=by)


def _discard(draw: Draw, values: Cleaned, by: str) -> Draw:
    return seating_jobs.discard(draw, by=by, reason=values["reason"])


def _redraw(draw: Draw, values: Cleaned, by: str) -> Draw:
    return submit_draft.redraw_rest(
        draw, version=values["version"], seed=values["seed"], by=by
    )


def _balance(draw: Draw, values: Cleaned, by: str) -> Draw:
    return edit_draft.balance_winds(
        draw, version=values["version"], reason=values["reason"], by=by
    )


def _confirm(draw: Draw, values: Cleaned, by: str) -> Draw:
    return confirm_draft.confirm(
        draw, version=values["version"], keep=values["keep"], by=by
    )


def _generate(draw: Draw, values: Cleaned, by: str) -> Draw:
    return submit_draft.generate_again(
        draw, version=values["version"], standing=values["standing"], by=by
    )


def _keep(draw: Draw, values: Cleaned, by: str) -> Draw:
    return keep_draw(draw, seen=values["seen"], reason=values["reason"], by=by)


def _reopen(draw: Draw, values: Cleaned, by: str) -> Draw:
    return confirm_draft.reopen(draw, by=by, reason=values["reason"])


def _hall(draw: Draw, values: Cleaned, by: str) -> Draw:
    if number := values["round"]:
        publish_seating.show_in_hall(
            _round(draw, number).pk, keep=values["keep"], by=by
        )
    else:
        publish_seating.show_draw_in_hall(draw.pk, keep=values["keep"], by=by)
    return draw


def _publish(draw: Draw, values: Cleaned, by: str) -> Draw:
    although, keep = values["although"], values["keep"]
    late = chosen_start(values)
    if number := values["round"]:
        pk = _round(draw, number).pk
        publish_seating.publish(pk, by=by, although=although, keep=keep, late=late)
    else:
        publish_seating.publish_draw(
            draw.pk, by=by, although=although, keep=keep, late=late
        )
    return draw


def _unpublish(draw: Draw, values: Cleaned, by: str) -> Draw:
    reason = values["reason"]
    if number := values["round"]:
        publish_seating.unpublish(_round(draw, number).pk, by=by, reason=reason)
    else:
        publish_seating.unpublish_draw(draw.pk, by=by, reason=reason)
    return draw


def _round(draw: Draw, number: int) -> Round:
    """Return the round with this number. Raises Refused if the seating of the round is
    not from this draft."""
    round_ = draw.seated_rounds.filter(number=number).first()
    if round_ is None:
        raise refusal(
            "other_seats",
            gettext_noop("The seating of round %(round)s is not from this draft."),
            "round",
            round=number,
        )
    return round_


ACTIONS: Mapping[str, Action] = {
    "reveal": Action(
        ThrowForm,
        _reveal,
        _("Generate with dice"),
        _("The seating depends on the seed and the dice."),
        _("Generate seating"),
        _("Seating draft %(number)s is being generated."),
    ),
    "stop": Action(
        forms.Form,
        _stop,
        _("Stop the search"),
        _("The best seating so far is kept."),
        _("Stop and keep the best"),
        _("The search for seating draft %(number)s is stopping."),
    ),
    "again": Action(
        forms.Form,
        _again,
        _("Try again"),
        _("Starts the same search again."),
        _("Try again"),
        _("Seating draft %(number)s is being generated."),
    ),
    "discard": Action(
        ReasonForm,
        _discard,
        _("Discard draft"),
        _("This cannot be undone. You can generate the seating again from its seed."),
        _("Discard draft"),
        _("Seating draft %(number)s discarded."),
        danger=True,
    ),
    "balance": Action(
        ChangeForm,
        _balance,
        _("Balance the winds"),
        _(
            "Only the starting winds change, so that they are as even as possible "
            "for each player."
        ),
        _("Balance the winds"),
        _("Winds of seating draft %(number)s balanced."),
    ),
    "redraw": Action(
        RedrawForm,
        _redraw,
        _("Generate the rest"),
        _(
            "A new draft keeps the marked tables and generates the others with a new "
            "seed."
        ),
        _("Generate the rest"),
        _("Seating draft %(number)s keeps the marked tables."),
    ),
    "generate": Action(
        GenerateForm,
        _generate,
        _("Generate again"),
        _(
            "A new draft uses the current standings, with the same settings and seed. "
            "This draft and its manual changes are discarded."
        ),
        _("Generate again"),
        _("Seating draft %(number)s uses the current standings."),
    ),
    "keep": Action(
        KeepForm,
        _keep,
        _("Keep seating"),
        _(
            "Keeps the seating although the standings have changed. Your reason is "
            "logged."
        ),
        _("Keep seating"),
        _("Seating draft %(number)s kept."),
    ),
    "confirm": Action(
        ConfirmForm,
        _confirm,
        _("Confirm seating"),
        _(
            "This replaces seating of these rounds that is not visible yet. The new "
            "seating stays hidden until you show or publish it. Until then, you can "
            "reopen the draft."
        ),
        _("Confirm seating"),
        _("Seating draft %(number)s confirmed."),
    ),
    "reopen": Action(
        ReasonForm,
        _reopen,
        _("Reopen draft"),
        _(
            "This deletes the seating of the draft's rounds. Drafts that it replaced "
            "are not restored."
        ),
        _("Reopen draft"),
        _("Seating draft %(number)s reopened."),
    ),
    "hall": Action(
        HallForm,
        _hall,
        _("Show the seating in the hall"),
        _("Shows the seating on hall screens, but not on the web."),
        _("Show in the hall"),
        _("The seating is shown in the hall."),
    ),
    "publish": Action(
        PublishForm,
        _publish,
        _("Publish seating"),
        _("Everyone who can see the tournament sees the seating immediately."),
        _("Publish seating"),
        _("The seating is published."),
    ),
    "unpublish": Action(
        TakeBackForm,
        _unpublish,
        _("Unpublish the seating"),
        _(
            "This hides the seating in the hall and on the web. Players may have "
            "seen it, so enter a reason."
        ),
        _("Unpublish"),
        _("The seating is hidden again."),
        danger=True,
    ),
}
