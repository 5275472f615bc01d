/* Reads the form of the table diagram. Looks it up each time, because the server may replace it
   at any change of the table. */

export const { joined, signed } = await import(document.getElementById("write-by-language").href);

export const SEATS = [..."ESWN"];

export const form = () => document.querySelector("#hand-form.rt");
export const all = (what) => [...(form()?.querySelectorAll(what) ?? [])];
export const picked = (name) => form().querySelector(`[name="${name}"]:checked`)?.value ?? "";
export const placeOf = (seat) => form().querySelector(`.r-who [data-at="${seat}"]`);

/** A player's short name. */
export const short = (seat) => placeOf(seat).dataset.short;

/** The label of an ending without a single winner. */
export const label = (ending) => {
  const button = form().querySelector(`[name="winner"][value="${ending}"]`);
  return button.closest("label").querySelector(".name").textContent;
};

/** A sentence from the form with names filled in. */
export const say = (name, values = {}) =>
  form().dataset[`say${name}`].replace(/\{(\w+)\}/g, (_, key) => values[key]);

/** Changes the text of an element without replacing its node: WebKit drops the click of a press
    on a node that is replaced before the release. */
export const write = (element, text) => {
  if (!element.firstChild) element.textContent = text;
  else if (element.textContent !== text) element.firstChild.data = text;
};

/** Announces that a script has changed a field. */
export const changed = (field) => field.dispatchEvent(new Event("input", { bubbles: true }));
