/* Sends a hand to the server, or queues it if that fails or the outcome is unknown. */

const SLOW = 10_000; // milliseconds until an unanswered hand is queued

export class Saving {
  /** `shown` returns the page's state, `enqueue` stores an entry, `entryOf` makes it from a
      form, `mustWait` tells whether to queue it directly, and `say` shows faults in the form. */
  constructor({ state, shown, form, entryOf, enqueue, queueForm, mustWait, say, offline, sending }) {
    const { sender, isUnknown, pauseIn, whyUnknown } = sending;
    let asked = null; // request in progress
    let sent = null; // its form, which the response may replace
    let tooLarge = false; // whether the form shows this; previews must not replace it
    const isSave = (event) => event.detail.elt === form();
    // A form with faults is replaced, whatever the page shows.
    const isFresh = () => !form().querySelector("[aria-invalid], [role=alert] > *");
    const on = (name, act) => document.addEventListener(name, act);

    on("htmx:configRequest", (event) => {
      if (!isSave(event)) return;
      event.detail.timeout = SLOW;
      if (isFresh()) event.detail.parameters.lines = shown()?.lines ?? "";
      asked = entryOf();
      if (mustWait()) {
        event.preventDefault();
        queueForm();
      }
    });
    on("htmx:beforeSend", (event) => {
      if (!isSave(event)) return;
      sent = form();
      state.saves();
    });
    for (const lost of ["htmx:sendError", "htmx:timeout"]) {
      on(lost, (event) => {
        if (isSave(event) && asked) enqueue({ ...asked, why: whyUnknown(0) });
        if (event.detail.elt?.id === "preview") offline();
      });
    }
    on("htmx:responseError", (event) => {
      if (!isSave(event) || !asked) return;
      const { xhr } = event.detail;
      tooLarge = xhr.status === 413;
      if (tooLarge) say("TooLarge");
      if (!isUnknown(xhr.status)) return;
      sender.rest(pauseIn(xhr.getResponseHeader("Retry-After")));
      enqueue({ ...asked, why: whyUnknown(xhr.status) });
    });
    on("htmx:beforeSwap", ({ detail }) => {
      if (tooLarge && detail.elt.id === "preview") detail.shouldSwap = false;
    });
    for (const changed of ["input", "change"]) {
      on(changed, ({ target }) => (tooLarge &&= target.form !== form()));
    }
    on("htmx:afterRequest", ({ detail }) => {
      if (sent && detail.requestConfig.elt === sent) state.saved();
    });
  }
}
