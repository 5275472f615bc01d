/* Rules in which all four hands count: the keys count one seat after another, and each seat
   shows its hand's value. */

const load = (name) => import(document.getElementById(name).href);
const { SEATS, form, all, changed, picked } = await load("drawn-form");
const { winners } = await load("drawn-several");
const { doubled } = await load("table-payments");
const { fieldsOf } = await load("table-form");

export const points = (seat) => form().elements[`points_${seat}`];
export const doubles = (seat) => form().elements[`doubles_${seat}`];

/** Whether only the winner's hand counts. */
export const isAlone = () => !form().querySelector(".r-edit");

/** The seat whose hand the keys set; "" if none. */
export const counted = () => {
  if (!form().querySelector(".counts") || !winners().length) return "";
  return picked("edit") || winners()[0];
};

/** Selects the winner's hand once winner and discarder are chosen; the others start at 0. */
export const startCounting = () => {
  if (!form().querySelector(".counts") || !picked("source")) return;
  const won = winners();
  if (!won.length) return;
  const edit = form().querySelector(`[name="edit"][value="${won[0]}"]`);
  if (edit && !picked("edit")) edit.checked = true;
  for (const seat of SEATS) {
    if (won.includes(seat) || isAlone() || points(seat)?.value !== "") continue;
    points(seat).value = "0";
    changed(points(seat));
  }
};

/** The value of a hand in digits. */
const madeBy = (seat, fields, doubling) => {
  const worth = (doubling && doubled(fields, seat, doubling)) ?? "";
  if (doubles(seat).value === "limit") return String(worth);
  const count = points(seat).value;
  const times = 2 ** (Number(doubles(seat).value) || 0);
  return count && times > 1 ? `${count} × ${times} = ${worth}` : count;
};

export const showCounts = () => {
  if (!form().querySelector(".counts")) return;
  const told = document.getElementById("stage")?.dataset.payments;
  const { doubling } = told ? JSON.parse(told) : {};
  const fields = new URLSearchParams(fieldsOf(form()));
  const won = winners();
  for (const place of all(".r-who .place")) {
    const made = place.querySelector(".made");
    if (made) made.textContent = won.length ? madeBy(place.dataset.at, fields, doubling) : "";
  }
  const seat = counted();
  const press = (what, field) => {
    for (const key of all(`[data-${what}]`)) {
      key.setAttribute("aria-pressed", String(Boolean(seat) && field(seat).value === key.dataset[what]));
    }
  };
  press("points", points);
  press("doubles", doubles);
  form().querySelector(".counts").dataset.of = seat && !won.includes(seat) ? "loser" : "winner";
};
