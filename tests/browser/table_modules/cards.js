/* Cards about a referee's changes, until they are dismissed: put-away-notice-cards.js. */
() => {
    let asked = 0;
    const cards = new part.cards.Cards(location.pathname, () => { asked += 1; });
    const box = document.getElementById("cards");
    const own = box.innerHTML;
    const form = document.getElementById("put-away");
    const lay = (mark) => {
        box.innerHTML = `<p data-card="${mark}"><button form="put-away" name="card" value="${mark}" data-do="put-away">x</button></p>`;
        document.dispatchEvent(new Event("htmx:oobAfterSwap"));
        return box.querySelector("[data-card]");
    };
    const kept = () => document.cookie.match(/put_away=([\d.]+)/)?.[1];
    const card = lay("3.1");
    check("it lies there", [Boolean(card), kept()], [true, undefined]);
    form.requestSubmit(card.querySelector("button"));
    check("put away", [box.children.length, kept(), asked], [0, "3.1", 1]);
    check("back to the hand", document.activeElement.id, "hand-title");
    check("one of before", lay("2.0"), null);
    check("a newer line", Boolean(lay("4.0")), true);
    check("a newer answer", Boolean(lay("3.2")), true);
    cards.putAway("2.5");
    check("the most of both", kept(), "3.5");
    check("what was read elsewhere", box.querySelector("[data-card]"), null);
    document.cookie = `put_away=; path=${location.pathname}; max-age=0`;
    box.innerHTML = own;
}
