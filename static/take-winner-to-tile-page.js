/* Passes the chosen winner on to the tile page, where tile-entry-phone-screen.js enters it,
   online or offline. */

const SAID = ["winner", "winners", "source"];

document.addEventListener("click", ({ target }) => {
  const link = target.closest('a[href*="/tiles/"]');
  const form = document.getElementById("hand-form");
  if (!link || !form) return;
  const names = [...SAID, link.dataset.deposits];
  const given = [...new FormData(form)].filter(([name]) => names.includes(name));
  const said = given.map(([name, value]) => [name === "winners" ? "winner" : name, value]);
  link.search = new URLSearchParams(said);
});
