/* Calculates dealer, winds and payments after unsent hands, from the course of the game that the
   server worked out (scoring/entry_forms/next_hand_offline.py). */

const SEATS = [..."ESWN"];

/** The seats' winds in a hand. */
const windsOf = ({ winds }, seats) => seats.map((seat) => winds[SEATS.indexOf(seat)]);

/** The outcome of a hand in the course: players by wind, and for draws and several winners
    whether the dealer is among them, where that matters. */
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

/** Whether three winners make the hand a draw. */
const isBrokenOff = () => Boolean(document.querySelector("#hand-form .of-three-winners"));

/** Payments without a value; undefined if a value is needed, null if only the server can calculate them. */
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

/** Riichi sticks left after a hand: winners take them; a false win returns the sticks of its hand. */
const leftAfter = (entry, outcome, there, field) => {
  if (SEATS.includes(outcome) || outcome.startsWith("several")) return 0;
  if (outcome.startsWith("false_win")) return there;
  return there + entry.fields.filter(([name]) => name === field).length;
};

/** Whether the dealer ends the game with this hand. */
const isStopped = ({ fields }) => fields.some(([name]) => name === "dealer_stops");

/** Payments of an entry in a state; null if only the server can calculate them. */
const paidIn = (at, entry, outcome, payments) => {
  const { table } = at;
  const paid = paidAnyway(entry, outcome, at);
  return paid === undefined ? table && payments(entry.fields, entry.hand, table) : paid;
};

/** State before a `hand`: its `number` among those the server `told`, the counter `counted`,
    repetitions `repeated`, sticks `there`; `own`: the server's table of payments. */
class Place {
  constructor(values) {
    Object.assign(this, values);
  }

  get deal() {
    return this.told.deals[this.number];
  }

  /** Seat of the dealer. */
  get dealer() {
    return SEATS[this.deal.winds.indexOf("E")];
  }

  get counters() {
    return this.told.at[this.counted];
  }

  get sticks() {
    return this.own?.sticks && { ...this.own.sticks, there: this.there };
  }

  /** Payments of a win; null if the server did not send them. */
  get table() {
    const { own, hand, deal, sticks } = this;
    if (!own) return null;
    const of = { winds: deal.winds, hand: own.hand === null ? null : hand };
    return { ...own, ...this.counters.table, ...of, ...(sticks && { sticks }) };
  }

  /** State after a hand; null if unknown. */
  after(entry, outcome) {
    const { told, deal, counters } = this;
    const hasPassed = outcome in counters.passes;
    const counted = counters.passes[outcome] ?? counters.stays[outcome];
    const [hand, number] = [this.hand + 1, this.number + hasPassed];
    const mayBeOver = deal.ends.includes(outcome) || isStopped(entry);
    const isKnown = counted in told.at && number in told.deals && !mayBeOver;
    if (!isKnown || hand > (told.last ?? hand)) return null;
    const repeated = hasPassed ? 0 : this.repeated + 1;
    const there = leftAfter(entry, outcome, this.there, this.sticks?.field);
    return new Place({ ...this, hand, number, counted, repeated, there });
  }
}

/** State sent by the server. */
const start = ({ hand, ahead, payments, own = payments }) => {
  if (!ahead) return null;
  const told = JSON.parse(ahead);
  const table = own ? JSON.parse(own) : null;
  const { now: counted, repeated } = told;
  const there = table?.sticks?.there;
  return new Place({ told, own: table, hand: Number(hand), number: 0, counted, repeated, there });
};

/** Waiting entries in order, each with its payments `paid` (null if only the server can
    calculate them); `at`: the state after them, null if unknown. `stage`: the server's state of the table; `payments`:
    payments of a win. */
export const follow = (stage, entries, payments) => {
  let at = start(stage);
  const steps = entries.map((entry) => {
    if (at?.hand !== entry.hand) at = null;
    if (!at) return { entry, paid: null };
    const outcome = outcomeOf(entry, at.deal);
    const paid = paidIn(at, entry, outcome, payments);
    at = at.after(entry, outcome);
    return { entry, paid };
  });
  return { steps, at };
};

/** Whether the dealer may end the game with an entry after the state `at`, and was not asked yet;
    null if only the server can calculate it. `scores`: scores before the hand by seat, null if
    unknown. */
export const mayDealerStop = (at, scores, entry, payments) => {
  if (at?.hand !== entry.hand || isStopped(entry)) return false;
  const outcome = outcomeOf(entry, at.deal);
  if (!at.deal.asks?.includes(outcome)) return false;
  const paid = scores && paidIn(at, entry, outcome, payments);
  if (!paid) return null;
  const after = { ...scores };
  for (const [payer, payee, points] of paid) {
    if (payer) after[payer] -= points;
    if (payee) after[payee] += points;
  }
  // The player nearer the first East leads a tie.
  const leads = (best, seat) => (after[seat] > after[best] ? seat : best);
  const leader = SEATS.filter((seat) => seat in after).reduce(leads);
  return leader === at.dealer && after[leader] >= at.told.target;
};
