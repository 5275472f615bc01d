/* Whoever goes on by tiles takes along what is already said of who won: tile-entry-phone-screen.js puts
   it into the form there, with a network or without. */

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
