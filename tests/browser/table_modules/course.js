/* Next dealer and winds from the course of the game: offline-dealer-and-winds.js. The course itself is
   tested for every ruleset in tests/scoring/entry_forms/test_hands_ahead.py. */
() => {
    const deals = ["ESWN", "NESW"].map((winds, number) => ({ round: "E", deal: number + 1, winds, ends: [] }));
    deals[1].ends = ["S"];
    const stays = { E: 1, "draw+": 1, "several+": 1, "false_win:S": 0 };
    const passes = { S: 0, "draw-": 0, washout: 0 };
    const at = [{ repeats: 0, table: { besides: {} }, stays, passes }];
    at.push({ repeats: 1, table: { besides: { E: { S: { S: 300 } } } }, stays: { abortive: 1 }, passes });
    const told = { last: 5, deals, now: 0, repeated: 2, at,
        paid: { "false_win:S": [["S", "E", 10]], abortive: [] }, draws: { EW: [["S", "E", 1500], ["N", "W", 1500]] } };
    const sticks = { deposit: 1000, there: 1, field: "riichi" };
    const own = { hand: 2, winds: "ESWN", besides: {}, sticks };
    const stage = { hand: "2", ahead: JSON.stringify(told), payments: JSON.stringify(own) };
    const payments = (_fields, hand, table) => [[hand, table.winds, table.besides.E ? 300 : table.sticks.there]];
    const follow = (...hands) => part.course.follow(stage,
        hands.map((fields, number) => ({ hand: number + 2, fields })), payments);
    const paid = (...fields) => follow(fields).steps[0].paid;
    const where = ({ at: end }) => end && [end.hand, end.deal.deal, end.counters.repeats, end.repeated, end.sticks.there];
    const win = (winner) => [["winner", winner], ["source", "W"], ["riichi", "N"]];
    check("as the server said", where(follow()), [2, 1, 0, 2, 1]);
    check("the deal stays", where(follow(win("E"))), [3, 1, 1, 3, 0]);
    check("and passes", where(follow(win("E"), win("S"))), [4, 2, 0, 0, 0]);
    check("players are their winds", where(follow(win("S"), win("S"))), [4, 2, 1, 1, 0]);
    check("the payments of the hand that is played", follow(win("E"), win("E")).steps.map((step) => step.paid),
        [[[2, "ESWN", 1]], [[3, "ESWN", 300]]]);
    check("the winds of the next deal", follow(win("S"), win("E")).steps[1].paid, [[3, "NESW", 0]]);
    check("play may be over", where(follow(win("S"), win("E"))), null);
    check("the last hand", where(follow(...Array(4).fill([["winner", "false_win"], ["offender", "S"]]))), null);
    check("nobody has dealt so often", where(follow(win("E"), win("E"))), null);
    const drawn = [["winner", "draw"], ["tenpai", "W"], ["tenpai", "E"], ["riichi", "W"]];
    check("who was ready is paid", paid(...drawn), [["W", null, 1000], ...told.draws.EW]);
    check("and the dealer stays", where(follow(drawn)), [3, 1, 1, 3, 2]);
    check("what nobody told", paid(...drawn, ["nagashi", "E"]), null);
    check("a false win", paid(["winner", "false_win"], ["offender", "S"]), [["S", "E", 10]]);
    check("nothing is paid", [paid(["winner", "washout"]), paid(["winner", "abortive"])], [[], []]);
    check("several win", where(follow([["winner", "several"], ["winners", "E"], ["winners", "W"]])), [3, 1, 1, 3, 0]);
    check("by tiles, too", where(follow([["winner", "E"], ["winner", "W"]])), [3, 1, 1, 3, 0]);
    check("of another kind", where(follow([["winner", "lightning"]])), null);
    check("a gap", part.course.follow(stage, [{ hand: 3, fields: win("E") }], payments), { steps: [{ entry: { hand: 3, fields: win("E") }, paid: null }], at: null });
    const table = JSON.stringify({ ...own, sticks: { ...sticks, there: 9 } });
    check("drawn once more", where(part.course.follow({ ...stage, own: stage.payments, payments: table }, [], payments)), [2, 1, 0, 2, 1]);
    const asking = { ...told, target: 300, deals: [{ ...deals[0], asks: ["E", "draw+"] }] };
    const asked = { ...stage, ahead: JSON.stringify(asking) };
    const may = (scores, fields, hand = 2) =>
        part.course.mayDealerStop(part.course.follow(asked, [], payments).at, scores, { hand, fields }, pays);
    const pays = () => [["N", null, 1000], ["W", "E", 300], [null, "E", 1000]];
    const even = { E: 0, S: 1300, W: 0, N: 0 };
    check("the dealer leads a tie with the target", may(even, win("E")), true);
    check("not behind another player", may({ ...even, S: 1301 }, win("E")), false);
    check("nor below the target", may({ E: -1001, S: 0, W: 0, N: 0 }, win("E")), false);
    check("three at a table", may({ E: 0, S: 1300, W: 0 }, win("E")), true);
    check("ready at a draw", [may(even, drawn), may({ ...even, S: 4300 }, drawn)], [true, false]);
    check("not another player's win", may(even, win("S")), false);
    check("nor another hand", may(even, win("E"), 3), false);
    check("asked once", may(even, [...win("E"), ["dealer_stops", "on"]]), false);
    check("nobody knows the scores", may(null, win("E")), null);
    check("where the rules do not ask", part.course.mayDealerStop(follow().at, even, { hand: 2, fields: win("E") }, pays), false);
    check("the game is over", part.course.follow(asked, [{ hand: 2, fields: [...win("E"), ["dealer_stops", "on"]] }], payments).at, null);
    check("nothing told", part.course.follow({}, [], payments), { steps: [], at: null });
}
