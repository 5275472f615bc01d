/* Puts a server response into a table page, except for a form being filled in. Parts with
   data-follows are always updated. */

const ENTRY = ["entry", "tiles"]; // the part with the form, on either page
const HEAD = "tiles-head"; // its head, if separate

const stageOf = (part) => part.querySelector("#stage");

/** Whether both forms are for the same hand. */
const isSame = (form, fresh, ahead) => {
  const anew = fresh.querySelector("#hand-form");
  if (!form || !anew) return !form && !anew;
  const hands = [form, anew].map((each) => each.elements.hand.value);
  return form.dataset.stage === anew.dataset.stage && (ahead || hands[0] === hands[1]);
};

/** Keeps text typed beside the undo button. */
const keepReason = (old, anew) => {
  const typed = old.querySelector("#undo-reason")?.value;
  const reason = typed && anew.querySelector("#undo-reason");
  if (reason) reason.value = typed;
};

/** Identifies the focused element of a part; "" if none. */
const focusedIn = (part) => {
  const { activeElement: { id, name, value } } = document;
  if (!part.contains(document.activeElement)) return "";
  return id ? `#${CSS.escape(id)}` : name && `[name="${name}"][value="${CSS.escape(value)}"]`;
};

/** Renews a part of the page; screen readers announce live ones. */
const renew = (old, anew) => {
  if (old.isEqualNode(anew)) return;
  // Key and token differ each time, and details may be open.
  const { version } = old.dataset;
  const saysSame = old.textContent.trim() === anew.textContent.trim();
  if (version && version === anew.dataset.version && saysSame) return;
  if (!old.matches("[role=alert], [aria-live]")) {
    const focused = focusedIn(old);
    keepReason(old, anew);
    old.replaceWith(anew);
    window.htmx.process(anew);
    const again = focused && (anew.matches(focused) ? anew : anew.querySelector(focused));
    if (again) again.focus({ preventScroll: true });
  } else if (old.innerHTML.trim() !== anew.innerHTML.trim()) {
    old.replaceChildren(...anew.childNodes);
  }
};

/** For a conflict, shows what was typed here beside the stored version. */
const compare = (fresh, words) => {
  const own = fresh.querySelector("#form-news [data-own]");
  if (!own || !words) return;
  own.hidden = false;
  own.querySelector("span").textContent = words;
};

/** Renews the following parts of a form being filled in. In a conflict its seats stay unchanged. */
const follow = (fresh, within) => {
  const isAsked = Boolean(fresh.querySelector("#form-news .asks"));
  within.querySelector("#hand-form.rt")?.toggleAttribute("data-asked", isAsked);
  for (const old of within.querySelectorAll("[data-follows]")) {
    if (isAsked && old.closest(".felt")) continue;
    const anew = fresh.querySelector(`#${old.id}`);
    if (anew) renew(old, anew.cloneNode(true));
    else if (old.type !== "hidden") old.replaceChildren();
  }
  for (const box of fresh.querySelectorAll("[data-seat][data-wind]")) {
    const old = within.querySelector(`[data-seat="${box.dataset.seat}"][data-wind]`);
    if (old) old.dataset.wind = box.dataset.wind;
  }
};

export class Drawing {
  /** `turnTo` empties the form for a hand, `wordsOf` describes it; `isTouched`: it is being
      filled in; `isAhead`: entries of this table wait, so the form is for a later hand. */
  constructor({ form, turnTo, wordsOf, isTouched, isAhead }) {
    Object.assign(this, { form, turnTo, wordsOf, isTouched, isAhead });
    this.catchUp = () => {};
    document.addEventListener("filled", () => this.catchUp(), true);
    document.addEventListener("htmx:oobBeforeSwap", (event) => this.put(event));
  }

  put(event) {
    const { target, fragment } = event.detail;
    if (target.id === HEAD) this.putHead(event.detail);
    if (!ENTRY.includes(target.id)) return;
    const [fresh] = fragment.children;
    if (fresh.matches("[data-went-on]")) {
      event.detail.shouldSwap = false;
      this.goOn(fresh, target);
      return;
    }
    // A user is comparing two versions.
    if (!stageOf(target)) event.detail.shouldSwap = false;
    else if (this.isTouched() || isSame(this.form(), fresh, this.isAhead())) {
      event.detail.shouldSwap = false;
      if (this.form()) compare(fresh, this.wordsOf(this.form()));
      follow(fresh, target);
      this.catchUp = () => this.#leave(fresh, target);
    } else {
      fresh.querySelector("#form-news")?.replaceChildren();
      keepReason(target, fresh);
    }
  }

  /** This form's hand was saved; continues with the next one. */
  goOn(fresh, target) {
    follow(fresh, target);
    for (const anew of fresh.querySelectorAll("[data-renews]")) {
      target.querySelector(`#${anew.id}`)?.replaceWith(anew.cloneNode(true));
    }
    const { dataset, elements } = fresh.querySelector("#hand-form");
    this.form().dataset.stage = dataset.stage;
    this.form().classList.remove("keying", "listing");
    this.turnTo(elements.hand.value, elements.device_key.value);
  }

  /** The form is for another hand now: updates the seats. */
  #leave(fresh, target) {
    if (!target.querySelector("[data-asked]")) return;
    fresh.querySelector("#form-news").replaceChildren();
    follow(fresh, target);
  }

  /** The head is swapped before the form and names its hand. */
  putHead(detail) {
    detail.shouldSwap = false;
    follow(detail.fragment, detail.target);
  }
}
