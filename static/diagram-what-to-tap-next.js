/* Texts of the table diagram: the next tap, the last save, and the effect of Save. */

const load = (name) => import(document.getElementById(name).href);
const { SEATS, form, all, picked, short, label, say, joined, signed, write } = await load("drawn-form");
const { counted, doubles, isAlone, points } = await load("drawn-counting");
const { isSeveral, winners } = await load("drawn-several");
const { lacks } = await load("table-form");

const receipt = () => document.querySelector("#receipt .receipt");

/** A sentence with short names, to fit on one line. */
const inShort = (text) =>
  all(".r-who .place[data-at]").reduce((said, place) => {
    const name = place.querySelector(".plate > .name").textContent.trim();
    return said.replaceAll(name, place.dataset.short);
  }, text);

/** Summary of the last save, until the next one. */
const saved = () => {
  // Larger letters of a new page already say it.
  if (!receipt() || form().querySelector(".says > .news")) return "";
  const [title, words, moves] = ["h2", "h2 + p", "h3"].map((what) => receipt().querySelector(what)?.textContent);
  if (receipt().matches(".of-waiting")) {
    // There is room for the winner and the waiting state, but not always for the value.
    const [who, ...value] = words.split(" · ");
    return inShort([who, say("Unsent"), ...value].join(" · "));
  }
  // In little room the next action comes first.
  return inShort([moves, say("Told", { title, words })].filter(Boolean).join(" · "));
};

/** Whether too many players win on one discard, so that the hand is a draw. */
export const isBrokenOff = () =>
  isSeveral() &&
  Boolean(document.getElementById("three-winners")) &&
  all('[name="winners"]:checked').length === 3;

/** How a hand without a single winner ended. */
const ending = (winner) =>
  isBrokenOff() ? document.querySelector("#three-winners b").textContent : label(winner);

const names = (seats) => joined(seats.map(short));

/** The winners' seats; none if the hand ended otherwise. */
const wonBy = (winner) => {
  if (SEATS.includes(winner)) return [winner];
  return isBrokenOff() ? [] : winners();
};

/** Each winner with their gain, if it is known. */
const gains = (seats, sums) =>
  joined(seats.map((seat) => (sums ? `${short(seat)} ${signed(sums[seat])}` : short(seat))));

/** The points of the seat that the keys count, or the question for them. */
const count = (seat) => {
  const name = short(seat);
  if (doubles(seat).value === "limit") return say("CountLimit", { name });
  const { value } = points(seat);
  return value ? say("Count", { name, points: value }) : say("CountFirst", { name });
};

/** The current question, with a hint in smaller letters. */
const question = (winner, source) => {
  if (source && counted()) return [count(counted()), isAlone() ? "" : say("Other")];
  if (!winner) return [say("Who")];
  if (form().querySelector(`.r-ready.of-a-${winner}`)) return [say("Ready"), say("EachReady", { ending: label(winner) })];
  const won = wonBy(winner);
  if (!won.length) return [ending(winner)];
  if (!source) return [say("Source"), isSeveral() ? names(won) : say("OrSelf")];
  const name = short(won[0]);
  const how = source === "self" ? say("Self", { name }) : say("From", { name, source: short(source) });
  return [say("Value"), how];
};

export const showQuestion = (winner, source) => {
  const ask = document.getElementById("ask");
  const [first, second] = question(winner, source);
  // Screen readers have already read the receipt.
  ask.dataset.saved = winner ? "" : saved();
  if (ask.dataset.said === `${first}|${second}`) return;
  ask.dataset.said = `${first}|${second}`;
  ask.textContent = first;
  if (second) ask.append(Object.assign(document.createElement("small"), { textContent: second }));
};

export const showSave = (winner, sums) => {
  const save = document.getElementById("save-hand");
  const isReady = Boolean(winner) && !lacks(form());
  const won = SEATS.filter((seat) => wonBy(winner).includes(seat));
  const what = won.length ? gains(won, sums) : winner && ending(winner);
  write(save, isReady ? say("Save", { what }) : say("SaveHand", { hand: form().elements.hand.value }));
  save.setAttribute("aria-disabled", String(!isReady));
  save.dataset.ready = isReady ? "yes" : "no";
};

/** Why the server refused an action. */
export const sayRefused = (text) => {
  const line = Object.assign(document.createElement("p"), { className: "notice error", textContent: text });
  document.getElementById("preview").replaceChildren(line);
};
