/* Decides when a table page requests its state. Head, form and hands come in one response and
   are shown together or not at all. The stream announces changes with their first and last
   revision; a response under way then may be older and is dropped. */

const CLOSE_TOGETHER = 300; // milliseconds in which several changes cause one request
const AGAIN = [1, 2, 4, 8, 15, 30]; // seconds between attempts after failures
const SLOW = 15_000;

/** The page's state: length of the ledger, and revision. */
export const shown = () => document.getElementById("table-now")?.dataset;

/** Whether the page already shows these changes: rendered later, or its own only change. Open
    matters are not part of a save's response. */
const isShown = ([first, last]) => {
  const toSettle = document.querySelector("#table-state .notice:not(#table-now *)");
  const { revision, own } = shown();
  return !toSettle && (last <= Number(revision) || (first === last && last === Number(own)));
};

export class TableState {
  #timer;
  #saving = false;
  #heard = null; // changes announced while the page was saving
  #asks = false; // whether to request afterwards
  #failures = 0;

  /** `parameters` are added to the request, `taken` is called once the page shows the response. */
  constructor(parameters, taken) {
    this.sheet = document.getElementById("sheet");
    if (!this.sheet) return;
    this.listen(parameters, taken);
    // Announced by the stream before this script loaded.
    const told = parseInt(document.querySelector("[sse-swap=fragment]")?.textContent);
    if (told) this.news([told, told]);
  }

  listen(parameters, taken) {
    const isSheet = ({ detail }) => (detail.requestConfig?.elt ?? detail.elt) === this.sheet;
    const on = (name, act) => document.addEventListener(name, act);
    on("htmx:configRequest", (event) => {
      if (!isSheet(event)) return;
      if (this.#saving) {
        this.#asks = true;
        event.preventDefault();
        return;
      }
      clearTimeout(this.#timer);
      event.detail.timeout = SLOW;
      Object.assign(event.detail.parameters, parameters());
    });
    on("htmx:sseBeforeMessage", ({ target, detail }) => {
      if (detail.type !== "fragment" || !target.parentElement.contains(this.sheet)) return;
      this.news([parseInt(detail.data), Number(detail.lastEventId)]);
    });
    let last;
    on("htmx:afterSwap", ({ detail }) => {
      // Called for every swapped part.
      if (detail.target !== this.sheet || detail.xhr === last) return;
      last = detail.xhr;
      this.#failures = 0;
      taken(last);
    });
    for (const lost of ["htmx:sendError", "htmx:timeout", "htmx:responseError"]) {
      on(lost, (event) => isSheet(event) && this.askLater(event.detail.xhr));
    }
    // After the end of updates it asks for the reason (connection-and-outage-messages.js).
    on("dismissed", () => this.ask());
    window.addEventListener("online", () => this.#failures && this.ask());
  }

  /** The stream has announced changes. */
  news(changes) {
    if (this.#saving) {
      this.#heard = [this.#heard?.[0] ?? changes[0], changes[1]];
    } else if (!isShown(changes)) {
      window.htmx.trigger(this.sheet, "htmx:abort");
      this.ask(CLOSE_TOGETHER);
    }
  }

  ask(after = 0) {
    clearTimeout(this.#timer);
    const now = () => window.htmx?.trigger(document.body, "renew-sheet");
    this.#timer = setTimeout(now, after);
  }

  askLater(xhr) {
    const wait = AGAIN[Math.min(this.#failures, AGAIN.length - 1)];
    this.#failures += 1;
    this.ask(1000 * Math.max(wait, Number(xhr.getResponseHeader("Retry-After")) || 0));
  }

  /** The page sends a hand; the response will have the state. */
  saves() {
    this.#saving = true;
    clearTimeout(this.#timer);
    window.htmx.trigger(this.sheet, "htmx:abort");
  }

  /** The response has arrived, or failed. */
  saved() {
    if (!this.#saving) return;
    const [heard, asks] = [this.#heard, this.#asks];
    [this.#saving, this.#heard, this.#asks] = [false, null, false];
    if (asks || (heard && !isShown(heard))) this.ask();
  }
}
