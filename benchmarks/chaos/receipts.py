"""Compare the ledgers with the receipts, and report errors."""

from __future__ import annotations

import statistics
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmarks.chaos.devices import Acknowledged, Diary
from scoring.ledger import rebuild_results_from_ledgers
from scoring.ledger.table_ledger import TableLedger
from scoring.models import LedgerEntry
from scoring.practice.simulated_games import Hand
from tournaments.models import LogEvent, Tournament

#: Authors of entries other than devices.
NO_DEVICES = ("clock", "director")
#: Log messages of failed requests, by Django and by the web server.
FAILED = ("Internal Server Error", "Exception in ASGI application")


@dataclass(frozen=True)
class Happened:
    """Simultaneous faults: their beginning and end, and the beginning of the next
    faults (Unix times in seconds).
    """

    names: tuple[str, ...]
    began: float
    ended: float
    until: float


def report(
    diary: Diary, happened: list[Happened], hands: int, seconds: float, *logs: Path
) -> list[str]:
    """Print a summary of the run.

    Return messages about errors. `hands`: number of hands that must have receipts;
    `seconds`: length of the run; `logs`: files to search for failed requests.
    """
    wrong = [*diary.wrong, *_wrong_ledgers(diary)]
    for log in logs:
        wrong += _logged_failures(log)
    if count := diary.answers[500]:
        wrong.append(f"{count} answers of 500")
    got = len(diary.receipts)
    if got < hands:
        wrong.append(f"only {got} of {hands} hands were acknowledged")
    waited = [receipt.waited for receipt in diary.receipts] or [0.0]
    tries = sum(receipt.tries for receipt in diary.receipts)
    print(
        f"{got} hands acknowledged in {seconds:.0f} s at "
        f"{len({receipt.game_id for receipt in diary.receipts})} tables, "
        f"each sent {tries / max(got, 1):.2f} times, the most "
        f"{max((receipt.tries for receipt in diary.receipts), default=0)} times; "
        f"{diary.asked_again} receipts asked for again"
    )
    print(
        f"from a hand to its receipt: median {statistics.median(waited):.2f} s, "
        f"the longest {max(waited):.1f} s"
    )
    answers = ", ".join(
        f"{_status_text(s)} {n}" for s, n in sorted(diary.answers.items())
    )
    print(f"answers to devices and visitors: {answers}")
    _print_faults(diary, happened)
    return wrong


def _status_text(status: int) -> str:
    return str(status) if status else "none or not the whole"


def _print_faults(diary: Diary, happened: list[Happened]) -> None:
    print(
        f"{'':<26}{'times':>6}{'no answer':>11}{'503':>6}{'other':>7}"
        f"{'receipts again after':>22}"
    )
    times: Counter[str] = Counter()
    failed: dict[str, Counter[str]] = defaultdict(Counter)
    pauses: dict[str, float] = defaultdict(float)
    for fault in happened:
        statuses = Counter(
            {0: "no answer", 503: "503"}.get(status, "other")
            for at, status in diary.failures
            if fault.began <= at < fault.until
        )
        after = [r.at - fault.ended for r in diary.receipts if r.at >= fault.ended]
        for name in fault.names:
            times[name] += 1
            failed[name] += statuses
            pauses[name] = max(pauses[name], min(after, default=0.0))
    for name in sorted(times):
        columns = failed[name]
        print(
            f"{name:<26}{times[name]:>6}{columns['no answer']:>11}{columns['503']:>6}"
            f"{columns['other']:>7}{pauses[name]:>20.1f} s"
        )


def _logged_failures(log: Path) -> Iterator[str]:
    lines = log.read_text(errors="replace").splitlines()
    for message in FAILED:
        if count := sum(message in line for line in lines):
            yield f"the log says {message!r} {count} times: {log}"


def _wrong_ledgers(diary: Diary) -> Iterator[str]:
    """Yield messages about tables whose ledger differs from the receipts."""
    sent = {(game, key): hand for game, hand, key in diary.sent}
    receipts: dict[int, list[Acknowledged]] = defaultdict(list)
    for receipt in diary.receipts:
        receipts[receipt.game_id].append(receipt)
    for tournament in Tournament.objects.all():
        for ledger in TableLedger.all_of(tournament):
            yield from _table_errors(ledger, receipts[ledger.game.pk], sent)
        yield from rebuild_results_from_ledgers.rebuild(tournament, check=True)
        events = LogEvent.objects.filter(tournament=tournament, kind="entered")
        entered = events.exclude(by__in=NO_DEVICES).count()
        lines = LedgerEntry.objects.filter(game__round__tournament=tournament)
        lines = lines.exclude(by__in=NO_DEVICES)
        if entered != lines.count():
            yield f"{tournament.title}: {lines.count()} lines, {entered} in the log"


def _table_errors(
    ledger: TableLedger, receipts: list[Acknowledged], sent: dict[tuple[int, str], Hand]
) -> Iterator[str]:
    place = f"{ledger.game.round.tournament.title}, table {ledger.game.table}"
    sentences = (*_wrong_receipts(ledger, receipts), *_wrong_lines(ledger, sent))
    yield from (f"{place}: {sentence}" for sentence in sentences)


def _wrong_receipts(ledger: TableLedger, receipts: list[Acknowledged]) -> Iterator[str]:
    lines = {line.device_key: line for line in ledger.lines}
    superseded = {line.supersedes_id for line in ledger.lines}
    for receipt in receipts:
        line = lines.get(receipt.key)
        hand = receipt.hand.number
        if line is None:
            yield f"hand {hand} had a receipt and is not there"
        elif line.sequence != receipt.line:
            yield f"the receipt of hand {hand} names another line"
        elif line.pk in superseded:
            yield f"hand {hand} does not count any more"


def _wrong_lines(
    ledger: TableLedger, sent: dict[tuple[int, str], Hand]
) -> Iterator[str]:
    if [line.sequence for line in ledger.lines] != list(
        range(1, len(ledger.lines) + 1)
    ):
        yield "its lines are not counted 1, 2, 3"
    for line in ledger.lines:
        if line.by in NO_DEVICES:
            continue
        hand = sent.get((ledger.game.pk, line.device_key))
        if hand is None:
            yield f"nobody sent line {line.sequence}"
        elif line.hand != hand.number:
            yield f"hand {hand.number} is there as hand {line.hand}"
        elif ledger.entry_of(line) != ledger.rules.read_entry(hand.raw):
            yield f"hand {hand.number} says something else than was sent"
    hands = [line.hand for line in ledger.lines if line.by not in NO_DEVICES]
    if len(set(hands)) < len(hands):
        yield "a hand is there twice"
