/* Prompts, receipt, and the label of Save: diagram-what-to-tap-next.js. */
() => {
    const { showQuestion, showSave, sayRefused, isBrokenOff } = part.words;
    const { form } = part.form;
    const ask = document.getElementById("ask");
    const save = document.getElementById("save-hand");
    const asked = (...said) => {
        showQuestion(...said);
        return [ask.firstChild.textContent, ask.querySelector("small")?.textContent ?? ""];
    };
    const saves = (...said) => { showSave(...said); return [save.textContent, save.getAttribute("aria-disabled"), save.dataset.ready]; };
    begin();
    check("at first", asked("", ""), ["Who won?", ""]);
    check("from whom", asked("E", ""), ["Who discarded?", "Or tap “Self-draw”."]);
    check("the value", asked("E", "S"), [form().dataset.sayValue, "Ada, from Bo"]);
    check("self-drawn", asked("W", "self")[1], "Chiara, self-draw");
    check("nobody won", asked("washout", ""), ["Draw", ""]);
    check("no three winners", isBrokenOff(), false);
    check("nothing to save", saves("", null), ["Save hand 1", "true", "no"]);
    choose("winner", "E");
    choose("source", "S");
    check("something is missing", saves("E", null), ["Save hand 1", "true", "no"]);
    form().elements.points.value = "12";
    check("what Save does", saves("E", { E: 36 }), ["Ada +36 · Save", "false", "yes"]);
    check("nobody knows what it pays", saves("E", null)[0], "Ada · Save");
    const box = document.getElementById("receipt");
    box.innerHTML = '<div class="receipt"><h2>Hand 1</h2><p>Ada Lind wins · 12 fan</p><h3>Bo Park pays 20</h3></div>';
    showQuestion("", "");
    check("what was saved", ask.dataset.saved, "Bo pays 20 · Hand 1. Ada wins · 12 fan");
    box.firstChild.classList.add("of-waiting");
    showQuestion("", "");
    check("who won, and that it waits", ask.dataset.saved, "Ada wins · not sent yet · 12 fan");
    showQuestion("E", "");
    check("until the next hand is begun", ask.dataset.saved, "");
    sayRefused("Only one stick each.");
    check("a refusal", document.querySelector("#preview .error").textContent, "Only one stick each.");
    begin();
    showQuestion("", "");
    showSave("", null);
}
