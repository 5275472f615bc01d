/* Tile entry by taps: <tile-picker> joins the notation fields (tile-notation-field.js,
   show-hand-as-tiles.js), the keys (tile-keyboard.js, tile-key-touch-and-hold.js,
   tile-face-shapes.js), the phone's screen (tile-entry-phone-screen.js), the server's
   responses (drop-late-tile-answers.js) and lists in words (write-by-language.js). The text of the fields is the only state; the server
   decides its meaning and faults. */

const { hand, target, drawn, keys, hold, faces, screen, worth, lists } =
  document.querySelector("script[data-target][data-keys]").dataset;
const [hands, { Target }, { Drawn }, { Keys }, { holding }, { bringFaces, drawFace }, { Screen }, { following }, { joined }] =
  await Promise.all([hand, target, drawn, keys, hold, faces, screen, worth, lists].map((name) => import(name)));
const { HAND, JOKER, isBonus } = hands;

/* Setting an unchanged value costs a slow phone a style recalculation. */
const set = (element, name, value) => {
  if (element[name] !== value) element[name] = value;
};

const PICTURE = 100; // milliseconds from a tap to its frame

class TilePicker extends HTMLElement {
  joined = joined;

  connectedCallback() {
    this.form = this.closest("form");
    this.grid = this.querySelector(".tile-picker");
    this.hint = this.form.querySelector(".tile-hint");
    this.words = this.dataset;
    this.mode = "tile";
    this.isBack = false; // whether a meld has just ended its mode
    this.untold = new Set(); // fields changed since the last frame
    this.modes = [...this.grid.querySelectorAll("[data-mode]")];
    this.acts = this.grid.querySelector(".tile-acts");
    this.keys = new Keys(this.grid.querySelector(".tile-grid"), drawFace);
    bringFaces(this.keys.all[0].querySelector("use").getAttribute("href"));
    this.hasRedFives = this.keys.codes.some(hands.isRed);
    this.losersToo = Boolean(this.querySelector(".losers-too"));
    this.targets = [...this.querySelectorAll(".tile-target")].map(
      (box) => new Target(box, this, hands, (shown) => new Drawn(shown, (code, tile) => this.keys.face(code, tile))),
    );
    this.grid.hidden = false;
    this.addEventListener("click", (event) => this.clicked(event));
    this.addEventListener("input", (event) => this.typed(event));
    this.addEventListener("change", (event) => this.answered(event));
    this.form.addEventListener("submit", () => this.tell(), true);
    holding(this.grid.querySelector(".tile-grid"), {
      can: (code, mode) => this.mode === "tile" && this.target.isHand && Boolean(this.tilesOf(code, mode)),
      make: (code, mode) => this.add(this.tilesOf(code, mode)),
      tap: (key) => this.tap(key),
      mayScroll: () => this.form.dataset.part === "all",
    });
    following(this.form);
    this.screen = new Screen(this, {
      words: this.words,
      targets: this.targets,
      open: (chosen) => this.open(chosen),
    });
    this.form.addEventListener("filled", () => this.renew());
    this.renew();
  }

  disconnectedCallback() {
    this.screen?.leave();
  }

  /* The fields were changed other than by taps. */
  renew() {
    this.hear();
    this.targets.forEach((each) => {
      each.read();
      each.history = [];
    });
    const wrong = this.targets.find((each) => each.box.querySelector(".errors"));
    this.open(wrong ?? this.targets.find((each) => each.wins) ?? this.targets[0]);
    this.screen.turn();
  }

  /* Winner, and whether by self-draw: stored, since every key needs it at every tap. */
  hear() {
    this.winners = [...this.querySelectorAll("[name=winner]:checked")].map((field) => field.value);
    this.drawn = this.querySelector("[name=source]:checked")?.value === "self";
  }

  /* Selects a hand: the grid moves below it, or on one screen the hand above the grid. */
  open(chosen) {
    this.target = chosen;
    if (this.screen.isOne) this.append(this.grid);
    else chosen.opener.after(this.grid);
    this.setMode("tile");
  }

  setMode(mode) {
    this.mode = mode;
    this.isBack = false;
    this.show();
  }

  clicked(event) {
    const button = event.target.closest("button");
    if (!button) return;
    const owner = this.targets.find(({ box }) => box.contains(button));
    const { tile, mode, act, from, choice } = button.dataset;
    if (tile) this.tap(button);
    else if (mode) this.setMode(this.mode === mode ? "tile" : mode);
    else if (act === "undo") this.undo();
    else if (act === "leave") this.choose(this.target, this.target.chosen.join(" "));
    else if (act || from) this.act(act ?? from);
    else if (choice) this.choose(owner, choice);
    else if (owner && button === owner.opener) {
      this.open(owner);
      this.keys.focus();
    }
  }

  undo() {
    this.isBack = false;
    this.target.undo();
  }

  act(action) {
    if (!this.target.chosen) return;
    this.target.act(action);
    this.tell();
    (this.target.shown.querySelector("button:not([data-empty])") ?? this.keys).focus();
  }

  choose(owner, choice) {
    if (this.target !== owner) this.open(owner);
    owner.chosen = owner.chosen?.join(" ") === choice ? null : choice.split(" ");
    this.show();
    owner.shown.querySelector(`[data-choice="${choice}"]`)?.focus();
  }

  /** Handles a tap on a key. Returns an undo function, valid until the hand changes otherwise. */
  tap(key) {
    const { target, mode } = this, tiles = this.tilesOf(key.dataset.tile);
    if (!tiles) return null;
    this.add(tiles);
    const { text } = target;
    return () => {
      if (target.text !== text) return;
      this.mode = mode;
      this.isBack = false;
      target.undo();
    };
  }

  /* A meld ends its mode: single tiles follow the last meld of a hand, and in a mode left on each
     would become a meld. */
  add(tiles) {
    const { mode, target } = this;
    this.mode = "tile";
    this.isBack = mode !== "tile" && HAND - target.held >= 6; // room for another meld
    if (tiles.length === 1) target.add(tiles[0]);
    else target.meld(tiles, mode === "hidden", mode === "chow" && tiles.filter(hands.isJoker).length === 2);
  }

  /* Tiles that a tap on `code` would add; null without room, without enough tiles left, or if
     they make no such meld. */
  tilesOf(code, mode = this.mode) {
    const { target } = this;
    if (!target.hand) return null;
    if (mode === "tile" || !target.isHand) return this.oneTile(code);
    if (isBonus(code) || code === JOKER || HAND - target.held < 3) return null;
    const tiles = mode === "chow" ? hands.chow(code) : hands.same(code, mode === "pung" ? 3 : 4, this.hasRedFives);
    return tiles && hands.filledUp(tiles, (each) => this.left(each));
  }

  oneTile(code) {
    const room = isBonus(code) ? this.target.isHand && 1 : this.target.room;
    return room > 0 && this.left(code) > 0 ? [code] : null;
  }

  /* Counts the used tiles; several winners share one winning tile. */
  lookAround() {
    const shown = this.targets.filter((each) => each.hand && each.isThere);
    const won = shown.filter((each) => each.wins).map((each) => each.hand.won).filter(Boolean);
    this.used = [...shown.flatMap((each) => hands.everyTile(each.hand)), ...new Set(won)];
  }

  /* Number of unused tiles of a code. */
  left(code) {
    return hands.leftOf(code, this.used, this.hasRedFives, this.keys.copiesOf(code));
  }

  /** A tap has changed a hand. The next frame shows only its tiles; the rest follows after the
      frame, unless another tap comes first. */
  changed(target) {
    this.lookAround();
    target.show();
    this.untold.add(target);
    clearTimeout(this.telling);
    this.telling = setTimeout(() => this.tell(), PICTURE);
  }

  tell() {
    clearTimeout(this.telling);
    const written = [...this.untold];
    this.untold.clear();
    written.forEach((target) => target.tell());
  }

  typed(event) {
    const written = this.targets.find(({ field, value }) => [field, value].includes(event.target));
    if (!written) return;
    if (event.target === written.field) written.follow();
    this.faultsOf(written).forEach((fault) => fault.parentElement.remove());
    this.show();
  }

  /* Winner and discarder changed: updates the mark before the winning tile. */
  answered(event) {
    const { name } = event.target;
    if (name !== "winner" && name !== "source") return;
    this.hear();
    for (const each of this.targets) {
      if (each.wins && each.hand?.won) each.write();
    }
    this.tell();
    const winner = this.targets.find((each) => each.wins);
    if (name === "winner" && winner && !(this.target.wins && this.target.isThere)) this.open(winner);
    else this.show();
  }

  show() {
    const { target, grid, mode } = this;
    this.lookAround();
    this.targets.forEach((each) => {
      each.show();
      each.showAround();
      set(each.opener, "hidden", each === target);
      each.box.classList.toggle("open", each === target);
    });
    this.screen.draw(target);
    this.keys.count((code) => this.left(code));
    this.keys.shut((code) => !this.tilesOf(code));
    this.showHint();
    grid.toggleAttribute("data-back", this.isBack);
    for (const button of this.modes) {
      set(button, "ariaPressed", String(button.dataset.mode === mode));
      set(button, "hidden", !target.isHand);
    }
    const { actions } = target;
    set(this.acts, "hidden", !actions.length);
    grid.toggleAttribute("data-acting", actions.length > 0);
    for (const button of actions.length ? this.acts.children : []) {
      const { act, from } = button.dataset;
      set(button, "hidden", act !== "leave" && !actions.includes(act ?? from));
    }
  }

  /* Faults of its tiles or value. */
  faultsOf({ box }) {
    return [...box.querySelectorAll(".errors")].filter((fault) => !fault.closest(".of-winner"));
  }

  showHint() {
    const { hint, target, mode, isBack } = this;
    // Above the keys, a fault would move them.
    const fault = this.screen.isOne ? this.faultsOf(target)[0]?.textContent.trim() : "";
    const isLoser = this.losersToo && this.winners.length > 0 && !target.wins;
    const next = isBack ? "back" : isLoser && mode === "tile" ? "loser" : mode;
    const words = target.hand ? fault || (target.isHand ? hint.dataset[next] : "") : hint.dataset.unreadable;
    if (hint.textContent !== words) hint.textContent = words;
    hint.toggleAttribute("data-urgent", mode !== "tile" || isBack || !target.hand || Boolean(fault));
  }
}

customElements.define("tile-picker", TilePicker);
