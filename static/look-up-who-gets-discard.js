/* Shows who gets a discard, from all answers that came with the page (in the order given in
   scoring/referee/who_gets_the_discard.py). */
"use strict";

(() => {
  const form = document.getElementById("claims");
  const { codes, tiles, words, answers } = JSON.parse(document.getElementById("claims-answers").textContent);
  const box = document.getElementById("claims-answer");
  const WINDS = [...form.querySelectorAll(".of-player")].map((player) => player.dataset.wind);
  const BARRED = ["pair", "missed", "sacred"];

  const valueOf = (name) => form.elements[name]?.value ?? "";
  const isTicked = (name) => Boolean(form.elements[name]?.checked);

  /** Rank of a value among winning ones, highest first; equal values share a rank. */
  const placeOf = (value, values) => 1 + new Set(values.filter((each) => each > value)).size;

  /** The code of a player's choices in `codes`. */
  const codeOf = (wind, values) => {
    const call = valueOf(`call_${wind}`) || "nothing";
    if (call !== "win") return call;
    const barred = BARRED.find((name) => isTicked(`${name}_${wind}`));
    if (barred) return barred;
    if (isTicked(`limit_${wind}`)) return "limit";
    const value = valueOf(`value_${wind}`);
    return value === "" ? "win" : `value${placeOf(Number(value), values)}`;
  };

  const answer = () => {
    const first = WINDS.indexOf(valueOf("discarder"));
    const others = WINDS.slice(1).map((_wind, step) => WINDS[(first + step + 1) % WINDS.length]);
    const winning = others.filter((wind) => valueOf(`call_${wind}`) === "win");
    const values = winning.map((wind) => valueOf(`value_${wind}`)).filter((each) => each !== "").map(Number);
    const done = others.map((wind) => codes.indexOf(codeOf(wind, values)));
    const start = first * tiles.length + tiles.indexOf(valueOf("tile"));
    return words[answers[done.reduce((place, code) => place * codes.length + code, start)]];
  };

  const show = () => {
    const discarder = valueOf("discarder");
    for (const player of form.querySelectorAll(".of-player")) {
      player.hidden = player.dataset.wind === discarder;
    }
    box.textContent = "";
    if (!discarder) return;
    const [why, then, isFault] = answer();
    const notice = document.createElement("p");
    notice.className = `notice ${isFault ? "error" : "success"}`;
    const bold = document.createElement("b");
    bold.textContent = why;
    notice.append(bold, ` ${then}`);
    box.append(notice);
  };

  form.addEventListener("input", show);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (form.reportValidity()) show();
  });
  show();
})();
