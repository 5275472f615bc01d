/* Shows what was saved: as the receipt of the last hand, or in a sentence for queued hands
   without a receipt on the page. */

/** The line whose receipt the page shows. */
export const shownReceipt = () => document.querySelector("#receipt .receipt")?.dataset.saved;

/** Takes a receipt away. What was saved is shown until somebody does that, or saves
    something else. */
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

  /** The line whose receipt the page is to show. */
  wanted() {
    return this.desk.queue?.saved ?? shownReceipt();
  }

  isShown(line) {
    return shownReceipt() === String(line);
  }

  /** Says what has become of the hands that left the queue, but of the one whose receipt
      is there. */
  show() {
    const { queue, view } = this.desk;
    if (queue.left.some(({ answer }) => String(answer.saved) === shownReceipt())) queue.left = [];
    const heard = queue.left.filter(({ answer }) => answer.saved || answer.kept);
    const sentences = heard.map(({ entry: { hand }, answer }) =>
      view.say(answer.kept ? "Kept" : "Saved", { hand }),
    );
    view.showSent(sentences);
  }

  /** Says which hand was entered here last, while it waits: in the place of a receipt. */
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

  /** Takes away what was said of something before this entry. */
  hide() {
    const { queue, view } = this.desk;
    queue.left = [];
    view.showSent([]);
    document.querySelectorAll("#content > .notice").forEach((message) => message.remove());
  }
}
