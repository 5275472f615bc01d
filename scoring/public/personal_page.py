"""A player's personal page, opened by the player link without an account."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import cache_control
from django.views.decorators.http import (
    require_http_methods,
    require_POST,
    require_safe,
)

from scoring.all_pages import web_app_manifest
from scoring.all_pages.public_rounds_and_tables import nav, seats_shown
from scoring.confirming_and_finishing import confirm_and_dispute
from scoring.confirming_and_finishing.changes_since_confirmation import (
    ChangesSince,
    changed_since,
)
from scoring.confirming_and_finishing.confirmation_status import (
    ConfirmationState,
    PlayerConfirmation,
)
from scoring.ledger.table_ledger import TableLedger
from scoring.public import (
    calendar_format,
    player_calendar,
    player_page_and_own_results,
    share_image,
)
from scoring.public.player_place_and_rounds import followed
from scoring.table.after_last_hand import meaning_of, next_round
from scoring.table.confirmation_pages import LONGEST_TEXT, SeenResultForm
from scoring.table.result_sheet import result_sheet
from tournaments.access import live_access
from tournaments.access.player_links import holder_of
from tournaments.live import push_encryption_and_service
from tournaments.models import Game, PageChoice, Player, ShownAs
from tournaments.people import player_changes
from tournaments.persons import pages_over_tournaments
from tournaments.player_messages import send_message
from tournaments.privacy import anonymise_player
from tournaments.tournament_time import time_zone_and_years
from tournaments.web.request_types_and_form_faults import (
    faults_in,
    faults_shown,
    focus_first_fault,
)

View = Callable[..., HttpResponse]

#: Maximum number of messages from directors that the page shows.
MESSAGES_SHOWN = 5
#: Name in the log for changes by players.
OWN_PAGE = "own page"


class DisputeForm(SeenResultForm):
    text = forms.CharField(
        label=gettext_lazy("Mistake"),
        max_length=LONGEST_TEXT,
        widget=forms.Textarea(attrs={"rows": 4}),
        error_messages={"required": gettext_lazy("Describe the mistake.")},
        help_text=gettext_lazy("A referee will read this and come to you."),
    )


def for_its_player(view: View) -> View:
    """Decorate the view of a page opened by a player link.

    The view receives the player and the key. A replaced link gets a 410 response; an
    unknown link raises Http404.
    """

    @cache_control(private=True, no_cache=True)
    @wraps(view)
    def wrapped(request: HttpRequest, key: str, **named: int) -> HttpResponse:
        holder = holder_of(key)
        if holder is None:
            raise Http404
        time_zone_and_years.follow(holder.player.tournament)
        if not holder.counts:
            context = {"tournament": holder.player.tournament}
            return render(request, "public/me_gone.html", context, status=410)
        live_access.let_in(request, live_access.player_reader(holder.player))
        return view(request, holder.player, key=key, **named)

    return wrapped


@for_its_player
@require_safe
def page(request: HttpRequest, player: Player, key: str) -> HttpResponse:
    """Render the personal page: the player's seats, tables and choices."""
    context = player_page_and_own_results.own_page(player) | {
        "key": key,
        "nav": nav(player.tournament) if player.tournament.is_public else None,
        "page": "me",
        "push_key": push_encryption_and_service.public_key(),
        "devices": player.push_subscriptions.count(),
        "ways_to_be_shown": ShownAs.choices,
        "has_image": share_image.is_offered(player),
        "asked_nameless": anonymise_player.wants_name_out(player),
        "pages": pages_over_tournaments.setting(),
        "own_messages": send_message.messages_of(player)[:MESSAGES_SHOWN],
        "page_choice": PageChoice.objects.filter(player=player).first(),
    }
    return render(request, "public/me.html", context)


@for_its_player
@require_safe
def manifest(request: HttpRequest, player: Player, key: str) -> HttpResponse:
    """Return the manifest for adding the personal page to a phone's home screen.

    On iPhones, notifications work only for pages added in this way.
    """
    name = str(player.person)
    return web_app_manifest.manifest(
        name=f"{name} · {player.tournament.title}",
        short_name=name,
        start_url=reverse("me:page", args=[key]),
        scope=reverse("public:home"),
        display="standalone",
    )


@for_its_player
@require_POST
def shown(request: HttpRequest, player: Player, key: str) -> HttpResponse:
    """Change the name that the public sees, and redirect to the personal page."""
    with faults_shown(request):
        chosen = request.POST.get("shown_as", "")
        player_changes.show_as(player, chosen, by=OWN_PAGE)
        message = _("The public now sees “%(name)s”.")
        messages.success(request, message % {"name": player.public_name})
    return redirect("me:page", key)


@for_its_player
@require_POST
def page_over_tournaments(
    request: HttpRequest, player: Player, key: str
) -> HttpResponse:
    """Store whether the player agrees to a page across tournaments.

    Redirect to the personal page.
    """
    agrees = request.POST.get("page") == "yes"
    with faults_shown(request):
        pages_over_tournaments.choose(player, agrees=agrees, by=OWN_PAGE)
        messages.success(
            request,
            _(
                "You agreed to a page across tournaments. It appears if the organisers "
                "turn on these pages."
            )
            if agrees
            else _("You have no player page across tournaments."),
        )
    return redirect("me:page", key)


@for_its_player
@require_POST
def ask_nameless(request: HttpRequest, player: Player, key: str) -> HttpResponse:
    """Send the player's request to be anonymised. An owner decides about it."""
    anonymise_player.ask(player, by=OWN_PAGE)
    messages.success(request, _("Your request has been sent to the organisers."))
    return redirect("me:page", key)


@for_its_player
@require_safe
def calendar(request: HttpRequest, player: Player, key: str) -> HttpResponse:
    """Return the player's rounds as an iCalendar file."""
    page = request.build_absolute_uri(reverse("me:page", args=[key]))
    calendar = player_calendar.calendar_of(player, seats_shown(player), page)
    return calendar_format.as_file(calendar, player.tournament.slug)


@for_its_player
@require_safe
def picture(request: HttpRequest, player: Player, key: str) -> HttpResponse:
    """Return the player's results as an image for sharing.

    Raises Http404 for a player shown as a number.
    """
    if not share_image.is_offered(player):
        raise Http404
    shown = followed(player.tournament, player)
    content = share_image.picture_of(player.tournament, shown)
    return HttpResponse(content, content_type="image/png")


@for_its_player
@require_http_methods(["GET", "HEAD", "POST"])
def table(request: HttpRequest, player: Player, key: str, number: int) -> HttpResponse:
    """Render the player's table of a round. POST confirms or disputes the result, by
    `say`: "confirm" or "dispute"."""
    game = player_page_and_own_results.own_game(player, number)
    if request.method != "POST":
        return _table(request, game, player, key)
    if request.POST.get("say") == "dispute":
        return _dispute(request, game, player, key)
    return _confirm(request, game, player, key)


def _confirm(
    request: HttpRequest, game: Game, player: Player, key: str
) -> HttpResponse:
    form = SeenResultForm(request.POST)
    if form.is_valid():
        with faults_in(form):
            confirm_and_dispute.confirm_as_player(
                game.pk, player, sequence=form.cleaned_data["sequence"]
            )
            messages.success(request, _("Result confirmed."))
            return redirect("me:page", key)
    return _table(request, game, player, key, confirmation=form)


def _dispute(
    request: HttpRequest, game: Game, player: Player, key: str
) -> HttpResponse:
    form = DisputeForm(request.POST)
    if form.is_valid():
        data = form.cleaned_data
        with faults_in(form):
            confirm_and_dispute.dispute(
                game.pk, player, sequence=data["sequence"], text=data["text"]
            )
            messages.success(request, _("Dispute sent to the referees."))
            return redirect("me:table", key, game.round.number)
    focus_first_fault(form)
    return _table(request, game, player, key, objection=form)


def _table(
    request: HttpRequest,
    game: Game,
    player: Player,
    key: str,
    *,
    confirmation: SeenResultForm | None = None,
    objection: DisputeForm | None = None,
) -> HttpResponse:
    """Render the table with the current result.

    `confirmation`, `objection`: a rejected form, which keeps its text and gives status
    422.
    """
    sheet = result_sheet(game, reader=player)
    voice = sheet["closing"].voice_of(player)
    following = next_round(game)
    context: dict[str, object] = sheet | {
        "meaning": meaning_of(player.tournament),
        "next_round": following,
        "next_seat": following and following.seat_of(player),
        "player": player,
        "key": key,
        "voice": voice,
        "since": _since(voice, sheet["game"]),
        "refused": confirmation,
        "form": objection or DisputeForm(),
    }
    status = 422 if confirmation or objection else 200
    return render(request, "public/me_table.html", context, status=status)


def _since(voice: PlayerConfirmation, game: Game) -> ChangesSince | None:
    """Return the changes since the player last confirmed or disputed the result.

    Return None if the player need not check the result again.
    """
    if voice.before is None or voice.state in (
        ConfirmationState.CONFIRMED,
        ConfirmationState.ANSWERED,
    ):
        return None
    return changed_since(TableLedger(game), voice.before, voice.seat)
