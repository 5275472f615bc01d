/* Writes numbers and lists in the page's language, in the server's format
   (tournaments/web/number_wording.py, list_wording.py). */

const MINUS = "\u2212";
const language = document.documentElement.lang || "en";
const figures = new Intl.NumberFormat(language, { useGrouping: "always" });

/** A whole number: 32,400 or −400. */
export const whole = (number) => `${number < 0 ? MINUS : ""}${figures.format(Math.abs(number))}`;

/** A number with its sign: +8, −8, 0. */
export const signed = (number) => (number > 0 ? `+${whole(number)}` : whole(number));

/** A list without "and": A, B, C. */
export const joined = (parts) => parts.join(/^(ja|zh)/.test(language) ? "、" : ", ");
