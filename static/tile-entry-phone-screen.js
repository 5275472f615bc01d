/* Tile entry on a phone's single screen: winner and discarder, then one hand at a time above the
   tile keys; rarer fields are in sheets over the keys. Larger screens show everything on one
   page. */

const SMALL = matchMedia("(min-width: 20rem) and (max-width: 63.99rem), (min-width: 20rem) and (max-height: 39.99rem)");

const button = (text) => Object.assign(document.createElement("button"), { type: "button", textContent: text });

export class Screen {
  /** `open(target)`: selects the hand that tiles are added to. */
  constructor(picker, { words, targets, open }) {
    Object.assign(this, { picker, words, targets, tabs: new Map() });
    this.form = picker.closest("form");
    this.page = picker.closest(".tiles-page");
    this.who = picker.querySelector(".tile-who");
    this.line = picker.querySelector(".tile-line");
    this.on = picker.querySelector(".to-tiles");
    for (const target of targets) {
      const tab = button("");
      tab.append(...["b", "small"].map((name) => document.createElement(name)));
      tab.firstChild.textContent = target.box.dataset.name;
      tab.lastChild.append(new Text());
      tab.addEventListener("click", () => open(target));
      this.tabs.set(target, tab);
      this.line.querySelector(".tile-tabs").append(tab);
    }
    this.#bring();
    this.fit = () => picker.isConnected && this.#fit();
    SMALL.addEventListener("change", this.fit);
    this.form.addEventListener("change", ({ target }) => this.#answered(target.name));
    this.form.addEventListener("invalid", ({ target }) => this.#lacks(target), true);
    // The page outlives this form: after a refused save another form takes its place.
    this.left = new AbortController();
    this.page?.addEventListener("click", (event) => this.#clicked(event), { signal: this.left.signal });
    this.#fit();
  }

  leave() {
    this.left.abort();
    SMALL.removeEventListener("change", this.fit);
  }

  get isOne() {
    return Boolean(this.page) && SMALL.matches;
  }

  /* Takes over choices made on the table page, from this page's address. */
  #bring() {
    const said = new URLSearchParams(location.search);
    const fields = [...this.who.querySelectorAll("input")];
    const brought = fields.filter(({ name, value }) => said.getAll(name).includes(value));
    for (const field of brought) field.checked = true;
    if (brought.length) history.replaceState(null, "", location.pathname);
  }

  /* Questions about the winner beyond the two of every hand. */
  get #asksMore() {
    return this.who.querySelectorAll(":scope > .field").length > 2;
  }

  get #isSaid() {
    return ["winner", "source"].every((name) => this.#answers(name).length);
  }

  #answers(name) {
    return [...this.who.querySelectorAll(`[name="${name}"]:checked`)];
  }

  #nameOf(field) {
    return field.closest("label").querySelector(".name").textContent.trim();
  }

  #fit() {
    document.documentElement.toggleAttribute("data-one-screen", this.isOne);
    for (const sheet of (this.page ?? this.form).querySelectorAll(".sheet-in")) {
      if (this.isOne) sheet.popover = "auto";
      else sheet.removeAttribute("popover");
    }
    for (const part of [this.line, this.on, ...(this.page?.querySelectorAll("[data-sheet], .sheet-close") ?? [])]) {
      part.hidden = !this.isOne;
    }
    // Content of sheets is not announced.
    this.form.querySelector(".tile-news").ariaLive = this.isOne ? "polite" : "off";
    this.turn();
  }

  /** Shows the tiles once the winner is chosen, otherwise that question; a fault comes first. */
  turn() {
    const wrong = this.isOne && this.form.querySelector(".errors");
    this.show(wrong && this.who.contains(wrong) ? "who" : this.#isSaid ? "tiles" : "who");
    const sheet = wrong && wrong.closest("[popover]");
    if (sheet && !sheet.checkVisibility()) sheet.showPopover();
  }

  show(part) {
    this.form.dataset.part = this.isOne ? part : "all";
    this.#say();
  }

  #answered(name) {
    if (name === "source" && this.#isSaid && !this.#asksMore) {
      const moves = this.isOne && this.form.dataset.part !== "tiles";
      this.show("tiles");
      if (moves) document.dispatchEvent(new Event("moved-on"));
    } else this.#say();
  }

  /* Missing fields, such as a correction's reason, are in a sheet. */
  #lacks(field) {
    const sheet = field.closest("[popover]");
    if (!sheet || sheet.checkVisibility()) return;
    sheet.showPopover();
    field.focus();
  }

  #say() {
    const name = this.picker.joined(this.#answers("winner").map(this.#nameOf));
    const [source] = this.#answers("source");
    const words = this.words[source?.value === "self" ? "self" : "from"];
    const said = source ? words.replace("{name}", name).replace("{source}", this.#nameOf(source)) : name;
    this.line.querySelector(".tile-said > span").textContent = said;
  }

  #clicked(event) {
    const { target } = event;
    const { do: what, sheet } = target.closest("[data-do], [data-sheet]")?.dataset ?? {};
    if (this.isOne && target.closest("a.worth")) {
      event.preventDefault();
      this.form.querySelector(".tile-answer").showPopover();
    }
    if (what === "who" || (what === "tiles" && this.#isSaid)) {
      this.show(what);
      (what === "who" ? this.who.querySelector(":checked") : this.line.querySelector(".tile-said"))?.focus();
    } else if (what === "how") this.picker.target.box.querySelector(".of-winner").showPopover();
    else if (what === "close") target.closest("[popover]").hidePopover();
    else if (sheet) document.getElementById(sheet).showPopover();
  }

  /* Disables dead hands as winners, until the form is for a later hand. An earlier choice is
     refused by the server. */
  #shutDead() {
    const isOver = this.form.hasAttribute("data-behind");
    for (const field of this.who.querySelectorAll('[name="winner"]')) {
      const isDead = !isOver && Boolean(field.closest("label").querySelector("[data-dead]"));
      const isShut = isDead && !field.checked;
      if (field.disabled !== isShut) field.disabled = isShut;
    }
  }

  /** Shows the open hand and each hand's progress. */
  draw(open) {
    this.#shutDead();
    const shown = this.targets.filter((target) => target.isThere);
    const isAlone = shown.length < 2;
    this.line.toggleAttribute("data-alone", isAlone);
    this.line.querySelector("[data-do=how]").disabled = !open.wins;
    for (const [target, tab] of this.tabs) {
      tab.hidden = isAlone || !shown.includes(target);
      const pressed = String(target === open);
      if (tab.ariaPressed !== pressed) tab.ariaPressed = pressed;
      const { firstChild: figures } = tab.lastChild;
      if (figures.data !== target.told) figures.data = target.told;
    }
  }
}
