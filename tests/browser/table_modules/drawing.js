/* Inserting an answer into the page: put-answer-into-table-page.js. */
() => {
    const { form, turnTo } = part.form;
    let [touched, words] = [false, ""];
    const drawing = new part.drawing.Drawing({ form, turnTo, isTouched: () => touched, isAhead: () => false,
        wordsOf: () => words });
    const entry = document.getElementById("entry");
    const own = entry.cloneNode(true);
    const answer = (change) => {
        const fragment = document.createDocumentFragment();
        fragment.append(own.cloneNode(true));
        change(fragment.firstChild);
        const detail = { target: entry, fragment, shouldSwap: true };
        drawing.put({ detail });
        return detail.shouldSwap;
    };
    const title = () => document.getElementById("hand-title").textContent;
    const fact = (text) => (fresh) => { fresh.querySelector("#hand-title").textContent = text; };
    const stage = (fresh) => { fresh.querySelector("#hand-form").dataset.stage = "another"; };
    form().elements.points.value = "12";
    check("the same form stays", answer(fact("told anew")), false);
    check("its head follows", [title(), form().elements.points.value], ["told anew", "12"]);
    document.getElementById("hand-title").focus();
    answer(fact("and again"));
    check("so does the focus", [title(), document.activeElement.id], ["and again", "hand-title"]);
    check("another form comes whole", answer(stage), true);
    touched = true;
    check("but not over what is typed", answer((fresh) => { stage(fresh); fact("third")(fresh); }), false);
    check("what follows does", title(), "third");
    words = "Ada Lind, from Bo Park";
    answer((fresh) => {
        fresh.querySelector("#form-news").innerHTML = '<p class="asks"><s data-own hidden><span></span></s></p>';
        fact("fourth")(fresh);
    });
    check("what is compared stays as it was", [title(), form().hasAttribute("data-asked")], ["third", true]);
    check("beside what was typed", document.querySelector("#form-news span").textContent, words);
    turnTo(1, "a key");
    check("later it follows", title(), "fourth");
    touched = false;
    check("the table went on", answer((fresh) => {
        fresh.dataset.wentOn = "";
        fresh.querySelector("#hand-form").elements.hand.value = 2;
        fresh.querySelector("#hand-form").elements.device_key.value = "the next key";
        fresh.querySelector("#hand-form").dataset.stage = "the next";
    }), false);
    const { hand, device_key: key } = form().elements;
    check("an empty form for the next hand", [hand.value, key.value, form().dataset.stage], ["2", "the next key", "the next"]);
    form().dataset.stage = own.querySelector("#hand-form").dataset.stage;
    answer(() => {});
    turnTo(1, "a key");
}
