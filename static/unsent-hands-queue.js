/* The queue of this table's unsent hands, on top of the state that the page shows: the next
   hand, and what was saved since Save was last pressed. */

export class TableQueue {
  constructor(table, store) {
    Object.assign(this, { table, store });
    this.waiting = []; // all entries of this device, those of other tables too
    this.editing = null; // the entry whose fields are in the form
    this.known = { hand: 0, lines: -1 }; // what comes next, by a ledger of so many lines
    this.left = []; // the entries of this table that left the queue, with their answers
    this.saved = null; // the last line among them, until its receipt is shown
  }

  own() {
    return this.waiting.filter((entry) => entry.table === this.table);
  }

  /** Those that wait here, and not for a referee's word: those the table's page shows. */
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

  /** The hand that comes after those that wait. */
  next() {
    const waiting = this.own().filter((entry) => !entry.discarded);
    return Math.max(this.known.hand, ...waiting.map(({ hand }) => hand + 1));
  }

  /** The server said which hand comes next by a ledger of so many lines. */
  async learn(hand, lines) {
    this.known = { hand, lines };
    await this.store.learn(this.table, hand, lines);
  }

  /** What the page knows; one that was kept may be older than what the device knows. */
  async learnFrom(shown, isKept) {
    const before = isKept && (await this.store.next(this.table));
    if (before && before.lines > shown.lines) this.known = before;
    else await this.learn(shown.hand, shown.lines);
  }

  /** Puts an entry into the queue, or in the place of the one that is being changed;
      done when it is kept. Rejects if this device keeps nothing. */
  async add(entry) {
    const replaced = this.editing;
    this.editing = null;
    // At once, so that nobody fills in a form that is emptied under their thumb.
    if (!replaced) this.waiting.push(entry);
    try {
      if (replaced) await this.store.change(replaced, entry);
      // What was to be replaced may have been sent meanwhile.
      const there = (await this.store.entries()).some(({ key }) => key === entry.key);
      if (!there) await this.store.add(entry);
    } catch (error) {
      this.waiting = this.waiting.filter((each) => each !== entry);
      throw error;
    }
  }

  /** An entry of this table has left the queue by this answer. */
  async sent(entry, answer) {
    this.left.push({ entry, answer });
    this.saved = answer.saved ?? this.saved;
    if (answer.lines >= this.known.lines) await this.learn(answer.next, answer.lines);
  }
}
