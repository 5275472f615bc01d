/* A line in the head of a table page: whether the server has all entries, how many are unsent,
   and how many devices show the table. */

const parts = () => {
  const strip = document.getElementById("strip");
  return { strip, text: strip?.querySelector("[data-strip]") };
};

export class Strip {
  #devices = 0; // devices following the table; 0 if unknown
  #away = false;
  #waiting = 0;

  /** `devices`: element that the stream updates. */
  constructor(devices) {
    this.section = document.getElementById("waiting");
    if (devices) {
      const hear = () => {
        this.#devices = Number(devices.textContent) || 0;
        this.draw();
      };
      new MutationObserver(hear).observe(devices, { childList: true });
      hear();
    }
    const say = (away) => () => {
      this.#away = away;
      this.draw();
    };
    for (const lost of ["htmx:sseError", "htmx:sendError", "htmx:timeout", "dismissed"]) {
      document.addEventListener(lost, say(true));
    }
    for (const there of ["htmx:sseOpen", "htmx:afterOnLoad"]) {
      document.addEventListener(there, say(false));
    }
    window.addEventListener("offline", say(true));
    // A stream may have survived; otherwise it reports an error.
    window.addEventListener("online", say(false));
  }

  /** Shows the number of waiting hands; `isKept`: the page is an old one. */
  show(waiting, isKept) {
    this.#waiting = waiting;
    this.isKept = isKept;
    this.draw();
  }

  words({ dataset }) {
    if (this.#waiting) return dataset.sayWaiting.replace("{count}", this.#waiting);
    if (this.#away || this.isKept) return dataset.sayAway;
    // Above the tiles there is no room for them.
    const tells = this.#devices && !document.getElementById("tiles-head");
    const devices = tells ? dataset.sayDevices.replace("{count}", this.#devices) : "";
    return [dataset.saySynced, dataset.hands, devices].filter(Boolean).join("\u00a0· ");
  }

  draw() {
    const { strip, text } = parts();
    if (!strip) return;
    const words = this.words(strip);
    if (text.textContent !== words) text.textContent = words;
    const state = this.#waiting ? "waits" : this.#away || this.isKept ? "away" : "synced";
    if (strip.dataset.state !== state) strip.dataset.state = state;
    const list = strip.querySelector("button");
    if (list) list.hidden = !this.#waiting;
  }
}
