/* tile-keyboard.js: remaining copies of each tile, and moving between keys. */
() => {
    const grid = document.querySelector(".tile-grid");
    const keys = new part.keys.Keys(grid, (path, name) => path.setAttribute("d", name && "M0 0"));
    keys.count((code) => (code === "E" ? 0 : 4));
    const east = grid.querySelector("[data-tile=E]");
    check("said", east.ariaLabel, `${keys.nameOf("E")}, left: 0`);
    keys.shut((code) => code === "E");
    check("shut", [...grid.querySelectorAll("[aria-disabled=true]")].map((key) => key.dataset.tile), ["E"]);
    const face = keys.face("E");
    check("a face", [face.className, face.querySelector("path").getAttribute("d")], ["tile honor E", "M0 0"]);
    check("another", keys.face("1m", face).className, "tile characters");
    check("no such tile", keys.face("?").textContent, "?");
    check("one stop", grid.querySelectorAll("[tabindex='0']").length, 1);
    grid.closest(".tile-picker").hidden = false;
    document.getElementById("hand-form").dataset.part = "tiles";
    keys.focus();
    for (const [key, code] of [["ArrowRight", "2m"], ["ArrowDown", "2p"], ["ArrowLeft", "1p"],
        ["ArrowLeft", "1p"], ["ArrowUp", "1m"], ["ArrowUp", "1m"]]) {
        const event = new KeyboardEvent("keydown", { key, bubbles: true });
        document.activeElement.dispatchEvent(event);
        check(key, document.activeElement.dataset.tile, code);
    }
}
