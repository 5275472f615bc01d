// Lists with checkboxes: selects all shown, and shows the number selected.
const lists = ".tick-many";

function tell(list) {
  const boxes = [...list.querySelectorAll("tbody input[type=checkbox]")];
  const ticked = boxes.filter((box) => box.checked).length;
  const all = list.querySelector("[data-tick-all]");
  if (all) {
    all.checked = ticked > 0 && ticked === boxes.length;
    all.indeterminate = ticked > 0 && ticked < boxes.length;
  }
  for (const place of list.querySelectorAll("[data-ticked]")) place.textContent = ticked;
}

document.addEventListener("change", ({ target }) => {
  const list = target.closest?.(lists);
  if (!list) return;
  if (target.matches("[data-tick-all]"))
    for (const box of list.querySelectorAll("tbody input[type=checkbox]")) box.checked = target.checked;
  tell(list);
});
// Lists restored from the browser's history keep their selection.
addEventListener("pageshow", () => document.querySelectorAll(lists).forEach(tell));
