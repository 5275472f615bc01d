"""The last rounds in secret: nothing of their results anywhere, for nobody without a
role, until a director tells the standings; and held back again."""

from __future__ import annotations

import re
from contextlib import suppress
from io import BytesIO
from itertools import islice
from zipfile import ZipFile

import pytest
import time_machine
from django.db import transaction
from django.test import Client
from django.urls import NoReverseMatch, reverse
from django.utils import timezone

from rules.faults import RuleError
from scoring.exports.catalogue import EXPORTS
from scoring.ledger import entering
from scoring.pages.live_fragments import FRAGMENTS
from scoring.pages.players import everybody
from scoring.pages.public_pages import NotThere
from scoring.signoff.finishing import finishing, telling
from scoring.standings import boards, secrecy
from tests.examples import ASKED, some_of
from tests.scoring.results import paper
from tests.scoring.test_standings import FOUR_PLACES, seat, win
from tests.scoring.two_rounds import close
from tests.test_permissions import addresses
from tournaments.access import player_links, table_links
from tournaments.models import Entry, Membership, Role, RoundState
from tournaments.rounds import clock

#: Of table 1 in round 2, which is secret: no other figure has these digits.
SECRET = {"E": 7919, "S": -2633, "W": -2641, "N": -2645}
#: With the sums of both rounds, for the pages that show those. A figure stands by
#: itself: keys, tags and fractions of a second have such digits by chance.
MARKERS = re.compile(
    r"(?<![\w.])(7[ ,.]?9[15]9|7[ ,.]?869|2[ ,.]?6(33|41|45|13|51|95))(?!\w)"
)
BY_A_LINK = ("account", "player", "device")
VIEWS = ("official", "live", "countries", "after-2", "after-1")


@pytest.fixture
def secret(tournament, director):
    """Round 1 is closed and told, round 2 is closed and secret."""
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
    """Who may not see it: nobody, an account without a role, one that shows the hall's
    screens, a player of another table by their link, the device of another table."""
    found = {name: Client() for name in ("nobody", "account", "screen", "player")}
    found["account"].force_login(stranger)
    found["device"] = Client()
    other = tournament.rounds.get(number=2).sessions.get(table=2)
    link = table_links.sessions_with_links().get(pk=other.pk)
    found["device"].get(reverse("table:link", args=[table_links.token_of(link)]))
    player = player_links.with_links().get(tournament=tournament, number=8)
    found["player"].get(reverse("me:page", args=[player_links.token_of(player)]))
    return found


def paths(tournament, key):
    """Every address of the site that is read, filled in many ways."""
    for address in addresses():
        for number in (1, 2, 8):
            for table in (1, 2) if "table" in address.parameters else (1,):
                for view in VIEWS if "view" in address.parameters else ("",):
                    values = {
                        "slug": tournament.slug,
                        "number": number,
                        "table": table,
                        "view": view,
                        "key": key,
                        "ruleset": "mcr",
                        "federation": "ema",
                    }
                    if not address.parameters <= values.keys():
                        continue
                    try:
                        path = reverse(
                            address.name,
                            kwargs={name: values[name] for name in address.parameters},
                        )
                    except NoReverseMatch:
                        continue
                    yield path
                    if path.startswith("/api/"):
                        yield f"{path}?round=2"
    for what in EXPORTS:
        for ending in ("csv", "json", "xlsx"):
            path = reverse("public:file", args=[tournament.slug, what, ending])
            yield from (path, f"{path}?round=2")


def of_interest(who: str, path: str) -> bool:
    """Whether they may open more here than is opened to nobody. A link or a mere
    account does not on the event's public pages and files, nor on the directors' pages,
    which `tests/test_permissions.py` finds closed to them; nor does any account where a
    token is asked for, nor in files by their ending. That is asked once a day."""
    if ASKED == "many" or who == "nobody":
        return True
    if who in BY_A_LINK:
        return not path.startswith(("/t/", "/api/", "/director/"))
    return not path.startswith("/api/") and ".xlsx" not in path


def body_of(response) -> str:
    """What was answered; of a workbook what its sheets say."""
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
        for args in ((), ("1",), ("2",), ("2", "1"), ("0", "0", "1"), ("2", "0", "1")):
            try:
                html = part.render(secret, args)
            except (TypeError, NotThere, ValueError):
                continue
            read += 1
            if MARKERS.search(html):
                leaks.append(("stream", f"{name} {args}"))
    assert not leaks
    assert read > 100
    telling.tell_standings(secret, by="director", now=timezone.now())
    nobody = Client()
    shown = (
        path
        for path in sorted(set(paths(secret, secret.hall_key)))
        if path.startswith(("/t/", "/api/"))
        and MARKERS.search(body_of(nobody.get(path)))
    )
    assert len(list(islice(shown, 21))) > 20


@pytest.mark.parametrize("state", some_of([RoundState.RUNNING, RoundState.CLOSED]))
def test_whoever_wins_in_secret_everything_is_answered_the_same(tournament, state):
    """Not only figures: nobody's place, no sentence and no picture is another when the
    secret round is won by somebody else."""
    tournament.planned_rounds, tournament.secret_rounds = 2, 1
    tournament.save()
    first = seat(tournament, 1, (1, 2, 3, 4), (5, 6, 7, 8))
    for table in (1, 2):
        paper(first, table, FOUR_PLACES)
    close(first)
    second = seat(tournament, 2, (1, 2, 3, 4), (5, 6, 7, 8))
    began = timezone.now()

    def answers(winner: str, loser: str, fined: str) -> dict[str, object]:
        fine = {"kind": "penalty", "amounts": {fined: -3}, "target": "overall"}
        with time_machine.travel(began, tick=False), transaction.atomic():
            clock.start(second.pk, by="director", now=began)
            table = second.sessions.get(table=1)
            win(table, 1, winner, loser, 64)
            key = {"device_key": "fine", "by": "referee", "before_gong": True}
            entering.enter(table.pk, fine, **key)
            if state == RoundState.CLOSED:
                close(second)
            everybody.standings_at.cache_clear()
            found = _told_to_nobody(tournament)
            transaction.set_rollback(True)
        return found

    told, others = answers("E", "S", "N"), answers("N", "W", "E")
    assert len(told) > 100
    assert [path for path in told if told[path] != others.get(path)] == []


def _told_to_nobody(tournament) -> dict[str, object]:
    """What everybody is answered and told by streams, by address."""
    client, key = Client(), tournament.hall_key
    tournament.refresh_from_db()
    asked = {*paths(tournament, key), "/", f"/t/{tournament.slug}/standings/"}
    found: dict[str, object] = {}
    for path in sorted(asked):
        if path.startswith(("/t/", "/api/", "/hall/")) or path == "/":
            response = client.get(path)
            found[path] = (response.status_code, body_of(response))
    for name, part in FRAGMENTS.items():
        for args in ((), ("1",), ("2",), ("2", "1"), ("0", "0", "1")):
            with suppress(TypeError, NotThere, ValueError):
                found[f"{name} {args}"] = part.render(tournament, args)
    return found


def test_no_page_leads_to_a_table_that_is_not_shown(tournament, client):
    tournament.planned_rounds = tournament.secret_rounds = 1
    tournament.save()
    round_ = seat(tournament, 1, (1, 2, 3, 4), (5, 6, 7, 8))
    clock.start(round_.pk, by="director", now=timezone.now())
    here = f"/t/{tournament.slug}/"
    tables = f"{here}rounds/1/tables/"

    def leading_there() -> list[str]:
        pages = [here, f"{here}rounds/1/", f"{here}players/1/"]
        return [page for page in pages if tables in client.get(page).content.decode()]

    assert client.get(f"{tables}1/").status_code == 404
    assert leading_there() == []
    for table in (1, 2):
        paper(round_, table, FOUR_PLACES)
    close(round_)
    assert leading_there() == []
    telling.tell_standings(tournament, by="director", now=timezone.now())
    assert len(leading_there()) == 2


def test_the_markers_are_seen_once_they_are_told(secret, director, client):
    here = f"/t/{secret.slug}/standings/"
    assert "From round 2 on" in client.get(here).content.decode()
    assert boards.official_of(secret).after == 1
    tag = client.get(here).headers["ETag"]
    telling.tell_standings(secret, by="director", now=timezone.now())
    told = client.get(here, headers={"If-None-Match": tag})
    assert told.status_code == 200
    assert MARKERS.search(told.content.decode())
    assert boards.official_of(secret).after == 2
    with pytest.raises(RuleError):
        telling.tell_standings(secret, by="director", now=timezone.now())
    telling.hold_back(secret, by="director")
    assert not MARKERS.search(client.get(here).content.decode())
    kinds = secret.log.values_list("kind", flat=True)[:2]
    assert list(kinds) == ["standings_held_back", "standings_told"]
    with pytest.raises(RuleError):
        telling.hold_back(secret, by="director")


def test_a_director_tells_them_and_takes_it_back(secret, director_client):
    address = reverse("director:tell_standings", args=[secret.slug])
    settings = reverse("director:settings", args=[secret.slug])
    assert "Tell the standings" in director_client.get(settings).content.decode()
    director_client.post(address, {"told": "yes"})
    secret.refresh_from_db()
    assert secret.told_at is not None
    assert "Hold them back again" in director_client.get(settings).content.decode()
    director_client.post(address, {"told": "no"})
    secret.refresh_from_db()
    assert secret.told_at is None
    assert director_client.post(address, {"told": "maybe"}).status_code == 400


def test_finishing_tells_nothing_and_opening_again_hides_nothing(secret, client):
    finishing.finish(secret, by="director", now=timezone.now(), reason="as it is")
    assert secrecy.visible_to_public(secret).last == 1
    assert not MARKERS.search(
        client.get(f"/t/{secret.slug}/standings/").content.decode()
    )
    secret.final.held_back = False
    secret.final.save()
    assert secrecy.visible_to_public(secret).everything
    finishing.reopen(secret, by="director", reason="a fault")
    assert secrecy.visible_to_public(secret).everything


def test_a_finished_event_says_nothing_more_of_secret_rounds(secret, director_client):
    """Its final standings and its prize giving say who sees what."""
    end = reverse("director:finish", args=[secret.slug])
    assert "Keep the final standings" not in director_client.get(end).content.decode()
    finishing.finish(secret, by="director", now=timezone.now(), reason="as it is")
    assert "waits for the prize giving" in director_client.get(end).content.decode()
    for name in ("settings", "hall"):
        address = reverse(f"director:{name}", args=[secret.slug])
        page = director_client.get(address).content.decode()
        assert "Tell the standings" not in page


def test_without_secret_rounds_everything_is_told(tournament):
    assert secrecy.visible_to_public(tournament).everything
    with pytest.raises(RuleError):
        telling.tell_standings(tournament, by="director", now=timezone.now())
    tournament.secret_rounds = 9
    assert secrecy.visible_to_public(tournament).last == 0
    assert not boards.live_of(tournament).rows
    assert Entry.objects.filter(tournament=tournament).exists()


def test_the_control_room_leads_to_telling_once_play_is_over(secret, director_client):
    hall = reverse("director:hall", args=[secret.slug])
    there = f"{reverse('director:settings', args=[secret.slug])}#secret-rounds"
    assert (
        f'href="{there}">Tell the standings'
        in director_client.get(hall).content.decode()
    )
    telling.tell_standings(secret, by="director", now=timezone.now())
    assert there not in director_client.get(hall).content.decode()
