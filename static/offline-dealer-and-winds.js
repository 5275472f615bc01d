/* Calculates dealer, winds and payments after unsent hands, from the course of the game that the
   server worked out (scoring/entry_forms/next_hand_offline.py). */

const SEATS = [..."ESWN"];

/** The winds that seats have in a deal. */
const windsOf = ({ winds }, seats) => seats.map((seat) => winds[SEATS.indexOf(seat)]);

/** How a hand ended, as the course calls it: players are their winds, and where that matters
    it says whether the dealer is among those whom a drawn hand or several winners name. */
const outcomeOf = (entry, deal) => {
  const fields = new URLSearchParams(entry.fields);
  const winner = fields.get("winner") ?? "";
  const named = (name) => windsOf(deal, fields.getAll(name));
  const sign = (winds) => (winds.includes("E") ? "+" : "-");
  const winners = named(winner === "several" ? "winners" : "winner");
  if (winners.length === 3 && isBrokenOff()) return "abortive";
  if (winners.length > 1) return `several${sign(winners)}`;
  if (SEATS.includes(winner)) return winners[0];
  if (winner === "false_win") return `${winner}:${named("offender")}`;
  return winner === "draw" ? `${winner}${sign(named("tenpai"))}` : winner;
};

/** Whether three winners break the hand off. */
const isBrokenOff = () => Boolean(document.querySelector("#hand-form .of-three-winners"));

/** What a hand pays that needs no value; undefined where it needs one, null where only the
    server knows. */
const paidAnyway = (entry, outcome, { told, deal, sticks }) => {
  if (outcome === "washout") return [];
  const isDrawn = outcome.startsWith("draw");
  if (!isDrawn && outcome !== "abortive" && !outcome.startsWith("false_win")) return undefined;
  const fields = new URLSearchParams(entry.fields);
  const ready = windsOf(deal, fields.getAll("tenpai"));
  const inOrder = SEATS.filter((wind) => ready.includes(wind)).join("");
  const paid = isDrawn ? told.draws[inOrder] : told.paid[outcome];
  if (!paid || fields.get("nagashi")) return null;
  const seatOf = (wind) => wind && SEATS[deal.winds.indexOf(wind)];
  const seated = paid.map(([payer, payee, points]) => [seatOf(payer), seatOf(payee), points]);
  if (outcome.startsWith("false_win")) return seated;
  return [...fields.getAll(sticks?.field).map((seat) => [seat, null, sticks.deposit]), ...seated];
};

/** How many deposits lie there after a hand: who wins takes them, a false win gives back what
    was laid in its hand. */
const leftAfter = (entry, outcome, there, field) => {
  if (SEATS.includes(outcome) || outcome.startsWith("several")) return 0;
  if (outcome.startsWith("false_win")) return there;
  return there + entry.fields.filter(([name]) => name === field).length;
};

/** Where the table is before a `hand`: the `number` of its deal among those that the server
    `told`, the number of what has `counted` up, how often the deal was `repeated`, the deposits
    that lie `there`; `own`: the table of payments that the server told. */
class Place {
  constructor(values) {
    Object.assign(this, values);
  }

  get deal() {
    return this.told.deals[this.number];
  }

  get counters() {
    return this.told.at[this.counted];
  }

  get sticks() {
    return this.own?.sticks && { ...this.own.sticks, there: this.there };
  }

  /** What a win pays; null where the server told nothing of it. */
  get table() {
    const { own, hand, deal, sticks } = this;
    if (!own) return null;
    const of = { winds: deal.winds, hand: own.hand === null ? null : hand };
    return { ...own, ...this.counters.table, ...of, ...(sticks && { sticks }) };
  }

  /** Where it is after a hand; null where nobody knows. */
  after(entry, outcome) {
    const { told, deal, counters } = this;
    const hasPassed = outcome in counters.passes;
    const counted = counters.passes[outcome] ?? counters.stays[outcome];
    const [hand, number] = [this.hand + 1, this.number + hasPassed];
    const isKnown = counted in told.at && number in told.deals && !deal.ends.includes(outcome);
    if (!isKnown || hand > (told.last ?? hand)) return null;
    const repeated = hasPassed ? 0 : this.repeated + 1;
    const there = leftAfter(entry, outcome, this.there, this.sticks?.field);
    return new Place({ ...this, hand, number, counted, repeated, there });
  }
}

/** Where the server said that the table is. */
const start = ({ hand, ahead, payments, own = payments }) => {
  if (!ahead) return null;
  const told = JSON.parse(ahead);
  const table = own ? JSON.parse(own) : null;
  const { now: counted, repeated } = told;
  const there = table?.sticks?.there;
  return new Place({ told, own: table, hand: Number(hand), number: 0, counted, repeated, there });
};

/** The entries that wait, in order, each with what it `paid`, null where only the server
    knows; `at`: where the table is after them, null where nobody knows. `stage`: what the
    server said of the table; `payments`: what a win pays. */
export const follow = (stage, entries, payments) => {
  let at = start(stage);
  const steps = entries.map((entry) => {
    if (at?.hand !== entry.hand) at = null;
    if (!at) return { entry, paid: null };
    const outcome = outcomeOf(entry, at.deal);
    const { table } = at;
    let paid = paidAnyway(entry, outcome, at);
    if (paid === undefined) paid = table && payments(entry.fields, entry.hand, table);
    at = at.after(entry, outcome);
    return { entry, paid };
  });
  return { steps, at };
};
