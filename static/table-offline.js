/* A table's page without a network: hands that cannot be sent go to the queue of
   table-queue.js, and #waiting says what waits there. Without this script, or where the
   browser keeps nothing, the page works as before. */

const section = document.getElementById("waiting");
const { table, page, worker } = section.dataset;
const [{ Store, Sender, newKey }, { payments }, { Waiting }, { Sheet }, keeping, filling] =
  await Promise.all(
    ["queue", "payments", "waiting", "sheet", "pages", "form"].map(
      (module) => import(section.dataset[module]),
    ),
  );
const { form, isBegun, fieldsOf, wordsOf, lacks, label } = filling;
const view = new Waiting(section);
const sheet = new Sheet();
const { part, say } = view;

const CHANGE = "#change"; // in the address: put the entry that was not taken into the form
const SLOW = 10_000; // milliseconds until a hand that was sent is queued instead
const LOOK = 5000; // milliseconds until an old page looks again for a new one

let store;
let waiting = [];
let editing = null; // the entry whose fields are in the form
let known = 0; // the hand that comes next by what the server said last
let asked = null; // what the page itself is sending
let left = null; // the hands of this table that were saved since its queue was empty
let saved = null; // the last of their lines, until its receipt is shown
let turned = false; // whether the form is as this script turned it to its hand
let sender;

const own = () => waiting.filter((entry) => entry.table === table);

/** Those that wait here, and not for a referee's word: those the table's page shows. */
const here = () => own().filter((entry) => !entry.held);

/** The hand that comes after those that wait. */
const nextHand = () =>
  Math.max(known, ...own().filter((entry) => !entry.discarded).map(({ hand }) => hand + 1));

const turnTo = (hand) => {
  filling.turnTo(hand, newKey());
  turned = true;
};

const turnToNext = () => {
  const next = nextHand();
  if (form() && next !== Number(form().elements.hand.value)) turnTo(next);
};

const previewOf = (hand) => {
  if (hand.elements.by?.value === "tiles") return say("Counted");
  const told = hand.dataset.payments;
  const number = Number(hand.elements.hand.value);
  const pays = told ? payments(fieldsOf(hand), number, JSON.parse(told)) : null;
  if (!pays) return say("Later");
  const name = (seat) => label(hand.querySelector(`[name=winner][value=${seat}]`));
  const words = pays.map(([payer, payee, points]) => {
    if (!payer) return say("Takes", { payee: name(payee), points });
    if (!payee) return say("Puts", { payer: name(payer), points });
    return say("Pays", { payer: name(payer), payee: name(payee), points });
  });
  return say("Preview", { payments: words.join(", ") });
};

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

// --- what waits ---------------------------------------------------------------------
const show = async () => {
  await released();
  waiting = await store.entries();
  view.show({
    here: here(),
    refused: (await store.refused()).filter((entry) => entry.table === table),
    other: waiting.find((entry) => entry.table !== table)?.table,
    form: Boolean(form()),
  });
};

const news = "BroadcastChannel" in window ? new BroadcastChannel("table-queue") : null;
news?.addEventListener("message", show);
const changed = async () => {
  news?.postMessage("changed");
  await show();
};

const entryOf = (hand) => ({
  table,
  page,
  hand: Number(hand.elements.hand.value),
  key: hand.elements.device_key.value,
  fields: fieldsOf(hand),
  words: wordsOf(hand),
  preview: previewOf(hand),
  at: Date.now(),
  halt: null,
});

/** Puts an entry into the queue, or in the place of one that is `replaced`. */
const kept = async (entry, replaced) => {
  if (replaced) await store.change(replaced, entry);
  // What was to be replaced may have been sent meanwhile.
  const there = (await store.entries()).some(({ key }) => key === entry.key);
  if (!there) await store.add(entry);
};

const enqueue = async (entry) => {
  // At once, so that nobody fills in a form that is emptied under their thumb.
  const replaced = editing;
  editing = null;
  if (!replaced) waiting.push(entry);
  turnTo(nextHand());
  part("sent").hidden = true;
  hideMessages();
  try {
    await kept(entry, replaced);
  } catch {
    waiting = waiting.filter((each) => each !== entry);
    filling.fill(entry, newKey());
    saidInForm(say("Full"));
    return;
  }
  await changed();
  part("count").focus();
  sender.run();
};

const queueForm = () => {
  const lacking = lacks(form());
  if (lacking) saidInForm(say(lacking));
  else enqueue(entryOf(form()));
};

// --- what is sent -------------------------------------------------------------------
const lastSaved = () => saved ?? document.querySelector("#entry .receipt")?.dataset.saved;

/** To the page as it is now. What is typed while that comes would be lost: nobody can. */
const leave = () => {
  form()?.setAttribute("inert", "");
  const line = lastSaved();
  location.assign(line ? `${table}?saved=${line}` : page);
};

/** The queue is empty: what nobody has touched shows the table as it is now, the rest
    stays as it is. */
const refresh = async () => {
  const hands = left;
  left = null;
  if (section.dataset.kept === "yes" && isUntouched()) return leave();
  if (hands.length && (!isUntouched() || page !== table)) {
    part("sent").textContent = hands.map((hand) => say("Saved", { hand })).join(" · ");
    part("sent").hidden = false;
    await show();
  }
  window.htmx?.trigger(document.body, "renew-sheet");
};

const told = async (what, entry, answer) => {
  if (what === "sent") {
    if (entry.table === table) {
      left ??= [];
      if (answer.saved) left.push(entry.hand);
      saved = answer.saved ?? saved;
    }
    if (entry.table === table && !answer.discarded) {
      await store.learn(table, entry.hand + 1, answer.at);
      known = (await store.next(table)).hand;
    }
    part("shut").hidden = true;
  }
  const isNews = what === "refused" || (what === "held" && !entry.held);
  if (isNews && entry.table === table) window.htmx?.trigger(document.body, "renew-sheet");
  if (what === "shut") {
    part("shut").hidden = false;
    part("shut-table").href = entry.table;
  }
  await changed();
  if (what === "idle" && left && !own().length) await refresh();
};

const act = {
  send: () => sender.run(),
  again: async () => {
    const [entry] = here();
    const fields = entry.fields.filter(([name]) => !["before_gong", "seen"].includes(name));
    if (part("before-gong").checked) fields.push(["before_gong", "on"]);
    if (entry.halt?.seen) fields.push(["seen", entry.halt.seen]);
    part("before-gong").checked = false;
    await store.change(entry, { fields, halt: null });
    await changed();
    await sender.run();
  },
  edit: () => {
    const [entry] = here();
    if (entry.page !== page) return location.assign(`${entry.page}${CHANGE}`);
    editing = entry;
    filling.fill(entry, newKey());
    form().scrollIntoView();
  },
  discard: async () => {
    const reason = part("reason").value.trim();
    if (!part("agreed").checked) return part("agreed").focus();
    if (!reason) return part("reason").focus();
    const [entry] = here();
    part("agreed").checked = false;
    await store.change(entry, { discarded: reason });
    await changed();
    await sender.run();
  },
  hide: async ({ dataset }) => {
    await store.remove(Number(dataset.id));
    await changed();
  },
};

/** What was saved is shown until somebody takes it away, or saves something else. */
document.addEventListener("click", (event) => {
  const receipt = event.target.closest('[data-do="dismiss"]')?.closest(".receipt");
  if (!receipt) return;
  const entry = receipt.closest("section");
  receipt.remove();
  entry.tabIndex = -1;
  entry.focus({ preventScroll: true });
});

/** What was told of something before this entry. */
const hideMessages = () =>
  document.querySelectorAll("#content > .notice").forEach((message) => message.remove());

section.addEventListener("click", (event) => {
  const button = event.target.closest("[data-do]");
  if (button) act[button.dataset.do](button);
});

// --- the page's own sending ---------------------------------------------------------
const isSave = (event) => event.detail.elt === form();
const isPreview = (event) => event.detail.elt?.id === "preview";

const isUntouched = () => !isBegun() && !editing;

const askForSheet = (parameters) => {
  // What waits is ahead of the table, which is no news.
  if (own().length) for (const name of ["hand", "stage"]) delete parameters[name];
  if (isUntouched()) {
    parameters.untouched = "yes";
    if (own().length) parameters.stage = filling.stageTold();
    // A form that this script turned to its hand does not say who deals it.
    else if (turned) parameters.stage = "";
  }
  if (lastSaved()) parameters.saved = lastSaved();
};

/** The parts with the form of the next hand, on the table's page and on that of tiles. */
const ENTRY = ["entry", "tiles", "tiles-head"];

/** The form is the server's, and so is the receipt. */
const isRenewed = () => {
  saved = null;
  turned = false;
};

/** The part where hands are entered came along with the sheet. */
const renewEntry = () => {
  document.addEventListener("htmx:oobBeforeSwap", (event) => {
    if (!ENTRY.includes(event.detail.target.id) || isUntouched()) return;
    // Somebody began meanwhile.
    event.detail.shouldSwap = false;
    window.htmx.trigger(document.body, "renew-sheet");
  });
  document.addEventListener("htmx:oobAfterSwap", async (event) => {
    if (!["entry", "tiles"].includes(event.detail.elt.id)) return;
    isRenewed();
    if (page === table) keeping.renew(page, ["entry"]);
    await learn();
    if (own().length && isUntouched()) turnToNext();
  });
};

const takeOver = () => {
  renewEntry();
  document.addEventListener("htmx:configRequest", (event) => {
    if (event.detail.elt.id === "sheet") {
      const saving = form()?.classList.contains("htmx-request");
      if (!sheet.isAsked(event.detail.triggeringEvent, saving)) return event.preventDefault();
      askForSheet(event.detail.parameters);
    }
    if (!isSave(event)) return;
    event.detail.timeout = SLOW;
    asked = entryOf(form());
    if (!navigator.onLine || own().length || editing) {
      event.preventDefault();
      queueForm();
    }
  });
  for (const lost of ["htmx:sendError", "htmx:timeout"]) {
    document.addEventListener(lost, (event) => {
      if (isSave(event) && asked) {
        enqueue(asked);
        sheet.saved();
      }
      if (isPreview(event)) saidInForm(previewOf(form()));
    });
  }
  document.addEventListener("htmx:responseError", (event) => {
    if (isSave(event) && asked && event.detail.xhr.status > 501) enqueue(asked);
  });
};

const learn = async () => {
  const rendered = document.querySelector("[data-rendered]");
  if (rendered && form()) {
    const hand = Number(form().elements.hand.value);
    await store.learn(table, hand, Number(rendered.dataset.rendered));
  }
  known = (await store.next(table))?.hand ?? 0;
};

/** A page that was kept may hold an older hand, and a key that was used. */
const startForm = async () => {
  if (!form()) return;
  form().elements.device_key.value = newKey();
  await learn();
  turnToNext();
};

/** Keeps what has just come; the page of tiles is another one each time. */
const keepAsNow = (...names) =>
  page === table ? keeping.renew(page, names) : keeping.keep([table, page]);

/** Whether the page can come anew and nothing is lost that somebody typed or ticked. */
const mayLeave = () =>
  isUntouched() && !section.querySelector("details[open], input:checked");

/** Comes again as soon as there is a new page; where that would lose something, what
    nobody touched is renewed. */
const lookForNew = () => {
  let looking;
  const look = async () => {
    clearTimeout(looking);
    const { token } = await sender.ask(table);
    if (token && mayLeave()) return leave();
    if (token && !part("was").hidden) {
      part("was").hidden = true;
      await show();
      window.htmx?.trigger(document.body, "renew-sheet");
    }
    looking = setTimeout(look, LOOK);
  };
  looking = setTimeout(look, LOOK);
  window.addEventListener("online", look);
};

/** Says that the page is an old one, while it is. */
const sayAsItWas = () => {
  if (section.dataset.kept !== "yes") return;
  const rendered = document.querySelector("[data-rendered]")?.dataset.rendered;
  const time = rendered
    ? new Date(rendered * 1000).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", hourCycle: "h23" })
    : "—";
  part("was").textContent = say("Was", { time });
  part("was").hidden = false;
  lookForNew();
};

const start = async () => {
  try {
    store = await Store.open();
  } catch {
    return; // the page works as it would without this script
  }
  sender = new Sender(store, told);
  takeOver();
  await show();
  await startForm();
  sayAsItWas();
  await show();
  document.addEventListener("htmx:afterSwap", (event) => {
    if (event.detail.target?.id !== "entry") return;
    isRenewed();
    hideMessages();
  });
  document.addEventListener("htmx:afterSettle", async (event) => {
    if (event.detail.target?.id === "entry") {
      sheet.saved();
      part("sent").hidden = true;
      await learn();
      await show();
      keepAsNow("table-now", "entry", "table-lines");
    }
    if (event.detail.target?.id !== "sheet") return;
    keepAsNow("table-state", "table-lines");
    sheet.hideOldReceipt();
    await show();
    if (waiting.length) sender.run();
  });
  window.addEventListener("online", () => sender.run());
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden && waiting.length) sender.run();
  });
  if (location.hash === CHANGE && here()[0]?.halt) act.edit();
  if (waiting.length) sender.run();
  section.dataset.ready = "yes";
};

if ("serviceWorker" in navigator) {
  navigator.serviceWorker
    .register(worker)
    .then(() => keeping.keep([table, section.dataset.tiles]))
    .catch(() => {});
}
await start();
