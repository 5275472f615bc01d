/* Previews an entry's payments on this device, based on the state that the page shows. */

const { whole, joined } = await import(document.getElementById("write-by-language").href);

/** Payments of an entry by the page's table of payments, as [payer, payee, points]; null if it
    lacks the value. */
export const paymentsOf = ({ payments, filling }, { hand, fields }) => {
  const told = document.getElementById("stage")?.dataset.payments;
  return told && filling.form() ? payments(fields, hand, JSON.parse(told)) : null;
};

/** The payments in a sentence, or a note that only the server can calculate them. `paid`: known payments. */
export const previewOf = (desk, entry, paid) => {
  const { say } = desk.view;
  const isByTiles = entry.fields.some(([name, value]) => name === "by" && value === "tiles");
  if (isByTiles) return say("Counted");
  const pays = paid ?? paymentsOf(desk, entry);
  if (!pays) return say("Later");
  const payments = paymentWords(desk, pays);
  return payments ? say("Preview", { payments }) : "";
};

/** Payments in words. */
export const paymentWords = ({ view: { say }, filling }, pays) => {
  const name = (seat) =>
    filling.label(filling.form().querySelector(`[name=winner][value=${seat}]`));
  const payments = pays.map(([payer, payee, amount]) => {
    const points = whole(amount);
    if (!payer) return say("Takes", { payee: name(payee), points });
    if (!payee) return say("Puts", { payer: name(payer), points });
    return say("Pays", { payer: name(payer), payee: name(payee), points });
  });
  return joined(payments);
};
