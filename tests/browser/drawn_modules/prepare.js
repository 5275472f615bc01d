/* `part` gives the modules of the drawn table by their names; `check` tells what is not so, `choose`
   says something in the form, `begin` empties it, and `until` waits for what comes by itself. */
async () => {
    const names = ["form", "payments", "counting", "words", "keys", "chairs", "dragging", "faults",
        "taking-back", "sticks"];
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
