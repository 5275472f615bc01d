/* Riichi sticks laid during a hand. Each is sent to the server, so that all devices of the table
   show it. Unsent ones wait on this device and are sent with the hand in any case. */

const load = (name) => import(document.getElementById(name).href);
const { form, all } = await load("drawn-form");
const { sayRefused } = await load("drawn-words");

const AGAIN = [2, 4, 8, 15, 30]; // seconds between attempts to send

/** The server's data: the hand and its sticks. */
const known = () => document.getElementById("laid")?.dataset;
const boxes = () => all(".r-sticks input[type=checkbox]");
const hand = () => form().elements.hand.value;

// --- changes not sent yet, by hand and seat ---
const KEY = `untold ${document.getElementById("waiting").dataset.table}`;
let kept = "{}"; // used only if the device cannot store data
const untold = () => {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    return JSON.parse(kept);
  }
};
const remember = (changes) => {
  kept = JSON.stringify(changes);
  try {
    localStorage.setItem(KEY, kept);
  } catch {
    // Sent while this page is open.
  }
};

const note = (seat, lies) => {
  const changes = untold();
  changes[hand()] = { ...changes[hand()], [seat]: lies };
  remember(changes);
};

/** Marks a change as sent, unless it was changed again. */
const settle = (of, seat, lies) => {
  const changes = untold();
  if (changes[of]?.[seat] === lies) delete changes[of][seat];
  remember(changes);
};

/** Drops changes of finished hands. */
const forgetOld = () => {
  const open = Object.entries(untold()).filter(([of]) => Number(of) >= Number(known().hand));
  remember(Object.fromEntries(open));
};

// --- the table ---------------------------------------------------------------
/** The number of sticks on the table, including sticks of earlier hands. */
export const showPot = () => {
  const pot = form()?.querySelector(".deposits");
  if (pot) pot.textContent = Number(pot.dataset.there) + boxes().filter(({ checked }) => checked).length;
};

/** Draws the sticks known to the server and this device. */
const lay = () => {
  const seats = known().hand === hand() ? known().seats.split(" ") : [];
  const own = untold()[hand()] ?? {};
  for (const box of boxes()) {
    box.checked = own[box.value] ?? seats.includes(box.value);
    // Sticks are part of the table, not of a begun entry.
    box.defaultChecked = box.checked;
  }
  showPot();
  if (form().querySelector(".corner [name=winner]:checked")) readyFollows();
};

/** Payments relative to the displayed scores, from which laid sticks are already deducted. */
export const besidesDeposits = (sums) => {
  const laid = boxes().filter(({ checked }) => checked).map(({ value }) => value);
  const deposit = Number(known()?.deposit ?? 0);
  const entries = Object.entries(sums).map(([seat, points]) => [seat, points + (laid.includes(seat) ? deposit : 0)]);
  return Object.fromEntries(entries);
};

// --- sending -----------------------------------------------------------------
let telling = false;
let failures = 0;
let again;

const send = (seat, lies) => {
  const { csrfmiddlewaretoken: token, seating } = form().elements;
  const fields = { csrfmiddlewaretoken: token.value, seating: seating.value, hand: known().hand, seat };
  const body = new URLSearchParams(lies ? { ...fields, lies: "yes" } : fields);
  return fetch(known().url, { method: "POST", body, signal: AbortSignal.timeout(10_000) });
};

/** Applies the server's response, which is the table's state whether or not it accepted the
    change. */
const take = async (answer, of, seat, lies) => {
  const { hand: now, laid, refused } = await answer.json();
  settle(of, seat, lies);
  if (!form() || !known()) return;
  Object.assign(known(), { hand: now, seats: laid.join(" ") });
  follow();
  if (refused && of === hand()) sayRefused(refused.join(" "));
};

const later = () => {
  const wait = AGAIN[Math.min(failures, AGAIN.length - 1)];
  failures += 1;
  clearTimeout(again);
  again = setTimeout(tell, 1000 * wait);
};

/** Sends the unsent changes of the current hand one by one. */
const tell = async () => {
  if (telling) return;
  telling = true;
  try {
    for (;;) {
      const of = form() && known()?.hand;
      const [change] = Object.entries(untold()[of] ?? {});
      if (!change) break;
      const answer = await send(...change);
      if (!answer.ok && answer.status !== 422) throw new Error(`${answer.status}`);
      await take(answer, of, ...change);
      failures = 0;
    }
  } catch {
    later();
  } finally {
    telling = false;
  }
};
window.addEventListener("online", tell);

// --- exports -----------------------------------------------------------------
/** A stick was laid or taken up here. */
export const changed = ({ value, checked }) => {
  // A try-out has no address to send to, and stores nothing.
  if (!known()?.url) return showPot();
  note(value, checked);
  lay();
  return tell();
};

/** The form or the server's data was renewed. */
export const follow = () => {
  if (!form() || !known()?.url) return;
  forgetOld();
  if (!form().hasAttribute("data-begun")) lay();
  tell();
};

/** Laying a stick declares ready; taking it up cancels that if nothing else declared it. */
export const readyFollows = () => {
  for (const box of boxes()) {
    const ready = form().querySelector(`.r-ready input[value="${box.value}"]`);
    if (!ready || (box.checked ? ready.checked : !ready.hasAttribute("data-follows-deposit"))) continue;
    ready.checked = box.checked;
    ready.toggleAttribute("data-follows-deposit", box.checked);
  }
};
