/* The keys of the table diagram: digits, doubles, and other buttons. */

const load = (name) => import(document.getElementById(name).href);
const { form, all, changed } = await load("drawn-form");
const { counted, doubles, points } = await load("drawn-counting");

const MOST_FIGURES = 4;

/** The field set by a key. */
const fieldOf = (key) =>
  key.closest("[data-number]")?.querySelector("input") ?? points(counted() || "E");

const write = (field, text) => {
  field.value = text;
  changed(field);
};

const clear = () => {
  // Riichi sticks stay on the table.
  for (const field of all("input:checked:not(.r-sticks input)")) field.checked = false;
  for (const field of all('input:not([type="hidden"], [type="radio"], [type="checkbox"])')) field.value = "";
  for (const list of all("select")) list.selectedIndex = 0;
  form().classList.remove("keying");
  form().removeAttribute("data-begun");
  for (const said of all(":is(.says, .pad) > [role=alert], #preview > .notice")) said.remove();
  form().dispatchEvent(new Event("change", { bubbles: true }));
  form().querySelector("[name=winner]").focus({ preventScroll: true });
};

const close = () => document.getElementById("other").hidePopover();

const acts = {
  clear,
  close,
  keypad: () => form().classList.add("keying"),
  keys: () => form().classList.remove("keying"),
  erase: (key) => write(fieldOf(key), fieldOf(key).value.slice(0, -1)),
  list() {
    form().classList.toggle("listing");
    close();
  },
};

document.addEventListener("click", (event) => {
  const key = event.target.closest("[data-digit], [data-do], [data-points], [data-doubles]");
  if (!key || !form()?.contains(key)) return;
  const { digit, points: count, doubles: number } = key.dataset;
  if (digit) write(fieldOf(key), String(Number(fieldOf(key).value + digit)).slice(0, MOST_FIGURES));
  if (count && counted()) write(points(counted()), count);
  if (number && counted()) write(doubles(counted()), number);
  acts[key.dataset.do]?.(key);
});
document.addEventListener("focusin", ({ target }) => {
  if (target.matches?.(".rt .pad > input")) acts.keypad();
});

/** Marks the key with the field's value; shows digits for typed numbers. */
export const showPressed = () => {
  if (document.activeElement.matches(".rt .pad > input")) acts.keypad();
  for (const key of all("[data-fill]")) {
    const field = key.closest("[data-number]").querySelector("input");
    key.setAttribute("aria-pressed", String(field.value === key.dataset.fill));
  }
};
