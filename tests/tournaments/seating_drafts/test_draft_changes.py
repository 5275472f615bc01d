"""Manual changes of a seating draft, and their previews."""

from __future__ import annotations

import pytest
from django.urls import reverse

from rules.faults import RuleError
from scoring.tournament_log import log_in_words_and_groups
from tournaments.models import Draw, DrawState, NeverMeet, Tournament
from tournaments.people import register_players
from tournaments.refusals import Refused
from tournaments.seating import seating_plan
from tournaments.seating.constraints import Apart, Constraints, Strictness
from tournaments.seating_drafts import (
    confirm_draft,
    draft_edit_preview_and_forms,
    edit_draft,
    seating_jobs,
    submit_draft,
)
from tournaments.seating_drafts.edit_draft import BalanceWinds, Replace, Swap

#: Two rounds; teams are players 1-4 and 5-8, and player 9 sits out both.
PLAN = (
    ((1, 5, 2, 6), (3, 7, 4, 8)),
    ((5, 1, 3, 7), (2, 6, 4, 8)),
)
WHY = {"reason": "asked for", "by": "director"}


def codes(caught) -> list[str]:
    return [fault.code for fault in caught.value.faults]


def reread(draw: Draw) -> Draw:
    return Draw.objects.get(pk=draw.pk)


def plan_of(draw: Draw) -> seating_plan.Plan:
    return seating_plan.from_data(reread(draw).plan)


def last_words(draft: Draw) -> str:
    """Return the text of the newest log entry."""
    return log_in_words_and_groups.of_event(draft.tournament.log.first())


@pytest.fixture
def draft(tournament) -> Draw:
    """Return the plan above as an imported draft.

    Player 9 is registered but has no seat.
    """
    register_players.register(
        tournament,
        [
            register_players.PlayerRow(
                first_name="Player", last_name="09", country="Italy"
            )
        ],
        by="director",
    )
    demands = Constraints(
        teams=Apart(Strictness.SOFT),
        countries=Apart(Strictness.OFF),
        clubs=Apart(Strictness.OFF),
    )
    return submit_draft.import_plan(tournament, PLAN, demands=demands, by="director")


# --- swapping and replacing -----------------------------------------------------


def test_two_players_change_places(draft):
    changed = edit_draft.swap(draft, 2, 7, 2, version=0, **WHY)
    assert plan_of(draft) == (PLAN[0], ((5, 1, 3, 2), (7, 6, 4, 8)))
    assert changed.version == 1
    assert changed.report != draft.report
    [edit] = changed.edits
    assert edit.pop("at")
    assert edit == {"kind": "swap", "round": 2, "numbers": [7, 2], **WHY}
    event = draft.tournament.log.first()
    assert (event.kind, event.reason) == ("draft_swap", "asked for")
    assert (
        log_in_words_and_groups.of_event(event)
        == "Seating draft 1: players 7 and 2 swapped in round 2."
    )


def test_two_at_one_table_change_their_winds(draft):
    edit_draft.swap(draft, 1, 1, 6, version=0, **WHY)
    assert plan_of(draft)[0][0] == (6, 5, 2, 1)


def test_who_sits_out_takes_the_seat_of_who_plays(draft):
    edit_draft.swap(draft, 1, 9, 4, version=0, **WHY)
    assert plan_of(draft) == (((1, 5, 2, 6), (3, 7, 9, 8)), PLAN[1])


def test_one_player_takes_all_seats_of_another(draft):
    edit_draft.replace(draft, None, 4, 9, version=0, **WHY)
    assert plan_of(draft) == (
        ((1, 5, 2, 6), (3, 7, 9, 8)),
        ((5, 1, 3, 7), (2, 6, 9, 8)),
    )
    assert (
        "player 9 replaces player 4 in all rounds"
        in log_in_words_and_groups.of_event(draft.tournament.log.first())
    )


def test_one_player_takes_the_seat_of_another_in_one_round(draft):
    edit_draft.replace(draft, [2], 4, 9, version=0, **WHY)
    assert plan_of(draft) == (PLAN[0], ((5, 1, 3, 7), (2, 6, 9, 8)))
    assert last_words(draft) == (
        "Seating draft 1: player 9 replaces player 4 in round 2."
    )


def test_a_newcomer_is_judged_with_team_and_country(draft, tournament):
    """The report judges a player who is new with team and country.

    Player 9 was registered before the draft was made; player 10 is new.
    """
    row = register_players.PlayerRow(last_name="10", team="Team 1")
    register_players.register(tournament, [row], by="director")
    changed = edit_draft.replace(draft, None, 5, 10, version=0, **WHY)
    mates = changed.report["mates"]["team"]["who"]
    assert [10, 1] in [sorted(met["pair"], reverse=True) for met in mates]
    assert 10 not in changed.report.get("strangers", [])


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (Swap(3, 1, 5), "no_such_round"),
        (Swap(0, 1, 5), "no_such_round"),
        (Swap(1, 1, 1), "same_player"),
        (Swap(1, 9, 99), "not_seated"),
        (Swap(1, 1, 99), "not_there"),
        (Replace(4, 4), "same_player"),
        (Replace(9, 1), "not_seated"),
        (Replace(9, 1, (1,)), "not_seated"),
        (Replace(4, 1), "seated_already"),
        (Replace(4, 99), "not_there"),
        (Replace(4, 9, (1, 3)), "no_such_round"),
    ],
    ids=str,
)
def test_what_cannot_be_is_refused_before_and_when_it_is_done(draft, change, code):
    with pytest.raises(Refused) as caught:
        draft_edit_preview_and_forms.consequences(draft, change)
    assert codes(caught) == [code]
    with pytest.raises(Refused) as caught:
        edit_draft.make(draft, change, version=0, **WHY)
    assert codes(caught) == [code]
    assert (plan_of(draft), reread(draft).version) == (PLAN, 0)


def test_nobody_gets_a_seat_who_is_not_there(draft, tournament):
    tournament.players.filter(number=9).update(first_round=2)
    with pytest.raises(Refused) as caught:
        edit_draft.replace(draft, None, 4, 9, version=0, **WHY)
    assert codes(caught) == ["not_there"]
    edit_draft.replace(draft, [2], 4, 9, version=0, **WHY)
    assert plan_of(draft)[1][1] == (2, 6, 9, 8)


def test_a_house_player_who_lost_every_seat_is_forgotten(tournament):
    tournament.players.filter(number=8).delete()
    register_players.register(
        tournament, [register_players.PlayerRow(last_name="9", number=9)], by="x"
    )
    draft = submit_draft.import_plan(tournament, PLAN, by="director")
    assert draft.fillers == [8]
    changed = edit_draft.replace(draft, None, 8, 9, version=0, **WHY)
    assert changed.fillers == []


# --- winds ----------------------------------------------------------------------


def test_balanced_winds_leave_everybody_with_the_same_people(tournament):
    alike = (PLAN[0],) * 4
    draft = submit_draft.import_plan(tournament, alike, by="director")
    assert draft.report["wind_range"] == 4
    changed = edit_draft.balance_winds(draft, version=0, by="director")
    assert changed.report["wind_range"] <= 1
    assert [[set(table) for table in round_] for round_ in plan_of(draft)] == [
        [set(table) for table in round_] for round_ in alike
    ]
    assert last_words(draft) == "Seating draft 1: winds balanced."


# --- two clicks, two directors --------------------------------------------------


def test_a_change_that_is_sent_twice_is_made_once(draft):
    edit_draft.swap(draft, 1, 1, 3, version=0, **WHY)
    once = plan_of(draft)
    with pytest.raises(Refused) as caught:
        edit_draft.swap(draft, 1, 1, 3, version=0, **WHY)
    assert codes(caught) == ["draft_changed"]
    assert plan_of(draft) == once


def test_nothing_but_a_draft_is_changed(draft):
    confirm_draft.confirm(draft, by="director")
    for change in (Swap(1, 1, 3), BalanceWinds()):
        with pytest.raises(Refused) as caught:
            edit_draft.make(draft, change, version=0, **WHY)
        assert codes(caught) == ["wrong_state"]


def test_a_draft_that_changed_while_it_was_judged_stays(draft, monkeypatch):
    """A draft that changed during an evaluation stays.

    Another director changed the draft while this change was being evaluated.
    """
    real = edit_draft.judged_now

    def judged(*args):
        if reread(draft).version == 0:
            edit_draft.lock(draft, [(1, 2)], version=0, by="other")
        return real(*args)

    monkeypatch.setattr(edit_draft, "judged_now", judged)
    with pytest.raises(Refused) as caught:
        edit_draft.swap(draft, 1, 1, 2, version=0, **WHY)
    assert codes(caught) == ["draft_changed"]
    assert plan_of(draft) == PLAN


@pytest.mark.django_db(transaction=True)
def test_of_two_directors_at_once_one_swaps(draft, at_once):
    def swap(other: int) -> str:
        try:
            edit_draft.swap(draft, 1, 1, other, version=0, **WHY)
        except Refused as error:
            return error.faults[0].code
        return "swapped"

    outcomes = at_once(lambda: swap(3), lambda: swap(4))
    assert sorted(outcomes) == ["draft_changed", "swapped"]
    assert reread(draft).version == 1
    assert draft.tournament.log.filter(kind="draft_swap").count() == 1


# --- locked tables --------------------------------------------------------------


def test_tables_are_locked_and_unlocked(draft):
    locked = edit_draft.lock(draft, [(2, 1), (1, 2), (2, 1)], version=0, by="x")
    assert (locked.locked, locked.version) == ([[1, 2], [2, 1]], 1)
    assert last_words(draft) == (
        "Seating draft 1: locked table 2 of round 1, table 1 of round 2."
    )
    unlocked = edit_draft.lock(draft, [], version=1, by="x")
    assert unlocked.locked == []
    assert last_words(draft) == "Seating draft 1: all tables unlocked."


@pytest.mark.parametrize("table", [(1, 3), (1, 0), (3, 1)])
def test_only_tables_of_the_plan_are_locked(draft, table):
    with pytest.raises(Refused) as caught:
        edit_draft.lock(draft, [table], version=0, by="x")
    assert codes(caught)[0].startswith("no_such")
    assert reread(draft).locked == []


def test_nobody_at_a_locked_table_is_swapped_or_replaced(draft):
    edit_draft.lock(draft, [(1, 2)], version=0, by="x")
    for change in (Swap(1, 1, 3), Replace(4, 9), Replace(4, 9, (1,))):
        with pytest.raises(Refused) as caught:
            edit_draft.make(draft, change, version=1, **WHY)
        assert codes(caught) == ["table_locked"]
    edit_draft.make(draft, Swap(1, 1, 5), version=1, **WHY)
    edit_draft.make(draft, Swap(2, 4, 1), version=2, **WHY)


def test_the_rest_is_drawn_again_and_locked_tables_stay(draft, tournament):
    tournament.players.filter(number=9).delete()
    edit_draft.lock(draft, [(1, 2), (2, 1)], version=0, by="x")
    new = submit_draft.redraw_rest(draft, version=1, by="director")
    seating_jobs.run(new.pk)
    new = reread(new)
    assert new.state == DrawState.DRAFT, new.faults
    plan = seating_plan.from_data(new.plan)
    assert set(plan[0][1]) == set(PLAN[0][1])
    assert set(plan[1][0]) == set(PLAN[1][0])
    assert new.locked == [[1, 2], [2, 1]]
    assert new.number == draft.number + 1
    assert (reread(draft).state, plan_of(draft)) == (DrawState.DRAFT, PLAN)


@pytest.mark.parametrize("method", ["plan", "random", "swiss"])
def test_the_rest_of_a_draft_with_house_players_can_be_confirmed(tournament, method):
    tournament.players.filter(number=8).delete()
    first = submit_draft.submit(
        tournament,
        method=method,
        first_round=1,
        rounds=1,
        demands=Constraints(teams=Apart(Strictness.OFF)),
        seed="spring",
        by="director",
    )
    seating_jobs.run(first.pk)
    first = edit_draft.lock(reread(first), [(1, 2)], version=1, by="x")
    assert first.fillers == [8]
    new = submit_draft.redraw_rest(first, version=2, seed="more", by="director")
    seating_jobs.run(new.pk)
    new = reread(new)
    assert (new.state, new.fillers) == (DrawState.DRAFT, [8]), new.faults
    assert set(new.plan[0][1]) == set(first.plan[0][1])
    assert new.report["strangers"] == []
    confirm_draft.confirm(new, by="director")
    assert tournament.players.get(number=8).is_filler


def test_without_a_locked_table_there_is_no_rest(draft):
    with pytest.raises(Refused) as caught:
        submit_draft.redraw_rest(draft, version=0, by="director")
    assert codes(caught) == ["nothing_locked"]


def test_a_rest_that_cannot_be_drawn_any_more_is_refused_at_once(draft, tournament):
    edit_draft.lock(draft, [(1, 2)], version=0, by="x")
    tournament.players.filter(number=1).update(fixed_table=5)
    with pytest.raises(RuleError) as caught:
        submit_draft.redraw_rest(draft, version=1, by="director")
    assert codes(caught) == ["no_such_table"]
    assert tournament.draws.count() == 1


# --- previews -------------------------------------------------------------------


def said(draft: Draw, change: edit_draft.Change) -> list[str]:
    before = vars(reread(draft)) | {"_state": None}
    revision = Tournament.objects.get(pk=draft.tournament_id).revision
    sentences = draft_edit_preview_and_forms.consequences(draft, change)
    assert vars(reread(draft)) | {"_state": None} == before
    assert Tournament.objects.get(pk=draft.tournament_id).revision == revision
    return sentences


def test_new_repeats_are_said_with_names_and_rounds(draft):
    sentences = said(draft, Swap(2, 3, 6))
    assert "1 Player 01 and 6 Player 06 would meet in rounds 1, 2." in sentences
    assert "5 Player 05 and 6 Player 06 would meet in rounds 1, 2." in sentences
    assert "3 Player 03 and 8 Player 08 would meet in rounds 1, 2." in sentences
    assert "3 Player 03 and 7 Player 07 would meet only in round 1." in sentences


def test_team_mates_are_said(draft):
    sentences = said(draft, Swap(1, 5, 3))
    worse = "2 Player 02 and 3 Player 03, who are team-mates, would meet in round 1."
    better = "5 Player 05 and 6 Player 06, who are team-mates, would no longer meet."
    assert worse in sentences
    assert better in sentences


def test_tables_come_to_again_are_said(draft):
    sentences = said(draft, Swap(1, 4, 1))
    assert "4 Player 04 would sit at table 2 less often." in sentences
    sentences = said(draft, Swap(1, 3, 5))
    assert "3 Player 03 would sit at table 1 in rounds 1, 2." in sentences


def test_uneven_winds_are_said(draft, tournament):
    sentences = said(draft, Swap(2, 5, 1))
    assert (
        "1 Player 01 would start 2 times as East, 0 as South, 0 as West and 0 as North."
        in sentences
    )


def test_a_table_that_is_not_the_players_own_is_said(tournament):
    tournament.players.filter(number=1).update(fixed_table=1)
    draft = submit_draft.import_plan(tournament, PLAN, by="director")
    assert (
        "1 Player 01 would sit at table 2 instead of the fixed table in round 1."
        in said(draft, Swap(1, 1, 3))
    )


def test_two_who_may_never_meet_are_said_first(draft, tournament):
    NeverMeet.objects.create(
        tournament=tournament,
        one=tournament.players.get(number=3),
        other=tournament.players.get(number=2),
    )
    [first, *_others] = said(draft, Swap(1, 1, 3))
    assert first == (
        "2 Player 02 and 3 Player 03, who must be kept apart, would meet in round 1."
    )


def test_who_would_sit_out_is_said(draft):
    sentences = said(draft, Replace(4, 9, (1,)))
    assert "4 Player 04 would sit out round 1." in sentences
    assert "9 Player 09 would no longer sit out round 1." in sentences


def test_a_change_that_changes_nothing_for_anybody_says_nothing(tournament):
    draft = submit_draft.import_plan(tournament, PLAN[:1], by="director")
    assert said(draft, Swap(1, 1, 5)) == []


def test_many_consequences_are_cut_short(draft, monkeypatch):
    monkeypatch.setattr(draft_edit_preview_and_forms, "MOST_SENTENCES", 2)
    sentences = said(draft, Swap(2, 3, 6))
    assert len(sentences) == 3
    assert sentences[-1].endswith("more.")


# --- after confirming -------------------------------------------------------------


def seats_of(tournament: Tournament, number: int) -> set[tuple[int, int]]:
    """Return (table, player number) of each seat of a round."""
    seats = tournament.rounds.get(number=number).seats
    return set(seats.values_list("game__table", "player__number"))


def test_players_are_swapped_after_confirming(draft, tournament):
    confirmed = confirm_draft.confirm(draft, by="director")
    assert {(1, 1), (2, 7)} <= seats_of(tournament, 1)
    changed = confirm_draft.change_confirmed(
        confirmed, Swap(1, 1, 7), version=confirmed.version, **WHY
    )
    assert changed.state == DrawState.CONFIRMED
    assert {(2, 1), (1, 7)} <= seats_of(tournament, 1)
    assert plan_of(draft)[0] == ((7, 5, 2, 6), (3, 1, 4, 8))
    assert plan_of(draft)[1] == PLAN[1]
    assert tournament.rounds.filter(draw=changed).count() == 2


def test_a_swap_that_is_refused_leaves_the_confirmed_seating(draft, tournament):
    confirmed = confirm_draft.confirm(draft, by="director")
    before = seats_of(tournament, 1)
    for change, version in (
        (Swap(1, 1, 99), confirmed.version),
        (Swap(1, 1, 7), confirmed.version - 1),
    ):
        with pytest.raises(RuleError):
            confirm_draft.change_confirmed(confirmed, change, version=version, **WHY)
        assert seats_of(tournament, 1) == before
        assert reread(draft).state == DrawState.CONFIRMED
    tournament.rounds.filter(number=2).update(state="published")
    with pytest.raises(Refused):
        confirm_draft.change_confirmed(
            confirmed, Swap(1, 1, 7), version=confirmed.version, **WHY
        )
    assert seats_of(tournament, 1) == before


def test_the_page_shows_the_effect_before_a_confirmed_seating_changes(
    draft, tournament, director_client
):
    confirmed = confirm_draft.confirm(draft, by="director")
    swap = reverse("director:draw_swap", args=[tournament.slug, draft.number])
    for name, args in (
        ("draw", [tournament.slug, draft.number]),
        ("seating", [tournament.slug]),
    ):
        page = director_client.get(reverse(f"director:{name}", args=args))
        assert f"{swap}?round=1" in page.content.decode(), name
    asked = {"round": 1, "one": 1, "other": 7}
    page = director_client.get(swap, asked).content.decode()
    assert "Effect of this swap" in page
    assert reread(draft).state == DrawState.CONFIRMED
    sent = asked | {"version": confirmed.version, "reason": "a pair of sisters"}
    page = director_client.post(swap, sent, follow=True).content.decode()
    assert "Players swapped." in page
    assert {(2, 1), (1, 7)} <= seats_of(tournament, 1)


@pytest.mark.parametrize(("other", "is_kept"), [(4, True), (5, False)])
def test_the_report_says_who_is_kept_apart(tournament, director_client, other, is_kept):
    one, two = (tournament.players.get(number=number) for number in (1, other))
    NeverMeet.objects.create(tournament=tournament, one=one, other=two)
    imported = submit_draft.import_plan(
        tournament,
        PLAN,
        demands=Constraints(
            teams=Apart(Strictness.OFF),
            countries=Apart(Strictness.OFF),
            clubs=Apart(Strictness.OFF),
            never=((1, other),),
        ),
        by="director",
    )
    address = reverse("director:draw", args=[tournament.slug, imported.number])
    page = director_client.get(address).content.decode()
    assert ("1 pair is kept apart as requested." in page) == is_kept
    assert ("pair that meets but must be kept apart" in page) != is_kept
