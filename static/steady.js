/* Nothing moves under a thumb. What would be put into the page while something is being
   pressed could push a button away before it is released, and the tap would be lost: it is
   left out, and asked for again after the tap. */
"use strict";

(() => {
  const AFTER = 100; // milliseconds in which a tap becomes a click
  const root = document.documentElement;
  const left = new Set();

  const isPreview = (element) => element.id.startsWith("preview");
  const isRenewed = (element) => isPreview(element) || element.id === "sheet";

  const release = () => {
    root.removeAttribute("data-pressed");
    document.dispatchEvent(new Event("released"));
    for (const element of left) {
      if (isPreview(element)) element.closest("form")?.dispatchEvent(new Event("change"));
      else window.htmx.trigger(document.body, "renew-sheet");
    }
    left.clear();
  };

  document.addEventListener(
    "pointerdown",
    (event) => root.toggleAttribute("data-pressed", Boolean(event.target.closest("button, label"))),
    true,
  );
  for (const end of ["pointerup", "pointercancel"]) {
    document.addEventListener(end, () => setTimeout(release, AFTER), true);
  }

  document.addEventListener("htmx:beforeSwap", (event) => {
    const { elt, requestConfig } = event.detail;
    const asked = requestConfig?.elt ?? elt;
    if (!root.hasAttribute("data-pressed") || !isRenewed(asked)) return;
    event.detail.shouldSwap = false;
    left.add(asked);
  });
})();
