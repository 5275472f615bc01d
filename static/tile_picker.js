/* Tiles by taps: <tile-picker> holds the fields of notation and one grid of tiles, which
   it shows below the hand that is being filled. A field's text is all there is; what
   it means, and what is wrong with it, the server says. */

const HAND = 13;
const HONORS = [..."ESWNCFP"];
const ORDER = [..."mps"].flatMap((suit) => [..."123456789"].map((rank) => rank + suit)).concat(HONORS);
const OLD_HONORS = { "1z": "E", "2z": "S", "3z": "W", "4z": "N", "5z": "P", "6z": "F", "7z": "C" };

const isRed = (code) => code[0] === "0";
const isBonus = (code) => "fy".includes(code[0]) && code.length === 2 && !HONORS.includes(code);
const kind = (code) => (isRed(code) ? `5${code[1]}` : code);
const place = (code) => ORDER.indexOf(kind(code)) - (isRed(code) ? 0.5 : 0);
const inOrder = (codes) => [...codes].sort((a, b) => place(a) - place(b));

/* The codes in a stretch of notation; null if there is anything else. */
function codesOf(text) {
  const codes = [];
  const rest = text.replace(/([0-9]+)([mpsz])|[ESWNCFP]|[fy][1-4]/g, (all, digits, suit) => {
    if (digits) [...digits].forEach((digit) => codes.push(OLD_HONORS[digit + suit] ?? digit + suit));
    else codes.push(all);
    return "";
  });
  const known = codes.every((code) => ORDER.includes(kind(code)) || isBonus(code));
  return rest === "" && known ? codes : null;
}

const textOf = (codes) =>
  codes.join("").replace(/(?:[0-9]([mps]))(?:[0-9]\1)*/g, (run, suit) => run.replaceAll(suit, "") + suit);

/* A hand as it is typed; null if the picker cannot read it. */
function parse(text) {
  const [tiles = "", ...words] = text.trim().split(/\s+/);
  const hand = { melds: [], tiles: [], won: null, bonus: [], words: [] };
  let rest = tiles === "-" ? "" : tiles;
  for (let found; (found = /^([[({])([^\])}+<]*)(\+?)(?:<([ESWN]))?[\])}]/.exec(rest)); ) {
    const codes = codesOf(found[2]);
    if (!codes || codes.length < 3 || codes.some(isBonus)) return null;
    hand.melds.push({ tiles: codes, hidden: found[1] !== "[", added: found[3] === "+", from: found[4] });
    rest = rest.slice(found[0].length);
  }
  const [held, won, more] = rest.split(/[+*]/);
  const codes = codesOf(held), last = won === undefined ? [] : codesOf(won);
  if (!codes || !last || last.length > 1 || more !== undefined || (won !== undefined && !last.length)) return null;
  if ([...codes, ...last].some(isBonus)) return null;
  hand.tiles = codes;
  hand.won = last[0] ?? null;
  for (const word of words) {
    const bonus = codesOf(word);
    if (bonus && bonus.length && bonus.every(isBonus)) hand.bonus.push(...bonus);
    else hand.words.push(word);
  }
  return hand;
}

function format(hand, drawn) {
  const melds = hand.melds.map(({ tiles, hidden, added, from }) => {
    const inside = textOf(tiles) + (added ? "+" : "") + (from ? `<${from}` : "");
    return hidden ? `(${inside})` : `[${inside}]`;
  });
  const won = hand.won ? (drawn ? "*" : "+") + hand.won : "";
  const words = [...(hand.bonus.length ? [hand.bonus.join("")] : []), ...hand.words];
  const tiles = melds.join("") + textOf(inOrder(hand.tiles)) + won;
  return [tiles || (words.length ? "-" : ""), ...words].join(" ");
}

const size = (hand) => hand.tiles.length + 3 * hand.melds.length + (hand.won ? 1 : 0);
const everyTile = (hand) => [...hand.tiles, ...hand.melds.flatMap((meld) => meld.tiles), ...hand.bonus];

/* One field of notation, and the hand it says. */
class Target {
  constructor(box, picker) {
    Object.assign(this, { box, picker, chosen: null, history: [] });
    this.field = box.querySelector("input.notation");
    this.shown = box.querySelector(".tile-shown");
    this.opener = box.querySelector(".tile-open");
    this.count = box.querySelector(".tile-count");
    this.isHand = box.dataset.target === "hand";
    this.shown.hidden = this.opener.hidden = false;
    this.read();
  }

  get isThere() { return this.box.offsetParent !== null; }
  get wins() { return this.isHand && this.picker.winners.includes(this.box.dataset.seat); }
  get most() { return this.isHand ? (this.wins ? HAND + 1 : HAND) : 5; }
  get room() { return this.hand ? this.most - size(this.hand) : 0; }
  get held() { return size({ ...this.hand, won: null }); }

  read() {
    this.hand = parse(this.field.value);
    this.chosen = null;
  }

  /* Change the hand: the field, and so the server, hears of it. */
  change(alter) {
    this.history.push(this.field.value);
    alter(this.hand);
    this.write();
  }

  write(text = format(this.hand, this.picker.drawn)) {
    this.field.value = text;
    this.field.dispatchEvent(new Event("input", { bubbles: true }));
  }

  undo() {
    if (this.history.length) this.write(this.history.pop());
  }

  add(code) {
    this.change((hand) => {
      if (isBonus(code)) hand.bonus.push(code);
      else if (this.wins && size(hand) === HAND && !hand.won) hand.won = code;
      else hand.tiles.push(code);
    });
  }

  meld(tiles, hidden) {
    this.change((hand) => hand.melds.push({ tiles, hidden, added: false }));
  }

  show() {
    const { words } = this.picker;
    if (this.count) this.count.textContent = this.hand && size(this.hand) ? `${size(this.hand)}/${this.most}` : "";
    this.shown.replaceChildren();
    if (!this.hand) return;
    this.hand.melds.forEach((meld, n) => {
      const name = meld.hidden ? words.hidden : meld.added ? words.added : words.melded;
      this.group(name, meld.tiles.map((code) => [code]), ["meld", n], meld.from);
    });
    const sorted = inOrder(this.hand.tiles);
    if (sorted.length) this.group(words.inhand, sorted.map((code) => [code, ["tile", code]]));
    if (this.hand.won) this.group(this.picker.drawn ? words.drawn : words.claimed, [[this.hand.won, ["won"]]]);
    if (this.hand.bonus.length) this.group(words.bonus, this.hand.bonus.map((code) => [code, ["bonus", code]]));
  }

  /* Tiles side by side with what they are; a meld is one button, other tiles one each. */
  group(label, tiles, choice, note) {
    const group = document.createElement("span"), row = document.createElement("span");
    const name = document.createElement("small");
    group.className = "group";
    row.className = "tiles";
    name.textContent = note ? `${label} < ${note}` : label;
    if (choice) {
      const spoken = tiles.map(([code]) => this.picker.nameOf(code)).join(", ");
      const button = this.button(choice, `${label}: ${spoken}`);
      button.append(...tiles.map(([code]) => this.picker.face(code)));
      row.append(button);
    } else {
      for (const [code, own] of tiles) {
        const button = this.button(own, `${this.picker.nameOf(code)}, ${label}`);
        button.append(this.picker.face(code));
        row.append(button);
      }
    }
    name.ariaHidden = "true";
    group.append(row, name);
    this.shown.append(group);
  }

  button(choice, name) {
    const button = document.createElement("button");
    button.type = "button";
    button.ariaLabel = name;
    button.dataset.choice = choice.join(" ");
    button.ariaPressed = String(this.chosen?.join(" ") === choice.join(" "));
    return button;
  }

  /* What can be done with what is chosen: names of actions and winds. */
  get actions() {
    const [what, which] = this.chosen ?? [];
    if (!what || !this.hand) return [];
    if (what !== "meld") return what === "tile" && this.wins ? ["won", "remove"] : ["remove"];
    const { tiles, hidden } = this.hand.melds[which];
    const same = tiles.every((code) => kind(code) === kind(tiles[0]));
    const red = this.picker.hasRedFives && tiles.some((code) => code[0] === "5" || isRed(code)) && tiles.length < 4;
    const winds = ["E", "S", "W", "N"].filter((wind) => wind !== this.box.dataset.wind);
    return [
      ...(tiles.length === 4 ? ["hide", ...(hidden ? [] : ["add"])] : []),
      ...(red ? ["red"] : []), ...(same && !hidden ? winds : []), "remove",
    ];
  }

  act(action) {
    const [what, which] = this.chosen;
    this.change((hand) => {
      const meld = what === "meld" ? hand.melds[which] : null;
      if (action === "remove") remove(hand, what, which);
      else if (action === "won") {
        remove(hand, what, which);
        if (hand.won) hand.tiles.push(hand.won);
        hand.won = which;
      } else if (action === "hide") Object.assign(meld, { hidden: !meld.hidden, added: false, from: undefined });
      else if (action === "add") meld.added = !meld.added;
      else if (action === "red") meld.tiles = withRed(meld.tiles);
      else meld.from = meld.from === action ? undefined : action;
    });
  }
}

function remove(hand, what, which) {
  if (what === "meld") hand.melds.splice(which, 1);
  else if (what === "won") hand.won = null;
  else {
    const tiles = what === "bonus" ? hand.bonus : hand.tiles;
    tiles.splice(tiles.indexOf(which), 1);
  }
}

/* The same tiles with the red five instead of a plain one, or the other way round. */
function withRed(tiles) {
  const from = tiles.findIndex(isRed);
  const at = from >= 0 ? from : tiles.findIndex((code) => code[0] === "5");
  return tiles.map((code, n) => (n === at ? (isRed(code) ? "5" : "0") + code[1] : code));
}

class TilePicker extends HTMLElement {
  connectedCallback() {
    this.grid = this.querySelector(".tile-picker");
    this.words = this.dataset;
    this.mode = "tile";
    this.keys = [...this.grid.querySelectorAll(".tile-grid button")];
    this.hasRedFives = this.keys.some((key) => isRed(key.dataset.tile));
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
    if (codes.length === 1) this.target.add(codes[0]);
    else this.target.meld(codes, this.mode === "hidden");
    this.setMode("tile");
  }

  /* What a tap on `code` would add now; null if there is no room for it, if there are
     not enough of them left, or if it makes no such meld. */
  tilesOf(code) {
    const { target, mode } = this;
    if (!target.hand) return null;
    if (mode === "tile" || !target.isHand) return this.oneTile(code);
    if (isBonus(code) || HAND - target.held < 3) return null;
    const tiles = mode === "chow" ? this.chow(code) : this.same(code, mode === "pung" ? 3 : 4);
    return tiles && tiles.every((each) => this.left(each) >= tiles.filter((other) => other === each).length) ? tiles : null;
  }

  oneTile(code) {
    const room = isBonus(code) ? this.target.isHand && 1 : this.target.room;
    return room > 0 && this.left(code) > 0 ? [code] : null;
  }

  chow(code) {
    const rank = Number(kind(code)[0]), suit = code[1];
    return rank >= 1 && rank <= 7 ? [code, `${rank + 1}${suit}`, `${rank + 2}${suit}`] : null;
  }

  same(code, count) {
    const red = this.hasRedFives && kind(code)[0] === "5" && (count === 4 || isRed(code));
    const plain = Array(red ? count - 1 : count).fill(kind(code));
    return red ? [`0${code[1]}`, ...plain] : plain;
  }

  /* How many of a tile nobody has yet; several winners won with one and the same. */
  left(code) {
    const shown = this.targets.filter((target) => target.hand && target.isThere);
    const won = shown.filter((target) => target.wins).map(({ hand }) => hand.won).filter(Boolean);
    const used = [...shown.flatMap(({ hand }) => everyTile(hand)), ...new Set(won)];
    if (isBonus(code)) return 1 - used.filter((each) => each === code).length;
    const rest = 4 - used.filter((each) => kind(each) === kind(code)).length;
    if (!this.hasRedFives || kind(code)[0] !== "5") return rest;
    return Math.min(rest, (isRed(code) ? 1 : 3) - used.filter((each) => each === code).length);
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
    this.targets.forEach((each) => {
      each.show();
      each.opener.hidden = each === target;
      each.box.classList.toggle("open", each === target);
    });
    for (const key of this.keys) {
      const left = this.left(key.dataset.tile);
      key.querySelector("small").textContent = left;
      key.ariaLabel = `${key.dataset.name}, ${left} ${key.dataset.left}`;
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
