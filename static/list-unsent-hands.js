/* Shows the queue in #waiting: hands waiting on this device, the hand that the server did
   not accept, and hands that a referee rejected. */

/** The section's elements and messages. */
export const toolsOf = (section) => ({
  part: (name) => section.querySelector(`[data-part="${name}"]`),
  say: (name, values = {}) =>
    section.dataset[`say${name}`].replace(/\{(\w+)\}/g, (_, key) => values[key]),
});

const element = (name, text, values = {}) =>
  Object.assign(document.createElement(name), { textContent: text, ...values });

const paragraphs = (sentences) => sentences.map((sentence) => element("p", sentence));

/** Whether the page already shows that the hand does not count. */
const isSaidAbove = ({ hand }) =>
  Boolean(document.querySelector(`.refused-hand[data-hand="${hand}"]`));

/** Whether the page already shows both versions of the hand. */
const isAbove = ({ hand, halt }) =>
  Boolean(halt.conflict && document.querySelector(`.two-versions[data-hand="${hand}"]`));

/** Messages read on this device, if it can store data. */
const READ = "limit-read";
const hasRead = (name) => {
  try {
    return localStorage.getItem(READ) === name;
  } catch {
    return false;
  }
};
const noteRead = (name) => {
  try {
    localStorage.setItem(READ, name);
  } catch {
    // Shown again on the next page.
  }
};

export class Waiting {
  constructor(section) {
    this.section = section;
    Object.assign(this, toolsOf(section));
  }

  /** Shows this table's waiting entries `here`, `refused` ones, and the path of an `other` table
      with entries. `form`: whether the page has one; `preview`: this device's preview of
      payments. */
  show({ here, refused, other, form, preview }) {
    const [first] = here;
    this.preview = preview;
    const halted = first?.halt && !first.discarded ? first : null;
    this.showHalted(halted, form);
    this.showWaiting(halted ? here.slice(1) : here, halted);
    this.showRefused(refused.filter((entry) => !isSaidAbove(entry)));
    this.part("other").hidden = !other;
    if (other) this.part("other-table").href = other;
    this.fold();
  }

  /** Entries sent automatically, or those behind a `halted` one. */
  showWaiting(entries, halted) {
    const { part, say } = this;
    part("waiting").hidden = !entries.length;
    const isClosed = Boolean(halted?.halt.closed);
    const count = isClosed ? say("AfterClosed") : say("Count", { count: entries.length });
    if (part("count").textContent !== count) part("count").textContent = count;
    const how = say(entries.find(({ why }) => why)?.why ?? "How");
    part("how").textContent = halted ? say("After", { hand: halted.hand }) : how;
    part("how").hidden = isClosed;
    this.section.querySelector('[data-do="send"]').hidden = Boolean(halted);
    part("list").replaceChildren(...entries.map((entry) => this.line(entry, halted)));
  }

  line(entry, halted) {
    const line = document.createElement("li");
    line.append(element("b", this.say("Hand", { hand: entry.hand })), ` ${entry.words} `);
    // Sending automatically is mentioned only if the network is the obstacle.
    const more = entry.discarded ? this.say("Discarded") : !halted && this.preview(entry);
    if (more) line.append(element("small", more));
    return line;
  }

  showHalted(entry, form) {
    const { part, say, section } = this;
    part("halted").hidden = !entry || isAbove(entry);
    if (!entry) return;
    const { refused, conflict, closed, needs_word: needsWord, tooLarge } = entry.halt;
    const title = closed ? "Closed" : conflict ? "Conflict" : "Halted";
    part("title").textContent = say(title, { hand: entry.hand });
    part("what").textContent = entry.words;
    part("what").hidden = Boolean(conflict);
    part("why").replaceChildren(...paragraphs(tooLarge ? [say("TooLarge")] : (refused ?? [])));
    part("versions").hidden = !conflict;
    part("compares").hidden = !conflict?.may_choose;
    part("calls").hidden = !conflict || conflict.may_choose;
    if (conflict) {
      part("entered").textContent = `${conflict.entered} (${conflict.by})`;
      part("offered").textContent = conflict.offered;
    }
    part("word").hidden = !needsWord;
    const again = section.querySelector('[data-do="again"]');
    again.hidden = Boolean(closed || needsWord);
    again.classList.toggle("primary", !conflict); // a conflict has a better first step
    section.querySelector('[data-do="edit"]').hidden = Boolean(closed) || !form;
    part("go-on").hidden = !closed || section.dataset.door === "over";
  }

  /** Shows once what this device cannot do offline. */
  showLimit(name) {
    if (hasRead(name)) return;
    this.part("limit-words").textContent = this.say(name);
    this.part("limit-read").addEventListener("click", () => {
      noteRead(name);
      this.part("limit").hidden = true;
      this.fold();
    });
    this.part("limit").hidden = false;
    this.fold();
  }

  /** Hides the section if it is empty. */
  fold() {
    const parts = this.section.querySelectorAll(":scope > [data-part]");
    this.section.hidden = [...parts].every((each) => each.hidden);
  }

  /** Shows the outcome of sent hands until the next entry. */
  showSent(sentences) {
    const text = sentences.join(" · ");
    if (this.part("sent").textContent !== text) this.part("sent").textContent = text;
    this.part("sent").hidden = !text;
  }

  showRefused(entries) {
    const shown = entries.map(({ id }) => id).join(" ");
    if (this.shown === shown) return; // unchanged text would be read out again
    this.shown = shown;
    const notices = entries.map((entry) => {
      const notice = element("div", "", { className: "notice warning stack-tight" });
      const hide = element("button", this.say("Hide"), { className: "button", type: "button" });
      Object.assign(hide.dataset, { do: "hide", id: entry.id });
      const title = element("h2", this.say("No", { hand: entry.hand }));
      notice.append(title, ...paragraphs([entry.words, ...entry.refused]), hide);
      return notice;
    });
    this.part("refused").replaceChildren(...notices);
    this.part("refused").hidden = !notices.length;
  }
}
