/* Turns the table diagram to the seat of this device's user, which the device remembers, and
   marks dead hands. */

const load = (name) => import(document.getElementById(name).href);
const { SEATS, all, form } = await load("drawn-form");

const SIDES = ["bottom", "right", "top", "left"];
const TURN = `turn ${location.pathname}`;

let turns = 0;
try {
  turns = Number(localStorage.getItem(TURN)) || 0;
} catch {
  // Without storage the next page shows the table unturned.
}
const turned = () => turns;

/** Disables dead hands as winners, until the form is for a later hand. An earlier choice is
    refused by the server. */
const shutDead = () => {
  const isOver = form()?.hasAttribute("data-behind");
  for (const place of all(".r-who .place")) {
    const { at } = place.dataset;
    const isDead = !isOver && Boolean(place.querySelector("[data-dead]"));
    for (const box of all(`:is([name="winner"], [name="winners"])[value="${at}"]`)) {
      box.disabled = isDead && !box.checked;
    }
  }
};

/** Moves players with their buttons when they change seats. */
const changePlaces = () => {
  for (const sits of all(".r-who .sits")) {
    const { at } = sits.closest(".place").dataset;
    for (const place of all(`.place[data-at="${at}"]`)) place.dataset.place = sits.dataset.place;
  }
};

/** Puts every seat on its side of the page, including those at the end. */
export const takeSeats = () => {
  shutDead();
  changePlaces();
  for (const place of document.querySelectorAll(".felt .place[data-place]")) {
    place.dataset.side = SIDES[(SEATS.indexOf(place.dataset.place) + turned()) % 4];
  }
};

document.addEventListener("click", ({ target }) => {
  if (!target.closest("[data-do=turn]")) return;
  turns = (turns + 1) % 4;
  takeSeats();
  localStorage.setItem(TURN, turns);
});
