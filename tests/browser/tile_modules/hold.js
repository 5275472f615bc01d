/* tile-key-touch-and-hold.js: a finger taps a key on touching it; later click events are ignored. Holding
   makes a pung, holding longer a kong, and neither if the finger moves away. */
async () => {
    const grid = document.querySelector(".tile-grid").cloneNode(true);
    document.body.append(grid);
    const made = [];
    let mayScroll = false;
    part.hold.holding(grid, {
        can: (code) => code !== "E",
        make: (...what) => made.push(what),
        tap: ({ dataset: { tile } }) => {
            made.push(["finger", tile]);
            return () => made.push(["taken back", tile]);
        },
        mayScroll: () => mayScroll,
    });
    grid.addEventListener("click", ({ target }) => made.push(["click", target.dataset.tile]));
    const key = (code) => grid.querySelector(`[data-tile="${code}"]`);
    const hold = async (code, time, { by = "mouse", moved = 0, clicks = true } = {}) => {
        press(key(code), "pointerdown", { by });
        await pause(time);
        if (moved) press(key(code), "pointermove", { by, x: moved });
        press(key(code), "pointerup", { by, x: moved });
        if (clicks) key(code).click();
        return made.splice(0);
    };
    check("a click", await hold("1m", 50), [["click", "1m"]]);
    check("held", await hold("1m", 600), [["1m", "pung"]]);
    check("held on", await hold("1m", 1300), [["1m", "kong"]]);
    check("moved away", await hold("1m", 600, { moved: 80 }), [["click", "1m"]]);
    check("not enough left", await hold("E", 600), [["click", "E"]]);

    const by = "touch";
    press(key("1m"), "pointerdown", { by });
    check("a finger, before it is gone", made.splice(0), [["finger", "1m"]]);
    press(key("1m"), "pointerup", { by });
    check("and nothing when it goes", made.splice(0), []);
    check("again at once", await hold("1m", 10, { by }), [["finger", "1m"]]);
    const back = (code) => [["finger", code], ["taken back", code]];
    check("held by a finger", await hold("1m", 600, { by }), [...back("1m"), ["1m", "pung"]]);
    check("slid away", await hold("1m", 50, { by, moved: 80, clicks: false }), back("1m"));
    check("not enough left for a finger", await hold("E", 600, { by, clicks: false }), back("E"));
    press(key("1m"), "pointerdown", { by });
    press(key("1m"), "pointercancel", { by });
    check("a finger that scrolls", made.splice(0), back("1m"));

    const lifted = () => key("1m").dispatchEvent(new TouchEvent("touchend", { bubbles: true, cancelable: true }));
    await hold("1m", 50, { by, clicks: false });
    check("no mouse follows a finger that was answered", lifted(), false);
    check("which is so once", lifted(), true);
    await hold("1m", 50, { by, moved: 80, clicks: false });
    check("nor one that was not", lifted(), true);

    press(key("1m"), "pointerdown", { by, id: 5 });
    press(key("2m"), "pointerdown", { by, id: 6 });
    press(key("1m"), "pointermove", { by, id: 5, x: 80 });
    press(key("1m"), "pointerup", { by, id: 5 });
    press(key("2m"), "pointerup", { by, id: 6 });
    check("two thumbs", made.splice(0), [["finger", "1m"], ["finger", "2m"]]);
    await pause(750);
    key("2m").click();
    check("a click of its own", made.splice(0), [["click", "2m"]]);

    mayScroll = true;
    press(key("1m"), "pointerdown", { by });
    check("a finger that may scroll the page", made.splice(0), []);
    press(key("1m"), "pointerup", { by });
    check("and did not", made.splice(0), [["finger", "1m"]]);
    key("1m").click();
    check("its click is answered", made.splice(0), []);
    press(key("1m"), "pointerdown", { by });
    press(key("1m"), "pointercancel", { by });
    check("a scroll shows no tile", made.splice(0), []);
    check("held where the page scrolls", await hold("1m", 600, { by }), [["1m", "pung"]]);
    const word = grid.nextElementSibling;
    check("its word is not cut at the edge of the keys", word.className, "tile-held");
    word.remove();
    grid.remove();
}
