import json, random
from collections import Counter
import pytest
from django.db import transaction
from tests.scoring.folders import there_and_back, rows
from tests.scoring.fuzzed_entries import RULESETS, evening, play
pytestmark = pytest.mark.django_db
def test_many():
    seen = Counter()
    bad = []
    for seed in range(1000, 1060):
        for ruleset in sorted(RULESETS):
            with transaction.atomic():
                e = evening(ruleset, seed)
                msg = play(e, random.Random(seed).choice([40, 90, 150, 250]), lambda *a: None)
                if msg: bad.append((ruleset, seed, msg[:300]))
                try:
                    files = there_and_back(e.session.round.tournament)
                except BaseException as error:
                    bad.append((ruleset, seed, repr(error)[:900]))
                else:
                    for line in files.get("ledger.jsonl", b"").decode().splitlines():
                        v = json.loads(line)
                        seen[ruleset, v["entry"]["kind"] if "entry" in v else "retraction"] += 1
                        if "hand" in str(v.get("entry", {})): seen[ruleset, "tiles"] += 1
                    if "confirmations.csv" in files:
                        for w in rows(files, "confirmations.csv"):
                            seen[ruleset, w["said"], bool(w["number"]), bool(w["answer"])] += 1
                    seen[ruleset, "totals rows"] += len(rows(files, "totals.csv"))
                transaction.set_rollback(True)
    print(bad)
    for k, v in sorted(seen.items(), key=str): print(k, v)
    with open("/tmp/g/out.txt", "w") as f:
        print(bad, file=f)
        for k, v in sorted(seen.items(), key=str): print(k, v, file=f)
