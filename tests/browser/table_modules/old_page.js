/* Notice on an outdated page: old-table-page-notice.js. */
async () => {
    const desk = deskOf({ isKept: () => true });
    const was = desk.view.part("was");
    const page = new part["old-page"].OldPage(desk);
    const left = [];
    page.leave = () => left.push("left");
    page.lookLater = () => left.push("later");
    page.say(1700000000);
    check("said", [was.hidden, /as of \d\d:\d\d\.$/.test(was.textContent)], [false, true]);
    await page.look();
    check("no server", left, ["later", "later"]);
    desk.sender.ask = async () => ({ token: "x" });
    choose("winner", "E");
    await page.look();
    check("somebody types", [was.hidden, desk.done.map(([name]) => name)], [true, ["show", "ask"]]);
    part.form.turnTo(1, "k");
    await page.look();
    check("free to go", left, ["later", "later", "later", "left"]);
    was.hidden = true;
    new part["old-page"].OldPage(deskOf()).say(1700000000);
    check("a new page says nothing", was.hidden, true);
}
