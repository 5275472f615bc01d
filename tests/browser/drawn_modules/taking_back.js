/* Undo shortly after a save: diagram-undo-last-save.js. */
() => {
    const { offer, hide, isOffered } = part["taking-back"];
    const { form } = part.form;
    const save = document.getElementById("save-hand");
    const receipt = (line) => {
        document.getElementById("receipt").innerHTML = `<div class="receipt" data-saved="${line}"></div>`;
    };
    const back = document.createElement("form");
    back.id = "take-back";
    back.innerHTML = '<input name="sequence" value="7">';
    document.getElementById("take-back")?.remove();
    document.getElementById("entry").append(back);
    const isTaken = () => {
        const click = new MouseEvent("click", { bubbles: true, cancelable: true });
        document.addEventListener("click", (event) => event.preventDefault(), { once: true });
        let reached = false;
        save.addEventListener("click", () => { reached = true; }, { once: true });
        save.dispatchEvent(click);
        return !reached;
    };
    begin();
    offer();
    check("nothing was saved", isOffered(), false);
    receipt(6);
    offer();
    check("not the last line", isOffered(), false);
    receipt(7);
    offer();
    check("it is offered", [isOffered(), form().hasAttribute("data-just-saved")], [true, true]);
    check("for so long", document.getElementById("seconds").textContent, "5");
    check("a second tap on Save is none", isTaken(), true);
    hide();
    check("over", [isOffered(), form().hasAttribute("data-just-saved")], [false, false]);
    offer();
    check("once", isOffered(), false);
    check("Save saves", isTaken(), false);
    back.remove();
    begin();
}
