/* tile_keys.js: what is left of each tile, and the way from one to the next. */
() => {
    const grid = document.querySelector(".tile-grid");
    const keys = new part.keys.Keys(grid, part.faces.faceAt);
    keys.count((code) => (code === "E" ? 0 : 4));
    const east = grid.querySelector("[data-tile=E]");
    check("said", east.ariaLabel, `${keys.nameOf("E")}, 0 left`);
    keys.shut((code) => code === "E");
    check("shut", [...grid.querySelectorAll("[aria-disabled=true]")].map((key) => key.dataset.tile), ["E"]);
    check("a face", keys.face("E").className, "tile honor E");
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
