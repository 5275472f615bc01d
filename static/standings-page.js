/* The standings page: find a name, jump to a player's row, star players and list them first, load
   rows while scrolling, so that 1,000 players cost no more than 100. Without this module the
   page shows 100 rows and links to the others. */
const { listRows, stars: starred, finder: finding } = document.querySelector("script[data-finder]").dataset;
const [{ Rows }, { Stars }, { finder }] = await Promise.all(
  [listRows, starred, finding].map((name) => import(name)),
);

const body = document.getElementById("rows");
const form = document.querySelector("form[data-find]");
if (body && form) {
  document.documentElement.classList.add("scripted");
  const address = form.dataset.find;
  const rows = new Rows(body, async (page) => {
    const answer = await fetch(`${address}rows/?first=${page * rows.page}`);
    if (!answer.ok) throw new Error(answer.status);
    const holder = document.createElement("tbody");
    holder.innerHTML = await answer.text();
    return [...holder.rows];
  });
  const stars = new Stars(address, () => document.getElementById("rows"));
  const { indexOf } = finder(form, address, (number) => go(number));
  // A row is usually near its previous place; otherwise the order is requested again.
  const go = async (number) => {
    const id = `p${number}`;
    if (await rows.show(id, null)) return;
    if (await rows.show(id, await indexOf(number, false))) return;
    rows.show(id, await indexOf(number, true));
  };
  const jump = document.getElementById("jump");
  const offer = () => (jump.hidden = stars.first === null);
  jump.addEventListener("click", () => go(stars.first));
  stars.changed = offer;
  rows.changed = () => stars.paint();
  stars.paint();
  offer();
  // A link to a player's row, for example from their personal page.
  const named = /^#p(\d+)$/.exec(location.hash);
  if (named) go(Number(named[1]));
}
