"""The columns of a list of past results, recognised by their headings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop, pgettext_lazy

from rules.translation_marks import listed
from tournaments.list_import.list_columns import ROWS_WITH_A_HEADING, field_of_heading
from tournaments.people.names_without_accents import plain
from tournaments.refusals import refusal

Rows = Sequence[tuple[int, Sequence[str]]]

#: Meanings of columns, in the order shown.
COLUMNS: Final = {
    "tournament": _("Tournament"),
    "date": _("Date"),
    "last_day": _("Last day"),
    "place": _("Place"),
    "name": _("Name"),
    "first_name": _("First name"),
    "last_name": _("Last name"),
    "number": _("EMA number"),
    "national_number": _("National number"),
    "country": _("Country"),
    "club": _("Club"),
    "points": pgettext_lazy("column of past results", "Points"),
    "score": pgettext_lazy("column of past results", "Score"),
    "ruleset": _("Ruleset"),
    "players": _("Number of players"),
    "city": _("City"),
    "weight": _("Weight"),
}

#: Headings of columns that player lists do not have.
HEADINGS: Final = {
    plain(heading): field
    for field, headings in {
        "tournament": "Tournament|Tournament name|Event|Event name|Competition|Turnier|"
        "Turniername|Veranstaltung|Tournoi|Torneo|Torneio|Toernooi|Turnering|Turniej|"
        "Verseny|Turnaj|Turneringens navn|Турнир|大会|比赛",
        "date": "Date|First day|Start|Start date|Starts on|Day|Datum|Beginn|Fecha|Data|"
        "Dato|Date de début|Дата|日期|日付",
        "last_day": "Last day|End|End date|Ends on|Until|Ende|Bis|Enddatum|Date de fin|"
        "Fin|Fine|Einddatum|Slutdato",
        "place": "Place|Rank|Ranking|Position|Pos|Final place|Finish|Platz|Platzierung|"
        "Plaats|Rang|Classement|Puesto|Posición|Posizione|Posição|Placering|Plassering|"
        "Miejsce|Helyezés|Umístění|Место|順位|名次",
        "points": "Points|Table points|Final points|TP|Punkte|Tischpunkte|Pts|Puntos|"
        "Punti|Pontos|Punten|Point|Poeng|Poäng|Punkty|Pont|Body|Очки",
        "score": "Score|Game points|Mini points|MP|Spielpunkte|Total score|Puntuación|"
        "Punteggio|Pontuação|Wynik|Счёт",
        "ruleset": "Ruleset|Rules|Rule set|Regeln|Regelwerk|Règles|Reglas|Regole|"
        "Regras|Regels|Regler|Zasady|Правила",
        "players": "Players|Number of players|Players count|Player count|Field|"
        "Participants|Number of participants|Spielerzahl|Anzahl Spieler|"
        "Teilnehmerzahl|Nombre de joueurs|Nombre de participants|Número de jugadores|"
        "Numero giocatori|Aantal spelers|Antal spillere|Antal spelare|N",
        "city": "City|Town|Venue|Location|Ort|Stadt|Ville|Lieu|Ciudad|Lugar|Città|"
        "Luogo|Cidade|Stad|Plaatsnaam|By|Miasto|Город",
        "weight": "Weight|MERS|MERS weight|EMA weight|Coefficient|Gewicht|"
        "Gewichtung|Coefficiente|Vægt",
        "national_number": "National number|National ID|Licence|License|"
        "Licence number|License number|Lizenz|Lizenznummer|Licencia|Licenza",
    }.items()
    for heading in headings.split("|")
}
#: Fields of player lists with the same or another name here.
SHARED: Final = {
    "name": "name",
    "first_name": "first_name",
    "last_name": "last_name",
    "country": "country",
    "club": "club",
    "ema_number": "number",
    "number": "number",
}
REQUIRED: Final = ("tournament", "date", "place")


@dataclass(frozen=True)
class ResultColumns:
    """The columns of a list.

    `at`: column index by meaning; `headings`: heading as written, by meaning; `unused`:
    headings without a known meaning; `line`: line number of the headings.
    """

    at: dict[str, int]
    headings: dict[str, str]
    unused: tuple[str, ...]
    line: int


def result_columns(rows: Rows) -> ResultColumns:
    """Return the columns named in the line with the most known headings.

    Raises Refused if a required column is missing, or two columns have the same
    meaning.
    """
    candidates = [_columns(line, cells) for line, cells in rows[:ROWS_WITH_A_HEADING]]
    best = max(candidates, key=lambda columns: len(columns.at))
    missing = [field for field in REQUIRED if field not in best.at]
    if not {"name", "last_name"} & best.at.keys():
        missing.append("name")
    if missing:
        raise refusal(
            "missing_columns",
            gettext_noop(
                "Columns are missing: %(missing)s. Name them in the first row."
            ),
            missing=listed(str(COLUMNS[field]) for field in missing),
        )
    if twice := _twice(dict(rows)[best.line]):
        raise refusal(
            "column_twice",
            gettext_noop("Two columns are “%(column)s”. Rename or remove one."),
            column=str(COLUMNS[twice]),
        )
    return best


def _columns(line: int, cells: Sequence[str]) -> ResultColumns:
    fields = [meaning_of(cell) for cell in cells]
    known = {field: place for place, field in reversed([*enumerate(fields)]) if field}
    return ResultColumns(
        known,
        {field: cells[place] for field, place in known.items()},
        tuple(
            cell
            for cell, field in zip(cells, fields, strict=True)
            if cell and not field
        ),
        line,
    )


def _twice(cells: Sequence[str]) -> str:
    fields = [field for cell in cells if (field := meaning_of(cell))]
    return next((field for field in fields if fields.count(field) > 1), "")


def meaning_of(heading: str) -> str:
    """Return the meaning of a heading; "" if it is unknown."""
    if len(heading) > 60:
        return ""
    if field := HEADINGS.get(plain(heading)):
        return field
    return SHARED.get(field_of_heading(heading), "")
