/* Buttons that write a number: number-stepper-buttons.js, which the page itself has loaded. */
() => {
    const box = document.createElement("div");
    box.dataset.number = "";
    box.innerHTML = '<button data-fill="24"></button><div class="stepper" data-first="8"><input>'
        + '<button data-step="-1"></button><button data-step="1"></button></div>';
    document.body.append(box);
    const field = box.querySelector("input");
    let heard = 0;
    field.addEventListener("input", () => { heard += 1; });
    const after = (button) => { box.querySelector(button).click(); return field.value; };
    check("from the first on", after('[data-step="1"]'), "8");
    check("up", after('[data-step="1"]'), "9");
    check("down", after('[data-step="-1"]'), "8");
    check("not below the first", after('[data-step="-1"]'), "8");
    check("a number of its own", after("[data-fill]"), "24");
    check("others hear of it", heard, 5);
    box.remove();
}
