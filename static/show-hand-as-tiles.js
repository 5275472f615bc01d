/* Draws a hand above its tile keys: labelled groups, each tile or meld a button. Places are laid
   out in advance and filled by taps, so that nothing moves and slow phones need no new layout. */

/* How many groups there are of each kind, buttons in one, and tiles on a button; more are made when a hand has more. */
const ROOM = { meld: [4, 1, 4], held: [1, 14, 1], won: [1, 1, 1], bonus: [1, 8, 1] };

const made = (name, ...parts) => {
  const element = document.createElement(name);
  element.append(...parts);
  return element;
};

/* "data-empty": what has no place. "data-open": a place whose tile is still to come. No :has() names them, nor any
   other attribute that changes here. */
const mark = (element, name, is) => {
  if (element.hasAttribute(name) !== is) element.toggleAttribute(name, is);
};
const empty = (element, is) => mark(element, "data-empty", is);

const say = (element, name, value) => {
  if (element[name] !== value) element[name] = value;
};

class Group {
  /** With room for so many buttons of so many tiles; `face(code)` is a tile as it looks. */
  constructor(kind, face) {
    const [, buttons, tiles] = ROOM[kind];
    this.face = face;
    this.tiles = tiles;
    this.buttons = [];
    this.filled = new Map(); // what each button shows: the page itself is slow to be asked
    this.row = made("span");
    this.row.className = "tiles";
    this.caption = new Text();
    this.box = made("span", this.row, Object.assign(made("small", this.caption), { ariaHidden: "true" }));
    this.box.className = `group ${kind}`;
    while (this.buttons.length < buttons) this.#button();
    this.show(null);
  }

  /** `group`: { label, places, buttons: [{ choice, name, codes }] }, or null. `places`: for how many buttons there is
      room, whether they are there yet or not. */
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
  /** `box` is where it is drawn. `face()` is a new tile without a picture, `face(code, tile)` gives it the picture. */
  constructor(box, face) {
    Object.assign(this, { box, face });
    this.groups = Object.entries(ROOM).flatMap(([kind, [count]]) =>
      Array.from({ length: count }, () => ({ kind, group: new Group(kind, face) })));
    box.replaceChildren(...this.groups.map(({ group }) => group.box));
  }

  /** `groups`: as a group shows them, each with its `kind` ("meld", "held", "won", "bonus").
      `chosen`: the choice that is chosen. */
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
