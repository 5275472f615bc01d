"""Pages for the editors of a series: a new series, and a season with its formula,
tournaments, deductions and editors."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import QuerySet
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods

from scoring.awards.awards_in_words import condition_of, name_of, offered_awards
from scoring.awards.choose_awards import choose_season_awards
from scoring.models import RankingMethod, RatingSystem, Season
from scoring.rankings.ranking_methods import METHODS
from scoring.series import change_series, who_sees_series
from scoring.series.ranking_wording import WORDS
from scoring.series.season_forms import (
    DeductionForm,
    NewSeriesForm,
    RankingForm,
    SeasonForm,
    SeasonTitleForm,
    deductions_of,
)
from scoring.series.season_standings import board_of
from scoring.series.season_wording import how_points_count, usual_formula_in_words
from scoring.series.tournaments_of_series import (
    home_country,
    in_order_of_dates,
    is_abroad,
)
from scoring.series.tournaments_of_years import (
    awaits_tournaments,
    has_years,
    offered_first,
    offered_of_year,
    years_offered,
)
from tournaments.access.roles_and_permissions import Ability
from tournaments.clubs.who_sees_clubs import clubs_with
from tournaments.director.page_roles_and_health_notice import for_beginners_of_events
from tournaments.models import Club, Person, Tournament
from tournaments.persons import players_who_agreed
from tournaments.rule_texts import ruleset_names, short_ruleset_name
from tournaments.tournament_setup.offered_rulesets_and_presets import SERVED
from tournaments.web.form_fields_and_types import Context
from tournaments.web.request_types_and_form_faults import (
    AccountRequest,
    faults_in,
    faults_shown,
    posted_key,
    refused,
)

TEMPLATE = "director/season.html"
Page = Callable[..., HttpResponse]
YEAR_DIGITS = 4


@for_beginners_of_events
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: AccountRequest) -> HttpResponse:
    """Render the form for a new series.

    POST creates the series with its first season. ?club= names the club that owns the
    series, if the account directs that club. The most frequent ruleset is preselected.
    """
    club = _club(request)
    usual = who_sees_series.usual_ruleset(request.user, club)
    form = NewSeriesForm(request.POST or None, initial={"ruleset": usual})
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        with transaction.atomic():
            season = change_series.create_series(
                data["title"], data["season"], data["ruleset"], by=request.user
            )
            if club is not None:
                by = request.user.username
                change_series.assign_club(season.series, club, by=by)
        messages.success(
            request, _("Series created. Add the tournaments, then publish the series.")
        )
        return redirect("director:season", season.series.slug, season.slug)
    context = {"form": form, "club": club}
    if form.is_bound:
        return refused(request, "director/series_new.html", context)
    return render(request, "director/series_new.html", context)


def _club(request: AccountRequest) -> Club | None:
    """Return the club of ?club= if the account directs it, otherwise None."""
    slug = request.GET.get("club", "")[:100]
    return clubs_with(request.user, Ability.SETUP).filter(slug=slug).first()


def _club_settings(season: Season, user: User) -> Club | None:
    """Return the club of the series, if the account may open its settings."""
    club = season.series.club
    return club if club in clubs_with(user, Ability.SETUP) else None


def for_editors(page: Page) -> Page:
    """Wrap a page of a season, for the editors of its series.

    Other accounts get a 404 response. The view receives the season instead of the
    slugs.
    """

    @cache_control(private=True, no_cache=True)
    @login_required
    @wraps(page)
    def wrapped(request: AccountRequest, series: str, season: str) -> HttpResponse:
        found = get_object_or_404(
            Season.objects.select_related("series"), series__slug=series, slug=season
        )
        if not who_sees_series.may_edit(found.series, request.user):
            raise Http404
        return page(request, found)

    return wrapped


@for_editors
@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: AccountRequest, season: Season) -> HttpResponse:
    """Render a season's settings; POST saves the formula."""
    if request.method != "POST":
        return render(request, TEMPLATE, _page(request, season))
    form = SeasonForm(request.POST, ruleset=season.series.ruleset)
    if form.is_valid():
        with faults_in(form):
            change_series.change_season(season, form.values(), by=request.user.username)
            messages.success(request, _("Season saved."))
            return _back(season)
    return refused(request, TEMPLATE, _page(request, season, form=form))


@for_editors
@require_http_methods(["POST"])
def act(request: AccountRequest, season: Season) -> HttpResponse:
    """Carry out the action of the button `do`.

    Actions: add, remove or mark tournaments; add or remove an editor; close or reopen
    the season; show, hide or delete the series; choose its rules, ranking method,
    rating system or awards; create a season; undo a deduction.
    """
    action = ACTIONS.get(request.POST.get("do", ""))
    if action is not None:
        with faults_shown(request):
            return action(request, season)
    return _back(season)


@for_editors
@require_http_methods(["POST"])
def deduct(request: AccountRequest, season: Season) -> HttpResponse:
    """Deduct points from a player and redirect to the season's settings.

    If the form is invalid, render the page again with the errors.
    """
    form = DeductionForm(request.POST, people=_people(season))
    if form.is_valid():
        with faults_in(form):
            change_series.deduct_points(
                season,
                get_object_or_404(Person, pk=form.cleaned_data["person"]),
                form.exact_points,
                form.cleaned_data["reason"],
                by=request.user.username,
            )
            messages.success(request, _("Points deducted."))
            return _back(season)
    return refused(request, TEMPLATE, _page(request, season, deduction=form))


def _add(request: AccountRequest, season: Season) -> HttpResponse:
    key = posted_key(request)
    offered = who_sees_series.offered_to(season, request.user, key=key)
    if not offered:
        raise Http404
    change_series.add_tournament(season, offered[0], by=request.user.username)
    messages.success(request, _("Tournament added."))
    return _back(season)


def _add_all(request: AccountRequest, season: Season) -> HttpResponse:
    """Add the tournaments found by the search, the oldest first; only the newest if
    there are too many for a season. Redirect to the season's settings.
    """
    search = request.POST.get("q", "")[:100]
    found = who_sees_series.all_offered_to(season, request.user, search)
    return _added(request, season, found)


def _add_year(request: AccountRequest, season: Season) -> HttpResponse:
    """Add the found tournaments of a year and redirect to the season's settings."""
    text = request.POST.get("year", "")
    if not (text.isascii() and text.isdigit() and len(text) == YEAR_DIGITS):
        raise Http404
    search = request.POST.get("q", "")[:100]
    found = offered_of_year(season, request.user, int(text), search)
    return _added(request, season, found)


def _added(
    request: AccountRequest, season: Season, found: QuerySet[Tournament]
) -> HttpResponse:
    offered = list(found[: change_series.MOST_TOURNAMENTS])
    by = request.user.username
    with transaction.atomic():
        for tournament in reversed(offered):
            change_series.add_tournament(season, tournament, by=by)
    message = ngettext(
        "%(count)s tournament added.", "%(count)s tournaments added.", len(offered)
    )
    messages.success(request, message % {"count": len(offered)})
    return _back(season)


def _rules(request: AccountRequest, season: Season) -> HttpResponse:
    ruleset = request.POST.get("ruleset", "")
    change_series.choose_ruleset(season.series, ruleset, by=request.user.username)
    messages.success(request, _("Rules saved."))
    return _back(season)


def _delete(request: AccountRequest, season: Season) -> HttpResponse:
    club = _club_settings(season, request.user)
    change_series.delete_series(season.series, by=request.user.username)
    messages.success(request, _("Series deleted."))
    if club is None:
        return redirect("public:series")
    return redirect("director:club", club.slug)


def _remove(request: AccountRequest, season: Season) -> HttpResponse:
    change_series.remove_tournament(
        season, posted_key(request), by=request.user.username
    )
    messages.success(request, _("Tournament removed from this season."))
    return _back(season)


def _undo_deduction(request: AccountRequest, season: Season) -> HttpResponse:
    change_series.undo_deduction(season, posted_key(request), by=request.user.username)
    messages.success(request, _("Deduction undone."))
    return _back(season)


def _close(request: AccountRequest, season: Season) -> HttpResponse:
    change_series.close_season(season, by=request.user.username, now=timezone.now())
    messages.success(request, _("Season closed. Its standings are final."))
    return _back(season)


def _reopen(request: AccountRequest, season: Season) -> HttpResponse:
    reason = request.POST.get("reason", "")
    change_series.reopen_season(season, by=request.user.username, reason=reason)
    messages.success(request, _("Season reopened."))
    return _back(season)


def _show(request: AccountRequest, season: Season) -> HttpResponse:
    change_series.show_series(season.series, True, by=request.user.username)
    messages.success(request, _("Series published."))
    return _back(season)


def _hide(request: AccountRequest, season: Season) -> HttpResponse:
    change_series.show_series(season.series, False, by=request.user.username)
    messages.success(request, _("Series hidden from the public."))
    return _back(season)


def _rank(request: AccountRequest, season: Season) -> HttpResponse:
    form = RankingForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Enter a date for the first day, or leave it empty."))
        return _back(season)
    change_series.choose_ranking(
        season.series,
        request.POST.get("ranking", ""),
        first_day=form.cleaned_data["first_day"],
        by=request.user.username,
    )
    messages.success(request, _("Ranking method saved."))
    return _back(season)


def _rate(request: AccountRequest, season: Season) -> HttpResponse:
    system = request.POST.get("rating", "")
    change_series.choose_rating(season.series, system, by=request.user.username)
    messages.success(request, _("Rating system saved."))
    return _back(season)


def _award(request: AccountRequest, season: Season) -> HttpResponse:
    text = request.POST.get("least_games", "").strip()
    if text and not (text.isascii() and text.isdigit() and len(text) < 6):
        messages.error(request, _("Enter a whole number of games, or leave it empty."))
        return _back(season)
    choose_season_awards(
        season,
        request.POST.getlist("keys"),
        least_games=int(text) if text else None,
        by=request.user.username,
    )
    messages.success(request, _("Awards saved."))
    return _back(season)


def _qualify(request: AccountRequest, season: Season) -> HttpResponse:
    key, needed = posted_key(request), request.POST.get("needed") == "1"
    by = request.user.username
    change_series.mark_qualification(season, key, needed, by=by)
    messages.success(request, _("Season saved."))
    return _back(season)


def _abroad(request: AccountRequest, season: Season) -> HttpResponse:
    key, abroad = posted_key(request), request.POST.get("abroad") == "1"
    by = request.user.username
    change_series.mark_abroad(season, key, abroad, by=by)
    messages.success(request, _("Season saved."))
    return _back(season)


def _add_editor(request: AccountRequest, season: Season) -> HttpResponse:
    username = request.POST.get("username", "")
    change_series.add_editor(season.series, username, by=request.user.username)
    messages.success(request, _("Editor added."))
    return _back(season)


def _remove_editor(request: AccountRequest, season: Season) -> HttpResponse:
    key = posted_key(request)
    change_series.remove_editor(season.series, key, by=request.user.username)
    messages.success(request, _("Editor removed."))
    if not who_sees_series.may_edit(season.series, request.user):
        return redirect("public:series")
    return _back(season)


def _begin(request: AccountRequest, season: Season) -> HttpResponse:
    form = SeasonTitleForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Enter a title of 1 to 100 characters."))
        return _back(season)
    made = change_series.begin_season(
        season.series,
        form.cleaned_data["title"],
        like=season,
        by=request.user.username,
    )
    messages.success(request, _("Season created with the same formula."))
    return _back(made)


ACTIONS: Mapping[str, Callable[[AccountRequest, Season], HttpResponse]] = {
    "add": _add,
    "add_all": _add_all,
    "add_year": _add_year,
    "rules": _rules,
    "delete": _delete,
    "remove": _remove,
    "undo_deduction": _undo_deduction,
    "close": _close,
    "reopen": _reopen,
    "show": _show,
    "hide": _hide,
    "rank": _rank,
    "rate": _rate,
    "award": _award,
    "qualify": _qualify,
    "abroad": _abroad,
    "add_editor": _add_editor,
    "remove_editor": _remove_editor,
    "begin": _begin,
}


def _back(season: Season) -> HttpResponse:
    return redirect("director:season", season.series.slug, season.slug)


def _people(season: Season) -> list[tuple[int, str]]:
    """Return (key, shown name) of all persons in the standings, sorted by name.

    Empty for a closed season.
    """
    if season.closed_at:
        return []
    rows = board_of(season).rows
    people = [(row.line.name, row.person.name) for row in rows if row.line]
    return sorted(people, key=lambda person: person[1])


def _page(
    request: AccountRequest,
    season: Season,
    form: SeasonForm | None = None,
    deduction: DeductionForm | None = None,
) -> Context:
    search = request.GET.get("q", "")[:100]
    user = request.user
    people = _people(season)
    names = dict(people)
    home = home_country(season.series)
    years = years_offered(season, user, search)
    return {
        "season": season,
        "series": season.series,
        "form": form or SeasonForm.of(season),
        "usual_formula": usual_formula_in_words(season),
        "facts": how_points_count(season),
        "deduction": deduction or DeductionForm(people=people),
        "has_people": bool(people),
        "deductions": [
            (key, names.get(person, _("Deleted player")), points, reason)
            for key, person, points, reason in deductions_of(season)
        ],
        "chosen": [(row, is_abroad(row, home)) for row in in_order_of_dates(season)],
        "is_empty": change_series.is_empty(season.series),
        "rules": short_ruleset_name(season.series.ruleset),
        "rulesets": ruleset_names(SERVED),
        "home": home,
        "method": METHODS.get(season.series.ranking),
        "methods": [
            (key, name, WORDS[key].help) for key, name in RankingMethod.choices
        ],
        "offered": offered_first(season, user, search),
        "offered_in_all": min(
            who_sees_series.all_offered_to(season, user, search).count(),
            change_series.MOST_TOURNAMENTS,
        ),
        "years": years,
        # A season of a year does not offer all tournaments of other years.
        "offers_all": bool(years or search) or not has_years(season),
        "awaits_tournaments": awaits_tournaments(season, user),
        "search": search,
        "offered_awards": [
            (award.key, name_of(award.key), condition_of(award))
            for award in offered_awards(season.series.ruleset)
        ],
        "systems": RatingSystem.choices,
        "editors": season.series.editors.select_related("user"),
        "others": season.series.seasons.exclude(pk=season.pk),
        "club_settings": _club_settings(season, user),
        "pages_are_public": who_sees_series.are_public(),
        "hidden_names": players_who_agreed.hiding_names_in(
            who_sees_series.counting_in(season)
        ),
    }
