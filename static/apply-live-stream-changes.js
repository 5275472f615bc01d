/* Applies changes from the live stream to a page: rows of lists, their order, parts of the frame
   (tournaments/live/fragment_differences.py). Elements stay in place where possible, so that
   focus, open boxes and typed text are kept. Rows outside the window of a long list are known
   only by place: `order` of the container. */
"use strict";

(() => {
  const TINT = 2500; // milliseconds, a little longer than the fading tint (site.css)
  const KEPT = ["open", "hidden"]; // attributes changed by the reader
  const heard = new WeakSet();
  const waiting = []; // changes received while something is pressed

  // Parsed inside that element, for parts of an SVG or cells of a row.
  const nodeOf = (html, inside) => {
    const range = document.createRange();
    range.selectNodeContents(inside);
    return range.createContextualFragment(html).firstChild;
  };

  // Makes a node like another one and returns the node now in its place.
  const renew = (node, fresh) => {
    if (node.nodeName !== fresh.nodeName) {
      node.replaceWith(fresh);
      return fresh;
    }
    if (node.isEqualNode(fresh)) return node;
    if (!(node instanceof Element)) {
      node.data = fresh.data;
      return node;
    }
    for (const { name } of [...node.attributes]) {
      if (!fresh.hasAttribute(name) && !KEPT.includes(name)) node.removeAttribute(name);
    }
    for (const { name, value } of fresh.attributes) {
      if (node.getAttribute(name) !== value && !KEPT.includes(name)) {
        node.setAttribute(name, value);
      }
    }
    const [old, parts] = [[...node.childNodes], [...fresh.childNodes]];
    parts.forEach((part, place) => (old[place] ? renew(old[place], part) : node.append(part)));
    old.slice(parts.length).forEach((rest) => rest.remove());
    return node;
  };

  const rowsOf = (list) => {
    const rows = [...list.children].filter((row) => row.dataset.row);
    return new Map(rows.map((row) => [row.dataset.row, row]));
  };

  // The checksum of zlib.adler32.
  const sumOf = (keys) => {
    let [a, b] = [1, 0];
    for (const character of keys.join(" ")) {
      a = (a + character.charCodeAt(0)) % 65521;
      b = (b + a) % 65521;
    }
    return b * 65536 + a;
  };

  const orderOf = (list) =>
    list.order ?? list.dataset.order?.split(" ").filter(Boolean) ?? [...rowsOf(list).keys()];

  const reordered = (order, { gone = [], moves = [] }) => {
    const moved = new Set([...gone, ...moves.flatMap(([, ...keys]) => keys)]);
    const next = new Map(moves.map(([before, ...keys]) => [before, keys]));
    const stays = ["", ...order.filter((key) => !moved.has(key))];
    return stays.flatMap((key) => [key, ...(next.get(key) ?? [])]).slice(1);
  };

  // The cells of a row, or an element's original nodes; scripts mark the ones they add.
  const nodesOf = (element) =>
    element.cells ??
    [...element.childNodes].filter((node) => node.dataset?.added === undefined);

  const set = (element, name, value) => {
    if (KEPT.includes(name)) return;
    if (value === null) element.removeAttribute(name);
    else element.setAttribute(name, value);
  };

  // A whole node, or its child nodes by number and its attributes by name.
  const change = (node, told) => {
    if (typeof told === "string") return renew(node, nodeOf(told, node.parentNode));
    const nodes = nodesOf(node);
    for (const [where, news] of Object.entries(told)) {
      if (/^\d/.test(where)) change(nodes[where], news);
      else set(node, where, news);
    }
    return node;
  };

  // Whether to highlight a change: rows that moved only because others did are not news.
  const isNews = (row, told) => {
    if (typeof told === "string") return true;
    const nodes = nodesOf(row);
    const changed = Object.keys(told).map((where) => nodes[where]);
    return changed.some((node) => node && node.dataset?.calm === undefined);
  };

  // Places new or moved rows after the nearest preceding row of the page.
  const place = (list, order, moves) => {
    const rows = rowsOf(list);
    const places = new Map(order.map((key, number) => [key, number]));
    for (const key of moves.flatMap(([, ...keys]) => keys)) {
      const row = rows.get(key);
      if (!row) continue;
      let before = places.get(key) - 1;
      while (before >= 0 && !rows.has(order[before])) before -= 1;
      const behind = before < 0 ? null : rows.get(order[before]);
      if (behind) behind.after(row);
      else list.prepend(row);
    }
  };

  // Inserts a new row only if its predecessor is in the page; otherwise it is outside the window.
  const add = (list, order, key, html) => {
    const before = order[order.indexOf(key) - 1];
    const behind = before === undefined ? null : rowsOf(list).get(before);
    if (before !== undefined && !behind) return null;
    const row = nodeOf(html, list);
    if (behind) behind.after(row);
    else list.prepend(row);
    return row;
  };

  const apply = (list, told) => {
    const order = reordered(orderOf(list), told);
    if ("sum" in told && sumOf(order) !== told.sum) throw new RangeError("another order");
    const known = rowsOf(list);
    (told.gone ?? []).forEach((key) => known.get(key)?.remove());
    const changed = [];
    const later = [];
    for (const [key, news] of Object.entries(told.rows)) {
      const row = known.get(key);
      if (row && isNews(row, news)) changed.push(row);
      if (row) change(row, news);
      if (!row && typeof news === "string") later.push(key);
    }
    later.sort((one, other) => order.indexOf(one) - order.indexOf(other));
    for (const key of later) {
      const row = add(list, order, key, told.rows[key]);
      if (row) changed.push(row);
    }
    place(list, order, told.moves ?? []);
    list.order = order;
    const detail = { changed: Object.keys(told.rows), gone: told.gone ?? [] };
    list.dispatchEvent(new CustomEvent("live-rows", { bubbles: true, detail }));
    return changed;
  };

  const tint = (rows) => {
    rows.forEach((row) => row.classList.remove("changed"));
    void document.body.offsetWidth; // restarts the fading tint
    rows.forEach((row) => row.classList.add("changed"));
    setTimeout(() => rows.forEach((row) => row.classList.remove("changed")), TINT);
  };

  const linksTo = (address) =>
    [...document.links].filter((link) => link.getAttribute("href") === address);

  // Returns a function that restores the focus: to the element that has it or, if that was redrawn
  // or links elsewhere now, to the link in its place with the same target.
  const focusKept = () => {
    const focused = document.activeElement;
    const address = focused.getAttribute("href");
    const which = linksTo(address).indexOf(focused);
    return () => {
      const stays = focused.isConnected && focused.getAttribute("href") === address;
      const again = stays || which < 0 ? focused : (linksTo(address)[which] ?? focused);
      if (again !== document.activeElement) again.focus({ preventScroll: true });
    };
  };

  const put = (page, { parts, lists }) => {
    const giveBack = focusKept();
    const changed = Object.entries(parts).map(([name, told]) =>
      change(page.querySelector(`[data-part="${name}"]`), told),
    );
    const rows = Object.entries(lists).flatMap(([name, told]) =>
      apply(page.querySelector(`[data-rows="${name}"]`), told),
    );
    for (const element of [...changed, ...rows]) htmx.process(element);
    giveBack();
    tint(rows);
  };

  // Requests the whole page if it differs from the server's version.
  const readAgain = (page) =>
    htmx.ajax("GET", location.href, {
      target: page.querySelector("[sse-swap=fragment]"),
      select: "[sse-swap=fragment] > *",
      swap: "innerHTML",
    });

  const tell = (page, data) => {
    try {
      put(page, JSON.parse(data));
    } catch {
      readAgain(page);
    }
  };

  // A refused stream is opened again by an address with the page's state: the id of the last
  // message.
  const remember = (page, id) => {
    const [seen, mark] = id.split("-");
    const address = page.getAttribute("sse-connect")?.replace(/\?.*/, `?seen=${seen}`);
    if (address) page.setAttribute("sse-connect", mark ? `${address}&mark=${mark}` : address);
  };

  // A complete page was received.
  let giveBackAfter = () => {};
  document.addEventListener("htmx:sseBeforeMessage", () => { giveBackAfter = focusKept(); });
  document.addEventListener("htmx:sseMessage", () => giveBackAfter());

  document.addEventListener("htmx:sseOpen", ({ target: page, detail: { source } }) => {
    if (heard.has(source)) return;
    heard.add(source);
    for (const told of ["fragment", "rows"]) {
      source.addEventListener(told, ({ lastEventId }) => remember(page, lastEventId));
    }
    source.addEventListener("fragment", () => waiting.splice(0));
    source.addEventListener("rows", ({ data }) => {
      const isPressed = document.documentElement.hasAttribute("data-pressed");
      if (isPressed || waiting.length) waiting.push([page, data]);
      else tell(page, data);
    });
  });

  // Applies held changes after the release (hold-updates-while-pressing.js), after complete
  // fragments, which are applied then.
  document.addEventListener("released", () =>
    setTimeout(() => waiting.splice(0).forEach(([page, data]) => tell(page, data))),
  );
})();
