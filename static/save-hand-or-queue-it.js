/* Sends a hand to the server, or queues it if that fails or the outcome is unknown. */

const SLOW = 10_000; // milliseconds until a hand that was sent is queued instead

export class Saving {
  /** `shown` tells which state the page shows, `enqueue` keeps an entry, `entryOf` makes it of a form, `mustWait` says whether it
      goes to the queue at once, and `say` in the form what is wrong. */
  constructor({ state, shown, form, entryOf, enqueue, queueForm, mustWait, say, offline, sending }) {
    const { sender, isUnknown, pauseIn, whyUnknown } = sending;
    let asked = null; // what the page itself is sending
    let sent = null; // the form it comes from, which its answer may replace
    let tooLarge = false; // whether the form says so, which no preview may take away
    const isSave = (event) => event.detail.elt === form();
    // One that says what was wrong is made anew, whatever the page shows.
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
