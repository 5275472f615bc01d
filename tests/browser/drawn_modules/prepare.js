/* `part` has the modules of the table diagram by name; `check` reports differences, `choose` selects
   a value in the form, `begin` empties it, and `until` waits for a later change. */
async () => {
    const names = ["form", "payments", "counting", "words", "keys", "chairs", "dragging", "faults",
        "taking-back", "sticks", "several"];
    window.part = Object.fromEntries(await Promise.all(
        names.map(async (name) => [name, await import(document.getElementById(`drawn-${name}`).href)])));
    window.check = (what, is, should) => {
        if (JSON.stringify(is) !== JSON.stringify(should)) throw Error(`${what}: ${JSON.stringify(is)}`);
    };
    window.choose = (name, value) => {
        document.querySelector(`#hand-form [name="${name}"][value="${value}"]`).checked = true;
    };
    window.begin = () => {
        document.getElementById("hand-form").reset();
        document.querySelectorAll("#receipt, #preview").forEach((each) => each.replaceChildren());
    };
    window.until = async (is) => {
        for (let tries = 0; tries < 100 && !is(); tries += 1) {
            await new Promise((resolve) => { setTimeout(resolve, 50); });
        }
        if (!is()) throw Error(`never: ${is}`);
    };
    window.seats = (each) => [..."ESWN"].map(each);
}
