/* Sends the hands waiting on this device in order and repeats each until the server has
   confirmed the outcome. An entry's key makes it count once. Independent of any page. */

const SENDING = 20_000;
const AGAIN = [1, 2, 4, 8, 15, 30];

/** Whether the server may have accepted it: ask again with the same key. */
export const isUnknown = (status) => status >= 500 || [0, 408, 429].includes(status);

const UNSURE = "Unsure";

/** Whether the response is from our server, not from a network that requires a sign-in. Some
    statuses are answered before our pages, which mark every response. */
const BEFORE_PAGES = [400, 408, 413, 429, 431];
const isOurs = ({ headers, status }) =>
  headers.has("X-Request-Id") || BEFORE_PAGES.includes(status);

/** Name of the message about the state of sending. */
export const whyUnknown = (status) =>
  ({ 408: "TooSlow", 429: "Busy" })[status] ?? UNSURE;

/** Seconds of Retry-After, given as a number or a date. */
export const pauseIn = (header) => {
  const seconds = header && (Number(header) || (Date.parse(header) - Date.now()) / 1000);
  return Math.max(0, seconds || 0);
};

/** `tell` receives the outcome of an entry: "sent" with the response, "held", "refused",
    "halted", "waiting" (unknown yet) or "shut"; and "idle". */
export class Sender {
  constructor(store, tell) {
    this.store = store;
    this.tell = tell;
    this.failures = 0;
    this.notBefore = 0; // the server requested a pause until then
  }

  /** Pauses for this many seconds. */
  rest(seconds) {
    this.notBefore = Math.max(this.notBefore, Date.now() + 1000 * seconds);
  }

  /** Sends the queue, unless the server requested a pause, which ends automatically. */
  nudge() {
    if (Date.now() >= this.notBefore) return this.run();
    if (!this.timer) this.later();
  }

  /** Sends the queue, now or after the current request. */
  async run() {
    clearTimeout(this.timer);
    this.timer = null;
    if (this.running) {
      this.again = true;
      return;
    }
    this.running = true;
    try {
      await this.alone(() => this.all());
    } finally {
      this.running = false;
    }
    if (this.again) {
      this.again = false;
      await this.run();
    }
  }

  /** Two pages of one device take turns, if the browser supports it. */
  alone(work) {
    return navigator.locks ? navigator.locks.request("table-queue", work) : work();
  }

  async all() {
    const entries = await this.store.entries();
    const tables = [...new Set(entries.map((entry) => entry.table))];
    const ends = [];
    for (const table of tables) ends.push(await this.allOf(table));
    // A conflict is settled elsewhere, and its message may be lost; "shut" may not come from our
    // server.
    if (["waiting", "conflict", "shut"].some((end) => ends.includes(end))) this.later();
    else this.failures = 0;
    this.tell("idle");
  }

  async allOf(table) {
    let token = null;
    for (;;) {
      const entry = (await this.store.entries()).find((each) => each.table === table);
      if (!entry) return "sent";
      token ??= await this.ask(table);
      if (token.closed) return this.allTooLate(table, token.token);
      const answer = token.token ? await this.send(entry, token.token) : token;
      if (answer.saved || answer.kept || answer.discarded) {
        await this.store.remove(entry.id);
        this.tell("sent", entry, answer);
        continue;
      }
      // The server has it too; here it stays ahead of later entries.
      if (answer.held) {
        await this.store.change(entry, { held: true });
        this.tell("held", entry);
        return "waiting";
      }
      if (answer.final) {
        await this.store.change(entry, { refused: answer.refused });
        this.tell("refused", entry);
        continue;
      }
      if (token.token && answer.unknown && entry.why !== UNSURE) {
        await this.store.change(entry, { why: answer.unknown });
      }
      const end = await this.stopped(entry, answer);
      return answer.conflict ? "conflict" : end;
    }
  }

  /** The round is closed: sends each entry once, so that the server records it. */
  async allTooLate(table, token) {
    const entries = (await this.store.entries()).filter((each) => each.table === table);
    for (const entry of entries) {
      if (entry.halt?.closed && !entry.discarded) continue;
      const answer = await this.send(entry, token);
      if (answer.saved || answer.discarded) {
        await this.store.remove(entry.id);
        this.tell("sent", entry, answer);
      } else {
        const end = await this.stopped(entry, answer);
        if (end !== "halted") return end;
      }
    }
    return "halted";
  }

  /** Stores and reports the outcome of an entry that was not accepted. */
  async stopped(entry, answer) {
    const end = this.endOf(answer);
    // Replaces the held state.
    if (end === "halted") await this.store.change(entry, { halt: answer, held: false });
    this.tell(end, entry);
    return end;
  }

  endOf(answer) {
    if (answer.refused || answer.conflict || answer.tooLarge) return "halted";
    return answer.shut ? "shut" : "waiting";
  }

  later() {
    const wait = AGAIN[Math.min(this.failures, AGAIN.length - 1)];
    this.failures += 1;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.run(), Math.max(1000 * wait, this.notBefore - Date.now()));
  }

  ask(table) {
    return this.fetched(`${table}queue/`, {});
  }

  send(entry, token) {
    const body = new URLSearchParams(entry.fields);
    body.set("device_key", entry.key);
    body.set("hand", entry.hand);
    body.set("words", entry.words);
    if (entry.discarded) body.set("reason", entry.discarded);
    const to = `${entry.table}queue/${entry.discarded ? "discarded/" : ""}`;
    return this.fetched(to, {
      method: "POST",
      body,
      headers: { "X-CSRFToken": token },
    });
  }

  /** The server's response; `unknown` without a known outcome, `shut` if the table is closed to
      this device, `tooLarge` if it is never accepted. */
  async fetched(address, options) {
    try {
      const answer = await fetch(address, {
        ...options,
        cache: "no-store",
        redirect: "manual",
        signal: AbortSignal.timeout(SENDING),
      });
      if (answer.type === "opaqueredirect") return { shut: true };
      if (isUnknown(answer.status) || !isOurs(answer)) {
        this.rest(pauseIn(answer.headers.get("Retry-After")));
        return { unknown: whyUnknown(answer.status) };
      }
      if (answer.status === 413) return { tooLarge: true };
      const isJson = answer.headers.get("Content-Type")?.startsWith("application/json");
      return isJson ? await answer.json() : { shut: !answer.ok };
    } catch {
      return { unknown: UNSURE };
    }
  }
}
