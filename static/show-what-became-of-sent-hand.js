/* Shows the outcome of sending an entry (resend-unsent-hands.js) on the page. */

/** Shows that the server accepts nothing from this device now. */
const sayShut = ({ view }, entry) => {
  view.part("shut").hidden = false;
  view.part("shut-table").href = entry.table;
};

/** Nothing is left to send: shows the outcome, on a new page if this is an old one. */
const rest = ({ queue, filling, isKept, isTouched, oldPage, state }) => {
  if (!queue.left.length) return;
  const isFree = !queue.own().length && !isTouched() && !filling.isTyped();
  if (isFree && isKept()) oldPage.leave();
  else if (queue.left.some(({ answer: { lines } }) => lines)) state.ask();
};

/** Shows the outcome of an `entry`, with the server's `answer` if it was sent. */
export const told = async (desk, what, entry, answer) => {
  const { queue, receipts, state, table, view } = desk;
  const isOwn = entry?.table === table;
  if (what === "sent") view.part("shut").hidden = true;
  if (what === "sent" && isOwn) {
    await queue.sent(entry, answer);
    receipts.show();
  }
  if (isOwn && (what === "refused" || (what === "held" && !entry.held))) state.ask();
  if (what === "shut") sayShut(desk, entry);
  await desk.changed();
  if (what === "idle") rest(desk);
};
