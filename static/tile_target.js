/* One field of notation: the hand it says, drawn above it, and what can be done with
   what is chosen there. */

const hands = await import(document.querySelector("[data-tile-hand]").dataset.tileHand);
const { HAND, isBonus, size } = hands;

export class Target {
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

  get isThere() { return this.box.checkVisibility(); }
  get wins() { return this.isHand && this.picker.winners.includes(this.box.dataset.seat); }
  get most() { return this.isHand ? (this.wins ? HAND + 1 : HAND) : 5; }
  get room() { return this.hand ? this.most - size(this.hand) : 0; }
  get held() { return size({ ...this.hand, won: null }); }

  // --- the hand ---
  read() {
    this.hand = hands.parse(this.field.value);
    this.chosen = null;
  }

  /* Change the hand: the field, and so the server, hears of it. */
  change(alter) {
    this.history.push(this.field.value);
    alter(this.hand);
    this.write();
  }

  write(text = hands.format(this.hand, this.picker.drawn)) {
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

  // --- what is chosen in it ---
  /* What can be done with it: names of actions and winds. */
  get actions() {
    const [what, which] = this.chosen ?? [];
    if (!what || !this.hand) return [];
    if (what !== "meld") return what === "tile" && this.wins ? ["won", "remove"] : ["remove"];
    const { tiles, hidden } = this.hand.melds[which];
    const red = this.picker.hasRedFives && hands.haveFive(tiles) && tiles.length < 4;
    const winds = hands.WINDS.filter((wind) => wind !== this.box.dataset.wind);
    return [
      ...(tiles.length === 4 ? ["hide", ...(hidden ? [] : ["add"])] : []),
      ...(red ? ["red"] : []), ...(hands.areSame(tiles) && !hidden ? winds : []), "remove",
    ];
  }

  act(action) {
    const { chosen } = this, [what, which] = chosen;
    this.change((hand) => {
      const meld = what === "meld" ? hand.melds[which] : null;
      if (action === "remove") hands.remove(hand, chosen);
      else if (action === "won") {
        hands.remove(hand, chosen);
        if (hand.won) hand.tiles.push(hand.won);
        hand.won = which;
      } else if (action === "hide") Object.assign(meld, { hidden: !meld.hidden, added: false, from: undefined });
      else if (action === "add") meld.added = !meld.added;
      else if (action === "red") meld.tiles = hands.withRed(meld.tiles);
      else meld.from = meld.from === action ? undefined : action;
    });
  }

  // --- as it is drawn ---
  /* Draw it, unless it stands there already: a tap changes one hand of four. */
  show() {
    const { words } = this.picker;
    const now = JSON.stringify([this.hand, this.chosen, this.most, this.picker.drawn]);
    if (now === this.drawn) return;
    this.drawn = now;
    if (this.count) this.count.textContent = this.hand && size(this.hand) ? `${size(this.hand)}/${this.most}` : "";
    this.shown.replaceChildren();
    if (!this.hand) return;
    this.hand.melds.forEach((meld, n) => {
      const name = meld.hidden ? words.hidden : meld.added ? words.added : words.melded;
      this.group(name, meld.tiles.map((code) => [code]), ["meld", n], meld.from);
    });
    const sorted = hands.inOrder(this.hand.tiles);
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
}
