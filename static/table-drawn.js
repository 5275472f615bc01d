/* The drawn table: shows on the seats what the form would pay, says what to tap next, and lets
   Save name what it does. The form works without it. Everything is asked of the form as it
   stands, since the server may put in another at any time. */

const { payments, filling } = document.querySelector(".drawn-page").dataset;
const [{ payments: pays, doubled }, { fieldsOf, lacks }] = await Promise.all([import(payments), import(filling)]);

const SEATS = [..."ESWN"];
const SIDES = ["bottom", "right", "top", "left"];
const TURN = `turn ${location.pathname}`;

const form = () => document.querySelector("#hand-form.rt");
const all = (what) => [...(form()?.querySelectorAll(what) ?? [])];
const picked = (name) => form().querySelector(`[name="${name}"]:checked`)?.value ?? "";
const short = (seat) => form().querySelector(`.r-who [data-at="${seat}"]`).dataset.short;

const signed = (points) =>
  points > 0 ? `+${points}` : points < 0 ? `\u2212${-points}` : "0";

const say = (name, values = {}) =>
  form().dataset[`say${name}`].replace(/\{(\w+)\}/g, (_, key) => values[key]);

/** What each seat wins or loses: by the table of payments that came with the page, or as the
    server answered; null as long as neither knows. */
const changes = () => {
  const told = document.getElementById("stage")?.dataset.payments;
  const hand = Number(form().elements.hand.value);
  const paid = told ? pays(fieldsOf(form()), hand, JSON.parse(told)) : null;
  if (!paid) return answered();
  const sums = { E: 0, S: 0, W: 0, N: 0 };
  for (const [payer, payee, points] of paid) {
    if (payer) sums[payer] -= points;
    if (payee) sums[payee] += points;
  }
  return sums;
};

/** The server's answer to what is in the form, unless that was changed since. */
const answered = () => {
  const told = document.querySelector("#preview [data-changes]:not([data-old])");
  if (!told) return null;
  return Object.fromEntries(told.dataset.changes.trim().split(" ").map((each) => {
    const [seat, points] = each.split(":");
    return [seat, Number(points)];
  }));
};

// --- a hand after the other, where all four count ---------------------------------------
const points = (seat) => form().elements[`points_${seat}`];
const doubles = (seat) => form().elements[`doubles_${seat}`];
const isAlone = () => !form().querySelector(".r-edit");

/** The seat that the keys count; "" where they do not, or not yet. */
const counted = () => {
  if (!form().querySelector(".counts") || !SEATS.includes(picked("winner"))) return "";
  return picked("edit") || picked("winner");
};

/** Once it is said who won and from whom, the winner is counted; the others start at 0. */
const startCounting = () => {
  if (!form().querySelector(".counts") || !picked("source")) return;
  const winner = picked("winner");
  const edit = form().querySelector(`[name="edit"][value="${winner}"]`);
  if (edit && !picked("edit")) edit.checked = true;
  for (const seat of SEATS) if (seat !== winner && !isAlone()) points(seat).value ||= "0";
};

const showCounts = () => {
  const told = document.getElementById("stage")?.dataset.payments;
  const { doubling } = told ? JSON.parse(told) : {};
  const fields = new URLSearchParams(fieldsOf(form()));
  for (const place of all(".r-who .place")) {
    const [made, seat] = [place.querySelector(".made"), place.dataset.at];
    const count = points(seat)?.value;
    const times = 2 ** (Number(doubles(seat)?.value) || 0);
    const worth = doubling && doubled(fields, seat, doubling);
    if (!made || !SEATS.includes(picked("winner"))) made?.replaceChildren();
    else if (doubles(seat).value === "limit") made.textContent = String(worth ?? "");
    else made.textContent = count ? (times > 1 ? `${count} × ${times} = ${worth ?? ""}` : count) : "";
  }
  for (const key of all("[data-doubles]")) {
    const seat = counted();
    key.setAttribute("aria-pressed", String(Boolean(seat) && doubles(seat).value === key.dataset.doubles));
  }
};

const receipt = () => document.querySelector("#receipt .receipt");

/** What was saved last, until the next save. */
const saved = () => {
  if (!receipt()) return "";
  const [title, words, moves] = ["h2", "h2 + p", "h3"].map((what) => receipt().querySelector(what)?.textContent);
  return [`${title}:`, words, moves].filter(Boolean).join(" ");
};

const question = (winner, source) => {
  if (source && counted()) {
    return [say("Count", { name: short(counted()), points: points(counted()).value || 0 }), isAlone() ? "" : say("Other")];
  }
  if (!winner) return [say("Who")];
  if (winner === "several" && !source) return [say("Source"), label(winner)];
  if (!SEATS.includes(winner)) return [label(winner)];
  const name = short(winner);
  if (!source) return [say("Source"), say("Again", { name })];
  const how = source === "self" ? say("Self", { name }) : say("From", { name, source: short(source) });
  return [say("Value"), how];
};

const label = (ending) =>
  form().querySelector(`[name="winner"][value="${ending}"]`).closest("label").querySelector(".name").textContent;

const showAsk = (first, second) => {
  const ask = document.getElementById("ask");
  // The receipt has said it to whoever listens.
  ask.dataset.saved = picked("winner") ? "" : saved();
  if (ask.dataset.said === `${first}|${second}`) return;
  ask.dataset.said = `${first}|${second}`;
  ask.textContent = first;
  if (second) ask.append(Object.assign(document.createElement("small"), { textContent: second }));
};

const showPay = (sums) => {
  for (const place of all(".r-who .place")) {
    const box = place.querySelector(".pay");
    const points = sums?.[place.dataset.at];
    const text = sums ? signed(points) : "";
    if (box.textContent === text) continue;
    box.textContent = text;
    const kind = points > 0 ? "plus" : points < 0 ? "minus" : "nil";
    box.className = text ? `pay lands ${kind}` : "pay";
  }
};

/** What the winner gets by each key: by a discard or self-drawn, dealer or not. */
const showGains = (winner, source) => {
  const place = winner ? form().querySelector(`.r-who [data-at="${winner}"]`) : null;
  const kind = (source === "self" ? 2 : 0) + (place?.querySelector(".deals") ? 1 : 0);
  for (const told of all("[data-gains]")) told.textContent = told.dataset.gains.split(",")[kind];
};

const showSave = (winner, sums) => {
  const save = document.getElementById("save-hand");
  const isReady = Boolean(winner) && !lacks(form());
  const gain = sums ? ` ${signed(sums[winner])}` : "";
  const what = SEATS.includes(winner) ? `${short(winner)}${gain}` : winner && label(winner);
  save.textContent = isReady ? say("Save", { what }) : say("SaveHand", { hand: form().elements.hand.value });
  save.setAttribute("aria-disabled", String(!isReady));
};

const show = () => {
  if (!form()) return;
  const [winner, source] = [picked("winner"), picked("source")];
  if (all(".counts").length) {
    startCounting();
    showCounts();
  }
  const sums = winner ? changes() : null;
  form().classList.toggle("begun", Boolean(winner || all(".pad > input").some(({ value }) => value)));
  showAsk(...question(winner, source));
  showPay(sums);
  showSave(winner, sums);
  showGains(SEATS.includes(winner) ? winner : "", source);
  for (const key of all("[data-fill]")) {
    const field = key.closest("[data-number]").querySelector("input");
    key.setAttribute("aria-pressed", String(field.value === key.dataset.fill));
  }
};

// --- taking back ----------------------------------------------------------------------
const SECONDS = 5; // in which what was saved can be taken back where it stands

let known = receipt()?.dataset.saved;
let ticking;

const hideTakeBack = () => {
  clearInterval(ticking);
  ticking = null;
  form()?.removeAttribute("data-just-saved");
};

/** Nothing goes away under a thumb (steady.js). */
const hideSoon = () => {
  if (!document.documentElement.hasAttribute("data-pressed")) hideTakeBack();
  else document.addEventListener("released", hideTakeBack, { once: true });
};

/** Offers for a moment to take back what this page has just saved. */
const offerTakeBack = () => {
  const now = receipt()?.dataset.saved;
  const back = document.getElementById("take-back");
  if (now === known) return;
  known = now;
  hideTakeBack();
  if (!now || !form() || back?.elements.sequence.value !== now) return;
  // No class: htmx puts those of an answer back a moment after it is in the page.
  form().setAttribute("data-just-saved", "");
  let left = SECONDS;
  const tell = () => {
    document.getElementById("seconds")?.replaceChildren(String(left));
    if (left <= 0) hideSoon();
    left -= 1;
  };
  tell();
  ticking = setInterval(tell, 1000);
};

// --- the chairs -----------------------------------------------------------------------
const turned = () => Number(localStorage.getItem(TURN)) || 0;

/** Puts every seat on its side of the page, as this device wants it. */
const seat = () => {
  for (const place of all(".place[data-place]")) {
    place.dataset.side = SIDES[(SEATS.indexOf(place.dataset.place) + turned()) % 4];
  }
};

// --- what lies on the table -----------------------------------------------------------
/* Deposits are laid while the hand is played: this device keeps them for its hand. */
const LAID = `laid ${location.pathname}`;
const laid = () => all(".r-sticks input");

const keepLaid = () => {
  const seats = laid().filter(({ checked }) => checked).map(({ value }) => value);
  sessionStorage.setItem(LAID, JSON.stringify([form().elements.hand.value, seats]));
};

const layAgain = () => {
  const [hand, seats] = JSON.parse(sessionStorage.getItem(LAID) ?? "[]");
  if (!form() || hand !== form().elements.hand.value || form().hasAttribute("data-begun")) return;
  for (const box of laid()) box.checked ||= seats.includes(box.value);
};

/** Whoever laid a deposit is ready. */
const readyFollows = () => {
  for (const box of laid().filter(({ checked }) => checked)) {
    const ready = form().querySelector(`.r-ready input[value="${box.value}"]`);
    if (ready) ready.checked = true;
  }
};

// --- what is pressed ------------------------------------------------------------------
const changed = (field) => field.dispatchEvent(new Event("input", { bubbles: true }));
const typed = (button) =>
  button.closest("[data-number]")?.querySelector("input") ?? points(counted() || "E");

const acts = {
  turn() {
    localStorage.setItem(TURN, (turned() + 1) % 4);
    seat();
  },
  keypad: () => form().classList.add("keying"),
  keys: () => form().classList.remove("keying"),
  erase(button) {
    typed(button).value = typed(button).value.slice(0, -1);
    changed(typed(button));
  },
  clear() {
    for (const field of all("input:checked")) field.checked = false;
    for (const field of all('input:not([type="hidden"], [type="radio"], [type="checkbox"])')) field.value = "";
    for (const list of all("select")) list.selectedIndex = 0;
    form().classList.remove("keying");
    form().removeAttribute("data-begun");
    for (const said of all(".says > [role=alert]")) said.remove();
    form().dispatchEvent(new Event("change", { bubbles: true }));
    form().querySelector("[name=winner]").focus({ preventScroll: true });
  },
  list() {
    form().classList.toggle("listing");
    acts.close();
  },
  close: () => document.getElementById("other").hidePopover(),
};

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-digit], [data-do], [data-plus], [data-doubles]");
  if (!button || !form()?.contains(button)) return;
  if (button.dataset.digit) {
    const field = typed(button);
    field.value = String(Number(field.value + button.dataset.digit)).slice(0, 4);
    changed(field);
  }
  if (button.dataset.plus) {
    const field = typed(button);
    field.value = Number(field.value) + Number(button.dataset.plus);
    changed(field);
  }
  if (button.dataset.doubles && counted()) {
    doubles(counted()).value = button.dataset.doubles;
    changed(doubles(counted()));
  }
  acts[button.dataset.do]?.(button);
});

// A second tap on Save finds the next hand's empty form.
document.addEventListener(
  "click",
  (event) => {
    if (event.target.closest("#save-hand") && ticking && !form().classList.contains("begun")) {
      event.preventDefault();
      event.stopPropagation();
    }
  },
  true,
);

/** What was entered before is not what is in the form now. */
const stale = () => document.querySelector("#preview [data-changes]")?.setAttribute("data-old", "");

for (const kind of ["input", "change"]) {
  document.addEventListener(kind, ({ target }) => {
    if (!form() || !(form().contains(target) || target === form())) return;
    stale();
    if (ticking) hideTakeBack();
    if (target.closest?.(".r-sticks")) keepLaid();
    if (target.name === "winner" && target.closest(".corner")) readyFollows();
    if (target.closest?.(".sheet-in") && target.checked) target.closest(".sheet-in").hidePopover();
    show();
  });
}
document.addEventListener("focusin", ({ target }) => {
  if (target.matches?.(".rt .pad > input")) acts.keypad();
});
const renewed = () => {
  seat();
  layAgain();
  offerTakeBack();
  show();
};
for (const kind of ["htmx:afterSwap", "htmx:oobAfterSwap", "htmx:afterSettle"]) {
  document.addEventListener(kind, renewed);
}
// An entry that waits was put back, or the form was emptied for the next hand.
document.addEventListener("filled", renewed, true);
renewed();
