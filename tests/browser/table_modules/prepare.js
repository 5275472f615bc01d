/* `part` has every module of the page; `deskOf` makes a desk with the page's own form and view, and
   with a queue and a sender that record their calls; `check` reports differences. */
async () => {
    const section = document.getElementById("waiting");
    const named = [...document.querySelectorAll("link[data-module]")];
    window.part = Object.fromEntries(await Promise.all(named.map(
        async ({ dataset, href }) => [dataset.module, await import(href)])));
    const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);
    window.check = (what, is, should) => {
        if (!isSame(is, should)) throw Error(`${what}: ${JSON.stringify(is)}`);
    };
    window.choose = (name, value) => {
        const field = document.querySelector(`[name="${name}"][value="${value}"]`);
        field.checked = true;
        field.dispatchEvent(new Event("input", { bubbles: true }));
    };
    window.deskOf = (more = {}) => {
        const done = [];
        const note = (name) => (...values) => { done.push([name, ...values]); };
        const queue = { left: [], saved: null, editing: null, waiting: [], kept: [],
            own: () => queue.kept, here: () => queue.kept, next: () => 1 + queue.kept.length,
            add: async (entry) => { queue.kept.push(entry); },
            sent: async (entry, answer) => { queue.left.push({ entry, answer }); },
            learnFrom: note("learnFrom") };
        const desk = { section, table: "/t/", page: "/t/", filling: part.form, queue, done,
            payments: part.payments.payments, newKey: part.store.newKey,
            view: new part.waiting.Waiting(section), isKept: () => false,
            isTouched: () => part.form.isBegun(), changed: note("changed"),
            show: note("show"), turnToNext: note("turnToNext"),
            keeping: { renew: note("renew"), keep: note("keep") },
            sender: { nudge: note("nudge"), run: note("run"), ask: async () => ({}) },
            state: { ask: note("ask") },
            oldPage: { leave: note("leave") }, ...more };
        desk.receipts = new part.receipts.Receipts(desk);
        desk.renewal = new part.renewal.Renewal(desk, part.state.shown);
        return desk;
    };
}
