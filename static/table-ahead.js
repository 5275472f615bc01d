/* How the table stands once the hands that wait on this device are in: who deals, which wind
   prevails and what everybody has, by positions and payments that the rules worked out
   (scoring/entry/points/hands_ahead.py). It is drawn on top of what the server said, and marked. */

const SEATS = [..."ESWN"];
const MINUS = "\u2212";

/** A table of payments whose seats are winds, as one of seats. */
const seated = (table, winds, hand) => {
  const seatOf = (wind) => SEATS[winds.indexOf(wind)] ?? wind;
  const named = (key) => [...key].map(seatOf).join("");
  const each = (object, change) =>
    Object.fromEntries(Object.entries(object).map(([key, value]) => [named(key), change(value)]));
  return {
    ...table,
    hand: table.hand === null ? null : hand,
    pays: Object.fromEntries(Object.entries(table.pays).map(([winner, sources]) => [
      seatOf(winner),
      Object.fromEntries(Object.entries(sources).map(([source, columns]) => [
        source === "self" ? source : seatOf(source), each(columns, (column) => column),
      ])),
    ])),
    ...(table.between && { between: each(table.between, (pairs) => each(pairs, (times) => times)) }),
  };
};

/** How a hand ended, as the positions call it: where that matters, with whether the dealer is
    among those whom a drawn hand or several winners name. */
const outcomeOf = (entry, { winds, next }) => {
  const fields = new URLSearchParams(entry.fields);
  const winner = fields.get("winner");
  const dealer = SEATS[winds.indexOf("E")];
  const winners = winner === "several" ? fields.getAll("winners") : fields.getAll("winner");
  if (winners.length === 3 && isBrokenOff()) return "abortive";
  if (winners.length > 1) return `several${winners.includes(dealer) ? "+" : "-"}`;
  if (winner in next) return winner;
  if (winner === "false_win") return `${winner}:${fields.get("offender")}`;
  return `${winner}${fields.getAll("tenpai").includes(dealer) ? "+" : "-"}`;
};

/** Whether three winners break the hand off. */
const isBrokenOff = () => Boolean(document.querySelector("#hand-form .of-three-winners"));

/** What a hand pays that needs no value; undefined where it needs one, null where only the
    server knows. */
const paidAnyway = ({ fields }, outcome, { draws = {} }, { next, paid = {} }, sticks) => {
  if (outcome === "washout") return [];
  const isDrawn = outcome.startsWith("draw");
  if (!isDrawn && outcome !== "abortive" && !outcome.startsWith("false_win")) return undefined;
  const given = new URLSearchParams(fields);
  const ready = SEATS.filter((seat) => given.getAll("tenpai").includes(seat)).join("");
  const between = isDrawn ? draws[ready] : outcome in next ? (paid[outcome] ?? []) : null;
  if (!between || given.get("nagashi")) return null;
  if (outcome.startsWith("false_win")) return between;
  return [...given.getAll(sticks?.field).map((seat) => [seat, null, sticks.deposit]), ...between];
};

/** How many deposits lie there after a hand: who wins takes them, a false win gives back what
    was laid in its hand. */
const leftAfter = (entry, outcome, there, field) => {
  if (SEATS.includes(outcome) || outcome.startsWith("several")) return 0;
  if (outcome.startsWith("false_win")) return there;
  return there + entry.fields.filter(([name]) => name === field).length;
};

const sumsOf = (paid) => {
  const sums = Object.fromEntries(SEATS.map((seat) => [seat, 0]));
  for (const [payer, payee, points] of paid) {
    if (payer) sums[payer] -= points;
    if (payee) sums[payee] += points;
  }
  return sums;
};

export class Ahead {
  #own = new WeakMap(); // what the server put into the parts that are drawn here

  constructor(payments) {
    this.payments = payments;
  }

  /** The entries that wait, in order, each with its `table` of payments and what it `paid`,
      null where only the server knows; `at`: the position after them, null if nobody knows. */
  walk(entries) {
    const stage = document.getElementById("stage");
    const told = stage?.dataset.ahead ? JSON.parse(stage.dataset.ahead) : null;
    const first = Number(stage?.dataset.hand);
    const sticks = stage?.dataset.payments ? JSON.parse(stage.dataset.payments).sticks : null;
    let at = told?.at[0] ?? null;
    let there = sticks?.there;
    const steps = entries.map((entry) => {
      if (at && entry.hand !== first + at.hands) at = null;
      if (!at) return { entry, table: null, paid: null };
      const table = this.tableAt(told, at, first, sticks && { ...sticks, there });
      const outcome = outcomeOf(entry, at);
      let paid = paidAnyway(entry, outcome, told, at, sticks);
      if (paid === undefined) paid = table && this.payments(entry.fields, entry.hand, table);
      there = leftAfter(entry, outcome, there, sticks?.field);
      at = told.at[at.next[outcome]] ?? null;
      return { entry, table, paid };
    });
    const table = at && this.tableAt(told, at, first, sticks && { ...sticks, there });
    return { steps, at, table, winds: told?.winds };
  }

  tableAt(told, at, first, sticks) {
    const table = told.tables[at.table];
    if (!table.pays) return null;
    return { ...seated(table, at.winds, first + at.hands), ...(sticks && { sticks }) };
  }

  /** Draws the table as it stands after the entries; as the server said if none wait. */
  draw(form, entries) {
    const { steps, at, table, winds } = this.walk(entries);
    const isAhead = Boolean(form && entries.length && at);
    form?.toggleAttribute("data-moved-on", isAhead);
    this.drawSeats(form, isAhead ? at : null);
    this.drawRound(isAhead ? at : null, winds);
    this.drawDeposits(isAhead ? { at, table } : null);
    this.drawScores(form, entries.length ? steps : []);
    this.tellPayments(isAhead ? table : null);
    return steps;
  }

  /** What the server put there, whatever is drawn over it. */
  ownOf(part) {
    if (!this.#own.has(part)) this.#own.set(part, [...part.childNodes]);
    return this.#own.get(part);
  }

  /** Everybody's wind, and who deals: what lay at the seat that had this wind. */
  drawSeats(form, at) {
    const parts = SEATS.map((seat) => document.getElementById(`sits-winner-${seat}`)).filter(Boolean);
    if (!form || parts.some((part) => !part.dataset.wind)) return;
    const own = parts.map((part) => this.ownOf(part).map((node) => node.cloneNode(true)));
    parts.forEach((part, number) => {
      const wind = at ? at.winds[number] : part.dataset.wind;
      part.replaceChildren(...own[parts.findIndex((each) => each.dataset.wind === wind)]);
    });
  }

  drawRound(at, winds) {
    const title = document.getElementById("hand-title");
    if (at && title?.dataset.deal) {
      const place = { wind: winds[at.round][1], deal: at.deal };
      title.textContent = title.dataset.deal.replace(/\{(\w+)\}/g, (_, key) => place[key]);
    }
    const part = document.getElementById("round-wind");
    if (!part) return;
    const own = this.ownOf(part).map((node) => node.cloneNode(true));
    part.replaceChildren(...own);
    if (!at) return;
    const [glyph, name] = winds[at.round];
    part.querySelector(".seat").textContent = glyph;
    part.querySelector(".seat").classList.toggle("east", at.round === "E");
    part.lastChild.textContent = name;
  }

  /** How often the deal was repeated, and the deposits. */
  drawDeposits(ahead) {
    const part = document.getElementById("pot");
    if (!part) return;
    part.replaceChildren(...this.ownOf(part).map((node) => node.cloneNode(true)));
    if (!ahead?.table?.sticks) return;
    const [repeats, there] = part.querySelectorAll("span:not(.stick)");
    repeats.textContent = ahead.at.repeats;
    const laid = document.querySelectorAll(".r-sticks :checked").length;
    there.dataset.there = ahead.table.sticks.there;
    there.textContent = ahead.table.sticks.there + laid;
  }

  /** The scores with what is known of the hands that wait; marked, if that is not all. */
  drawScores(form, steps) {
    const known = steps.findIndex(({ paid }) => !paid);
    const counted = known < 0 ? steps : steps.slice(0, known);
    const sums = sumsOf(counted.flatMap(({ paid }) => paid));
    for (const seat of SEATS) {
      const part = document.getElementById(`standing-${seat}`);
      const score = part?.querySelector(".score");
      if (!score || part.dataset.score === undefined) continue;
      part.toggleAttribute("data-unsent", Boolean(steps.length));
      part.toggleAttribute("data-lacking", counted.length < steps.length);
      const now = Number(part.dataset.score) + sums[seat];
      const figures = `${now < 0 ? MINUS : now > 0 && part.dataset.signed ? "+" : ""}${Math.abs(now)}`;
      const inPlay = part.querySelector(".in-play .score");
      const deposit = Number(document.getElementById("laid")?.dataset.deposit);
      if (inPlay) inPlay.textContent = `${now < deposit ? MINUS : ""}${Math.abs(now - deposit)}`;
      if (score.textContent === figures) continue;
      score.textContent = figures;
      score.className = `score ${now < 0 ? "minus" : part.dataset.signed && now > 0 ? "plus" : ""}`;
    }
  }

  /** The table of payments of the hand that is in the form now. */
  tellPayments(table) {
    const stage = document.getElementById("stage");
    if (stage?.dataset.payments === undefined) return;
    stage.dataset.own ??= stage.dataset.payments;
    stage.dataset.payments = table ? JSON.stringify(table) : stage.dataset.own;
  }
}
