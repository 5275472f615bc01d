"""Printouts for staff: lists, sheets and cards."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

from django import forms
from django.conf import settings
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from scoring.director import (
    player_links_page,
    printed_certificates,
    printed_lists,
    printed_rules_and_score_sheets,
)
from scoring.director.printed_lists import Sheet
from scoring.hall.control_room_tables import round_numbered
from scoring.standings import (
    live_and_official_standings,
    provisional_results,
    who_sees_hidden_results,
)
from scoring.standings.criteria_and_tie_breaks import measures_of
from tournaments.access.roles_and_permissions import Ability
from tournaments.director.page_roles_and_health_notice import for_helpers
from tournaments.languages import page_language
from tournaments.models import Round, RoundState, Tournament
from tournaments.models.hall_screens import BOTH
from tournaments.tournament_setup.description_and_logo import description_of
from tournaments.web.form_fields_and_types import offer
from tournaments.web.language_field import language_field
from tournaments.web.qr_codes import leads_nowhere
from tournaments.web.request_types_and_form_faults import AccountRequest

#: Query parameter that requests diplomas before the places are final.
PROVISIONAL = "provisional"

#: Number of diplomas: default and maximum.
DIPLOMAS, MOST_DIPLOMAS = 3, 64


@dataclass(frozen=True)
class Print:
    """A printout. `bare`: its sheets have no heading."""

    title: str | Promise
    description: str | Promise
    bare: bool = False


#: Printouts of a tournament and of a round, by their name in addresses.
WHOLE: Mapping[str, Print] = {
    "standings": Print(
        gettext_lazy("Standings"), gettext_lazy("to hang up, 45 players per sheet")
    ),
    "schedules": Print(
        gettext_lazy("Personal schedules"), gettext_lazy("one slip per player")
    ),
    "rules": Print(
        gettext_lazy("Rule sheet"), gettext_lazy("rules of this tournament")
    ),
    "badges": Print(
        gettext_lazy("Badges"),
        gettext_lazy("10 per sheet, each with the QR code of a player link"),
        bare=True,
    ),
    "diplomas": Print(
        gettext_lazy("Diplomas"), gettext_lazy("for the first 3 places"), bare=True
    ),
    "awards": Print(
        gettext_lazy("Award diplomas"),
        gettext_lazy("for awards and categories"),
        bare=True,
    ),
    "attendance": Print(
        gettext_lazy("Certificates of attendance"),
        gettext_lazy("one per player"),
        bare=True,
    ),
}
BY_ROUND: Mapping[str, Print] = {
    "names": Print(
        gettext_lazy("Seating by name"), gettext_lazy("to hang up in the hall")
    ),
    "tables": Print(
        gettext_lazy("Seating by table"), gettext_lazy("to hang up in the hall")
    ),
    "score-sheets": Print(
        gettext_lazy("Score sheets"), gettext_lazy("one per table"), bare=True
    ),
    "results": Print(gettext_lazy("Results"), gettext_lazy("one line per table")),
    "standings": Print(
        gettext_lazy("Standings after this round"), gettext_lazy("current results")
    ),
}

#: Printouts that other views show.
CARDS = Print(
    gettext_lazy("Table cards"),
    gettext_lazy("a QR code for each table, valid in this round only"),
)
LASTING_CARDS = Print(
    gettext_lazy("Permanent table cards"),
    gettext_lazy("QR codes that are valid in all rounds"),
)

#: Printouts with codes for phones.
WITH_CODES = frozenset(("badges", "score-sheets"))

#: Printouts that contain results.
WITH_RESULTS = frozenset(("standings", "diplomas", "awards", "results"))
#: Printouts that need final places.
FINAL = frozenset(("diplomas", "awards"))

_LISTS: Mapping[str, Callable[[Round], list[Sheet]]] = {
    "names": printed_lists.seating_by_name,
    "tables": printed_lists.seating_by_table,
    "results": printed_lists.results_of,
    "standings": lambda round_: printed_lists.standings(
        round_.tournament, round_.number
    ),
}


@dataclass(frozen=True)
class Link:
    address: str
    print: Print


@dataclass(frozen=True)
class Group:
    title: str
    links: list[Link]


@for_helpers(Ability.ROUNDS)
@require_safe
def index(request: AccountRequest, tournament: Tournament) -> HttpResponse:
    """Render the list of all printouts, beginning with the current round. ?paper= sets
    the language of the printouts that the page links to.
    """
    slug, form = tournament.slug, PaperLanguageForm(tournament, request.GET)
    query = form.query()
    whole = [
        Link(reverse("director:paper_of_event", args=[slug, key]) + query, print_)
        for key, print_ in WHOLE.items()
    ]
    lasting = reverse("director:lasting_cards", args=[slug])
    whole.append(Link(lasting + query, LASTING_CARDS))
    rounds = list(tournament.rounds.order_by("number"))
    open_rounds = [one for one in rounds if one.state != RoundState.CLOSED]
    current = next(iter(open_rounds or rounds[-1:]), None)
    groups = [
        Group(
            _("Round %(number)s") % {"number": one.number},
            _links_of(slug, one, query),
        )
        for one in sorted(rounds, key=lambda one: one != current)
    ]
    groups.insert(1, Group(_("Whole tournament"), whole))
    context = {
        "tournament": tournament,
        "groups": groups,
        "form": form if page_language.is_choice() else None,
    }
    return render(request, "paper/index.html", context)


class PaperLanguageForm(forms.Form):
    """Form for the language of printouts.

    The default is the tournament's first language. `BOTH`: a set of sheets in each
    language of the tournament.
    """

    paper = language_field(label=gettext_lazy("Language"), required=False)

    def __init__(self, tournament: Tournament, sent: Mapping[str, str]) -> None:
        self._is_chosen = bool(sent.get("paper"))
        super().__init__({"paper": sent.get("paper") or tournament.first_language})
        first, *second = map(page_language.own_name, tournament.languages)
        if second:
            both = _("%(first)s and %(second)s") % {"first": first, "second": second[0]}
            offer(self, "paper", [(BOTH, both), *settings.LANGUAGES])

    def query(self) -> str:
        """Return the query that chooses the language in links to printouts; "" without
        a choice.
        """
        if not (self._is_chosen and self.is_valid()):
            return ""
        return f"?{page_language.PARAMETER}={self.cleaned_data['paper']}"


def languages_of_printout(request: AccountRequest, tournament: Tournament) -> list[str]:
    """Return the languages of a printout. Each language has its set of sheets."""
    if request.GET.get(page_language.PARAMETER) == BOTH:
        return tournament.languages
    return [page_language.asked_for() or tournament.first_language]


def language_query(request: AccountRequest) -> str:
    """Return the query for links to other printouts in the same languages; "" without a
    choice."""
    asked = request.GET.get(page_language.PARAMETER)
    language = BOTH if asked == BOTH else page_language.asked_for()
    return f"?{page_language.PARAMETER}={language}" if language else ""


def _links_of(slug: str, round_: Round, query: str) -> list[Link]:
    """Return links to the printouts of a round.

    Table cards are included until the round is closed, standings only after that.
    """
    is_closed = round_.state == RoundState.CLOSED
    papers = partial(reverse, "director:paper_of_round")
    links = [
        Link(papers(args=[slug, round_.number, key]) + query, one)
        for key, one in BY_ROUND.items()
        if is_closed or key != "standings"
    ]
    if not is_closed:
        cards = reverse("director:cards", args=[slug, round_.number])
        links.insert(2, Link(cards + query, CARDS))
    return links


@for_helpers(Ability.ROUNDS)
@require_safe
def of_event(
    request: AccountRequest, tournament: Tournament, paper: str
) -> HttpResponse:
    """Render a printout of the tournament. ?places= sets the number of diplomas.

    Raises Http404 for an unknown printout.
    """
    makers: Mapping[str, Callable[[], list[Sheet]]] = {
        "standings": lambda: printed_lists.standings(tournament),
        "schedules": lambda: printed_lists.schedules(tournament),
        "rules": lambda: printed_rules_and_score_sheets.rule_sheets(tournament),
        "badges": lambda: printed_lists.badges(
            tournament, partial(player_links_page.address_of, request)
        ),
        "diplomas": lambda: printed_lists.diplomas(tournament, _places(request)),
        "awards": lambda: printed_certificates.award_diplomas(tournament),
        "attendance": lambda: printed_certificates.attendance(tournament),
    }
    print_ = _printout(WHOLE, paper)
    if paper in FINAL and not _may_print_diplomas(request, tournament):
        return _ask_first(request, tournament, print_)
    return _show(request, tournament, paper, print_, makers[paper])


@for_helpers(Ability.ROUNDS)
@require_safe
def of_round(
    request: AccountRequest, tournament: Tournament, number: int, paper: str
) -> HttpResponse:
    """Render a printout of a round, even before the round is published.

    Raises Http404 for an unknown printout, and for standings before the round is
    closed.
    """
    round_ = round_numbered(tournament, number)
    print_ = _printout(BY_ROUND, paper)
    if paper == "standings" and round_.state != RoundState.CLOSED:
        raise Http404(live_and_official_standings.not_official(number))

    def make() -> list[Sheet]:
        if paper == "score-sheets":
            return printed_rules_and_score_sheets.score_sheets(request, round_)
        return _LISTS[paper](round_)

    return _show(request, tournament, paper, print_, make, round_)


def _may_print_diplomas(request: AccountRequest, tournament: Tournament) -> bool:
    """Return whether places are final, or provisional diplomas were requested."""
    return tournament.is_finished or PROVISIONAL in request.GET


def _ask_first(
    request: AccountRequest, tournament: Tournament, print_: Print
) -> HttpResponse:
    """Render a page that explains why places are not final, with a link to provisional
    diplomas.
    """
    query = request.GET.copy()
    query[PROVISIONAL] = "1"
    context = {
        "tournament": tournament,
        "title": print_.title,
        "provisional": provisional_results.standings_in_words(tournament),
        "anyway": f"?{query.urlencode()}",
    }
    return render(request, "paper/not_final.html", context)


def _printout(prints: Mapping[str, Print], paper: str) -> Print:
    if paper not in prints:
        raise Http404(_("This printout does not exist."))
    return prints[paper]


@dataclass(frozen=True)
class SheetsInLanguage:
    """A set of sheets in one language, with the texts of their headers and footers.
    `about`: name of the ruleset; `points_words`: name of table points."""

    language: str
    title: str
    sheets: list[Sheet]
    provisional: str
    about: str
    points_words: str


def _show(
    request: AccountRequest,
    tournament: Tournament,
    paper: str,
    print_: Print,
    make: Callable[[], list[Sheet]],
    round_: Round | None = None,
) -> HttpResponse:
    """Render the sheets that `make` returns, in each language of the printout.

    The page around the sheets is in the user's language.
    """
    description = description_of(tournament)
    sets = []
    for language in languages_of_printout(request, tournament):
        with translation.override(language):
            sheets = SheetsInLanguage(
                language,
                _title(paper, print_, round_),
                make(),
                _provisional(tournament, paper, round_),
                tournament.ruleset_name,
                str(measures_of(tournament.ruleset)["table_points"].name),
            )
        sets.append(sheets)
    context = {
        "tournament": tournament,
        "title": _title(paper, print_, round_),
        "held_back": _hidden_results_warning(tournament, paper, round_),
        "provisional": _provisional(tournament, paper, round_),
        "sets": sets,
        "number_of_sheets": sum(len(one.sheets) for one in sets),
        "bare": print_.bare,
        "at": timezone.now(),
        "round": round_,
        "others": _others_of_round(request, tournament, round_) if round_ else [],
        "leads_nowhere": paper in WITH_CODES and leads_nowhere(request),
        "place": description.city or description.venue,
        "description": description,
    }
    return render(request, "paper/paper.html", context)


def _others_of_round(
    request: AccountRequest, tournament: Tournament, round_: Round
) -> list[Link]:
    """Return links to the other printouts of the round, in the same language."""
    links = _links_of(tournament.slug, round_, language_query(request))
    return [link for link in links if link.address.partition("?")[0] != request.path]


def _title(paper: str, print_: Print, round_: Round | None) -> str:
    """Return the title of a printout in the active language."""
    title = str(print_.title)
    if round_ is None:
        return title
    if paper == "standings":
        return _("Standings after round %(number)s") % {"number": round_.number}
    number = {"number": round_.number, "title": title}
    return _("Round %(number)s: %(title)s") % number


def _provisional(tournament: Tournament, paper: str, round_: Round | None) -> str:
    """Return a sentence that these results may change; "" if they are final or the
    printout has no results."""
    if paper == "results" and round_ is not None:
        return provisional_results.round_in_words(round_)
    if paper not in WITH_RESULTS:
        return ""
    after = round_.number if round_ else None
    return provisional_results.standings_in_words(tournament, after)


def _hidden_results_warning(
    tournament: Tournament, paper: str, round_: Round | None
) -> str:
    """Return a warning if the printout contains hidden results, otherwise ""."""
    visible = who_sees_hidden_results.visible_to_public(tournament)
    closed = tournament.rounds.filter(state=RoundState.CLOSED)
    last = round_ or closed.order_by("number").last()
    if paper not in WITH_RESULTS or last is None or visible.tells(last.number):
        return ""
    warning = _("These sheets show hidden results. Keep them private.")
    return f"{visible.notice} {warning}"


def _places(request: AccountRequest) -> int:
    text = request.GET.get("places", "")
    known = int(text) if text.isdecimal() and len(text) < 4 else DIPLOMAS
    return min(max(known, 1), MOST_DIPLOMAS)
