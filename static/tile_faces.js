/* The faces of the tiles, as part of the page: what is drawn from another file comes into
   the page a picture later, and each tile in a hand is drawn when it is tapped. */

let brought = null; // the page's own copy, once it is there

/** Where a face is to be taken from that stands at `address` ("…/tiles.svg#t1m"). */
export const faceAt = (address) => (brought ? address.slice(address.indexOf("#")) : address);

/** Bring the file of faces into the page, once. Without network they are drawn from the
    file, if the device has it. */
export const bringFaces = async (address) => {
  if (brought) return;
  const answer = await fetch(address.split("#")[0]).catch(() => null);
  if (!answer?.ok || brought) return;
  const file = new DOMParser().parseFromString(await answer.text(), "image/svg+xml");
  if (brought) return;
  const box = document.createElement("div");
  box.hidden = true;
  box.append(document.importNode(file.documentElement, true));
  document.body.append(box);
  brought = box;
};
