/* Number keys and buttons: diagram-number-keys.js. */
() => {
    const { showPressed } = part.keys;
    const { form, picked } = part.form;
    const { points } = form().elements;
    const tap = (what) => form().querySelector(what).click();
    begin();
    tap('[data-do="keypad"]');
    check("the figures", form().classList.contains("keying"), true);
    for (const digit of "00120456") tap(`[data-digit="${digit}"]`);
    check("four of them", points.value, "1204");
    tap('[data-do="erase"]');
    check("the last one goes", points.value, "120");
    tap('[data-do="keys"]');
    check("and back", form().classList.contains("keying"), false);
    const [first, second] = form().querySelectorAll("[data-fill]");
    points.value = first.dataset.fill;
    showPressed();
    check("which key says it", [first, second].map((key) => key.getAttribute("aria-pressed")), ["true", "false"]);
    choose("winner", "E");
    tap('[data-do="clear"]');
    check("begun again", [picked("winner"), points.value], ["", ""]);
    check("from the first question", document.activeElement.name, "winner");
    points.focus();
    check("whoever types has figures", form().classList.contains("keying"), true);
    tap('[data-do="clear"]');
    document.getElementById("other").showPopover();
    const close = document.querySelector('#other [data-do="close"], #other [data-do="list"]');
    close?.click();
    check("what lay over it is put away", document.getElementById("other").matches(":popover-open"), !close);
    if (!close) document.getElementById("other").hidePopover();
    form().classList.remove("listing");
    begin();
}
