/* The tiles to tap: what is left of each, and the way from tile to tile by the arrow keys. */

const STEPS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

const within = (number, list) => Math.min(Math.max(number, 0), list.length - 1);

export class Keys {
  /** `faceAt(address)`: where a face is drawn from (tile_faces.js). */
  constructor(grid, faceAt) {
    this.faceAt = faceAt;
    this.all = [...grid.querySelectorAll("[data-tile]")];
    this.rows = [...grid.querySelectorAll(".tile-row")].map((row) => [...row.children]);
    this.byCode = new Map(this.all.map((key) => [key.dataset.tile, key]));
    this.codes = [...this.byCode.keys()];
    this.shown = new Map(); // how many each key says are left: the page itself is slow to be asked
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

  copiesOf(code) {
    return Number(this.byCode.get(code)?.dataset.copies ?? 0);
  }

  /** A tile as it is drawn on its key; without a code a tile that has no picture yet. `tile`:
      one that becomes it. */
  face(code, tile = this.#blank()) {
    if (!code || tile.dataset.code === code) return tile;
    const key = this.byCode.get(code)?.firstElementChild;
    tile.dataset.code = code;
    tile.className = key?.className ?? "tile";
    tile.lastChild.data = key ? "" : code;
    const address = key?.querySelector("use").getAttribute("href");
    tile.querySelector("use").setAttribute("href", address ? this.faceAt(address) : "");
    return tile;
  }

  #blank() {
    const tile = this.all[0].firstElementChild.cloneNode(true);
    tile.querySelector("use").removeAttribute("href");
    tile.append(new Text());
    return tile;
  }

  /** How many are left of each tile. */
  count(left) {
    for (const [tile, key] of this.byCode) {
      const rest = left(tile);
      if (this.shown.get(key) === rest) continue;
      this.shown.set(key, rest);
      this.figures.get(key).data = rest;
      key.ariaLabel = `${key.dataset.name}, ${rest} ${key.dataset.left}`;
    }
  }

  /** Which can be tapped now: the last tile of a hand changes that of every key at once. */
  shut(isShut) {
    for (const [tile, key] of this.byCode) {
      const shut = String(isShut(tile));
      if (key.ariaDisabled !== shut) key.ariaDisabled = shut;
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
