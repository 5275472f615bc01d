"""Cached sources of standings.

After any change, every page is the same as without a cache.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from django.core.exceptions import ObjectDoesNotExist
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone, translation
from django.utils.translation import get_language

from rules.faults import RuleError
from scoring.confirming_and_finishing import finish_reopen_and_publish_results
from scoring.corrections import correct_and_undo
from scoring.ledger import enter_hand
from scoring.models import LedgerEntry
from scoring.public import tournament_home
from scoring.public.public_fragments import FRAGMENTS
from scoring.rounds import end_and_close_round, extra_time
from scoring.standings import standings_cache
from scoring.standings.standings_cache import KeptOverHands, source_of
from tests.examples import how_many
from tests.scoring.seated_rounds import seat, win
from tournaments.live import render_warm_up
from tournaments.models import Game, Person, Player, Round, RoundState, Tournament
from tournaments.people import player_changes
from tournaments.refusals import Refused
from tournaments.rounds import round_clock

pytestmark = pytest.mark.django_db(transaction=True)

SHOWN = {"home": (), "standings": ("0", "0", "1")}
PLAYERS = 8
ACTS = how_many(25, 12)


@pytest.fixture(autouse=True)
def kept(monkeypatch) -> KeptOverHands:
    """Start with an empty cache, like a new web process, and return it."""
    monkeypatch.setattr(standings_cache, "KEPT", 4)
    monkeypatch.setattr(tournament_home, "_walls", KeptOverHands())
    monkeypatch.setattr(standings_cache, "_sources", made := KeptOverHands())
    return made


@pytest.fixture
def event(second_round) -> Tournament:
    """Return a tournament of eight players in round 2.

    Results are hidden from round 3 on.
    """
    tournament = second_round.tournament
    tournament.planned_rounds, tournament.secret_rounds = 5, 3
    tournament.save(update_fields=["planned_rounds", "secret_rounds"])
    return tournament


def shown(tournament: Tournament) -> dict[str, str]:
    """Return the tournament's public fragments, by name."""
    now = Tournament.objects.get(pk=tournament.pk)
    return {name: FRAGMENTS[name].render(now, args) for name, args in SHOWN.items()}


def shown_anew(tournament: Tournament, monkeypatch) -> dict[str, str]:
    """Return the same fragments, rendered without a cache."""
    with monkeypatch.context() as patched:
        for module, name in (
            (standings_cache, "_sources"),
            (tournament_home, "_walls"),
        ):
            patched.setattr(module, name, KeptOverHands())
        return shown(tournament)


def made_ready(tournament: Tournament) -> None:
    """Prepare the pages like a process that has viewers."""
    render_warm_up.make_ready((tournament.pk, get_language()))


class Event:
    """A tournament with random actions."""

    def __init__(self, tournament: Tournament, chance: Random) -> None:
        self.tournament, self.chance = tournament, chance
        self.key = 0

    def something(self) -> None:
        """Perform a random action, mostly a hand."""
        hands = [self.a_hand] * 10 + [
            self.a_correction,
            self.a_retraction,
            self.a_ruling,
        ] * 2
        others = [
            self.a_round_over,
            self.time_is_up,
            self.more_time,
            self.somebody_leaves,
            self.another_name,
            self.a_secret_told,
            self.an_import,
        ]
        do = self.chance.choice([*hands, *others])
        try:
            do()
        except (Refused, RuleError, LookupError, ObjectDoesNotExist):
            self.a_hand()

    def _given(self) -> dict[str, str]:
        self.key += 1
        return {"device_key": f"by chance {self.key}", "by": "referee"}

    def _table(self) -> Game:
        games = Game.objects.filter(round__tournament=self.tournament)
        playing = games.exclude(round__state=RoundState.CLOSED)
        return self.chance.choice(list(playing.select_related("round__tournament")))

    def _player(self) -> Player:
        players = self.tournament.players.select_related("person", "tournament")
        return self.chance.choice(list(players))

    def _line(self) -> LedgerEntry:
        lines = LedgerEntry.objects.filter(game__round__tournament=self.tournament)
        return self.chance.choice(list(lines))

    def a_hand(self) -> None:
        table = self._table()
        sheet = getattr(table, "sheet", None)
        winner, discarder = self.chance.sample("ESWN", 2)
        try:
            win(table, sheet.hand if sheet else 1, winner, discarder, self._points())
        except RuleError:
            return

    def _points(self) -> int:
        return self.chance.randint(8, 88)

    def a_correction(self) -> None:
        line = self._line()
        raw = {**line.raw, "points": self._points()} if line.settles_hand else line.raw
        correct_and_undo.correct(line.pk, raw, reason="a slip", **self._given())

    def a_retraction(self) -> None:
        correct_and_undo.retract(self._line().pk, reason="never", **self._given())

    def a_ruling(self) -> None:
        fine = {self.chance.choice("ESWN"): -self._points()}
        raw = self.chance.choice(
            [
                {"kind": "penalty", "amounts": fine, "target": "table"},
                {"kind": "penalty", "amounts": fine, "target": "overall"},
                {"kind": "reseat", "seats": {"E": "S", "S": "E"}, "follow": "players"},
            ]
        )
        enter_hand.enter(self._table().pk, raw, reason="late", **self._given())

    def a_round_over(self) -> None:
        table = self._table()
        end_and_close_round.close(table.round_id, by="director", reason="time")
        numbers = list(range(1, PLAYERS + 1))
        self.chance.shuffle(numbers)
        fours = [tuple(numbers[n : n + 4]) for n in range(0, len(numbers), 4)]
        opened = seat(self.tournament, table.round.number + 1, *fours)
        round_clock.start(opened.pk, by="director", now=timezone.now())

    def time_is_up(self) -> None:
        round_ = self._table().round_id
        end_and_close_round.end_now(
            round_, by="director", reason="fire", now=timezone.now()
        )

    def more_time(self) -> None:
        given = {"minutes": 5, "by": "director", "reason": "a call"}
        extra_time.extend_table(self._table().pk, now=timezone.now(), **given)

    def somebody_leaves(self) -> None:
        last = max(self.tournament.rounds.values_list("number", flat=True))
        player_changes.withdraw(self._player(), last, by="director", reason="ill")

    def another_name(self) -> None:
        ways = ("full", "initials", "number")
        player_changes.show_as(self._player(), self.chance.choice(ways), by="director")

    def a_secret_told(self) -> None:
        now = Tournament.objects.get(pk=self.tournament.pk)
        if now.told_at is None:
            finish_reopen_and_publish_results.tell_standings(
                now, by="director", now=timezone.now()
            )
        else:
            finish_reopen_and_publish_results.hold_back(now, by="director")

    def an_import(self) -> None:
        """Record a change of an unknown kind. It may affect every page."""
        Person.objects.filter(pk=self._player().person_id).update(country="Norway")
        with transaction.atomic():
            self.tournament.record("something_new", by="director")


@pytest.mark.parametrize("seed", range(how_many(3, 2)))
@pytest.mark.every_case
def test_whatever_happens_all_is_as_if_it_were_read_anew(event, seed, monkeypatch):
    happens = Event(event, Random(seed))
    shown(event)
    for _act in range(ACTS):
        for _together in range(happens.chance.choice([1, 1, 2, 4])):
            happens.something()
            if happens.chance.random() < 0.3:
                made_ready(event)
        assert shown(event) == shown_anew(event, monkeypatch)


def begun(event: Tournament) -> list[Game]:
    """Return the tables of round 2 without a hand."""
    tables = Game.objects.filter(round__tournament=event, round__number=2)
    return list(tables.filter(sheet=None).order_by("table"))


def records_read(monkeypatch) -> list[int]:
    """Return a list that collects the revisions at which the whole tournament
    was read.
    """
    read = list[int]()
    original = standings_cache.source_read

    def source_read(tournament: Tournament, *args, **given):
        read.append(tournament.revision)
        return original(tournament, *args, **given)

    monkeypatch.setattr(standings_cache, "source_read", source_read)
    return read


def after(event: Tournament, do: Callable[[], object]) -> None:
    do()
    event.refresh_from_db()
    source_of(event)


def test_after_a_hand_only_its_table_is_read_again(event, monkeypatch):
    read, [table, *_others] = records_read(monkeypatch), begun(event)
    event.refresh_from_db()
    source_of(event)
    first = event.revision
    after(event, lambda: win(table, 1))
    after(event, lambda: win(table, 2))
    assert read == [first]
    with CaptureQueriesContext(connection) as queries:
        after(event, lambda: None)
    assert len(queries) == 2, "the event, and what is new"
    after(
        event,
        lambda: player_changes.withdraw(
            event.players.get(number=1), 2, by="director", reason="ill"
        ),
    )
    assert read == [first, event.revision]


def test_what_a_transaction_sees_is_not_kept(event, monkeypatch):
    read = records_read(monkeypatch)
    [table, *_others] = begun(event)
    event.refresh_from_db()
    before = source_of(event).records.played
    with transaction.atomic():
        win(table, 1)
        event.refresh_from_db()
        assert source_of(event).records.played != before
        transaction.set_rollback(True)
    event.refresh_from_db()
    assert source_of(event).records.played == before
    assert len(read) == 2


def test_what_no_revision_tells_of_is_seen_within_a_minute(event, monkeypatch):
    event.refresh_from_db()
    source_of(event)
    Person.objects.update(country="Norway")
    monkeypatch.setattr(standings_cache, "LONGEST", 0.0)
    assert source_of(event).records.players[0].person.country != "Norway"
    standings_cache._sources._made.clear()
    source_of(event)
    Person.objects.update(country="Malta")
    assert source_of(event).records.players[0].person.country == "Malta"


def test_an_older_event_is_put_in_place_of_what_is_kept(event):
    """Cached data is not used for a tournament with an older revision, for example
    after a backup was restored under a running program.
    """
    event.refresh_from_db()
    source_of(event)
    Person.objects.update(country="Norway")
    event.revision -= 1
    assert source_of(event).records.players[0].person.country == "Norway"


def test_few_are_kept(event, kept):
    event.refresh_from_db()
    for language in ("en", "de", "fr", "it", "es", "pl"):
        with translation.override(language):
            source_of(event)
    assert [len(by_language) for by_language in kept._made.values()] == [6]
    for number in range(6):
        event.hall_key = f"as if it were tournament {number}"
        source_of(event)
    assert len(kept._made) == 4


@pytest.fixture
def public(event) -> Tournament:
    event.is_public = True
    event.save(update_fields=["is_public"])
    return event


def test_of_what_is_kept_ready_nothing_is_read_anew_with_the_first_hand(
    public, monkeypatch
):
    made_ready(public)
    read, [table, *_others] = records_read(monkeypatch), begun(public)
    walls = tables_read(monkeypatch)
    win(table, 1)
    assert shown(public) == shown_anew(public, monkeypatch)
    assert len(read) == 1, "by who keeps nothing"
    assert walls == [[table.table], None]


def tables_read(monkeypatch) -> list[list[int] | None]:
    """Return a list that collects the numbers of tables rendered for hall screens; None
    in it stands for all tables.
    """
    read = list[list[int] | None]()
    original = tournament_home._table_walls

    def walls_at(round_: Round, numbers: list[int] | None = None, **given):
        read.append(numbers)
        return original(round_, numbers, **given)

    monkeypatch.setattr(tournament_home, "_table_walls", walls_at)
    return read


def test_it_is_carried_on_as_long_as_it_lasts(public, monkeypatch):
    read, now = records_read(monkeypatch), [1000.0]
    monkeypatch.setattr(standings_cache.time, "monotonic", lambda: now[0])
    made_ready(public)
    now[0] += standings_cache.LONGEST - 2 * render_warm_up.AGAIN - 1
    made_ready(public)
    assert len(read) == 1
    now[0] += 2
    made_ready(public)
    assert len(read) == 2, "it would not last until the next time"
    now[0] += 2 * render_warm_up.AGAIN
    shown(public)
    assert len(read) == 2


@pytest.mark.parametrize("state", ["private", "finished"])
def test_what_nobody_reads_hand_by_hand_is_not_kept_ready(public, state, monkeypatch):
    read = records_read(monkeypatch)
    if state == "private":
        Tournament.objects.update(is_public=False)
    else:
        Tournament.objects.update(finished_at=timezone.now())
    made_ready(public)
    assert read == []
