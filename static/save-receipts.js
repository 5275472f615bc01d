/* Shows what was saved: as the receipt of the last hand, or in a sentence for queued hands
   without a receipt on the page. */

/** The ledger entry whose receipt is shown. */
export const shownReceipt = () => document.querySelector("#receipt .receipt")?.dataset.saved;

/** Removes a receipt. It stays until dismissed or until the next save. */
const dismiss = (button) => {
  const entry = button.closest("section");
  button.closest(".receipt").remove();
  entry.tabIndex = -1;
  entry.focus({ preventScroll: true });
};

export class Receipts {
  constructor(desk) {
    this.desk = desk;
    document.addEventListener("click", ({ target }) => {
      const button = target.closest('.receipt [data-do="dismiss"]');
      if (button) dismiss(button);
    });
  }

  /** The ledger entry whose receipt should be shown. */
  wanted() {
    return this.desk.queue?.saved ?? shownReceipt();
  }

  isShown(line) {
    return shownReceipt() === String(line);
  }

  /** Shows the outcome of hands that left the queue, except the one with a receipt. */
  show() {
    const { queue, view } = this.desk;
    if (queue.left.some(({ answer }) => String(answer.saved) === shownReceipt())) queue.left = [];
    const heard = queue.left.filter(({ answer }) => answer.saved || answer.kept);
    const sentences = heard.map(({ entry: { hand }, answer }) =>
      view.say(answer.kept ? "Kept" : "Saved", { hand }),
    );
    view.showSent(sentences);
  }

  /** Shows the last hand entered here while it waits, in place of a receipt. */
  showWaiting(steps) {
    const last = steps.at(-1);
    const box = document.getElementById("receipt");
    const shown = box?.querySelector(".of-waiting");
    if (!box || (!last && !shown)) return;
    if (!last) {
      shown.remove();
      return;
    }
    const { view, filling } = this.desk;
    const receipt = document.createElement("div");
    receipt.className = "notice warning receipt of-waiting";
    const title = document.createElement("h2");
    title.textContent = view.say("Waits", { hand: last.entry.hand });
    const words = document.createElement("p");
    words.textContent = last.entry.words;
    receipt.append(title, words);
    if (shown?.isEqualNode(receipt)) return;
    box.replaceChildren(receipt);
    filling.form()?.dispatchEvent(new Event("filled"));
  }

  /** Removes messages about earlier entries. */
  hide() {
    const { queue, view } = this.desk;
    queue.left = [];
    view.showSent([]);
    document.querySelectorAll("#content > .notice").forEach((message) => message.remove());
  }
}
