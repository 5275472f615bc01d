/* Determines the server's time, whatever this device's clock shows. Asks the server a few times
   until a response is quick and uses the quickest one, whose error is at most half its round
   trip. Asks again regularly and after sleep, in another tab or offline. The measurement is
   stored for pages opened offline. */
"use strict";

window.serverTime = (() => {
  const SAMPLES = 5;
  const CLOSE = 20; // milliseconds of error that no one notices
  const PATIENCE = 1500; // milliseconds of a response
  const FRESH = 5 * 60_000; // milliseconds for which a measurement is valid
  const AGAIN = 5000; // milliseconds until the next attempt after a failure
  const DRIFT = 1e-4; // maximum drift between two clocks
  const SLEPT = 500;
  const KEPT = "server-time";
  const HOLDS = 12 * 3600_000; // milliseconds for which the device's clock is trusted

  const address = document.currentScript.dataset.address;
  const own = () => performance.now();
  // Constant except for sleep, in which many devices stop performance.now().
  const wall = () => Date.now() - own();

  // The time in such a page is the time of its storage (table-pages-service-worker.js).
  const isOld = Boolean(document.querySelector('[data-kept="yes"]'));

  const keep = (offset) => {
    try {
      localStorage.setItem(KEPT, JSON.stringify({ offset, at: Date.now() }));
    } catch {
      // Without storage no time is shown then.
    }
  };

  /** Stored difference of server time and device time; -Infinity if unknown. */
  const kept = () => {
    try {
      const { offset, at } = JSON.parse(localStorage.getItem(KEPT));
      const age = Date.now() - at;
      return age >= 0 && age < HOLDS && Number.isFinite(offset) ? offset + wall() : -Infinity;
    } catch {
      return -Infinity;
    }
  };

  let ahead = isOld ? kept() : -Infinity; // server time minus device time
  let error = Infinity;
  let measured = -Infinity;
  let asked = -Infinity;
  let tried = -Infinity;
  let asking = false;
  let reached = true;
  const heard = new Set();
  let seen = wall();
  let missed = 0; // time asleep, as far as the device's clock can be trusted
  let isApproximate = false; // the device slept or its clock was set, and the server was not asked

  /** A less exact measurement is ignored, unless it contradicts: then the server's clock was
      set. */
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
      isApproximate = false;
    } catch {
      reached = false;
      isApproximate ||= missed !== 0;
      ahead += Math.max(missed, 0);
    }
    missed = 0;
    asking = false;
  };

  /** Lets the next call of `look` measure again. */
  const renew = () => {
    asked = tried = -Infinity;
  };

  /** Called repeatedly while the time is needed. */
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

  /** Times rendered by the server, used until the first measurement: of each its first arrival,
      and the latest one, since the server's clock may have been set back. */
  const told = (server) => {
    if (isOld || heard.has(server)) return;
    heard.add(server);
    if (measured === -Infinity) ahead = server - own();
  };

  /** The server's clock was set at `moment`: discards earlier measurements. */
  const stepped = (moment) => {
    if (heard.has(moment)) return;
    heard.add(moment);
    error = Infinity;
    renew();
  };

  for (const event of ["visibilitychange", "pageshow", "online", "htmx:sseOpen"]) {
    window.addEventListener(event, renew);
  }

  return {
    look,
    told,
    stepped,
    renew,
    isOld,
    now: () => own() + ahead,
    isReached: () => reached,
    isApproximate: () => isApproximate,
  };
})();
