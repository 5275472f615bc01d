/* drop-late-tile-answers.js: answers about earlier tiles are dropped. */
() => {
    const form = document.createElement("form");
    form.innerHTML = '<input name="tiles_E"><div id="preview"></div><div class="tile-says"></div>';
    const [field, preview, says] = form.children;
    part.worth.following(form);
    const change = () => field.dispatchEvent(new Event("input", { bubbles: true }));
    const tell = (name, detail) => preview.dispatchEvent(new CustomEvent(`htmx:${name}`, { detail }));
    const asks = () => {
        const xhr = {};
        tell("beforeSend", { xhr });
        return () => {
            const detail = { xhr, shouldSwap: true };
            tell("beforeSwap", detail);
            if (detail.shouldSwap) tell("afterSwap", detail);
            return [detail.shouldSwap, says.hasAttribute("data-stale")];
        };
    };
    change();
    const early = asks();
    change();
    const late = asks();
    check("too late", early(), [false, true]);
    check("about these tiles", late(), [true, false]);
}
