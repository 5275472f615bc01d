/* Draws the table as it will be after the unsent hands: dealer, winds and scores. Drawn over the
   server's state, and marked. */

const SEATS = [..."ESWN"];
const MINUS = "\u2212";

const filled = (words, values) => words.replace(/\{(\w+)\}/g, (_, key) => values[key]);

/** The bricks of a wall's path, which says of each where it begins from the one before. */
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

export class Ahead {
  #own = new WeakMap(); // what the server put into the parts that are drawn here

  /** `follow`: how the table goes on after entries (offline-dealer-and-winds.js); `payments`: what a win
      pays (offline-win-payments.js). */
  constructor(follow, payments) {
    Object.assign(this, { follow, payments });
  }

  /** Draws the table as it stands after the entries that wait; as the server said if none do.
      Each of them with what it `paid`, null where only the server knows. */
  draw(form, entries) {
    const stage = document.getElementById("stage");
    const { steps, at } = this.follow(stage?.dataset ?? {}, entries, this.payments);
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

  /** What the server put there, whatever is drawn over it. */
  ownOf(part) {
    if (!this.#own.has(part)) this.#own.set(part, [...part.childNodes]);
    return this.#own.get(part);
  }

  /** A part of the page by its id as the server put it there. */
  asItWas(id) {
    const part = document.getElementById(id);
    part?.replaceChildren(...this.ownOf(part).map((node) => node.cloneNode(true)));
    return part;
  }

  /** Everybody's wind, and who deals: what lay at the seat that had this wind. */
  drawSeats(form, at) {
    const parts = SEATS.map((seat) => document.getElementById(`sits-winner-${seat}`)).filter(Boolean);
    if (!form || parts.some((part) => !part.dataset.wind)) return;
    const own = parts.map((part) => this.ownOf(part).map((node) => node.cloneNode(true)));
    parts.forEach((part, number) => {
      const wind = at ? at.deal.winds[number] : part.dataset.wind;
      part.replaceChildren(...own[parts.findIndex((each) => each.dataset.wind === wind)]);
    });
  }

  /** Which deal it is, the prevailing wind, and whether the deal is a repeated one. */
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

  /** As many deals more are over, on the wall. */
  drawWall(at) {
    const wall = this.asItWas("bricks");
    if (!at || !wall) return;
    const paths = ["done", "now", "todo"].map((name) => wall.querySelector(`.${name}`));
    const [done, ...left] = paths.map(bricksOf);
    const [bricks, over] = [[...done, ...left.flat()], done.length + at.number];
    const parts = [bricks.slice(0, over), bricks.slice(over, over + 1), bricks.slice(over + 1)];
    paths.forEach((path, number) => path.setAttribute("d", parts[number].join("")));
  }

  /** The counters of the deal, and the deposits of the hands before. */
  drawDeposits(at) {
    const part = this.asItWas("pot");
    if (!part || !at?.sticks) return;
    part.querySelector("span:not(.stick)").textContent = at.counters.repeats;
    part.querySelector(".deposits").dataset.there = at.sticks.there;
  }

  /** The scores with what is known of the hands that wait; marked, if that is not all. */
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
      const figures = `${now < 0 ? MINUS : now > 0 && part.dataset.signed ? "+" : ""}${Math.abs(now)}`;
      const inPlay = part.querySelector(".in-play .score");
      const deposit = Number(document.getElementById("laid")?.dataset.deposit);
      if (inPlay) inPlay.textContent = `${now < deposit ? MINUS : ""}${Math.abs(now - deposit)}`;
      if (score.textContent === figures) continue;
      score.textContent = figures;
      score.className = `score ${now < 0 ? "minus" : part.dataset.signed && now > 0 ? "plus" : ""}`;
    }
  }

  /** The table of payments of the hand that is in the form now. */
  tellPayments({ dataset }, table) {
    dataset.own ??= dataset.payments;
    dataset.payments = table ? JSON.stringify(table) : dataset.own;
  }
}
