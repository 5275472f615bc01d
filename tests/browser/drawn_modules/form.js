/* Access to the form: diagram-form-access.js. */
() => {
    const { form, all, picked, placeOf, short, label, say, signed, write, changed } = part.form;
    begin();
    check("nothing is said", picked("winner"), "");
    choose("winner", "S");
    check("who won", picked("winner"), "S");
    check("four places", all(".r-who .place[data-at]").length, 4);
    check("by their seats", seats((seat) => placeOf(seat).dataset.at), [..."ESWN"]);
    check("in few words", seats(short), ["Ada", "Bo", "Chiara", "Dmitri"]);
    check("an ending", label("washout"), "Draw");
    check("its sentences", say("From", { name: "Ada", source: "Bo" }), "Ada, from Bo");
    check("figures", [12, -8, 0].map(signed), ["+12", "\u22128", "0"]);
    const button = document.createElement("button");
    write(button, "Save");
    const node = button.firstChild;
    write(button, "Save");
    write(button, "Ada");
    check("a pressed node stays", [button.firstChild === node, button.textContent], [true, "Ada"]);
    let heard = 0;
    form().addEventListener("input", () => { heard += 1; }, { once: true });
    changed(form().elements.points);
    check("others hear of it", heard, 1);
    const own = form();
    own.id = "another";
    check("no form, no parts", [form(), all("input")], [null, []]);
    own.id = "hand-form";
}
