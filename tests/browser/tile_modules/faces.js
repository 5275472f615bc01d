/* tile_faces.js: the faces come from a copy in the page, and from their file until it is there. */
async () => {
    const key = document.querySelector(".tile-key");
    const address = key.querySelector("use").getAttribute("href");
    check("not yet", part.faces.faceAt(address), address);
    await part.faces.bringFaces("/nowhere.svg#t1m");
    check("not there", part.faces.faceAt(address), address);
    await Promise.all([part.faces.bringFaces(address), part.faces.bringFaces(address)]);
    check("in the page", part.faces.faceAt(address), "#t1m");
    check("once", document.querySelectorAll("symbol[id=t1m]").length, 1);
    const face = key.firstElementChild.cloneNode(true);
    face.querySelector("use").setAttribute("href", "#t1m");
    document.body.append(face);
    check("drawn at once", face.querySelector("use").getBBox().width > 0, true);
    face.remove();
}
