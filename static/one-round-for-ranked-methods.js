// Sets the number of rounds to 1 for methods that follow the standings, and restores it for others.
const form = document.querySelector("[data-one-round]");
const ranked = form.dataset.oneRound.split(" ");
const rounds = form.elements.rounds;
let before = rounds.value;

function follow(method) {
  if (ranked.includes(method)) {
    if (rounds.value !== "1") before = rounds.value;
    rounds.value = "1";
  } else if (rounds.value === "1") rounds.value = before;
}

form.addEventListener("change", ({ target }) => {
  if (target.name === "method") follow(target.value);
});
