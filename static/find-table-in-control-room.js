/* Finds tables in the control room while typing, also after an update. The choice is kept in the
   address and survives a reload. */
"use strict";

(() => {
  const field = document.getElementById("find");
  if (!field) return;

  const isFound = (table, text) =>
    /^\d+$/.test(text)
      ? table.dataset.table === text
      : table.querySelector("ol").textContent.toLowerCase().includes(text);

  const find = () => {
    const text = field.value.trim().toLowerCase();
    for (const table of document.querySelectorAll("[data-table]")) {
      table.hidden = Boolean(text) && !isFound(table, text);
    }
  };

  field.addEventListener("input", find);
  field.form.addEventListener("change", () => {
    history.replaceState(history.state, "", `?${new URLSearchParams(new FormData(field.form))}`);
  });
  field.form.addEventListener("submit", (event) => event.preventDefault());

  // By default, many tables are listed only if the window is too small for their cards.
  const asList = document.getElementById("as-list");
  const last = document.querySelector(".tables > :last-child");
  if (last && asList.checked && !new URLSearchParams(location.search).has("q")) {
    asList.checked = false;
    asList.checked = last.getBoundingClientRect().bottom > innerHeight;
  }

  document.addEventListener("htmx:afterSettle", find);
  document.addEventListener("htmx:sseMessage", find);
  find();
})();
