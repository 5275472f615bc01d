// The button on a player's page that follows the player: the same stars as in the standings, where
// followed players are listed first.
const button = document.querySelector("button[data-follow]");
const { keyOf, kept, toggled } = await import(button.dataset.stars);
const key = keyOf(location.pathname);
const number = Number(button.dataset.follow);
const word = button.lastElementChild;
const words = [word.textContent, word.dataset.following];
let numbers = kept(key);

function paint() {
  const follows = numbers.includes(number);
  button.setAttribute("aria-pressed", String(follows));
  button.firstElementChild.textContent = follows ? "★" : "☆";
  word.textContent = words[Number(follows)];
  button.hidden = false;
}

button.addEventListener("click", () => {
  numbers = toggled(key, number, numbers);
  paint();
});
addEventListener("storage", (event) => {
  if (event.key !== key) return;
  numbers = kept(key);
  paint();
});
paint();
