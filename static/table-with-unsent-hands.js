/* Draws the table as it will be after the unsent hands: dealer, winds and scores. Drawn over the
   server's state, and marked. */

const SEATS = [..."ESWN"];
const { whole, signed } = await import(document.getElementById("write-by-language").href);

const filled = (words, values) => words.replace(/\{(\w+)\}/g, (_, key) => values[key]);

/** The bricks of a wall's path; each starts relative to the previous one. */
const bricksOf = (path) => {
  let [x, y] = [0, 0];
  return [...path.getAttribute("d").matchAll(/m(\S+) ([^h]+)(h[^z]+z)/g)].map(([, right, down, brick]) => {
    [x, y] = [x + Number(right), y + Number(down)];
    return `M${x} ${y}${brick}`;
  });
};

const sumsOf = (paid) => {
  const sums = Object.fromEntries(SEATS.map((seat) => [seat, 0]));
  for (const [payer, payee, points] of paid) {
    if (payer) sums[payer] -= points;
    if (payee) sums[payee] += points;
  }
  return sums;
};

/** Each player's score after these steps, by seat. */
const scoresAfter = (steps) => {
  const sums = sumsOf(steps.flatMap(({ paid }) => paid));
  const parts = SEATS.map((seat) => [seat, document.getElementById(`standing-${seat}`)?.dataset.score]);
  const seated = parts.filter(([, score]) => score !== undefined);
  return Object.fromEntries(seated.map(([seat, score]) => [seat, Number(score) + sums[seat]]));
};

export class Ahead {
  #own = new WeakMap(); // the server's content of parts drawn here

  /** `course`: calculates the state after entries (offline-dealer-and-winds.js); `payments`:
      payments of a win (offline-win-payments.js). */
  constructor(course, payments) {
    Object.assign(this, { course, payments });
  }

  /** The steps of the waiting entries, and the state after them. */
  follow(entries) {
    return this.course.follow(document.getElementById("stage")?.dataset ?? {}, entries, this.payments);
  }

  /** Whether the dealer may end the game with the form's entry after the waiting ones, see
      `mayDealerStop`. */
  mayDealerStop(entry, entries) {
    const { steps, at } = this.follow(entries);
    const isKnown = steps.every(({ paid }) => paid);
    const scores = isKnown ? scoresAfter(steps) : null;
    return this.course.mayDealerStop(at, scores, entry, this.payments);
  }

  /** Draws the table after the waiting entries, or the server's state if there are none. Each
      entry has its payments `paid`, null if only the server can calculate them. */
  draw(form, entries) {
    const stage = document.getElementById("stage");
    const { steps, at } = this.follow(entries);
    const ahead = form && entries.length ? at : null;
    form?.toggleAttribute("data-moved-on", Boolean(ahead));
    this.drawSeats(form, ahead);
    this.drawRound(ahead);
    this.drawWall(ahead);
    this.drawDeposits(ahead);
    this.drawScores(form, steps);
    if (stage?.dataset.payments !== undefined) this.tellPayments(stage, ahead?.table);
    return steps;
  }

  /** The server's content of a part. */
  ownOf(part) {
    if (!this.#own.has(part)) this.#own.set(part, [...part.childNodes]);
    return this.#own.get(part);
  }

  /** A part by id with the server's content. */
  asItWas(id) {
    const part = document.getElementById(id);
    part?.replaceChildren(...this.ownOf(part).map((node) => node.cloneNode(true)));
    return part;
  }

  /** Winds and dealer: moves the content of the seats by wind. */
  drawSeats(form, at) {
    const parts = SEATS.map((seat) => document.getElementById(`sits-winner-${seat}`)).filter(Boolean);
    if (!form || parts.some((part) => !part.dataset.wind)) return;
    const own = parts.map((part) => this.ownOf(part).map((node) => node.cloneNode(true)));
    parts.forEach((part, number) => {
      const wind = at ? at.deal.winds[number] : part.dataset.wind;
      part.replaceChildren(...own[parts.findIndex((each) => each.dataset.wind === wind)]);
    });
  }

  /** Hand number, prevailing wind, and repetition. */
  drawRound(at) {
    const [glyph, name] = at?.told.names[at.deal.round] ?? [];
    const title = document.getElementById("hand-title");
    if (at && title?.dataset.deal) {
      title.textContent = filled(title.dataset.deal, { wind: name, deal: at.deal.deal });
    }
    const wind = this.asItWas("round-wind");
    if (at && wind) {
      wind.querySelector(".seat").textContent = glyph;
      wind.querySelector(".seat").classList.toggle("east", at.deal.round === "E");
      wind.lastChild.textContent = name;
    }
    const fact = this.asItWas("round-fact");
    if (at && fact) {
      fact.textContent = at.repeated ? filled(fact.dataset.repeated, { number: at.repeated }) : "";
    }
  }

  /** Marks the additional finished hands in the picture of the wall. */
  drawWall(at) {
    const wall = this.asItWas("bricks");
    if (!at || !wall) return;
    const paths = ["done", "now", "todo"].map((name) => wall.querySelector(`.${name}`));
    const [done, ...left] = paths.map(bricksOf);
    const [bricks, over] = [[...done, ...left.flat()], done.length + at.number];
    const parts = [bricks.slice(0, over), bricks.slice(over, over + 1), bricks.slice(over + 1)];
    paths.forEach((path, number) => path.setAttribute("d", parts[number].join("")));
  }

  /** Counters, and sticks of earlier hands. */
  drawDeposits(at) {
    const part = this.asItWas("pot");
    if (!part || !at?.sticks) return;
    part.querySelector("span:not(.stick)").textContent = at.counters.repeats;
    part.querySelector(".deposits").dataset.there = at.sticks.there;
  }

  /** Scores with the known payments of waiting hands; marked if some are unknown. */
  drawScores(form, steps) {
    const known = steps.findIndex(({ paid }) => !paid);
    const counted = known < 0 ? steps : steps.slice(0, known);
    const sums = sumsOf(counted.flatMap(({ paid }) => paid));
    for (const seat of SEATS) {
      const part = document.getElementById(`standing-${seat}`);
      const score = part?.querySelector(".score");
      if (!score || part.dataset.score === undefined) continue;
      part.toggleAttribute("data-unsent", Boolean(steps.length));
      part.toggleAttribute("data-lacking", counted.length < steps.length);
      const now = Number(part.dataset.score) + sums[seat];
      const figures = part.dataset.signed ? signed(now) : whole(now);
      const inPlay = part.querySelector(".in-play .score");
      const deposit = Number(document.getElementById("laid")?.dataset.deposit);
      if (inPlay) inPlay.textContent = whole(now - deposit);
      if (score.textContent === figures) continue;
      score.textContent = figures;
      score.className = `score ${now < 0 ? "minus" : part.dataset.signed && now > 0 ? "plus" : ""}`;
    }
  }

  /** The table of payments for the form's hand. */
  tellPayments({ dataset }, table) {
    dataset.own ??= dataset.payments;
    dataset.payments = table ? JSON.stringify(table) : dataset.own;
  }
}
