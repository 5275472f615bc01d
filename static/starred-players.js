/* Starred players: stored on this device, listed first, and marked in the list. */

const KEY = "stars:";

/** The storage key of a tournament, from an address of one of its pages. */
export const keyOf = (address) => KEY + address.match(/\/t\/([^/]+)\//)[1];

/** The numbers of the starred players, first starred first. */
export function kept(key) {
  try {
    const numbers = JSON.parse(localStorage.getItem(key) ?? "[]");
    return Array.isArray(numbers) ? numbers.filter(Number.isInteger) : [];
  } catch {
    return [];
  }
}

/** The numbers with or without this one, also stored. */
export function toggled(key, number, before) {
  const numbers = before.includes(number)
    ? before.filter((other) => other !== number)
    : [...before, number];
  try {
    localStorage.setItem(key, JSON.stringify(numbers));
  } catch {
    // Without storage the stars last until the page is left.
  }
  return numbers;
}

export class Stars {
  changed = () => {};

  /** `address`: the standings; `body` contains the present rows. */
  constructor(address, body) {
    this.address = address;
    this.body = body;
    this.key = keyOf(address);
    this.numbers = kept(this.key);
    this.section = document.getElementById("yours");
    document.addEventListener("click", (event) => {
      const star = event.target.closest?.(".star");
      if (star) this.#press(star);
    });
    document.addEventListener("htmx:sseMessage", () => this.#renew());
    document.addEventListener("live-rows", () => this.#renew());
    addEventListener("storage", (event) => {
      if (event.key !== this.key) return;
      this.numbers = kept(this.key);
      this.paint();
    });
  }

  /** The player starred first, to whose row the page jumps; null if none. */
  get first() {
    return this.numbers[0] ?? null;
  }

  /** Adds a star to each row, and lists starred players first. */
  paint() {
    const body = this.body();
    if (!body) return;
    for (const row of body.rows) if (row.dataset.row) this.#mark(row);
    this.#fill();
    this.changed();
  }

  #press(star) {
    const number = Number(star.closest("tr").dataset.row);
    this.numbers = toggled(this.key, number, this.numbers);
    this.paint();
  }

  #mark(row) {
    const own = this.numbers.includes(Number(row.dataset.row));
    row.classList.toggle("mine", own);
    let star = row.querySelector(".star");
    if (!star) {
      star = document.createElement("button");
      star.type = "button";
      star.className = "star";
      star.dataset.added = ""; // apply-live-stream-changes.js counts only the original nodes
      row.querySelector("th").prepend(star);
    }
    const words = this.section.dataset;
    star.textContent = own ? "★" : "☆";
    star.setAttribute("aria-pressed", String(own));
    star.setAttribute("aria-label", `${words.star}: ${row.querySelector("th a").textContent}`);
  }

  async #fill() {
    const asked = this.numbers.join(",");
    if (!asked) {
      this.section.hidden = true;
      return;
    }
    const rows = await this.#rows(asked);
    if (rows === null || asked !== this.numbers.join(",")) return;
    const copies = this.section.querySelector("tbody");
    copies.innerHTML = rows;
    for (const row of copies.rows) {
      row.id = "";
      this.#mark(row);
    }
    this.section.hidden = copies.rows.length === 0;
  }

  /** Their rows, from the page if it has all of them. */
  async #rows(asked) {
    const here = asked.split(",").map((number) => document.getElementById(`p${number}`));
    if (here.every(Boolean)) {
      here.sort((one, other) => one.compareDocumentPosition(other) & 4 ? -1 : 1);
      return here.map((row) => row.outerHTML).join("");
    }
    try {
      const answer = await fetch(`${this.address}rows/?numbers=${asked}`);
      return answer.ok ? await answer.text() : null;
    } catch {
      return null;
    }
  }

  /** Updates after changes, immediately if the page has their rows, otherwise spread over time. */
  #renew() {
    if (this.waiting) return;
    const here = this.numbers.every((number) => document.getElementById(`p${number}`));
    this.waiting = setTimeout(
      () => {
        this.waiting = 0;
        this.paint();
      },
      here ? 50 : 2_000 + 3_000 * Math.random(),
    );
  }
}
