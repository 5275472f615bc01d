"""A director's actions on a draw, each with its form and the function it calls."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from tournaments.draws import confirming, draft_changes, jobs, submitting
from tournaments.draws.change_forms import ChangeForm, VersionForm
from tournaments.draws.request_forms import LONGEST_SEED, SeedForm
from tournaments.models import Draw, Round
from tournaments.refusals import refusal
from tournaments.rounds import publishing
from tournaments.rounds.by_standing.forms import (
    KeepForm,
    KeepingForm,
    StandingForm,
)
from tournaments.rounds.by_standing.marks import keep_draw
from tournaments.rounds.late_start import LateStartForm, chosen_start
from tournaments.seating.files.sheets import MOST_ROUNDS
from tournaments.web.form_fields import ReasonForm, whole_number
from tournaments.web.untyped_values import Cleaned


class RoundForm(forms.Form):
    """One of the draw's rounds, or all of them."""

    round = whole_number(
        1, MOST_ROUNDS, label=_("Only round (empty: all rounds)"), required=False
    )


class HallForm(RoundForm, KeepingForm):
    """Which seats the hall is shown."""


class ConfirmForm(VersionForm, KeepingForm):
    """The draft that becomes the seats of its rounds."""


class GenerateForm(VersionForm, StandingForm):
    """What counts of rounds that are not closed."""


class PublishForm(RoundForm, LateStartForm, KeepingForm):
    """`although`: publish in spite of players who are not checked in, as was shown."""

    although = forms.BooleanField(
        label=_("Also if somebody is seated who is not checked in"), required=False
    )


class TakeBackForm(RoundForm, ReasonForm):
    """Why seats that people have seen are hidden again."""

    field_order = ("round", "reason")


class RedrawForm(VersionForm, SeedForm):
    """The seed of everything that is not kept."""


class ThrowForm(forms.Form):
    """What was thrown in the hall, as everybody there can write it down."""

    thrown = forms.CharField(
        label=_("What was thrown"),
        max_length=LONGEST_SEED,
        help_text=_("Like 4 2 6 1. Spaces before and after it do not count."),
    )


@dataclass(frozen=True)
class Action:
    """`change` gets the draw, the form's values and who it is, and gives the draw to
    go on with. `heading`, `words` and `button` ask for it once more."""

    form: type[forms.Form]
    change: Callable[[Draw, Cleaned, str], Draw]
    heading: Promise
    words: Promise
    button: Promise
    done: Promise
    danger: bool = False


def _reveal(draw: Draw, values: Cleaned, by: str) -> Draw:
    return submitting.reveal(draw, values["thrown"], by=by)


def _stop(draw: Draw, values: Cleaned, by: str) -> Draw:
    return jobs.stop(draw, by=by)


def _again(draw: Draw, values: Cleaned, by: str) -> Draw:
    return jobs.again(draw, by=by)


def _discard(draw: Draw, values: Cleaned, by: str) -> Draw:
    return jobs.discard(draw, by=by, reason=values["reason"])


def _redraw(draw: Draw, values: Cleaned, by: str) -> Draw:
    return submitting.redraw_rest(
        draw, version=values["version"], seed=values["seed"], by=by
    )


def _balance(draw: Draw, values: Cleaned, by: str) -> Draw:
    return draft_changes.balance_winds(
        draw, version=values["version"], reason=values["reason"], by=by
    )


def _confirm(draw: Draw, values: Cleaned, by: str) -> Draw:
    return confirming.confirm(
        draw, version=values["version"], keep=values["keep"], by=by
    )


def _generate(draw: Draw, values: Cleaned, by: str) -> Draw:
    return submitting.generate_again(
        draw, version=values["version"], standing=values["standing"], by=by
    )


def _keep(draw: Draw, values: Cleaned, by: str) -> Draw:
    return keep_draw(draw, seen=values["seen"], reason=values["reason"], by=by)


def _reopen(draw: Draw, values: Cleaned, by: str) -> Draw:
    return confirming.reopen(draw, by=by, reason=values["reason"])


def _hall(draw: Draw, values: Cleaned, by: str) -> Draw:
    if number := values["round"]:
        publishing.show_in_hall(_round(draw, number).pk, keep=values["keep"], by=by)
    else:
        publishing.show_draw_in_hall(draw.pk, keep=values["keep"], by=by)
    return draw


def _publish(draw: Draw, values: Cleaned, by: str) -> Draw:
    although, keep = values["although"], values["keep"]
    late = chosen_start(values)
    if number := values["round"]:
        pk = _round(draw, number).pk
        publishing.publish(pk, by=by, although=although, keep=keep, late=late)
    else:
        publishing.publish_draw(draw.pk, by=by, although=although, keep=keep, late=late)
    return draw


def _unpublish(draw: Draw, values: Cleaned, by: str) -> Draw:
    reason = values["reason"]
    if number := values["round"]:
        publishing.unpublish(_round(draw, number).pk, by=by, reason=reason)
    else:
        publishing.unpublish_draw(draw.pk, by=by, reason=reason)
    return draw


def _round(draw: Draw, number: int) -> Round:
    """A round that has its seats from this draw."""
    round_ = draw.seated_rounds.filter(number=number).first()
    if round_ is None:
        raise refusal(
            "other_seats",
            gettext_noop("Round %(round)s does not have its seats from this draw."),
            "round",
            round=number,
        )
    return round_


ACTIONS: Mapping[str, Action] = {
    "reveal": Action(
        ThrowForm,
        _reveal,
        _("Draw with a throw"),
        _("Seed and throw together decide the draw."),
        _("Draw with this throw"),
        _("Draw %(number)s begins with the throw."),
    ),
    "stop": Action(
        forms.Form,
        _stop,
        _("Stop the search"),
        _("The best plan found so far becomes the draft."),
        _("Stop now: take the best so far"),
        _("Draw %(number)s stops as soon as it can."),
    ),
    "again": Action(
        forms.Form,
        _again,
        _("Try again"),
        _("The same draw begins once more."),
        _("Try again"),
        _("Draw %(number)s begins once more."),
    ),
    "discard": Action(
        ReasonForm,
        _discard,
        _("Discard this draw"),
        _(
            "It stays in the list, and its seats come to nothing. This cannot be "
            "undone; the same draw can be asked for again, with its seed."
        ),
        _("Discard this draw"),
        _("Draw %(number)s is discarded."),
        danger=True,
    ),
    "balance": Action(
        ChangeForm,
        _balance,
        _("Balance the winds"),
        _(
            "Who meets whom at which table stays. Only who begins as East, South, "
            "West or North changes, so that nobody has a wind more often than need be."
        ),
        _("Balance the winds"),
        _("The winds of draw %(number)s are balanced."),
    ),
    "redraw": Action(
        RedrawForm,
        _redraw,
        _("Draw the rest again"),
        _("A new draw keeps the marked tables and draws all others with a new seed."),
        _("Draw the rest again"),
        _("Draw %(number)s keeps the marked tables."),
    ),
    "generate": Action(
        GenerateForm,
        _generate,
        _("Generate again"),
        _(
            "A new draw with the same method, parameters and seed uses the standing "
            "now. This draft is discarded, with what was changed in it by hand."
        ),
        _("Generate again"),
        _("Draw %(number)s uses the standing now."),
    ),
    "keep": Action(
        KeepForm,
        _keep,
        _("Keep this seating"),
        _(
            "The seating stays, although the standing has changed. The reason is "
            "logged and shown to staff until the standing changes again."
        ),
        _("Keep this seating"),
        _("Draw %(number)s is kept."),
    ),
    "confirm": Action(
        ConfirmForm,
        _confirm,
        _("Confirm this plan"),
        _(
            "Its rounds are seated. Seats of these rounds that nobody has been shown "
            "yet are replaced. Nobody sees the new ones until you show them. Until "
            "then it can be made a draft again."
        ),
        _("Confirm this plan"),
        _("Draw %(number)s is confirmed: its rounds are seated."),
    ),
    "reopen": Action(
        ReasonForm,
        _reopen,
        _("Back to a draft"),
        _(
            "The seats of its rounds are taken away, and the plan can be changed "
            "again. Another plan that this one replaced does not come back."
        ),
        _("Back to a draft"),
        _("Draw %(number)s is a draft again."),
    ),
    "hall": Action(
        HallForm,
        _hall,
        _("Show the seats in the hall"),
        _("They are on the hall's screen at once, and not on the web yet."),
        _("Show in the hall"),
        _("The seats are shown in the hall."),
    ),
    "publish": Action(
        PublishForm,
        _publish,
        _("Publish the seats"),
        _("Everybody who can see the tournament sees them on the web at once."),
        _("Publish the seats"),
        _("The seats are published."),
    ),
    "unpublish": Action(
        TakeBackForm,
        _unpublish,
        _("Take the seats back"),
        _(
            "Nobody sees them any more, in the hall or on the web. People may have "
            "seen them: say why."
        ),
        _("Take back"),
        _("The seats are hidden again."),
        danger=True,
    ),
}
