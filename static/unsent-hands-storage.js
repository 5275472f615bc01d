/* Storage of unsent entries and of each table's next hand. An entry leaves the queue only by a
   response of the server or a user's decision. An entry has id (order in the queue), table (path
   of its page), page (where it was entered), hand, key (makes it count once), fields (pairs),
   words, at, `why` (name of a message) if it was sent without a known outcome, `halt` if the
   server rejected it, `held` while the server keeps it for a referee, and `discarded`, the
   reason if a user discarded it; the server is then informed. With `refused`, rejected
   by a referee, it only waits to be read. */

const done = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** A unique key of 32 hex digits; also works in insecure contexts. */
export const newKey = () =>
  [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");

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

  /** Changes a store; resolves once it is on disk. */
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

  /** All waiting entries, oldest first. */
  async entries() {
    return (await this.all()).filter((entry) => !entry.refused);
  }

  /** Entries rejected by a referee and not read yet. */
  async refused() {
    return (await this.all()).filter((entry) => entry.refused);
  }

  add(entry) {
    return this.write("queue", (queue) => queue.add(entry));
  }

  remove(id) {
    return this.write("queue", (queue) => queue.delete(id));
  }

  /** Changes an entry, unless it was sent or replaced. */
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

  /** Records the next hand for a ledger of this length. */
  learn(table, hand, lines) {
    return this.write("tables", (tables) => tables.put({ table, hand, lines }));
  }
}
