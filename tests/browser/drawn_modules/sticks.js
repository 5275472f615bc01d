/* Riichi sticks paid during the hand: diagram-sticks.js. A table of riichi. */
async () => {
    const { changed, follow, showPot, besidesDeposits, readyFollows } = part.sticks;
    const { form } = part.form;
    const known = () => document.getElementById("laid").dataset;
    const pot = () => document.querySelector(".pot .deposits");
    const box = (seat) => form().querySelector(`.r-sticks input[value="${seat}"]`);
    const untold = () => Object.values(localStorage).join();
    begin();
    follow();
    check("nobody has laid any", [pot().textContent, known().seats.trim()], ["0", ""]);
    changed({ value: "S", checked: true });
    check("at once", [box("S").checked, pot().textContent], [true, "1"]);
    check("kept until it is told", untold().includes('"S":true'), true);
    await until(() => known().seats === "S");
    await until(() => !untold().includes('"S"'));
    check("beside the score", besidesDeposits({ E: 0, S: -1000 }), { E: 0, S: 0 });
    pot().dataset.there = "2";
    showPot();
    check("with those of hands before", pot().textContent, "3");
    pot().dataset.there = "0";
    const ready = form().querySelector('.r-ready input[value="S"]');
    readyFollows();
    check("whoever laid one is ready", [ready.checked, ready.hasAttribute("data-follows-deposit")], [true, true]);
    form().reset();
    follow();
    check("what the server knows lies there", box("S").checked, true);
    readyFollows();
    changed({ value: "S", checked: false });
    readyFollows();
    check("taken up", [box("S").checked, pot().textContent, ready.checked], [false, "0", false]);
    await until(() => known().seats === "");
    begin();
}
