// The grid of a round's paper totals: Enter and arrow keys move between scores, and each table's
// sum is checked while typing. Without it the form is sent by Enter.
const { readTotal } = await import(document.querySelector("script[data-totals]").dataset.totals);
const { whole } = await import(document.getElementById("write-by-language").href);

const form = document.querySelector(".paper-grid");
const rows = [...form.querySelectorAll(".paper-row:not(.settled)")].filter((row) => row.querySelector("[data-cell]"));
const columns = ["east", "south", "west", "north"];
const cell = (row, name) => row?.querySelector(`[data-cell="${name}"]`);
const scores = (row) => (row ? columns.map((name) => cell(row, name)).filter(Boolean) : []);

const number = (input) => readTotal(input.value);

// Sum of the scores minus the expected sum; null if any is missing.
function over(row) {
  const given = [...scores(row), cell(row, "penalties")].map(number);
  if (given.includes(null)) return null;
  const expected = given.pop();
  return given.reduce((sum, one) => sum + one, 0) - expected;
}

function tell(row) {
  const by = over(row);
  const said = row.querySelector("[data-sum]");
  row.classList.toggle("right", by === 0);
  row.classList.toggle("wrong", by !== null && by !== 0);
  if (by === null) said.textContent = "";
  else if (by === 0) said.textContent = `✓ ${form.dataset.right}`;
  else said.textContent = `! ${(by > 0 ? form.dataset.over : form.dataset.under).replace("{points}", whole(Math.abs(by)))}`;
}

function go(input) {
  if (!input) return;
  input.focus();
  input.select?.();
}

// The next focus: next score, the sum's message if wrong, next table, Save.
function next(row, name) {
  const at = columns.indexOf(name);
  const following = at >= 0 && cell(row, columns[at + 1]);
  if (following) return following;
  if (at >= 0 && over(row)) return cell(row, "penalties");
  const after = rows[rows.indexOf(row) + 1];
  return after ? cell(after, columns[0]) : form.querySelector("button");
}

function beside(input, step) {
  const all = rows.flatMap((row) => [...row.querySelectorAll("[data-cell]")]);
  return all[all.indexOf(input) + step];
}

form.addEventListener("keydown", (event) => {
  const input = event.target;
  const name = input.dataset?.cell;
  if (!name || event.isComposing || event.altKey || event.ctrlKey || event.metaKey) return;
  const row = input.closest(".paper-row");
  const at = rows.indexOf(row);
  const whole = input.selectionStart === 0 && input.selectionEnd === input.value.length;
  const moves = {
    Enter: () => next(row, name),
    ArrowDown: () => cell(rows[at + 1], name),
    ArrowUp: () => cell(rows[at - 1], name),
    ArrowRight: () => (whole || input.selectionStart === input.value.length) && beside(input, 1),
    ArrowLeft: () => (whole || input.selectionEnd === 0) && beside(input, -1),
  };
  const target = moves[event.key]?.();
  if (event.key === "Enter" || target) event.preventDefault();
  if (target) go(target);
});
form.addEventListener("input", ({ target }) => {
  const row = target.closest(".paper-row");
  if (row) tell(row);
});
rows.forEach(tell);
// Focuses on the first empty table; a fault already has the focus.
if (!form.querySelector("[autofocus]") && !location.hash) scores(rows[0])[0]?.focus();
