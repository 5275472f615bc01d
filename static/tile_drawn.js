/* A hand as it is drawn above its tiles: groups with what each is, every tile or meld a
   button. What stands there already stays: a tap adds one tile to a hand on a slow phone. */

/* Exactly these children, in this order. */
const arrange = (parent, wanted) => {
  wanted.forEach((node, n) => {
    if (parent.children[n] !== node) parent.insertBefore(node, parent.children[n] ?? null);
  });
  while (parent.children.length > wanted.length) parent.lastElementChild.remove();
};

export class Drawn {
  /** `box` is where it is drawn, `face(code)` a tile as it looks. */
  constructor(box, face) {
    Object.assign(this, { box, face, groups: [] });
  }

  /** `groups`: { label, buttons: [{ choice, name, codes }] }; one without a button to choose is
      the place of a tile that is still to come. `chosen`: the choice that is chosen. */
  show(groups, chosen) {
    const left = new Map();
    for (const button of this.box.querySelectorAll("[data-same]")) {
      const same = left.get(button.dataset.same) ?? [];
      left.set(button.dataset.same, [...same, button]);
    }
    while (this.groups.length < groups.length) this.groups.push(this.#group());
    groups.forEach(({ label, buttons }, n) => {
      const [row, caption] = this.groups[n].children;
      if (caption.textContent !== label) caption.textContent = label;
      const wanted = buttons.map((button) => {
        const same = `${button.choice?.join(" ")}|${button.name}|${button.codes}`;
        return left.get(same)?.shift() ?? this.#button(button, same);
      });
      for (const each of wanted.filter(({ dataset }) => dataset.choice)) {
        const pressed = String(each.dataset.choice === chosen);
        if (each.ariaPressed !== pressed) each.ariaPressed = pressed;
      }
      arrange(row, wanted);
    });
    arrange(this.box, this.groups.slice(0, groups.length));
  }

  #group() {
    const group = document.createElement("span");
    const [row, caption] = ["span", "small"].map((name) => document.createElement(name));
    group.className = "group";
    row.className = "tiles";
    caption.ariaHidden = "true";
    group.append(row, caption);
    return group;
  }

  #button({ choice, name, codes }, same) {
    const button = document.createElement(choice ? "button" : "span");
    button.dataset.same = same;
    button.append(...codes.map(this.face));
    if (!choice) {
      button.append(Object.assign(document.createElement("span"), { className: "tile slot", ariaHidden: "true" }));
      return button;
    }
    button.type = "button";
    button.ariaLabel = name;
    button.dataset.choice = choice.join(" ");
    return button;
  }
}
