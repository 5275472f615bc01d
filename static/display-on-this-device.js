/* Display of a table's pages on this device: large tiles and text, numerals and letters on tiles,
   names of winds. Runs before the page is drawn; the choices stay on the device. */
"use strict";

(() => {
  const KEY = "table-display";
  const root = document.documentElement;
  let chosen = [];
  try {
    chosen = (localStorage.getItem(KEY) ?? "").split(" ").filter(Boolean);
  } catch {
    // Without storage the choices last as long as the page.
  }
  const show = () => {
    if (chosen.length) root.setAttribute("data-display", chosen.join(" "));
    else root.removeAttribute("data-display");
  };
  show();

  const boxes = () => [...document.querySelectorAll("#display input")];
  const tick = () => boxes().forEach((box) => { box.checked = chosen.includes(box.value); });
  document.addEventListener("DOMContentLoaded", tick);
  document.addEventListener("change", ({ target }) => {
    if (!target.closest("#display")) return;
    chosen = boxes().filter((box) => box.checked).map((box) => box.value);
    show();
    try {
      localStorage.setItem(KEY, chosen.join(" "));
    } catch {
      // Without storage the choices last as long as the page.
    }
    dispatchEvent(new Event("resize"));
  });
  // Shows the large keys of the suit that was tapped, also after a refused save.
  let suit;
  const turnTo = (tab) => {
    const picker = tab.closest(".tile-picker");
    suit = tab.dataset.suitTab;
    picker.setAttribute("data-suit", suit);
    for (const other of picker.querySelectorAll("[data-suit-tab]")) other.setAttribute("aria-pressed", String(other === tab));
    const keys = [...picker.querySelectorAll(".tile-key")];
    const first = keys.find((key) => key.checkVisibility());
    for (const key of keys) key.tabIndex = key === first ? 0 : -1;
  };
  document.addEventListener("click", ({ target }) => {
    const tab = target.closest("[data-suit-tab]");
    if (tab) turnTo(tab);
  });
  document.addEventListener("htmx:afterSwap", () => {
    const tab = suit && document.querySelector(`[data-suit-tab="${suit}"][aria-pressed="false"]`);
    if (tab) turnTo(tab);
  });
})();
