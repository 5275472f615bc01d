/* Saving from the page itself: save-hand-or-queue-it.js. */
() => {
    const done = [];
    const note = (name) => (...values) => { done.push([name, ...values]); };
    const told = () => done.splice(0);
    let waits = false;
    const form = part.form.form();
    new part.saving.Saving({ state: { saves: note("saves"), saved: note("saved") }, shown: () => ({ lines: 4 }),
        form: () => form, entryOf: () => ({ hand: 1 }), enqueue: note("enqueue"), queueForm: note("queueForm"),
        mustWait: () => waits, say: note("say"), offline: note("offline"),
        sending: { sender: { rest: note("rest") }, isUnknown: (status) => status >= 500, pauseIn: () => 7,
            whyUnknown: (status) => `why ${status}` } });
    const tell = (name, detail) => {
        const event = new CustomEvent(`htmx:${name}`, { cancelable: true, detail });
        document.dispatchEvent(event);
        return event;
    };
    const preview = document.getElementById("preview");
    const parameters = {};
    const asked = tell("configRequest", { elt: form, parameters });
    check("a state and a deadline", [parameters.lines, asked.detail.timeout, asked.defaultPrevented], [4, 10_000, false]);
    tell("beforeSend", { elt: form });
    tell("afterRequest", { requestConfig: { elt: form } });
    check("the page waits for its answer", told(), [["saves"], ["saved"]]);
    tell("sendError", { elt: form });
    check("no answer", told(), [["enqueue", { hand: 1, why: "why 0" }]]);
    const answer = (status) => tell("responseError", { elt: form, xhr: { status, getResponseHeader: () => "7" } });
    answer(503);
    check("nobody knows what became of it", told(), [["rest", 7], ["enqueue", { hand: 1, why: "why 503" }]]);
    answer(422);
    check("a refusal is an answer", told(), []);
    const swapped = () => tell("beforeSwap", { elt: preview, shouldSwap: true }).detail.shouldSwap;
    check("a preview comes", swapped(), true);
    answer(413);
    check("too large", told(), [["say", "TooLarge"]]);
    check("which no preview takes away", swapped(), false);
    form.elements.points.dispatchEvent(new Event("input", { bubbles: true }));
    check("until it is changed", swapped(), true);
    tell("timeout", { elt: preview });
    check("this device shows what it knows", told(), [["offline"]]);
    waits = true;
    check("it waits", tell("configRequest", { elt: form, parameters }).defaultPrevented, true);
    check("with those before it", told(), [["queueForm"]]);
    tell("configRequest", { elt: preview, parameters });
    check("others do not", told(), []);
}
