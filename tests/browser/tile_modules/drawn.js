/* show-hand-as-tiles.js: a tap fills an existing place. */
() => {
    const box = document.createElement("div");
    const face = (code, tile = document.createElement("i")) => Object.assign(tile, { textContent: code ?? "" });
    const drawn = new part.drawn.Drawn(box, face);
    const tiles = (...codes) => ({ kind: "held", label: "in hand",
        buttons: codes.map((code) => ({ choice: ["tile", code], name: code, codes: [code] })) });
    const slot = { kind: "won", label: "winning tile", places: 1, buttons: [] };
    const meld = (n) => ({ kind: "meld", label: "melded",
        buttons: [{ choice: ["meld", n], name: `${n}`, codes: ["E", "E", "E"] }] });
    const seen = (selector) => [...box.querySelectorAll(selector)].filter((each) => !each.closest("[data-empty], [data-open]"));
    const text = () => seen("i, small").map((each) => each.textContent).join(" ");
    drawn.show([tiles("1m", "3m"), slot], "");
    check("two tiles", text(), "1m 3m in hand winning tile");
    const changed = new MutationObserver(() => {});
    changed.observe(box, { childList: true, subtree: true });
    drawn.show([meld(0), tiles("1m", "2m", "3m"), slot], "tile 2m");
    check("one more, and a meld", text(), "E E E melded 1m 2m 3m in hand winning tile");
    const elements = changed.takeRecords().flatMap((each) => [...each.addedNodes, ...each.removedNodes])
        .filter((node) => node instanceof Element);
    check("no element came or went", elements.length, 0);
    check("chosen", seen("button").map((each) => each.ariaPressed), ["false", "false", "true", "false"]);
    const open = () => [...box.querySelectorAll("[data-open]")].filter((each) => !each.closest("[data-empty]")).length;
    check("a place to fill", open(), 1);
    drawn.show([{ ...tiles("1m"), places: 13 }, slot], "");
    check("all the places of a hand", open(), 13);
    drawn.show([{ ...tiles("1m", "2m"), places: 13 }, slot], "");
    check("of which a tap fills one", [open(), text()], [12, "1m 2m in hand winning tile"]);
    drawn.show([tiles("3m")], "");
    check("less", text(), "3m in hand");
    drawn.show([...Array(5).keys()].map(meld), "");
    check("more than a hand has", seen("button").length, 5);
    drawn.show([tiles(...Array(20).fill("9s"))], "");
    check("and more tiles", seen("button").length, 20);
}
