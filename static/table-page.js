/* Joins the parts of a table page: it shows one state of the table (when-to-refresh-table.js,
   put-answer-into-table-page.js, follow-up-after-new-answer.js), unsent hands wait on this
   device (queue-hand-from-form.js, unsent-hands-queue.js, resend-unsent-hands.js), and #waiting
   lists them (list-unsent-hands.js). Without this script hands can be saved, and a reload
   updates the page. The parts share the `desk`. `queue` and `sender` exist once this device can
   store data. */

const section = document.getElementById("waiting");
const part = Object.fromEntries(
  await Promise.all(
    [...document.querySelectorAll("link[data-module]")].map(async ({ dataset, href }) => [
      dataset.module,
      await import(href),
    ]),
  ),
);
const { form: filling, entering } = part;
const { table, page } = section.dataset;

const desk = {
  section,
  table,
  page,
  filling,
  keeping: part.kept,
  payments: part.payments.payments,
  newKey: part.store.newKey,
  view: new part.waiting.Waiting(section),
  isKept: () => section.dataset.kept === "yes",
  isTouched: () => filling.isBegun() || Boolean(desk.queue?.editing),
  turnToNext: () => entering.turnToNext(desk),
};

/** The table's waiting entries. */
const waitingIn = (queue) => queue.own().filter(({ discarded }) => !discarded);

/** Entries with certain order and content, from which the page continues. */
const sure = (entries) => (entries.some(({ halt }) => halt) ? [] : entries);

/** Shows the queue, and the table after it. */
desk.show = async () => {
  await filling.released();
  await desk.queue.renew();
  const waiting = waitingIn(desk.queue);
  const steps = desk.ahead.draw(filling.form(), sure(waiting));
  document.dispatchEvent(new Event("drawn-ahead"));
  desk.receipts.showWaiting(steps);
  desk.strip.show(waiting.length, desk.isKept() && !desk.view.part("was").hidden);
  const paid = new Map(steps.map((step) => [step.entry.key, step.paid]));
  desk.view.show({
    here: desk.queue.here(),
    refused: await desk.queue.refused(),
    other: desk.queue.other(),
    form: Boolean(filling.form()),
    preview: (entry) => part.preview.previewOf(desk, entry, paid.get(entry.key)),
  });
};

const others = "BroadcastChannel" in window ? new BroadcastChannel("table-queue") : null;
others?.addEventListener("message", () => desk.queue && desk.show());
desk.changed = async () => {
  others?.postMessage("changed");
  await desk.show();
};

/** Handles "The same": another device has entered this hand, so the next one follows. */
const goOn = (event) => {
  event.preventDefault();
  desk.queue.editing = null;
  desk.turnToNext();
  document.getElementById("hand-title")?.focus();
  desk.state.ask();
};

const listen = () => {
  const { queue, sender, view, changed } = desk;
  const fill = (entry) => {
    filling.fill(entry, desk.newKey());
    filling.form().scrollIntoView();
  };
  const act = part.actions.actions({ view, queue, sender, page, changed, fill });
  section.addEventListener("click", (event) => {
    const button = event.target.closest("[data-do]");
    if (button) act[button.dataset.do](button);
  });
  document.addEventListener("click", (event) => {
    if (event.target.closest('#form-news [data-do="same"]')) goOn(event);
  });
  window.addEventListener("online", () => sender.run());
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden && queue.waiting.length) sender.nudge();
  });
  if (location.hash === part.actions.CHANGE && queue.here()[0]?.halt) act.edit();
};

/** Starts following the table, with or without storage. */
const follow = () => {
  const isAhead = () => Boolean(desk.queue?.own().length);
  const { form, turnTo, wordsOf } = filling;
  new part.drawing.Drawing({ form, turnTo, wordsOf, isTouched: desk.isTouched, isAhead });
  desk.ahead = new part.ahead.Ahead(part.course, desk.payments);
  desk.strip = new part.strip.Strip(document.getElementById("devices"));
  desk.receipts = new part.receipts.Receipts(desk);
  desk.renewal = new part.renewal.Renewal(desk, part.state.shown);
  desk.state = new part.state.TableState(
    () => desk.renewal.askedOf(),
    (xhr) => desk.renewal.afterSheet(xhr),
  );
  new part.cards.Cards(table, () => desk.state.ask());
  filling.settle();
};

const save = () => {
  const { queue, sender, state, view } = desk;
  const entryOf = () => entering.entryOf(desk);
  const previewed = () => part.preview.previewOf(desk, entryOf());
  const question = () => {
    const mayStop = desk.ahead.mayDealerStop(entryOf(), sure(waitingIn(queue)));
    if (mayStop === null) return view.say("DealerMay");
    return mayStop ? view.say("DealerLeads") : "";
  };
  new part.saving.Saving({
    state,
    shown: part.state.shown,
    form: filling.form,
    entryOf,
    enqueue: (entry) => entering.enqueue(desk, entry),
    queueForm: () => entering.queueForm(desk),
    mustWait: () => !navigator.onLine || queue.own().length || queue.editing,
    say: (name) => filling.sayInForm(view.say(name)),
    offline: () => !filling.lacks(filling.form()) && filling.sayInForm(previewed(), question()),
    sending: { ...part.sender, sender },
  });
};

const start = async () => {
  follow();
  try {
    desk.queue = new part.queue.TableQueue(table, await part.store.Store.open());
  } catch {
    return; // the page itself saves, or shows that it could not
  }
  const { queue } = desk;
  desk.sender = new part.sender.Sender(queue.store, (...news) => part.told.told(desk, ...news));
  desk.oldPage = new part["old-page"].OldPage(desk);
  save();
  await queue.renew();
  await entering.startForm(desk);
  desk.oldPage.say(part.state.shown()?.rendered);
  await desk.show();
  listen();
  if (queue.waiting.length) desk.sender.run();
  section.dataset.ready = "yes";
};

/** Stores the table's pages for use offline; returns whether that is possible. */
const keepPages = async () => {
  try {
    await navigator.serviceWorker.register(section.dataset.worker);
  } catch {
    return false; // not on plain http, nor without storage
  }
  part.kept.keep([table, section.dataset.tiles]);
  return true;
};

const keepsPages = keepPages();
await start();
const limit = desk.queue ? !(await keepsPages) && "KeepsNoPage" : "KeepsNothing";
if (limit && filling.form()) {
  await filling.released();
  desk.view.showLimit(limit);
}
