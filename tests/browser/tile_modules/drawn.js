/* tile_drawn.js: what stands there stays; what is new is put in its place. */
() => {
    const box = document.createElement("div");
    const face = (code) => Object.assign(document.createElement("i"), { textContent: code });
    const drawn = new part.drawn.Drawn(box, face);
    const tiles = (...codes) => ({ label: "in hand",
        buttons: codes.map((code) => ({ choice: ["tile", code], name: code, codes: [code] })) });
    const slot = { label: "winning tile", buttons: [{ codes: [] }] };
    drawn.show([tiles("1m", "3m"), slot], "");
    const [one, three] = box.querySelectorAll("button");
    drawn.show([tiles("1m", "2m", "3m"), slot], "tile 2m");
    const now = [...box.querySelectorAll("button")];
    check("text", box.textContent, "1m2m3min handwinning tile");
    check("the same stay", [now[0] === one, now[2] === three], [true, true]);
    check("chosen", now.map((each) => each.ariaPressed), ["false", "true", "false"]);
    check("a place to fill", box.querySelectorAll(".slot").length, 1);
    drawn.show([tiles("3m")], "");
    check("less", [box.textContent, box.querySelector("button") === three], ["3min hand", true]);
}
