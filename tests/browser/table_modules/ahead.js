/* The table after the hands that wait: table-ahead.js. MCR here; that the positions are right by
   every ruleset is tests/scoring/test_hands_ahead.py. */
async () => {
    const ahead = new part.ahead.Ahead(part.payments.payments);
    const form = part.form.form();
    const stage = document.getElementById("stage");
    const hand = (number, winner, source, points) => ({ hand: number, fields: [["winner", winner],
        ...(source ? [["source", source], ["points", points]] : [])] });
    const glyphs = () => [..."ESWN"].map((seat) => document.querySelector(`#sits-winner-${seat} .seat`).textContent).join("");
    const scores = () => [..."ESWN"].map((seat) => document.querySelector(`#standing-${seat} .score`).textContent);
    const [before, own] = [document.querySelector(".felt").innerHTML, stage.dataset.payments];
    const two = [hand(1, "E", "S", "12"), hand(2, "washout")];
    const steps = ahead.draw(form, two);
    check("paid", steps.map(({ paid }) => paid.length), [3, 0]);
    check("two deals on", glyphs(), "西北東南");
    check("who deals", document.querySelector(".deals").closest("[id^=sits]").id, "sits-winner-W");
    check("scores", scores(), ["+36", "\u221220", "\u22128", "\u22128"]);
    check("marked", document.querySelectorAll("[data-unsent]").length, 4);
    check("moved on", form.hasAttribute("data-moved-on"), true);
    const later = ahead.draw(form, [...two, hand(3, "W", "self", "x"), hand(4, "N", "W", "8")]);
    check("what nobody knows", later.map(({ paid }) => Boolean(paid)), [true, true, false, true]);
    check("as far as known", [scores()[0], document.querySelectorAll("[data-lacking]").length], ["+36", 4]);
    ahead.draw(form, [...two, hand(3, "of another kind")]);
    check("nobody knows what follows", form.hasAttribute("data-moved-on"), false);
    check("a gap", ahead.walk([hand(2, "E", "S", "8")]).at, null);
    const [told, given] = [JSON.parse(stage.dataset.ahead), stage.dataset.ahead];
    const [first] = told.at;
    told.draws = { EW: [["S", "E", 1500], ["N", "W", 1500]] };
    first.paid = { "false_win:S": [["S", "E", 10]] };
    for (const outcome of ["draw+", "draw-", "false_win:S", "several+"]) first.next[outcome] = first.next.washout;
    stage.dataset.ahead = JSON.stringify(told);
    const walked = (...fields) => ahead.walk([{ hand: 1, fields }]);
    const paid = (...fields) => walked(...fields).steps[0].paid;
    check("who was ready is paid", paid(["winner", "draw"], ["tenpai", "W"], ["tenpai", "E"]), told.draws.EW);
    check("not known", paid(["winner", "draw"], ["tenpai", "W"], ["tenpai", "E"], ["nagashi", "E"]), null);
    check("a false win", paid(["winner", "false_win"], ["offender", "S"]), [["S", "E", 10]]);
    const several = walked(["winner", "several"], ["winners", "E"], ["winners", "W"], ["source", "S"]);
    check("several win", [several.steps[0].paid, several.at.hands], [null, 1]);
    check("by tiles, too", walked(["winner", "E"], ["winner", "W"], ["source", "S"]).at.hands, 1);
    stage.dataset.ahead = given;
    ahead.draw(form, []);
    check("as the server said", [glyphs(), scores(), stage.dataset.payments === own], ["東南西北", ["0", "0", "0", "0"], true]);
    check("nothing is left of it", document.querySelector(".felt").innerHTML.replaceAll(/ class=""| class="score "/g, ""), before.replaceAll(/ class=""| class="score "/g, ""));
}
