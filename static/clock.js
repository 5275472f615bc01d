/* Counts clocks down from the server's time: the device's own clock may be wrong.
   <time class="clock" data-left="seconds left when rendered" data-running="true"> */
"use strict";

(() => {
  const WARNING = 15 * 60;
  const started = new WeakMap();

  const two = (number) => String(number).padStart(2, "0");

  const text = (seconds) => {
    const hours = Math.floor(seconds / 3600);
    const rest = `${two(Math.floor((seconds % 3600) / 60))}:${two(seconds % 60)}`;
    return hours ? `${hours}:${rest}` : rest;
  };

  const show = (clock) => {
    if (!started.has(clock)) started.set(clock, performance.now());
    const passed = (performance.now() - started.get(clock)) / 1000;
    const left = Math.max(Math.ceil(Number(clock.dataset.left) - passed), 0);
    const shown = text(left);
    if (clock.textContent !== shown) clock.textContent = shown;
    clock.classList.toggle("warning", left > 0 && left <= WARNING);
    clock.classList.toggle("ended", left === 0);
  };

  const tick = () => document.querySelectorAll('.clock[data-running="true"]').forEach(show);

  tick();
  setInterval(tick, 250);
})();
