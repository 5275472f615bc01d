/* Results of sending: show-what-became-of-sent-hand.js and save-receipts.js. */
async () => {
    const desk = deskOf();
    const names = () => desk.done.splice(0).map(([name]) => name);
    const sent = desk.view.part("sent");
    const entry = { table: "/t/", hand: 3 };
    await part.told.told(desk, "sent", entry, { saved: 7, lines: 7 });
    check("saved", [sent.hidden, sent.textContent], [false, "Hand 3 is saved"]);
    await part.told.told(desk, "sent", { ...entry, hand: 4 }, { kept: 2 });
    check("both", sent.textContent, "Hand 3 is saved · Hand 4: the other version counts");
    names();
    await part.told.told(desk, "idle");
    check("the server is asked", names(), ["changed", "ask"]);
    desk.isKept = () => true;
    await part.told.told(desk, "idle");
    check("an old page comes anew", names(), ["changed", "leave"]);
    choose("winner", "E");
    await part.told.told(desk, "idle");
    check("but not under what is typed", names(), ["changed", "ask"]);
    await part.told.told(desk, "shut", { ...entry, table: "/other/" });
    check("shut", desk.view.part("shut-table").pathname, "/other/");
    await part.told.told(desk, "sent", { ...entry, table: "/other/" }, { saved: 1 });
    check("open again", desk.view.part("shut").hidden, true);
    names();
    await part.told.told(desk, "held", entry);
    await part.told.told(desk, "held", { ...entry, held: true });
    check("held is asked once", names(), ["ask", "changed", "changed"]);

    const box = document.getElementById("receipt");
    box.innerHTML = '<div class="receipt" data-saved="7"><button type="button" data-do="dismiss">x</button></div>';
    desk.receipts.show();
    check("its receipt says it", [sent.hidden, desk.queue.left.length], [true, 0]);
    check("wanted", desk.receipts.wanted(), "7");
    desk.queue.saved = 9;
    check("the newest", [desk.receipts.wanted(), desk.receipts.isShown(9)], [9, false]);
    box.querySelector("button").click();
    check("dismissed", [box.children.length, document.activeElement.id], [0, "entry"]);
}
