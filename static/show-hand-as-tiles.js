/* Draws a hand above its tile keys: labelled groups, each tile or meld a button. Places are laid
   out in advance and filled by taps, so that nothing moves and slow phones need no new layout. */

/* Number of groups of each kind, buttons in a group, and tiles on a button; more are added when
   needed. */
const ROOM = { meld: [4, 1, 4], held: [1, 14, 1], won: [1, 1, 1], bonus: [1, 8, 1] };

const made = (name, ...parts) => {
  const element = document.createElement(name);
  element.append(...parts);
  return element;
};

/* "data-empty": unused place. "data-open": place for a future tile. No :has() uses these or
   other attributes changed here. */
const mark = (element, name, is) => {
  if (element.hasAttribute(name) !== is) element.toggleAttribute(name, is);
};
const empty = (element, is) => mark(element, "data-empty", is);

const say = (element, name, value) => {
  if (element[name] !== value) element[name] = value;
};

class Group {
  /** Has room for this many buttons and tiles; `face(code)` returns a tile. */
  constructor(kind, face) {
    const [, buttons, tiles] = ROOM[kind];
    this.face = face;
    this.tiles = tiles;
    this.buttons = [];
    this.filled = new Map(); // content of each button, since reading the page is slow
    this.row = made("span");
    this.row.className = "tiles";
    this.caption = new Text();
    this.box = made("span", this.row, Object.assign(made("small", this.caption), { ariaHidden: "true" }));
    this.box.className = `group ${kind}`;
    while (this.buttons.length < buttons) this.#button();
    this.show(null);
  }

  /** `group`: { label, places, buttons: [{ choice, name, codes }] }, or null. `places`: number
      of buttons to reserve room for. */
  show(group, chosen) {
    empty(this.box, !group);
    if (!group) return;
    const { label, places = 0, buttons } = group;
    say(this.caption, "data", label);
    while (this.buttons.length < Math.max(places, buttons.length)) this.#button();
    this.buttons.forEach((button, n) => {
      empty(button, n >= Math.max(places, buttons.length));
      mark(button, "data-open", n >= buttons.length);
      if (n < buttons.length) this.#fill(button, buttons[n], chosen);
    });
  }

  #button() {
    const button = Object.assign(made("button"), { type: "button", className: "spot", ariaPressed: "false" });
    while (button.children.length < this.tiles) button.append(this.face());
    this.buttons.push(button);
    this.row.append(button);
    return button;
  }

  #fill(button, { choice, name, codes }, chosen) {
    const which = choice.join(" ");
    const now = [which, name, codes, which === chosen].join();
    if (this.filled.get(button) === now) return;
    this.filled.set(button, now);
    button.dataset.choice = which;
    button.ariaLabel = name;
    say(button, "ariaPressed", String(which === chosen));
    codes.forEach((code, n) => this.face(code, button.children[n] ?? button.appendChild(this.face())));
    [...button.children].forEach((tile, n) => empty(tile, n >= codes.length));
  }
}

export class Drawn {
  /** `box` contains the drawing. `face()` returns a blank tile, `face(code, tile)` draws its
      face. */
  constructor(box, face) {
    Object.assign(this, { box, face });
    this.groups = Object.entries(ROOM).flatMap(([kind, [count]]) =>
      Array.from({ length: count }, () => ({ kind, group: new Group(kind, face) })));
    box.replaceChildren(...this.groups.map(({ group }) => group.box));
  }

  /** `groups`: as above, each with its `kind` ("meld", "held", "won", "bonus"). `chosen`: the
      selected choice. */
  show(groups, chosen) {
    const left = [...groups];
    for (const { kind, group } of this.groups) {
      const at = left.findIndex((each) => each.kind === kind);
      group.show(at < 0 ? null : left.splice(at, 1)[0], chosen);
    }
    if (left.length) this.#makeRoom(left, groups, chosen);
  }

  #makeRoom(left, groups, chosen) {
    for (const { kind } of left) {
      const group = new Group(kind, this.face);
      const at = this.groups.findLastIndex((each) => each.kind === kind);
      this.groups[at].group.box.after(group.box);
      this.groups.splice(at + 1, 0, { kind, group });
    }
    this.show(groups, chosen);
  }
}
