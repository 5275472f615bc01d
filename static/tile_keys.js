/* The tiles to tap: what is left of each, and the way from tile to tile by the arrow keys. */

const STEPS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

const within = (number, list) => Math.min(Math.max(number, 0), list.length - 1);

export class Keys {
  constructor(grid) {
    this.all = [...grid.querySelectorAll("[data-tile]")];
    this.rows = [...grid.querySelectorAll(".tile-row")].map((row) => [...row.children]);
    this.byCode = new Map(this.all.map((key) => [key.dataset.tile, key]));
    this.codes = [...this.byCode.keys()];
    this.shown = new Map(); // what each key says: the page itself is slow to be asked
    this.figures = new Map(this.all.map((key) => [key, key.lastElementChild.appendChild(new Text())]));
    this.rove(this.all[0]);
    grid.addEventListener("keydown", (event) => this.#moved(event));
  }

  focus() {
    this.all.find((key) => key.tabIndex === 0).focus();
  }

  nameOf(code) {
    return this.byCode.get(code)?.dataset.name ?? code;
  }

  /** A tile as it is drawn on its key. */
  face(code) {
    const key = this.byCode.get(code);
    if (key) return key.firstElementChild.cloneNode(true);
    return Object.assign(document.createElement("span"), { className: "tile", textContent: code });
  }

  /** How many are left of each tile, and whether it can be tapped now. */
  show(left, isFree) {
    for (const [tile, key] of this.byCode) {
      const rest = left(tile), free = isFree(tile), before = this.shown.get(key);
      if (before?.rest !== rest) {
        this.figures.get(key).data = rest;
        key.ariaLabel = `${key.dataset.name}, ${rest} ${key.dataset.left}`;
      }
      if (before?.free !== free) key.ariaDisabled = String(!free);
      if (before?.rest !== rest || before.free !== free) this.shown.set(key, { rest, free });
    }
  }

  /** One stop of the tab key for all tiles. */
  rove(current) {
    for (const key of this.all) key.tabIndex = key === current ? 0 : -1;
  }

  #moved(event) {
    const key = event.target.closest("[data-tile]");
    const step = STEPS[event.key];
    if (!key || !step) return;
    const at = this.rows.findIndex((row) => row.includes(key));
    const row = this.rows[within(at + step[0], this.rows)];
    const next = row[within(this.rows[at].indexOf(key) + step[1], row)];
    event.preventDefault();
    this.rove(next);
    next.focus();
  }
}
