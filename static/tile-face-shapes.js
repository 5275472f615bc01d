/* Draws tile faces by setting the shape of a path from the file of faces. <use> would be rebuilt
   at each tap and appear a frame later. */

let brought = null; // shapes by name, once loaded
const waiting = new Map(); // paths waiting for them, with names

/** Draws the named face ("t1m") in `path`, immediately or once loaded. */
export const drawFace = (path, name) => {
  if (brought) path.setAttribute("d", brought.get(name) ?? "");
  else waiting.set(path, name);
};

/** Loads the faces once. If that fails, the keys, which use the same file, have no faces either. */
export const bringFaces = async (address) => {
  if (brought) return;
  const answer = await fetch(address.split("#")[0]).catch(() => null);
  if (!answer?.ok) addEventListener("online", () => bringFaces(address), { once: true });
  if (!answer?.ok || brought) return;
  const file = new DOMParser().parseFromString(await answer.text(), "image/svg+xml");
  brought = new Map([...file.querySelectorAll("symbol")].map(({ id, firstElementChild: path }) => [id, path.getAttribute("d")]));
  waiting.forEach((name, path) => drawFace(path, name));
  waiting.clear();
};
