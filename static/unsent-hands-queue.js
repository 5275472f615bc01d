/* The queue of this table's unsent hands, added to the state that the page shows: the next
   hand, and entries saved since Save was last pressed. */

export class TableQueue {
  constructor(table, store) {
    Object.assign(this, { table, store });
    this.waiting = []; // all entries of this device, for all tables
    this.editing = null; // entry being edited in the form
    this.known = { hand: 0, lines: -1 }; // next hand, for a ledger of this length
    this.left = []; // this table's sent entries with responses
    this.saved = null; // last ledger entry among them, until its receipt is shown
  }

  own() {
    return this.waiting.filter((entry) => entry.table === this.table);
  }

  /** Entries waiting here and not for a referee: those shown on the table page. */
  here() {
    return this.own().filter((entry) => !entry.held);
  }

  other() {
    return this.waiting.find((entry) => entry.table !== this.table)?.table;
  }

  async refused() {
    return (await this.store.refused()).filter((entry) => entry.table === this.table);
  }

  async renew() {
    this.waiting = await this.store.entries();
  }

  /** The hand after the waiting ones. */
  next() {
    const waiting = this.own().filter((entry) => !entry.discarded);
    return Math.max(this.known.hand, ...waiting.map(({ hand }) => hand + 1));
  }

  /** Records the server's next hand for a ledger of this length. */
  async learn(hand, lines) {
    this.known = { hand, lines };
    await this.store.learn(this.table, hand, lines);
  }

  /** Records the page's state; a stored page may be older than the device's. */
  async learnFrom(shown, isKept) {
    const before = isKept && (await this.store.next(this.table));
    if (before && before.lines > shown.lines) this.known = before;
    else await this.learn(shown.hand, shown.lines);
  }

  /** Adds an entry, or replaces the one being edited; resolves once stored. Rejects if this
      device cannot store data. */
  async add(entry) {
    const replaced = this.editing;
    this.editing = null;
    // Immediately, so that the form is not emptied while being filled in.
    if (!replaced) this.waiting.push(entry);
    try {
      if (replaced) await this.store.change(replaced, entry);
      // The entry to replace may have been sent by now.
      const there = (await this.store.entries()).some(({ key }) => key === entry.key);
      if (!there) await this.store.add(entry);
    } catch (error) {
      this.waiting = this.waiting.filter((each) => each !== entry);
      throw error;
    }
  }

  /** An entry of this table was sent, with this response. */
  async sent(entry, answer) {
    this.left.push({ entry, answer });
    this.saved = answer.saved ?? this.saved;
    if (answer.lines >= this.known.lines) await this.learn(answer.next, answer.lines);
  }
}
