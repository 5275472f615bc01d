/* Payments of a win from a table: offline-win-payments.js. The tables themselves are tested for every
   ruleset in tests/browser/test_offline_payments.py. */
() => {
    const { payments, doubled } = part.payments;
    const say = (more) => Object.entries({ winner: "E", source: "S", value: "two", ...more })
        .flatMap(([name, value]) => [value].flat().map((each) => [name, each]));
    const table = { hand: 3, winds: "ESWN", field: "value", choices: ["one", "two", "three"], unless: ["for_all"],
        columns: [[1, 2, null], [4, 8, 16]], besides: {},
        pays: { E: { S: { S: 1, W: 0, N: 0 }, self: { S: 0, W: 0, N: 0 } }, S: { E: { E: 1 } } } };
    const paid = (more, changed) => payments(say(more), 3, { ...table, ...changed });
    check("by the value", paid(), [["S", "E", 8], ["W", "E", 2], ["N", "E", 2]]);
    check("by the source", paid({ source: "self", value: "one" }).map(([, , points]) => points), [1, 1, 1]);
    check("players are their winds", paid({ winner: "S", source: "W" }, { winds: "NESW" }),
        [["W", "S", 8], ["N", "S", 2], ["E", "S", 2]]);
    check("besides", paid({}, { besides: { E: { S: { S: 300 } } } })[0], ["S", "E", 308]);
    check("nobody knows", [paid({ value: "three" }), paid({ value: "" }), paid({ source: "" }), paid({ winner: "several" }),
        paid({ for_all: "S" }), payments(say(), 4, table)], Array(6).fill(null));
    check("for any hand", payments(say(), 4, { ...table, hand: null }).length, 3);
    const sticks = { deposit: 1000, there: 2, field: "riichi" };
    check("what lies there", paid({ riichi: ["E", "N"] }, { sticks }).slice(3),
        [["E", null, 1000], ["N", null, 1000], [null, "E", 4000]]);
    const line = { choices: undefined, columns: [{ plus: 8, times: 1, least: 10 }, { plus: 0, times: 2, least: 0 }] };
    check("a line", paid({ value: "12" }, line).map(([, , points]) => points), [24, 20, 20]);
    check("at least", paid({ value: "5" }, line).map(([, , points]) => points), [10, 18, 18]);
    const doubling = { limit: 500, roof_off: false };
    const fields = (points, doubles) => new URLSearchParams({ points_E: points, doubles_E: doubles });
    check("doubled", [doubled(fields(20, 2), "E", doubling), doubled(fields(400, 1), "E", doubling),
        doubled(fields(0, "limit"), "E", doubling), doubled(fields("", 1), "E", doubling)], [80, 500, 500, null]);
    check("no roof", doubled(fields(400, 1), "E", { ...doubling, roof_off: true }), 800);
    const all = { points_E: "20", points_S: "4", points_W: "10", points_N: "10", doubles_E: "0", doubles_S: "0", doubles_W: "0", doubles_N: "0" };
    const between = { ...line, doubling, between: { E: { SW: 1, SN: 2, WN: 1 } }, even: null,
        pays: { ...table.pays, W: {}, N: {} } };
    check("losers among themselves", paid(all, between).slice(3), [["S", "W", 6], ["S", "N", 12]]);
    check("not at the limit", paid(all, { ...between, even: 4 }).length, 3);
}
