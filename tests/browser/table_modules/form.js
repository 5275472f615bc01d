/* The form as an entry of the queue: hand-form-fields-and-words.js. */
async () => {
    const { form, fill, turnTo, fieldsOf, isBegun, isTyped, label, lacks, wordsOf, sayInForm } = part.form;
    const title = () => document.getElementById("hand-title").textContent.trim();
    const own = title();
    check("nothing is said", [isBegun(), isTyped(), lacks(form())], [false, false, "Winner"]);
    const fields = [["winner", "E"], ["source", "self"], ["points", "24"], ["flowers", "2"]];
    fill({ hand: 3, fields }, "k3");
    check("filled in", [isBegun(), fieldsOf(form()).filter(([name]) => name !== "seating" && name !== "stage")], [true, fields]);
    check("under its key", [form().elements.hand.value, form().elements.device_key.value], ["3", "k3"]);
    check("of a later hand", [title(), form().hasAttribute("data-behind")], ["Hand 3", true]);
    check("in words", wordsOf(form()), "Ada Lind, self-draw · Fan, flowers included: 24");
    check("a player", label(form().querySelector('[name="winner"][value="W"]')), "Chiara Rossi");
    form().elements.points.value = "";
    check("no value", lacks(form()), "Value");
    fill({ hand: 3, fields: [["winner", "S"]] }, "k4");
    check("no discarder", lacks(form()), "Source");
    fill({ hand: 3, fields: [["winner", "washout"]] }, "k5");
    check("nobody won", [lacks(form()), wordsOf(form())], ["", "Draw"]);
    document.documentElement.dataset.pressed = "";
    const said = sayInForm("It is said.");
    check("not under a thumb", document.getElementById("preview").textContent.includes("said"), false);
    delete document.documentElement.dataset.pressed;
    document.dispatchEvent(new Event("released"));
    await said;
    check("but then", document.querySelector("#preview .notice").textContent, "It is said.");
    turnTo(1, "k1");
    check("the hand that the server told", [title(), isBegun(), form().hasAttribute("data-behind")], [own, false, false]);
    check("an empty form", [form().elements.device_key.value, document.getElementById("preview").children.length], ["k1", 0]);
}
