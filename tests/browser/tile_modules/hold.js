/* tile_hold.js: a key that is held makes a pung, held on a kong, and nothing where the
   finger moves away. */
async () => {
    const grid = document.querySelector(".tile-grid").cloneNode(true);
    document.body.append(grid);
    const made = [];
    part.hold.holding(grid, { can: (code) => code !== "E", make: (...what) => made.push(what) });
    grid.addEventListener("click", ({ target }) => made.push(["tap", target.dataset.tile]));
    const hold = async (code, time, moved = 0) => {
        const key = grid.querySelector(`[data-tile="${code}"]`);
        press(key, "pointerdown");
        await pause(time);
        if (moved) press(key, "pointermove", moved);
        press(key, "pointerup", moved);
        key.click();
        return made.splice(0);
    };
    check("a tap", await hold("1m", 50), [["tap", "1m"]]);
    check("held", await hold("1m", 600), [["1m", "pung"]]);
    check("held on", await hold("1m", 1300), [["1m", "kong"]]);
    check("moved away", await hold("1m", 600, 80), [["tap", "1m"]]);
    check("not enough left", await hold("E", 600), [["tap", "E"]]);
    grid.remove();
}
