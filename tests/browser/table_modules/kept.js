/* Pages stored on this device: keep-table-pages-offline.js. */
async () => {
    const told = [];
    const worker = { ready: Promise.resolve({ active: { postMessage: (message) => told.push(message) } }) };
    Object.defineProperty(navigator, "serviceWorker", { value: worker, configurable: true });
    await part.kept.keep(["/t/", "/t/tiles/"]);
    check("these pages", told[0].keep, ["/t/", "/t/tiles/"]);
    check("and what they are made of", told[0].parts.some((path) => path.endsWith(".css")), true);
    check("which is ours", told[0].parts.every((path) => path.startsWith(location.origin)), true);
    const now = async (answer) => {
        await part.kept.renew("/t/", answer);
        return Object.fromEntries(told.at(-1).now);
    };
    const whole = await now('<section id="entry" hx-swap-oob="true"><p id="form-news">news</p><i data-just-saved></i></section><p id="table-now">now</p>');
    check("what came with the answer", Object.keys(whole), ["table-now", "entry"]);
    check("as a page has it", whole.entry, '<section id="entry"><p id="form-news"></p><i></i></section>');
    const went = await now('<section id="entry" data-went-on></section><p id="table-now">later</p>');
    check("what is new is in the page by now", went.entry.includes("hand-form"), true);
    check("the state is the answer's", went["table-now"], '<p id="table-now">later</p>');
    delete navigator.serviceWorker;
}
