/* The queue of entries that wait for the network. It knows no page: table-offline.js
   shows it. An entry leaves it only by the server's receipt or by somebody's word.

   An entry: id (its place in the queue), table (the path of its page), page (where it was
   filled in), hand, key (by which it counts once), fields (the form's, as pairs), words,
   at, `halt` if the server did not take it, `held` while the server keeps it for a
   referee's word, and `discarded`, the reason, if somebody discarded it: the server only
   hears of that then. With `refused`, a referee's no, it waits for nothing but somebody
   to read that. */

const SENDING = 20_000;
const AGAIN = [1, 2, 4, 8, 15, 30];

const done = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** 32 figures that no other entry has; also where the page is not secure. */
export const newKey = () =>
  [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");

/** What the device keeps: entries, and which hand comes next at each table. */
export class Store {
  static async open() {
    const opening = indexedDB.open("tables", 1);
    opening.onupgradeneeded = () => {
      opening.result.createObjectStore("queue", { keyPath: "id", autoIncrement: true });
      opening.result.createObjectStore("tables", { keyPath: "table" });
    };
    const store = new Store();
    store.database = await done(opening);
    return store;
  }

  /** Does something to one of the stores; done when it is on the disk. */
  write(name, change) {
    const writing = this.database.transaction(name, "readwrite", {
      durability: "strict",
    });
    change(writing.objectStore(name));
    return new Promise((resolve, reject) => {
      writing.oncomplete = () => resolve();
      writing.onabort = () => reject(writing.error);
    });
  }

  all() {
    return done(this.database.transaction("queue").objectStore("queue").getAll());
  }

  /** Every entry that waits, the first one first. */
  async entries() {
    return (await this.all()).filter((entry) => !entry.refused);
  }

  /** What a referee said no to, until somebody has read that. */
  async refused() {
    return (await this.all()).filter((entry) => entry.refused);
  }

  add(entry) {
    return this.write("queue", (queue) => queue.add(entry));
  }

  remove(id) {
    return this.write("queue", (queue) => queue.delete(id));
  }

  /** Changes an entry, unless it has left the queue or became another meanwhile. */
  change(entry, values) {
    return this.write("queue", (queue) => {
      queue.get(entry.id).onsuccess = (event) => {
        const now = event.target.result;
        if (now?.key === entry.key) queue.put({ ...now, ...values });
      };
    });
  }

  next(table) {
    return done(this.database.transaction("tables").objectStore("tables").get(table));
  }

  /** Remembers what the server said at `at` comes next. */
  async learn(table, hand, at) {
    const known = await this.next(table);
    if (known && known.at > at) return;
    await this.write("tables", (tables) => tables.put({ table, hand, at }));
  }
}

/** Sends the queue in order. `tell` is told what became of it: "sent" with an entry
    and the server's answer, "held", "refused", "halted", "waiting" (no network) or
    "shut" with its table, and "idle". */
export class Sender {
  constructor(store, tell) {
    this.store = store;
    this.tell = tell;
    this.failures = 0;
  }

  /** Sends what there is, now or as soon as what is being sent has arrived. */
  async run() {
    clearTimeout(this.timer);
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
    // A conflict is settled elsewhere, and the news of it may get lost.
    if (ends.includes("waiting") || ends.includes("conflict")) this.later();
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
    if (answer.refused || answer.conflict) return "halted";
    return answer.shut ? "shut" : "waiting";
  }

  later() {
    const wait = AGAIN[Math.min(this.failures, AGAIN.length - 1)];
    this.failures += 1;
    this.timer = setTimeout(() => this.run(), wait * 1000);
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

  /** The server's answer; {} if there was none, `shut` if the table is not open to
      this device. */
  async fetched(address, options) {
    try {
      const answer = await fetch(address, {
        ...options,
        cache: "no-store",
        redirect: "manual",
        signal: AbortSignal.timeout(SENDING),
      });
      if (answer.headers.get("Content-Type")?.startsWith("application/json")) {
        return await answer.json();
      }
      const shut = answer.type === "opaqueredirect" || answer.status < 429;
      return { shut };
    } catch {
      return {};
    }
  }
}
