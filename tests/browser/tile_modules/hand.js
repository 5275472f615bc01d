/* tile-hand-notation.js: a hand as data, and its notation. */
() => {
    const { parse, format, leftOf, chow, same, withRed, withJokers, filledUp, size, remove, inOrder } = part.hand;
    for (const text of ["[123m](1111p)456sEECC+C f1", "[PPPP+<W](0555p)", "[34sJ][5sJJ-]+J", "123m05p*4p", "- f1"]) {
        check(text, format(parse(text), text.includes("*")), text);
    }
    check("old honors", format(parse("1z5z"), false), "EP");
    for (const text of ["12x", "[12m]", "1m+2m3m", "[f1f2f3]"]) check(text, parse(text), null);
    check("what only the server reads", parse("123m S/E").words, ["S/E"]);
    check("left", [leftOf("E", ["E", "E"], false), leftOf("f1", ["f1"], false)], [2, 0]);
    check("red", [leftOf("0p", ["5p"], true), leftOf("5p", ["5p", "5p", "5p"], true)], [1, 0]);
    check("chow", [chow("7m"), chow("8m"), chow("E")], [["7m", "8m", "9m"], null, null]);
    check("kong of fives", same("5p", 4, true), ["0p", "5p", "5p", "5p"]);
    check("with red", withRed(["4p", "5p", "6p"]), ["4p", "0p", "6p"]);
    check("order", inOrder(["E", "0p", "4p", "1m"]), ["1m", "4p", "0p", "E"]);
    const round = (text, most, taps) => {
        const hand = parse(text);
        for (let tap = 0; tap < taps; tap += 1) hand.melds[0] = withJokers(hand.melds[0], most);
        return format(hand, false);
    };
    check("jokers of a pung", [1, 2, 3].map((taps) => round("[555p]", 8, taps)), ["[55pJ]", "[5pJJ]", "[555p]"]);
    check("one joker of a kong", [1, 2].map((taps) => round("[CCCC]", 1, taps)), ["[CCCJ]", "[CCCC]"]);
    check("jokers of a chow", [1, 2, 3, 4, 5, 6, 7].map((taps) => round("[345s]", 8, taps)),
        ["[34sJ]", "[3sJ5s]", "[J45s]", "[3sJJ-]", "[J4sJ-]", "[JJ5s-]", "[345s]"]);
    check("what they stand for", round("[J34s]", 1, 1), "[234s]");
    const left = (most) => (code) => most[code] ?? 0;
    check("filled up", filledUp(["5p", "5p", "5p"], left({ "5p": 2, J: 1 })), ["5p", "5p", "J"]);
    check("a chow filled up", filledUp(["3p", "4p", "5p"], left({ "3p": 1, "5p": 2, J: 1 })), ["3p", "J", "5p"]);
    check("too few", filledUp(["5p", "5p", "5p"], left({ "5p": 1, J: 1 })), null);
    check("jokers alone", filledUp(["5p", "5p", "5p"], left({ J: 4 })), null);
    const hand = parse("[EEEE]11m+C f1");
    check("a kong counts three", size(hand), 6);
    for (const what of [["meld", 0], ["tile", "1m"], ["bonus", "f1"], ["won"]]) remove(hand, what);
    check("removed", format(hand, false), "1m");
}
