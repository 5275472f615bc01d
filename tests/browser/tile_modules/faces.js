/* tile-face-shapes.js: a face is drawn once the file of faces has loaded, and then immediately. */
async () => {
    const { bringFaces, drawFace } = part.faces;
    const address = document.querySelector(".tile-key use").getAttribute("href");
    const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
    const drawn = () => (path.getAttribute("d") ?? "").length > 0;
    await bringFaces("/nowhere.svg#t1m");
    drawFace(path, "t1m");
    check("not there", drawn(), false);
    await Promise.all([bringFaces(address), bringFaces(address)]);
    check("drawn as soon as it can be", drawn(), true);
    const before = path.getAttribute("d");
    drawFace(path, "t0m");
    check("another at once, with its dot", path.getAttribute("d").includes("M426 637") && path.getAttribute("d") !== before, true);
    drawFace(path, "");
    check("no face", drawn(), false);
}
