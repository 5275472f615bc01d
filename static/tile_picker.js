/* Tiles by taps: <tile-picker> holds the fields of notation (tile_target.js) and one grid of
   tiles, which it shows below the hand that is being filled. A field's text is all there is;
   what it means, and what is wrong with it, the server says. */

const { tileHand, tileTarget } = document.querySelector("[data-tile-hand]").dataset;
const [hands, { Target }] = await Promise.all([import(tileHand), import(tileTarget)]);
const { HAND, isBonus } = hands;

class TilePicker extends HTMLElement {
  connectedCallback() {
    this.grid = this.querySelector(".tile-picker");
    this.words = this.dataset;
    this.mode = "tile";
    this.keys = [...this.grid.querySelectorAll(".tile-grid button")];
    this.hasRedFives = this.keys.some((key) => hands.isRed(key.dataset.tile));
    this.targets = [...this.querySelectorAll(".tile-target")].map((box) => new Target(box, this));
    this.grid.hidden = false;
    this.rove(this.keys[0]);
    this.addEventListener("click", (event) => this.clicked(event));
    this.addEventListener("input", (event) => this.typed(event));
    this.addEventListener("change", (event) => this.answered(event));
    this.grid.addEventListener("keydown", (event) => this.moved(event));
    this.closest("form").addEventListener("filled", () => this.renew());
    this.renew();
  }

  /* The fields were filled in otherwise than by taps. */
  renew() {
    this.targets.forEach((target) => {
      target.read();
      target.history = [];
    });
    this.open(this.targets.find((target) => target.wins) ?? this.targets[0]);
  }

  get winners() {
    return [...this.querySelectorAll("[name=winner]:checked")].map((field) => field.value);
  }

  get drawn() {
    return this.querySelector("[name=source]:checked")?.value === "self";
  }

  nameOf(code) {
    return this.keys.find((key) => key.dataset.tile === code)?.dataset.name ?? code;
  }

  face(code) {
    const key = this.keys.find((each) => each.dataset.tile === code);
    const tile = document.createElement("span");
    tile.className = key?.className ?? "tile";
    if (key) tile.append(key.querySelector("svg").cloneNode(true));
    else tile.textContent = code;
    return tile;
  }

  /* Fill this hand: the grid goes below it. */
  open(target) {
    this.target = target;
    target.opener.after(this.grid);
    this.setMode("tile");
  }

  setMode(mode) {
    this.mode = mode;
    this.show();
  }

  clicked(event) {
    const button = event.target.closest("button");
    if (!button) return;
    const target = this.targets.find(({ box }) => box.contains(button));
    const { tile, mode, act, from, choice } = button.dataset;
    if (tile) this.tap(button);
    else if (mode) this.setMode(this.mode === mode ? "tile" : mode);
    else if (act === "undo") this.target.undo();
    else if (act || from) this.act(act ?? from);
    else if (choice) this.choose(target, choice);
    else if (target && button === target.opener) {
      this.open(target);
      this.keys[0].focus();
    }
  }

  act(action) {
    if (!this.target.chosen) return;
    this.target.act(action);
    (this.target.shown.querySelector("button") ?? this.keys[0]).focus();
  }

  choose(target, choice) {
    if (this.target !== target) this.open(target);
    target.chosen = target.chosen?.join(" ") === choice ? null : choice.split(" ");
    this.show();
    target.shown.querySelector(`[data-choice="${choice}"]`)?.focus();
  }

  tap(key) {
    const codes = this.tilesOf(key.dataset.tile);
    if (key.ariaDisabled === "true" || !codes) return;
    const { mode } = this;
    this.mode = "tile";
    // The field's news draws everything anew.
    if (codes.length === 1) this.target.add(codes[0]);
    else this.target.meld(codes, mode === "hidden");
  }

  /* What a tap on `code` would add now; null if there is no room for it, if there are
     not enough of them left, or if it makes no such meld. */
  tilesOf(code) {
    const { target, mode } = this;
    if (!target.hand) return null;
    if (mode === "tile" || !target.isHand) return this.oneTile(code);
    if (isBonus(code) || HAND - target.held < 3) return null;
    const tiles = mode === "chow" ? hands.chow(code) : hands.same(code, mode === "pung" ? 3 : 4, this.hasRedFives);
    return tiles && tiles.every((each) => this.left(each) >= tiles.filter((other) => other === each).length) ? tiles : null;
  }

  oneTile(code) {
    const room = isBonus(code) ? this.target.isHand && 1 : this.target.room;
    return room > 0 && this.left(code) > 0 ? [code] : null;
  }

  /* The tiles that somebody has; several winners won with one and the same. */
  lookAround() {
    const shown = this.targets.filter((target) => target.hand && target.isThere);
    const won = shown.filter((target) => target.wins).map(({ hand }) => hand.won).filter(Boolean);
    this.used = [...shown.flatMap(({ hand }) => hands.everyTile(hand)), ...new Set(won)];
  }

  /* How many of a tile nobody has yet. */
  left(code) {
    return hands.leftOf(code, this.used, this.hasRedFives);
  }

  typed(event) {
    const target = this.targets.find(({ field }) => field === event.target);
    if (!target) return;
    target.read();
    this.show();
  }

  /* Who won, and from whom: the sign before the winning tile follows. */
  answered(event) {
    const { name } = event.target;
    if (name !== "winner" && name !== "source") return;
    for (const target of this.targets) {
      if (target.wins && target.hand?.won) target.write();
    }
    const winner = this.targets.find((target) => target.wins);
    if (name === "winner" && winner && !(this.target.wins && this.target.isThere)) this.open(winner);
    else this.show();
  }

  show() {
    const { target, grid, mode } = this;
    // What reads the page comes before what changes it, or each key would lay it out anew.
    this.lookAround();
    this.targets.forEach((each) => {
      each.show();
      each.opener.hidden = each === target;
      each.box.classList.toggle("open", each === target);
    });
    for (const key of this.keys) {
      const left = this.left(key.dataset.tile);
      const label = `${key.dataset.name}, ${left} ${key.dataset.left}`;
      if (key.ariaLabel !== label) {
        key.querySelector("small").textContent = left;
        key.ariaLabel = label;
      }
      key.ariaDisabled = String(!this.tilesOf(key.dataset.tile));
    }
    const hint = grid.querySelector(".tile-hint");
    hint.textContent = target.hand ? (target.isHand ? hint.dataset[mode] : "") : hint.dataset.unreadable;
    grid.querySelectorAll("[data-mode]").forEach((button) => {
      button.ariaPressed = String(button.dataset.mode === mode);
      button.hidden = !target.isHand;
    });
    const actions = target.actions, acts = grid.querySelector(".tile-acts");
    acts.hidden = !actions.length;
    acts.querySelectorAll("button").forEach((button) => {
      button.hidden = !actions.includes(button.dataset.act ?? button.dataset.from);
    });
  }

  /* One stop of the tab key for all tiles; arrows go from tile to tile. */
  rove(current) {
    this.keys.forEach((key) => { key.tabIndex = key === current ? 0 : -1; });
  }

  moved(event) {
    const key = event.target.closest("[data-tile]");
    const step = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key];
    if (!key || !step) return;
    const rows = [...this.grid.querySelectorAll(".tile-row")].map((row) => [...row.children]);
    const at = rows.findIndex((row) => row.includes(key));
    const row = rows[Math.min(Math.max(at + step[0], 0), rows.length - 1)];
    const next = row[Math.min(Math.max(rows[at].indexOf(key) + step[1], 0), row.length - 1)];
    event.preventDefault();
    this.rove(next);
    next.focus();
  }
}

customElements.define("tile-picker", TilePicker);
