/* The table diagram after the unsent hands: table-with-unsent-hands.js. MCR here. */
async () => {
    const ahead = new part.ahead.Ahead(part.course, part.payments.payments);
    const form = part.form.form();
    const stage = document.getElementById("stage");
    const hand = (number, winner, source, points) => ({ hand: number, fields: [["winner", winner],
        ...(source ? [["source", source], ["points", points]] : [])] });
    const glyphs = () => [..."ESWN"].map((seat) => document.querySelector(`#sits-winner-${seat} .seat`).textContent).join("");
    const scores = () => [..."ESWN"].map((seat) => document.querySelector(`#standing-${seat} .score`).textContent);
    const round = () => [document.getElementById("round-wind").textContent, document.getElementById("round-fact").textContent];
    const wall = () => ["done", "now", "todo"].map((part) => document.querySelector(`#bricks .${part}`).getAttribute("d").split("z").length - 1);
    const ends = () => document.querySelector("#bricks .now").getBBox();
    const [before, own, first] = [document.querySelector(".felt").innerHTML, stage.dataset.payments, ends()];
    const two = [hand(1, "E", "S", "12"), hand(2, "washout")];
    const steps = ahead.draw(form, two);
    check("paid", steps.map(({ paid }) => paid.length), [3, 0]);
    check("two deals on", glyphs(), "西北東南");
    check("the wall", [wall(), ends().y, ends().x > first.x], [[2, 1, 13], first.y, true]);
    check("who deals", document.querySelector(".deals").closest("[id^=sits]").id, "sits-winner-W");
    check("the round", round(), ["東East", ""]);
    check("scores", scores(), ["+36", "\u221220", "\u22128", "\u22128"]);
    check("marked", document.querySelectorAll("[data-unsent]").length, 4);
    check("moved on", form.hasAttribute("data-moved-on"), true);
    ahead.draw(form, [...two, hand(3, "washout"), hand(4, "washout")]);
    check("the next round", [round()[0], glyphs()], ["南South", "南東北西"]);
    const later = ahead.draw(form, [...two, hand(3, "W", "self", "x"), hand(4, "N", "W", "8")]);
    check("what nobody knows", later.map(({ paid }) => Boolean(paid)), [true, true, false, true]);
    check("as far as known", [scores()[0], document.querySelectorAll("[data-lacking]").length], ["+36", 4]);
    ahead.draw(form, [...two, hand(3, "of another kind")]);
    check("nobody knows what follows", form.hasAttribute("data-moved-on"), false);
    const repeated = { told: { names: { E: ["東", "East"] } }, deal: { round: "E", winds: "ESWN" }, repeated: 3 };
    new part.ahead.Ahead({ follow: () => ({ steps: [], at: repeated }) }).draw(form, two);
    check("a deal that stays", round()[1], "dealer stayed 3×");
    new part.ahead.Ahead({ follow: () => ({ steps: [], at: null }) }).draw(form, []);
    ahead.draw(form, []);
    check("as the server said", [glyphs(), scores(), stage.dataset.payments === own], ["東南西北", ["0", "0", "0", "0"], true]);
    check("nothing is left of it", document.querySelector(".felt").innerHTML.replaceAll(/ class=""| class="score "/g, ""), before.replaceAll(/ class=""| class="score "/g, ""));
}
