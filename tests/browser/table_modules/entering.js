/* An entry and its payments: queue-hand-from-form.js and payment-preview-in-words.js, based on
   hand-form-fields-and-words.js. */
async () => {
    const desk = deskOf();
    const preview = () => document.getElementById("preview").textContent;
    await part.entering.queueForm(desk);
    check("lacks", preview(), desk.view.say("Winner"));
    check("nothing kept", desk.queue.kept.length, 0);
    choose("winner", "E");
    choose("source", "S");
    check("a value lacks", part.form.lacks(part.form.form()), "Value");
    document.querySelector("[name=points]").value = "12";
    check("nothing lacks", part.form.lacks(part.form.form()), "");
    const entry = part.entering.entryOf(desk);
    check("entry", [entry.table, entry.hand, entry.key.length, entry.halt], ["/t/", 1, 32, null]);
    check("words", entry.words, "Ada Lind, from Bo Park · Fan, flowers included: 12");
    const sums = part.preview.paymentsOf(desk, entry);
    check("payments", sums.map((each) => each[2]).sort(), [20, 8, 8]);
    check("preview", part.preview.previewOf(desk, entry).includes("Bo Park pays Ada Lind 20"), true);
    const later = { ...entry, fields: [["winner", "E"], ["source", "S"], ["points", "x"]] };
    check("no such value", part.preview.previewOf(desk, later), desk.view.say("Later"));
    const tiles = { ...entry, fields: [["by", "tiles"]] };
    check("tiles", part.preview.previewOf(desk, tiles), desk.view.say("Counted"));
    await part.entering.queueForm(desk);
    check("kept", desk.queue.kept.map(({ key }) => key), [entry.key]);
    check("the form is for the next", part.form.form().elements.hand.value, "2");
    check("a new key", part.form.form().elements.device_key.value === entry.key, false);
    check("empty", part.form.isBegun(), false);
    check("then", desk.done.map(([name]) => name), ["changed", "nudge"]);
    desk.queue.add = () => Promise.reject(Error("full"));
    await part.entering.enqueue(desk, entry);
    check("back in the form", part.form.fieldsOf(part.form.form()).flat().includes("12"), true);
    check("said", preview(), desk.view.say("Full"));
}
