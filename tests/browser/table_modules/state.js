/* Times at which the page fetches the table's state: when-to-refresh-table.js. */
async () => {
    const { htmx } = window;
    const told = [];
    window.htmx = { ...htmx, trigger: (_element, name) => { told.push(name); } };
    const asked = async (after = 0) => {
        await new Promise((resolve) => { setTimeout(resolve, after + 20); });
        return told.splice(0);
    };
    const tell = (name, detail) => {
        const event = new CustomEvent(`htmx:${name}`, { cancelable: true, detail });
        document.dispatchEvent(event);
        return event;
    };
    let taken = 0;
    const sheet = document.getElementById("sheet");
    const state = new part.state.TableState(() => ({ hand: 7 }), () => { taken += 1; });
    const { dataset } = document.getElementById("table-now");
    const [revision, own] = [Number(dataset.revision), dataset.own];
    await asked();
    state.news([revision, revision]);
    check("what it shows", await asked(300), []);
    state.news([revision + 1, revision + 2]);
    check("what is under way is older", told.splice(0), ["htmx:abort"]);
    state.news([revision + 3, revision + 3]);
    check("close together is asked for once", await asked(300), ["htmx:abort", "renew-sheet"]);
    dataset.own = revision + 4;
    state.news([revision + 4, revision + 4]);
    check("its own change", await asked(300), []);
    state.saves();
    check("while it saves", told.splice(0), ["htmx:abort"]);
    state.news([revision + 5, revision + 5]);
    const parameters = {};
    check("nothing is asked", [tell("configRequest", { elt: sheet, parameters }).defaultPrevented, await asked()], [true, []]);
    state.saved();
    check("but then", await asked(), ["renew-sheet"]);
    const event = tell("configRequest", { elt: sheet, parameters });
    check("by what the page shows", [event.defaultPrevented, parameters], [false, { hand: 7 }]);
    const xhr = {};
    for (const target of [sheet, sheet]) tell("afterSwap", { target, xhr });
    check("taken once", taken, 1);
    tell("responseError", { elt: sheet, xhr: { getResponseHeader: () => "60" } });
    check("later", await asked(), []);
    window.dispatchEvent(new Event("online"));
    check("or when the network is back", await asked(), ["renew-sheet"]);
    tell("afterSwap", { target: sheet, xhr: {} });
    dataset.own = own;
    window.htmx = htmx;
}
