// Methods that follow the standings draw one round at a time: choosing one asks for one
// round, and choosing another gives back what stood there.
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
