/* Drops responses about tiles that have changed since; a later response follows. */

export const following = (form) => {
  const preview = form.querySelector("#preview");
  const says = form.querySelector(".tile-says");
  const asked = new WeakMap(); // of which state of the form each request asks
  let state = 0;

  const changed = () => {
    state += 1;
    says.toggleAttribute("data-stale", true);
  };
  // Before the request that a change asks for at once.
  form.addEventListener("input", changed, true);
  form.addEventListener("change", changed, true);
  preview.addEventListener("htmx:beforeSend", ({ detail }) => asked.set(detail.xhr, state));
  preview.addEventListener("htmx:beforeSwap", ({ detail }) => {
    // What the page asked for itself, maybe before this script was there, is about how it came.
    if ((asked.get(detail.xhr) ?? 0) !== state) detail.shouldSwap = false;
  });
  preview.addEventListener("htmx:afterSwap", () => says.removeAttribute("data-stale"));
};
