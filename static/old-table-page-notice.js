/* Marks a stored page shown while the server does not respond, and reloads when there is a new
   one. */

const LOOK = 5000; // milliseconds between checks for a new page

const timeOf = (at) =>
  at.toLocaleTimeString(document.documentElement.lang || undefined, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });

export class OldPage {
  #looking;

  constructor(desk) {
    this.desk = desk;
  }

  /** Loads the current page. Input is blocked until then, since it would be lost. */
  leave() {
    const { filling, receipts, table, page } = this.desk;
    filling.form()?.setAttribute("inert", "");
    const line = receipts.wanted();
    location.assign(line ? `${table}?saved=${line}` : page);
  }

  /** Shows that the page is old. */
  say(rendered) {
    const { isKept, view } = this.desk;
    if (!isKept()) return;
    const time = rendered ? timeOf(new Date(rendered * 1000)) : "—";
    view.part("was").textContent = view.say("Was", { time });
    view.part("was").hidden = false;
    this.lookLater();
    window.addEventListener("online", () => this.look());
  }

  lookLater() {
    clearTimeout(this.#looking);
    this.#looking = setTimeout(() => this.look(), LOOK);
  }

  /** Requests a new page. If a reload would lose input, only untouched parts are renewed. */
  async look() {
    clearTimeout(this.#looking);
    const { sender, state, table, view } = this.desk;
    const { token } = await sender.ask(table);
    if (token && this.mayLeave()) {
      this.leave();
      return;
    }
    if (token && !view.part("was").hidden) {
      view.part("was").hidden = true;
      await this.desk.show();
      state.ask();
    }
    this.lookLater();
  }

  /** Not while hands are being sent: their answers would be lost with the page. */
  mayLeave() {
    const { filling, isTouched, section, sender } = this.desk;
    const isOpen = Boolean(section.querySelector("details[open], input:checked"));
    return !sender.running && !isTouched() && !filling.isTyped() && !isOpen;
  }
}
