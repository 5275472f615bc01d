/* What a screen of the hall shows, one thing after the other, also without a network.
   <section class="turn" data-turn="its name" data-seconds="how long"> come anew with the live
   stream. While the time of the round is nearly up or over, its clock stays. */
"use strict";

(() => {
  const STAYS = "hall-turns-stay";
  const ENDS = ".clock-face > .clock-figures > .clock:is(.warning, .ended)";
  const root = document.getElementById("big-clock");
  const part = (name) => document.querySelector(`[data-part="${name}"]`);
  const [stay, next] = [part("stay"), part("next")];
  let place = [...root.querySelectorAll(".turn")].findIndex((turn) => !turn.hidden);
  let name = null; // of the turn that is due
  let since = performance.now();

  const isOn = () => stay.getAttribute("aria-pressed") === "true";

  const show = () => {
    const turns = [...root.querySelectorAll(".turn")];
    const several = turns.length > 1;
    [stay.hidden, next.hidden] = [!several, !several];
    if (!turns.length) return [];
    const there = turns.findIndex((turn) => turn.dataset.turn === name);
    place = there < 0 ? Math.max(place, 0) % turns.length : there;
    name = turns[place].dataset.turn;
    const staying = turns.find((turn) => turn.querySelector(ENDS));
    turns.forEach((turn, at) => { turn.hidden = staying ? turn !== staying : at !== place; });
    return turns;
  };

  const goOn = () => {
    const turns = show();
    if (!turns.length) return;
    place = (place + 1) % turns.length;
    name = turns[place].dataset.turn;
    since = performance.now();
    show();
  };

  const tick = () => {
    const turns = show();
    const seconds = Number(turns[place]?.dataset.seconds);
    if (turns.length > 1 && !isOn() && performance.now() - since >= seconds * 1000) goOn();
  };

  const press = (on) => {
    stay.setAttribute("aria-pressed", String(on));
    localStorage.setItem(STAYS, on ? "yes" : "no");
  };

  press(localStorage.getItem(STAYS) === "yes");
  stay.addEventListener("click", () => press(!isOn()));
  next.addEventListener("click", goOn);
  // At once, so that nothing is seen for a moment that is not due.
  document.addEventListener("htmx:afterSwap", show);
  document.addEventListener("htmx:sseMessage", show);
  tick();
  setInterval(tick, 250);
})();
