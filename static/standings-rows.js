/* The rows of standings in a window: they come in pages of a hundred as somebody scrolls or
   jumps, and those far away leave, so that the document stays small. An empty row as high as
   they were keeps each one in its place. */

const PAGE = 100; // rows that come with one answer
const STEP = 25; // rows that come and go at a time
const MOST = 100; // rows in the document
const RENEW = 4_000; // milliseconds within which news is asked for once

export class Rows {
  changed = () => {};
  #pages = new Map();
  #busy = false;

  constructor(body, address) {
    this.address = address;
    this.body = body;
    this.first = Number(body.dataset.first);
    this.all = Number(body.dataset.all);
    this.count = this.#there().length;
    body.order ??= this.#there().map((row) => row.dataset.row); // what live-rows.js knows
    if (this.all > this.count) this.#begin();
    document.addEventListener("htmx:sseMessage", () => this.#news());
    document.addEventListener("live-rows", () => this.#news());
  }

  /** Bring the row of a player into sight; `index` is where it is, if that is known. */
  async show(number, index = null) {
    let row = document.getElementById(`p${number}`);
    if (!row) {
      const at = index ?? (await this.#indexOf(number));
      if (at === null) return;
      await this.#fill(Math.max(0, Math.min(at - 2 * STEP, this.all - MOST)));
      row = document.getElementById(`p${number}`);
    }
    if (!row) return;
    for (const other of document.querySelectorAll("tr.here")) other.classList.remove("here");
    row.classList.add("here");
    row.scrollIntoView({ block: "center", behavior: "instant" });
    row.querySelector("th a").focus({ preventScroll: true });
  }

  #there() {
    return [...this.body.rows];
  }

  #space(where) {
    const space = document.createElement("tbody");
    space.className = "space";
    space.setAttribute("aria-hidden", "true");
    space.innerHTML = "<tr><td></td></tr>";
    this.body.insertAdjacentElement(where, space);
    return space;
  }

  #begin() {
    document.querySelector(".pages")?.setAttribute("hidden", "");
    this.above = this.#space("beforebegin");
    this.below = this.#space("afterend");
    const rows = this.#there();
    this.height = rows.length ? this.body.offsetHeight / rows.length : 60;
    this.#sizes();
    addEventListener("scroll", () => this.#lookSoon(), { passive: true });
    this.#lookSoon();
  }

  #sizes() {
    this.#high(this.above, this.first);
    this.#high(this.below, this.all - this.first - this.count);
  }

  #high(space, rows) {
    space.rows[0].cells[0].style.height = `${Math.round(rows * this.height)}px`;
    space.hidden = rows <= 0;
  }

  #lookSoon() {
    this.frame ??= requestAnimationFrame(async () => {
      this.frame = null;
      // What came may not be enough yet, and nobody scrolls again for that.
      if (!this.#busy && (await this.#look())) this.#lookSoon();
    });
  }

  /** Take in what comes into sight; at once somewhere else if nothing here is in it. Gives
      whether anything came. */
  #look() {
    const { top, bottom } = this.body.getBoundingClientRect();
    const ahead = Math.min(innerHeight, STEP * this.height);
    if (bottom < -ahead || top > innerHeight + ahead) {
      const at = this.first + Math.round((innerHeight / 2 - top) / this.height);
      return this.#fill(Math.max(0, Math.min(at - MOST / 2, this.all - MOST)));
    }
    if (bottom < innerHeight + ahead && this.first + this.count < this.all) {
      return this.#move(STEP);
    }
    if (top > -ahead && this.first > 0) return this.#move(-STEP);
    return false;
  }

  #move(step) {
    return this.#fill(Math.max(0, Math.min(this.first + step, this.all - MOST)));
  }

  /** Have the rows from `first` on in the document, and no others. Gives whether they
      are. */
  async #fill(first, fresh = false) {
    this.#busy = true;
    try {
      const rows = await this.#slice(first, first + MOST);
      const old = new Map(fresh ? [] : this.#there().map((row) => [row.id, row]));
      const nodes = rows.map((row) => old.get(row.id) ?? row.cloneNode(true));
      this.body.replaceChildren(...nodes);
      this.first = first;
      this.count = nodes.length;
      this.#sizes();
      this.changed();
      return true;
    } catch {
      return false; // without the network the rows that are here stay
    } finally {
      this.#busy = false;
    }
  }

  async #slice(from, to) {
    const found = [];
    for (let page = Math.floor(from / PAGE); page * PAGE < Math.min(to, this.all); page++) {
      const rows = await this.#page(page);
      found.push(...rows.slice(Math.max(0, from - page * PAGE), to - page * PAGE));
    }
    return found;
  }

  #page(page) {
    if (!this.#pages.has(page)) {
      const asked = fetch(`${this.address}rows/?first=${page * PAGE}`)
        .then((answer) => (answer.ok ? answer.text() : Promise.reject(answer.status)))
        .then((text) => {
          const holder = document.createElement("template");
          holder.innerHTML = `<table><tbody>${text}</tbody></table>`;
          return [...holder.content.querySelectorAll("tr")];
        });
      asked.catch(() => this.#pages.delete(page));
      this.#pages.set(page, asked);
    }
    return this.#pages.get(page);
  }

  async #indexOf(number) {
    for (let page = 0; page * PAGE < this.all; page++) {
      const rows = await this.#page(page);
      const at = rows.findIndex((row) => row.id === `p${number}`);
      if (at >= 0) return page * PAGE + at;
    }
    return null;
  }

  /** What was fetched may be another by now; what is shown beside the first rows too. */
  #news() {
    const body = document.getElementById("rows");
    if (body && body !== this.body) {
      this.body = body;
      this.first = Number(body.dataset.first);
      this.count = this.#there().length;
      if (this.height) {
        this.above = this.#space("beforebegin");
        this.below = this.#space("afterend");
        this.#sizes();
      }
    }
    this.#pages.clear();
    if (this.first === Number(this.body.dataset.first) || this.waiting) return;
    this.waiting = setTimeout(() => {
      this.waiting = 0;
      this.#fill(this.first, true);
    }, RENEW * (0.5 + Math.random() / 2));
  }
}
