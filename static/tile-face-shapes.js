/* Draws tile faces by setting the shape of a path from the file of faces. <use> would be rebuilt
   at each tap and appear a frame later. */

let brought = null; // the shapes by their names in the file, once they are here
const waiting = new Map(); // paths to draw then, and what

/** Draw in `path` the face of that name ("t1m"), at once or when the faces are here. */
export const drawFace = (path, name) => {
  if (brought) path.setAttribute("d", brought.get(name) ?? "");
  else waiting.set(path, name);
};

/** Bring the faces from their file, once. Where they cannot be had, the keys of the same file have none either. */
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
