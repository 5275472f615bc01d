"""Hidden last rounds.

Their results appear nowhere for people without a role, until a director publishes the
standings. The director can hide them again.
"""

from __future__ import annotations

import re
from contextlib import suppress
from datetime import date
from functools import partial
from io import BytesIO
from itertools import islice, product
from pathlib import PurePath
from zipfile import ZipFile

import pytest
import time_machine
from django.db import transaction
from django.test import Client
from django.urls import NoReverseMatch, reverse
from django.utils import timezone

from rules.faults import RuleError
from scoring.all_pages.public_rounds_and_tables import PublicPageNotFound
from scoring.confirming_and_finishing import (
    finish_reopen_and_publish_results,
    prize_giving,
)
from scoring.exports.export_catalogue_and_log import EXPORTS
from scoring.ledger import enter_hand
from scoring.public import player_place_and_rounds
from scoring.public.public_fragments import FRAGMENTS
from scoring.standings import live_and_official_standings, who_sees_hidden_results
from scoring.standings.make_cut import make_cut
from scoring.standings.read_standings_records import records_of
from tests.examples import ASKED, some_of
from tests.scoring.played_events import event
from tests.scoring.results import paper
from tests.scoring.seated_rounds import FOUR_PLACES, seat
from tests.scoring.table_device import device_at
from tests.scoring.two_rounds import close
from tests.test_permissions import addresses
from tournaments.access import player_links
from tournaments.models import Membership, Player, Role, Team
from tournaments.rounds import round_clock
from tournaments.rounds.match_days import DayPlan, LeaguePlan, set_league
from tournaments.rounds.stages.stage_settings import StagePlan, set_stages
from tournaments.tournament_setup.screen_views_and_announcements import add_screen

#: Scores of table 1 in hidden round 2; no other figure has these digits.
SECRET = {"E": 7919, "S": -2633, "W": -2641, "N": -2645}
#: These figures and the sums of both rounds. They must be separate words, because keys,
#: tags and fractions of seconds contain such digits by chance.
MARKERS = re.compile(
    r"(?<![\w.])(7[ ,.]?9[15]9|7[ ,.]?869|2[ ,.]?6(33|41|45|13|51|95))(?!\w)"
)
#: Form tokens and file times, which differ in each answer.
OF_THIS_ANSWER = re.compile(
    r'csrfmiddlewaretoken" value="\w+"|X-CSRFToken": "\w+"|\.\d{19}"'
)
#: Slow pages without a tournament: tested with one client only, except once a day.
OF_NO_EVENT = (
    {
        *("api:document", "api:api-root", "api:index", "public:rules"),
        *("public:patterns", "public:referee", "public:referee_worth"),
        *("public:referee_claims", "public:referee_worker", "public:robots"),
        *("public:manifest", "me:worker"),
    }
    if ASKED != "many"
    else set()
)
#: Formats of files that are tested for figures only, except once a day.
LEFT = (".csv", ".xlsx")
NOT_FOR_EVERYBODY = ("/account/", "/director/", "/installation/", "/table/")
OF_AN_EVENT = ("/t/", "/api/", "/hall/", "/me/")
BY_A_LINK = ("account", "player", "device")
VIEWS = (
    *("official", "live", "countries", "after-2", "after-1"),
    *("stage-1", "stage-2", "stage-1-group-1", "stage-1-group-1-official"),
)
#: Arguments of streams that pages use.
STREAMED = ((), ("1",), ("2",), ("2", "1"), ("0", "0", "1"), ("2", "0", "1"))
#: Queries that clients may add to an address.
ASKED_FOR = {
    "public:standings": ("?find=player", "?page=1"),
    "public:standings_rows": ("?numbers=1,2,3,4", "?first=4"),
    "public:round": ("?show=over", "?show=playing", "?find=player"),
    "public:seating": ("?q=player", "?by=table"),
}


@pytest.fixture
def secret(tournament, director):
    """Return a tournament in which round 1 is closed and public, and round 2 is closed
    and hidden.
    """
    tournament.planned_rounds, tournament.secret_rounds = 2, 1
    tournament.save()
    first = seat(tournament, 1, (1, 2, 3, 4), (5, 6, 7, 8))
    paper(first, 1, FOUR_PLACES)
    paper(first, 2, FOUR_PLACES)
    close(first)
    second = seat(tournament, 2, (1, 2, 3, 4), (5, 6, 7, 8))
    paper(second, 1, SECRET)
    paper(second, 2, {"E": 0, "S": 0, "W": 0, "N": 0})
    close(second)
    return tournament


def readers(tournament, stranger) -> dict[str, Client]:
    """Return clients that may not see the results, by name: anonymous, an account
    without a role, a hall screen account, a player link, and the device of another
    table.
    """
    found = {name: Client() for name in ("nobody", "account", "screen", "player")}
    found["account"].force_login(stranger)
    other = tournament.rounds.get(number=2).games.get(table=2)
    found["device"] = device_at(other)
    player = player_links.with_links().get(tournament=tournament, number=8)
    found["player"].get(reverse("me:page", args=[player_links.token_of(player)]))
    return found


def paths(tournament, key, *, without=frozenset()):
    """Yield every readable address of the site with its parameters filled in, in
    several ways. Leaves out addresses named in `without`, and all personal pages except
    the last player's.
    """
    players = player_links.with_links().filter(tournament=tournament, number__gt=4)
    own_key = player_links.token_of(players.latest("number"))
    views = VIEWS
    if not tournament.stages.exists() and ASKED != "many":
        views = [view for view in VIEWS if not view.startswith("stage-")]
    for address in addresses():
        # A token without a registration counts as a wrong one.
        if address.name in {"me:sign_up", *without}:
            continue
        given = {
            "slug": tournament.slug,
            "key": own_key if address.name.startswith("me:") else key,
            "screen": "entrance",
            "ruleset": "mcr",
            "federation": "ema",
        }
        for values in filled(address.parameters, given, views):
            try:
                path = reverse(address.name, kwargs=values)
            except NoReverseMatch:
                continue
            yield path
            for asked in ASKED_FOR.get(address.name, ()):
                yield f"{path}{asked}"
            if path.startswith("/api/"):
                yield f"{path}?round=2"
    for what in EXPORTS:
        for ending in ("csv", "json", "xlsx"):
            path = reverse("public:file", args=[tournament.slug, what, ending])
            yield from (path, f"{path}?round=2")


def filled(parameters, given, views):
    """Yield all combinations of values for the parameters; nothing if a parameter is
    unknown.
    """
    ways = {name: [value] for name, value in given.items()}
    ways |= {"number": [1, 2, 8], "table": [1, 2], "view": views}
    if parameters <= ways.keys():
        names = sorted(parameters)
        for values in product(*(ways[name] for name in names)):
            yield dict(zip(names, values, strict=True))


def of_interest(who: str, path: str) -> bool:
    """Return whether the client may see more at this path than other clients.

    Directors' pages are closed to all clients, and tables' pages to all except a device
    (`tests/test_permissions.py`). Only the anonymous client requests pages without a
    tournament. Links and plain accounts do not see more on public pages and files.
    Accounts also do not see more in files and where a token is required. With
    TEST_EXAMPLES=many, every path is of interest.
    """
    if ASKED == "many" or path == "/":
        return True
    if path.startswith("/director/"):
        return False
    if path.startswith("/table/"):
        return who == "device"
    if who == "nobody":
        return True
    if not path.startswith(OF_AN_EVENT):
        return False
    if who in BY_A_LINK:
        return not path.startswith(("/t/", "/api/"))
    return not path.startswith("/api/") and ".xlsx" not in path


def body_of(response) -> str:
    """Return the text of a response's body; for a workbook, the contents of
    its sheets.
    """
    content = b"".join(response) if response.streaming else response.content
    if content[:2] == b"PK":
        with ZipFile(BytesIO(content)) as parts:
            content = b"".join(map(parts.read, parts.namelist()))
    return content.decode(errors="replace")


def test_no_address_and_no_stream_tells_a_secret_result(secret, stranger):
    clients = readers(secret, stranger)
    Membership.objects.create(user=stranger, tournament=secret, role=Role.SCREEN)
    clients["screen"].force_login(stranger)
    leaks, read = [], 0
    for path in sorted(set(paths(secret, secret.hall_key))):
        for who, client in clients.items():
            if "logout" in path or not of_interest(who, path):
                continue
            response = client.get(path)
            read += response.status_code == 200
            if MARKERS.search(body_of(response)):
                leaks.append((who, path))
    for name, part in FRAGMENTS.items():
        for args in STREAMED:
            try:
                html = part.render(secret, args)
            except (TypeError, PublicPageNotFound, ValueError):
                continue
            read += 1
            if MARKERS.search(html):
                leaks.append(("stream", f"{name} {args}"))
    assert not leaks
    assert read > 100
    finish_reopen_and_publish_results.tell_standings(
        secret, by="director", now=timezone.now()
    )
    nobody = Client()
    shown = (
        path
        for path in sorted(set(paths(secret, secret.hall_key)))
        if path.startswith(("/t/", "/api/"))
        and MARKERS.search(body_of(nobody.get(path)))
    )
    assert len(list(islice(shown, 21))) > 20


#: A hand with a value, by ruleset.
WORTH: dict[str, dict[str, object]] = {
    "mcr": {"points": 64},
    "hong_kong": {"faan": 5},
    "riichi": {"han": 4, "fu": 30},
    "classical": {"values": dict.fromkeys("ESWN", 20)},
}


def a_day(director, ruleset: str = "mcr", *, players: int = 8, rounds: int = 2):
    """Return a tournament with `rounds` planned rounds and no seating.

    Only the results of the first round will be public.
    """
    options = {"fewest_players": 3} if players % 4 else {}
    made = event(ruleset, players, director, planned_rounds=rounds, options=options)
    change(made, secret_rounds=rounds - 1)
    return made


def change(tournament, **values):
    for name, value in values.items():
        setattr(tournament, name, value)
    tournament.save(update_fields=list(values))


def with_a_final(director):
    """Return a tournament where half of the players will qualify by the hidden
    round."""
    made = a_day(director, rounds=3)
    groups = StagePlan("groups", 2, groups=2)
    final = StagePlan("final", 1, cut="top", cut_size=4)
    set_stages(made, [groups, final], by="director")
    make_cut(made, 1, seed="groups", by="director")
    return made


def of_teams(director):
    made = a_day(director)
    for player in made.players.all():
        player.team, _made = Team.objects.get_or_create(
            tournament=made, name=f"Team {player.number % 3}"
        )
        player.save()
    return made


def league(director):
    made = a_day(director)
    days = (DayPlan(1, date(2026, 1, 5)), DayPlan(1, date(2026, 1, 12)))
    set_league(made, LeaguePlan(days, best_days=1), by="director")
    return made


KINDS = {
    "hong_kong": partial(a_day, ruleset="hong_kong"),
    "final": with_a_final,
    "teams": of_teams,
    "riichi": partial(a_day, ruleset="riichi"),
    "classical": partial(a_day, ruleset="classical"),
    "threes": partial(a_day, ruleset="hong_kong", players=7),
    "league": league,
}


#: Kinds of tournaments with the last state of the hidden round. These cases come first.
FIRST = [("hong_kong", "playing"), ("final", "closed"), ("teams", "finished")]
CASES = list(
    dict.fromkeys([*FIRST, *product(KINDS, ("playing", "closed", "finished"))])
)


@pytest.mark.parametrize(("kind", "until"), some_of(CASES, 3))
def test_whoever_wins_in_secret_everything_is_answered_the_same(director, kind, until):
    """No figure, place, sentence or image depends on the winner of a hidden round."""
    tournament = KINDS[kind](director)
    tournament.refresh_from_db()
    tables = tables_of(tournament)
    first = seat(tournament, 1, *tables)
    for table, numbers in enumerate(tables, start=1):
        scores = 30_000 if kind == "riichi" else 0
        changes = (40, 10, -20, -30) if len(numbers) == 4 else (40, -10, -30)
        brought = [scores + 100 * each for each in changes]
        paper(first, table, dict(zip("ESWN", brought, strict=False)))
    close(first)
    second = seat(tournament, 2, *tables)
    add_screen(tournament, "Entrance", by="director")
    began = timezone.now()

    def answers(winners: str, loser: str, fined: str) -> dict[str, object]:
        with time_machine.travel(began, tick=False), transaction.atomic():
            round_clock.start(second.pk, by="director", now=began)
            table = second.games.get(table=1)
            for hand, winner in enumerate(winners, start=1):
                won = {"kind": "win", "winner": winner, "from": loser}
                enter(table, won | WORTH[tournament.ruleset], hand)
            if tournament.ruleset == "mcr":
                lost = {"amounts": {fined: -3}, "target": "overall"}
                enter(table, {"kind": "penalty", **lost})
            if until != "playing":
                close(second)
            if until == "closed" and kind == "final":
                make_cut(tournament, 2, by="director")
            if until == "finished":
                finish = {"by": "director", "now": began, "reason": "as it is"}
                finish_reopen_and_publish_results.finish(
                    tournament, held_back=True, **finish
                )
            player_place_and_rounds.standings_at.cache_clear()
            found = _told_to_nobody(tournament)
            transaction.set_rollback(True)
        return found

    told, others = answers("EE", "S", "N"), answers("NS", "W", "E")
    assert len(told) > 100
    assert [path for path in told if told[path] != others.get(path)] == []


def tables_of(tournament) -> list[list[int]]:
    """Return the player numbers of two tables with all players.

    The last player is at the second table. With groups, each table is for one group.
    """
    records = records_of(tournament)
    groups = {
        player: at.group for e in records.stages for player, at in e.places.items()
    }
    in_groups = sorted(records.players, key=lambda one: groups.get(one.pk, 0))
    numbers = [player.number for player in in_groups]
    return sorted([numbers[:4], numbers[4:]], key=max)


def enter(game, raw: dict[str, object], hand: int | None = None) -> None:
    key = f"{game.pk}:{hand or 'fine'}"
    enter_hand.enter(
        game.pk,
        raw,
        device_key=key,
        by="referee",
        hand=hand,
        before_gong=True,
    )


def _told_to_nobody(tournament) -> dict[str, object]:
    """Return the public response of each address and stream, by address."""
    client, key = Client(), tournament.hall_key
    tournament.refresh_from_db()
    asked = {*paths(tournament, key, without=OF_NO_EVENT), "/"}
    if ASKED != "many":
        # All formats of a file have the same rows.
        asked = {path for path in asked if not path.partition("?")[0].endswith(LEFT)}
    asked.add(f"/t/{tournament.slug}/standings/")
    found: dict[str, object] = {}
    for path in sorted(asked):
        if not path.startswith(NOT_FOR_EVERYBODY):
            response = client.get(path)
            tag, body = response.headers.get("ETag", ""), body_of(response)
            own = [OF_THIS_ANSWER.sub("", each) for each in (tag, body)]
            found[path] = (response.status_code, *own)
    for name, part in FRAGMENTS.items():
        for args in (*STREAMED, ("4", "0", "1", "1", "0"), ("4", "0", "1", "1", "1")):
            with suppress(TypeError, PublicPageNotFound, ValueError):
                found[f"{name} {args}"] = part.render(tournament, args)
    return found


def test_no_page_leads_to_a_table_that_is_not_shown(tournament, client):
    tournament.planned_rounds = tournament.secret_rounds = 1
    tournament.save()
    round_ = seat(tournament, 1, (1, 2, 3, 4), (5, 6, 7, 8))
    round_clock.start(round_.pk, by="director", now=timezone.now())
    here = f"/t/{tournament.slug}/"
    tables = f"{here}rounds/1/tables/"

    def leading_there() -> list[str]:
        pages = [here, f"{here}rounds/1/", f"{here}players/1/"]
        pages.append(f"{here}seating/?by=table")
        return [page for page in pages if tables in client.get(page).content.decode()]

    assert client.get(f"{tables}1/").status_code == 404
    assert leading_there() == []
    for table in (1, 2):
        paper(round_, table, FOUR_PLACES)
    close(round_)
    assert leading_there() == []
    finish_reopen_and_publish_results.tell_standings(
        tournament, by="director", now=timezone.now()
    )
    assert len(leading_there()) == 3


@pytest.mark.parametrize("until", ["playing", "finished"])
def test_no_page_leads_to_what_is_held_back(tournament, client, until):
    """No page links to hidden result files or to the page of teams."""
    tournament.planned_rounds = tournament.secret_rounds = 1
    tournament.save()
    round_ = seat(tournament, 1, (1, 2, 3, 4), (5, 6, 7, 8))
    round_clock.start(round_.pk, by="director", now=timezone.now())
    if until == "finished":
        for table in (1, 2):
            paper(round_, table, FOUR_PLACES)
        close(round_)
        finish = {"by": "director", "now": timezone.now(), "reason": "as it is"}
        finish_reopen_and_publish_results.finish(tournament, held_back=True, **finish)
    here = f"/t/{tournament.slug}/"
    pages = ("", "standings/", "teams/", "rounds/1/", "seating/", "files/")
    led: set[str] = set()
    for page in (*pages, "files/?round=1"):
        shown = client.get(here + page)
        assert shown.status_code == 200
        led |= set(re.findall(rf'href="({here}[^"#]+)"', shown.content.decode()))
    files = {each.split("?")[0] for each in led if "/files/" in each and "." in each}
    assert {PurePath(file).stem for file in files} == {"players", "seating"}
    assert [each for each in led if client.get(each).status_code != 200] == []
    tournament.refresh_from_db()
    told = who_sees_hidden_results.visible_to_public(tournament).notice
    for page in ("teams/", "files/"):
        assert told in client.get(here + page).content.decode()


def test_the_markers_are_seen_once_they_are_told(secret, director, client):
    here = f"/t/{secret.slug}/standings/"
    assert "Results from round 2 on" in client.get(here).content.decode()
    assert live_and_official_standings.official_of(secret).after == 1
    tag = client.get(here).headers["ETag"]
    finish_reopen_and_publish_results.tell_standings(
        secret, by="director", now=timezone.now()
    )
    response = client.get(here, headers={"If-None-Match": tag})
    assert response.status_code == 200
    assert MARKERS.search(response.content.decode())
    assert live_and_official_standings.official_of(secret).after == 2
    with pytest.raises(RuleError):
        finish_reopen_and_publish_results.tell_standings(
            secret, by="director", now=timezone.now()
        )
    finish_reopen_and_publish_results.hold_back(secret, by="director")
    assert not MARKERS.search(client.get(here).content.decode())
    kinds = secret.log.values_list("kind", flat=True)[:2]
    assert list(kinds) == ["standings_held_back", "standings_told"]
    with pytest.raises(RuleError):
        finish_reopen_and_publish_results.hold_back(secret, by="director")


def test_a_director_tells_them_and_takes_it_back(secret, director_client):
    address = reverse("director:tell_standings", args=[secret.slug])
    settings = reverse("director:settings", args=[secret.slug])
    assert "Publish results" in director_client.get(settings).content.decode()
    director_client.post(address, {"told": "yes"})
    secret.refresh_from_db()
    assert secret.told_at is not None
    assert "Hide again" in director_client.get(settings).content.decode()
    director_client.post(address, {"told": "no"})
    secret.refresh_from_db()
    assert secret.told_at is None
    assert director_client.post(address, {"told": "maybe"}).status_code == 400


def test_finishing_tells_nothing_and_opening_again_hides_nothing(secret, client):
    finish_reopen_and_publish_results.finish(
        secret, by="director", now=timezone.now(), reason="as it is"
    )
    assert who_sees_hidden_results.visible_to_public(secret).last == 1
    assert not MARKERS.search(
        client.get(f"/t/{secret.slug}/standings/").content.decode()
    )
    secret.final.held_back = False
    secret.final.save()
    assert who_sees_hidden_results.visible_to_public(secret).everything
    finish_reopen_and_publish_results.reopen(secret, by="director", reason="a fault")
    assert who_sees_hidden_results.visible_to_public(secret).everything


def test_embedded_standings_wait_until_they_are_final(secret, client):
    """Embedded standings stay hidden until the prize giving is over, because pages on
    other sites are not reloaded during the prize giving.
    """
    address = f"/t/{secret.slug}/embed/"

    def embedded() -> str:
        secret.refresh_from_db()
        return client.get(address).content.decode()

    assert "Results from round 2 onwards are hidden" in embedded()
    finish_reopen_and_publish_results.finish(
        secret, by="director", now=timezone.now(), reason="as it is"
    )
    waiting = embedded()
    assert "The final standings will be published at the prize giving." in waiting
    assert "keep-page-current.js" in waiting
    prize_giving.show_everybody(secret, by="director")
    assert "prize giving" not in embedded()
    assert "keep-page-current.js" not in embedded()


@pytest.mark.parametrize("table", ["", "1/"])
def test_an_overlay_shows_no_hidden_results(secret, client, table):
    page = client.get(f"/t/{secret.slug}/overlay/{table}").content.decode()
    assert not MARKERS.search(OF_THIS_ANSWER.sub("", page))


def test_a_finished_event_says_nothing_more_of_secret_rounds(secret, director_client):
    """The setting for hidden rounds disappears when a tournament is finished.

    From then on, the settings for final standings and prize giving decide which results
    are public.
    """
    end = reverse("director:finish", args=[secret.slug])
    assert "Hide the final standings" not in director_client.get(end).content.decode()
    finish_reopen_and_publish_results.finish(
        secret, by="director", now=timezone.now(), reason="as it is"
    )
    assert (
        "hidden from the public until the prize giving"
        in director_client.get(end).content.decode()
    )
    for name in ("settings", "hall"):
        address = reverse(f"director:{name}", args=[secret.slug])
        page = director_client.get(address).content.decode()
        assert "Publish results" not in page


def test_paper_says_that_it_tells_what_is_held_back(secret, director_client):
    """The page of a printout with hidden results shows a warning on the screen, so that
    the sheets are not put up in the hall.
    """
    said = "These sheets show hidden results. Keep them private."

    def says(name: str, *of: object) -> bool:
        address = reverse(f"director:{name}", args=[secret.slug, *of])
        address += "?provisional=1"
        return said in director_client.get(address).content.decode()

    assert says("paper_of_event", "standings")
    assert says("paper_of_event", "diplomas")
    assert says("paper_of_round", 2, "standings")
    assert says("paper_of_round", 2, "results")
    assert not says("paper_of_round", 1, "standings")
    assert not says("paper_of_round", 2, "names")
    finish_reopen_and_publish_results.tell_standings(
        secret, by="director", now=timezone.now()
    )
    assert not says("paper_of_event", "standings")


def test_without_secret_rounds_everything_is_told(tournament):
    assert who_sees_hidden_results.visible_to_public(tournament).everything
    with pytest.raises(RuleError):
        finish_reopen_and_publish_results.tell_standings(
            tournament, by="director", now=timezone.now()
        )
    tournament.secret_rounds = 9
    assert who_sees_hidden_results.visible_to_public(tournament).last == 0
    assert not live_and_official_standings.live_of(tournament).rows
    assert Player.objects.filter(tournament=tournament).exists()


def test_the_control_room_leads_to_telling_once_play_is_over(secret, director_client):
    hall = reverse("director:hall", args=[secret.slug])
    there = f"{reverse('director:settings', args=[secret.slug])}#secret-rounds"
    assert (
        f'href="{there}">Publish results' in director_client.get(hall).content.decode()
    )
    finish_reopen_and_publish_results.tell_standings(
        secret, by="director", now=timezone.now()
    )
    assert there not in director_client.get(hall).content.decode()
