/* Dragging from discarder to winner: diagram-drag-discarder-to-winner.js. */
async () => {
    const { picked, form } = part.form;
    const place = (seat) => document.querySelector(`.r-who [data-at="${seat}"]`);
    const send = (kind, seat, pointerType, beside = 0) => {
        const { left, top, width, height } = place(seat).getBoundingClientRect();
        place(seat).dispatchEvent(new PointerEvent(kind, { bubbles: true, cancelable: true, isPrimary: true,
            pointerType, clientX: left + width / 2 + beside, clientY: top + height / 2 }));
    };
    const rest = () => new Promise((resolve) => { setTimeout(resolve, 250); });
    const said = () => [picked("winner"), picked("source")];
    begin();
    send("pointerdown", "S", "mouse");
    send("pointerup", "S", "mouse");
    check("a click is none", said(), ["", ""]);
    send("pointerdown", "S", "mouse");
    send("pointermove", "E", "mouse");
    check("marked", [place("S").dataset.drag, place("E").dataset.drag], ["from", "to"]);
    send("pointerup", "E", "mouse");
    check("both at once", said(), ["E", "S"]);
    check("no more marks", place("S").hasAttribute("data-drag"), false);
    begin();
    send("pointerdown", "S", "touch");
    send("pointermove", "E", "touch");
    send("pointerup", "E", "touch");
    check("whoever moves at once scrolls", said(), ["", ""]);
    send("pointerdown", "S", "touch");
    await rest();
    check("a finger that rests", place("S").dataset.drag, "from");
    send("pointermove", "W", "touch");
    send("pointerup", "W", "touch");
    check("drags", said(), ["W", "S"]);
    begin();
    send("pointerdown", "S", "touch");
    await rest();
    send("pointercancel", "S", "touch");
    send("pointerup", "W", "touch");
    check("taken away", said(), ["", ""]);
    form().querySelector('[name="winner"][value="N"]').disabled = true;
    send("pointerdown", "S", "mouse");
    send("pointermove", "N", "mouse");
    send("pointerup", "N", "mouse");
    check("whose hand is dead wins none", said(), ["", ""]);
    form().querySelector('[name="winner"][value="N"]').disabled = false;
    send("pointerdown", "S", "mouse");
    send("pointermove", "S", "mouse", 20);
    send("pointerup", "S", "mouse");
    check("to oneself", said(), ["", ""]);
}
