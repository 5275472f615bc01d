/* The sheet of a table's page: when it is asked for, and what it says of the receipt. The
   stream tells of changes, from the revision of the first one to that of the last. */

/** Whether the page shows them already: it was rendered later, or made the only one of
    them itself. What is to be settled does not come along with what was saved. */
const isKnown = ({ type, detail }) => {
  const shown = document.getElementById("table-lines")?.dataset;
  const toSettle = document.querySelector("#table-state .notice:not(#table-now *)");
  if (type !== "sse:fragment" || !shown || toSettle) return false;
  const [first, last] = [parseInt(detail.data), Number(detail.lastEventId)];
  return last <= Number(shown.revision) || (first === last && last === Number(shown.own));
};

const ask = () => window.htmx?.trigger(document.body, "renew-sheet");

export class Sheet {
  #heard = null; // what the stream told while the page was saving

  /** Whether to ask for the sheet now that something triggers that. */
  isAsked(trigger, isSaving) {
    if (trigger?.type !== "sse:fragment") return true;
    if (isSaving) this.#heard = trigger;
    return !isSaving && !isKnown(trigger);
  }

  /** The page has its answer. */
  saved() {
    if (this.#heard && !isKnown(this.#heard)) ask();
    this.#heard = null;
  }

  /** A receipt is of what was entered last, and still counts as it says. A sheet that was
      asked for before it knows nothing of it. */
  hideOldReceipt() {
    const receipt = document.querySelector("#entry .receipt");
    const sheet = document.getElementById("table-lines")?.dataset;
    if (!receipt || !sheet || Number(sheet.lines) < Number(receipt.dataset.saved)) return;
    if (sheet.newest !== receipt.dataset.saved) receipt.remove();
  }
}
