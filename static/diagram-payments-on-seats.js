/* Shows a hand's payments on the seats, and the gain for each key. */

const load = (name) => import(document.getElementById(name).href);
const { SEATS, form, all, placeOf, signed, write } = await load("drawn-form");
const { payments } = await load("table-payments");
const { fieldsOf } = await load("table-form");

/** The server's response to the form, unless the form has changed. */
const answered = () => {
  const told = document.querySelector("#preview [data-changes]:not([data-old])");
  if (!told) return null;
  return Object.fromEntries(told.dataset.changes.trim().split(" ").map((each) => {
    const [seat, points] = each.split(":");
    return [seat, Number(points)];
  }));
};

/** Forgets the response to the previous content of the form. */
export const forget = () =>
  document.querySelector("#preview [data-changes]")?.setAttribute("data-old", "");

/** Gain or loss of each seat, from the page's table of payments or the server's response; null if
    unknown. */
export const changes = () => {
  const told = document.getElementById("stage")?.dataset.payments;
  const hand = Number(form().elements.hand.value);
  const paid = told ? payments(fieldsOf(form()), hand, JSON.parse(told)) : null;
  if (!paid) return answered();
  const sums = Object.fromEntries(SEATS.map((seat) => [seat, 0]));
  for (const [payer, payee, points] of paid) {
    if (payer) sums[payer] -= points;
    if (payee) sums[payee] += points;
  }
  return sums;
};

export const showPayments = (sums) => {
  for (const place of all(".r-who .place")) {
    const box = place.querySelector(".pay");
    const points = sums?.[place.dataset.at];
    const text = sums ? signed(points) : "";
    if (box.textContent === text) continue;
    write(box, text);
    const kind = points > 0 ? "plus" : points < 0 ? "minus" : "nil";
    box.className = text ? `pay lands ${kind}` : "pay";
  }
};

/** The winner's gain for each key: by discard or self-draw, dealer or not. */
export const showGains = (winner, source) => {
  const deals = SEATS.includes(winner) && placeOf(winner).querySelector(".deals");
  const kind = (source === "self" ? 2 : 0) + (deals ? 1 : 0);
  for (const told of all("[data-gains]")) write(told, told.dataset.gains.split("|")[kind]);
};
