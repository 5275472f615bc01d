/* Payments of the hand on seats and keys: diagram-payments-on-seats.js. */
() => {
    const { changes, forget, showPayments, showGains } = part.payments;
    const { form } = part.form;
    begin();
    check("nothing is said", changes(), null);
    choose("winner", "E");
    choose("source", "S");
    form().elements.points.value = "12";
    check("by the table of payments", changes(), { E: 36, S: -20, W: -8, N: -8 });
    showPayments(changes());
    const shown = (part) => seats((seat) => document.querySelector(`.r-who [data-at="${seat}"] .pay`)[part]);
    check("on the seats", shown("textContent"), ["+36", "\u221220", "\u22128", "\u22128"]);
    check("and how it is", shown("className"), ["pay lands plus", ...Array(3).fill("pay lands minus")]);
    showPayments({ E: 0, S: 0, W: 0, N: 0 });
    check("nothing to pay", shown("className"), Array(4).fill("pay lands nil"));
    showPayments(null);
    check("nobody knows", [shown("textContent"), shown("className")], [Array(4).fill(""), Array(4).fill("pay")]);
    form().elements.points.value = "x";
    const answer = Object.assign(document.createElement("p"), { id: "answer" });
    answer.dataset.changes = "E:5 S:-5 W:0 N:0";
    document.getElementById("preview").replaceChildren(answer);
    check("as the server answered", changes(), { E: 5, S: -5, W: 0, N: 0 });
    forget();
    check("but not to what was changed since", changes(), null);
    const key = document.createElement("b");
    key.dataset.gains = "discard|dealer|drawn|by the dealer";
    form().append(key);
    const gain = (...who) => { showGains(...who); return key.textContent; };
    check("what a key gives", [gain("S", "W"), gain("E", "W"), gain("S", "self"), gain("E", "self")],
        ["discard", "dealer", "drawn", "by the dealer"]);
    key.remove();
    begin();
}
