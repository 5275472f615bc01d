/* One notation field: its hand, and the actions on tiles chosen in it. */

export class Target {
  /** `picker` joins the fields; `hands` has the functions of tile-hand-notation.js, and
      `drawn(box)` draws the hand. */
  constructor(box, picker, hands, drawn) {
    Object.assign(this, { box, picker, hands, chosen: null, history: [] });
    this.field = box.querySelector("input.notation");
    this.shown = box.querySelector(".tile-shown");
    this.opener = box.querySelector(".tile-open");
    this.count = box.querySelector(".tile-count");
    this.figures = this.count?.appendChild(new Text());
    this.value = box.querySelector("[name^=value_]"); // value that may be entered instead of tiles
    this.isHand = box.dataset.target === "hand";
    this.shown.hidden = this.opener.hidden = false;
    this.drawing = drawn(this.shown);
    this.read();
  }

  get isThere() { return !this.isHand || this.picker.losersToo || this.wins; }
  get wins() { return this.isHand && this.picker.winners.includes(this.box.dataset.seat); }
  get most() { return this.isHand ? (this.wins ? this.hands.HAND + 1 : this.hands.HAND) : 5; }
  get room() { return this.hand ? this.most - this.hands.size(this.hand) : 0; }
  get held() { return this.hands.size({ ...this.hand, won: null }); }

  /** Number of tiles of the required number, or the value entered instead; "" without both. */
  get told() {
    if (this.value?.value) return this.value.value;
    const count = this.hand ? this.hands.size(this.hand) : 0;
    if (!this.isHand) return count ? String(count) : "";
    return count ? `${count}/${this.most}` : "";
  }

  // --- the hand ---
  read() {
    this.#mean(this.field.value);
  }

  #mean(text) {
    this.text = text;
    this.hand = this.hands.parse(text);
    this.chosen = null;
  }

  /** Reads what was typed. */
  follow() {
    if (this.field.value !== this.text) this.read();
  }

  change(alter) {
    this.history.push(this.text);
    alter(this.hand);
    this.chosen = null;
    this.write();
  }

  write() {
    this.text = this.hands.format(this.hand, this.picker.drawn);
    this.picker.changed(this);
  }

  undo() {
    if (!this.history.length) return;
    this.#mean(this.history.pop());
    this.picker.changed(this);
  }

  /** Writes tapped tiles into the field and fires its events, which update the server's preview. */
  tell() {
    this.field.value = this.text;
    this.field.dispatchEvent(new Event("input", { bubbles: true }));
  }

  add(code) {
    this.change((hand) => {
      if (this.hands.isBonus(code)) hand.bonus.push(code);
      else if (this.wins && this.hands.size(hand) === this.hands.HAND && !hand.won) hand.won = code;
      else hand.tiles.push(code);
    });
  }

  meld(tiles, hidden, run = false) {
    this.change((hand) => hand.melds.push({ tiles, hidden, added: false, run }));
  }

  // --- choice ---
  /* Actions on the choice: names of actions and winds. */
  get actions() {
    const [what, which] = this.chosen ?? [];
    if (!what || !this.hand) return [];
    if (what !== "meld") return what === "tile" && this.wins ? ["won", "remove"] : ["remove"];
    const { tiles, hidden, run } = this.hand.melds[which];
    const red = this.picker.hasRedFives && this.hands.haveFive(tiles) && tiles.length < 4;
    const winds = this.hands.WINDS.filter((wind) => wind !== this.box.dataset.wind);
    return [
      ...(tiles.length === 4 ? ["hide", ...(hidden ? [] : ["add"])] : []),
      ...(red ? ["red"] : []), ...(this.jokers(tiles) > 0 ? ["joker"] : []), ...(this.hands.areSame(tiles) && !run && !hidden ? winds : []), "remove",
    ];
  }

  /* Number of possible jokers in a meld of these tiles: unused ones, and its own. */
  jokers(tiles) {
    return this.picker.left(this.hands.JOKER) + tiles.filter(this.hands.isJoker).length;
  }

  act(action) {
    const { chosen } = this, [what, which] = chosen;
    this.change((hand) => {
      const meld = what === "meld" ? hand.melds[which] : null;
      if (action === "remove") this.hands.remove(hand, chosen);
      else if (action === "won") {
        this.hands.remove(hand, chosen);
        if (hand.won) hand.tiles.push(hand.won);
        hand.won = which;
      } else if (action === "hide") Object.assign(meld, { hidden: !meld.hidden, added: false, from: undefined });
      else if (action === "add") meld.added = !meld.added;
      else if (action === "red") meld.tiles = this.hands.withRed(meld.tiles);
      else if (action === "joker") hand.melds[which] = this.hands.withJokers(meld, this.jokers(meld.tiles));
      else meld.from = meld.from === action ? undefined : action;
    });
  }

  // --- drawing ---
  show() {
    const now = JSON.stringify([this.hand, this.chosen, this.most, this.picker.drawn]);
    if (now === this.now) return;
    this.now = now;
    this.drawing.show(this.hand ? this.groups() : [], this.chosen?.join(" "));
  }

  /** Parts that may follow a frame later: number of tiles, and their room. */
  showAround() {
    if (this.count && this.figures.data !== this.told) this.figures.data = this.told;
    const tiles = this.hand ? this.hands.everyTile(this.hand).length : 0;
    this.box.classList.toggle("has-tiles", tiles > 0 && !this.value?.value);
    this.box.classList.toggle("no-tiles", tiles === 0);
    this.shown.classList.toggle("many", tiles > 17);
  }

  /* Labelled groups of tiles; a meld is one button, other tiles one each. */
  groups() {
    const { hand, picker: { words, keys, drawn, joined } } = this;
    const melds = hand.melds.map(({ tiles, hidden, added, from }, n) => {
      const label = hidden ? words.hidden : added ? words.added : words.melded;
      const name = `${label}: ${joined(tiles.map((code) => keys.nameOf(code)))}`;
      return { kind: "meld", label: from ? `${label} < ${from}` : label, buttons: [{ choice: ["meld", n], name, codes: tiles }] };
    });
    const each = (kind, label, codes, choice) => ({
      kind, label,
      buttons: codes.map((code) => ({ choice: choice(code), name: `${keys.nameOf(code)}, ${label}`, codes: [code] })),
    });
    const held = this.hands.inOrder(hand.tiles);
    const places = (this.isHand ? this.hands.HAND : this.most) - 3 * hand.melds.length;
    const won = !hand.won ? words.winning : drawn ? words.drawn : words.claimed;
    return [
      ...melds,
      ...(held.length || places > 0 ? [{ ...each("held", words.inhand, held, (code) => ["tile", code]), places }] : []),
      ...(hand.won || this.wins ? [{ ...each("won", won, hand.won ? [hand.won] : [], () => ["won"]), places: 1 }] : []),
      ...(hand.bonus.length ? [each("bonus", words.bonus, hand.bonus, (code) => ["bonus", code])] : []),
    ];
  }
}
