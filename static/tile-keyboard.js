/* The tile keys: how many of each tile are left, and moving between keys by arrow keys. */

const STEPS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

const within = (number, list) => Math.min(Math.max(number, 0), list.length - 1);

const SVG = "http://www.w3.org/2000/svg";

/* A blank tile: a path in the box of every face. */
const blank = () => {
  const tile = Object.assign(document.createElement("span"), { className: "tile" });
  const face = document.createElementNS(SVG, "svg");
  face.setAttribute("viewBox", "0 0 513 689");
  face.ariaHidden = "true";
  face.append(document.createElementNS(SVG, "path"));
  tile.append(face, new Text());
  return tile;
};

export class Keys {
  /** `drawFace(path, name)` draws a face (tile-face-shapes.js). */
  constructor(grid, drawFace) {
    this.drawFace = drawFace;
    this.label = grid.dataset.left;
    this.all = [...grid.querySelectorAll("[data-tile]")];
    this.rows = [...grid.querySelectorAll(".tile-row")].map((row) => [...row.children]);
    this.byCode = new Map(this.all.map((key) => [key.dataset.tile, key]));
    this.codes = [...this.byCode.keys()];
    this.shown = new Map(); // number shown on each key, since reading the page is slow
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

  /** A tile like on its key; blank without a code. `tile`: an existing one to change. */
  face(code, tile = blank()) {
    if (!code || tile.dataset.code === code) return tile;
    const key = this.byCode.get(code)?.firstElementChild;
    const looks = key?.className ?? "tile";
    tile.dataset.code = code;
    if (tile.className !== looks) tile.className = looks;
    if (!key || tile.lastChild.data) tile.lastChild.data = key ? "" : code;
    this.drawFace(tile.querySelector("path"), key ? `t${code}` : "");
    return tile;
  }

  /** Shows how many are left of each tile. */
  count(left) {
    for (const [tile, key] of this.byCode) {
      const rest = left(tile);
      if (this.shown.get(key) === rest) continue;
      this.shown.set(key, rest);
      this.figures.get(key).data = rest;
      key.ariaLabel = this.label.replace("{tile}", key.dataset.name).replace("{count}", rest);
    }
  }

  /** Enables possible keys; a hand's last tile changes all of them. */
  shut(isShut) {
    for (const [tile, key] of this.byCode) {
      const shut = String(isShut(tile));
      if (key.ariaDisabled !== shut) key.ariaDisabled = shut;
    }
  }

  /** Makes all keys one tab stop. */
  rove(current) {
    for (const key of this.all) key.tabIndex = key === current ? 0 : -1;
  }

  #moved(event) {
    const key = event.target.closest("[data-tile]");
    const step = STEPS[event.key];
    if (!key || !step) return;
    const rows = this.rows.filter(([first]) => first.checkVisibility());
    const at = rows.findIndex((row) => row.includes(key));
    const row = rows[within(at + step[0], rows)];
    const next = row[within(rows[at].indexOf(key) + step[1], row)];
    event.preventDefault();
    this.rove(next);
    next.focus();
  }
}
