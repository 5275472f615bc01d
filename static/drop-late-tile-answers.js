/* Drops responses about tiles that have changed since; a later response follows. */

export const following = (form) => {
  const preview = form.querySelector("#preview");
  const says = form.querySelector(".tile-says");
  const asked = new WeakMap(); // form version of each request
  let state = 0;

  const changed = () => {
    state += 1;
    says.toggleAttribute("data-stale", true);
  };
  // Before the request caused by a change.
  form.addEventListener("input", changed, true);
  form.addEventListener("change", changed, true);
  preview.addEventListener("htmx:beforeSend", ({ detail }) => asked.set(detail.xhr, state));
  preview.addEventListener("htmx:beforeSwap", ({ detail }) => {
    // The page's first request, possibly before this script loaded, is about its initial state.
    if ((asked.get(detail.xhr) ?? 0) !== state) detail.shouldSwap = false;
  });
  preview.addEventListener("htmx:afterSwap", () => says.removeAttribute("data-stale"));
};
