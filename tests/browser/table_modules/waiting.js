/* Unsent hands, listed and changed: list-unsent-hands.js and change-unsent-hands.js. */
async () => {
    const desk = deskOf();
    const { view, queue } = desk;
    const shown = (more) => view.show({ here: queue.kept, refused: [], other: undefined,
        form: true, preview: () => "pays", ...more });
    const entry = { id: 1, hand: 1, table: "/t/", page: "/t/", words: "Ada", fields: [["before_gong", "on"], ["points", "8"]] };
    shown();
    check("nothing", view.section.hidden, true);
    queue.kept.push(entry, { ...entry, id: 2, hand: 2, why: "Busy" });
    shown();
    check("count", view.part("count").textContent, "Hands waiting to be sent: 2");
    check("how", view.part("how").textContent, view.say("Busy"));
    check("each", view.part("list").children.length, 2);
    const button = (name) => view.section.querySelector(`[data-do="${name}"]`);
    for (const mayChoose of [true, false]) {
        entry.halt = { conflict: { entered: "Ada 8", offered: "Ada 12", by: "B", may_choose: mayChoose } };
        shown();
        check("a conflict's first step", [view.part("compares").hidden, view.part("calls").hidden], [!mayChoose, mayChoose]);
        check("sending again comes second", [button("again").hidden, button("again").matches(".primary")], [false, false]);
    }
    entry.halt = { refused: ["not so"], needs_word: true, seen: "12" };
    shown({ other: "/other/" });
    check("halted", [view.part("halted").hidden, view.part("why").textContent, view.part("word").hidden], [false, "not so", false]);
    check("no conflict", [view.part("compares").hidden, view.part("calls").hidden, button("again").matches(".primary")], [true, true, true]);
    check("the rest", view.part("list").children.length, 1);
    check("other", view.part("other-table").pathname, "/other/");
    const changes = [];
    queue.store = { change: async (each, values) => changes.push(values), remove: async (id) => changes.push(id) };
    const filled = [];
    const act = part.actions.actions({ view, queue, sender: desk.sender, page: "/t/", changed: desk.changed, fill: (each) => filled.push(each) });
    check("a question, not once more", view.section.querySelector('[data-do="again"]').hidden, true);
    await act.counts();
    check("it counts", changes.pop(), { fields: [["points", "8"], ["seen", "12"], ["before_gong", "on"]], halt: null });
    await act.leave();
    check("it does not", changes.pop(), { discarded: view.say("LeftOut") });
    await act.again();
    check("again", changes.pop(), { fields: [["points", "8"], ["seen", "12"]], halt: null });
    act.edit();
    check("edit", [filled.length, queue.editing === entry], [1, true]);
    await act.discard();
    check("not without a word", changes.length, 0);
    view.part("agreed").checked = true;
    await act.discard();
    check("discard", Object.keys(changes.pop()), ["discarded"]);
    await act.hide({ dataset: { id: "3" } });
    check("read", changes.pop(), 3);
    queue.kept.length = 0;
    shown({ refused: [{ id: 4, hand: 9, words: "Ada", refused: ["no"] }] });
    check("refused", view.part("refused").querySelectorAll("button").length, 1);
    shown({ refused: [] });
    check("all is done", view.section.hidden, true);
}
