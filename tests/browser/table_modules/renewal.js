/* Steps after a new answer is shown: follow-up-after-new-answer.js. */
async () => {
    const desk = deskOf();
    const named = (what) => desk.done.filter(([name]) => name === what);
    check("asked of", Object.keys(desk.renewal.askedOf()), ["hand", "stage"]);
    let previews = 0;
    part.form.form().addEventListener("change", () => { previews += 1; });
    await desk.renewal.afterSheet({ responseText: "<p>sheet</p>" });
    check("kept", named("renew"), [["renew", "/t/", "<p>sheet</p>"]]);
    check("learned", named("learnFrom")[0][1].hand, 1);
    check("nothing to send", named("nudge").length, 0);
    desk.queue.kept.push({ hand: 1 });
    desk.queue.waiting = desk.queue.kept;
    check("ahead", [desk.renewal.askedOf().ahead, desk.queue.next()], ["yes", 2]);
    await desk.renewal.afterSheet({ responseText: "" });
    check("turned to the next", [named("turnToNext").length, named("nudge").length], [1, 1]);
    choose("winner", "E");
    document.getElementById("table-now").dataset.lines = "5";
    const before = previews;
    await desk.renewal.taken();
    await desk.renewal.taken();
    check("previewed once", previews - before, 1);
    check("what is typed stays", named("turnToNext").length, 1);
    desk.queue.saved = 4;
    desk.queue.left.push({ entry: { hand: 1 }, answer: { saved: 4 } });
    const target = document.getElementById("entry");
    await desk.renewal.afterEntry({ target: document.body, xhr: { responseText: "" } });
    check("not of this part", desk.queue.saved, 4);
    await desk.renewal.afterEntry({ target, xhr: { responseText: '<p id="table-now">' } });
    check("saved here", [desk.queue.saved, desk.queue.left], [null, []]);
    desk.page = "/t/tiles/";
    desk.renewal.keep("");
    check("another page", named("keep"), [["keep", ["/t/", "/t/tiles/"]]]);
}
