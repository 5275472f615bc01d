/* Sends the hands waiting on this device in order and repeats each until the server has
   confirmed the outcome. An entry's key makes it count once. Independent of any page. */

const SENDING = 20_000;
const AGAIN = [1, 2, 4, 8, 15, 30];

/** Whether the server may have taken what was sent, or will: ask again by the same key. */
export const isUnknown = (status) => status >= 500 || [0, 408, 429].includes(status);

const UNSURE = "Unsure";

/** Whether the server answered, and not what stands between: a network that wants a sign-in
    first. Some it answers without asking its pages, which name every answer. */
const BEFORE_PAGES = [400, 408, 413, 429, 431];
const isOurs = ({ headers, status }) =>
  headers.has("X-Request-Id") || BEFORE_PAGES.includes(status);

/** The name of the sentence that says how it stands with what was sent. */
export const whyUnknown = (status) =>
  ({ 408: "TooSlow", 429: "Busy" })[status] ?? UNSURE;

/** The seconds that the server asks to wait, given as a number or as a date. */
export const pauseIn = (header) => {
  const seconds = header && (Number(header) || (Date.parse(header) - Date.now()) / 1000);
  return Math.max(0, seconds || 0);
};

/** `tell` is told what became of an entry: "sent" with the server's answer, "held",
    "refused", "halted", "waiting" (nobody knows yet) or "shut"; and "idle". */
export class Sender {
  constructor(store, tell) {
    this.store = store;
    this.tell = tell;
    this.failures = 0;
    this.notBefore = 0; // the server asked to be left alone until then
  }

  /** The server asks for a pause of so many seconds. */
  rest(seconds) {
    this.notBefore = Math.max(this.notBefore, Date.now() + 1000 * seconds);
  }

  /** Sends what there is, unless the server asked for a pause, which ends by itself. */
  nudge() {
    if (Date.now() >= this.notBefore) return this.run();
    if (!this.timer) this.later();
  }

  /** Sends what there is, now or as soon as what is being sent has arrived. */
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

  /** Two pages of one device take turns, where the browser can do that. */
  alone(work) {
    return navigator.locks ? navigator.locks.request("table-queue", work) : work();
  }

  async all() {
    const entries = await this.store.entries();
    const tables = [...new Set(entries.map((entry) => entry.table))];
    const ends = [];
    for (const table of tables) ends.push(await this.allOf(table));
    // A conflict is settled elsewhere, and the news of it may get lost; and somebody else
    // may have shut the table in the server's place.
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
      // The server keeps it too; here it stays in front of what comes after it.
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

  /** The round is closed: the server is told once of each entry that it was there. */
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

  /** Keeps and tells what became of an entry that was not taken. */
  async stopped(entry, answer) {
    const end = this.endOf(answer);
    // What was halted is no longer what the server keeps.
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

  /** The server's answer; `unknown` if there was none that says what became of it,
      `shut` if the table is not open to this device, `tooLarge` if nobody takes it. */
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
