/* The sender retries until it has an answer: resend-unsent-hands.js. */
async () => {
    const rows = [1, 2].map((id) => ({ id, table: "/t/", hand: id, key: `k${id}`, fields: [["a", "b"]] }));
    const store = {
        entries: async () => rows.filter(({ gone }) => !gone).map((row) => ({ ...row })),
        remove: async (id) => { rows[id - 1].gone = true; },
        change: async ({ id }, values) => { Object.assign(rows[id - 1], values); },
    };
    const told = [];
    const sender = new part.sender.Sender(store, (what) => told.push(what));
    sender.later = () => told.push("later");
    const answers = [];
    const asked = [];
    sender.fetched = async (address, { body }) => {
        asked.push(body ? `${body.get("device_key")} ${address}` : address);
        return body ? answers.shift() : { token: "x" };
    };
    answers.push({ unknown: "Busy" });
    await sender.run();
    check("nobody knows", told.splice(0), ["waiting", "later", "idle"]);
    check("why", rows[0].why, "Busy");
    answers.push({ saved: 1 }, { conflict: {} });
    await sender.run();
    check("in order", asked.slice(-2), ["k1 /t/queue/", "k2 /t/queue/"]);
    check("halted", [told.splice(0), Boolean(rows[1].halt)], [["sent", "halted", "later", "idle"], true]);
    rows[1].discarded = "wrong";
    answers.push({ discarded: true });
    await sender.run();
    check("discarded", [asked.at(-1), told.splice(0)], ["k2 /t/queue/discarded/", ["sent", "idle"]]);
    sender.rest(60);
    const before = asked.length;
    sender.nudge();
    check("a pause is kept", [asked.length - before, told], [0, ["later"]]);
    const { isUnknown, pauseIn, whyUnknown } = part.sender;
    check("unknown", [500, 0, 408, 429, 413, 200].map(isUnknown), [true, true, true, true, false, false]);
    check("said", [408, 429, 502].map(whyUnknown), ["TooSlow", "Busy", "Unsure"]);
    check("pause", [pauseIn("7"), pauseIn(null)], [7, 0]);
}
