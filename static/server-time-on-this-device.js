/* Determines the server's time, whatever this device's clock shows. Asks the server a few times
   until a response is quick and uses the quickest one, whose error is at most half its round
   trip. Asks again regularly and after sleep, in another tab or offline. The measurement is
   stored for pages opened offline. */
"use strict";

window.serverTime = (() => {
  const SAMPLES = 5;
  const CLOSE = 20; // milliseconds by which no clock in a hall is seen to be wrong
  const PATIENCE = 1500; // milliseconds an answer may take
  const FRESH = 5 * 60_000; // for how long a measurement holds
  const AGAIN = 5000; // until the next try, where the server could not be reached
  const DRIFT = 1e-4; // how fast two clocks go apart at most
  const SLEPT = 500;
  const KEPT = "server-time";
  const HOLDS = 12 * 3600_000; // for how long the device's own clock is believed

  const address = document.currentScript.dataset.address;
  const own = () => performance.now();
  // Stands still but for sleep, in which many devices stop performance.now().
  const wall = () => Date.now() - own();

  // What such a page says of the time was so when it was kept (table-pages-service-worker.js).
  const isOld = Boolean(document.querySelector('[data-kept="yes"]'));

  const keep = (offset) => {
    try {
      localStorage.setItem(KEPT, JSON.stringify({ offset, at: Date.now() }));
    } catch {
      // A device that keeps nothing shows no time then.
    }
  };

  /** The server's time less ours, as this device measured it; -Infinity if it does not
      know. */
  const kept = () => {
    try {
      const { offset, at } = JSON.parse(localStorage.getItem(KEPT));
      const age = Date.now() - at;
      return age >= 0 && age < HOLDS && Number.isFinite(offset) ? offset + wall() : -Infinity;
    } catch {
      return -Infinity;
    }
  };

  let ahead = isOld ? kept() : -Infinity; // the server's time less ours
  let error = Infinity;
  let measured = -Infinity;
  let asked = -Infinity;
  let tried = -Infinity;
  let asking = false;
  let reached = true;
  const heard = new Set();
  let seen = wall();
  let missed = 0; // what the device slept, as far as its own clock can be believed

  /** A worse answer is no news, unless it contradicts: then the server's clock was moved. */
  const believe = (answer) => {
    const known = error + (own() - measured) * DRIFT;
    const agrees = Math.abs(answer.ahead - ahead) <= known + answer.error + CLOSE;
    if (answer.error > known && agrees) return;
    ({ ahead, error } = answer);
    measured = own();
    keep(ahead - wall());
  };

  const sample = async () => {
    const before = wall();
    const sent = own();
    const signal = AbortSignal.timeout(PATIENCE);
    const answer = await fetch(address, { cache: "no-store", credentials: "omit", signal });
    const got = own();
    const server = Number(await answer.text());
    const slept = Math.abs(wall() - before) > SLEPT;
    if (!answer.ok || !server || slept) throw new Error("no time told");
    return { ahead: server - (sent + got) / 2, error: (got - sent) / 2 };
  };

  const measure = async () => {
    asking = true;
    tried = own();
    try {
      for (let count = 0; count < SAMPLES; count += 1) {
        const answer = await sample();
        believe(answer);
        if (answer.error < CLOSE) break;
      }
      asked = own();
      reached = true;
    } catch {
      reached = false;
      ahead += Math.max(missed, 0);
    }
    missed = 0;
    asking = false;
  };

  /** Asks the server again, at the next look. */
  const renew = () => {
    asked = tried = -Infinity;
  };

  /** To be called again and again while the time is wanted. */
  const look = () => {
    const jump = wall() - seen;
    seen += jump;
    if (Math.abs(jump) > SLEPT) {
      missed += jump;
      error = Infinity;
      renew();
    }
    const due = own() - asked > FRESH && own() - tried > AGAIN;
    if (due && !asking) measure();
  };

  /** What the server wrote into the page, until it was asked: of each its first coming
      counts, the latest last, for the server's clock may have been moved back. */
  const told = (server) => {
    if (isOld || heard.has(server)) return;
    heard.add(server);
    if (measured === -Infinity) ahead = server - own();
  };

  /** That the server's clock was moved, at `moment`: what was measured before is void. */
  const stepped = (moment) => {
    if (heard.has(moment)) return;
    heard.add(moment);
    error = Infinity;
    renew();
  };

  for (const event of ["visibilitychange", "pageshow", "online", "htmx:sseOpen"]) {
    window.addEventListener(event, renew);
  }

  return { look, told, stepped, renew, isOld, now: () => own() + ahead, isReached: () => reached };
})();
