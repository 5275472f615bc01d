/* Shows a referee's changes as cards until they are dismissed on this device. A cookie remembers
   this, which the server reads too, so that cards stay dismissed offline and after a reload. */

const KEPT = 14 * 24 * 3600; // seconds
const NAME = "put_away";

const cookie = () =>
  document.cookie.split("; ").find((each) => each.startsWith(`${NAME}=`))?.slice(NAME.length + 1);

/** A ledger entry and an answer up to which all was read. */
const read = (mark = "0.0") => mark.split(".").map((part) => Number(part) || 0);

export class Cards {
  /** `path`: of the table's pages; `ask` requests the current page. */
  constructor(path, ask) {
    this.path = path;
    document.addEventListener("submit", (event) => {
      const { submitter } = event;
      if (submitter?.dataset.do !== "put-away") return;
      event.preventDefault();
      this.putAway(submitter.value);
      ask();
    });
    document.addEventListener("htmx:oobAfterSwap", () => this.hideRead());
    this.hideRead();
  }

  putAway(mark) {
    const [before, now] = [read(cookie()), read(mark)];
    const both = before.map((part, number) => Math.max(part, now[number])).join(".");
    const secure = location.protocol === "https:" ? "; secure" : "";
    document.cookie = `${NAME}=${both}; path=${this.path}; max-age=${KEPT}; samesite=lax${secure}`;
    this.hideRead();
  }

  /** Hides a card dismissed on this device, since the page may be older. */
  hideRead() {
    const card = document.querySelector("[data-card]");
    if (!card) return;
    const [known, own] = [read(cookie()), read(card.dataset.card)];
    if (own.some((part, number) => part > known[number])) return;
    card.remove();
    const title = document.getElementById("hand-title") ?? document.getElementById("end-title");
    title?.focus({ preventScroll: true });
  }
}
