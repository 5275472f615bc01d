/* A hand as data, and its notation: "[123m](EEEE)456p55s+5s f1". Independent of the page. A hand
   has melds ({ tiles, hidden, added, from, run }; run: a chow with only one real tile), held
   tiles, winning tile, bonus tiles, and further words that only the server reads. */

/** Tiles of a hand without the winning tile; a kong counts as three. */
export const HAND = 13;
export const WINDS = [..."ESWN"];
const HONORS = [..."ESWNCFP"];
export const JOKER = "J";
const ORDER = [..."mps"].flatMap((suit) => [..."123456789"].map((rank) => rank + suit)).concat(HONORS, JOKER);
const OLD_HONORS = { "1z": "E", "2z": "S", "3z": "W", "4z": "N", "5z": "P", "6z": "F", "7z": "C" };

// --- tiles ---
export const isRed = (code) => code[0] === "0";
export const isBonus = (code) => "fy".includes(code[0]) && code.length === 2 && !HONORS.includes(code);
const kind = (code) => (isRed(code) ? `5${code[1]}` : code);
const isFive = (code) => kind(code)[0] === "5";
const place = (code) => ORDER.indexOf(kind(code)) - (isRed(code) ? 0.5 : 0);
export const inOrder = (codes) => [...codes].sort((a, b) => place(a) - place(b));
const count = (codes, code) => codes.filter((each) => each === code).length;

/** Number left of a tile in a set with `used` visible ones. */
export function leftOf(code, used, hasRedFives, jokers) {
  if (code === JOKER) return jokers - count(used, code);
  if (isBonus(code)) return 1 - count(used, code);
  const rest = 4 - count(used.map(kind), kind(code));
  if (!hasRedFives || !isFive(code)) return rest;
  return Math.min(rest, (isRed(code) ? 1 : 3) - count(used, code));
}

// --- melds ---
/** The chow with this lowest tile; null if there is none. */
export function chow(code) {
  const rank = Number(kind(code)[0]), suit = code[1];
  return rank >= 1 && rank <= 7 ? [code, `${rank + 1}${suit}`, `${rank + 2}${suit}`] : null;
}

/** This many of a tile; one of four fives is red, if there are red fives. */
export function same(code, size, hasRedFives) {
  const red = hasRedFives && isFive(code) && (size === 4 || isRed(code));
  const plain = Array(red ? size - 1 : size).fill(kind(code));
  return red ? [`0${code[1]}`, ...plain] : plain;
}

export const isJoker = (code) => code === JOKER;
const named = (codes) => codes.filter((code) => !isJoker(code));
export const areSame = (codes) => new Set(named(codes).map(kind)).size <= 1;
const isRun = ({ tiles, run }) => Boolean(run) || !areSame(tiles);

/** A meld's tiles with jokers replaced by the tiles they represent. */
function meant({ tiles, run }) {
  const at = tiles.findIndex((code) => !isJoker(code)), code = kind(tiles[at]);
  const stands = (n) => (isRun({ tiles, run }) ? `${Number(code[0]) + n - at}${code[1]}` : code);
  return tiles.map((each, n) => (isJoker(each) ? stands(n) : each));
}

const jokersIn = (places) => places.filter(Boolean).length;

/** Places of a meld that jokers may take, choice by choice; one real tile stays. */
function jokerChoices(size, isChow, most) {
  const all = [...Array(2 ** size).keys()].map((bits) => [...Array(size).keys()].map((n) => Boolean(bits & (1 << (size - 1 - n)))));
  return all
    .filter((places) => jokersIn(places) <= Math.min(most, size - 1))
    .filter((places) => isChow || places.every((isOne, n) => n === 0 || isOne || !places[n - 1]))
    .sort((one, other) => jokersIn(one) - jokersIn(other));
}

/** The meld with the next choice of up to `most` jokers; without any after the last. */
export function withJokers(meld, most) {
  const plain = meant(meld), isChow = isRun(meld);
  const choices = jokerChoices(plain.length, isChow, most);
  const now = choices.findIndex((places) => places.every((isOne, n) => isOne === isJoker(meld.tiles[n])));
  const next = choices[(now + 1) % choices.length];
  return { ...meld, tiles: plain.map((code, n) => (next[n] ? JOKER : code)), run: isChow && jokersIn(next) === 2 };
}

/** The meld of these tiles with jokers for missing ones; null if there are too few. */
export function filledUp(tiles, left) {
  const used = new Map();
  const filled = tiles.map((code) => {
    used.set(code, (used.get(code) ?? 0) + 1);
    return used.get(code) > left(code) ? JOKER : code;
  });
  const jokers = filled.filter(isJoker).length;
  return jokers && (jokers === tiles.length || jokers > left(JOKER)) ? null : filled;
}
export const haveFive = (codes) => codes.some(isFive);

/** The tiles with a red five instead of a plain one, or vice versa. */
export function withRed(codes) {
  const red = codes.findIndex(isRed);
  const at = red >= 0 ? red : codes.findIndex(isFive);
  return codes.map((code, n) => (n === at ? (isRed(code) ? "5" : "0") + code[1] : code));
}

// --- hands ---
export const size = (hand) => hand.tiles.length + 3 * hand.melds.length + (hand.won ? 1 : 0);
export const everyTile = (hand) => [...hand.tiles, ...hand.melds.flatMap((meld) => meld.tiles), ...hand.bonus];

/** Removes a choice: ["meld", its number], ["won"], ["tile" or "bonus", its code]. */
export function remove(hand, [what, which]) {
  if (what === "meld") hand.melds.splice(which, 1);
  else if (what === "won") hand.won = null;
  else {
    const tiles = what === "bonus" ? hand.bonus : hand.tiles;
    tiles.splice(tiles.indexOf(which), 1);
  }
}

// --- notation ---
/** The codes in a piece of notation; null if it has anything else. */
function codesOf(text) {
  const codes = [];
  const rest = text.replace(/([0-9]+)([mpsz])|[ESWNCFPJ]|[fy][1-4]/g, (all, digits, suit) => {
    if (digits) [...digits].forEach((digit) => codes.push(OLD_HONORS[digit + suit] ?? digit + suit));
    else codes.push(all);
    return "";
  });
  const known = codes.every((code) => ORDER.includes(kind(code)) || isBonus(code));
  return rest === "" && known ? codes : null;
}

const textOf = (codes) =>
  codes.join("").replace(/(?:[0-9]([mps]))(?:[0-9]\1)*/g, (run, suit) => run.replaceAll(suit, "") + suit);

/** Parses typed notation; null if it cannot be read here. */
export function parse(text) {
  const [tiles = "", ...words] = text.trim().split(/\s+/);
  const hand = { melds: [], tiles: [], won: null, bonus: [], words: [] };
  let rest = tiles === "-" ? "" : tiles;
  for (let found; (found = /^([[({])([^\])}+<-]*)(-?)(\+?)(?:<([ESWN]))?[\])}]/.exec(rest)); ) {
    const codes = codesOf(found[2]);
    if (!codes || codes.length < 3 || codes.some(isBonus)) return null;
    hand.melds.push({ tiles: codes, hidden: found[1] !== "[", added: found[4] === "+", from: found[5], run: found[3] === "-" });
    rest = rest.slice(found[0].length);
  }
  const [held, won, more] = rest.split(/[+*]/);
  const codes = codesOf(held), last = won === undefined ? [] : codesOf(won);
  if (!codes || !last || last.length > 1 || more !== undefined || (won !== undefined && !last.length)) return null;
  if ([...codes, ...last].some(isBonus)) return null;
  hand.tiles = codes;
  hand.won = last[0] ?? null;
  for (const word of words) {
    const bonus = codesOf(word);
    if (bonus && bonus.length && bonus.every(isBonus)) hand.bonus.push(...bonus);
    else hand.words.push(word);
  }
  return hand;
}

export function format(hand, drawn) {
  const melds = hand.melds.map(({ tiles, hidden, added, from, run }) => {
    const inside = textOf(tiles) + (run ? "-" : "") + (added ? "+" : "") + (from ? `<${from}` : "");
    return hidden ? `(${inside})` : `[${inside}]`;
  });
  const won = hand.won ? (drawn ? "*" : "+") + hand.won : "";
  const words = [...(hand.bonus.length ? [hand.bonus.join("")] : []), ...hand.words];
  const tiles = melds.join("") + textOf(inOrder(hand.tiles)) + won;
  return [tiles || (words.length ? "-" : ""), ...words].join(" ");
}
