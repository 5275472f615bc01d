"""Entries that waited for the network.

Each entry with a receipt is in the ledger once, in the order of the queue.
"""

from __future__ import annotations

import os
import random
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.corrections import conflicting_hands, correct_and_undo
from scoring.ledger import decide_late_hand, rebuild_results_from_ledgers
from scoring.ledger.table_ledger import TableLedger
from scoring.models import Conflict, LedgerEntry
from scoring.rounds import end_and_close_round
from tests.examples import how_many
from tests.scoring.table_device import HTMX, device_at, text, win
from tournaments.access import table_links
from tournaments.models import LateWord, Tournament

#: For a longer run: SCHEDULES=1000 SCHEDULE_SEED=1.
SCHEDULES = int(os.environ.get("SCHEDULES", how_many(20, 6)))
SEED = int(os.environ.get("SCHEDULE_SEED", "5"))
HANDS = 4


@pytest.fixture
def device(game) -> Client:
    return device_at(game)


@pytest.fixture
def send(device, at) -> Callable[..., tuple[int, dict]]:
    def post(**fields):
        response = device.post(at("queue"), fields)
        answer = response.json()
        for name in ("next", "lines", "revision"):
            answer.pop(name, None)
        return response.status_code, answer

    return post


def lines(game) -> list[tuple[int, str]]:
    return [(line.hand, line.device_key) for line in game.ledger.all()]


def test_an_entry_is_receipted_and_receipted_again(send, game):
    for _sent in range(3):
        assert send(**win(1, "a")) == (200, {"saved": 1, "hand": 1})
    assert lines(game) == [(1, "a")]


def test_a_receipt_says_how_the_table_stands(device, at, game, tournament):
    device.post(at("queue"), win(1, "a"))
    device.post(at("queue"), win(2, "b"))
    again = device.post(at("queue"), win(1, "a")).json()
    tournament.refresh_from_db()
    stands = {"next": 3, "lines": 2, "revision": tournament.revision}
    assert again == {"saved": 1, "hand": 1, **stands}


def test_the_same_outcome_by_another_device_is_one_entry(send, game):
    send(**win(1, "a"))
    assert send(**win(1, "b")) == (200, {"saved": 1, "hand": 1})
    assert lines(game) == [(1, "a")]


def test_a_hand_out_of_order_is_refused_in_a_sentence(send, game):
    status, answer = send(**win(3, "a"))
    assert status == 422
    assert answer == {
        "refused": ["The next hand here is hand 1, not hand 3."],
        "needs_word": False,
    }
    assert lines(game) == []


@pytest.mark.parametrize(
    "fields", [{}, {"hand": "1"}, win(1, "a", points="x"), win(1, "a/b"), win(0, "a")]
)
def test_what_no_form_sends_is_refused_in_a_sentence(send, game, fields):
    status, answer = send(**fields)
    assert status == 422
    assert answer["refused"]
    assert lines(game) == []


def test_after_time_a_hand_waits_for_the_referees_word(send, game, running_round):
    end_and_close_round.end_now(
        running_round.pk, by="director", reason="time", now=timezone.now()
    )
    status, answer = send(**win(1, "a"))
    late = game.late_hands.get()
    assert (status, answer) == (200, {"held": late.pk, "hand": 1})
    assert send(**win(1, "a"), before_gong="on") == (status, answer)
    decide_late_hand.decide(late.pk, counts=True, by="referee")
    assert send(**win(1, "a")) == (200, {"saved": 2, "hand": 1})


def test_where_the_table_gives_the_word_the_device_is_asked_for_it(
    send, game, running_round
):
    Tournament.objects.update(late_word=LateWord.TABLE)
    end_and_close_round.end_now(
        running_round.pk, by="director", reason="time", now=timezone.now()
    )
    status, answer = send(**win(1, "a"))
    assert (status, answer["needs_word"]) == (422, True)
    status, answer = send(**win(1, "a"), before_gong="on")
    assert (status, answer["saved"]) == (200, 2)


def test_whoever_asks_first_gets_the_token_to_send_with(device, at):
    assert device.get(at("queue")).json()["token"]


def test_without_the_token_nothing_is_taken(device, at, game):
    device.handler.enforce_csrf_checks = True
    assert device.post(at("queue"), win(1, "a")).status_code == 403
    token = device.get(at("queue")).json()["token"]
    sent = device.post(at("queue"), win(1, "a"), HTTP_X_CSRFTOKEN=token)
    assert sent.status_code == 200
    assert lines(game) == [(1, "a")]


# --- after the round is closed --------------------------------------------------------
TOLD = {"words": "Who won?: Ada Lind · Fan: 12"}


def close(running_round) -> None:
    end_and_close_round.close(running_round.pk, by="director", reason="over")


def too_late(game) -> list[tuple[int, int]]:
    """Return (hand, points) of each entry that came too late."""
    log = game.round.tournament.log.filter(kind="entry_too_late")
    return [(event.data["hand"], event.data["offered"]["points"]) for event in log]


def test_a_hand_that_comes_after_the_round_is_closed_is_told_to_the_directors(
    device, at, send, game, running_round, director_client
):
    close(running_round)
    asked = device.get(at("queue")).json()
    assert asked["closed"] is True
    assert asked["token"]
    for _sent in range(2):
        status, answer = send(**win(1, "a"), **TOLD)
        assert (status, answer["closed"]) == (410, True)
        assert "Round 1 is closed" in answer["refused"][0]
    assert too_late(game) == [(1, 12)]
    assert (1, "a") not in lines(game)
    log = reverse("director:log", args=[game.round.tournament.slug])
    assert "not entered, round closed" in text(director_client.get(log))


def test_a_hand_that_had_arrived_before_the_round_was_closed_is_receipted(
    send, game, running_round
):
    send(**win(1, "a"))
    close(running_round)
    assert send(**win(1, "a"), **TOLD) == (200, {"saved": 1, "hand": 1})
    assert too_late(game) == []


def test_after_the_round_is_closed_it_can_be_discarded(device, at, game, running_round):
    close(running_round)
    told = {"hand": 1, "device_key": "a", "reason": "on the paper", **TOLD}
    assert device.post(at("discard"), told).json() == {"discarded": True}
    [event] = game.round.tournament.log.filter(kind="entry_discarded")
    assert event.data["hand"] == 1


def test_the_log_does_not_fill_with_what_came_too_late(
    send, game, running_round, monkeypatch
):
    monkeypatch.setattr(conflicting_hands, "MOST_TOO_LATE", 2)
    close(running_round)
    for key in "abc":
        assert send(**win(1, key), **TOLD)[0] == 410
    assert len(too_late(game)) == 2


def test_a_link_that_was_replaced_tells_the_log_nothing(
    device, at, game, running_round
):
    table_links.reissue(game.pk, by="director")
    close(running_round)
    assert device.post(at("queue"), win(1, "a") | TOLD).status_code == 410
    assert too_late(game) == []


# --- conflicts ----------------------------------------------------------------------
@pytest.fixture
def conflict(send, game) -> Conflict:
    """Return a conflict about hand 1: 12 points, and 20 from another device."""
    send(**win(1, "a"))
    status, answer = send(**win(1, "b", points=20))
    assert status == 409
    assert "12" in answer["conflict"]["entered"]
    assert "20" in answer["conflict"]["offered"]
    return Conflict.objects.get()


def test_both_devices_see_both_versions(conflict, device, at, referee_client):
    for client in (device, referee_client):
        for name in ("session", "sheet"):
            page = text(client.get(at(name)))
            assert "Conflict: two versions of hand 1" in page
            assert "12 fan" in page
            assert "20 fan" in page
    assert "Call the referee to choose the right version." in text(device.get(at()))


def test_a_conflict_changes_nothing_and_is_told_at_once(conflict, game):
    assert lines(game) == [(1, "a")]
    event = game.round.tournament.log.first()
    assert (event.kind, event.data["hand"]) == ("hand_conflict", 1)


def test_a_conflict_sent_twice_is_one(conflict, send):
    send(**win(1, "b", points=20))
    send(**win(1, "c", points=20))
    assert Conflict.objects.get() == conflict


def test_on_the_page_itself_a_conflict_is_noted_too(send, device, at):
    send(**win(1, "a"))
    assert device.post(at(), win(1, "b", points=20)).status_code == 409
    assert Conflict.objects.get().device_key == "b"


def choose(client, at, conflict, choice: str, reason: str = "compared") -> str:
    response = client.post(
        at("settle_conflict", conflict.pk),
        {"choice": choice, "reason": reason},
        follow=True,
    )
    return text(response)


def test_a_referee_keeps_the_first_and_the_queue_hears_of_it(
    conflict, referee_client, at, send, game
):
    page = choose(referee_client, at, conflict, "kept")
    assert "two versions" not in page
    assert send(**win(1, "b", points=20)) == (200, {"kept": 1, "hand": 1})
    assert lines(game) == [(1, "a")]
    assert game.round.tournament.log.first().kind == "conflict_settled"


def test_a_referee_takes_the_other_and_the_queue_gets_its_receipt(
    conflict, referee_client, at, send, game
):
    assert "two versions" not in choose(referee_client, at, conflict, "offered")
    assert TableLedger(game).state.scores["E"] == 24 + 20
    assert send(**win(1, "b", points=20)) == (200, {"saved": 2, "hand": 1})


def test_a_conflict_is_settled_once_and_with_a_reason(
    conflict, referee_client, at, game
):
    assert "Enter a reason for the choice." in choose(
        referee_client, at, conflict, "offered", ""
    )
    assert "Choose the right version" in choose(referee_client, at, conflict, "")
    assert lines(game) == [(1, "a")]
    choose(referee_client, at, conflict, "kept")
    page = choose(referee_client, at, conflict, "offered")
    assert "This has already been decided" in page
    assert lines(game) == [(1, "a")]


def test_a_hand_corrected_otherwise_has_no_two_versions(conflict, device, at, game):
    correct_and_undo.correct(
        conflict.line_id,
        {"kind": "washout"},
        device_key="c",
        by="referee",
        reason="seen",
    )
    assert "two versions" not in text(device.get(at()))
    assert conflicting_hands.waiting(game, {}) == []


def first_actions(page: str) -> list[str]:
    """Return the texts of the filled links and buttons of a page, without "Dismiss"."""
    filled = re.findall(r'class="button[^"]* primary[^"]*"[^>]*>([^<]+)<', page)
    return [words for words in filled if words != "Dismiss"]


def test_who_may_choose_compares_and_others_call_the_referee(
    conflict, send, device, at, referee_client, game
):
    answers = []
    for settles in (False, True):
        Tournament.objects.update(table_settles_conflicts=settles)
        _status, answer = send(**win(1, "b", points=20))
        assert answer["conflict"]["may_choose"] is settles
        page = device.post(at(), win(1, "b", points=20), **HTMX).content.decode()
        answers.append(page)
    assert first_actions(answers[0]) == ["Call the referee"]
    assert at("call") in answers[0]
    assert first_actions(answers[1]) == ["Compare and choose"]
    Tournament.objects.update(table_settles_conflicts=False)
    page = referee_client.post(at(), win(1, "b", points=20), **HTMX).content.decode()
    assert first_actions(page) == ["Compare and choose"]
    # Without scripts, the button leads to the choice on the same page.
    page = referee_client.post(at(), win(1, "b", points=20)).content.decode()
    assert 'href="#two-versions"' in page
    assert 'id="two-versions"' in page


def test_a_table_that_called_sees_that_a_referee_was_called(conflict, device, at):
    page = text(device.post(at("call"), follow=True))
    assert page.count("A referee was called at") == 3
    assert "Call the referee to choose the right version." in page


# --- installing the page as an app --------------------------------------------------
def test_the_worker_may_keep_all_tables(client):
    response = client.get(reverse("table:worker"))
    assert response["Content-Type"].startswith("text/javascript")
    assert reverse("table:worker") == "/table/worker.js"
    assert "script-src 'self'" in response["Content-Security-Policy"]


def test_the_table_can_be_put_on_the_home_screen(device, at):
    manifest = device.get(at("manifest")).json()
    assert manifest["start_url"] == at()
    assert manifest["name"] == "Table 1 · Spring Cup"
    assert at("manifest") in text(device.get(at()))


# --- a thousand bad networks --------------------------------------------------------
@dataclass
class Browser:
    """A browser that works like `static/unsent-hands-queue.js`, over a network that
    loses, repeats and delays requests. `disk`: the queue, which survives when the
    browser is killed.
    """

    send: Callable[..., tuple[int, dict]]
    chance: random.Random
    met: Counter[str]
    name: str
    disk: list[dict] = field(default_factory=list)
    receipts: list[tuple[str, int]] = field(default_factory=list)
    dropped: list[str] = field(default_factory=list)
    delayed: list[dict] = field(default_factory=list)
    entered: int = 0

    def enter(self, points: int) -> None:
        self.entered += 1
        key = f"{self.name}-{self.entered}"
        self.disk.append(win(self.entered, key, points=points))

    def run(self) -> None:
        """Send entries in order until a request fails."""
        while self.disk:
            answer = self.sent(self.disk[0])
            if answer is None:
                return
            if self.chance.random() < 0.1:
                self.met["killed"] += 1  # before the answer was on disk
                return
            if not self.is_settled(*answer):
                return
            self.disk.pop(0)

    def is_settled(self, status: int, answer: dict) -> bool:
        """Return whether the first entry leaves the queue after this response."""
        key = self.disk[0]["device_key"]
        if "saved" in answer:
            self.receipts.append((key, answer["saved"]))
            return True
        if status == 409:
            self.met["conflict"] += 1
            if self.chance.random() < 0.5:  # a referee allows a discard
                self.dropped.append(key)
                return True
        return False

    def sent(self, entry: dict) -> tuple[int, dict] | None:
        """Send an entry.

        Return status and content of the response, or None if it does not arrive.
        """
        fates = ("", "lost", "delayed", "repeated", "unanswered")
        [fate] = self.chance.choices(fates, (50, 15, 10, 10, 15))
        self.met[fate] += 1
        if fate == "lost":
            return None
        if fate == "delayed":
            self.delayed.append(entry)
            return None
        answer = self.send(**entry)
        if fate == "repeated":
            self.send(**entry)
        return None if fate == "unanswered" else answer

    def late(self) -> None:
        """Deliver a random delayed request, if there is one. Its response is lost."""
        if self.delayed:
            chosen = self.chance.randrange(len(self.delayed))
            self.send(**self.delayed.pop(chosen))


def play(
    chance: random.Random, send, met: Counter[str], *, others: int
) -> list[Browser]:
    """Play a random schedule in which devices of a table enter and send hands and lose
    the connection. Return the browsers of the devices. `others`: number of devices in
    addition to the first.
    """
    browsers = [Browser(send, chance, met, f"d{n}") for n in range(1 + others)]
    while any(each.entered < HANDS or each.disk for each in browsers):
        each = chance.choice(browsers)
        move = chance.random()
        if move < 0.3 and each.entered < HANDS:
            # The second device sometimes enters a different value.
            mistaken = each.name != "d0" and chance.random() < 0.2
            each.enter(8 + each.entered + 100 * mistaken)
        elif move < 0.4:
            each.late()
        else:
            each.run()
    for each in browsers:
        while each.delayed:
            each.late()
    return browsers


def assert_nothing_lost(game, browsers: list[Browser]) -> None:
    stored = list(LedgerEntry.objects.filter(game=game).order_by("sequence"))
    assert [line.sequence for line in stored] == list(range(1, len(stored) + 1))
    assert [line.hand for line in stored] == list(range(1, HANDS + 1))
    by_sequence = {line.sequence: line for line in stored}
    for each in browsers:
        known = [key for key, _sequence in each.receipts]
        assert len(known) == len(set(known))
        assert set(known) | set(each.dropped) == {
            f"{each.name}-{hand}" for hand in range(1, HANDS + 1)
        }
        sequences = [sequence for _key, sequence in each.receipts]
        assert sequences == sorted(sequences)
        for key, sequence in each.receipts:
            assert by_sequence[sequence].hand == int(key.split("-")[1])


def test_schedules_of_cuts_duplicates_delays_and_kills(send, game, running_round):
    chance = random.Random(SEED)
    met: Counter[str] = Counter()
    for count in range(SCHEDULES):
        with transaction.atomic():
            browsers = play(chance, send, met, others=count % 2)
            assert_nothing_lost(game, browsers)
            assert (
                list(
                    rebuild_results_from_ledgers.rebuild(
                        running_round.tournament, check=True
                    )
                )
                == []
            )
            transaction.set_rollback(True)
    # Each kind of failure occurs.
    fates = ("lost", "delayed", "repeated", "unanswered", "killed", "conflict")
    assert all(met[fate] for fate in fates), met
