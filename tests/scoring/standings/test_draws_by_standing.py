"""Seating by the standings, generated while a round is open, or before a correction of
results that the seating used.
"""

from __future__ import annotations

import pytest
from django.urls import reverse
from django.utils import timezone

from scoring.corrections import correct_and_undo
from scoring.models import LedgerEntry
from scoring.rounds import end_and_close_round, undo_start_and_reopen_round
from scoring.standings.make_cut import make_cut
from tests.scoring.played_events import draw, event, play
from tests.scoring.results import paper
from tests.tournaments.pages import says
from tests.tournaments.seating_drafts.test_draw_pages import asked
from tournaments.models import Draw, LogEvent, Stage
from tournaments.people import player_changes, register_players
from tournaments.refusals import Refused
from tournaments.rounds import publish_seating, round_clock
from tournaments.rounds.outdated_seating_marks import Marker
from tournaments.rounds.stages.stage_settings import StagePlan, set_stages, stages_of
from tournaments.seating.seating_request import RANKED, Method
from tournaments.seating_drafts import confirm_draft, seating_jobs, submit_draft

pytestmark = pytest.mark.django_db

#: Scores by table, in the order E S W N.
SCORES = {1: [41, 10, -10, -41], 2: [37, 8, -8, -37]}
#: The last player at table 2 wins instead.
CORRECTED = [-37, 8, -8, 37]


def page(name: str, tournament, *more) -> str:
    return reverse(f"director:{name}", args=[tournament.slug, *more])


def enter(round_, table: int, scores=None) -> None:
    paper(round_, table, dict(zip("ESWN", scores or SCORES[table], strict=True)))


def correct(tournament, scores=CORRECTED, number: int = 1) -> None:
    """Correct the totals of table 2 of a round."""
    lines = LedgerEntry.objects.filter(
        game__round__tournament=tournament,
        game__round__number=number,
        game__table=2,
        superseded_by=None,
    )
    line = lines.latest("sequence")
    raw = {"kind": "totals", "scores": dict(zip("ESWN", scores, strict=True))}
    correct_and_undo.correct(
        line.pk, raw, device_key=f"{line.pk}", by="director", reason="misread"
    )


def close(round_) -> None:
    end_and_close_round.close(round_.pk, by="director", reason="the gong")


def ask(client, tournament, **values):
    return client.post(
        page("draw_new", tournament), asked(first_round=2, uneven="byes", **values)
    )


def drawn(tournament) -> Draw:
    """Return the newest draft after the worker's code has generated it."""
    found = tournament.draws.latest("number")
    seating_jobs.run(found.pk)
    found.refresh_from_db()
    assert found.state == "draft", found.faults
    return found


def mark_of(found: Draw):
    found.refresh_from_db()
    return Marker(found.tournament).of_draw(found)


def is_marked(response) -> bool:
    """Return whether a page warns that the standings have changed."""
    return says(response, "The standings used by seating draft") or says(
        response, "The standings used for the cut"
    )


def logged(tournament, kind: str) -> LogEvent:
    return tournament.log.filter(kind=kind).latest("revision")


@pytest.fixture
def cup(director):
    """Return a tournament of eight players.

    Its first round is running and has no entries.
    """
    tournament = event("mcr", 8, director)
    confirm_draft.confirm(draw(tournament, 1, Method.RANDOM), by="director")
    round_ = tournament.rounds.get()
    publish_seating.publish(round_.pk, by="director")
    round_clock.start(round_.pk, by="director", now=timezone.now())
    return tournament


@pytest.fixture
def played(cup):
    """Return the same tournament after the first round is closed."""
    round_ = cup.rounds.get()
    for table in SCORES:
        enter(round_, table)
    close(round_)
    return cup


@pytest.fixture
def used(played) -> Draw:
    """Return a Swiss draft for round 2, by the standings after round 1."""
    return draw(played, 2, Method.SWISS)


@pytest.mark.parametrize("method", RANKED)
def test_every_draw_by_the_standing_is_marked_when_that_changes(played, method):
    found = draw(played, 2, method)
    assert not mark_of(found).is_changed
    correct(played)
    assert mark_of(found).is_open


def test_a_half_played_round_is_used_by_a_decision_alone(cup, director_client):
    round_ = cup.rounds.get()
    enter(round_, 1)
    form = director_client.get(page("draw_new", cup))
    assert says(form, "Round 1 is not closed. Results missing: table 2 of round 1.")
    assert says(form, "Use the standings after round 1 without table 2 of round 1")
    assert says(form, "Use the order of player numbers (round 1 does not count)")
    refused = ask(director_client, cup, method="swiss")
    assert refused.status_code == 422
    assert says(refused, "Round 1 is not closed. Close it first, or choose which")
    assert not cup.draws.filter(first_round=2).exists()

    _wait, _closed, (finished, _words) = form.context["form"].fields["standing"].choices
    assert (
        ask(director_client, cup, method="swiss", standing=finished).status_code == 302
    )
    draft = drawn(cup)
    winner = round_.seats.get(game__table=1, wind="E").player.number
    loser = round_.seats.get(game__table=1, wind="N").player.number
    order = draft.request["standing"]
    assert (order[0], order[4]) != (loser, winner)
    assert order[0] == winner
    shown = director_client.get(page("draw", cup, draft.number))
    decided = "Decided by director"
    without = "Use the standings after round 1 without table 2 of round 1."
    assert says(shown, "Standings after round 1. Results missing: table 2 of round 1.")
    assert says(shown, decided)
    assert says(shown, without)
    asks = director_client.get(page("draw_confirm", cup, draft.number))
    assert says(asks, decided)
    assert not says(asks, "Reason to keep")
    assert says(
        director_client.get(page("log", cup)), "Results missing: table 2 of round 1."
    )

    enter(round_, 2)
    close(round_)
    here = page("draw", cup, draft.number)
    assert says(director_client.get(page("draws", cup)), "standings changed")
    assert says(
        director_client.get(here), "The standings used by seating draft 2 have changed."
    )
    director_client.post(
        page("draw_generate", cup, draft.number), {"version": draft.version}
    )
    draft.refresh_from_db()
    assert draft.state == "discarded"
    new = drawn(cup)
    assert (new.method, new.seed) == (draft.method, draft.seed)
    assert new.request["options"] == draft.request["options"]
    assert not mark_of(new).is_changed
    assert new.basis["counts"] == ""


def test_other_tables_than_were_named_are_not_used(cup, director_client):
    round_ = cup.rounds.get()
    enter(round_, 1)
    form = director_client.get(page("draw_new", cup)).context["form"]
    finished = form.fields["standing"].choices[2][0]
    enter(round_, 2)
    answer = ask(director_client, cup, method="swiss", standing=finished)
    assert answer.status_code == 422
    assert says(answer, "Other tables have finished since you opened this page.")
    assert says(answer, "Use the standings after round 1, which is not closed")


def test_closed_rounds_alone_stay_the_same_while_the_next_is_played(
    played, director_client
):
    play_next = draw(played, 2, Method.RANDOM)
    confirm_draft.confirm(play_next, by="director")
    second = played.rounds.get(number=2)
    publish_seating.publish(second.pk, by="director")
    round_clock.start(second.pk, by="director", now=timezone.now())
    found = submit_draft.submit(
        played,
        method=Method.RANKS,
        first_round=3,
        rounds=1,
        demands=submit_draft.Constraints(),
        standing="closed",
        by="director",
    )
    seating_jobs.run(found.pk)
    enter(second, 1)
    mark = mark_of(found)
    assert not mark.is_changed
    assert mark.decision == "Use the standings after round 1 without round 2"
    confirm_draft.confirm(found, by="director")
    seating = director_client.get(page("seating", played))
    assert says(seating, "Use the standings after round 1 without round 2.")


def test_a_complete_standing_asks_nothing_until_it_is_corrected(
    played, director_client
):
    form = director_client.get(page("draw_new", played))
    assert says(form, "Standings after round 1.")
    assert not says(form, "Standings to use")
    assert ask(director_client, played, method="swiss").status_code == 302
    draft = drawn(played)
    here = page("draw", played, draft.number)
    confirm = page("draw_confirm", played, draft.number)
    assert says(director_client.get(here), "Standings after round 1.")
    assert not is_marked(director_client.get(here))
    assert not says(director_client.get(confirm), "Reason to keep")

    correct(played)
    for address in (here, confirm):
        assert is_marked(director_client.get(address)), address
    assert says(director_client.get(confirm), "Reason to keep this seating")
    assert says(director_client.get(here), "moved from place")
    refused = director_client.post(confirm, {"version": draft.version})
    assert refused.status_code == 422
    assert says(refused, "The standings have changed since this seating was generated")
    assert not played.rounds.filter(number=2).exists()
    kept = {"version": draft.version, "keep": "the players agree"}
    assert director_client.post(confirm, kept).status_code == 302
    assert logged(played, "draw_kept").reason == "the players agree"
    shown = director_client.get(here)
    assert says(shown, "the seating is kept.")
    assert says(shown, ": the players agree")

    # Kept: no more warnings until the standings change again.
    publish = page("draw_publish", played, draft.number)
    assert director_client.post(publish, {}).status_code == 302
    assert played.rounds.get(number=2).state == "published"
    correct(played, [-30, 8, -8, 30])
    for name in ("hall", "seating"):
        assert is_marked(director_client.get(page(name, played))), name
    assert says(director_client.get(page("draws", played)), "standings changed")
    mark = mark_of(draft)
    assert mark.is_open
    keep = page("draw_keep", played, draft.number)
    assert says(director_client.get(keep), "Keep seating")
    stale = director_client.post(keep, {"seen": "other", "reason": "late"})
    assert stale.status_code == 422
    answer = director_client.post(keep, {"seen": mark.seen, "reason": "too late now"})
    assert answer.status_code == 302
    assert says(director_client.get(page("hall", played)), ": too late now")
    assert not mark_of(draft).is_open

    # The standings are as they were, so there is no mark.
    correct(played, SCORES[2])
    assert not mark_of(draft).is_changed
    assert not is_marked(director_client.get(page("hall", played)))


@pytest.mark.parametrize("name", ["show_in_hall", "publish"])
def test_seats_of_a_changed_standing_are_shown_with_a_reason(
    used, director_client, name
):
    tournament = used.tournament
    confirm_draft.confirm(used, by="director")
    round_ = tournament.rounds.get(number=2)
    correct(tournament)
    act = page(name, tournament, 2)
    answer = director_client.post(act, {"seats": round_.pk})
    assert answer.status_code == 422
    assert says(answer, "Reason to keep this seating")
    round_.refresh_from_db()
    assert round_.state == "draft"
    sent = {"seats": round_.pk, "keep": "announced already"}
    assert director_client.post(act, sent).status_code == 302
    round_.refresh_from_db()
    assert round_.state != "draft"
    assert mark_of(used).kept.reason == "announced already"


def withdrawn(tournament) -> str:
    player = tournament.players.get(number=3)
    player_changes.withdraw(player, 1, by="director", reason="ill")
    return "3 Player 03 no longer plays in round 2."


def joined(tournament) -> str:
    register_players.register(
        tournament, [register_players.PlayerRow(last_name="Late")], by="director"
    )
    return "9 Late now plays in round 2."


def reopened(tournament) -> str:
    round_ = tournament.rounds.get(number=1)
    undo_start_and_reopen_round.reopen(
        round_.pk,
        version=round_.clock_version,
        by="director",
        reason="a mistake",
        now=timezone.now(),
    )
    return "Round 1 was reopened."


def ranked_otherwise(tournament) -> str:
    tournament.tie_breaks = ["firsts", "score"]
    tournament.save()
    correct(tournament, [-8, 8, -37, 37])
    return "moved from place"


@pytest.mark.parametrize("change", [withdrawn, joined, reopened, ranked_otherwise])
def test_whatever_changes_the_standing_marks_its_draw(used, director_client, change):
    words = change(used.tournament)
    assert mark_of(used).is_open
    shown = director_client.get(page("draw", used.tournament, used.number))
    assert says(shown, words)


def test_repaired_seats_are_marked_for_corrections_alone(used):
    tournament = used.tournament
    confirm_draft.confirm(used, by="director")
    withdrawn(tournament)
    assert mark_of(used).is_open
    repaired = submit_draft.repair(
        tournament, demands=submit_draft.Constraints(), by="director"
    )
    seating_jobs.run(repaired.pk)
    assert not mark_of(repaired).is_changed
    correct(tournament)
    assert mark_of(repaired).is_open
    assert not mark_of(repaired).may_generate


def test_the_rest_generated_again_keeps_its_standing(used):
    Draw.objects.filter(pk=used.pk).update(locked=[[2, 1]])
    correct(used.tournament)
    again = submit_draft.redraw_rest(used, version=used.version, by="director")
    seating_jobs.run(again.pk)
    assert mark_of(again).is_open


def test_old_draws_and_other_methods_say_nothing(used, director_client):
    tournament = used.tournament
    Draw.objects.filter(pk=used.pk).update(basis={})
    correct(tournament)
    assert mark_of(used) is None
    confirm_draft.confirm(used, by="director")
    shown = director_client.get(page("draw", tournament, used.number))
    assert not says(shown, "standing-mark")
    assert mark_of(draw(tournament, 3, Method.PLAN)) is None
    with pytest.raises(Refused, match="does not use the standings"):
        submit_draft.generate_again(
            draw(tournament, 3, Method.RANDOM), version=1, by="director"
        )


FINALS = {
    "cut": StagePlan("final", 1, cut="top", cut_size=4),
    "series": StagePlan("final", 2, cut="top", cut_size=4, carry="nothing", series=2),
    "groups": StagePlan("groups", 1, groups=2),
    "choice": StagePlan("final", 1, seats="choice"),
}


@pytest.fixture
def staged(director):
    """Return a function that returns a tournament with a closed round and the second
    stage of this name.
    """

    def made(name: str):
        tournament = event("mcr", 8, director)
        set_stages(
            tournament, [StagePlan("qualifying", 1), FINALS[name]], by="director"
        )
        play(tournament, 1, Method.RANDOM, lambda number, table: SCORES[table])
        return tournament

    return made


@pytest.mark.parametrize("name", FINALS)
def test_every_cut_is_marked_when_its_standing_changes(staged, director_client, name):
    tournament = staged(name)
    make_cut(tournament, 2, by="director")
    assert not Marker(tournament).of_stage(stages_of(tournament)[1]).is_changed
    correct(tournament)
    shown = director_client.get(page("stage", tournament, 2))
    assert is_marked(shown)
    last = tournament.rounds.get(number=1).seats.get(game__table=2, wind="N")
    would = f"these players would qualify: {last.player.number} {last.player}"
    assert says(shown, would) is (name in ("cut", "series"))


def test_a_cut_of_a_changed_standing_is_marked_and_kept(staged, director_client):
    tournament = staged("cut")
    here = page("stage", tournament, 2)
    assert says(director_client.get(here), "Standings after round 1.")
    make_cut(tournament, 2, by="director")
    assert not is_marked(director_client.get(here))
    correct(tournament)
    for address in (here, page("stages", tournament), page("hall", tournament)):
        assert is_marked(director_client.get(address)), address

    found = draw(tournament, 2, Method.RANKS)
    assert not mark_of(found).is_changed
    confirm_draft.confirm(found, by="director")
    round_ = tournament.rounds.get(number=2)
    with pytest.raises(Refused, match="have changed"):
        publish_seating.publish(round_.pk, by="director")
    seen = director_client.get(here).context["mark"].seen
    keep = page("stage_keep", tournament, 2)
    assert director_client.post(keep, {"seen": seen}).status_code == 422
    answer = director_client.post(keep, {"seen": seen, "reason": "by the jury"})
    assert answer.status_code == 302
    assert logged(tournament, "cut_kept").reason == "by the jury"
    assert says(director_client.get(here), ": by the jury")
    publish_seating.publish(round_.pk, by="director")
    correct(tournament, [-40, 8, -8, 40])
    marks = Marker(tournament).of_round(tournament.rounds.get(number=2))
    assert [mark.is_open for mark in marks if mark.stage] == [True]


def test_a_cut_made_again_uses_the_new_standing(staged, director_client):
    tournament = staged("cut")
    make_cut(tournament, 2, by="director")
    correct(tournament)
    back = page("stage_take_back", tournament, 2)
    assert director_client.post(back, {"reason": "corrected"}).status_code == 302
    make_cut(tournament, 2, by="director")
    stage = stages_of(tournament)[1]
    assert not Marker(tournament).of_stage(stage).is_changed
    # Renaming the stage keeps the standings stored with its cut.
    plans = [
        StagePlan("qualifying", 1),
        StagePlan("final", 1, "A", cut="top", cut_size=4),
    ]
    set_stages(tournament, plans, by="director")
    assert Stage.objects.get(pk=stage.pk).basis == stage.basis


def test_a_stage_that_nothing_decides_keeps_no_standing(director):
    tournament = event("mcr", 8, director)
    set_stages(
        tournament, [StagePlan("qualifying", 1), StagePlan("other", 1)], by="director"
    )
    play(tournament, 1, Method.RANDOM, lambda number, table: SCORES[table])
    make_cut(tournament, 2, by="director")
    assert stages_of(tournament)[1].basis == {}
