/* Winner and discarder are passed to the tile page: take-winner-to-tile-page.js, which the page itself has
   loaded. */
() => {
    const link = document.querySelector('#hand-form a[href*="/tiles/"]');
    const asked = (...said) => {
        part.form.turnTo(1, "k");
        for (const [name, value] of said) choose(name, value);
        window.addEventListener("click", (event) => event.preventDefault(), { once: true });
        link.click();
        return link.search;
    };
    check("nothing yet", asked(), "");
    check("who won, from whom", asked(["winner", "E"], ["source", "S"]), "?winner=E&source=S");
    part.form.form().elements.points.value = "12";
    check("not what it is worth", asked(["winner", "W"]), "?winner=W");
    part.form.turnTo(1, "k");
}
