/* Finds rule options while typing and opens their groups. The rules of another preset may
   replace the list at any time. */
"use strict";

(() => {
  const begin = (box) => {
    const field = box.querySelector("input");
    const groups = [...box.parentElement.querySelectorAll(".rule-group")];
    const unfolded = new Map(groups.map((group) => [group, group.open]));

    const find = () => {
      const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
      let found = 0;
      for (const group of groups) {
        let inGroup = 0;
        for (const rule of group.querySelectorAll(".rule")) {
          const text = rule.textContent.toLowerCase();
          rule.hidden = !words.every((word) => text.includes(word));
          inGroup += rule.hidden ? 0 : 1;
        }
        group.hidden = inGroup === 0;
        group.open = words.length ? inGroup > 0 : unfolded.get(group);
        found += inGroup;
      }
      box.querySelector("[data-none]").hidden = found > 0;
    };

    box.hidden = false;
    field.addEventListener("input", find);
    field.addEventListener("keydown", (event) => {
      if (event.key === "Enter") event.preventDefault();
    });
    find();
  };

  const look = () => {
    const box = document.getElementById("find-rule");
    if (box?.hidden) begin(box);
  };
  document.addEventListener("htmx:afterSwap", look);
  look();
})();
