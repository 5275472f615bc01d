"""Lists of many kinds with invented people.

The tests check the data that the import reads from each list without unnecessary
questions.
"""

from __future__ import annotations

import io
import zipfile
from dataclasses import dataclass

import pytest
from openpyxl import Workbook
from openpyxl.styles import Font

from tests.tournaments.list_import.list_outcomes import (
    full_names,
    in_state,
    outcome,
    uploaded,
)
from tournaments.list_import import edit_uploaded_list
from tournaments.list_import.import_preview_new_or_known import (
    TO_IMPORT,
    UNSETTLED,
    RowState,
    preview,
)


@dataclass(frozen=True)
class Case:
    """A list and its expected result.

    Names are “Family, Given”, separated by “|”. `asks`: values about which the preview
    asks; `has`: values of the first player.
    """

    content: bytes | str
    players: str
    waiting: str = ""
    left_out: str = ""
    asks: str = ""
    has: tuple[tuple[str, str], ...] = ()


def xlsx(*sheets: tuple[str, list[list[object]]], struck: str = "") -> bytes:
    book = Workbook()
    book.remove(book.active)
    for title, rows in sheets:
        sheet = book.create_sheet(title)
        for row in rows:
            sheet.append(row)
        for cell in (cell for row in sheet.iter_rows() for cell in row):
            if struck and cell.value == struck:
                cell.font = Font(strike=True)
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def ods(rows: str) -> bytes:
    """Return an OpenDocument sheet with these rows.

    Cells are separated by “|”; “~” strikes a cell through.
    """
    office = "urn:oasis:names:tc:opendocument:xmlns:"
    lines = "".join(
        "<table:table-row>"
        + "".join(
            f"<table:table-cell table:style-name='{'S' if '~' in cell else 'N'}'>"
            f"<text:p>{cell.strip('~')}</text:p></table:table-cell>"
            for cell in line.split("|")
        )
        + '<table:table-cell table:number-columns-repeated="1000"/></table:table-row>'
        for line in rows.splitlines()
    )
    content = (
        f'<office:document-content xmlns:office="{office}office:1.0" '
        f'xmlns:table="{office}table:1.0" xmlns:text="{office}text:1.0" '
        f'xmlns:style="{office}style:1.0"><office:automatic-styles>'
        '<style:style style:name="S"><style:text-properties '
        'style:text-line-through-style="solid"/></style:style>'
        "</office:automatic-styles><office:body><office:spreadsheet>"
        f'<table:table table:name="Hráči">{lines}<table:table-row '
        'table:number-rows-repeated="1048000"><table:table-cell '
        'table:number-columns-repeated="1024"/></table:table-row></table:table>'
        "</office:spreadsheet></office:body></office:document-content>"
    )
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        archive.writestr("content.xml", content)
    return file.getvalue()


CASES = {
    "Hungarian answers in Windows-1250": Case(
        "Sorszám;Név;Ország;EMA szám;Egyesület;Megjegyzés\r\n"
        "1;Csésze Győző;Magyarország;nincs;Sárkány Kör;\r\n"
        "2;Kanál Piroska;Magyarország;10000102;Sárkány Kör;LEMONDTA\r\n"
        "3;Dr. Bögre Ildikó;Magyarország;10000103;;laktózmentes\r\n"
        "Várólista;;;;;\r\n"
        "1;Tányér Őrs;Magyarország;;;\r\n".encode("cp1250"),
        "Csésze, Győző|Bögre, Ildikó",
        waiting="Tányér, Őrs",
        left_out="Kanál, Piroska",
        has=(("country", "HUN"), ("club", "Sárkány Kör")),
    ),
    "Finnish and Swedish headings, reserves, perunut": Case(
        "Nimi / Namn\tSeura / Förening\tEMA-numero\tMaa\tLisätiedot\n"
        "Aino Kattila\tTiilitalo\t09000201\tSuomi\t\n"
        "Matti Lusikka\tTiilitalo\t\tSuomi\tperunut 3.9.\n"
        "Varasijat\t\t\t\t\n"
        "Tove Sked\t\t\tSverige\tvegetarisk\n",
        "Kattila, Aino",
        waiting="Sked, Tove",
        left_out="Lusikka, Matti",
        has=(("country", "FIN"), ("ema_number", "09000201")),
    ),
    "French, with a column of states": Case(
        "Horodateur;Nom;Prénom;Statut;Pays;Courriel;Régime alimentaire\n"
        "01/09/2026;LAMPADAIRE;Odile;Inscrit;France;odile@example.fr;végétarienne\n"
        "01/09/2026;DE LA TASSE;Hugo;Liste d'attente;France;hugo@example.fr;\n"
        "02/09/2026;PARAPLUIE;Gaël;Annulé;Belgique;gael@example.be;\n"
        "03/09/2026;SUCRIER;Inès;en cours de paiement;Suisse;ines@example.ch;\n",
        "Lampadaire, Odile|Sucrier, Inès",
        waiting="de la Tasse, Hugo",
        left_out="Parapluie, Gaël",
        asks="en cours de paiement",
        has=(("email", "odile@example.fr"), ("remarks", "végétarienne")),
    ),
    "Dutch with particles in a column": Case(
        "Voornaam,Tussenvoegsel,Achternaam,Club,Betaald\n"
        "Joris,van der,Regenton,De Regenton,ja\nFemke,,Kopje,,nee\n",
        "van der Regenton, Joris|Kopje, Femke",
        has=(("club", "De Regenton"),),
    ),
    "Polish web page": Case(
        "<!DOCTYPE html><html><head><style>td{}</style></head><body><nav>Menu</nav>"
        "<h2>Lista graczy</h2><table><tr><th>Lp.</th><th>Imię i nazwisko</th>"
        "<th>Klub</th><th>Numer EMA</th></tr>"
        "<tr><td>1<td>Zofia Łyżeczka<td>Smok<td>brak</tr>"
        "<tr><td>2</td><td><s>Bogdan Imbryk</s></td><td>Smok</td><td></td></tr></table>"
        "<h3>Lista rezerwowa</h3><table><tr><td>1</td><td>Jolanta Spodek</td>"
        "<td></td><td>19000301</td></tr></table><p>Zapraszamy do gry, wszyscy!</p>",
        "Łyżeczka, Zofia",
        waiting="Spodek, Jolanta",
        left_out="Imbryk, Bogdan",
        has=(("club", "Smok"),),
    ),
    "Czech sheet with struck text": Case(
        ods(
            "Turnaj čajových konvic\nPoř.|Příjmení|Jméno|Oddíl\n1|Šroubová|Běla|Praha\n"
            "2|~Hrnek~|~Petr~|Brno\n|volno||\nNáhradníci\n1|Lžička|Eva|\nCelkem|3||"
        ),
        "Šroubová, Běla",
        waiting="Lžička, Eva",
        left_out="Hrnek, Petr",
        has=(("club", "Praha"), ("number", 1)),
    ),
    "Second sheet, struck cells": Case(
        xlsx(
            ("Info", [["Teapot Cup"], ["Venue: hall 2"]]),
            ("Players", [["First name", "Last name"], ["Nadia", "Saucer"],
                         ["Percy", "Crumpet"]]),
            struck="Crumpet",
        ),
        "Saucer, Nadia",
        left_out="Crumpet, Percy",
    ),
    "Chat sign-ups": Case(
        "Turnier am 3.10., wer kommt?\n1. Birkenblatt, Ada 🇩🇪\n2. Tom Kettle 🇬🇧 ✅\n"
        "3) Jörg Teelicht (vegetarisch)\n4. ❌ Uwe Nagel\n5.\n"
        "6. Lüder von Krug - abgesagt\n"
        "Warteliste:\n1. Bärbel Zwiebel 🇦🇹\n",
        "Birkenblatt, Ada|Kettle, Tom|Teelicht, Jörg",
        waiting="Zwiebel, Bärbel",
        left_out="Nagel, Uwe|von Krug, Lüder",
        has=(("country", "DEU"), ("number", 1)),
    ),
    "Chinese form": Case(
        "1、您的姓名,2、国家或地区,3、手机号,4、忌口,来自IP\n"
        "茶壶 小明,中国,13800000001,不吃辣,192.0.2.1\n"
        "杯子 大红,中国,13800000002,,192.0.2.2\n".encode("gb18030"),
        "茶壶, 小明|杯子, 大红",
        has=(("country", "CHN"), ("phone", "13800000001"), ("remarks", "不吃辣")),
    ),
    "Ukrainian": Case(
        "Прізвище та ім'я;Країна;Клуб;Примітки\n"
        "Самоваренко Олександра;Україна;Східний вітер;\n"
        "Чашка Богдан;Україна;;знявся\n",
        "Самоваренко, Олександра",
        left_out="Чашка, Богдан",
        has=(("country", "UKR"), ("club", "Східний вітер")),
    ),
    "Russian in Windows-1251": Case(
        "Фамилия;Имя;Страна;Статус\nЧайников;Пётр;Россия;участвует\n"
        "Ложкина;Вера;Россия;лист ожидания\n"
        "Кружкин;Иван;Россия;отказ\n".encode("cp1251"),
        "Чайников, Пётр",
        waiting="Ложкина, Вера",
        left_out="Кружкин, Иван",
        has=(("country", "RUS"),),
    ),
    "Aligned columns": Case(
        "No  Name                 Country   Club\n"
        "--------------------------------------------\n"
        " 1  Nadia Saucer         England   Village Tiles\n"
        " 2  Renzo Scodella       Italia    Circolo Tazze\n"
        " 3  Søren Kagerulle      Danmark   Østenvind\n"
        "    Total: 3\n",
        "Saucer, Nadia|Scodella, Renzo|Kagerulle, Søren",
        has=(("country", "ENG"), ("club", "Village Tiles"), ("number", 1)),
    ),
    "Two lines of headings": Case(
        "Spieler;;Kontakt;\nVorname;Nachname;E-Mail;Handy\n"
        "Käthe;Löffel;kaethe@example.org;030 1\nTil;Nagel;til@example.org;030 2\n",
        "Löffel, Käthe|Nagel, Til",
        has=(("email", "kaethe@example.org"), ("phone", "030 1")),
    ),
    "Spanish, full names with two family names": Case(
        "Nombre y apellidos,País,¿Necesitas algo más?\n"
        "Marta Cebolla Ruedas,España,\nJosé Luis Puertas Ventanas,España,sin gluten\n"
        "María del Carmen Botijo,España,\n",
        "Cebolla Ruedas, Marta|Puertas Ventanas, José Luis|Botijo, María del Carmen",
    ),
    "Unknown headings stay unused": Case(
        "Name,Zodiac,Shoe\nNadia Saucer,Lion,38\nTom Kettle,Fish,44\n",
        "Saucer, Nadia|Kettle, Tom",
    ),
    "Capitals and small letters": Case(
        "Name\nMary O'NEILL\nPAUL McTAVISH\nJohn SMITH III\nanna berg\n",
        "O'Neill, Mary|McTavish, Paul|Smith III, John|Berg, Anna",
    ),
    "Portuguese with sections": Case(
        "Nome;Clube;País\nInscritos;;\nInês da Colher;Bules;Portugal\n"
        "Desistências;;\nRui Chaleira;Bules;Portugal\nTotal de inscritos: 1;;\n",
        "da Colher, Inês",
        left_out="Chaleira, Rui",
        has=(("country", "PRT"),),
    ),
    "Tickets of several kinds": Case(
        "Ticket,First name,Last name,Status\nPlayer,Ada,Birkenblatt,completed\n"
        "Dinner,Ada,Birkenblatt,completed\nSupporter pack,Tom,Kettle,completed\n",
        "Birkenblatt, Ada|Kettle, Tom",
        left_out="Birkenblatt, Ada",
        asks="Supporter pack",
    ),
    "A remark that leaves it open": Case(
        "Name,Remarks\nNadia Saucer,Cannot come on Friday\n"
        "Tom Kettle,waiting list\nAda Berg,I do not eat fish\n",
        "Berg, Ada",
        waiting="Kettle, Tom",
        asks="Saucer",
    ),
    "Headings with line breaks, pairs of people": Case(
        '"Name\n(first, last)","Country\nLand"\nAda Lind,Germany\n'
        "Tom & Nadia Kettle,UK\n",
        "Lind, Ada",
        asks="Kettle",
        has=(("country", "DEU"),),
    ),
    "Messages of a chat, and the list below them": Case(
        "[01/09/2026, 18:03] Ada: I am in!\nPlayers so far: 2\n"
        "* Nadia Saucer - Village Tiles\n* Tom Kettle - Tiles (waiting list)\n"
        "* Renzo Scodella - Tazze\n",
        "Saucer, Nadia|Scodella, Renzo",
        waiting="Kettle, Tom",
    ),
    "Korean": Case(
        "이름,국적,소속,연락처,비고\n찻잔 하나,대한민국,동풍회,010-0000-0000,\n"
        "주전자 둘,대한민국,,010-0000-0001,취소\n",
        "찻잔, 하나",
        left_out="주전자, 둘",
        has=(("country", "KOR"), ("club", "동풍회")),
    ),
}  # fmt: skip
#: The sheet to read, for workbooks where it is not the first.
SHEETS = {"Second sheet, struck cells": "Players"}


@pytest.mark.parametrize("name", CASES)
def test_a_list_becomes_players(director, name):
    case = CASES[name]
    kept = uploaded(director, case.content, name)
    if name in SHEETS:
        assert kept.sheets[1] == SHEETS[name]
        edit_uploaded_list.read_again(kept, SHEETS[name])
    shown = preview(kept)
    asked = [question.value for question in shown.questions]
    asked += [country.spelling for country in shown.unknown_countries]
    asked += [row.checked.player.last_name for row in in_state(shown, *UNSETTLED)]
    assert asked == [*filter(None, case.asks.split("|"))]
    players = in_state(shown, *TO_IMPORT)
    assert full_names(players) == case.players.split("|")
    waiting = full_names(in_state(shown, RowState.WAITING))
    assert waiting == [*filter(None, case.waiting.split("|"))]
    left_out = full_names(in_state(shown, RowState.LEFT_OUT))
    assert left_out == [*filter(None, case.left_out.split("|"))]
    assert dict(case.has).items() <= outcome(players[0]).items()
    if not case.has:
        assert not {"club", "team", "country"} & outcome(players[0]).keys() or (
            "País" in str(case.content)
        )
