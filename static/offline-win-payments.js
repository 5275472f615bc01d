/* Calculates the payments of an ordinary win from the server's table
   (scoring/entry_forms/payments_offline.py). Other payments are known only to the server. */

const SEATS = [..."ESWN"];

/** A hand's points after doubling; null if incomplete. */
export const doubled = (fields, seat, { limit, roof_off: roofOff }) => {
  const doubles = fields.get(`doubles_${seat}`);
  if (doubles === "limit") return limit;
  if (!fields.get(`points_${seat}`)) return null;
  const points = Number(fields.get(`points_${seat}`));
  const value = points * 2 ** Number(doubles);
  if (roofOff || value <= limit) return value;
  return Number(doubles) ? limit : null;
};

/** A column's amount for a value: a list with one amount for each choice, or a linear function. */
const amount = (column, value, choices) => {
  if (choices) return column[choices.indexOf(value)] ?? null;
  return column.plus + column.times * Math.max(value, column.least);
};

/** The lower of every two losers pays the difference. */
const betweenLosers = (pairs, seatOf, values, even) =>
  Object.entries(pairs)
    .map(([winds, times]) => {
      const [one, other] = [...winds].map(seatOf);
      const [low, high] = values[one] < values[other] ? [one, other] : [other, one];
      const nothing = even !== null && values[low] >= even;
      return [low, high, nothing ? 0 : times * (values[high] - values[low])];
    })
    .filter(([, , points]) => points);

/** Payments to the table, and the winner's payment from it. */
const sticks = (fields, winner, { deposit, there, field }) => {
  const declared = fields.getAll(field);
  const taken = deposit * (there + declared.length);
  const put = declared.map((seat) => [seat, null, deposit]);
  return taken ? [...put, [null, winner, taken]] : put;
};

/** Payments of a form as [payer, payee, points], null being the table; null if only the server
    can calculate them. */
export const payments = (pairs, hand, table) => {
  const fields = new URLSearchParams(pairs);
  const windOf = (seat) => table.winds[SEATS.indexOf(seat)];
  const seatOf = (wind) => SEATS[table.winds.indexOf(wind)];
  const [winner, source] = [fields.get("winner"), fields.get("source")];
  const payer = source === "self" ? source : fields.get(table.payer) || source;
  const [won, from] = [windOf(winner), windOf(payer) ?? payer];
  const pays = table.pays[won]?.[from];
  if (!pays || (table.hand !== null && table.hand !== hand)) return null;
  if (table.unless.some((name) => fields.get(name))) return null;
  const values = {};
  for (const seat of table.between ? Object.keys(table.pays).map(seatOf) : [winner]) {
    const { doubling, field, choices } = table;
    if (doubling) values[seat] = doubled(fields, seat, doubling);
    else if (choices) values[seat] = fields.get(field);
    else values[seat] = fields.get(field) && Number(fields.get(field));
    if ([null, ""].includes(values[seat]) || values[seat] < 0) return null;
  }
  const besides = table.besides[won]?.[from] ?? {};
  const paid = Object.keys({ ...pays, ...besides }).map((payer) => {
    const column = table.columns[pays[payer]];
    const byValue = column ? amount(column, values[winner], table.choices) : 0;
    return [seatOf(payer), winner, byValue === null ? null : byValue + (besides[payer] ?? 0)];
  });
  if (paid.some(([, , points]) => points === null || Number.isNaN(points))) return null;
  return [
    ...paid.filter(([, , points]) => points),
    ...(table.between ? betweenLosers(table.between[won], seatOf, values, table.even) : []),
    ...(table.sticks ? sticks(fields, winner, table.sticks) : []),
  ];
};
