/* Runs after the page shows a new response of the server: updates the queue, the form and the
   stored page. */

const ENTRY = ["entry", "tiles"]; // the part with the form, on either page

export class Renewal {
  #previewed; // length of the ledger at the last preview

  /** `shown` returns the page's state (when-to-refresh-table.js). */
  constructor(desk, shown) {
    Object.assign(this, { desk, shown });
    document.addEventListener("htmx:afterSwap", (event) => this.afterEntry(event.detail));
  }

  /** The form and the receipt that a request asks about. */
  askedOf() {
    const { queue, filling, receipts } = this.desk;
    const [form, saved] = [filling.form(), receipts.wanted()];
    return {
      ...(form && { hand: form.elements.hand.value, stage: form.dataset.stage }),
      ...(queue?.own().length && { ahead: "yes" }),
      ...(saved && { saved }),
    };
  }

  /** Tells the queue the next hand by the page's state. */
  async learn() {
    const hand = Number(document.getElementById("stage")?.dataset.hand);
    if (!hand || !this.shown()) return;
    const lines = Number(this.shown().lines);
    await this.desk.queue?.learnFrom({ hand, lines }, this.desk.isKept());
  }

  /** After a response is shown: draws the waiting entries on top. */
  async taken() {
    const { queue, filling, receipts } = this.desk;
    const learned = this.learn();
    const hand = filling.form()?.elements.hand.value;
    const isForAnother = queue && hand !== String(queue.next());
    if (queue?.own().length && !this.desk.isTouched() && isForAnother) this.desk.turnToNext();
    filling.settle();
    this.previewAgain();
    if (!queue) return;
    if (receipts.isShown(queue.saved)) queue.saved = null;
    receipts.show();
    await learned;
    await this.desk.show();
  }

  /** Requests the preview again, since the form's value may have changed. */
  previewAgain() {
    const { form, isBegun } = this.desk.filling;
    if (!this.shown() || this.shown().lines === this.#previewed) return;
    this.#previewed = this.shown().lines;
    const isBehind = form()?.hasAttribute("data-behind");
    if (isBegun() && !isBehind) form().dispatchEvent(new Event("change"));
  }

  keep(answer) {
    const { keeping, table, page } = this.desk;
    return page === table ? keeping.renew(page, answer) : keeping.keep([table, page]);
  }

  /** After the sheet, which comes with the whole page. */
  async afterSheet(xhr) {
    this.keep(xhr.responseText);
    await this.taken();
    if (this.desk.queue?.waiting.length) this.desk.sender.nudge();
  }

  /** After a save by the page itself. */
  async afterEntry({ target, xhr }) {
    const { queue, receipts } = this.desk;
    if (!ENTRY.includes(target?.id)) return;
    if (xhr.responseText.includes('id="table-now"')) {
      if (queue) {
        queue.saved = null;
        receipts.hide();
      }
      this.keep(xhr.responseText);
    }
    await this.taken();
  }
}
