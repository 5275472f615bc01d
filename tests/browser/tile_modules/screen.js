/* tile-entry-phone-screen.js: the winner first, then the tiles; rare fields in sheets. */
async () => {
    const picker = document.querySelector("tile-picker");
    const { form } = { form: picker.closest("form") };
    picker.joined = (names) => names.join(", ");
    picker.target = { box: picker.querySelector(".hand-of-E") };
    const words = { from: "{name} won from {source}", self: "{name}, self-draw" };
    const screen = new part.screen.Screen(picker, { words, targets: [], open: () => {} });
    const check1 = (what, should) => check(what, form.dataset.part, should);
    const choose = (name, value) => {
        const field = form.querySelector(`[name="${name}"][value="${value}"]`);
        field.checked = true;
        field.dispatchEvent(new Event("change", { bubbles: true }));
    };
    check1("first", "who");
    choose("winner", "E");
    check1("and from whom", "who");
    choose("source", "S");
    check1("then the tiles", "tiles");
    const taps = () => getComputedStyle(picker.querySelector("[data-tile]")).pointerEvents;
    check("a second tap meant for the step before reaches no tile", taps(), "none");
    await new Promise((after) => setTimeout(after, 600));
    check("taps reach tiles half a second later", taps(), "auto");
    const said = () => picker.querySelector(".tile-said > span").textContent;
    check("said", said(), "Ada Lind won from Bo Park");
    choose("source", "self");
    check("self-drawn", said(), "Ada Lind, self-draw");
    picker.querySelector("[data-do=how]").click();
    const sheet = picker.querySelector(".hand-of-E .of-winner");
    check("a sheet", sheet.matches(":popover-open"), true);
    sheet.querySelector("[data-do=close]").click();
    check("closed", sheet.matches(":popover-open"), false);
    picker.querySelector(".tile-said").click();
    check1("back to who won", "who");
    form.reset();
    screen.leave();
    picker.querySelector("[data-do=how]").click();
    check("a screen that was left answers no taps", sheet.matches(":popover-open"), false);
}
