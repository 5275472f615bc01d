/* Loads pages of a long list's rows while scrolling or jumping and removes distant ones, so that
   the document stays small. An empty box of their height keeps all rows in place. The list has
   its first row (`data-first`), the number of rows (`data-all`) and of rows a page
   (`data-page`); each row has an id. */

const RENEW = 4_000; // milliseconds between two updates

const isInSight = (row) => {
  const { top, bottom } = row.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
};

export class Rows {
  changed = () => {};
  #pages = new Map();
  #busy = false;

  /** `read` returns the rows of a page (from 0) as elements. */
  constructor(body, read) {
    this.read = read;
    this.#take(body);
    for (const news of ["htmx:sseMessage", "htmx:afterSettle", "live-rows"]) {
      document.addEventListener(news, () => this.#news());
    }
    addEventListener("scroll", () => this.#lookSoon(), { passive: true });
    addEventListener("resize", () => this.#measure());
  }

  /** Scrolls to the row with this id, at about this index (null if unknown). Returns whether it
      exists. */
  async show(id, index) {
    let row = document.getElementById(id);
    if (!row) {
      if (index === null) return false;
      await this.#fill(index - 2 * this.step);
      row = document.getElementById(id);
    }
    if (!row) return false;
    for (const other of document.querySelectorAll(".here")) other.classList.remove("here");
    row.classList.add("here");
    row.scrollIntoView({ block: "center", behavior: "instant" });
    (row.closest("li, tr") ?? row).querySelector("th a, a")?.focus({ preventScroll: true });
    return true;
  }

  #there() {
    return [...this.body.children];
  }

  #take(body) {
    this.body = body;
    this.page = Number(body.dataset.page);
    this.step = Math.ceil(this.page / 4); // rows added or removed at a time
    this.first = Number(body.dataset.first);
    this.all = Number(body.dataset.all);
    this.count = this.#there().length;
    body.order ??= this.#there().map((row) => row.dataset.row); // known to apply-live-stream-changes.js
    if (this.all > this.count) this.#begin();
    else this.above = null;
  }

  #space(where) {
    const isTable = this.body.nodeName === "TBODY";
    const space = document.createElement(isTable ? "tbody" : "div");
    space.className = "space";
    space.setAttribute("aria-hidden", "true");
    if (isTable) space.innerHTML = "<tr><td></td></tr>";
    this.body.insertAdjacentElement(where, space);
    return space;
  }

  #begin() {
    document.querySelector(".pages")?.setAttribute("hidden", "");
    this.above = this.#space("beforebegin");
    this.below = this.#space("afterend");
    this.#measure();
    this.#lookSoon();
  }

  /** Height of a row, and rows side by side. */
  #measure() {
    if (!this.above) return;
    const rows = this.#there();
    this.height = rows.length ? this.body.offsetHeight / rows.length : 60;
    const beside = rows.findIndex((row) => row.offsetTop !== rows[0].offsetTop);
    this.across = Math.max(1, beside < 0 ? rows.length : beside);
    this.#sizes();
  }

  #sizes() {
    this.#high(this.above, this.first);
    this.#high(this.below, this.all - this.first - this.count);
  }

  #high(space, rows) {
    const inner = space.rows?.[0].cells[0] ?? space;
    inner.style.height = `${Math.round(rows * this.height)}px`;
    space.hidden = rows <= 0;
  }

  #lookSoon() {
    this.frame ??= requestAnimationFrame(async () => {
      this.frame = null;
      // It may not be enough yet, without further scrolling.
      if (!this.#busy && (await this.#look())) this.#lookSoon();
    });
  }

  /** Loads the rows in view; jumps if none of the present ones is. Returns whether any were
      loaded. */
  #look() {
    if (!this.above || !this.body.isConnected) return false;
    const { top, bottom } = this.body.getBoundingClientRect();
    const ahead = Math.min(innerHeight, this.step * this.height);
    if (bottom < -ahead || top > innerHeight + ahead) {
      const at = this.first + Math.round((innerHeight / 2 - top) / this.height);
      return this.#fill(at - Math.round(this.page / 2));
    }
    const step = Math.ceil(this.step / this.across) * this.across;
    if (bottom < innerHeight + ahead && this.first + this.count < this.all) {
      return this.#fill(this.first + step);
    }
    if (top > -ahead && this.first > 0) return this.#fill(this.first - step);
    return false;
  }

  /** Keeps the rows around `wanted` in the document and no others. Returns whether they changed. */
  async #fill(wanted, fresh = false) {
    const begin = Math.max(0, Math.min(wanted, this.all - this.page));
    const first = begin - (begin % this.across);
    if (first === this.first && !fresh) return false;
    this.#busy = true;
    try {
      const rows = await this.#slice(first, first + this.page + this.across - 1);
      const old = new Map(fresh ? [] : this.#there().map((row) => [row.id, row]));
      const nodes = rows.map((row) => old.get(row.id) ?? row.cloneNode(true));
      this.#put(first, nodes, old);
      this.changed();
      return true;
    } catch {
      return false; // offline the present rows stay
    } finally {
      this.#busy = false;
    }
  }

  /** Keeps visible rows in place, whatever the height of rows added or removed. */
  #put(first, nodes, old) {
    const seen = nodes.find((row) => old.has(row.id) && isInSight(row));
    const before = seen?.getBoundingClientRect().top;
    this.body.replaceChildren(...nodes);
    this.first = first;
    this.count = nodes.length;
    this.#sizes();
    const moved = seen ? seen.getBoundingClientRect().top - before : 0;
    if (moved) scrollBy({ top: moved, behavior: "instant" });
  }

  async #slice(from, to) {
    const [found, size] = [[], this.page];
    for (let page = Math.floor(from / size); page * size < Math.min(to, this.all); page++) {
      const rows = await this.#rowsOf(page);
      found.push(...rows.slice(Math.max(0, from - page * size), to - page * size));
    }
    return found;
  }

  #rowsOf(page) {
    if (!this.#pages.has(page)) {
      const asked = this.read(page);
      asked.catch(() => this.#pages.delete(page));
      this.#pages.set(page, asked);
    }
    return this.#pages.get(page);
  }

  /** Loaded rows may be outdated, as may content beside the first rows. */
  #news() {
    const body = document.getElementById("rows");
    if (body && body !== this.body) this.#take(body);
    this.#pages.clear();
    if (this.first === Number(this.body.dataset.first) || this.waiting) return;
    this.waiting = setTimeout(() => {
      this.waiting = 0;
      this.#fill(this.first, true);
    }, RENEW * (0.5 + Math.random() / 2));
  }
}
