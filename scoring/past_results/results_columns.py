"""The columns of a list of past results, recognised by their headings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop, pgettext_lazy

from rules.translation_marks import listed
from tournaments.list_import.list_columns import ROWS_WITH_A_HEADING, field_of_heading
from tournaments.models.names_without_accents import plain
from tournaments.refusals import refusal

Rows = Sequence[tuple[int, Sequence[str]]]

#: Meanings of columns, in the order shown.
COLUMNS: Final = {
    "tournament": _("Tournament"),
    "date": _("Date"),
    "last_day": _("Last day"),
    "place": _("Place"),
    "name": pgettext_lazy("heading of a list", "Name"),
    "first_name": pgettext_lazy("heading of a list", "First name"),
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
        "Verseny|Turnaj|Turneringens navn|Турнир|大会|比赛|比賽|대회",
        "date": "Date|First day|Start|Start date|Starts on|Day|Datum|Beginn|Fecha|Data|"
        "Dato|Date de début|Дата|日期|日付|날짜",
        "last_day": "Last day|End|End date|Ends on|Until|Ende|Bis|Enddatum|Date de fin|"
        "Fin|Fine|Einddatum|Slutdato|Dernier jour|Letzter Tag|Último día|Ultimo giorno|"
        "Ostatni dzień|Последний день|Laatste dag|Último dia|最后一天|最後一天|最終日|"
        "마지막 날",
        "place": "Place|Rank|Ranking|Position|Pos|Final place|Finish|Platz|Platzierung|"
        "Plaats|Rang|Classement|Puesto|Posición|Posizione|Posição|Placering|Plassering|"
        "Miejsce|Lokata|Helyezés|Umístění|Colocação|Место|順位|名次|순위",
        "points": "Points|Table points|Final points|TP|Punkte|Tischpunkte|Pts|Puntos|"
        "Punti|Pontos|Punten|Point|Poeng|Poäng|Punkty|Pont|Body|Очки|积分|積分|ポイント|"
        "포인트",
        "score": "Score|Game points|Mini points|MP|Spielpunkte|Total score|Puntuación|"
        "Punteggio|Pontuação|Wynik|Счёт|得分|得点|점수",
        "ruleset": "Ruleset|Rules|Rule set|Regeln|Regelwerk|Règles|Reglas|Regole|"
        "Regras|Regels|Spelregels|Regler|Zasady|Odmiana mahjonga|Правила|Вид правил|"
        "Reglamento|Regolamento|规则|規則|ルール|규칙",
        "players": "Players|Number of players|Players count|Player count|Field|"
        "Participants|Number of participants|Spielerzahl|Anzahl Spieler|"
        "Teilnehmerzahl|Nombre de joueurs|Nombre de participants|Número de jugadores|"
        "Numero giocatori|Numero di giocatori|Aantal spelers|Antal spillere|"
        "Antal spelare|Zahl der Spieler|Liczba graczy|Число игроков|"
        "Número de jogadores|选手人数|參賽者人數|選手数|선수 수|N",
        "city": "City|Town|Venue|Location|Ort|Stadt|Ville|Lieu|Ciudad|Lugar|Città|"
        "Luogo|Cidade|Stad|Plaatsnaam|By|Miasto|Город|城市|都市|도시",
        "weight": "Weight|MERS|MERS weight|EMA weight|Coefficient|Gewicht|"
        "Gewichtung|Coefficiente|Vægt|Peso|Waga|Вес|权重|權重|重み|가중치",
        "national_number": "National number|National ID|Licence|License|"
        "Licence number|License number|Lizenz|Lizenznummer|Licencia|Licenza|"
        "Numéro national|Nationale Nummer|Número nacional|Numero nazionale|"
        "Numer krajowy|Национальный номер|Nationaal nummer|国内编号|國內編號|国内番号|"
        "국내 번호",
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
#: Columns of the simplest list.
SIMPLEST: Final = (*REQUIRED, "name")


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
    """Return the columns named in the line with the most known headings, among the
    first `ROWS_WITH_A_HEADING` rows.

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
            gettext_noop("There are two “%(column)s” columns. Rename or remove one."),
            column=str(COLUMNS[twice]),
        )
    return best


def _columns(line: int, cells: Sequence[str]) -> ResultColumns:
    fields = _with_parts_of_names([meaning_of(cell) for cell in cells])
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
    fields = _with_parts_of_names([meaning_of(cell) for cell in cells])
    return next((field for field in fields if field and fields.count(field) > 1), "")


def _with_parts_of_names(fields: list[str]) -> list[str]:
    """Return the meanings of a row of headings. With “Vorname”, “Name” is the last
    name; with “Cognome”, “Nome” is the first name."""
    parts = {"first_name", "last_name"}
    if "name" not in fields or len(parts & {*fields}) != 1:
        return fields
    [other] = parts - {*fields}
    return [other if field == "name" else field for field in fields]


def meaning_of(heading: str) -> str:
    """Return the meaning of a heading; "" if it is unknown."""
    if len(heading) > 60:
        return ""
    if field := HEADINGS.get(plain(heading)):
        return field
    return SHARED.get(field_of_heading(heading), "")
