/* A table's page joined together: it shows one state of the table (table-state.js,
   table-drawing.js), hands that cannot be sent wait on this device (table-queue.js,
   table-sender.js), and #waiting says which (table-waiting.js). Without this script the page
   can be saved from, and is renewed when it is loaded again. */

const section = document.getElementById("waiting");
const { table, page, worker } = section.dataset;
const NAMES = "store sender queue actions saving payments waiting state drawing pages form";
const [
  { Store, newKey },
  sending,
  { TableQueue },
  { actions, CHANGE },
  { Saving },
  { payments },
  { Waiting },
  { TableState, shown },
  { Drawing },
  keeping,
  filling,
] = await Promise.all(NAMES.split(" ").map((name) => import(section.dataset[name])));
const { form, isBegun, isTyped, fieldsOf, wordsOf, lacks, label, settle } = filling;
const view = new Waiting(section);
const { part, say } = view;

const LOOK = 5000; // milliseconds until an old page looks again for a new one

let queue;
let sender;
let state;

const isTouched = () => isBegun() || Boolean(queue?.editing);
const isKept = () => section.dataset.kept === "yes";
const turnToNext = () => form() && filling.turnTo(queue.next(), newKey());

const released = () =>
  new Promise((resolve) => {
    if (!document.documentElement.hasAttribute("data-pressed")) resolve();
    else document.addEventListener("released", resolve, { once: true });
  });

const saidInForm = async (text) => {
  await released();
  const line = document.createElement("p");
  line.className = "notice warning";
  line.textContent = text;
  document.getElementById("preview")?.replaceChildren(line);
};

/** What this device says an entry pays, by the state that the page shows. */
const previewOf = ({ hand, fields }) => {
  if (fields.some(([name, value]) => name === "by" && value === "tiles")) return say("Counted");
  const told = document.getElementById("stage")?.dataset.payments;
  const pays = told && form() ? payments(fields, hand, JSON.parse(told)) : null;
  if (!pays) return say("Later");
  const name = (seat) => label(form().querySelector(`[name=winner][value=${seat}]`));
  const words = pays.map(([payer, payee, points]) => {
    if (!payer) return say("Takes", { payee: name(payee), points });
    if (!payee) return say("Puts", { payer: name(payer), points });
    return say("Pays", { payer: name(payer), payee: name(payee), points });
  });
  return say("Preview", { payments: words.join(", ") });
};

const entryOf = () => ({
  table,
  page,
  hand: Number(form().elements.hand.value),
  key: form().elements.device_key.value,
  fields: fieldsOf(form()),
  words: wordsOf(form()),
  at: Date.now(),
  halt: null,
});

// --- what waits ---------------------------------------------------------------------
const show = async () => {
  await released();
  await queue.renew();
  view.show({
    here: queue.here(),
    refused: await queue.refused(),
    other: queue.other(),
    form: Boolean(form()),
    preview: previewOf,
  });
};

const others = "BroadcastChannel" in window ? new BroadcastChannel("table-queue") : null;
others?.addEventListener("message", show);
const changed = async () => {
  others?.postMessage("changed");
  await show();
};

/** What was said of something before this entry. */
const hideMessages = () => {
  queue.left = [];
  view.showSent([]);
  document.querySelectorAll("#content > .notice").forEach((message) => message.remove());
};

const enqueue = async (entry) => {
  const kept = queue.add(entry);
  turnToNext();
  hideMessages();
  try {
    await kept;
  } catch {
    filling.fill(entry, newKey());
    saidInForm(say("Full"));
    return;
  }
  await changed();
  part("count").focus();
  sender.nudge();
};

const queueForm = () => {
  const lacking = lacks(form());
  if (lacking) saidInForm(say(lacking));
  else enqueue(entryOf());
};

// --- what was sent ------------------------------------------------------------------
const receipt = () => document.querySelector("#receipt .receipt")?.dataset.saved;

/** Whoever pressed Save hears of it: by the last one's receipt, or in a sentence. */
const showSent = () => {
  if (queue.left.some(({ answer }) => String(answer.saved) === receipt())) queue.left = [];
  const heard = queue.left.filter(({ answer }) => answer.saved || answer.kept);
  view.showSent(
    heard.map(({ entry: { hand }, answer }) => say(answer.kept ? "Kept" : "Saved", { hand })),
  );
};

const told = async (what, entry, answer) => {
  const isOwn = entry?.table === table;
  if (what === "sent") part("shut").hidden = true;
  if (what === "sent" && isOwn) {
    await queue.sent(entry, answer);
    showSent();
  }
  if (isOwn && (what === "refused" || (what === "held" && !entry.held))) state.ask();
  if (what === "shut") {
    part("shut").hidden = false;
    part("shut-table").href = entry.table;
  }
  await changed();
  if (what !== "idle" || !queue.left.length) return;
  if (!queue.own().length && isKept() && !isTouched() && !isTyped()) leave();
  else if (queue.left.some(({ answer: { lines } }) => lines)) state.ask();
};

// --- what comes from the server -----------------------------------------------------
/** Of which form, and of which receipt, an answer is to say how it stands. */
const askedOf = () => {
  const saved = queue?.saved ?? receipt();
  return {
    ...(form() && { hand: form().elements.hand.value, stage: form().dataset.stage }),
    ...(queue?.own().length && { ahead: "yes" }),
    ...(saved && { saved }),
  };
};

const learn = async () => {
  const hand = Number(document.getElementById("stage")?.dataset.hand);
  if (!hand || !shown()) return;
  await queue?.learnFrom({ hand, lines: Number(shown().lines) }, isKept());
};

let drawn; // how many lines the ledger had, for which the preview was made

/** The page shows an answer of the server. What waits is drawn on top of that. */
const taken = async () => {
  const learned = learn();
  const hand = form()?.elements.hand.value;
  if (queue?.own().length && !isTouched() && hand !== String(queue.next())) turnToNext();
  settle();
  const behind = form()?.hasAttribute("data-behind");
  if (shown() && shown().lines !== drawn) {
    drawn = shown().lines;
    if (isBegun() && !behind) form().dispatchEvent(new Event("change"));
  }
  if (!queue) return;
  if (receipt() === String(queue.saved)) queue.saved = null;
  showSent();
  await learned;
  await show();
};

const keepAnswer = (answer) =>
  page === table ? keeping.renew(page, answer) : keeping.keep([table, page]);

const afterSheet = async (xhr) => {
  keepAnswer(xhr.responseText);
  await taken();
  if (queue?.waiting.length) sender.nudge();
};

const afterEntry = async ({ target, xhr }) => {
  if (!["entry", "tiles"].includes(target?.id)) return;
  if (xhr.responseText.includes('id="table-now"')) {
    if (queue) {
      queue.saved = null;
      hideMessages();
    }
    keepAnswer(xhr.responseText);
  }
  await taken();
};

// --- an old page --------------------------------------------------------------------
/** To the page as it is now. What is typed while that comes would be lost: nobody can. */
const leave = () => {
  form()?.setAttribute("inert", "");
  const line = queue.saved ?? receipt();
  location.assign(line ? `${table}?saved=${line}` : page);
};

/** Comes again as soon as there is a new page; where that would lose something, what
    nobody touched is renewed. */
const lookForNew = () => {
  const isOpen = () => Boolean(section.querySelector("details[open], input:checked"));
  let looking;
  const look = async () => {
    clearTimeout(looking);
    const { token } = await sender.ask(table);
    if (token && !isTouched() && !isTyped() && !isOpen()) return leave();
    if (token && !part("was").hidden) {
      part("was").hidden = true;
      await show();
      state.ask();
    }
    looking = setTimeout(look, LOOK);
  };
  looking = setTimeout(look, LOOK);
  window.addEventListener("online", look);
};

/** Says that the page is an old one, while it is. */
const sayAsItWas = () => {
  if (!isKept()) return;
  const rendered = shown()?.rendered;
  const time = rendered
    ? new Date(rendered * 1000).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", hourCycle: "h23" })
    : "—";
  part("was").textContent = say("Was", { time });
  part("was").hidden = false;
  lookForNew();
};

// --- start --------------------------------------------------------------------------
/** "The same": somebody else has entered this hand, and the next one is asked for. */
const goOn = (event) => {
  event.preventDefault();
  queue.editing = null;
  turnToNext();
  document.getElementById("hand-title")?.focus();
  state.ask();
};

/** What was saved is shown until somebody takes it away, or saves something else. */
const dismiss = (button) => {
  const entry = button.closest("section");
  button.closest(".receipt").remove();
  entry.tabIndex = -1;
  entry.focus({ preventScroll: true });
};

const listen = () => {
  const act = actions({
    view,
    queue,
    sender,
    page,
    changed,
    fill: (entry) => {
      filling.fill(entry, newKey());
      form().scrollIntoView();
    },
  });
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
  if (location.hash === CHANGE && queue.here()[0]?.halt) act.edit();
};

/** A page that was kept may hold an older hand, and a key that was used. */
const startForm = async () => {
  await learn();
  if (!form()) return;
  form().elements.device_key.value = newKey();
  if (queue.next() !== Number(form().elements.hand.value) && !isBegun()) turnToNext();
};

const follow = () => {
  new Drawing({ form, isTouched, isAhead: () => Boolean(queue?.own().length) });
  state = new TableState(askedOf, afterSheet);
  document.addEventListener("htmx:afterSwap", (event) => afterEntry(event.detail));
  document.addEventListener("click", ({ target }) => {
    const button = target.closest('.receipt [data-do="dismiss"]');
    if (button) dismiss(button);
  });
  settle();
};

const start = async () => {
  follow();
  try {
    queue = new TableQueue(table, await Store.open());
  } catch {
    return; // what cannot be kept here cannot wait: the page saves, or says that it did not
  }
  sender = new sending.Sender(queue.store, told);
  new Saving({
    state,
    form,
    entryOf,
    enqueue,
    queueForm,
    mustWait: () => !navigator.onLine || queue.own().length || queue.editing,
    say: (name) => saidInForm(say(name)),
    offline: () => saidInForm(previewOf(entryOf())),
    sending: { ...sending, sender },
  });
  await queue.renew();
  await startForm();
  sayAsItWas();
  await show();
  listen();
  if (queue.waiting.length) sender.run();
  section.dataset.ready = "yes";
};

if ("serviceWorker" in navigator) {
  navigator.serviceWorker
    .register(worker)
    .then(() => keeping.keep([table, section.dataset.tiles]))
    .catch(() => {});
}
await start();
