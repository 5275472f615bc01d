/* Several winners on one discard: diagram-several-winners.js. A table of MCR that counts them all. */
() => {
    const { isSeveral, winners, turnTo, follow, renew, showValues } = part.several;
    const { form, picked } = part.form;
    const { points, flowers } = form().elements;
    const ofFlowers = () => seats((seat) => form().elements[`flowers_${seat}`].value);
    const also = (seat) => form().querySelector(`.r-also [value="${seat}"]`);
    const tap = (seat) => {
        also(seat).checked = !also(seat).checked;
        follow(also(seat), "change");
    };
    const type = (value) => {
        points.value = value;
        follow(points, "input");
    };
    const own = () => seats((seat) => form().elements[`points_${seat}`].value);
    const shown = (name) => {
        showValues();
        return seats((seat) => document.querySelector(`.r-who [data-at="${seat}"]${name}`));
    };
    const told = () => shown(" > .tab").map(({ dataset }) => dataset.value ?? "");
    const valued = () => shown("").map((place) => place.hasAttribute("data-valued"));
    begin();
    check("nobody yet", [isSeveral(), winners()], [false, []]);
    choose("winner", "E");
    choose("source", "N");
    type("24");
    flowers.value = "2";
    check("a single winner", [isSeveral(), winners(), own()], [false, ["E"], ["", "", "", ""]]);
    tap("S");
    check("a second one", [picked("winner"), winners(), also("E").checked], ["several", ["S", "E"], true]);
    check("the first one's values move", [own(), ofFlowers(), points.value], [["24", "", "", ""], ["2", "0", "0", "0"], ""]);
    follow(also("W"), "input");
    check("a tap counts once", winners(), ["S", "E"]);
    type("8");
    check("keys set the value of the last", own(), ["24", "8", "", ""]);
    check("on the seats", [told(), valued()], [["24", "8", "", ""], [false, true, false, false]]);
    tap("E");
    check("the other's turn", [winners(), points.value, also("E").checked], [["E", "S"], "24", true]);
    form().elements.points_S.value = "12";
    follow(form().elements.points_S, "input");
    check("by the field itself", [winners(), points.value, told()], [["S", "E"], "12", ["24", "12", "", ""]]);
    turnTo("E");
    renew();
    check("a renewed form keeps the turn", [winners(), points.value], [["E", "S"], "24"]);
    also("E").checked = false;
    renew();
    check("of a winner only", [winners(), points.value], [["S"], "12"]);
    also("E").checked = true;
    turnTo("E");
    tap("E");
    check("one is left", [isSeveral(), winners(), points.value], [false, ["S"], "12"]);
    check("without flowers", [flowers.value, ofFlowers()], ["0", ["0", "0", "0", "0"]]);
    check("and no marks", [own(), told(), valued().includes(true)], [["", "", "", ""], ["", "", "", ""], false]);
    tap("W");
    choose("winner", "E");
    follow(form().querySelector('[name="winner"][value="E"]'), "change");
    check("another single winner", [winners(), own(), also("W").checked], [["E"], ["", "", "", ""], false]);
    const discarder = form().querySelector('[name="source"][value="N"]');
    discarder.click();
    check("a discarder tapped again is open", picked("source"), "");
    showValues();
    discarder.click();
    check("and can be chosen", picked("source"), "N");
    begin();
}
