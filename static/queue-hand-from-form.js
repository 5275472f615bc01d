/* Puts the form's hand into the queue and prepares the form for the next hand. */

/** The form's hand as an entry (unsent-hands-storage.js). */
export const entryOf = ({ filling, table, page }) => ({
  table,
  page,
  hand: Number(filling.form().elements.hand.value),
  key: filling.form().elements.device_key.value,
  fields: filling.fieldsOf(filling.form()),
  words: filling.wordsOf(filling.form()),
  at: Date.now(),
  halt: null,
});

/** Empties the form for the hand after the waiting ones. */
export const turnToNext = ({ filling, queue, newKey }) =>
  filling.form() && filling.turnTo(queue.next(), newKey());

/** Keeps the form in its place on the screen while notices above it appear or vanish. */
const inPlace = async ({ filling }, change) => {
  const top = () => filling.form()?.getBoundingClientRect().top ?? 0;
  const before = top();
  await change();
  const moved = top() - before;
  if (moved) scrollBy({ top: moved, behavior: "instant" });
};

/** Stores an entry for sending; puts it back into the form if this device cannot store data. */
export const enqueue = (desk, entry) => inPlace(desk, () => keep(desk, entry));

const keep = async (desk, entry) => {
  const { filling, queue, receipts, view, newKey } = desk;
  const kept = queue.add(entry);
  turnToNext(desk);
  receipts.hide();
  try {
    await kept;
  } catch {
    filling.fill(entry, newKey());
    filling.sayInForm(view.say("Full"));
    return;
  }
  await desk.changed();
  view.part("count").focus({ preventScroll: true });
  desk.sender.nudge();
};

/** Queues the form's hand, unless something is obviously missing. */
export const queueForm = async (desk) => {
  const { filling, view } = desk;
  const lacking = filling.lacks(filling.form());
  if (lacking) await filling.sayInForm(view.say(lacking));
  else await enqueue(desk, entryOf(desk));
};

/** A stored page may have an older hand and a used key. */
export const startForm = async (desk) => {
  const { filling, queue } = desk;
  await desk.renewal.learn();
  const form = filling.form();
  if (!form) return;
  form.elements.device_key.value = desk.newKey();
  const isOlder = queue.next() !== Number(form.elements.hand.value);
  if (isOlder && !filling.isBegun()) turnToNext(desk);
};
