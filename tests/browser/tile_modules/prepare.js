/* `part` has every module of the picker; `check` reports differences. */
async () => {
    const { dataset } = document.querySelector("script[data-target][data-keys]");
    window.part = Object.fromEntries(await Promise.all(
        Object.entries(dataset).map(async ([name, path]) => [name, await import(path)])));
    window.check = (what, is, should) => {
        const same = JSON.stringify(is) === JSON.stringify(should);
        if (!same) throw Error(`${what}: ${JSON.stringify(is)}`);
    };
    window.press = (target, type, { x = 0, id = 1, by = "mouse" } = {}) =>
        target.dispatchEvent(new PointerEvent(type, { bubbles: true, clientX: x, button: 0, pointerId: id, pointerType: by }));
    window.pause = (time) => new Promise((done) => setTimeout(done, time));
}
