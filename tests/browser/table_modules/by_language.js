/* Numbers and lists in the page's language: write-by-language.js. */
async () => {
    const { href } = document.getElementById("write-by-language");
    const written = async (language) => {
        document.documentElement.lang = language;
        const { whole, signed, joined } = await import(`${href}?${language}`);
        return [whole(-32400), signed(8000), signed(-8), signed(0), joined(["A", "B"])];
    };
    check("English", await written("en"), ["\u221232,400", "+8,000", "\u22128", "0", "A, B"]);
    check("German", await written("de"), ["\u221232.400", "+8.000", "\u22128", "0", "A, B"]);
    check("French", await written("fr"), ["\u221232\u202f400", "+8\u202f000", "\u22128", "0", "A, B"]);
    check("Polish", await written("pl"), ["\u221232\u00a0400", "+8\u00a0000", "\u22128", "0", "A, B"]);
    check("Spanish", await written("es"), ["\u221232.400", "+8.000", "\u22128", "0", "A, B"]);
    check("Japanese", await written("ja"), ["\u221232,400", "+8,000", "\u22128", "0", "A、B"]);
    document.documentElement.lang = "en";
}
