"""Pages for directors about the mirror of a tournament: set up, take over, give back
and end the mirror.
"""

from __future__ import annotations

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import (
    require_http_methods,
    require_POST,
    require_safe,
)

from rules.faults import RuleError
from scoring.mirror import set_up_and_revoke, state_of_mirror, take_over
from scoring.mirror.exchange_with_mirror import Failed, ask_to_give_back
from scoring.mirror.mirror_problems import problem_of
from tournaments.access.roles_and_permissions import Ability
from tournaments.director.page_roles_and_health_notice import (
    for_beginners_of_events,
    for_helpers,
)
from tournaments.models import Mirror, MirrorContent, Tournament
from tournaments.web.form_fields_and_types import Context
from tournaments.web.request_types_and_form_faults import (
    AccountRequest,
    add_faults,
    faults_in,
    faults_shown,
    form_page,
    refused,
)

BOTH = ["GET", "HEAD", "POST"]


class SendForm(forms.Form):
    address = forms.CharField(
        label=gettext_lazy("Address of the mirror"),
        max_length=300,
        help_text=gettext_lazy("For example https://mahjong.example.org"),
    )
    token = forms.CharField(
        label=gettext_lazy("Token"),
        max_length=100,
        help_text=gettext_lazy("Create a token on the mirror, under “Mirrors”."),
    )
    content = forms.ChoiceField(
        label=gettext_lazy("Content"),
        choices=MirrorContent,
        initial=MirrorContent.COMPLETE,
        widget=forms.RadioSelect,
    )
    private = forms.BooleanField(
        label=gettext_lazy("The address is in a private network"),
        required=False,
    )


class CodeForm(forms.Form):
    code = forms.CharField(label=gettext_lazy("Takeover code"), max_length=60)
    alone = forms.BooleanField(
        label=gettext_lazy("The other installation can no longer be reached"),
        required=False,
    )


class OfferForm(forms.Form):
    title = forms.CharField(
        label=gettext_lazy("Tournament"),
        max_length=200,
        help_text=gettext_lazy(
            "Enter a title that helps you recognise the tournament in this list."
        ),
    )


@for_helpers(Ability.SETUP)
@require_http_methods(BOTH)
def mirror(request: AccountRequest, tournament: Tournament) -> HttpResponse:
    """Render the state of the mirror. POST sets up a mirror."""
    form = SendForm(request.POST or None)
    if request.method != "POST":
        return render(request, "director/mirror.html", _context(request, tournament))
    if form.is_valid():
        with faults_in(form):
            set_up_and_revoke.send_to_mirror(
                tournament,
                address=form.cleaned_data["address"],
                token=form.cleaned_data["token"],
                content=form.cleaned_data["content"],
                # Only a person who runs the installation may send into its networks.
                private=form.cleaned_data["private"] and request.user.is_superuser,
                site=_site(request),
                by=request.user.get_username(),
            )
            messages.success(request, _("Mirror set up. The first copy is being sent."))
            return redirect("director:mirror", tournament.slug)
    context = _context(request, tournament) | {"form": form}
    return refused(request, "director/mirror.html", context)


@for_helpers(Ability.OWN, mirror_too=True)
@require_POST
def become_home(request: AccountRequest, tournament: Tournament) -> HttpResponse:
    """Take over the tournament with the takeover code and redirect to the mirror page,
    or render the page again with the errors. Unless `alone` is set, the caller requests
    the tournament from the other installation.
    """
    found, form = _mirror(tournament), CodeForm(request.POST)
    if form.is_valid():
        code, by = form.cleaned_data["code"], request.user.get_username()
        try:
            if found.is_caller and not form.cleaned_data["alone"]:
                ask_to_give_back(found, code=code, by=by)
            else:
                take_over.take_over(found, code=code, by=by)
        except RuleError as error:
            add_faults(form, error)
        except Failed as failed:
            form.add_error(None, str(failed.problem.label))
        except OSError as error:
            form.add_error(None, str(problem_of(error).label))
        else:
            messages.success(
                request, _("From now on, make changes on this installation.")
            )
            return redirect("director:mirror", tournament.slug)
    context = _context(request, tournament) | {"code_form": form}
    return refused(request, "director/mirror.html", context)


@for_helpers(Ability.OWN, mirror_too=True)
@require_POST
def end(request: AccountRequest, tournament: Tournament) -> HttpResponse:
    """End the mirror at the caller, or revoke its token at the called installation.

    Redirect to the mirror page.
    """
    found = _mirror(tournament)
    with faults_shown(request):
        set_up_and_revoke.end_mirror(found, by=request.user.get_username())
        messages.success(
            request, _("Mirror ended.") if found.is_caller else _("Token revoked.")
        )
    return redirect("director:mirror", tournament.slug)


@for_helpers(Ability.OWN)
@require_POST
def replace(request: AccountRequest, tournament: Tournament) -> HttpResponse:
    """Let the next exchange send a complete copy that replaces the mirror's data.

    Redirect to the mirror page.
    """
    set_up_and_revoke.replace_data(_mirror(tournament))
    messages.success(request, _("A complete copy is sent next."))
    return redirect("director:mirror", tournament.slug)


@for_helpers(Ability.LOOK)
@require_safe
def state(request: AccountRequest, tournament: Tournament) -> HttpResponse:
    """Render the number of changes that wait to be sent, for the control room."""
    context = {
        "tournament": tournament,
        "mirror": state_of_mirror.mirror_of(tournament),
    }
    return render(request, "director/_mirror_state.html", context)


@for_beginners_of_events
@require_http_methods(BOTH)
def mirrors(request: AccountRequest) -> HttpResponse:
    """Render the mirrors that the account offers.

    POST creates a token and a takeover code, and shows both once.
    """
    form = OfferForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with faults_in(form):
            offered = set_up_and_revoke.offer_mirror(
                form.cleaned_data["title"], by=request.user
            )
            context = {"offered": offered, "address": _site(request)}
            answer = render(request, "director/mirror_offered.html", context)
            answer["Cache-Control"] = "no-store"
            return answer
    context = {
        "form": form,
        "awaited": set_up_and_revoke.mirrors_awaited_by(request.user),
    }
    return form_page(request, "director/mirrors.html", context)


@for_beginners_of_events
@require_POST
def revoke(request: AccountRequest, pk: int) -> HttpResponse:
    """Delete a mirror that has no data yet and redirect to the list of mirrors.

    Raises Http404 for any other mirror.
    """
    for found in set_up_and_revoke.mirrors_awaited_by(request.user):
        if found.pk == pk:
            set_up_and_revoke.end_mirror(found, by=request.user.get_username())
            messages.success(request, _("Token revoked."))
            return redirect("director:mirrors")
    raise Http404


def _mirror(tournament: Tournament) -> Mirror:
    found = state_of_mirror.mirror_of(tournament)
    if found is None:
        raise Http404
    return found


def _site(request: HttpRequest) -> str:
    return request.build_absolute_uri(reverse("public:home")).rstrip("/")


def _context(request: AccountRequest, tournament: Tournament) -> Context:
    found = state_of_mirror.mirror_of(tournament)
    context: Context = {"tournament": tournament, "mirror": found, "form": SendForm()}
    if found:
        context |= {
            "state": state_of_mirror.state_in_words(found),
            "problem": state_of_mirror.problem_in_words(found),
            "left_over": list(state_of_mirror.left_over_in_words(found)),
            "code_form": CodeForm(),
        }
    return context
