/* Joins the parts of the table diagram: shows the form's content on the seats, in the line above
   and on Save. The form works without it. */

const load = (name) => import(document.getElementById(`drawn-${name}`).href);
const { form, all, picked } = await load("form");
const several = await load("several");
const pays = await load("payments");
const { startCounting, showCounts } = await load("counting");
const words = await load("words");
const keys = await load("keys");
const chairs = await load("chairs");
const back = await load("taking-back");
const sticks = await load("sticks");
const faults = await load("faults");
await load("dragging");

/** Whether entry of the hand has begun. */
const isBegun = (winner) => Boolean(winner || all(".pad > input").some(({ value }) => value));

const show = () => {
  if (!form()) return;
  const [winner, source] = [picked("winner"), picked("source")];
  startCounting();
  showCounts();
  several.showValues();
  const changes = winner ? pays.changes() : null;
  const sums = changes && sticks.besidesDeposits(changes);
  form().classList.toggle("begun", isBegun(winner));
  form().classList.toggle("broken-off", words.isBrokenOff());
  words.showQuestion(winner, source);
  words.showSave(winner, sums);
  pays.showPayments(sums);
  pays.showGains(winner, source);
  keys.showPressed();
};

/** Closes the sheet of a choice: the keys are under the finger again. */
const closeSheet = (sheet) => {
  if (!sheet) return;
  sheet.hidePopover();
  document.dispatchEvent(new Event("moved-on"));
};

const changed = ({ target, type }) => {
  if (!form()?.contains(target)) return;
  pays.forget();
  if (back.isOffered()) back.hide();
  several.follow(target, type);
  if (target.matches(".r-sticks input")) sticks.changed(target);
  if (target.name === "winner" && target.closest(".corner")) sticks.readyFollows();
  if (target.checked) closeSheet(target.closest(".sheet-in"));
  show();
};
for (const kind of ["input", "change"]) document.addEventListener(kind, changed);

const renewed = () => {
  chairs.takeSeats();
  if (form()) several.renew();
  sticks.follow();
  back.offer();
  faults.showFirst();
  show();
};
for (const kind of ["htmx:afterSwap", "htmx:oobAfterSwap", "htmx:afterSettle"]) {
  document.addEventListener(kind, renewed);
}
// The middle of the table was redrawn from the server's data.
document.addEventListener("drawn-ahead", sticks.showPot);
// A queued entry was put back, or the form was emptied for the next hand.
document.addEventListener("filled", renewed, true);
renewed();
