/* Counting the seats in turn: diagram-count-all-four-hands.js. A table of Classical Chinese. */
() => {
    const { points, doubles, isAlone, counted, startCounting, showCounts } = part.counting;
    const { form } = part.form;
    const made = () => seats((seat) => document.querySelector(`.r-who [data-at="${seat}"] .made`).textContent);
    const pressed = (what) => [...new Set([...form().querySelectorAll(`[data-${what}][aria-pressed="true"]`)].map((key) => key.dataset[what]))];
    begin();
    startCounting();
    check("nobody yet", [counted(), isAlone(), points("S").value], ["", false, ""]);
    choose("winner", "E");
    choose("source", "S");
    startCounting();
    check("the winner first", [counted(), seats((seat) => points(seat).value)], ["E", ["", "0", "0", "0"]]);
    points("E").value = "24";
    doubles("E").value = "1";
    showCounts();
    check("what it makes", made(), ["24 × 2 = 48", "0", "0", "0"]);
    check("its keys", [pressed("points"), pressed("doubles")], [["24"], ["1"]]);
    check("of the winner", form().querySelector(".counts").dataset.of, "winner");
    doubles("E").value = "limit";
    showCounts();
    check("the limit", made()[0], "500");
    choose("edit", "W");
    points("W").value = "16";
    showCounts();
    check("another seat", [counted(), made()[2], pressed("points")], ["W", "16", ["16"]]);
    check("of a loser", form().querySelector(".counts").dataset.of, "loser");
    startCounting();
    check("what was counted stays", points("W").value, "16");
    begin();
    choose("winner", "washout");
    showCounts();
    check("nobody won", [counted(), made()], ["", ["", "", "", ""]]);
    begin();
}
