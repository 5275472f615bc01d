/* tile-notation-field.js: a field of notation, and actions on the selected part. */
() => {
    const box = document.querySelector(".hand-of-E");
    const picker = { winners: ["E"], drawn: false, hasRedFives: true, left: () => 0, words: {}, keys: { nameOf: String }, joined: String };
    const written = [];
    picker.changed = ({ text }) => written.push(text);
    const shown = [];
    const drawing = () => ({ show: (groups) => shown.push(groups.length) });
    box.querySelector("input.notation").value = "";
    const target = new part.target.Target(box, picker, part.hand, drawing);
    const field = () => {
        target.tell();
        return target.field.value;
    };
    for (const code of ["1m", "f1"]) target.add(code);
    target.meld(["4p", "5p", "6p"], false);
    check("not written yet", target.field.value, "");
    check("written", [field(), target.told, target.room], ["[456p]1m f1", "4/14", 10]);
    check("each time the picker hears of it", written.splice(0), ["1m", "1m f1", "[456p]1m f1"]);
    target.undo();
    check("undone", field(), "1m f1");
    target.read();
    target.chosen = ["tile", "1m"];
    check("of a tile", target.actions, ["won", "remove"]);
    target.act("won");
    check("won with", field(), "+1m f1");
    target.meld(["5p", "5p", "5p"], false);
    target.chosen = ["meld", 0];
    check("of a pung", target.actions, ["red", "S", "W", "N", "remove"]);
    target.act("red");
    target.chosen = ["meld", 0];
    target.act("S");
    check("from South", field(), "[055p<S]+1m f1");
    target.show();
    target.show();
    check("drawn once", shown.length, 1);
    const told = [];
    box.addEventListener("input", ({ target: { name } }) => told.push(name), { once: true });
    target.tell();
    check("told", told, ["tiles_E"]);
    target.chosen = ["meld", 0];
    target.follow();
    check("what was tapped is not read again", target.chosen, ["meld", 0]);
    target.field.value = "";
    target.follow();
    check("what was typed is read", [target.chosen, target.told], [null, ""]);
}
